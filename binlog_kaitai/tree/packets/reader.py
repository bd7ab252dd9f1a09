"""The changes that a server sends to a replica, event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream, ValidationFailedError

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.replication_packet import ReplicationPacket
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.framings import FRAMINGS, Framing
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.tree.changes import ChangeReader, Ordinals
from binlog_kaitai.tree.log.events import UNPARSABLE, LoggedEvent
from binlog_kaitai.tree.log.state import LogState, inner_events
from binlog_kaitai.tree.packets.memory import PacketMemory

STREAM = "a replication stream"

MAX_POSITION = 2**62  # which leaves room to count on in 64 bits


class PacketReader:
    """Follows a stream of events from a server, of which the first is a FORMAT_DESCRIPTION.

    A ROTATE that a server makes up may come before it. `framing` says what lies before each event:
    the header of a packet, also that of semi-synchronous replication, or nothing.

    Attributes: `file` (the log that the server reads, once a ROTATE has named it) and `position`
    (where in it the next event lies, in bytes); `state` and `reader` are what the events so far
    have left.
    """

    def __init__(self, framing: Framing = "packet", scope: Scope = EVERYTHING) -> None:
        if framing not in FRAMINGS:
            raise ValueError(f"unknown framing {framing!r}; framings are {', '.join(FRAMINGS)}")
        self.framing = framing
        self.file: str | None = None
        self.position: int | None = None
        self.start = ReplicationPacket.StreamStart(KaitaiStream(BytesIO()))
        self.state = LogState(STREAM, self.start.format, self.start.table_maps)
        self.reader = ChangeReader(STREAM, scope)
        self._rotation: bytes | None = None  # a made-up ROTATE, until it is known how it ends
        self._description: bytes | None = None
        self._table_maps: list[bytes] = []

    def changes(self, packets: Iterable[bytes | None]) -> Iterator[tuple[str | None, Change]]:
        """Yield the changes in the packets that come next, each with the name of its log.

        Raises BinlogError for what is no event, is damaged, or is not the stream's next one.
        """
        for packet in packets:
            data = self.event_in(packet)
            for change in self.changes_of(self.header_of(data), data):
                yield self.file, change

    @property
    def memory(self) -> PacketMemory:
        """All that the packets so far have left."""
        return PacketMemory(
            file=self.file,
            position=self.position,
            rotation=self._rotation,
            description=self._description,
            table_maps=tuple(self._table_maps),
            fragments=self.state.fragments,
            transaction=self.reader.open_transaction,
            has_begun=self.reader.has_begun,
            is_behind_gtid=self.reader.grouping.is_behind_gtid,
            context=self.reader.context,
        )

    def resume(self, memory: PacketMemory) -> None:
        """Go on where a reader of the same packets, which has this memory, was."""
        self.position, self._rotation = memory.position, memory.rotation
        if memory.file is not None:
            self._take_name(memory.file)
        for event in (memory.description, *memory.table_maps):
            if event is not None:
                self._note(event, self.state.next_event(0, event))
        self.state.fragments = memory.fragments
        self.reader.context = memory.context
        self.reader.resume(
            memory.transaction,
            has_begun=memory.has_begun,
            is_behind_gtid=memory.is_behind_gtid,
        )

    @property
    def is_readable(self) -> bool:
        """Whether it is known how to read the next event."""
        return bool(self.state.format.has_format_description) and self.state.encryption is None

    @property
    def is_placed(self) -> bool:
        """Whether it is known where the next event lies, and in which log."""
        return self.position is not None and self._rotation is None

    def event_in(self, packet: bytes | None) -> bytes:
        """Return the event in a packet. Raises BinlogError where there is none."""
        if packet is None:
            raise self._error("a packet", "null")
        if self.framing == "event":
            return packet
        stream = KaitaiStream(BytesIO(packet))
        try:
            ReplicationPacket.PacketHeader(self.framing == "semi_sync", stream)
        except UNPARSABLE as error:
            raise self._error(f"an event in the framing {self.framing}", str(error)) from error
        return packet[stream.pos() :]

    def header_of(self, data: bytes) -> Any:
        """Read the header of the next event. Raises BinlogError for a size that is not its own."""
        file, position = self.file or STREAM, self.position or 0
        log_format = self.state.format
        try:
            header = BinlogEventHeader(
                log_format.binlog_version, False, KaitaiStream(BytesIO(data))
            )
        except EOFError as error:
            found = f"{len(data)} bytes"
            raise TornEventError(file, position, "an event header", found) from error
        except ValidationFailedError as error:
            expected = "an event at least as long as its header"
            raise self._error(expected, f"a size of {error.actual}") from error
        if header.len_event != len(data):
            raise self._error(f"an event of {header.len_event} bytes", f"{len(data)} bytes")
        return header

    def changes_of(self, header: Any, data: bytes) -> Iterator[Change]:
        """Yield the changes of the next event. Raises BinlogError as `changes`."""
        if header.is_made_up and header.type == EventType.rotate:
            self._hold(data)
            return
        position = self.place(header)
        before = self.state.format
        event = self.state.next_event(position, data)
        self._note(data, event)
        self._name_held(self.state.format, before)
        ordinals = Ordinals()
        yield from self.reader.changes_of(event, ordinals)
        if event.tree.is_payload:
            for inner in inner_events(self.state, event):
                yield from self.reader.changes_of(inner, ordinals)
            self.reader.end()
        if event.type == EventType.rotate:
            self._lead_to(event)
            self._name(event.tree.body)

    def _note(self, data: bytes, event: LoggedEvent) -> None:
        """Keep what later events cannot be read without."""
        if event.type == EventType.format_description:
            self._description = data
        if event.tree.is_table_map:
            self._table_maps.append(data)
        elif self.state.table_maps.is_empty:
            self._table_maps.clear()

    def place(self, header: Any) -> int:
        """Return where the next event lies in the log; the one behind it is the next from now on.

        Raises BinlogError where it is not the stream's next one.
        """
        if header.type == EventType.format_description:
            return self._place(header)
        if not self.state.format.has_format_description:
            raise self._error(
                "a FORMAT_DESCRIPTION before any other event", f"type {header.type_code}"
            )
        position = self._place(header)
        self._name_held(self.state.format)
        return position

    def _place(self, header: Any) -> int:
        position, size = self.position, header.len_event
        if header.is_made_up:
            return position or header.next_position
        if position is None and header.next_position:
            position = (header.next_position - size) % header.num_positions
        elif position is None:
            expected = "a ROTATE or an event with its position before any other event"
            raise self._error(expected, f"type {header.type_code}")
        end = position + size
        if header.next_position:
            # the server may leave out events that the replica did not ask for
            half = header.num_positions // 2
            ahead = (header.next_position - end + half) % header.num_positions - half
            if ahead < 0:
                found = f"an event that ends at {header.next_position}: repeated or out of order"
                raise self._error(f"an event that ends at byte {end} or later", found)
            end += ahead
        self.position = end
        return int(end - size)

    def _error(self, expected: str, found: str) -> BinlogError:
        return BinlogError(self.file or STREAM, self.position or 0, expected, found)

    # from log to log

    def _hold(self, data: bytes) -> None:
        """Take in a made-up ROTATE: the stream may have been opened anew, anywhere."""
        self._rotation = data
        self._lead_to(self._rotate(data, self.state.format))
        self.state.table_maps = self.start.table_maps
        self.state.fragments = None
        self._table_maps.clear()
        self.reader.forget()

    def _lead_to(self, rotate: LoggedEvent) -> None:
        """Take over the place that a ROTATE leads to."""
        if not rotate.tree.body.has_position:
            raise self._error("a ROTATE with a position", "a ROTATE without a position")
        position: int = rotate.tree.body.position
        if position > MAX_POSITION:
            raise self._error(f"a position of at most {MAX_POSITION}", f"{position}")
        self.position = position

    def _name_held(self, *formats: Any) -> None:
        """Take over the name that the ROTATE leads to, now that its format is known."""
        if self._rotation is not None:
            rotation, self._rotation = self._rotation, None
            self._name(self._rotate(rotation, *formats).tree.body)

    def _rotate(self, data: bytes, *formats: Any) -> LoggedEvent:
        """Return a ROTATE, by that of the formats by which its checksum is right.

        The first one in a stream comes before what tells whether there are checksums.
        """
        events = []
        for log_format in formats:
            try:
                tree = BinlogEvent(
                    0, log_format, self.start.table_maps, KaitaiStream(BytesIO(data))
                )
            except UNPARSABLE as error:
                raise self._error("the fields of a ROTATE", str(error)) from error
            events.append(LoggedEvent(0, len(data), tree))
        return min(events, key=lambda event: ("ok", "none", "bad").index(event.checksum))

    def _name(self, rotate: Any) -> None:
        """Take over the name of the log that a ROTATE leads to."""
        try:
            name: str = rotate.next_log_name
        except UnicodeDecodeError as error:
            raise self._error("the name of a log", str(error)) from error
        self._take_name(name)

    def _take_name(self, name: str) -> None:
        self.file = self.state.file = self.reader.file = name
