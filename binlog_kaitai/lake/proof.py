"""Compare current tables with the tables of their server, at the place in the logs that they have.

Both sides become two numbers for each row, of its key and of all its values, which are added up by
groups of keys. The server's rows are read in chunks, each in a consistent read, behind the lake's
place. Rows that have changed since the place are not as they were there: the logs have their first
before images, which take the place of what was read. So nothing has to wait or be locked.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from binlog_kaitai.errors import TransientError
from binlog_kaitai.lake.chunking import chunk_rows
from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.current.ordering import Array
from binlog_kaitai.lake.current.pending import waiting_files
from binlog_kaitai.lake.current.positions import left_of, positions_of
from binlog_kaitai.lake.gathering import between, in_columns
from binlog_kaitai.lake.loading import load_between_commits
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.pieces import batches_of, rows_of
from binlog_kaitai.lake.row_sums import PAIR, of_groups, pairs_of, rows_with, sums_of
from binlog_kaitai.lake.settling import of_transactions
from binlog_kaitai.lake.since import ALTERED, LogsSince, ServerTail, last_place, tail_of
from binlog_kaitai.lake.state import CURRENT, Dataset, State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.watermarks import begin_behind, gtids_at
from binlog_kaitai.model.changes import INSERT, UPDATE_POSTIMAGE
from binlog_kaitai.model.names import asks_for, full_name
from binlog_kaitai.model.schema import ABSENT, behind_record, column_field
from binlog_kaitai.model.transactions import ROLLED_BACK
from binlog_kaitai.replication.definitions import served_tables
from binlog_kaitai.replication.selects import TableSelect
from binlog_kaitai.replication.servers import check_positions
from binlog_kaitai.replication.sessions import ServerError, Session
from binlog_kaitai.replication.uris import parse_uri

MAX_GROUPS = 64
"""Groups with differences whose rows are compared one by one."""

FRESH = 30.0
"""Seconds after which later tables are compared as of a later place: fewer rows have changed."""

MAX_ROWS, TRIES = 100, 5
"""Rows of a table that are shown of each side, and attempts to read one that changes meanwhile."""

NO_TABLE = "the server does not have the table"


class ChangedError(TransientError):
    """A table changed while it was read."""


@dataclass
class Proof:
    """The comparison of a table: at a place, the rows that only the lake and the server have.

    It was not compared if there is a `reason`. `changed` rows of the server are from the logs.
    """

    table: str
    log: str = ""
    position: int = 0
    gtids: str | None = None
    rows: int = 0
    cells: int = 0
    digest: str = ""
    changed: int = 0
    differing: int = 0
    reason: str = ""
    keys: list[str] = field(default_factory=list)
    only_in_lake: list[dict[str, Any]] = field(default_factory=list)
    only_on_server: list[dict[str, Any]] = field(default_factory=list)

    @property
    def status(self) -> str:
        """`equal`, `different` or `not compared`."""
        if self.reason:
            return "not compared"
        return "different" if self.differing else "equal"


def prove(uri: str, lake: str, table: str | None = None) -> Iterator[Proof]:
    """Compare the current tables of an export with their server, table by table.

    Args:
        uri: that of the server whose logs the export has read.
        lake: the output of the export.
        table: only this table, or the tables of a pattern.

    Yields:
        The comparison of each table of the lake, and of those that only the server has.

    Raises:
        ServerError: the server fails, or lacks the logs.
        TransientError: the export has read no log yet.
        ValueError: there is no export with current tables.
    """
    store, server = Store.at(lake), parse_uri(uri)
    loaded = _Loaded.of(store)
    state = loaded.state
    place, head = last_place(state)
    if not place[0]:
        raise TransientError(f"{lake}: the export has read no log yet; run it first")
    names = {one.name: folder for folder, one in state.datasets.items() if one.table is not None}
    with closing(tail_of(server, place, head)) as tail:
        with tail.session("tables") as session:
            check_positions(session, "prove")
            rows = served_tables(session)
        served = {full_name(row["d"], row["t"]): int(row["size"] or 0) for row in rows}
        for name in sorted({*names, *served}):
            if not wants(state.options, name) or (table is not None and not asks_for(table, name)):
                continue
            proof = Proof(name, reason="the lake does not have the table")
            if time.monotonic() - loaded.time > FRESH:
                loaded = _Loaded.of(store)
            for number in range(1, TRIES + 1) if names.get(name) in loaded.state.datasets else ():
                try:
                    comparison = _Comparison(store, tail, loaded, names[name])
                    proof = comparison.proof(served.get(name))
                except (ChangedError, FileNotFoundError) as error:
                    loaded = _Loaded.of(store)
                    proof = Proof(name, reason=f"it changed during {number} comparisons: {error}")
                else:
                    break
            yield proof


class _Loaded(NamedTuple):
    """The state of an export at a time, and its files with changes that current tables lack."""

    state: State
    waiting: dict[str, list[str]]
    time: float

    @staticmethod
    def of(store: Store) -> _Loaded:
        """Load the state. Raises ValueError if there is none with current tables."""
        for _ in range(TRIES):
            state = load_between_commits(store)
            if state is None or not state.is_current:
                raise ValueError(f"{store.root}: expected an export with current tables")
            with suppress(FileNotFoundError):  # a merge has taken the files
                return _Loaded(state, waiting_files(store, state), time.monotonic())
        raise TransientError(f"{store.root}: expected a state that stays, found many commits")


class _Before(NamedTuple):
    """Rows that have changed since the place: pairs as they were, and images without values."""

    keys: Array
    pairs: Array
    unknown: int


class _Block(NamedTuple):
    """The key behind which a batch of the server's rows begins, and their number."""

    last: list[str] | None
    rows: int


