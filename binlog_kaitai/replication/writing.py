"""Writes what a server sends into the logs of an archive."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import BinaryIO, Protocol

from binlog_kaitai.replication.dumped import Dumped
from binlog_kaitai.replication.dumps import Dump
from binlog_kaitai.replication.log_files import LogFileWriter
from binlog_kaitai.replication.places import Place
from binlog_kaitai.replication.servers import ServedLog

SETTLE_SECONDS = 1.0
SETTLE_BYTES = 2**26


class Logs(Protocol):
    """Where the logs are: see `Archive`."""

    def open_log(self, place: Place) -> BinaryIO: ...
    def settle(self, stream: BinaryIO, place: Place) -> None: ...
    def tell(self, place: Place) -> None: ...


class Writing:
    """Writes events to the logs of an archive, and settles them now and then."""

    def __init__(self, archive: Logs, dump: Dump, place: Place) -> None:
        self.archive = archive
        self._dump = dump
        self.place = place
        self._stream: BinaryIO | None = None
        self._writer: LogFileWriter | None = None
        self._settled = time.monotonic()
        self._is_new = False
        self._settled_position = place.position

    def take_all(self, begins: Callable[[], bool], last: ServedLog | None) -> bool:
        """Write what comes, up to the end of the `last` log, if it has an end.

        It is asked whether it `begins` another log; returns False where not.
        """
        for event in self._dump:
            if self._goes_on_in(event) and not begins():
                return False
            self._take(event)
            if last is not None and is_reached(self.place, last):
                break
        return True

    def _goes_on_in(self, event: Dumped | None) -> bool:
        """Return whether an event is of another log than those before it."""
        is_begun = self.place.position > 0
        return event is not None and is_begun and event.log != self.place.log

    def _take(self, event: Dumped | None) -> None:
        """Write an event; None where there is none for now."""
        if event is not None:
            self._write(event)
            if event.wants_reply:
                self._settle()
                self._dump.acknowledge(event)
        now = time.monotonic()
        unsettled = self.place.position - self._settled_position
        if now - self._settled > SETTLE_SECONDS or unsettled > SETTLE_BYTES:
            self._settle()
            self._settled = now

    def close_torn(self) -> None:
        """Take the log for all that it will ever have."""
        self.place = replace(self.place, is_closed=True)
        self._is_new = True
        self.end()

    def end(self) -> None:
        """Settle the events that were written; one that is not complete is left out."""
        if self._stream is not None:
            assert self._writer is not None
            if self._writer.position > self.place.position:
                self._stream.truncate(self.place.position)
            self._settle()
            self._stream.close()
            self._stream = None
            self.archive.tell(self.place)

    def _write(self, event: Dumped) -> None:
        if self._writer is None or event.log != self.place.log:
            self._open(event)
        assert self._writer is not None
        self._writer.add(event)
        self._is_new = True
        self.place = Place(self.place.server, event.log, event.complete_end, self._writer.is_closed)

    def _open(self, event: Dumped) -> None:
        """Open the log that an event is of; the one before may have no end, as after a crash."""
        if event.log != self.place.log:
            if self.place.position and not self.place.is_closed:
                writer = self._writer or self._resumed()
                if self._dump.marks_recovered:
                    writer.close_log()
                self.place = replace(self.place, is_closed=True)
                self._is_new = True
            self.end()
            self.place = Place(self.place.server, event.log, 0)
        self._resumed()

    def _resumed(self) -> LogFileWriter:
        self._stream = self.archive.open_log(self.place)
        self._writer = LogFileWriter(self._stream, self.place.position)
        return self._writer

    def _settle(self) -> None:
        if self._stream is not None and self._is_new:
            self.archive.settle(self._stream, self.place)
            self._is_new = False
            self._settled_position = self.place.position


def is_reached(place: Place, last: ServedLog) -> bool:
    """Return whether a place is the end of a server's last log."""
    return place.log == last.name and place.position >= last.size
