"""The rows of dumps by tables: of SQL files, or of MySQL Shell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa

from binlog_kaitai.catalog.dumped_rows import ENDINGS, InsertedRows, inserted_rows
from binlog_kaitai.catalog.dumps import Dump, DumpPlace, files_of, read_dump
from binlog_kaitai.catalog.shell_dumps import ShellTable, shell_tables
from binlog_kaitai.lake.dumped_tables import DumpedTable, Printed, bits_of, values_of
from binlog_kaitai.model.definitions import ColumnDefinition, Definition
from binlog_kaitai.model.names import full_name

BATCH_BYTES = 2**23
"""Approximate size of the texts that become a batch."""

TableRows: TypeAlias = tuple[str, Iterator[pa.RecordBatch]]
"""The full name of a table, and some of its rows."""


class DumpSource(ABC):
    """A dump at a path. Its methods raise ValueError for what it does not have exactly, OSError."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)

    @property
    @abstractmethod
    def place(self) -> DumpPlace | None:
        """The place of the dump; None if it does not say."""

    @property
    @abstractmethod
    def tables(self) -> Mapping[str, Definition]:
        """The definitions of the tables by their full names."""

    @property
    @abstractmethod
    def time(self) -> int:
        """The seconds since 1970 of the rows."""

    def problem(self, table: DumpedTable, *, has_keys: bool) -> str | None:
        """Return why the dump does not have all values of a table as logs do."""
        return table.problem(has_keys=has_keys)

    @abstractmethod
    def rows(self, tables: Mapping[str, DumpedTable]) -> Iterator[TableRows]:
        """Yield the rows of some tables, each several times if they are not together."""


class SqlDump(DumpSource):
    """The SQL files of mysqldump, mariadb-dump or mydumper."""

    @cached_property
    def _dump(self) -> Dump:
        return read_dump(self.path)

    @property
    def place(self) -> DumpPlace | None:
        return self._dump.place

    @property
    def tables(self) -> Mapping[str, Definition]:
        return self._dump.tables

    @property
    def time(self) -> int:
        return int(files_of(self.path)[0].stat().st_mtime)

    def rows(self, tables: Mapping[str, DumpedTable]) -> Iterator[TableRows]:
        def columns(database: str, table: str) -> Sequence[str] | None:
            found = tables.get(full_name(database, table))
            return None if found is None else found.written

        files = (file for file in files_of(self.path) if file.name.endswith(ENDINGS))
        every = (rows for file in files for rows in inserted_rows(file, columns))
        for name, some in groupby(every, lambda one: full_name(one.database, one.table)):
            yield name, (_batch(tables[name], alike) for alike in _in_batches(some))


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


def _batch(table: DumpedTable, some: Sequence[InsertedRows]) -> pa.RecordBatch:
    first = some[0]
    columns = zip(*(row for one in some for row in one.literals), strict=True)
    values = {
        name.lower(): partial(values_of, literals=literals)
        for name, literals in zip(first.columns, columns, strict=True)
    }
    return table.batch(Printed(first.charset, first.time_zone, first.place), values)


class ShellDump(SqlDump):
    """The directory of a dump of MySQL Shell."""

    @cached_property
    def _described(self) -> dict[str, ShellTable]:
        return shell_tables(self.path)

    def problem(self, table: DumpedTable, *, has_keys: bool) -> str | None:
        described = self._described.get(table.name)
        if described is None:
            return "the dump does not describe it"
        return super().problem(table, has_keys=has_keys) or described.problem(table.definition)

    def rows(self, tables: Mapping[str, DumpedTable]) -> Iterator[TableRows]:
        for name, table in tables.items():
            yield name, self._batches(table, self._described[name])

    def _batches(self, table: DumpedTable, described: ShellTable) -> Iterator[pa.RecordBatch]:
        zone = "utc" if described.is_utc else ""
        for some in described.rows(self.path):
            values: dict[str, Callable[[ColumnDefinition], list[bytes | None]]] = {
                name.lower(): partial(_shell_values, values=values)
                for name, values in zip(described.columns, some.values, strict=True)
            }
            yield table.batch(Printed(described.charset, zone, some.place), values)


def _shell_values(defined: ColumnDefinition, values: list[bytes | None]) -> list[bytes | None]:
    if defined.kind == "bit":
        return [None if one is None else bits_of(one) for one in values]
    return values
