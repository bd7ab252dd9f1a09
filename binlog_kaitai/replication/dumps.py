"""Request the events of a server's logs, each with its position."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import chain
from typing import Any, Literal

from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.generated.binlog_event_frame import BinlogEventFrame
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.format_description_event import FormatDescriptionEvent
from binlog_kaitai.generated.log_format import LogFormat
from binlog_kaitai.generated.log_start import LogStart
from binlog_kaitai.generated.replication_packet import ReplicationPacket
from binlog_kaitai.generated.rotate_event import RotateEvent
from binlog_kaitai.generated.writers.binlog_event_frame import BinlogEventFrame as FrameWriter
from binlog_kaitai.io.written import signed_at_end, written
from binlog_kaitai.model.gtids import GtidSet
from binlog_kaitai.replication.commands import (
    MAX_POSITION,
    Command,
    binlog_dump,
    binlog_dump_gtid,
    register_slave,
    semi_sync_reply,
)
from binlog_kaitai.replication.dumped import Dumped, DumpedEvent, DumpedPart, DumpedRun
from binlog_kaitai.replication.log_names import A_LOG_NAME, LogName, log_name, shown
from binlog_kaitai.replication.sessions import ServerError, Session
from binlog_kaitai.replication.wire import TakeRun, Wire

EventType = BinlogEventHeader.EventType
Status = ReplicationPacket.PacketStatus

MAGIC = bytes.fromhex(f"{LogStart.LogMagic.binlog:x}")
FIRST = len(MAGIC)
"""Position of the first event of a log."""

OK = bytes([Status.ok])
EOF = bytes([Status.eof])
MAX_BARE_PACKET = 2**16
"""Maximum size of a packet without an event, such as an error."""

HEARTBEAT_SECONDS = 1
REPLICA = "binlog-kaitai"
"""The name in a server's list of replicas."""

# MariaDB's capability of replicas that understand GTIDs, and so all events of its logs
MARIADB_CAPABILITY = 4


