"""Has a log sent by a server, and reads it meanwhile."""

from __future__ import annotations

import logging
import mmap
import threading
import warnings
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from binlog_kaitai.io.files import HeldFile
from binlog_kaitai.replication.dumped import Dumped, DumpedEvent
from binlog_kaitai.replication.dumps import FIRST, Dump
from binlog_kaitai.replication.log_files import beginning_of, check_next
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.received import BLOCK, ForgottenError, ReceivedLog
from binlog_kaitai.replication.servers import ServedLog
from binlog_kaitai.replication.sessions import (
    LostError,
    RefusedError,
    ServerError,
    Session,
    StalledError,
    is_torn,
)
from binlog_kaitai.replication.unsynced import Unsynced, UnsyncedError
from binlog_kaitai.replication.wire import LoadRun

LOGGER = logging.getLogger(__name__)

MANY = 2**22
"""Bytes from which on it is worth to load what takes many events at once."""

NOTIFY_BYTES = 2**18
ATTEMPTS = 5
"""How often a connection may be lost while nothing comes."""

Taken: TypeAlias = Callable[[str, str], "str | None"]
"""Tells the transactions in a log and those before it, and those that were known; None if not."""


class TornLogWarning(UserWarning):
    """A server, which was killed in the midst of an event, does not send the end of a log."""


@dataclass(frozen=True, slots=True)
class WantedLog:
    """A log to be sent, up to the `size` that it has.

    If it `is_followed`, another server goes on where this one is lost: then it ends behind its last
    whole transaction.
    """

    name: LogName
    size: int
    is_in_use: bool
    is_followed: bool
    connect: Callable[[], Session]
    load_run: LoadRun | None


class _Download:
    """Receives a log in a thread of its own, as long as somebody reads it."""

    def __init__(self, wanted: WantedLog, *, keeps: bool) -> None:
        self.wanted = wanted
        self.received = ReceivedLog(wanted.size, keeps=keeps or wanted.is_followed)
        self.error: BaseException | None = None
        self.is_cut = False
        self.is_stopped = False
        self._torn: str | None = None
        self._whole = 0
        self._next = self._complete_end = 0
        self._session: Session | None = None
        name = f"dump of {wanted.name}"
        threading.Thread(target=self._run, daemon=True, name=name).start()

    @property
    def has_failed(self) -> bool:
        return self.error is not None or self.is_stopped

    def stop(self) -> None:
        """End it, for nobody reads."""
        self.is_stopped = True
        session = self._session
        if session is not None:
            session.close()

    def wait(self, position: int) -> None:
        """Wait for the bytes before a position. Raises ForgottenError, what the download raises."""
        received = self.received
        received.wait(position, lambda: self.has_failed)
        torn, self._torn = self._torn, None
        if torn is not None:
            warnings.warn(torn, TornLogWarning, stacklevel=2)
        if received.available >= min(position, received.size):
            return
        if self.error is not None:
            raise self.error
        raise ForgottenError

    def _run(self) -> None:
        try:
            self._receive()
        except BaseException as error:  # noqa: BLE001 - raised again where it is read
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
                if self.wanted.is_in_use or not is_torn(error):
                    raise
                self._end_torn()
            except UnsyncedError as error:
                unsynced.wait(error)
            except LostError as error:
                attempts = attempts if received.end == before else 0
                # a stall takes half of the deadline: one more, and no third one
                attempts += ATTEMPTS / 2 if isinstance(error, StalledError) else 1
                if self.is_stopped:
                    return
                LOGGER.info("%s; reconnecting", error)
                if attempts >= ATTEMPTS:
                    if not self.wanted.is_followed:
                        raise
                    received.publish(self._whole)
                    self.is_cut = True
                    received.cut()
                    return

    def _end_torn(self) -> None:
        """Take the log for whole that ends where the server sends no more."""
        received = self.received
        assert self._session is not None
        self._torn = (
            f"{self._session.name}/{self.wanted.name}: at byte {received.end}: incomplete event, of"
            f" which the server sends {received.size - received.end} bytes and no more (it was"
            " probably killed while it wrote); reading continues with the next log file"
        )
        received.publish(received.end)
        received.cut()

    def _take(self) -> None:
        received, wanted = self.received, self.wanted
        with wanted.connect() as session:
            self._session = session
            left = received.size - received.end
            take_run = wanted.load_run() if wanted.load_run is not None and left > MANY else None
            # of an event whose parts did not all come, those that did come once more
            self._next = self._complete_end
            first = max(self._next, FIRST)
            for event in Dump(session, wanted.name, first, take_run=take_run):
                if event is not None:
                    if event.log != wanted.name:
                        raise ServerError(
                            f"{session.name}: the server continues with {event.log} after byte"
                            f" {received.end} of {wanted.name}, expected {received.size} bytes"
                        )
                    if event.begun is not None:
                        self._whole = event.begun
                    if not self._add(event):
                        self.is_stopped = True
                is_over = received.end >= received.size
                whole = received.end if is_over or not wanted.is_followed else self._whole
                if is_over or self.is_stopped or whole - received.available >= NOTIFY_BYTES:
                    received.publish(whole)
                if is_over or self.is_stopped:
                    return
        raise UnsyncedError(
            session, wanted.name, received.end, ServedLog(wanted.name, received.size)
        )

    def _add(self, event: Dumped) -> bool:
        """Add an event, or some; return whether somebody will read them."""
        is_first = isinstance(event, DumpedEvent) and event.position == FIRST
        if not is_first or self._next:
            check_next(event, self._next)
        num_known = max(self.received.end - event.position, 0)
        self._next, self._complete_end = event.end, event.complete_end
        if isinstance(event, DumpedEvent) and is_first:
            return self.received.add(beginning_of(event, is_in_use=self.wanted.is_in_use))
        return self.received.add(memoryview(event.data)[num_known:])


