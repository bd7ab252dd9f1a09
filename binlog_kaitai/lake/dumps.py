"""Begin tables with the rows of a dump, which become inserts at its place in the logs."""

from __future__ import annotations

import ipaddress
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa

from binlog_kaitai.catalog.dumped_rows import InsertedRows, inserted_rows, is_number, value_of
from binlog_kaitai.catalog.dumps import Dump, files_of, read_dump
from binlog_kaitai.lake.aside import Place
from binlog_kaitai.lake.chunks import Chunks, inserted
from binlog_kaitai.lake.columns import columns_of
from binlog_kaitai.lake.commit import STAGED
from binlog_kaitai.lake.dump_places import place_in
from binlog_kaitai.lake.facts import Baseline, DatasetFacts, Layout, Piece
from binlog_kaitai.lake.folders import folder_name, mark_of
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.parquet import ParquetFiles, in_groups
from binlog_kaitai.lake.running import Reading
from binlog_kaitai.lake.state import State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.summary import Step
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.definitions import ColumnDefinition, Definition
from binlog_kaitai.model.names import full_name, parts_of
from binlog_kaitai.model.printed_values import array_of, logged_column
from binlog_kaitai.model.schema import arrow_type, behind_record, column_field
from binlog_kaitai.model.tables import Column

BATCH_BYTES = 2**23
"""Approximate size of the texts that become a batch."""

DAY = 86_400

UTC = {"+00:00", "utc"}

_ADDRESSES: dict[str, Callable[[str], bytes]] = {
    "uuid": lambda text: uuid.UUID(text).bytes,
    "inet6": lambda text: ipaddress.IPv6Address(text).packed,
    "inet4": lambda text: ipaddress.IPv4Address(text).packed,
}
"""Types whose values dumps have as texts, and logs as bytes."""

Literals: TypeAlias = Sequence[bytes]


@dataclass(frozen=True)
class _Table:
    """A table of a dump."""

    database: str
    table: str
    definition: Definition

    @cached_property
    def columns(self) -> list[Column | None]:
        return [logged_column(one, is_mariadb=False) for one in self.definition.columns]

    @cached_property
    def schema(self) -> pa.Schema:
        return pa.schema(
            [pa.field(column_field(one.name), arrow_type(one)) for one in self.columns if one]
        )

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(map(column_field, self.definition.primary_key))

    @property
    def written(self) -> list[str]:
        """The columns of statements that do not name them."""
        return [one.name for one in self.definition.columns]

    def problem(self, *, has_keys: bool) -> str | None:
        """Return why the dump does not have all values of the table as logs do."""
        if self.definition.is_versioned:
            return "it is system-versioned"
        if not self.keys and not has_keys:
            return "it has no primary key (set --keys)"
        problems = map(_problem, self.definition.columns, self.columns)
        return next(filter(None, problems), None)

    def batch(self, some: Sequence[InsertedRows]) -> pa.RecordBatch:
        """Return rows that were written alike. Raises ValueError."""
        first = some[0]
        literals = [row for one in some for row in one.literals]
        at = {name.lower(): number for number, name in enumerate(first.columns)}
        values = list(zip(*literals, strict=True))
        arrays = []
        for defined, column, kind in zip(
            self.definition.columns, self.columns, self.schema.types, strict=True
        ):
            assert column is not None
            if defined.name.lower() not in at:
                raise ValueError(f"{first.place}: expected values of {defined.name}, found none")
            if defined.kind == "timestamp" and first.time_zone not in UTC:
                found = first.time_zone or "none"
                raise ValueError(f"{first.place}: expected SET TIME_ZONE='+00:00', found {found}")
            own = _with_charset(column, first)
            arrays.append(array_of(own, _values(defined, values[at[defined.name.lower()]]), kind))
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)


def read_dumped(
    store: Store, state: State, reading: Reading, logs: Sequence[str], *, is_rest_read: bool
) -> Chunks:
    """Read the rows of a dump.

    Args:
        store: the store of the export.
        state: its state, which has read no log.
        reading: the dump, and the key columns that the caller names.
        logs: the paths of the logs, in order.
        is_rest_read: whether tables that the dump lacks, or has not exactly, are read elsewhere.

    Raises:
        ValueError: the dump's place is unknown or not in the logs, or it does not have a table
            exactly.
        OSError: the dump cannot be read.
    """
    path = reading.snapshot.dump
    assert path is not None
    dump = read_dump(path)
    place = place_in(path, dump.place, logs)
    tables, problems = _tables(dump, state, reading)
    if problems and not is_rest_read:
        raise ValueError(
            f"{path}: the dump does not have all tables exactly: {'; '.join(problems)}; leave them"
            " out with --exclude-table, or read them from the server with --snapshot"
        )
    chunks = Chunks(place, place, is_of_dump=True)
    rows = _Rows(store, place, tables, int(files_of(Path(path))[0].stat().st_mtime))
    for name in rows.read(files_of(Path(path))):
        count = rows.facts[name].images
        reading.progress(Step("snapshot", count, count, name))
    mark = mark_of(state.file_format)
    for name, table in tables.items():
        folder, facts = folder_name(table.database, table.table, mark), rows.facts[name]
        chunks.datasets[folder] = facts
        chunks.definitions[folder] = table.definition
        begun = place[0], place[1] - 1
        chunks.read[folder] = Baseline(begun, list(table.keys), None, facts.images, True)
    return chunks


