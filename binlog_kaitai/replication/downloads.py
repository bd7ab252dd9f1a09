"""Receive a log from a server, and read it at the same time."""

from __future__ import annotations

import logging
import mmap
import threading
import time
import warnings
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from binlog_kaitai.errors import TransientError
from binlog_kaitai.io.log_paths import HeldFile
from binlog_kaitai.replication.dumped import Dumped, DumpedEvent
from binlog_kaitai.replication.dumps import FIRST, Dump
from binlog_kaitai.replication.log_files import beginning_of, check_next
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.received import BLOCK, BytesReleasedError, ReceivedLog
from binlog_kaitai.replication.servers import ServedLog
from binlog_kaitai.replication.sessions import (
    LostError,
    RefusedError,
    ServerError,
    Session,
    StalledError,
    is_torn,
)
from binlog_kaitai.replication.wire import LoadRun

LOGGER = logging.getLogger(__name__)

MANY = 2**22
"""Minimum number of bytes for which loading the kernel of `load_run` pays off."""

NOTIFY_BYTES = 2**18
ATTEMPTS = 5
"""Maximum number of lost connections without progress."""

AddGtids: TypeAlias = Callable[[str, str], "str | None"]
"""Adds the GTIDs of a log, and its previous GTIDs, to a set; None if a transaction has no GTID."""


class TornLogWarning(UserWarning):
    """A server that was killed during an event does not send the end of a log."""


@dataclass(frozen=True, slots=True)
class LogRequest:
    """Request for a log, up to its current `size`.

    If `has_successor`, another server takes over when this one is lost: then the log ends after its
    last complete transaction.
    """

    name: LogName
    size: int
    is_in_use: bool
    has_successor: bool
    connect: Callable[[], Session]
    load_run: LoadRun | None


class _Download:
    """Receives a log in a thread of its own, as long as it has readers."""

    def __init__(self, request: LogRequest, *, keeps: bool) -> None:
        self.request = request
        self.received = ReceivedLog(request.size, keeps=keeps or request.has_successor)
        self.error: BaseException | None = None
        self.is_cut = False
        self.is_stopped = False
        self._torn: str | None = None
        self._whole = 0
        self._next = self._complete_end = 0
        self._session: Session | None = None
        name = f"dump of {request.name}"
        threading.Thread(target=self._run, daemon=True, name=name).start()

    @property
    def has_failed(self) -> bool:
        return self.error is not None or self.is_stopped

    def stop(self) -> None:
        """End the download, because it has no readers."""
        self.is_stopped = True
        session = self._session
        if session is not None:
            session.close()

    def wait(self, position: int) -> None:
        """Wait for the bytes before a position. Raises BytesReleasedError, download errors."""
        received = self.received
        received.wait(position, lambda: self.has_failed)
        torn, self._torn = self._torn, None
        if torn is not None:
            warnings.warn(torn, TornLogWarning, stacklevel=2)
        if received.available >= min(position, received.size):
            return
        if self.error is not None:
            raise self.error
        raise BytesReleasedError

    def _run(self) -> None:
        try:
            self._receive()
        except BaseException as error:  # noqa: BLE001 - raised again for the readers
            if not self.is_stopped:
                self.error = error
        finally:
            self.received.end_wait()

    def _receive(self) -> None:
        received = self.received
        attempts, unsynced = 0.0, Unsynced()
        while received.end < received.size and not self.is_stopped:
            before = received.end
            try:
                self._take()
            except RefusedError as error:
                if self.request.is_in_use or not is_torn(error):
                    raise
                self._end_torn()
            except UnsyncedError as error:
                unsynced.wait(error)
            except LostError as error:
                attempts = attempts if received.end == before else 0
                # a stall takes half of the deadline: no more than two stalls
                attempts += ATTEMPTS / 2 if isinstance(error, StalledError) else 1
                if self.is_stopped:
                    return
                LOGGER.info("%s; reconnecting", error)
                if attempts >= ATTEMPTS:
                    if not self.request.has_successor:
                        raise
                    received.publish(self._whole)
                    self.is_cut = True
                    received.cut()
                    return

    def _end_torn(self) -> None:
        """End the log where the server stops sending."""
        received = self.received
        assert self._session is not None
        self._torn = (
            f"{self._session.name}/{self.request.name}: at byte {received.end}: incomplete event,"
            f" of which the server sends {received.size - received.end} bytes and no more (it was"
            " probably killed while it wrote); reading continues with the next log file"
        )
        received.publish(received.end)
        received.cut()

    def _take(self) -> None:
        received, request = self.received, self.request
        with request.connect() as session:
            self._session = session
            left = received.size - received.end
            take_run = request.load_run() if request.load_run is not None and left > MANY else None
            # the parts of an incomplete event are sent again
            self._next = self._complete_end
            first = max(self._next, FIRST)
            for event in Dump(session, request.name, first, take_run=take_run):
                if event is not None:
                    if event.log != request.name:
                        raise ServerError(
                            f"{session.name}: the server continues with {event.log} after byte"
                            f" {received.end} of {request.name}, expected {received.size} bytes"
                        )
                    if event.begun is not None:
                        self._whole = event.begun
                    if not self._add(event):
                        self.is_stopped = True
                is_over = received.end >= received.size
                whole = received.end if is_over or not request.has_successor else self._whole
                if is_over or self.is_stopped or whole - received.available >= NOTIFY_BYTES:
                    received.publish(whole)
                if is_over or self.is_stopped:
                    return
        raise UnsyncedError(
            session, request.name, received.end, ServedLog(request.name, received.size)
        )

    def _add(self, event: Dumped) -> bool:
        """Add one or several events; return whether they have readers."""
        is_first = isinstance(event, DumpedEvent) and event.position == FIRST
        if not is_first or self._next:
            check_next(event, self._next)
        num_received = max(self.received.end - event.position, 0)
        self._next, self._complete_end = event.end, event.complete_end
        if isinstance(event, DumpedEvent) and is_first:
            return self.received.add(beginning_of(event, is_in_use=self.request.is_in_use))
        return self.received.add(memoryview(event.data)[num_received:])


