"""The statements of logs that may change tables without row images."""

from __future__ import annotations

import re
from collections.abc import Callable

import pyarrow as pa

from binlog_kaitai.catalog.row_statements import changed_tables
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.catalog.tokens import Version
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.facts import Ddl, RowStatement, short_text
from binlog_kaitai.read.logged_ddl import LoggedStatement, statements_in

MAX_SESSIONS = 2**10
"""Sessions that change tables of which statements are kept; more are taken as one."""

_DDL = re.compile(
    r"(\s|/\*M?!?\d*|/\*.*?\*/|(--\s|#)[^\n]*\n)*(create|alter|drop|rename|truncate|set\s+statement)\b",
    re.IGNORECASE | re.DOTALL,
)


def is_ddl(statement: str) -> bool:
    """Return whether a statement may define, alter, move or empty tables."""
    return _DDL.match(statement) is not None


class LoggedStatements:
    """Collects statements, in the order of the logs.

    Of statements that change the same tables, only the first of a session counts: it sets them
    aside. So memory does not grow with the statements.
    """

    def __init__(self, server_of: Callable[[str], Version]) -> None:
        """Begin; `server_of` returns the version of the server that wrote a log."""
        self.ddl: list[Ddl] = []
        self.changes: list[RowStatement] = []
        self._server_of = server_of
        self._sessions: dict[Session, Session] = {}
        self._seen: set[tuple[str, str | None, str | None]] = set()

    def add(self, statements: pa.RecordBatch, log: str) -> None:
        """Add some statements, flat records, that lie behind all before."""
        name = base_name(log)
        for one in statements_in(statements, self._server_of(log)):
            if is_ddl(one.text):
                self._seen.clear()
                session = self._sessions.setdefault(one.session, one.session)
                place = (name, one.position, one.gtid)
                self.ddl.append(Ddl(*place, int(one.timestamp.timestamp()), one.text, session))
            else:
                self._add_changes(one, name)

    def _add_changes(self, one: LoggedStatement, log: str) -> None:
        for database, table, is_derived in changed_tables(one.text, one.session):
            session = one.session.key if len(self._seen) < MAX_SESSIONS else None
            key = database, table, session
            if key not in self._seen:
                self._seen.add(key)
                place = (log, one.position, one.gtid, short_text(one.text))
                self.changes.append(RowStatement(database, table, *place, session, is_derived))
