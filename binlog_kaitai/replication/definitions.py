"""Query a server for table definitions that its logs lack."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping

from binlog_kaitai.model.ddl import definition_in
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.names import parts_of, quoted_part
from binlog_kaitai.replication.servers import connect
from binlog_kaitai.replication.sessions import ServerError, Session
from binlog_kaitai.replication.uris import ServerUri

_TABLE = (
    "SELECT table_type AS kind, UNIX_TIMESTAMP(create_time) AS since"
    " FROM information_schema.tables WHERE table_schema = %s AND table_name = %s"
)
_COLUMNS = (
    "SELECT column_name AS name, column_type AS type, character_set_name AS charset,"
    " generation_expression AS expression FROM information_schema.columns"
    " WHERE table_schema = %s AND table_name = %s ORDER BY ordinal_position"
)
_KEY = (
    "SELECT column_name AS name FROM information_schema.key_column_usage WHERE"
    " table_schema = %s AND table_name = %s AND constraint_name = 'PRIMARY'"
    " ORDER BY ordinal_position"
)
_VERSIONED = "SYSTEM VERSIONED"


class ServerDefinitions(Mapping[str, Definition]):
    """The tables of a server by their full names, each queried at its first use.

    Tables that were dropped, or that the user may not see, are missing. The definitions are the
    current ones, as their `since` says. Raises ServerError, MissingExtraError.
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


def _query(session: Session, database: str, table: str) -> Definition | None:
    """Return a server's definition of a table; None if there is none. Raises ServerError."""
    try:
        return _definition_of(session, database, table)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        name = f"{database}.{table}"
        raise ServerError(f"{session.name}: invalid definition of {name}: {error}") from None


def _definition_of(session: Session, database: str, table: str) -> Definition | None:
    columns = session.rows(_COLUMNS, database, table)
    tables = session.rows(_TABLE, database, table)
    if not (columns and tables):
        return None
    parts = [_column(**column) for column in columns]
    key = ", ".join(quoted_part(row["name"]) for row in session.rows(_KEY, database, table))
    if key:
        parts.append(f"PRIMARY KEY ({key})")
    ending = " WITH SYSTEM VERSIONING" if tables[0]["kind"] == _VERSIONED else ""
    statement = f"CREATE TABLE {quoted_part(table)} ({', '.join(parts)}){ending};"
    since = tables[0]["since"]
    return definition_in(statement, session.name, None if since is None else int(since))


def _column(name: str, type: str, charset: str | None, expression: str | None) -> str:  # noqa: A002 - the server's name
    parts = [quoted_part(name), type]
    if charset is not None:
        parts.append(f"CHARACTER SET {charset}")
    if expression:
        parts.append("GENERATED ALWAYS AS (0)")
    return " ".join(parts)
