"""The tables that are known at a place, by their names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from binlog_kaitai.catalog.charsets import Charset
from binlog_kaitai.catalog.steps import TableName, TableStep
from binlog_kaitai.model.definitions import Definition

MAX_ABSENT = 2**12
"""Tables of which it is known that they were dropped; of more, the oldest are forgotten."""

ALL_OF_DATABASE = ""
"""In place of a table's name: all tables of the database."""


class Doubt(NamedTuple):
    """The reason why the definition of a table is not known, and the place of the statement."""

    reason: str
    place: str


Known: TypeAlias = Definition | Doubt


class KnownTables:
    """The definitions of tables at one place.

    Args:
        is_whole: whether it has all tables of the server from the beginning, so that a table that
            it lacks does not exist.
    """

    def __init__(self, *, is_whole: bool = False) -> None:
        self.tables: dict[TableName, Known] = {}
        self.temporary: dict[tuple[str, TableName], Known] = {}
        self.temporary_logs: dict[tuple[str, TableName], str] = {}
        self.databases: dict[str, Charset] = {}
        self._is_whole = is_whole
        self.whole_databases: set[str] = set()
        self.absent: dict[TableName, None] = {}

    def find(self, name: TableName, session: str | None = None) -> Known | None:
        """Return the definition of a table, or the doubt about it; None for an unknown table.

        Args:
            name: the table.
            session: finds the session's temporary table of that name first.
        """
        if session is not None and self.temporary:
            own = self.temporary.get((session, name))
            if own is not None:
                return own
        return self.tables.get(name)

    def define(self, name: TableName, definition: Definition) -> None:
        """Set the definition of a table, as another source than a statement has it."""
        self.tables[name] = definition

    def doubt(
        self, name: TableName, doubt: Doubt, session: str | None = None
    ) -> Iterator[TableStep]:
        """Make a table doubtful, or all that are known of a database."""
        names = [name]
        if name.table == ALL_OF_DATABASE:
            names += [one for one in self.tables if one.database == name.database]
        for one in names:
            before = self.find(one, session)
            own = (session or "", one)
            if own in self.temporary:
                self.temporary[own] = doubt
            elif one.table != ALL_OF_DATABASE:
                self.tables[one] = doubt
            known = before if isinstance(before, Definition) else None
            of_session = session if own in self.temporary else None
            yield TableStep("doubtful", one, known, reason=doubt.reason, session=of_session)

    def forget(self, reason: str, place: str) -> None:
        """Make all tables doubtful, as statements are missing before a place."""
        self.tables = dict.fromkeys(self.tables, Doubt(reason, place))
        self.temporary.clear()
        self.temporary_logs.clear()
        self._is_whole = False
        self.whole_databases.clear()
        self.absent.clear()

    def is_absent(self, name: TableName) -> bool:
        """Return whether a table that is not in the catalog does not exist."""
        is_whole = self.has_all_of(name.database)
        return name not in self.tables and (is_whole or name in self.absent)

    def has_all_of(self, database: str) -> bool:
        """Return whether the catalog has had all tables of a database from its creation on."""
        return self._is_whole or database in self.whole_databases

    def remove(self, name: TableName) -> None:
        """Remove a table, which is known not to exist from here on."""
        self.tables.pop(name, None)
        if self.has_all_of(name.database):
            return
        self.absent[name] = None
        if len(self.absent) > MAX_ABSENT:
            del self.absent[next(iter(self.absent))]

    def add_database(self, name: str, charset: Charset, *, is_new: bool) -> None:
        """Set the default charset of a database; a new one has no tables but those to come."""
        self.databases[name] = charset
        if is_new:
            self.whole_databases.add(name)

    def remove_database(self, name: str) -> list[tuple[TableName, Known]]:
        """Remove a database. Returns its tables."""
        found = [(one, known) for one, known in self.tables.items() if one.database == name]
        for one, _ in found:
            del self.tables[one]
        self.databases.pop(name, None)
        self.whole_databases.add(name)
        return found
