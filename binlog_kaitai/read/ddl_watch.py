"""Definitions that are said to hold in all logs, held against the DDL that the logs have."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from typing import Any

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.proof import conflict
from binlog_kaitai.catalog.sessions import is_applied, session_of
from binlog_kaitai.catalog.steps import Session, TableName
from binlog_kaitai.catalog.undoing import TablesBefore
from binlog_kaitai.errors import BinlogError, DoubtWarning
from binlog_kaitai.model.changes import Statement
from binlog_kaitai.model.definitions import ColumnDefinition, Definition
from binlog_kaitai.model.names import full_name, parts_of
from binlog_kaitai.read.logged_ddl import may_be_ddl, version_of


class UnplacedWarning(DoubtWarning):
    """Definitions without a place are used on both sides of DDL that changes their columns."""


@dataclass
class DdlWatch:
    """Tells of the first statement, for each table, that may have names be wrong on one side of it.

    Tables that a statement gives other columns are no concern where the table maps of rows tell
    one from the other: those that do not fit are errors. It knows no other statements than the one
    that it sees: parts of logs tell what the whole does.

    Attributes:
        tables: the definitions by full names.
        fails: the statement is an error and not a warning: so it is in copies of a watch, which
            other processes have, whose warnings reach nobody.
    """

    tables: Mapping[str, Definition]
    fails: bool = False
    _used: set[str] = field(default_factory=set, repr=False)
    _doubted: dict[str, str] = field(default_factory=dict, repr=False)
    _told: set[str] = field(default_factory=set, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "fails": True}

    @cached_property
    def _by_name(self) -> dict[TableName, Definition]:
        return {TableName(*parts_of(name)): one for name, one in self.tables.items()}

    def use(self, table: str) -> None:
        """Take in that rows of a table, by its full name, get its names from the definition."""
        self._used.add(table)
        self._tell(table)

    def see(
        self, statement: Statement, server_id: int, log_format: Any, place: tuple[str, int]
    ) -> None:
        """Take in a statement.

        Args:
            statement: one that the log has.
            server_id: the server that executed it.
            log_format: the format of the log.
            place: the log and the position.

        Raises:
            BinlogError: names may be wrong on one side of it, and that `fails`.
        """
        told = statement.context
        session = session_of(told, statement.database, server_id, version_of(log_format))
        if not (may_be_ddl(statement.text, session.sql_mode) and is_applied(told, None)):
            return
        where = "{} at byte {}".format(*place)
        for name in _renaming(statement.text, session, where, self._by_name):
            if self.fails:
                expected = f"{self._definition_of(name)} to hold in all logs, or its place (ddlAt)"
                raise BinlogError(*place, expected, "a statement that changes names of its columns")
            self._doubted.setdefault(name, where)
            self._tell(name)

    def _tell(self, table: str) -> None:
        if table in self._told or table not in self._used or table not in self._doubted:
            return
        self._told.add(table)
        warnings.warn(
            f"{self._definition_of(table)} holds on one side only of the statement in"
            f" {self._doubted[table]}: on the other side, columns may have wrong names; pass its"
            " place with --ddl-at",
            UnplacedWarning,
            stacklevel=2,
        )

    def _definition_of(self, table: str) -> str:
        return f"the definition of {table} in {self.tables[table].place}"


def _renaming(
    text: str, session: Session, place: str, tables: Mapping[TableName, Definition]
) -> Iterator[str]:
    """Yield the tables, by full names, that may have other names on one side of a statement."""
    catalog = Catalog()
    catalog.tables.update(tables)
    steps = [one for one in catalog.apply(text, session, place) if one.session is None]
    steps = [one for one in steps if one.kind not in {"rows_changed", "emptied"}]
    # CREATE TABLE ... SELECT: nothing is known of it but that it is new
    new = {one.name for one in steps if one.kind == "created" and one.after is None}
    named = dict.fromkeys(name for one in steps for name in (one.name, one.other))
    back: TablesBefore | None = None
    for name in named:
        if name is None or name not in tables or name in new or catalog.is_absent(name):
            continue
        known, defined = catalog.find(name), tables[name]
        if isinstance(known, Definition) and conflict(known, defined, "") is None:
            continue
        if back is None:
            back = TablesBefore(dict(tables))
            back.undo(text, session, Catalog().apply(text, session, place))
        others = [one for one in (known, back.tables.get(name)) if isinstance(one, Definition)]
        if not others or any(_may_be_mistaken(one, defined) for one in others):
            yield full_name(*name)


def _may_be_mistaken(one: Definition, other: Definition) -> bool:
    """Return whether table maps may fit two definitions whose columns have other names."""
    pairs = list(zip_longest(one.columns, other.columns))
    are_alike = all(a is not None and b is not None and _are_alike(a, b) for a, b in pairs)
    return are_alike and conflict(one, other, "") is not None


def _are_alike(one: ColumnDefinition, other: ColumnDefinition) -> bool:
    """Return whether a column of a log may fit two definitions."""
    if one.is_nullable != other.is_nullable:
        return False
    return any(
        all(any(v in other.fits[kind][name] for v in vs) for name, vs in attributes.items())
        for kind, attributes in one.fits.items()
        if kind in other.fits
    )