class _Comparison:
    """The comparison of a table."""

    def __init__(self, store: Store, tail: ServerTail, loaded: _Loaded, folder: str) -> None:
        self._store, self._tail = store, tail
        self._gtids = tail.gtids
        state = loaded.state
        self._dataset: Dataset = state.datasets[folder]
        self._current = self._dataset.current
        self._waiting_files = loaded.waiting.get(folder, ())
        self._place, head = last_place(state)
        self._since = LogsSince(tail, self._place, head)
        self._reason = _reason(state, folder)
        self._files: list[list[tuple[Any, str]]] = []  # with those of deleted positions
        if self._current is not None and not self._reason:
            unlogged = {name.lower() for name in self._current.unlogged}
            columns = list(schema_from(self._current.columns))
            self._names = {one.name.lower() for one in columns}
            self._schema = pa.schema([one for one in columns if one.name.lower() not in unlogged])
            self._compared = {one.name.lower() for one in self._schema}
            self._keys = self._current.keys
            for one in self._current.files:
                files = [(store.open(f"{folder}{CURRENT}/{name}"), name) for name in one.names]
                self._files.append(files)
        self._blocks: list[_Block] = []

    def proof(self, size: int | None) -> Proof:
        """Compare the table, whose rows have about so many bytes; None if the server has none.

        Raises:
            ChangedError: rows changed while they were compared.
        """
        log, position = self._place
        proof = Proof(self._dataset.name, log, position, reason=self._reason)
        if proof.reason:
            return proof
        proof.keys = list(self._keys)
        if self._place not in self._gtids:
            self._gtids[self._place] = gtids_at(self._since.paths()[0], position)
        proof.gtids = self._gtids[self._place]
        if size is None:
            proof.rows = 0 if self._current is None else self._current.content()[0]
            if proof.rows:
                proof.reason = ALTERED if self._is_altered() else NO_TABLE
            return proof
        with tempfile.TemporaryFile() as self._spill:
            try:
                with self._tail.session() as session:
                    self._compare(proof, session, size)
            # the server refuses a table of another definition, or values do not fit the types
            except (ServerError, ValueError, NotImplementedError) as error:
                if self._is_altered():
                    proof.reason = ALTERED
                elif isinstance(error, pa.ArrowException):  # of rows that are newer than the place
                    proof.reason = f"values on the server do not fit the lake's types: {error}"
                else:
                    raise
        return proof

    def _compare(self, proof: Proof, session: Session, size: int) -> None:
        self._select = TableSelect(session, *self._dataset.names, size)
        if {one.lower() for one in self._select.schema.names} != self._names:
            proof.reason = ALTERED
            return
        self._spill_server(session, chunk_rows(size), proof.gtids)
        self._before = self._read_before()
        lake = sums_of(pairs_of(one, self._keys) for one in self._lake())
        served = sums_of(self._served())
        proof.rows, proof.changed = int(lake[0].sum()), len(self._before.keys)
        proof.cells = proof.rows * len(self._schema)
        proof.digest = f"{int(lake[1].sum(dtype=np.uint64)):016x}"
        groups = np.flatnonzero(np.logical_or(lake[0] != served[0], lake[1] != served[1]))
        if not len(groups):
            return
        if self._before.unknown and self._leave_out_generated():
            self._compare(proof, session, size)
            return
        proof.reason = self._since.doubt(session, *self._dataset.names) or ""
        if not proof.reason and self._before.unknown:
            proof.reason = "row images since then lack values, or the end of a transaction"
        if not proof.reason:
            self._narrow(proof, groups[:MAX_GROUPS])

    def _leave_out_generated(self) -> bool:
        """Forget what was read, and generated columns, if there are any: updates may lack them."""
        columns = self._select.definition.columns
        names = {column_field(one.name).lower() for one in columns if one.is_generated}
        left = pa.schema([one for one in self._schema if one.name.lower() not in names])
        is_other = len(left) < len(self._schema)
        self._schema, self._compared = left, self._compared - names
        self._blocks.clear()
        self._spill.seek(0)
        self._spill.truncate()
        return is_other

    def _spill_server(self, session: Session, limit: int, gtids: str | None) -> None:
        """Write the pairs of the server's rows, chunk by chunk."""
        count, select = -1, self._select
        while count:
            begin_behind(session, self._place, gtids)
            count, last = 0, select.last
            for rows in select.batches(limit):
                self._spill.write(pairs_of(in_columns(rows, self._schema), self._keys).tobytes())
                self._blocks.append(_Block(last, len(rows)))
                count, last = count + len(rows), select.last
            if not select.keys:
                break

    def _read_before(self) -> _Before:
        """Return what the logs have of the rows that have changed since the place."""
        found, gone, unknown = [np.empty(0, PAIR)], [np.empty(0, np.bool_)], 0
        names = set(self._schema.names)
        for every in chain(self._undecided(), self._changes()):
            outcome = every.column("_outcome").fill_null("")
            batch = every.filter(pc.not_equal(outcome, ROLLED_BACK))
            is_gone = pc.is_in(batch.column("_change_type"), pa.array([INSERT, UPDATE_POSTIMAGE]))
            unknown += batch.column("_outcome").null_count
            absent = batch.filter(pc.invert(is_gone)).column(ABSENT).drop_null().to_pylist()
            unknown += sum(not names.isdisjoint(some) for some in absent)
            found.append(pairs_of(in_columns(batch, self._schema), self._keys))
            gone.append(np.asarray(is_gone))
        pairs, is_absent = np.concatenate(found), np.concatenate(gone)
        keys, first = np.unique(pairs["key"], return_index=True)
        return _Before(keys, pairs[first[np.logical_not(is_absent[first])]], unknown)

    def _undecided(self) -> Iterator[pa.RecordBatch]:
        """Yield the rows of transactions that were prepared at the place, and decided since.

        Some are in files whose changes the current table lacks. The server selects no rows of those
        that are prepared still, or that it has lost.
        """
        decided = self._since.named_xids() if self._dataset.waiting else set()
        for piece in self._dataset.waiting:
            # others of the piece were decided before
            xids = [one.xid for one in piece.waiting if one.xid in decided]
            for batch in batches_of(self._store, piece, self._dataset.layouts[piece.layout]):
                yield self._until_place(of_transactions(batch, xids))
        for name in self._waiting_files:
            with self._store.open(name) as file:
                parquet = pq.ParquetFile(file)
                places = parquet.read(["_file", "_position"]).combine_chunks().to_batches()
                if any(map(len, map(self._until_place, places))):
                    yield from map(self._until_place, rows_of(parquet))

    def _until_place(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        return between(batch, None, self._place)

    def _changes(self) -> Iterator[pa.RecordBatch]:
        """Yield the changes since the place. Raises BinlogError for columns of other types."""
        fields = [one for one in self._select.schema if one.name.lower() in self._compared]
        for _, batch in self._since.changes(self._dataset.name, behind_record(fields)):
            yield batch

    def _is_altered(self) -> bool:
        return self._since.is_altered(*self._dataset.names)

    def _lake(self) -> Iterator[pa.RecordBatch]:
        for (file, _), *deleted in self._files:
            every = rows_of(pq.ParquetFile(_begun(file)), self._schema.names)
            positions = [positions_of(_begun(one), name) for one, name in deleted]
            for batch in left_of(every, *positions) if positions else every:
                yield in_columns(batch, self._schema)

    def _served(self) -> Iterator[Array]:
        """Yield the pairs of the server's rows as they were at the place."""
        self._spill.seek(0)
        while len(pairs := np.fromfile(self._spill, PAIR, 2**20)):
            yield pairs[np.isin(pairs["key"], self._before.keys, invert=True)]
        yield self._before.pairs

    def _narrow(self, proof: Proof, groups: Array) -> None:
        """Find the rows of groups that differ."""
        mine = (pairs_of(one, self._keys) for one in self._lake())
        lake, served = (of_groups(some, groups) for some in (mine, self._served()))
        only = np.setdiff1d(lake, served), np.setdiff1d(served, lake)
        proof.differing = len(np.union1d(only[0]["key"], only[1]["key"]))
        proof.only_in_lake = rows_with(self._lake(), only[0][:MAX_ROWS], self._keys)
        wanted = only[1][:MAX_ROWS]
        is_logged = np.isin(wanted["key"], self._before.keys)
        is_new = np.logical_not(is_logged)
        changes = (in_columns(one, self._schema) for one in self._changes())
        proof.only_on_server = rows_with(changes, wanted[is_logged], self._keys)
        again = self._again(wanted[is_new])
        proof.only_on_server += rows_with(again, wanted[is_new], self._keys)
        if len(proof.only_on_server) < len(wanted):
            raise ChangedError(f"{proof.table}: rows changed while they were compared")

    def _again(self, wanted: Array) -> Iterator[pa.RecordBatch]:
        """Read the batches again in which the server had some rows."""
        self._spill.seek(0)
        for block in self._blocks:
            pairs = np.fromfile(self._spill, PAIR, block.rows)
            if np.isin(wanted, pairs).any():
                self._select.last = block.last
                for rows in self._select.batches(block.rows):
                    yield in_columns(rows, self._schema)


def _begun(file: Any) -> Any:
    file.seek(0)
    return file


def _reason(state: State, folder: str) -> str:
    """Return why a table is not compared; empty if it is."""
    dataset, aside = state.datasets[folder], state.set_aside().get(folder)
    if aside is not None:
        return f"it is set aside: {aside}"
    if dataset.current is None:
        return "the lake has no current table"
    is_whole = folder not in state.baselines and state.is_whole(dataset)
    return "" if is_whole else "the current table is incomplete"
