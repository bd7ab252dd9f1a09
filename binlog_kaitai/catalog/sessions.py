"""The session of a statement, from its record in a log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.catalog.tokens import Version
from binlog_kaitai.model.transactions import ROLLED_BACK


def is_applied(record: Mapping[str, Any], outcome: str | None) -> bool:
    """Return whether a statement took effect: MariaDB logs the start of ALTER TABLE apart."""
    return outcome != ROLLED_BACK and record.get("alter_phase") not in {"start", "rollback"}


def session_of(
    record: Mapping[str, Any], database: str | None, server_id: int, server: Version
) -> Session:
    """Return the session of a statement.

    Args:
        record: the `data` of the statement's flat record.
        database: the default database.
        server_id: the server that executed the statement.
        server: the version of the server that wrote the log.
    """
    return Session(
        key=f"{server_id}-{record.get('thread_id')}",
        database=database or "",
        sql_mode=record.get("sql_mode") or "",
        family="mariadb" if server.is_mariadb else "mysql",
        version=server.numbers,
        error_code=record.get("error_code") or 0,
        collation_server=record.get("collation_server"),
        default_collation_for_utf8mb4=record.get("default_collation_for_utf8mb4"),
        character_set_collations=record.get("character_set_collations") or "",
        explicit_defaults_for_timestamp=record.get("explicit_defaults_for_timestamp"),
    )
