"""The statements of logs, each with the session that decides how it is read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

import pyarrow as pa

from binlog_kaitai.catalog.catalog import DDL_WORDS
from binlog_kaitai.catalog.sessions import is_applied, session_of
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.catalog.tokens import Version, tokens_of
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.row_batches import values_of
from binlog_kaitai.tree.log.seek import read_head

_DROP_DATABASE = re.compile(r"\bdrop\b.*\b(database|schema)\b", re.DOTALL | re.IGNORECASE)

_FIELDS = ("data", "database", "position", "gtid", "outcome", "server_id", "timestamp")


class LoggedStatement(NamedTuple):
    """A statement of a log, which took effect at a position.

    If its session `checks_foreign_keys`, foreign keys hand on its changes.
    """

    text: str
    session: Session
    position: int
    gtid: str | None
    timestamp: datetime
    thread_id: int | None
    checks_foreign_keys: bool = True


def server_of(log: str) -> Version:
    """Return the version of the server that wrote a log; zeros if it is not known.

    Raises:
        BinlogError, OSError.
    """
    with LogFile(log) as opened:
        return version_of(read_head(opened).state.format)


def version_of(log_format: Any) -> Version:
    """Return the version of the server that wrote logs of a format; zeros if it is not known."""
    description = log_format.format_description
    text = "" if description is None else description.server_version.text
    found = re.match(r"(\d+)\.(\d+)(?:\.(\d+))?", text)
    numbers = (0, 0, 0) if found is None else tuple(int(one or 0) for one in found.groups())
    return Version(numbers, log_format.is_mariadb)


def may_be_ddl(text: str, sql_mode: str) -> bool:
    """Return whether a statement may change the definitions of tables, by its first word."""
    first = next(tokens_of(text, sql_mode), None)
    return first is not None and first[3] in {*DDL_WORDS, "set"}


def may_alter(text: str, database: str, table: str) -> bool:
    """Return whether a statement is DDL that names a table, or drops its database."""
    if not may_be_ddl(text, ""):
        return False
    is_drop = _DROP_DATABASE.search(text) is not None
    return names(text, table) or (is_drop and names(text, database))


def names(text: str, name: str) -> bool:
    """Return whether a statement may name a table or database, quoted or not, in any case."""
    lower, text = name.lower(), text.lower()
    return any(one in text for one in (lower, lower.replace("`", "``"), lower.replace('"', '""')))


def statements_in(batch: pa.RecordBatch, server: Version) -> Iterator[LoggedStatement]:
    """Yield the statements of a batch of flat records that took effect.

    Args:
        batch: records of statements only.
        server: the version of the server that wrote the log.
    """
    for data, database, position, gtid, outcome, server_id, timestamp in values_of(batch, _FIELDS):
        record = json.loads(data)
        if is_applied(record, outcome):
            session = session_of(record, database, server_id, server)
            text = str(record["statement"])
            thread = record.get("thread_id")
            checks = record.get("foreign_key_checks") is not False
            yield LoggedStatement(text, session, position, gtid, timestamp, thread, checks)
