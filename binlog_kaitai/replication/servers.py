"""Query a server for its logs and its identity."""

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
"""Smallest random server id, because servers have small ids."""

MAX_LOG_SIZE = 2**44
"""Maximum plausible size of a log."""


@dataclass(frozen=True, slots=True)
class ServedLog:
    """A log of a server: `size` in bytes; the last log may grow."""

    name: LogName
    size: int


def connect(server: ServerUri, preferred: Host | None = None) -> Session:
    """Open a session to the first host that answers. Raises ServerError.

    The `preferred` host is tried first.
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
    """Return a server's logs, oldest first. Raises ServerError, also if there are none."""
    rows = session.rows("SHOW BINARY LOGS")
    if not rows:
        raise ServerError(f"{session.name}: the server has no binary logs; start it with log_bin")
    check_positions(session, "the server's list of log files")
    try:
        return [ServedLog(log_name(row["log_name"]), _size_of(row)) for row in rows]
    except (KeyError, TypeError, ValueError) as error:
        raise ServerError(f"{session.name}: SHOW BINARY LOGS: {_text_of(error)}") from None


def _text_of(error: Exception) -> str:
    return f"no column {error}" if isinstance(error, KeyError) else str(error)


def _size_of(row: dict[str, Any]) -> int:
    """Return the number of bytes that a server sends of a log: without an encryption header.

    Raises KeyError, TypeError, ValueError.
    """
    size = int(row["file_size"])
    if row.get("encrypted") == "Yes":
        header = EncryptedLogHeader.__new__(EncryptedLogHeader)  # without reading a byte
        size -= int(header.len_header)
    if not 0 <= size <= MAX_LOG_SIZE:
        raise ValueError(f"expected the size of a log, found {size}")
    return size


def sends_by_gtid(session: Session) -> bool:
    """Return whether a server sends its logs by GTIDs alone: MariaDB 12.3 with logs in InnoDB."""
    return session.value("binlog_storage_engine") not in {None, "None", ""}


def check_positions(session: Session, need: str) -> None:
    """Raise ServerError if a server sends its logs by GTIDs alone, for what needs positions."""
    if sends_by_gtid(session):
        raise ServerError(
            f"{session.name}: {need} needs logs with positions; the server stores its logs in"
            " InnoDB pages (binlog_storage_engine=innodb), and sends them by GTIDs alone"
        )


def sends_in_clear(session: Session) -> bool:
    """Return whether a server encrypts its logs; it sends them unencrypted."""
    names = ("binlog_encryption", "encrypt_binlog")
    return any(session.value(name) in {"ON", "1"} for name in names)


def matching(session: Session, logs: list[ServedLog], pattern: str) -> list[ServedLog]:
    """Return the logs that match a name or pattern; all logs if it is empty."""
    matches = [log for log in logs if not pattern or fnmatchcase(log.name, pattern)]
    if not matches:
        raise ServerError(f"{session.name}: {gone(pattern, logs)}")
    return matches


class PurgedError(ServerError):
    """A server has no longer the log that is read next, but later ones from the `first` on."""

    def __init__(self, name: str, log: LogName, logs: list[ServedLog]) -> None:
        super().__init__(f"{name}: {gone(log, logs)}")
        self.first = logs[0].name


def gone(name: str, logs: list[ServedLog]) -> str:
    """Return the error text for a log that the server does not have."""
    span = logs[0].name if len(logs) == 1 else f"{logs[0].name} to {logs[-1].name}"
    return f"no log file {name}; it may have been purged; the server has {span}"


def log_behind(name: LogName, logs: list[ServedLog]) -> LogName | None:
    """Return the log after the one of a name; None if there is none."""
    names = [log.name for log in logs]
    return next(iter(names[names.index(name) + 1 :]), None) if name in names else None


def server_id_for(session: Session) -> int:
    """Return the server id of this replica: the URI's, or a random one.

    If two replicas have the same id, the server closes the older connection.
    """
    return session.server.server_id or random.randrange(FIRST_ID, 2 * FIRST_ID)  # noqa: S311


def identity_of(session: Session) -> str:
    """Return the identity of a server: its UUID, or its server id for MariaDB."""
    identity = session.value("server_uuid") or session.value("server_id")
    if identity is None:
        raise RefusedError(f"{session.name}: the server returned no server_id", 0)
    return identity
