"""The events that a server sends of its logs, each with its place there."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.generated.event_frame import EventFrame
from binlog_kaitai.generated.event_header import EventHeader
from binlog_kaitai.generated.format_description_event import FormatDescriptionEvent
from binlog_kaitai.generated.log_format import LogFormat
from binlog_kaitai.generated.log_start import LogStart
from binlog_kaitai.generated.replication_packet import ReplicationPacket
from binlog_kaitai.generated.rotate_event import RotateEvent
from binlog_kaitai.replication.commands import (
    MAX_POSITION,
    Command,
    binlog_dump,
    binlog_dump_gtid,
    register_slave,
)
from binlog_kaitai.replication.sessions import Session

EventType = EventHeader.EventType
Status = ReplicationPacket.PacketStatus

MAGIC = int(LogStart.LogMagic.binlog).to_bytes(4, "big")
FIRST = len(MAGIC)
"""Where the first event of a log lies."""

OK = bytes([Status.ok])
EOF = bytes([Status.eof])
HEARTBEAT_SECONDS = 5
REPLICA = "binlog-kaitai"
"""What a server's list of replicas calls us."""

# MariaDB's name for replicas that know its GTIDs, and with them all that its logs hold
MARIADB_CAPABILITY = 4


@dataclass(frozen=True, slots=True)
class DumpedEvent:
    """An event that lies in a log, at a byte offset; it has these bytes there."""

    log: str
    position: int
    data: bytes
    type: EventHeader.EventType | int

    @property
    def end(self) -> int:
        """The byte offset behind it."""
        return self.position + len(self.data)


class Dump:
    """What a server sends of a log from a position on, and of those behind it.

    A dump that waits goes on for ever: it yields None where nothing comes for some seconds. Any
    other ends where the logs do. What the server makes up for replicas is left out.
    """

    def __init__(
        self, session: Session, log: str, position: int, *, server_id: int = 0, waits: bool = False
    ) -> None:
        self.session = session
        self.log = log
        self.position = position
        self._format = ReplicationPacket.StreamStart(KaitaiStream(BytesIO())).format
        self._rotation: bytes | None = None
        _prepare(session)
        if waits:
            session.send(Command.register_slave, register_slave(server_id, REPLICA))
            session.packet()
        if position <= MAX_POSITION:
            body = binlog_dump(log, position, server_id=server_id, waits=waits)
            session.send(Command.binlog_dump, body)
        else:
            body = binlog_dump_gtid(log, position, None, server_id=server_id, waits=waits)
            session.send(Command.binlog_dump_gtid, body)

    @property
    def marks_recovered(self) -> bool:
        """Whether the server, after a crash, no longer calls the log of before in use."""
        return not self._format.is_mariadb

    def __iter__(self) -> Iterator[DumpedEvent | None]:
        """Yield the events. Raises ServerError, BinlogError for what no server sends."""
        while True:
            packet = self.session.packet()
            if packet.startswith(EOF):
                return
            if not packet.startswith(OK):
                raise self._error("an event", f"a packet that begins with {packet[:1].hex()}")
            data = packet[len(OK) :]
            header = self._header_of(data)
            if not header.is_made_up:
                yield self._placed(header, data)
            elif header.type == EventType.rotate:
                self._rotation = data
            elif header.type == EventType.format_description:
                self._describe(data)
            else:
                yield None

    def _header_of(self, data: bytes) -> Any:
        try:
            header = EventHeader(4, False, KaitaiStream(BytesIO(data)))
        except (EOFError, KaitaiStructError) as error:
            raise self._error("the header of an event", str(error)) from error
        if header.len_event != len(data):
            raise self._error(f"an event of {header.len_event} bytes", f"{len(data)} bytes")
        return header

    def _placed(self, header: Any, data: bytes) -> DumpedEvent:
        if header.type == EventType.format_description:
            self._describe(data)
        position = self.position
        self.position += len(data)
        counted = header.next_position
        if counted and counted != self.position % header.num_positions:
            expected = f"an event that ends at byte {self.position}"
            raise BinlogError(self.log, position, expected, f"one that ends at {counted}")
        return DumpedEvent(self.log, position, data, header.type)

    def _describe(self, data: bytes) -> None:
        """Take over a format, and the log that the ROTATE before it leads to."""
        before = self._format
        description = self._frame(data, before)
        body = FormatDescriptionEvent(KaitaiStream(BytesIO(description.rest)))
        self._format = LogFormat(body.binlog_version, True, body, False, KaitaiStream(BytesIO()))
        if self._rotation is not None:
            rotation, self._rotation = self._rotation, None
            # it may end with a checksum as the log before has them, or this one, or with none
            self._lead_to(rotation, self._format, before, self._format.of_payload)

    def _lead_to(self, rotation: bytes, *formats: Any) -> None:
        frames = [self._frame(rotation, log_format) for log_format in formats]
        frame = min(frames, key=_trust)
        try:
            rotate = RotateEvent(FIRST, KaitaiStream(BytesIO(frame.rest)))
            self.log, self.position = rotate.next_log_name, rotate.position
        except (EOFError, UnicodeDecodeError) as error:
            raise self._error("a ROTATE that names a log", str(error)) from error

    def _frame(self, data: bytes, log_format: Any) -> EventFrame:
        try:
            return EventFrame(log_format, KaitaiStream(BytesIO(data)))
        except (EOFError, KaitaiStructError) as error:
            raise self._error("an event of the format in force", str(error)) from error

    def _error(self, expected: str, found: str) -> BinlogError:
        return BinlogError(self.session.server.uri_of(self.log), self.position, expected, found)


def _trust(frame: EventFrame) -> int:
    """Sort a ROTATE by whether its checksum is right, is none, or is wrong."""
    if not frame.len_checksum:
        return 1
    return 0 if zlib.crc32(frame.covered) == frame.crc32 else 2


def _prepare(session: Session) -> None:
    """Say what a replica of either family says: that it can take what the logs hold."""
    nanoseconds = HEARTBEAT_SECONDS * 10**9
    session.set(
        master_binlog_checksum="CRC32",
        source_binlog_checksum="CRC32",
        master_heartbeat_period=nanoseconds,
        source_heartbeat_period=nanoseconds,
        mariadb_slave_capability=MARIADB_CAPABILITY,
    )
