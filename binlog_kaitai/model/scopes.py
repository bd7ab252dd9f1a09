"""What of a log is wanted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from binlog_kaitai.model.changes import Statement
from binlog_kaitai.model.definitions import Definition, Definitions, described
from binlog_kaitai.model.gtids import GtidSet
from binlog_kaitai.model.names import asked_among, asks_for, is_pattern, parts_of
from binlog_kaitai.model.redaction import Redaction
from binlog_kaitai.model.spans import WHOLE, Span
from binlog_kaitai.model.tables import Table, with_binary_json


class TablesOverTime(Protocol):
    """Definitions of tables that DDL changes."""

    def parts(self, log: str, scope: Scope) -> Iterator[Scope]:
        """Yield the parts of a log in order, each with its definitions."""
        ...


class DefinitionsWatch(Protocol):
    """Sees which definitions are used, and the statements of logs that may change them."""

    def use(self, table: str) -> None:
        """Take in that a definition is used, by the full name of its table."""
        ...

    def see(
        self, statement: Statement, server_id: int, log_format: Any, place: tuple[str, int]
    ) -> None:
        """Take in a statement: who ran it, the format of its log, the log and the position."""
        ...


@dataclass(frozen=True, slots=True)
class Scope:
    """What of a file is read; what is left out costs little more than its events' headers.

    - `table`: only the row images of one table, `database.table`, in backticks where they are in
      doubt, or of those whose names match a pattern with `*`, `?` or `[...]`
    - `database`: only the row images of its tables, and the statements whose default database it is
    - `span`: the part of the file
    - `server_id`: only the events that this server wrote
    - `start_time`, `end_time`: only events whose header's time lies between, the end not included;
      microseconds since 1970
    - `applied`: without these transactions
    - `until`: only these transactions
    - `definitions`: what the log may lack of its tables
    - `over_time`: the same where DDL changes it; the log is then read in parts
    - `watch`: sees each statement that may be DDL, and whose definitions are used
    - `has_binary_json`: JSON documents are the bytes that the log holds
    - `redaction`: what takes the place of values
    - `columns`: the names of those of a table's columns whose values are read; all of them if None.
      A value that is not read may be any
    - `is_lenient`: what is damaged is a `Fault` among the changes, and reading goes on behind it
    - `verify_checksums`: an event whose checksum is wrong is damaged
    - `has_context`: each row tells the statement, the thread and the user that changed it
    - `is_exact`: values keep all that the log holds of them, as `binlog_kaitai.tree.rows.exact`
      reads them, and statements are told although a `table` is asked for; only trees read so
    """

    table: str | None = None
    span: Span = WHOLE
    start_time: int | None = None
    end_time: int | None = None
    applied: GtidSet | None = None
    until: GtidSet | None = None
    definitions: Definitions | None = None
    over_time: TablesOverTime | None = None
    columns: Callable[[Table], Collection[str]] | None = None
    is_lenient: bool = False
    verify_checksums: bool = True
    database: str | None = None
    server_id: int | None = None
    is_exact: bool = False
    has_context: bool = False
    watch: DefinitionsWatch | None = None
    has_binary_json: bool = False
    redaction: Redaction | None = None

    def wants_table(self, full_name: str) -> bool:
        """Return whether row images of a table are wanted, by its full name."""
        is_named = self.table is None or asks_for(self.table, full_name)
        return is_named and self.wants_database_of(full_name)

    def wants_database_of(self, full_name: str) -> bool:
        """Return whether the database of a table is wanted."""
        return self.database is None or parts_of(full_name)[0] == self.database

    def wants_tables(self, full_names: list[str]) -> list[bool]:
        """Return of tables, by their full names, whether their row images are wanted."""
        are_wanted = [True] * len(full_names)
        if self.table is not None:
            are_wanted = asked_among(self.table, full_names)
        if self.database is None:
            return are_wanted
        return [
            is_wanted and self.wants_database_of(name)
            for is_wanted, name in zip(are_wanted, full_names, strict=True)
        ]

    @property
    def wants_all_tables(self) -> bool:
        """Whether row images are wanted of whatever table."""
        return self.table is None and self.database is None

    @property
    def wants_all_events(self) -> bool:
        """Whether events are wanted of all tables, times and transactions."""
        parts = (self.table, self.database, self.start_time, self.end_time)
        return all(part is None for part in (*parts, self.applied, self.until))

    @property
    def has_times(self) -> bool:
        """Whether events are wanted by their times."""
        return self.start_time is not None or self.end_time is not None

    @property
    def is_of_whole_logs(self) -> bool:
        """Whether logs are read from head to end, for rows as kernels have them."""
        return self.span == WHOLE and not self.is_exact

    @property
    def wants_one_table(self) -> bool:
        """Whether `table` alone, by its name, says of which table row images are wanted."""
        return self.table is not None and self.database is None and not is_pattern(self.table)

    @property
    def wants_all_of_table(self) -> bool:
        """Whether all row images of `table` are wanted that are in the span."""
        rest = (self.server_id, self.start_time, self.end_time, self.applied, self.until)
        return self.wants_one_table and all(part is None for part in rest)

    @property
    def at_all_times(self) -> Scope:
        """The same tables, whenever and by whom their rows were logged."""
        return Scope(
            self.table,
            definitions=self.definitions,
            over_time=self.over_time,
            is_lenient=self.is_lenient,
            verify_checksums=self.verify_checksums,
            database=self.database,
            has_binary_json=self.has_binary_json,
            redaction=self.redaction,
        )

    @property
    def is_pattern(self) -> bool:
        """Whether `table` may stand for several tables."""
        return self.table is not None and is_pattern(self.table)

    def definition_of(self, full_name: str) -> Definition | None:
        """Return what is defined of a table, by its full name, if its row images are wanted."""
        if self.definitions is None or not self.wants_table(full_name):
            return None
        found = self.definitions.tables.get(full_name)
        if found is not None and self.watch is not None:
            self.watch.use(full_name)
        return found

    @property
    def follows_ddl(self) -> bool:
        """Whether the definitions are those of a part of the logs."""
        return self.definitions is not None and self.definitions.are_followed

    def described(
        self,
        table_map: Any,
        time: int | None = None,
        definition_of: Callable[[str], Definition | None] | None = None,
    ) -> Table:
        """Return the table of a `TableMapEvent`, its documents as they are wanted, with its masks.

        Args and errors are those of `described` in `binlog_kaitai.model.definitions`, and
        `Redaction.masked`.
        """
        asked = definition_of or self.definition_of
        table = described(table_map, asked, time, are_followed=self.follows_ddl)
        if self.redaction is not None and self.wants_table(table.full_name):
            table = self.redaction.masked(table, table_map)
        return with_binary_json(table) if self.has_binary_json else table

    def wants_time(self, timestamp: int) -> bool:
        """Return whether events of a time, in seconds since 1970, are wanted."""
        first, end = self.seconds
        return first <= timestamp < end

    @property
    def seconds(self) -> tuple[int, int]:
        """The first second since 1970 that is wanted, and the first one that is not."""
        first, end = self.start_time or 0, self.end_time
        return -(-first // 1_000_000), 2**62 if end is None else -(-end // 1_000_000)

    def wants_transaction(self, gtid: str | None) -> bool:
        """Return whether a transaction is wanted."""
        if self.applied is not None and self.applied.holds(gtid):
            return False
        return self.until is None or self.until.holds(gtid)


EVERYTHING = Scope()
