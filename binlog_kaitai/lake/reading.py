"""Read spans of logs once, and write the rows of all tables.

Rows are buffered up to `HELD` bytes. Then the rows of each dataset and day go to a Parquet file of
their own if they are many, and otherwise to a shared file of pieces. So memory does not grow with
the logs or the number of tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.extras import MissingExtraError
from binlog_kaitai.lake.aside import Place
from binlog_kaitai.lake.columns import columns_of, schema_from
from binlog_kaitai.lake.current.sessions import LoggedStatements
from binlog_kaitai.lake.current.unlogged import generated_of, left_out_in
from binlog_kaitai.lake.facts import DatasetFacts, Decision, Facts, Layout, LeftOut, Piece, Waiting
from binlog_kaitai.lake.folders import STATEMENTS, folder_name
from binlog_kaitai.lake.gathering import between
from binlog_kaitai.lake.parquet import ROW_GROUP, ParquetFiles
from binlog_kaitai.lake.pieces import PieceFile
from binlog_kaitai.lake.settling import (
    PendingXaRows,
    decisions_in,
    prepared,
    settled,
    waiting_in,
)
from binlog_kaitai.lake.store import Store
from binlog_kaitai.model.definitions import Definitions
from binlog_kaitai.model.names import asks_for
from binlog_kaitai.model.row_batches import concatenated
from binlog_kaitai.model.schema import RECORD_SCHEMA, column_field, table_schema
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.exact import omits_generated
from binlog_kaitai.read.logged_ddl import server_of
from binlog_kaitai.read.redacting import StatementGuard
from binlog_kaitai.read.served import scopes_of
from binlog_kaitai.read.tables.found import Statements, TableRows, WantedTables
from binlog_kaitai.read.tables.readers import TableReaders

HELD = 2**26
"""Approximate number of buffered bytes before a task writes them."""

MANY = 2**22
"""Minimum size of a dataset's buffered rows of a day for a file of their own."""

MAX_OPEN = 8
"""Maximum number of such files that a task writes at the same time."""

MAX_TABLES = 2**14
"""Maximum number of cached tables."""

DAY = 86_400_000_000

FACTS = "facts.json"


@dataclass(frozen=True)
class Part:
    """A span of a log, and the folders of datasets whose rows are skipped."""

    log: str
    span: Span
    without: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ExportOptions:
    """The selection of an export.

    `exclude` are patterns of tables to skip. `only` are the folders to read, if not all, with the
    target columns of their rows, as Spark's JSON; for folders in `accepted`, only rows with these
    columns are read. `begins` are the folders to read, if not all, with the positions after which
    their rows count. `ddl` has the definitions of tables, `keys` the given keys of current tables;
    it is None without these.
    """

    table: str | None = None
    exclude: tuple[str, ...] = ()
    ddl: Scope = EVERYTHING
    file_size: int = 2**27
    only: Mapping[str, str] | None = None
    accepted: Mapping[str, Sequence[str]] = field(default_factory=dict)
    begins: Mapping[str, Place] | None = None
    mark: str = "%"
    keys: Mapping[str, Sequence[str]] | None = None

    def folder_of(self, table: Table) -> str:
        """Return the folder of a table's dataset."""
        return folder_name(table.database, table.name, self.mark)

    @property
    def wants_statements(self) -> bool:
        """Whether the statements are exported, too."""
        return self.table is None and self.only is None and self.begins is None

    def wants(self, table: Table) -> bool:
        """Return whether the rows of a table are selected."""
        is_selected = self.table is None or asks_for(self.table, table.full_name)
        if not is_selected or any(asks_for(one, table.full_name) for one in self.exclude):
            return False
        folders = self.begins if self.only is None else self.only
        return folders is None or self.folder_of(table) in folders


@dataclass(frozen=True)
class ReadTask:
    """Reads spans of logs, and writes to a folder of the store; `FACTS` is the last file."""

    store: Store
    folder: str
    parts: tuple[Part, ...]
    options: ExportOptions

    @property
    def name(self) -> str:
        """The last log of the task."""
        return self.parts[-1].log

    def __call__(self) -> Facts:
        """Return the facts, also of an earlier run. Raises BinlogError for damage."""
        facts = self.store.read_json(f"{self.folder}/{FACTS}")
        if facts is not None:
            return Facts.from_json(facts)
        reading = _Reading(self)
        for part in self.parts:
            reading.read(part)
        facts = reading.finish()
        self.store.write_json(f"{self.folder}/{FACTS}", facts.to_json())
        return facts


class _Key(NamedTuple):
    """Key of buffered rows: a dataset, the day, and the number of the layout."""

    folder: str
    day: int
    layout: int


