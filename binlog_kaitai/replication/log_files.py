"""Write the events from a server as a file equal to the server's."""

from __future__ import annotations

from io import BytesIO
from typing import BinaryIO

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.generated.binlog_event_frame import BinlogEventFrame
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.replication_packet import ReplicationPacket
from binlog_kaitai.replication.dumped import Dumped, DumpedEvent
from binlog_kaitai.replication.dumps import FIRST, MAGIC, EventType

CLOSES = {EventType.rotate, EventType.stop}


def beginning_of(event: DumpedEvent, *, is_in_use: bool) -> bytes:
    """Return the first bytes of a log file, including the first event."""
    stream = BytesIO()
    LogFileWriter(stream, marks_use=is_in_use).add(event)
    return stream.getvalue()


def check_next(event: Dumped, position: int) -> None:
    """Raise BinlogError if an event does not begin at the end of the previous one."""
    if event.position != position:
        raise BinlogError(
            event.log,
            position,
            "the event at this byte",
            f"an event that the server sends for byte {event.position}",
        )


class LogFileWriter:
    """Writes consecutive events; `position` is the position of the next one.

    As in the server's file, the first event has the in-use flag until the log is closed, unless
    `marks_use` is false.
    """

    def __init__(self, stream: BinaryIO, position: int = 0, *, marks_use: bool = True) -> None:
        self._stream = stream
        self._marks_use = marks_use
        self.position = position
        self.is_closed = False
        if not position:
            stream.write(MAGIC)
            self.position = FIRST

    def add(self, event: Dumped) -> None:
        """Write the next event or events. Raises BinlogError if they are not the next ones."""
        check_next(event, self.position)
        self._stream.write(event.data)
        self.position = event.end
        if event.position == FIRST:
            self._set_in_use(is_in_use=True)
        elif event.type in CLOSES:
            self.close_log()

    def close_log(self) -> None:
        """Clear the in-use flag, as the server does when it starts another log."""
        self._set_in_use(is_in_use=False)
        self.is_closed = True

    def _set_in_use(self, *, is_in_use: bool) -> None:
        if not self._marks_use:
            return
        self._stream.seek(FIRST)
        header = BinlogEventHeader(4, False, KaitaiStream(self._stream))
        if bool(header.flags.binlog_in_use) != is_in_use:
            self._stream.seek(FIRST)
            data = self._stream.read(header.len_event)
            no_format = ReplicationPacket.StreamStart(KaitaiStream(BytesIO())).format
            frame = BinlogEventFrame(no_format, KaitaiStream(BytesIO(data)))
            self._stream.seek(FIRST + frame.ofs_flags)
            self._stream.write(frame.flags_with_other_use)
        self._stream.seek(self.position)
