"""Keeps a server's logs in a folder, byte for byte, and goes on where it was."""

from __future__ import annotations

import contextlib
import fcntl
import json
import logging
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import BinaryIO

from binlog_kaitai.errors import BinlogError, TransientError
from binlog_kaitai.io.heads import head_of
from binlog_kaitai.replication.dumped import DumpedEvent
from binlog_kaitai.replication.dumps import FIRST, Dump
from binlog_kaitai.replication.log_files import beginning_of
from binlog_kaitai.replication.log_names import LogName, log_name
from binlog_kaitai.replication.places import ArchivedLog, Place, Told, ignored, place_in
from binlog_kaitai.replication.servers import (
    ServedLog,
    connect,
    gone,
    identity_of,
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
from binlog_kaitai.replication.starts import EARLIEST, first_log
from binlog_kaitai.replication.unsynced import Unsynced, UnsyncedError
from binlog_kaitai.replication.uris import MAX_WAIT, ServerUri
from binlog_kaitai.replication.wire import LoadRun
from binlog_kaitai.replication.writing import Writing, is_reached

LOGGER = logging.getLogger(__name__)

STATE = ".archive.json"
INDEX_SUFFIX = ".index"
MANY = 2**24
"""Bytes from which on it is worth to load what takes many events at once."""


class Archive:
    """A folder with a server's logs, their index, and the place up to which they are there.

    What is behind that place, as after a crash, is written again. A new archive starts with the
    log in which `start` is, as `replication.starts` knows them. `on_log` is told of each
    log that was written to, and `on_replica` of the number by which the server knows who follows.
    `load_run` gives what takes many events at once. Lost connections, and servers that encrypt
    their logs, are logged as warnings.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        start: str = EARLIEST,
        on_log: Told = ignored,
        on_replica: Callable[[int], None] = ignored,
        load_run: LoadRun | None = None,
    ) -> None:
        self.folder = Path(folder)
        self._start = start
        self._on_log = on_log
        self._on_replica = on_replica
        self._load_run = load_run

    def update(self, server: ServerUri) -> None:
        """Take in what the server has by now.

        Raises ServerError, BinlogError, OSError, also where another process does the same.
        """
        with connect(server) as session:
            self.receive(session)

    def receive(self, session: Session, begins: Callable[[], bool] = lambda: True) -> ServedLog:
        """Take in what a session's server has by now, and return its last log, as it is then.

        It is asked whether it `begins` another log; where not, the rest is left for another time.
        Raises as `update`.
        """
        current, last, unsynced = session, None, Unsynced()
        with self._owned():
            while True:
                try:
                    return self._receive(current, waits=False, begins=begins, last=last)
                except UnsyncedError as error:
                    unsynced.wait(error)
                    last = error.last  # by now there may be more that is not synced
                finally:
                    if current is not session:
                        current.close()
                current = session.again()

    def follow(self, server: ServerUri) -> None:
        """Take in what the server writes, until interrupted; connect again where that is lost.

        Raises as `update`, but for a lost connection once there was one.
        """
        waiting = 0.0
        with self._owned():
            while True:
                before = self.place
                try:
                    with connect(server) as session:
                        self._receive(session, waits=True)
                except LostError as error:
                    if self.place is None:
                        raise
                    if self.place != before:
                        waiting = 0
                    LOGGER.warning("%s; reconnecting", error)
                time.sleep(waiting)
                waiting = min(max(2 * waiting, 1), MAX_WAIT)

    @property
    def place(self) -> Place | None:
        """How far the archive is; None before it begins. Raises BinlogError for another file."""
        path = self.folder / STATE
        try:
            return place_in(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError) as error:
            raise BinlogError(str(path), 0, "the position of an archive", str(error)) from error

    @contextlib.contextmanager
    def _owned(self) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / ".archive.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise TransientError(
                    f"{self.folder}: another process archives to this directory; stop it first"
                ) from None
            yield

    def _receive(
        self,
        session: Session,
        *,
        waits: bool,
        begins: Callable[[], bool] = lambda: True,
        last: ServedLog | None = None,
    ) -> ServedLog:
        """Write what a session dumps, up to the `last` log as it is now, or as long as it goes."""
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
        server_id = 0
        if waits:
            server_id = server_id_for(session)
            self._on_replica(server_id)
        size = sum(log.size for log in logs if log.name >= place.log) - place.position
        take_run = self._load_run() if self._load_run and (waits or size > MANY) else None
        dump = Dump(
            session,
            place.log,
            max(place.position, FIRST),
            server_id=server_id,
            waits=waits,
            take_run=take_run,
        )
        writing = Writing(self, dump, place)
        try:
            is_asked = waits or not is_reached(place, last)
            if is_asked and not writing.take_all(begins, None if waits else last):
                return last
        except RefusedError as error:
            following = _behind(writing.place.log, logs)
            if following is None or not is_torn(error):
                raise
            LOGGER.warning("%s; reconnecting", error)
            writing.close_torn()
            self._note(Place(identity, following, 0))
            with session.again() as other:
                return self._receive(other, waits=waits, begins=begins) if begins() else last
        finally:
            writing.end()
        if not waits and not is_reached(writing.place, last):
            raise UnsyncedError(session, writing.place.log, writing.place.position, last)
        return last

    def _new(self, session: Session, identity: str, logs: list[ServedLog]) -> Place:
        name = first_log(session, logs, self._start)[0].name
        if (self.folder / name).exists():
            raise FileExistsError(
                f"{self.folder}: expected a directory without {name}, found one that no archive"
                " wrote; move the file, or archive to a new directory"
            )
        return Place(identity, name, 0)

    def _checked(
        self, session: Session, place: Place, identity: str, logs: list[ServedLog]
    ) -> Place:
        """Return the place to go on at. Raises ServerError where the server has it no more."""
        if identity != place.server:
            raise ServerError(
                f"{session.name}: expected the server {place.server}, which {self.folder} archives,"
                f" found {identity}; archive each server to its own directory"
            )
        names = [log.name for log in logs]
        if place.is_closed and place.log not in names:
            following = _after(place.log)
            if following in names:
                return Place(identity, following, 0)
        if place.log not in names:
            raise ServerError(f"{session.name}: {gone(place.log, logs)}")
        served = logs[names.index(place.log)]
        if served.size < place.position:
            raise ServerError(
                f"{session.name}: {place.log} has {served.size} bytes, but {place.position}"
                " bytes are"
                " archived; the server lost events in a crash or reset its logs; archive to a new"
                " directory"
            )
        self._check_head(session, place)
        return place

    def _check_head(self, session: Session, place: Place) -> None:
        """Raise ServerError where the server has another log of the same name."""
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

    def settle(self, stream: BinaryIO, place: Place) -> None:
        """Have on the disk what was written, and then the place."""
        stream.flush()
        os.fsync(stream.fileno())
        self._note(place)

    def _note(self, place: Place) -> None:
        path = self.folder / STATE
        written = path.with_suffix(".new")
        with written.open("w", encoding="utf-8") as target:
            json.dump(asdict(place), target)
            target.flush()
            os.fsync(target.fileno())
        written.replace(path)

    def begin_at(self, place: Place) -> None:
        """Have an archive that is new go on at a place."""
        self._note(place)

    def cut(self, position: int) -> None:
        """Leave out what is behind a byte offset of the last log. Raises OSError."""
        with self._owned():
            place = self.place
            if place is not None and place.position > position:
                self._note(replace(place, position=position, is_closed=False))
                os.truncate(self.folder / place.log, position)

    def open_log(self, place: Place) -> BinaryIO:
        """Open a log to write on at a place, and see that the index names it.

        Raises FileExistsError where the place is in a log that was there before.
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
        """Remove the logs before one. Raises OSError where another process archives."""
        listed = self._listed(log)
        if log in listed[1:]:
            with self._owned():
                number = listed.index(log)
                self._list(listed[number:])
                for name in listed[:number]:
                    (self.folder / name).unlink(missing_ok=True)

    def _index_of(self, log: LogName) -> Path:
        return self.folder / f"{log.rpartition('.')[0]}{INDEX_SUFFIX}"

    def _listed(self, log: LogName) -> list[LogName]:
        """Return the names of the logs that are there, beside one. Raises BinlogError."""
        index = self._index_of(log)
        names = index.read_text(encoding="utf-8").splitlines() if index.exists() else []
        try:
            return [log_name(name) for name in names]
        except ValueError as error:
            raise BinlogError(str(index), 0, "the index of an archive", str(error)) from error

    def _list(self, logs: list[LogName]) -> None:
        index = self._index_of(logs[0])
        written = index.with_suffix(".new")
        written.write_text("".join(f"{log}\n" for log in logs), encoding="utf-8")
        written.replace(index)

    def tell(self, place: Place) -> None:
        """Tell of a log that was written to."""
        self._on_log(ArchivedLog(self.folder / place.log, place.position, place.is_closed))


def _behind(name: LogName, logs: list[ServedLog]) -> LogName | None:
    names = [log.name for log in logs]
    return next(iter(names[names.index(name) + 1 :]), None) if name in names else None


def _after(name: LogName) -> LogName:
    """Return the name that a server gives to the log behind another."""
    base, _, number = name.rpartition(".")
    return log_name(f"{base}.{int(number) + 1:0{len(number)}}")
