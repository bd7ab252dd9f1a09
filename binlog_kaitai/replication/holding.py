"""Add what a server writes to an archive, on a connection that stays open."""

from __future__ import annotations

import time
from contextlib import ExitStack

from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.servers import identity_of
from binlog_kaitai.replication.sessions import LostError, Session, StalledError
from binlog_kaitai.replication.writing import ArchivePosition, Writing

MAX_TAKEN = 2**30
"""Approximate maximum number of bytes that are taken at once."""


class HeldDump:
    """A blocking dump from the position of an archive on, which is locked until `close`.

    Nothing runs meanwhile: the caller waits for bytes, and then takes what has arrived. The server
    waits, too, if that takes long; at some time it ends the connection.

    Args:
        archive: the archive.
        session: a session of its server, which is closed with the dump.

    Raises:
        ServerError: the server refuses the dump, or is not the archive's.
        OSError: another process uses the archive.
    """

    def __init__(self, archive: Archive, session: Session) -> None:
        self.archive = archive
        self.session = session
        self.began = self._since = time.monotonic()
        with ExitStack() as stack:
            stack.callback(session.close)
            stack.enter_context(archive.lock.held())
            place = archive.place
            if place is None or identity_of(session) != place.server:
                raise LostError(f"{session.name}: the server has nothing, or is another one now")
            self._dump = archive.dump(session, place, pauses=True)
            self._writing = Writing(archive, self._dump, place)
            stack.callback(self._writing.end)
            self._closing = stack.pop_all()

    def close(self) -> None:
        """End the connection, without an event that has not arrived as a whole."""
        self._closing.close()

    def take(self) -> bool:
        """Write the events that have arrived to the disk.

        Returns:
            Whether there are any.

        Raises:
            LostError: the connection is lost, or the server has sent nothing, such as a heartbeat,
                for too long.
            ServerError, BinlogError, OSError: as `Archive.receive`.
        """
        session, now = self.session, time.monotonic()
        if session.has_bytes:
            self._since = now
        elif now - self._since > session.patience:
            raise StalledError(
                f"{session.name}: the server sent nothing for {session.patience:g} s"
            )
        else:
            return False
        before = self._writing.place
        self._dump.resume()
        if not self._writing.take_arrived(MAX_TAKEN):
            raise LostError(f"{session.name}: the server ended the dump")
        return self._writing.place != before

    @property
    def place(self) -> ArchivePosition:
        """The position: the log is on disk up to there, and may have incomplete events behind."""
        return self._writing.place