class Spool:
    """Reads by positions what a download has, and waits for what it has not yet.

    When nobody has it any more, the download ends. What was forgotten is sent again, to be kept.
    """

    def __init__(self, wanted: WantedLog) -> None:
        self._wanted = wanted
        self._lock = threading.Lock()
        self._num_readers = 0
        self._download = self._begin(keeps=False)

    def _begin(self, *, keeps: bool) -> _Download:
        download = _Download(self._wanted, keeps=keeps)
        weakref.finalize(self, download.stop)
        return download

    @property
    def has_failed(self) -> bool:
        return self._download.has_failed

    def open(self) -> Spool:
        """Count a reader in."""
        with self._lock:
            self._num_readers += 1
            self._download.received.num_readers = self._num_readers
        return self

    def close(self) -> None:
        """Count a reader out."""
        with self._lock:
            self._num_readers -= 1
            self._download.received.num_readers = self._num_readers

    def size(self) -> int:
        return self._download.received.size

    def is_there(self) -> bool:
        """Wait until some of the log is there. Returns False where its server is lost before."""
        download = self._download
        download.wait(1)
        return download.received.available > 0

    def is_whole(self) -> bool:
        """Wait until the download ends; return whether it has all of the log."""
        download = self._download
        download.wait(download.received.size)
        return not download.is_cut

    def taken(self, taken: Taken, path: str, known: str) -> str:
        """Return the transactions that are known once the log is read. Raises ServerError."""
        descriptor = self._download.received.fileno()
        content = mmap.mmap(descriptor, self.size(), access=mmap.ACCESS_READ)
        found = taken(HeldFile(path, content), known)
        if found is None:
            raise ServerError(
                f"{path}: the server is lost, and no other server can take over, because"
                " transactions have no GTIDs; enable gtid_mode"
            )
        return found

    def read_at(self, nbytes: int, offset: int) -> bytes | memoryview:
        """Return some of the bytes that are wanted, none only where the log ends.

        Raises as the download.
        """
        while True:
            download = self._download
            try:
                download.wait(min(offset + nbytes, offset - offset % BLOCK + BLOCK))
                return download.received.read(nbytes, offset)
            except ForgottenError:
                self._again(download)

    def _again(self, download: _Download) -> None:
        with self._lock:
            if self._download is download:
                was_read = not download.is_stopped
                download.stop()
                self._download = self._begin(keeps=was_read)
                self._download.received.num_readers = self._num_readers