class Dump:
    """The events of a log from a position on, and of the later logs.

    A blocking dump has no end: it yields None if nothing arrives for some seconds. Any other ends
    with the last log. Artificial events for replicas are skipped. A dump `without` a set of
    transactions starts, if no log is named, with the first log that has others; its events need not
    be consecutive. With `take_run`, it reads many plain events at once.

    A blocking dump that `pauses` also yields None when it has yielded all that has arrived. Its
    consumer calls `resume` before it goes on after a while. Then the server has to make progress:
    an event, a part of one, or a heartbeat.
    """

    CHECKSUM = "CRC32"
    """The checksums that this replica knows."""

    def __init__(  # noqa: PLR0913 - the settings of a replica
        self,
        session: Session,
        log: LogName | Literal[""],
        position: int,
        *,
        without: GtidSet | None = None,
        server_id: int = 0,
        is_blocking: bool = False,
        pauses: bool = False,
        take_run: TakeRun | None = None,
    ) -> None:
        self.session = session
        self.log = LogName(log)  # empty until the server names it
        self.position = position
        self._without = without
        self._no_format = ReplicationPacket.StreamStart(KaitaiStream(BytesIO())).format
        self._format = self._no_format
        self._rotation: bytes | None = None
        _prepare(session, self.CHECKSUM)
        self._is_semi_sync: bool | None = False
        if is_blocking and session.server.is_semi_sync:
            self._ask_for_replies()
        if is_blocking:
            session.send(Command.register_slave, register_slave(server_id, REPLICA))
            session.packet()
        if without is not None and without.is_mariadb:
            session.set(slave_connect_state=without.text, slave_gtid_strict_mode=0)
        if position > MAX_POSITION or (without is not None and not without.is_mariadb):
            body = binlog_dump_gtid(
                log, position, without, server_id=server_id, is_blocking=is_blocking
            )
            session.send(Command.binlog_dump_gtid, body)
        else:
            body = binlog_dump(log, position, server_id=server_id, is_blocking=is_blocking)
            session.send(Command.binlog_dump, body)
        is_plain = without is None and self._is_semi_sync is False
        self._pauses = pauses
        ever = is_blocking and not pauses
        self._wire = Wire(session, take_run if is_plain else None, ever=ever)

    def resume(self) -> None:
        """Restart the time without progress, after a pause of the consumer."""
        self._wire.progress()

    @property
    def marks_recovered(self) -> bool:
        """Whether the server clears the in-use flag of the last log after a crash."""
        return not self._format.is_mariadb

    def __iter__(self) -> Iterator[Dumped | None]:
        """Yield the events. Raises ServerError, and BinlogError for invalid events."""
        while True:
            if self._wire.takes_runs:
                yield from self._runs()
            elif self._pauses and not self._wire.has_bytes:
                yield None
            parts = self._wire.packet(self._len_packet)
            packet = next(parts)
            if packet.startswith(EOF):
                return
            if not packet.startswith(OK):
                raise self._error("an event", f"a packet that starts with {packet[:1].hex()}")
            data, requires_ack = packet[len(OK) :], False
            if self._is_semi_sync is not False:
                data, requires_ack = self._without_semi_sync(packet)
            header = self._header_of(data)
            is_made_up = self._is_made_up(header)
            is_small = is_made_up or header.is_turning_point or header.type == EventType.stop
            if not is_made_up:
                yield from self._before(header)
            if len(data) < header.len_event and not is_small:
                yield from self._parts(header, data, parts, requires_ack=requires_ack)
                self._wire.progress()
                continue
            self._check_whole(header, data, parts)
            if not is_made_up:
                event = self._placed(header, data)
                yield replace(event, requires_ack=True) if requires_ack else event
                self._wire.progress()
            else:
                yield from self._take_made_up(header, data)

    def _is_made_up(self, header: Any) -> bool:
        """Return whether an event is not part of the log."""
        # MariaDB repeats START_ENCRYPTION for a dump that begins inside a log
        is_repeated = header.starts_encryption and not header.next_position
        return bool(header.is_made_up or is_repeated)

    def _before(self, _: Any) -> Iterator[Dumped]:
        """Yield what the log has before an event, which the server does not send."""
        return iter(())

    def _take_made_up(self, header: Any, data: bytes) -> Iterator[None]:
        """Take in an event that is not part of the log; yield None for a heartbeat."""
        if header.type == EventType.rotate:
            self._take_rotation(data)
        elif header.type == EventType.format_description:
            self._describe(data)
        else:
            yield None

    def _take_rotation(self, data: bytes) -> None:
        """Keep the name of the log until the format is known."""
        self._rotation = data

    def _check_whole(self, header: Any, data: bytes, parts: Iterator[bytes]) -> None:
        """Raise BinlogError unless the data is a whole event and a whole packet."""
        count = len(data) + sum(map(len, parts))
        if count != header.len_event:
            raise self._error(f"an event of {header.len_event} bytes", f"{count} bytes")
        if count != len(data):
            expected = f"a small event of type {int(header.type)}"
            raise self._error(expected, f"an event of {count} bytes")

    def _parts(
        self, header: Any, data: bytes, parts: Iterator[bytes], *, requires_ack: bool
    ) -> Iterator[DumpedPart]:
        """Yield the parts of a large event as they arrive."""
        begin, position = self.position, self.position
        self._check_place(header, header.len_event)
        begun = begin if header.begins_transaction else None
        end = begin + header.len_event
        for part in chain((data,), parts):
            if position + len(part) < end:
                yield DumpedPart(self.log, position, part, begin, begun)
            elif part:
                yield DumpedPart(self.log, position, part, end, begun, requires_ack=requires_ack)
            position += len(part)
        if position != end:
            raise self._error(f"an event of {header.len_event} bytes", f"{position - begin} bytes")

    def _len_packet(self, body: bytes) -> int | None:
        """Return the size of a packet from its first bytes; None if more bytes are needed.

        Raises:
            BinlogError: the event is larger than the URI allows.
        """
        if not body.startswith(OK):
            return MAX_BARE_PACKET
        stream = KaitaiStream(BytesIO(body))
        try:
            ReplicationPacket.PacketHeader(bool(self._is_semi_sync), stream)
            begin = stream.pos()
            header = BinlogEventHeader(4, False, KaitaiStream(BytesIO(body[begin:])))
        except EOFError:
            return None
        except KaitaiStructError:
            return MAX_BARE_PACKET
        most = self.session.server.max_packet
        if header.len_event > most:
            raise self._error(
                f"an event of at most {most} bytes", f"an event of {header.len_event} bytes"
            )
        size: int = begin + header.len_event
        return size

    def _runs(self) -> Iterator[DumpedRun | None]:
        """Yield runs of plain events, up to a packet of another kind."""
        while True:
            run, data = self._wire.run(self.position)
            if run.end:
                position, self.position = self.position, run.position
                begun = None if run.begun < 0 else run.begun
                yield DumpedRun(self.log, position, data, begun)
                self._wire.progress()
            elif not run.is_torn or self._wire.is_full:  # with an event that is yielded in parts
                return
            else:
                if self._pauses and not self.session.has_bytes:
                    yield None
                self._wire.more()

    def acknowledge(self, event: Dumped) -> None:
        """Confirm to the server that an event is on disk."""
        self.session.reply(semi_sync_reply(event.log, event.end))

    def _ask_for_replies(self) -> None:
        """Turn on semi-synchronous replication. Raises ServerError if the server has it off."""
        names = ("rpl_semi_sync_source_enabled", "rpl_semi_sync_master_enabled")
        if not any(self.session.value(name) in {"ON", "1"} for name in names):
            raise ServerError(
                f"{self.session.name}: semi-sync=on is for a server that has semi-synchronous"
                " replication turned on (rpl_semi_sync_source_enabled of MySQL,"
                " rpl_semi_sync_master_enabled of MariaDB)"
            )
        self.session.set(rpl_semi_sync_replica=1, rpl_semi_sync_slave=1)
        self._is_semi_sync = None

    def _without_semi_sync(self, packet: bytes) -> tuple[bytes, bool]:
        """Return an event, and whether its packet requires a reply.

        The first packet shows whether there are such headers: its event begins with a time of 0.
        """
        stream = KaitaiStream(BytesIO(packet))
        try:
            header = ReplicationPacket.PacketHeader(True, stream)
        except (EOFError, KaitaiStructError) as error:
            if self._is_semi_sync:
                raise self._error("a packet of semi-synchronous replication", str(error)) from error
            self._is_semi_sync = False
            return packet[len(OK) :], False
        self._is_semi_sync = True
        return packet[stream.pos() :], bool(header.semi_sync.needs_reply)

    def _header_of(self, data: bytes) -> Any:
        try:
            header = BinlogEventHeader(4, False, KaitaiStream(BytesIO(data)))
        except (EOFError, KaitaiStructError) as error:
            raise self._error("the header of an event", str(error)) from error
        return header

    def _placed(self, header: Any, data: bytes) -> DumpedEvent:
        if header.type == EventType.format_description:
            self._describe(data)
        if header.starts_encryption:
            data = self._without_encryption(data)
            header = self._header_of(data)
        position = self.position
        self._check_place(header, len(data))
        return DumpedEvent(self.log, position, data, header)

    def _check_place(self, header: Any, size: int) -> None:
        """Advance past an event. Raises BinlogError if it is not the next event of the log."""
        position = self.position
        has_no_start = position == FIRST and header.type != EventType.format_description
        if has_no_start and self._without is None:
            raise self._error("a FORMAT_DESCRIPTION", f"an event of the type {int(header.type)}")
        self.position += size
        counted = header.next_position
        has_gaps = self._without is not None
        if counted and not has_gaps and counted != self.position % header.num_positions:
            expected = f"an event that ends at byte {self.position}"
            raise BinlogError(self.log, position, expected, f"an event that ends at {counted}")

    def _without_encryption(self, data: bytes) -> bytes:
        """Replace a START_ENCRYPTION event by an ignorable event.

        MariaDB sends this event of the file, but sends the following events unencrypted.
        """
        frame = self._frame(data)
        is_signed = zlib.crc32(frame.signed_bytes) == frame.signature
        passed = self._frame_to_write(data)
        passed.header.type_code = int(EventType.ignorable)
        return signed_at_end(passed) if is_signed else written(passed, len(data))

    def _describe(self, data: bytes) -> None:
        """Apply a FORMAT_DESCRIPTION, and the ROTATE before it."""
        description = self._frame(data)
        try:
            body = FormatDescriptionEvent(KaitaiStream(BytesIO(description.rest)))
        except (EOFError, KaitaiStructError, UnicodeDecodeError) as error:
            raise self._error("a FORMAT_DESCRIPTION", str(error)) from error
        stream = KaitaiStream(BytesIO())
        self._format = LogFormat(body.binlog_version, True, body.handle, False, stream)
        if self._rotation is not None:
            frame = self._frame(self._rotation)
            self._rotation = None
            self.log, self.position = self._log_in(frame)

    def _log_in(self, frame: BinlogEventFrame) -> tuple[LogName, int]:
        """Return the log that a ROTATE leads to, and the position there."""
        is_signed = zlib.crc32(frame.signed_bytes) == frame.signature
        body = frame.signed_rest if is_signed else frame.rest
        try:
            rotate = RotateEvent(self._format.len_rotate_post_header, KaitaiStream(BytesIO(body)))
            name, position = rotate.next_log_name, rotate.position
        except (EOFError, UnicodeDecodeError) as error:
            raise self._error("a ROTATE with a log name", str(error)) from error
        try:
            return self._named(name), position
        except ValueError:
            raise self._error(f"a ROTATE to {A_LOG_NAME}", shown(name)) from None

    def _named(self, name: str) -> LogName:
        return log_name(name)

    def _frame(self, data: bytes) -> BinlogEventFrame:
        try:
            return BinlogEventFrame(self._no_format, KaitaiStream(BytesIO(data)))
        except (EOFError, KaitaiStructError) as error:
            raise self._error("an event of the format in force", str(error)) from error

    def _frame_to_write(self, data: bytes) -> Any:
        """Return the frame of an event that was framed before."""
        frame = FrameWriter(self._no_format, KaitaiStream(BytesIO(data)))
        frame._read()  # noqa: SLF001 - Kaitai's name
        return frame

    def _error(self, expected: str, found: str) -> BinlogError:
        return BinlogError(self.session.server.uri_of(self.log), self.position, expected, found)


def _prepare(session: Session, checksum: str) -> None:
    """Set the session variables of a replica of either kind of server."""
    seconds = min(HEARTBEAT_SECONDS, session.patience / 3)  # interval of heartbeats
    nanoseconds = int(seconds * 10**9)
    session.set(
        master_binlog_checksum=checksum,
        source_binlog_checksum=checksum,
        master_heartbeat_period=nanoseconds,
        source_heartbeat_period=nanoseconds,
        mariadb_slave_capability=MARIADB_CAPABILITY,
    )
