"""Write the events of a server to the logs of an archive."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Protocol, TypeAlias

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.status import Status
from binlog_kaitai.replication.dumped import Dumped
from binlog_kaitai.replication.dumps import Dump
from binlog_kaitai.replication.log_files import LogFileWriter
from binlog_kaitai.replication.log_names import LogName, log_name
from binlog_kaitai.replication.servers import ServedLog

CHECKPOINT_SECONDS = 1.0
CHECKPOINT_BYTES = 2**26


class Logs(Protocol):
    """Storage of the logs: see `Archive`."""

    status: Status

    def open_log(self, place: ArchivePosition) -> BinaryIO: ...
    def checkpoint(self, stream: BinaryIO, place: ArchivePosition) -> None: ...
    def notify(self, place: ArchivePosition) -> None: ...


class Writing:
    """Writes events to the logs of an archive, with regular checkpoints."""

    def __init__(self, archive: Logs, dump: Dump, place: ArchivePosition) -> None:
        self.archive = archive
        self._dump = dump
        self._events = iter(dump)
        self.place = place
        self._stream: BinaryIO | None = None
        self._writer: LogFileWriter | None = None
        self._checkpoint_time = time.monotonic()
        self._is_new = False
        self._checkpoint_position = place.position

    def take_all(self, begins: Callable[[], bool], last: ServedLog | None) -> bool:
        """Write the events of the dump.

        Args:
            begins: called before each further log; False ends the copy.
            last: the log at whose end to stop; None for no end.

        Returns:
            False if `begins` ended the copy.
        """
        for event in self._events:
            if self._begins_log(event) and not begins():
                return False
            self._take(event)
            if last is not None and is_reached(self.place, last):
                break
        return True

    def take_arrived(self, max_bytes: int) -> bool:
        """Write the events of a dump that pauses, up to a pause or so many bytes.

        Returns:
            False if the server has ended the dump.
        """
        left = max_bytes
        for event in self._events:
            self._take(event)
            left -= 0 if event is None else len(event.data)
            if event is None or left <= 0:
                self._checkpoint()
                return True
        return False

    def _begins_log(self, event: Dumped | None) -> bool:
        """Return whether an event begins another log."""
        is_begun = self.place.position > 0
        return event is not None and is_begun and event.log != self.place.log

    def _take(self, event: Dumped | None) -> None:
        """Write an event, if there is one."""
        if event is not None:
            self._write(event)
            if event.requires_ack:
                self._checkpoint()
                self._dump.acknowledge(event)
        now = time.monotonic()
        pending = self.place.position - self._checkpoint_position
        if now - self._checkpoint_time > CHECKPOINT_SECONDS or pending > CHECKPOINT_BYTES:
            self._checkpoint()
            self._checkpoint_time = now
        if event is None:
            self.archive.status.catch_up()

    def close_torn(self) -> None:
        """Close a log whose server sends no more of it."""
        self.place = replace(self.place, is_closed=True)
        self._is_new = True
        self.end()

    def end(self) -> None:
        """Checkpoint the written events, without an incomplete one."""
        if self._stream is not None:
            assert self._writer is not None
            if self._writer.position > self.place.position:
                self._stream.truncate(self.place.position)
            self._checkpoint()
            self._stream.close()
            self._stream = None
            self.archive.notify(self.place)

    def _write(self, event: Dumped) -> None:
        if self._writer is None or event.log != self.place.log:
            self._open(event)
        assert self._writer is not None
        self._writer.add(event)
        self._is_new = True
        self.place = ArchivePosition(
            *(self.place.server, event.log, event.complete_end, self._writer.is_closed),
            event.gtids,
        )

    def _open(self, event: Dumped) -> None:
        """Open the log of an event; the previous log may have no end after a crash."""
        if event.log != self.place.log:
            if self.place.position and not self.place.is_closed:
                writer = self._writer or self._resumed()
                if self._dump.marks_recovered:
                    writer.close_log()
                self.place = replace(self.place, is_closed=True)
                self._is_new = True
            self.end()
            self.place = replace(self.place, log=event.log, position=0, is_closed=False)
        self._resumed()

    def _resumed(self) -> LogFileWriter:
        self._stream = self.archive.open_log(self.place)
        self._writer = LogFileWriter(self._stream, self.place.position)
        return self._writer

    def _checkpoint(self) -> None:
        if self._stream is not None and self._is_new:
            self.archive.checkpoint(self._stream, self.place)
            self._is_new = False
            self._checkpoint_position = self.place.position


def is_reached(place: ArchivePosition, last: ServedLog) -> bool:
    """Return whether a position is the end of a server's last log."""
    return place.log == last.name and place.position >= last.size


@dataclass(frozen=True, slots=True)
class ArchivePosition:
    """The position of an archive: the log is on disk up to this byte offset.

    `server` identifies the server. If `is_closed`, the server continues with another log. If the
    server sends its logs by GTIDs alone, `gtids` are the transactions up to there, as
    `GtidState.text`.
    """

    server: str
    log: LogName
    position: int
    is_closed: bool = False
    gtids: str | None = None


def place_in(text: str, name: str) -> ArchivePosition:
    """Parse the position in an archive's state file. Raises BinlogError, which names the file."""
    try:
        place = ArchivePosition(**json.loads(text))
        log_name(place.log)
    except (ValueError, TypeError) as error:
        raise BinlogError(name, 0, "the position of an archive", str(error)) from error
    return place


@dataclass(frozen=True, slots=True)
class ArchivedLog:
    """A log of an archive that was written: its path or URI, its size, and whether it is closed.

    `gtids` are as in `ArchivePosition`.
    """

    path: Path | str
    size: int
    is_closed: bool
    gtids: str | None = None


OnLog: TypeAlias = Callable[[ArchivedLog], None]


def ignore(_: object) -> None:
    """Do nothing."""
