"""Definitions that are said to hold in all logs, held against the DDL that the logs have."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.proof import conflict
from binlog_kaitai.catalog.sessions import is_applied, session_of
from binlog_kaitai.catalog.steps import Session, TableName
from binlog_kaitai.catalog.undoing import TablesBefore
from binlog_kaitai.errors import BinlogError, DoubtWarning
from binlog_kaitai.model.changes import Statement
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.names import full_name, parts_of
from binlog_kaitai.read.logged_ddl import may_be_ddl, version_of


class UnplacedWarning(DoubtWarning):
    """Definitions without a place are used on both sides of DDL that changes their columns."""


@dataclass
class DdlWatch:
    """Tells of the first statement, for each table, that makes it another than it is said to be.

    It knows no other statements than the one that it sees: parts of logs tell what the whole does.

    Attributes:
        tables: the definitions by full names.
        fails: the statement is an error, and not a warning.
    """

    tables: Mapping[str, Definition]
    fails: bool = False
    _told: set[TableName] = field(default_factory=set, repr=False)

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
            BinlogError: a table is made another, and that `fails`.
        """
        told = statement.context
        version = version_of(log_format)
        session = session_of(told, statement.database, server_id, version)
        if not (may_be_ddl(statement.text, session.sql_mode) and is_applied(told, None)):
            return
        where = "{} at byte {}".format(*place)
        for name in self._made_others(statement.text, session, where):
            if name in self._told:
                continue
            self._told.add(name)
            table = full_name(*name)
            definition = f"the definition of {table} in {self.tables[table].place}"
            if self.fails:
                expected = f"{definition} to hold in all logs, or its place (ddlAt)"
                raise BinlogError(*place, expected, "a statement that changes its columns")
            warnings.warn(
                f"{definition} holds on one side only of the statement in {where}: on the other"
                " side, columns may have wrong names; pass its place with --ddl-at",
                UnplacedWarning,
                stacklevel=2,
            )

    def _made_others(self, text: str, session: Session, place: str) -> Iterator[TableName]:
        """Yield the tables that are not as defined both before and behind a statement."""
        tables = {TableName(*parts_of(name)): one for name, one in self.tables.items()}
        catalog = Catalog()
        catalog.tables.update(tables)
        steps = [one for one in catalog.apply(text, session, place) if one.session is None]
        steps = [one for one in steps if one.kind not in {"rows_changed", "emptied"}]
        named = dict.fromkeys(name for one in steps for name in (one.name, one.other))
        # CREATE TABLE ... SELECT: nothing is known of it but that it is new
        new = {one.name for one in steps if one.kind == "created" and one.after is None}
        before: Mapping[TableName, Definition] | None = None
        for name in named:
            if name not in tables or name in new or catalog.is_absent(name):
                continue
            if _are_alike(catalog.find(name), tables[name]):
                continue
            if before is None:
                back = TablesBefore(dict(tables))
                back.undo(text, session, Catalog().apply(text, session, place))
                before = back.tables
            if not _are_alike(before.get(name), tables[name]):
                yield name


def _are_alike(known: object, defined: Definition) -> bool:
    return isinstance(known, Definition) and conflict(known, defined, "") is None