class _TableEntry(NamedTuple):
    """A table, the folder of its rows (None if skipped), their columns, and keys."""

    table: Table
    folder: str | None
    columns: str
    keys: tuple[str, ...] = ()


@dataclass
class _Held:
    batches: list[pa.RecordBatch] = field(default_factory=list)
    num_bytes: int = 0


class _Reading:
    """The execution of a task."""

    def __init__(self, task: ReadTask) -> None:
        self._task = task
        self._options = task.options
        self._facts = Facts()
        self._readers = TableReaders([part.log for part in task.parts])
        self._held: dict[_Key, _Held] = {}
        self._num_bytes = 0
        self._pieces = PieceFile(task.store, task.store.new_name(task.folder, ".pieces"))
        self._files: dict[_Key, ParquetFiles] = {}
        self._waiting = PendingXaRows[tuple[_Key, str]]()
        self._logged = LoggedStatements(lru_cache(maxsize=1)(server_of))
        self._omits_generated: dict[str, bool] = {}
        self._definitions: Definitions | None = None
        # by id; the table in the value keeps its id from being reused
        self._tables: dict[int, _TableEntry] = {}

    def read(self, part: Part) -> None:
        """Read a span of a log."""
        for scope in scopes_of(part.log, replace(self._options.ddl, table=None, span=part.span)):
            self._definitions = scope.definitions
            self._read_scope(part, scope)

    def _read_scope(self, part: Part, scope: Scope) -> None:
        self._tables.clear()
        reader = self._readers.reader(
            part.log,
            scope,
            WantedTables(
                lambda table: self._entry(table, part).folder is not None,
                None if self._options.only is None else self._schema_for,
            ),
        )
        for found in reader.found():
            decisions: list[Decision] = []
            for one in found:
                if isinstance(one, TableRows):
                    self._take_rows(one, part)
                else:
                    decisions += decisions_in(one.batch, part.log)
                    if scope.redaction is not None:
                        StatementGuard(part.log, scope.redaction).check(one.batch)
                    if self._options.keys is not None:
                        self._logged.add(one.batch, part.log)
                    self._take_statements(one, part)
            if decisions:
                self._decide(decisions)
            if self._num_bytes >= HELD:
                self._flush()
        self._facts.events += reader.num_events

    def finish(self) -> Facts:
        """Write all buffered rows, and return the facts."""
        self._flush()
        self._pieces.close()
        for key in list(self._files):
            self._close(key)
        self._facts.changes, self._facts.ddl = self._logged.changes, self._logged.ddl
        return self._facts

    def _schema_for(self, table: Table) -> pa.Schema:
        assert self._options.only is not None
        return schema_from(self._options.only[self._options.folder_of(table)])

    def _entry(self, table: Table, part: Part) -> _TableEntry:
        entry = self._tables.get(id(table))
        if entry is None:
            if len(self._tables) >= MAX_TABLES:
                self._tables.clear()
            entry = self._tables[id(table)] = self._new_entry(table, part)
        return entry

    def _new_entry(self, table: Table, part: Part) -> _TableEntry:
        options = self._options
        folder = options.folder_of(table)
        if not options.wants(table) or folder in part.without:
            return _TableEntry(table, None, "")
        keys = tuple(map(column_field, table.primary_key))
        masked = {column.name.lower() for column in table.columns if column.mask}
        of_key = (*table.primary_key, *(options.keys or {}).get(table.full_name, ()))
        if options.keys is not None and masked.intersection(map(str.lower, of_key)):
            # different values of a short column may have the same hash
            raise ValueError(f"--redact: the key of {table.full_name} is redacted, for --current")
        columns = ""
        with suppress(UnreadableError):  # reading its rows raises it, with their position
            columns = columns_of(table_schema(table))
        if options.only is None:
            return _TableEntry(table, folder, columns, keys)
        is_accepted = columns in options.accepted.get(folder, (columns,))
        return _TableEntry(table, folder if is_accepted else None, options.only[folder], keys)

    def _take_rows(self, rows: TableRows, part: Part) -> None:
        table, batch, num_bytes, are_settled = rows
        _, folder, columns, keys = self._entry(table, part)
        assert folder is not None
        if self._options.begins is not None and folder in self._options.begins:
            batch = between(batch, self._options.begins[folder], None)
            if not len(batch):
                return
        facts = self._facts.datasets.get(folder)
        if facts is None:
            facts = DatasetFacts(table.full_name, table.database, table.name)
            self._facts.datasets[folder] = facts
        facts.images += len(batch)
        if self._options.keys is not None:
            left_out = self._left_out(batch, table, part)
            facts.left_out = facts.left_out.union(left_out)
        layout = facts.find(columns, keys, has_names=table.has_names)
        if layout is None:
            position, gtid = (batch.column(name)[0].as_py() for name in ("_position", "_gtid"))
            first = Layout(columns, table.has_names, part.log, position, keys, gtid)
            layout = facts.number_of(first)
        if not are_settled:
            for day, waiting in _days_of(prepared(batch), "_timestamp"):
                self._waiting.add((_Key(folder, day, layout), part.log), part.log, waiting)
                self._num_bytes += waiting.nbytes
            batch = settled(batch)
        for day, rows_of_day in _days_of(batch, "_timestamp"):
            share = num_bytes * len(rows_of_day) // rows.batch.num_rows
            self._hold(_Key(folder, day, layout), rows_of_day, share)

    def _left_out(self, batch: pa.RecordBatch, table: Table, part: Part) -> LeftOut:
        """Return the columns that row images lack, by the table's definition if there is one."""
        left_out = left_out_in(batch, table)
        doubtful = left_out.silent | left_out.omitted
        if not doubtful:
            return left_out
        left_out = replace(left_out, silent=set(), omitted=set())
        if part.log not in self._omits_generated:
            self._omits_generated[part.log] = omits_generated(part.log)
        if not self._omits_generated[part.log]:
            return left_out
        generated = self._generated(table)
        if generated is None:
            return left_out_in(batch, table)
        return left_out.union(LeftOut(unlogged=generated.intersection(doubtful)))

    def _generated(self, table: Table) -> set[str] | None:
        """Return the generated columns of a table by the definitions; None if these lack it."""
        if self._definitions is None:
            return None
        definition = None
        with suppress(OSError, MissingExtraError):  # then the table may be stale, which is reported
            definition = self._definitions.tables.get(table.full_name)
        return None if definition is None else generated_of(definition, table)

    def _take_statements(self, statements: Statements, part: Part) -> None:
        batch = statements.batch
        if not self._options.wants_statements or STATEMENTS in part.without:
            return
        self._facts.statements += len(batch)
        facts = self._facts.datasets.setdefault(STATEMENTS, DatasetFacts(STATEMENTS))
        layout = facts.number_of(Layout(columns_of(RECORD_SCHEMA), True, part.log, 0))
        for day, some in _days_of(batch, "timestamp"):
            self._hold(_Key(STATEMENTS, day, layout), some, some.nbytes)

    def _decide(self, decisions: list[Decision]) -> None:
        elsewhere, rows = self._waiting.decide(decisions)
        self._facts.decisions += elsewhere
        for (key, _), batch in rows:
            self._hold(key, batch, batch.nbytes)

    def _hold(self, key: _Key, batch: pa.RecordBatch, num_bytes: int) -> None:
        held = self._held.setdefault(key, _Held())
        held.batches.append(batch)
        held.num_bytes += num_bytes
        self._num_bytes += num_bytes
        if held.num_bytes >= ROW_GROUP:
            del self._held[key]
            self._num_bytes -= held.num_bytes
            self._write(key, held.batches)

    def _flush(self) -> None:
        for (key, log), batch in self._waiting.drain():
            self._put_down(key, batch, waiting_in(batch, log))
        for key in list(self._held):
            held = self._held.pop(key)
            if held.num_bytes >= MANY or key in self._files:
                self._write(key, held.batches)
            else:
                self._put_down(key, concatenated(held.batches), ())
        self._num_bytes = 0

    def _put_down(self, key: _Key, batch: pa.RecordBatch, waiting: tuple[Waiting, ...]) -> None:
        piece = self._pieces.write(batch)
        piece = replace(piece, day=key.day, layout=key.layout, waiting=waiting)
        self._facts.datasets[key.folder].pieces.append(piece)

    def _write(self, key: _Key, batches: list[pa.RecordBatch]) -> None:
        files = self._files.pop(key, None)
        if files is None:
            if len(self._files) >= MAX_OPEN:
                self._close(next(iter(self._files)))
            task = self._task
            size = self._options.file_size
            files = ParquetFiles(task.store, task.folder, batches[0].schema, size)
        self._files[key] = files  # at the end, as the last used
        files.write(batches)

    def _close(self, key: _Key) -> None:
        files = self._files.pop(key)
        files.close()
        pieces = self._facts.datasets[key.folder].pieces
        for done in files.done:
            pieces.append(Piece(done.name, done.rows, done.num_bytes, key.day, key.layout))


def _days_of(batch: pa.RecordBatch, timestamp: str) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield rows by their days, in UTC, counted from 1970."""
    if not len(batch):
        return
    days = np.asarray(batch.column(timestamp).view(pa.int64())) // DAY
    first = int(days[0])
    if (days == first).all():
        yield first, batch
        return
    for day in np.unique(days).tolist():
        yield day, batch.filter(pa.array(days == day))