def _problem(defined: ColumnDefinition, column: Column | None) -> str | None:
    """Return why a dump does not have the values of a column as logs do."""
    if column is None:
        return f"the type {defined.text} of {defined.name} is not known"
    if defined.generated is not None:
        return f"dumps have no values of the generated column {defined.name}"
    if defined.kind == "vector":
        return f"the type VECTOR of {defined.name} is not supported in dumps"
    if defined.kind == "float":
        return f"dumps have only six digits of the FLOAT column {defined.name}"
    return None


def _tables(dump: Dump, state: State, reading: Reading) -> tuple[dict[str, _Table], list[str]]:
    """Return the tables to read by their names, and why others are not."""
    tables, problems = {}, []
    for name, definition in dump.tables.items():
        if wants(state.options, name):
            table = _Table(*parts_of(name), definition)
            problem = table.problem(has_keys=name in reading.keys)
            if problem is None:
                tables[name] = table
            else:
                problems.append(f"{name}: {problem}")
    return tables, problems


class _Rows:
    """Writes rows of a dump to staged files, and collects facts about them."""

    def __init__(self, store: Store, place: Place, tables: dict[str, _Table], time: int) -> None:
        self._store = store
        self._place = place
        self._tables = tables
        self._time = time
        self.facts = {
            name: DatasetFacts(name, one.database, one.table) for name, one in tables.items()
        }
        for name in tables:
            self._number(name)

    def read(self, files: Sequence[Path]) -> Iterator[str]:
        """Read files, and yield the name of a table when some rows of it end. Raises ValueError."""
        every = (rows for file in files if file.name.endswith(_SQL) for rows in self._rows_of(file))
        for name, some in groupby(every, lambda one: full_name(one.database, one.table)):
            self._write(name, some)
            yield name

    def _rows_of(self, file: Path) -> Iterator[InsertedRows]:
        def columns(database: str, table: str) -> Sequence[str] | None:
            found = self._tables.get(full_name(database, table))
            return None if found is None else found.written

        return inserted_rows(file, columns)

    def _number(self, name: str) -> int:
        table = self._tables[name]
        columns = columns_of(behind_record(table.schema))
        return self.facts[name].number_of(Layout(columns, True, *self._place, table.keys))

    def _write(self, name: str, some: Iterator[InsertedRows]) -> None:
        table, facts = self._tables[name], self.facts[name]
        files = ParquetFiles(self._store, f"{STAGED}/dump", behind_record(table.schema), 2**27)

        def batches() -> Iterator[pa.RecordBatch]:
            for alike in _in_batches(some):
                rows = table.batch(alike)
                yield inserted(rows, self._place, facts, facts.images, self._time * 1_000_000)
                facts.images += len(rows)

        for group in in_groups(batches()):
            files.write(group)
        files.close()
        number = self._number(name)
        facts.pieces += (
            Piece(done.name, done.rows, done.num_bytes, self._time // DAY, number)
            for done in files.done
        )


_SQL = (".sql", ".sql.gz", ".sql.zst")


def _in_batches(every: Iterator[InsertedRows]) -> Iterator[list[InsertedRows]]:
    """Yield rows together that were written alike, up to a size."""
    some: list[InsertedRows] = []
    size = 0
    for one in every:
        alike = not some or some[0][2:3] + some[0][4:6] == one[2:3] + one[4:6]
        if some and (size >= BATCH_BYTES or not alike):
            yield some
            some, size = [], 0
        some.append(one)
        size += sum(map(len, one.literals[0])) * len(one.literals)
    if some:
        yield some


def _with_charset(column: Column, rows: InsertedRows) -> Column:
    """Return a column with the charset that its texts have in a dump. Raises ValueError."""
    if rows.charset not in {BINARY, "utf8mb4"}:
        found = rows.charset or "none"
        raise ValueError(
            f"{rows.place}: expected SET NAMES utf8mb4 or binary, found {found}; dump with"
            " --default-character-set=utf8mb4"
        )
    if rows.charset == BINARY or column.charset in {None, BINARY}:
        return column
    return replace(column, charset=rows.charset)


def _values(defined: ColumnDefinition, literals: Literals) -> list[bytes | None]:
    """Return values as the server prints them to `SELECT`s of snapshots."""
    values = [value_of(one) for one in literals]
    if defined.kind == "bit":
        return [
            value if value is None or is_number(literal) else b"%d" % int(value.hex() or "0", 16)
            for literal, value in zip(literals, values, strict=True)
        ]
    address = _ADDRESSES.get(defined.kind)
    if address is not None:
        return [None if one is None else address(one.decode()) for one in values]
    return values
