"""Copy a server's logs to a directory, byte for byte, and resume at the last position."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import BinaryIO

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.finding import in_order
from binlog_kaitai.io.framing import head_of
from binlog_kaitai.io.paths import replace_file
from binlog_kaitai.io.status import Status
from binlog_kaitai.replication.downloads import Unsynced, UnsyncedError
from binlog_kaitai.replication.dumped import DumpedEvent
from binlog_kaitai.replication.dumps import FIRST, Dump
from binlog_kaitai.replication.gtid_dumps import GtidDump
from binlog_kaitai.replication.locking import FolderLock
from binlog_kaitai.replication.log_files import beginning_of
from binlog_kaitai.replication.log_names import LogName, log_name, name_after
from binlog_kaitai.replication.servers import (
    PurgedError,
    ServedLog,
    connect,
    gone,
    identity_of,
    log_behind,
    sends_by_gtid,
    sends_in_clear,
    served_logs,
    server_id_for,
)
from binlog_kaitai.replication.sessions import (
    LostError,
    RefusedError,
    ServerError,
    Session,
    is_torn,
)
from binlog_kaitai.replication.starts import EARLIEST, first_log, start_by_gtid
from binlog_kaitai.replication.uris import MAX_WAIT, ServerUri
from binlog_kaitai.replication.wire import LoadRun
from binlog_kaitai.replication.writing import (
    ArchivedLog,
    ArchivePosition,
    OnLog,
    Writing,
    ignore,
    is_reached,
    place_in,
)

LOGGER = logging.getLogger(__name__)

STATE = ".archive.json"
INDEX_SUFFIX = ".index"
MANY = 2**24
"""Minimum number of bytes for which loading the kernel of `load_run` pays off."""


class Archive:
    """A directory with a server's logs, their index, and the position of the copy.

    Bytes after that position, for example after a crash, are written again. Lost connections, and
    servers that encrypt their logs, are logged as warnings.

    Args:
        folder: the directory.
        start: the start of a new archive, in a form of `replication.starts`.
        on_log: called for each log that was written.
        on_replica: called with the server id that this replica uses.
        load_run: loads the kernel that reads many events at once.
        status: the status that `follow` sets.
    """

    def __init__(  # noqa: PLR0913 - the settings of an archive
        self,
        folder: str | os.PathLike[str],
        *,
        start: str = EARLIEST,
        on_log: OnLog = ignore,
        on_replica: Callable[[int], None] = ignore,
        load_run: LoadRun | None = None,
        status: Status | None = None,
    ) -> None:
        self.folder = Path(folder)
        self._start = start
        self._on_log = on_log
        self._on_replica = on_replica
        self.load_run = load_run
        self.lock = FolderLock(self.folder)
        self.status = status or Status("archive", str(folder))

    def update(self, server: ServerUri) -> None:
        """Copy the current logs of the server.

        Raises:
            ServerError, BinlogError: the server fails, or sends invalid data.
            OSError: a file cannot be written, or another process uses the archive.
        """
        with connect(server) as session:
            self.receive(session)

    def receive(self, session: Session, begins: Callable[[], bool] = lambda: True) -> ServedLog:
        """Copy the current logs of a session's server, and return its last log at that time.

        Args:
            session: the connection.
            begins: called before each further log; False ends the copy.

        Raises as `update`.
        """
        current, last, unsynced = session, None, Unsynced()
        with self.lock.held():
            while True:
                try:
                    return self._receive(current, is_blocking=False, begins=begins, last=last)
                except UnsyncedError as error:
                    unsynced.wait(error)
                    last = error.last  # by now, there may be more unsynced bytes
                finally:
                    if current is not session:
                        current.close()
                current = session.again()

    def follow(self, server: ServerUri) -> None:
        """Copy logs while the server writes them, until interrupted. Reconnects when necessary.

        Raises as `update`, except for a connection that is lost after the first one.
        """
        waiting = 0.0
        with self.lock.held():
            while True:
                before = self.place
                try:
                    with connect(server) as session:
                        self._receive(session, is_blocking=True)
                except LostError as error:
                    if self.place is None:
                        raise
                    if self.place != before:
                        waiting = 0
                    LOGGER.warning("%s; reconnecting", error)
                    self.status.fail(error)
                time.sleep(waiting)
                waiting = min(max(2 * waiting, 1), MAX_WAIT)

    @property
    def place(self) -> ArchivePosition | None:
        """The position; None for a new archive. Raises BinlogError for an invalid file."""
        path = self.folder / STATE
        try:
            return place_in(path.read_text(encoding="utf-8"), str(path))
        except FileNotFoundError:
            return None

    def _receive(
        self,
        session: Session,
        *,
        is_blocking: bool,
        begins: Callable[[], bool] = lambda: True,
        last: ServedLog | None = None,
    ) -> ServedLog:
        """Write the events of a session up to the end of the `last` log, or without end."""
        if sends_by_gtid(session):
            return self._receive_by_gtid(session, is_blocking=is_blocking, begins=begins)
        logs = served_logs(session)
        place = self.place
        identity = identity_of(session)
        if place is None:
            place = self._new(session, identity, logs)
        else:
            place = self._checked(session, place, identity, logs)
        last = last or logs[-1]
        if sends_in_clear(session):
            LOGGER.warning(
                "%s encrypts its logs, but sends them unencrypted; the archive is not encrypted",
                session.name,
            )
        size = sum(log.size for log in logs if log.name >= place.log) - place.position
        dump = self.dump(session, place, is_blocking=is_blocking, is_long=size > MANY)
        writing = Writing(self, dump, place)
        try:
            is_needed = is_blocking or not is_reached(place, last)
            if is_needed and not writing.take_all(begins, None if is_blocking else last):
                return last
        except RefusedError as error:
            successor = log_behind(writing.place.log, logs)
            if successor is None or not is_torn(error):
                raise
            LOGGER.warning("%s; reconnecting", error)
            writing.close_torn()
            self._note(ArchivePosition(identity, successor, 0))
            with session.again() as other:
                return (
                    self._receive(other, is_blocking=is_blocking, begins=begins)
                    if begins()
                    else last
                )
        finally:
            writing.end()
        if not is_blocking and not is_reached(writing.place, last):
            raise UnsyncedError(session, writing.place.log, writing.place.position, last)
        return last

    def dump(
        self,
        session: Session,
        place: ArchivePosition,
        *,
        is_blocking: bool = True,
        pauses: bool = False,
        is_long: bool = False,
    ) -> Dump:
        """Begin a dump of what is behind a position; one that ends `is_long` if it has much."""
        server_id = 0
        if is_blocking:
            server_id = server_id_for(session)
            self._on_replica(server_id)
        if place.gtids is not None:
            return GtidDump(
                *(session, place.log, place.position, place.gtids),
                server_id=server_id,
                is_blocking=is_blocking,
                pauses=pauses,
            )
        return Dump(
            session,
            place.log,
            max(place.position, FIRST),
            server_id=server_id,
            is_blocking=is_blocking,
            pauses=pauses,
            take_run=self.load_run() if self.load_run and (is_blocking or is_long) else None,
        )

    def _receive_by_gtid(
        self, session: Session, *, is_blocking: bool, begins: Callable[[], bool]
    ) -> ServedLog:
        """Write the transactions behind the position, up to the present ones or without end."""
        identity = identity_of(session)
        place = self.place
        if place is None:
            place = ArchivePosition(identity, *start_by_gtid(session, self._start))
            if place.log:  # a start that moves
                self._note(place)
        self._check_identity(session, place, identity)
        if place.gtids is None:
            raise ServerError(
                f"{session.name}: the server now sends its logs by GTIDs alone"
                f" (binlog_storage_engine=innodb), and {self.folder} has logs with its own"
                " positions; archive to a new directory, with the GTID set of these as --start"
            )
        writing = Writing(self, self.dump(session, place, is_blocking=is_blocking), place)
        try:
            writing.take_all(begins, None)
        finally:
            writing.end()
        return ServedLog(writing.place.log, writing.place.position)

    def _new(self, session: Session, identity: str, logs: list[ServedLog]) -> ArchivePosition:
        name = first_log(session, logs, self._start)[0].name
        if (self.folder / name).exists():
            raise FileExistsError(
                f"{self.folder}: expected a directory without {name}, found one that no archive"
                " wrote; move the file, or archive to a new directory"
            )
        return ArchivePosition(identity, name, 0)

    def _checked(
        self, session: Session, place: ArchivePosition, identity: str, logs: list[ServedLog]
    ) -> ArchivePosition:
        """Return the position to resume at. Raises ServerError if the server no longer has it."""
        self._check_identity(session, place, identity)
        names = [log.name for log in logs]
        if place.is_closed and place.log not in names:
            successor = name_after(place.log)
            if successor in names:
                return ArchivePosition(identity, successor, 0)
        if place.log not in names and in_order(logs[0].name) > in_order(place.log):
            raise PurgedError(session.name, place.log, logs)
        if place.log not in names:
            raise ServerError(f"{session.name}: {gone(place.log, logs)}")
        log = logs[names.index(place.log)]
        if log.size < place.position:
            raise ServerError(
                f"{session.name}: {place.log} has {log.size} bytes, but {place.position} bytes are"
                " archived; the server lost events in a crash or reset its logs; archive to a new"
                " directory"
            )
        self._check_head(session, place)
        return place

    def _check_identity(self, session: Session, place: ArchivePosition, identity: str) -> None:
        if identity != place.server:
            raise ServerError(
                f"{session.name}: expected the server {place.server}, which {self.folder} archives,"
                f" found {identity}; archive each server to its own directory"
            )

    def _check_head(self, session: Session, place: ArchivePosition) -> None:
        """Raise ServerError if the server has another log of the same name."""
        if place.position <= FIRST:
            return
        with session.again() as other:
            first = next(iter(Dump(other, place.log, FIRST)), None)
        if not isinstance(first, DumpedEvent):
            raise ServerError(f"{session.name}: {place.log}: expected an event, found none")
        path = self.folder / place.log
        mine = head_of(path, first.end)
        probe = self.folder / ".archive.head"
        probe.write_bytes(beginning_of(first, is_in_use=True))
        served = head_of(probe, first.end)
        probe.unlink()
        if mine != served:
            raise ServerError(
                f"{session.name}: {place.log} differs from the one in {self.folder}; the"
                " server's logs were reset; archive to a new directory"
            )

    def checkpoint(self, stream: BinaryIO, place: ArchivePosition) -> None:
        """Sync the written bytes to disk, and then the position."""
        stream.flush()
        os.fsync(stream.fileno())
        self._note(place)

    def _note(self, place: ArchivePosition) -> None:
        replace_file(self.folder / STATE, json.dumps(asdict(place)))
        self.status.copy_to(str(self.folder / place.log), place.position)

    def begin_at(self, place: ArchivePosition) -> None:
        """Set the start position of a new archive."""
        self._note(place)

    def truncate(self, position: int) -> None:
        """Truncate the last log at a byte offset. Raises OSError."""
        with self.lock.held():
            place = self.place
            if place is not None and place.position > position:
                self._note(replace(place, position=position, is_closed=False))
                os.truncate(self.folder / place.log, position)

    def open_log(self, place: ArchivePosition) -> BinaryIO:
        """Open a log for writing at a position, and add it to the index.

        Raises:
            FileExistsError: no archive wrote the existing file.
        """
        name, position = place.log, place.position
        path = self.folder / name
        before = self.place
        if (before is None or before.log != name) and path.exists():
            raise FileExistsError(
                f"{path} exists, but the server starts a log file of this name; move the file"
            )
        self._note(place)
        path.touch()
        stream = path.open("r+b", buffering=2**20)
        stream.truncate(position)
        stream.seek(position)
        listed = self._listed(name)
        if name not in listed:
            self._list([*listed, name])
        return stream

    def drop_before(self, log: LogName) -> None:
        """Remove the logs before one. Raises OSError if another process uses the archive."""
        listed = self._listed(log)
        if log in listed[1:]:
            with self.lock.held():
                number = listed.index(log)
                self._list(listed[number:])
                for name in listed[:number]:
                    (self.folder / name).unlink(missing_ok=True)

    def _index_of(self, log: LogName) -> Path:
        return self.folder / f"{log.rpartition('.')[0]}{INDEX_SUFFIX}"

    def _listed(self, log: LogName) -> list[LogName]:
        """Return the names of the logs in the index of a log. Raises BinlogError."""
        index = self._index_of(log)
        names = index.read_text(encoding="utf-8").splitlines() if index.exists() else []
        try:
            return [log_name(name) for name in names]
        except ValueError as error:
            raise BinlogError(str(index), 0, "the index of an archive", str(error)) from error

    def _list(self, logs: list[LogName]) -> None:
        replace_file(self._index_of(logs[0]), "".join(f"{log}\n" for log in logs))

    def notify(self, place: ArchivePosition) -> None:
        """Report a log that was written."""
        path = self.folder / place.log
        self._on_log(ArchivedLog(path, place.position, place.is_closed, place.gtids))
