"""Bytes of a log that a server counts before it sends them: those that are not synced yet."""

from __future__ import annotations

import time

from binlog_kaitai.errors import TransientError
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.servers import ServedLog
from binlog_kaitai.replication.sessions import ServerError, Session

MOMENT = 0.1
"""Seconds until a server is asked again."""


class UnsyncedError(ServerError, TransientError):
    """A dump ended at a position of a log, before the size that the server gave of the `last`."""

    def __init__(self, session: Session, log: LogName, position: int, last: ServedLog) -> None:
        super().__init__(
            f"{session.name}: the server ended {log} at byte {position}, before byte {last.size}"
            f" of {last.name}"
        )
        self.place = log, position
        self.last = last
        self.deadline = session.server.deadline


class Unsynced:
    """Waits for the end of a log, as long as the server's deadline allows."""

    def __init__(self) -> None:
        self._place: tuple[LogName, int] | None = None
        self._since = 0.0

    def wait(self, error: UnsyncedError) -> None:
        """Wait a moment. Raises the error where nothing came behind its place by the deadline."""
        now = time.monotonic()
        if error.place != self._place:
            self._place, self._since = error.place, now
        elif now - self._since >= error.deadline:
            raise error
        time.sleep(MOMENT)
