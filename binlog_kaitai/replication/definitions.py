"""Query a server for table definitions that its logs lack."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from binlog_kaitai.catalog.dumps import Dump, DumpPlace, definition_in
from binlog_kaitai.catalog.steps import Session as SqlSession
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.extras import from_extras
from binlog_kaitai.model.definitions import Definition, Flavor
from binlog_kaitai.model.names import full_name, parts_of, quoted_name
from binlog_kaitai.replication.servers import connect, sends_by_gtid, served_logs
from binlog_kaitai.replication.sessions import RefusedError, ServerError, Session
from binlog_kaitai.replication.uris import ServerUri

with from_extras():
    from pymysql.constants import ER

_SINCE = (
    "SELECT UNIX_TIMESTAMP(create_time) AS since FROM information_schema.tables"
    " WHERE table_schema = %s AND table_name = %s"
)
_TABLES = (
    "SELECT table_schema AS d, table_name AS t, table_rows AS num_rows, avg_row_length AS size,"
    " table_type AS kind FROM information_schema.tables"
    " WHERE table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') AND table_schema NOT IN"
    " ('mysql', 'sys', 'performance_schema', 'information_schema')"
)

NO_LIMIT = f"SET SESSION sql_select_limit = {2**64 - 1}"
"""The statement without which a server may cut what it selects, as DEFAULT is its own limit."""

ABSENT = frozenset({ER.NO_SUCH_TABLE, ER.BAD_DB_ERROR})
"""The errors of statements for a table that is not there, or its database."""

_MISSING = ABSENT | {ER.TABLEACCESS_DENIED_ERROR}
"""The errors of SHOW CREATE TABLE for a table that is not there, or not for the user."""


class ServerDefinitions(Mapping[str, Definition]):
    """The tables of a server by their full names, each queried at its first use.

    Tables that were dropped, or that the user may not see, are missing. The definitions are the
    current ones, as their `since` says. Raises ServerError.
    """

    def __init__(self, server: ServerUri) -> None:
        self._server = server
        self._lock = threading.Lock()
        self._definitions: dict[str, Definition | None] = {}

    def __getitem__(self, full_name: str) -> Definition:
        with self._lock:
            if full_name not in self._definitions:
                with connect(self._server) as session:
                    self._definitions[full_name] = _query(session, *parts_of(full_name))
            definition = self._definitions[full_name]
        if definition is None:
            raise KeyError(full_name)
        return definition

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the queried tables that exist."""
        return iter(
            [name for name, definition in self._definitions.items() if definition is not None]
        )

    def __len__(self) -> int:
        """Return the number of queried tables that exist."""
        return len(list(iter(self)))

    def __reduce__(self) -> tuple[type[ServerDefinitions], tuple[ServerUri]]:
        return ServerDefinitions, (self._server,)


def served_tables(session: Session) -> list[dict[str, Any]]:
    """Return the names of a server's tables, with their estimated rows, and bytes a row."""
    session.rows(NO_LIMIT)
    return session.rows(_TABLES)


def absent_of(server: ServerUri, tables: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the tables that a server does not have, of some by database and name.

    Those that the user may not see do not count. Raises ServerError.
    """
    found = set()
    with connect(server) as session:
        for database, table in tables:
            try:
                session.rows(f"SHOW CREATE TABLE {quoted_name(database, table)}")
            except RefusedError as error:
                if error.code in ABSENT:
                    found.add((database, table))
    return found


def read_tables(server: ServerUri) -> Dump:
    """Return all tables of a server, with their place in its logs. Raises ServerError.

    There are none if the server sends its logs by GTIDs alone, because then they have no place.
    """
    dump = Dump(server.uri)
    with connect(server) as session:
        if sends_by_gtid(session):
            return dump
        since = served_logs(session)[-1]
        for row in served_tables(session):
            definition = None
            with suppress(ValueError):  # not understood, so its columns have numbers
                definition = definition_of(session, row["d"], row["t"])
            if definition is not None:
                known = replace(definition, since=None)
                dump.tables[full_name(row["d"], row["t"])] = known
        end = served_logs(session)[-1]
    dump.place = DumpPlace(None, end.name, end.size, (since.name, since.size))
    return dump


def _query(session: Session, database: str, table: str) -> Definition | None:
    """Return a server's definition of a table; None if there is none. Raises ServerError."""
    try:
        return definition_of(session, database, table)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        name = f"{database}.{table}"
        raise ServerError(f"{session.name}: invalid definition of {name}: {error}") from None


def definition_of(session: Session, database: str, table: str) -> Definition | None:
    """Return a server's definition of a table; None if there is none.

    Raises ServerError, ValueError.
    """
    session.rows("SET SESSION sql_mode = ''")  # names in backticks, all options
    try:
        shown = session.rows(f"SHOW CREATE TABLE {quoted_name(database, table)}")
    except RefusedError as error:
        if error.code in _MISSING:
            return None
        raise
    if "create table" not in shown[0]:  # a view
        return None
    rows = session.rows(_SINCE, database, table)
    since = rows[0]["since"] if rows else None
    name = TableName(database, table)
    return definition_in(
        shown[0]["create table"],
        _sql_session(session, database),
        name,
        session.name,
        None if since is None else int(since),
    )


def _sql_session(session: Session, database: str) -> SqlSession:
    version = session.rows("SELECT @@version AS version")[0]["version"]
    numbers = tuple(map(int, re.findall(r"\d+", version)[:3]))
    family: Flavor = "mariadb" if "MariaDB" in version else "mysql"
    return SqlSession(database=database, family=family, version=numbers)