class Spool:
    """Reads a download by positions, and waits for bytes that were not received yet.

    Without readers, the download ends. Released bytes are requested again, and then retained.
    """

    def __init__(self, request: LogRequest) -> None:
        self._request = request
        self._lock = threading.Lock()
        self._num_readers = 0
        self._download = self._begin(keeps=False)

    def _begin(self, *, keeps: bool) -> _Download:
        download = _Download(self._request, keeps=keeps)
        weakref.finalize(self, download.stop)
        return download

    @property
    def has_failed(self) -> bool:
        return self._download.has_failed

    def open(self) -> Spool:
        """Add a reader."""
        with self._lock:
            self._num_readers += 1
            self._download.received.num_readers = self._num_readers
        return self

    def close(self) -> None:
        """Remove a reader."""
        with self._lock:
            self._num_readers -= 1
            self._download.received.num_readers = self._num_readers

    def size(self) -> int:
        return self._download.received.size

    def is_there(self) -> bool:
        """Wait for the first bytes of the log. Returns False if its server is lost before."""
        download = self._download
        download.wait(1)
        return download.received.available > 0

    def is_whole(self) -> bool:
        """Wait until the download ends; return whether the log is complete."""
        download = self._download
        download.wait(download.received.size)
        return not download.is_cut

    def executed_gtids_after(self, add_gtids: AddGtids, path: str, executed_gtids: str) -> str:
        """Return the executed GTIDs at the end of the log. Raises ServerError."""
        descriptor = self._download.received.fileno()
        content = mmap.mmap(descriptor, self.size(), access=mmap.ACCESS_READ)
        gtids = add_gtids(HeldFile(path, content), executed_gtids)
        if gtids is None:
            raise ServerError(
                f"{path}: the server is lost, and no other server can take over, because"
                " transactions have no GTIDs; enable gtid_mode"
            )
        return gtids

    def read_at(self, nbytes: int, offset: int) -> bytes | memoryview:
        """Return at least one of the requested bytes, or none at the end of the log.

        Raises as the download.
        """
        while True:
            download = self._download
            try:
                download.wait(min(offset + nbytes, offset - offset % BLOCK + BLOCK))
                return download.received.read(nbytes, offset)
            except BytesReleasedError:
                self._again(download)

    def _again(self, download: _Download) -> None:
        with self._lock:
            if self._download is download:
                was_read = not download.is_stopped
                download.stop()
                self._download = self._begin(keeps=was_read)
                self._download.received.num_readers = self._num_readers


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
