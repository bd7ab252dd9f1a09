"""Read the rows that tables had before their logs: a snapshot without locks.

A run reads chunks of tables, by their primary keys, in one consistent read. Its low watermark is
the place up to which the export has read the logs: the server has all transactions before it. Its
high watermark is the end of the logs after the read. The rows become inserts at the low watermark,
so each change in between, which they may have or not, is merged after them. The run then reads the
logs up to the high watermark, and commits both.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import TransientError
from binlog_kaitai.io.finding import FoundFile
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import Place, order
from binlog_kaitai.lake.columns import columns_of
from binlog_kaitai.lake.commit import STAGED
from binlog_kaitai.lake.facts import Baseline, DatasetFacts, Facts, Layout, Piece
from binlog_kaitai.lake.folders import folder_name, mark_of
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.parquet import ParquetFiles, in_groups
from binlog_kaitai.lake.state import State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.summary import Step
from binlog_kaitai.model.changes import INSERT
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.schema import RECORD_FIELDS, behind_record
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.transactions import COMMITTED
from binlog_kaitai.read.server_spool import ServerSpool
from binlog_kaitai.read.taken import take, taken_before
from binlog_kaitai.replication.definitions import TABLES
from binlog_kaitai.replication.selects import TableSelect, begin_snapshot
from binlog_kaitai.replication.servers import check_positions, connect, identity_of, served_logs
from binlog_kaitai.replication.sessions import RefusedError, ServerError, Session

LOGGER = logging.getLogger(__name__)

SECONDS = 10.0
"""Approximate duration of a consistent read. For as long, the server keeps the old versions of all
rows, and DDL on the tables waits."""

CHUNK_BYTES, CHUNK_ROWS = 2**25, 2**18
"""Approximate bytes, and the maximum number of rows, of a chunk."""

WAIT = 30
"""Seconds to wait for transactions that the server has logged, but not yet committed."""

DAY = 86_400

ALTERED = 1412
"""The error of a read of a table that was altered since the read began."""

_WITH_KEYS = (
    "SELECT table_schema AS d, table_name AS t FROM information_schema.table_constraints"
    " WHERE constraint_type = 'PRIMARY KEY'"
)


@dataclass
class Chunks:
    """Rows that a run has read, by the folders of their tables, between two watermarks."""

    low: Place
    high: Place = ("", 0)
    datasets: dict[str, DatasetFacts] = field(default_factory=dict)
    read: dict[str, Baseline] = field(default_factory=dict)

    def take(self, state: State, facts: Facts, files: Sequence[FoundFile]) -> None:
        """Add the rows to the facts of a run, without those that may not fit the logs."""
        end = (base_name(files[-1].path), files[-1].size) if files else ("", 0)
        ddl = [one.statement.lower() for one in facts.ddl if _is_behind(one[:2], self.low)]
        for folder in list(self.read):
            one, new = self.datasets[folder], facts.datasets.get(folder)
            known = state.datasets.get(folder)
            pieces = [*(known.waiting if known else ()), *(new.pieces if new else ())]
            is_altered = any((one.table or "").lower() in statement for statement in ddl)
            if is_altered or _is_behind(self.high, end) or any(each.waiting for each in pieces):
                LOGGER.info("%s: DDL or XA during its snapshot; its rows are read again", one.name)
                del self.read[folder]
                continue
            if new is None:
                new = facts.datasets[folder] = DatasetFacts(one.name, one.database, one.table)
            new.add(one)

    def note(self, state: State) -> None:
        """Note in the state what was read, now that its datasets have the rows."""
        for folder, one in self.read.items():
            dataset = state.datasets[folder]
            key = dataset.database or "", dataset.table or ""
            if dataset.wiped != one.begun:
                dataset.wiped = one.begun
                state.lineages.pop(key, None)
            state.baselines[folder] = one
            if one.is_done:
                del state.baselines[folder]
                state.whole[key] = True
                if dataset.current is not None:
                    dataset.current.is_stale = True


class _Served(NamedTuple):
    """A table of the server, with estimates of its rows and their size."""

    database: str
    table: str
    rows: int
    size: int


def read_chunks(
    store: Store,
    state: State,
    spool: ServerSpool,
    keys: Mapping[str, Sequence[str]],
    progress: Callable[[Step], None],
) -> Chunks:
    """Read chunks of the tables that are not whole, for about `SECONDS`.

    Args:
        store: the store of the export.
        state: its state, which gets the baselines of tables that are to be read.
        spool: the spool of the server's logs.
        keys: the key columns that the caller names, by tables.
        progress: called after each chunk.

    Raises:
        ServerError: the server fails, or has no GTIDs.
    """
    place = state.place()
    chunks = Chunks((place["log"], int(place["position"])))
    generation = spool.generations[-1]
    with connect(spool.server, generation.host) as session:
        check_positions(session, "--snapshot")
        if identity_of(session) != generation.server:  # the spool goes on with it first
            return chunks
        tables = _tables(session, state, keys)
        if not chunks.low[0] or not tables:
            return chunks
        path = next(
            log.file.path for log in spool.logs() if base_name(log.file.path) == chunks.low[0]
        )
        begin_behind(session, chunks.low, gtids_at(path, chunks.low[1]))
        end = time.monotonic() + SECONDS
        for folder, one in tables.items():
            reading = _Reading(store, session, one, chunks)
            while time.monotonic() < end:
                try:
                    done = reading.read(folder, chunks.read.get(folder, state.baselines[folder]))
                except RefusedError as error:
                    if error.code != ALTERED:
                        raise
                    break
                progress(Step("snapshot", done.rows, max(one.rows, done.rows), reading.name))
                if done.is_done:
                    break
        last = served_logs(session)[-1]
        chunks.high = last.name, last.size
    return chunks


def _tables(
    session: Session, state: State, keys: Mapping[str, Sequence[str]]
) -> dict[str, _Served]:
    """Return the tables to read by their folders, those that are begun first.

    A baseline is begun again if DDL moved, altered or emptied its table.
    """
    found = {}
    with_keys = {(row["d"], row["t"]) for row in session.rows(_WITH_KEYS)}
    aside = {one.key for one in state.aside.values()}
    for row in session.rows(TABLES):
        key = row["d"], row["t"]
        name = full_name(*key)
        is_aside = bool(aside & {(key[0].lower(), key[1].lower()), (key[0].lower(), "")})
        if state.whole.get(key) or is_aside or not wants(state.options, name):
            continue
        # the log has more key columns of versioned tables than their definitions
        if row["kind"] == "BASE TABLE" and (key in with_keys or name in keys):
            folder = folder_name(*key, mark_of(state.file_format))
            found[folder] = _Served(*key, int(row["num_rows"] or 0), int(row["size"] or 0))
    for folder in [*state.baselines]:
        dataset = state.datasets.get(folder)
        begun = state.baselines[folder].begun
        is_moved = dataset is not None and (dataset.database, dataset.table) in state.lineages
        if folder not in found:
            current = None if dataset is None else dataset.current
            if current is not None:
                current.is_stale = True
            del state.baselines[folder]
        elif begun is not None and (dataset is None or is_moved or dataset.wiped != begun):
            state.baselines[folder] = Baseline()
    for folder in found:
        state.baselines.setdefault(folder, Baseline())
    return dict(sorted(found.items(), key=lambda one: state.baselines[one[0]].begun is None))


def chunk_rows(size: int) -> int:
    """Return the number of rows of a chunk, by the size of a row."""
    return min(max(CHUNK_BYTES // max(size, 1), 1000), CHUNK_ROWS)


def gtids_at(path: str, position: int) -> str | None:
    """Return the GTIDs of a log before a position, and of earlier logs, as servers are told them.

    Returns:
        None if a transaction has none.
    """
    taken = taken_before(path)
    is_told = taken is not None and take(taken, path, Span(0, position))
    return taken.position() if taken is not None and is_told else None


def begin_behind(session: Session, low: Place, gtids: str | None) -> None:
    """Begin a consistent read that has all transactions before a place, which have GTIDs.

    Raises:
        ServerError: a MySQL server has no GTIDs, or does not commit.
    """
    if "mariadb" in session.version.lower():
        begin_snapshot(session)
        rows = session.rows("SHOW STATUS LIKE 'binlog_snapshot_%'")
        status = {row["variable_name"].lower(): row["value"] for row in rows}
        read = status["binlog_snapshot_file"], int(status["binlog_snapshot_position"])
        if _is_behind(low, read):
            raise TransientError(f"{session.name}: expected a snapshot behind {low}, found {read}")
        return
    if gtids is None:
        raise ServerError(f"{session.name}: a consistent read requires GTIDs; enable gtid_mode")
    waited = f"SELECT WAIT_FOR_EXECUTED_GTID_SET(%s, {WAIT}) AS is_late"
    if session.rows(waited, gtids)[0]["is_late"]:
        raise TransientError(f"{session.name}: transactions in the logs are not committed")
    begin_snapshot(session)


class _Reading:
    """Reads chunks of a table."""

    def __init__(self, store: Store, session: Session, table: _Served, chunks: Chunks) -> None:
        self.name = full_name(table.database, table.table)
        self._store = store
        self._table = table
        self._chunks = chunks
        self._select = TableSelect(session, table.database, table.table, table.size)

    def read(self, folder: str, before: Baseline) -> Baseline:
        """Read the chunk behind a baseline, and return the baseline with it."""
        select, chunks = self._select, self._chunks
        log, position = chunks.low
        if before.begun is None or before.keys != list(select.keys):
            before = Baseline((log, position - 1), list(select.keys))
        select.last = before.last
        limit = chunk_rows(self._table.size)
        schema = behind_record(select.schema)
        files = ParquetFiles(self._store, f"{STAGED}/snapshot", schema, 2**27)
        rows, now = 0, time.time_ns() // 1000

        def batches() -> Iterator[pa.RecordBatch]:
            nonlocal rows
            for batch in select.batches(limit):
                yield self._inserted(batch, before.rows + rows, now, schema)
                rows += len(batch)

        for group in in_groups(batches()):
            files.write(group)
        files.close()
        one = chunks.datasets.get(folder)
        if one is None:
            one = DatasetFacts(self.name, self._table.database, self._table.table)
            chunks.datasets[folder] = one
        one.images += rows
        number = one.number_of(Layout(columns_of(schema), True, log, position, select.keys))
        one.pieces += (
            Piece(done.name, done.rows, done.num_bytes, now // DAY // 1_000_000, number)
            for done in files.done
        )
        is_done = not select.keys or rows < limit
        after = replace(before, last=select.last, rows=before.rows + rows, is_done=is_done)
        chunks.read[folder] = after
        return after

    def _inserted(
        self, rows: pa.RecordBatch, first: int, now: int, schema: pa.Schema
    ) -> pa.RecordBatch:
        """Return rows as inserts at the low watermark, the first one with an ordinal."""
        count = len(rows)
        log, position = self._chunks.low
        values = {
            "_file": log,
            "_position": position,
            "_timestamp": now,
            "_outcome": COMMITTED,
            "_database": self._table.database,
            "_table": self._table.table,
            "_change_type": INSERT,
        }
        record = [
            pa.array(np.arange(first, first + count))
            if name == "_ordinal"
            else pa.repeat(pa.scalar(values.get(name), kind.type), count)
            for name, kind in RECORD_FIELDS.items()
        ]
        return pa.RecordBatch.from_arrays([*record, *rows.columns], schema=schema)


def _is_behind(place: Sequence[object], other: Place) -> bool:
    log, position = place
    return order((str(log), int(str(position)))) > order(other)
