"""Wait for unsynced bytes of a log, which a server counts before it sends them."""

from __future__ import annotations

import time

from binlog_kaitai.errors import TransientError
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.servers import ServedLog
from binlog_kaitai.replication.sessions import ServerError, Session

MOMENT = 0.1
"""Seconds between two attempts."""


class UnsyncedError(ServerError, TransientError):
    """A dump ended before the listed size of the `last` log."""

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
        """Wait a moment. Raises the error if its position did not change within the deadline."""
        now = time.monotonic()
        if error.place != self._place:
            self._place, self._since = error.place, now
        elif now - self._since >= error.deadline:
            raise error
        time.sleep(MOMENT)
