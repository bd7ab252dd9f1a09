"""Copy a server's logs to an object store, one file at a time."""

from __future__ import annotations

import json
import logging
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from binlog_kaitai.errors import BinlogError, TransientError
from binlog_kaitai.io.framing import head_of
from binlog_kaitai.io.outages import outage_of, patiently
from binlog_kaitai.io.paths import remote_place, write_object
from binlog_kaitai.io.status import Status
from binlog_kaitai.replication.archive import INDEX_SUFFIX, STATE, Archive
from binlog_kaitai.replication.dumps import FIRST
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.servers import check_positions, connect, served_logs
from binlog_kaitai.replication.sessions import LostError, ServerError
from binlog_kaitai.replication.starts import EARLIEST
from binlog_kaitai.replication.uris import MAX_WAIT, ServerUri
from binlog_kaitai.replication.wire import LoadRun
from binlog_kaitai.replication.writing import ArchivedLog, ArchivePosition, OnLog, ignore, place_in

LOGGER = logging.getLogger(__name__)

CHECKPOINT_SECONDS = 10.0
CHECKPOINT_BYTES = 2**26
"""Bytes that are put in each interval, at most and on average: an object is replaced as a whole."""

POLL_SECONDS = 1.0


class BucketArchive:
    """Objects of a server's logs, their index, and the position of the copy.

    Like `Archive`, but a log is an object, which is replaced as a whole: when the server has closed
    the log, at the end of an update, and from time to time while the log grows. An incomplete log
    is received again. Logs are written to a temporary file first. Two processes must not archive
    to the same place: nothing prevents it.

    Args:
        uri: the folder.
        checkpoint_seconds: the interval at which a log that grows is put, with up to 64 MiB; of a
            log of n times as many bytes, it is n times as long.

    The other arguments are those of `Archive`.
    """

    def __init__(  # noqa: PLR0913 - the settings of an archive
        self,
        uri: str,
        *,
        start: str = EARLIEST,
        on_log: OnLog = ignore,
        on_replica: Callable[[int], None] = ignore,
        load_run: LoadRun | None = None,
        checkpoint_seconds: float = CHECKPOINT_SECONDS,
        status: Status | None = None,
    ) -> None:
        self.uri = uri.rstrip("/")
        self._start = start
        self._on_log = on_log
        self._on_replica = on_replica
        self._load_run = load_run
        self._checkpoint_seconds = checkpoint_seconds
        self._status = status or Status("archive", self.uri)
        self._lock = Lock()
        self._checked: ArchivePosition | None = None  # the bucket has it

    def update(self, server: ServerUri) -> None:
        """Copy the current logs of the server. Raises ServerError, BinlogError, OSError."""
        with self._work(server, takes_unclosed=True) as archive:
            archive.update(server)

    def follow(self, server: ServerUri) -> None:
        """Copy logs while the server writes them, until interrupted. Raises as `Archive.follow`."""
        waiting, is_begun = 1.0, False
        while True:
            try:
                with (
                    self._work(server, takes_unclosed=False) as archive,
                    self._checkpoints(archive),
                ):
                    is_begun = True
                    archive.follow(server)
            except TransientError as error:
                # a lost server, and a bucket that has answered before, may be back
                is_lost = isinstance(error, LostError) and self.place is not None
                if not is_lost and not (is_begun and outage_of(error)):
                    raise
                LOGGER.warning("%s; reconnecting", error)
                self._status.fail(error)
            time.sleep(waiting)
            waiting = min(2 * waiting, MAX_WAIT)

    @property
    def place(self) -> ArchivePosition | None:
        """The position; None for a new archive. Raises BinlogError for an invalid file."""
        text = self._read(STATE)
        return None if text is None else place_in(text, f"{self.uri}/{STATE}")

    @contextmanager
    def _work(self, server: ServerUri, *, takes_unclosed: bool) -> Iterator[Archive]:
        """Yield a local archive that begins with the first incomplete log of the bucket."""

        def take(log: ArchivedLog) -> None:
            if log.is_closed or takes_unclosed:
                with self._lock:
                    patiently(lambda: self._put(log, archive), self.uri)
                    if log.is_closed:
                        os.truncate(log.path, 0)
                uri = self._uri_of(Path(log.path).name)
                self._on_log(replace(log, path=uri.partition("?")[0]))

        with connect(server) as session:
            check_positions(session, "an archive in a bucket")
        with tempfile.TemporaryDirectory(prefix="binlog-kaitai-") as folder:
            archive = Archive(
                folder,
                start=self._start,
                on_log=take,
                on_replica=self._on_replica,
                load_run=self._load_run,
                status=self._status,
            )
            place = patiently(lambda: self.place, self.uri)
            if place is not None:
                archive.begin_at(self._next(server, place))
            yield archive

    def _next(self, server: ServerUri, place: ArchivePosition) -> ArchivePosition:
        """Return the start of the next log to receive; an unclosed log is received again."""
        begun = replace(place, position=0, is_closed=False)
        if not place.is_closed:
            return begun
        with connect(server) as session:
            names = [log.name for log in served_logs(session)]
        if place.log == names[-1]:
            raise ServerError(
                f"{server}: no log file after {place.log}, which is archived completely; the"
                " server's logs were reset; archive to a new directory"
            )
        if place.log in names:
            return replace(begun, log=names[names.index(place.log) + 1])
        return place  # `Archive` reports a purged log, or finds its successor

    @contextmanager
    def _checkpoints(self, archive: Archive) -> Iterator[None]:
        """Put the log that an archive writes from time to time, and at the end."""
        has_ended = Event()

        def run() -> None:
            put = time.monotonic()
            while not has_ended.wait(min(self._checkpoint_seconds, POLL_SECONDS)):
                now = time.monotonic()
                if now - put >= self._interval_of(archive.place):
                    put = now
                    self._checkpoint(archive)

        thread = Thread(target=run, daemon=True)
        thread.start()
        try:
            yield
        finally:
            has_ended.set()
            thread.join()
            self._checkpoint(archive)

    def _interval_of(self, place: ArchivePosition | None) -> float:
        size = 0 if place is None else place.position
        return self._checkpoint_seconds * max(1.0, size / CHECKPOINT_BYTES)

    def _checkpoint(self, archive: Archive) -> None:
        """Put the log that is written, unless its object has as much; warn if that fails."""
        from pyarrow.lib import ArrowException  # noqa: PLC0415 - slow to import

        with self._lock:  # a log that was closed is put by the other thread
            place = archive.place
            if place is None or place == self._checked:
                return
            if place.is_closed or place.position <= FIRST:
                return
            try:
                if place.position > self._size_of(place.log):
                    self._put(
                        ArchivedLog(archive.folder / place.log, place.position, False), archive
                    )
                self._checked = place
                self._status.recover("bucket")
            except (OSError, BinlogError, ArrowException) as error:
                name = self._uri_of(place.log).partition("?")[0]
                LOGGER.warning("%s: not up to the server, to be tried again: %s", name, error)
                self._status.fail(f"{name}: {error}", "bucket")

    def _size_of(self, name: str) -> int:
        """Return the size of an object; 0 if there is none."""
        place = remote_place(self._uri_of(name))
        entry = place.entry(place.path)
        return 0 if entry is None else entry.size

    def _put(self, log: ArchivedLog, archive: Archive) -> None:
        """Write a log as an object, and then the index and the position."""
        place = archive.place
        assert place is not None
        path = Path(log.path)
        name = LogName(path.name)  # `Archive` made the file
        size = self._size_of(name)
        head = head_of(self._uri_of(name), size) if size > FIRST else None
        if head is not None and head_of(path, head["size"]) != head:
            raise ServerError(
                f"{self._uri_of(name)} differs from the server's log file; the server's logs"
                " were reset; archive to a new directory"
            )
        if log.size < size:
            raise ServerError(
                f"{self._uri_of(name)} has {size} bytes, but the server's log file has {log.size};"
                " the server lost events in a crash; archive to a new directory"
            )
        self._write(name, self._content_of(log))
        index = f"{name.rpartition('.')[0]}{INDEX_SUFFIX}"
        listed = (self._read(index) or "").splitlines()
        if name not in listed:
            self._write(index, "".join(f"{one}\n" for one in (*listed, name)).encode())
        done = replace(place, log=name, position=log.size, is_closed=log.is_closed)
        self._write(STATE, json.dumps(asdict(done)).encode())

    def _uri_of(self, name: str) -> str:
        root, mark, query = self.uri.partition("?")
        return f"{root.rstrip('/')}/{name}{mark}{query}"

    def _content_of(self, log: ArchivedLog) -> Any:
        """Return a log's bytes, which the disk has. Raises OSError if it has not all of them."""
        from pyarrow import memory_map  # noqa: PLC0415 - slow to import

        with memory_map(str(log.path)) as file:
            content = file.read_buffer(log.size)
        if len(content) != log.size:
            raise OSError(
                f"{log.path}: expected {log.size} bytes, found {len(content)}; the object is"
                " unchanged"
            )
        return content

    def _write(self, name: str, content: Any) -> None:
        """Write an object as a whole, or not at all. Raises OSError."""
        place = remote_place(self._uri_of(name))
        write_object(place.filesystem, place.path, content)

    def _read(self, name: str) -> str | None:
        place = remote_place(self._uri_of(name))
        # without credentials, Azure's library aborts when it opens an object
        if place.entry(place.path) is None:
            return None
        try:
            with place.filesystem.open_input_stream(place.path, compression=None) as stream:
                return bytes(stream.read()).decode()
        except FileNotFoundError:
            return None
