"""What a server tells of itself and of its logs."""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from binlog_kaitai.generated.encrypted_log_header import EncryptedLogHeader
from binlog_kaitai.replication.log_names import LogName, log_name
from binlog_kaitai.replication.sessions import LostError, RefusedError, ServerError, Session
from binlog_kaitai.replication.uris import Host, ServerUri

LOGGER = logging.getLogger(__name__)

FIRST_ID = 2**31
"""Ids from here on are chosen, for servers have small ones."""

MAX_LOG_SIZE = 2**44
"""A larger log is a lie."""


@dataclass(frozen=True, slots=True)
class ServedLog:
    """A log of a server: `size` in bytes, of the last one so far."""

    name: LogName
    size: int


def connect(server: ServerUri, preferred: Host | None = None) -> Session:
    """Open a session to the first of the hosts that answers. Raises ServerError.

    One that is `preferred` is asked before the others.
    """
    failure: ServerError | None = None
    for host in sorted(server.hosts, key=lambda host: host != preferred):
        try:
            return Session(server, host)
        except LostError as error:
            failure = failure or error
            LOGGER.info("%s", error)
    raise failure or ServerError(f"{server}: expected a host, found none")


def served_logs(session: Session) -> list[ServedLog]:
    """Return a server's logs, oldest first. Raises ServerError, also where there are none."""
    rows = session.rows("SHOW BINARY LOGS")
    if not rows:
        raise ServerError(f"{session.name}: the server has no binary logs; start it with log_bin")
    try:
        return [ServedLog(log_name(row["log_name"]), _size_of(row)) for row in rows]
    except (KeyError, TypeError, ValueError) as error:
        raise ServerError(f"{session.name}: SHOW BINARY LOGS: {_text_of(error)}") from None


def _text_of(error: Exception) -> str:
    return f"no column {error}" if isinstance(error, KeyError) else str(error)


def _size_of(row: dict[str, Any]) -> int:
    """Return the bytes that a server sends of a log: of an encrypted one, all but its key's.

    Raises KeyError, TypeError, ValueError.
    """
    size = int(row["file_size"])
    if row.get("encrypted") == "Yes":
        header = EncryptedLogHeader.__new__(EncryptedLogHeader)  # of which no byte is read
        size -= int(header.len_header)
    if not 0 <= size <= MAX_LOG_SIZE:
        raise ValueError(f"expected the size of a log, found {size}")
    return size


def sends_in_clear(session: Session) -> bool:
    """Return whether a server encrypts its logs, which it sends in clear."""
    names = ("binlog_encryption", "encrypt_binlog")
    return any(session.value(name) in {"ON", "1"} for name in names)


def matching(session: Session, logs: list[ServedLog], pattern: str) -> list[ServedLog]:
    """Return those of a server's logs that a name or pattern means; all if it is empty."""
    found = [log for log in logs if not pattern or fnmatchcase(log.name, pattern)]
    if not found:
        raise ServerError(f"{session.name}: {gone(pattern, logs)}")
    return found


def gone(name: str, logs: list[ServedLog]) -> str:
    """Return what is said of a log that the server does not have."""
    span = logs[0].name if len(logs) == 1 else f"{logs[0].name} to {logs[-1].name}"
    return f"no log file {name}; it may have been purged; the server has {span}"


def server_id_for(session: Session) -> int:
    """Return the id by which the server is to know its replica: that of the URI, or a chosen one.

    Of two replicas with one id the server ends the older one's connection.
    """
    return session.server.server_id or random.randrange(FIRST_ID, 2 * FIRST_ID)  # noqa: S311


def identity_of(session: Session) -> str:
    """Return what tells a server from others: its UUID, or of MariaDB its number."""
    found = session.value("server_uuid") or session.value("server_id")
    if found is None:
        raise RefusedError(f"{session.name}: the server returned no server_id", 0)
    return found
