"""Statements in a log that is rewritten: the tables that they change, and their text."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

from binlog_kaitai.catalog.catalog import DDL_WORDS
from binlog_kaitai.catalog.sessions import session_of
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.catalog.tokens import Token, tokens_of, unquoted
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.charsets import decoder
from binlog_kaitai.model.names import database_of, full_name, quoted_part
from binlog_kaitai.model.redaction import Redaction
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import text_of
from binlog_kaitai.read.logged_ddl import version_of
from binlog_kaitai.read.redacting import has_texts_of, tables_of
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.transactions.sessions import session_of as told_session
from binlog_kaitai.tree.transactions.statements import client_charset, query_bytes, query_charset
from binlog_kaitai.tree.transactions.transaction import bound_of

_IN_FRONT = frozenset(
    {
        *("table", "tables", "exists", "into", "update", "from", "join", "references", "like"),
        *("to", "on", "view", "trigger", "index", "procedure", "function", "event", "truncate"),
        *("rename", "sequence"),
    }
)
"""Words behind which a name with a point is that of a database."""

_DATABASE = frozenset({"database", "schema"})


class LoggedText:
    """The text of a statement's event, with its session.

    Args:
        event: a QUERY or EXECUTE_LOAD_QUERY event.
    """

    def __init__(self, event: LoggedEvent) -> None:
        body = event.in_full().tree.body
        is_query = event.tree.is_query
        self.encoded = query_bytes(body) if is_query else body.query
        charset = query_charset(body) if is_query else client_charset(body.status_vars)
        self.charset = charset or "utf8mb4"
        self.text = text_of(self.encoded, charset)
        self.database = text_of(body.database, None)
        self.session = _session(event, body, self.database)

    @property
    def tables(self) -> list[tuple[str, str | None]]:
        """The tables that it changes; None for any of a database."""
        return tables_of(self.text, self.session)

    def is_of(self, scope: Scope) -> tuple[bool, bool]:
        """Return whether a statement changes a table that is wanted, and another one."""
        found = [_is_wanted(scope, *table) for table in self.tables]
        return any(found), not all(found)

    def renamed(self, names: Mapping[str, str]) -> bytes:
        """Return the text with other names of databases.

        Raises:
            UnreadableError: it is not sure where the text names a database.
        """
        text = renamed(self.text, self.session, names)
        if text == self.text:
            return self.encoded
        encoded = text.encode()
        if not self.encoded.isascii() and decoder(self.charset)(encoded) != text:
            raise UnreadableError("a statement in UTF-8", f"one in {self.charset}: {self.text}")
        return encoded


def is_text(event: LoggedEvent) -> bool:
    """Return whether an event has the text of a statement, and its session."""
    return bool(event.tree.is_query) or event.type == EventType.execute_load_query


def _session(event: LoggedEvent, body: Any, database: str) -> Session:
    record = told_session(body, event.tree.format)
    server = version_of(event.tree.format)
    return session_of(record, database, event.tree.header.server_id, server)


def _is_wanted(scope: Scope, database: str, table: str | None) -> bool:
    if table is None:
        # all tables of the database, and those that are wanted may be among them
        is_named = scope.table is None or fnmatchcase(database, database_of(scope.table))
        return is_named and scope.database in {None, database}
    return scope.wants_table(full_name(database, table))


def renamed(text: str, session: Session, names: Mapping[str, str]) -> str:
    """Return a statement's text with databases renamed where it names them.

    Raises:
        UnreadableError: it is not sure that a name is that of a database.
    """
    tokens = list(tokens_of(text, session.sql_mode, session.server))
    parts, end = [], 0
    for index, (kind, token, start, _) in enumerate(tokens):
        name = unquoted(token)
        if kind not in {"name", "word"} or name not in names:
            continue
        if not _names_database(tokens, index):
            if _is_qualifier(tokens, index) and not _is_qualified(tokens, index):
                raise UnreadableError(
                    f"a statement in which {name} is surely a database, or no name of one",
                    text,
                )
            continue
        parts += [text[end:start], quoted_part(names[name])]
        end = start + len(token)
    return "".join([*parts, text[end:]])


def _is_qualifier(tokens: list[Token], index: int) -> bool:
    return index + 1 < len(tokens) and tokens[index + 1][1] == "."


def _is_qualified(tokens: list[Token], index: int) -> bool:
    """Return whether a name is that of a table of a named database, as `b` of `a.b.c`."""
    return index > 1 and tokens[index - 1][1] == "." and tokens[index - 2][0] in {"name", "word"}


def _names_database(tokens: list[Token], index: int) -> bool:
    """Return whether a name in a statement is surely that of a database."""
    if _is_qualified(tokens, index):
        return False
    if _is_qualifier(tokens, index) and _is_qualifier(tokens, index + 2):
        return tokens[index - 1][1] not in {"@", "."}  # not the host of an account
    at = index - 1
    while at >= 0 and tokens[at][3] in {"if", "not", "exists"}:
        at -= 1
    if at < 0:
        return False
    if tokens[at][3] in _DATABASE:
        return True
    is_listed = tokens[index - 1][1] == "," and tokens[0][3] in DDL_WORDS
    return _is_qualifier(tokens, index) and (is_listed or tokens[index - 1][3] in _IN_FRONT)


def thread_of(event: LoggedEvent) -> tuple[int, int] | None:
    """Return the connection of a statement that depends on temporary tables."""
    header = event.tree.header
    if not (header.flags.thread_specific and is_text(event)):
        return None
    return header.server_id, event.tree.body.thread_id


def may_hold_values(event: LoggedEvent, redaction: Redaction) -> bool:
    """Return whether a statement's text, such as that of DDL, has names of redacted columns.

    Raises:
        UnreadableError: the statement changes rows that are redacted.
    """
    if bound_of(event) is not None:
        return False
    if not is_text(event):
        expected = "changes of redacted tables that are logged as rows"
        raise UnreadableError(expected, "LOAD DATA of an old server")
    logged = LoggedText(event)
    return has_texts_of(logged.text, logged.session, redaction)


def is_wanted_in(scope: Scope, event: LoggedEvent) -> tuple[bool, bool]:
    """Return whether a scope wants a statement, and whether it also changes other tables."""
    if scope.wants_all_tables or bound_of(event) is not None:
        return True, False  # XA COMMIT names no tables
    if not is_text(event):
        return False, False
    logged = LoggedText(event)
    if scope.table is None:
        return logged.database == scope.database, False
    return logged.is_of(scope)
