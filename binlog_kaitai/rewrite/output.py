"""A log that is written event by event, at the positions that its events have there."""

from __future__ import annotations

from io import BytesIO
from typing import Any, BinaryIO, NamedTuple

from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.rewrite.writing import Draft, made, moved


class Place(NamedTuple):
    """Where an event lies in a log that is written, in bytes."""

    position: int
    size: int


class Output:
    """A log, or the events of a payload, in a stream that can be read and written anywhere.

    `position` is where the next event begins. `format` is that of the log, which its
    FORMAT_DESCRIPTION changes. `adds_positions` is whether all headers get positions, also where
    servers write none.

    Args:
        stream: empty; None to begin later.
        start: as for `begin`.
        log_format: as for `begin`.
    """

    _stream: BinaryIO
    format: Any
    position: int

    def __init__(
        self, stream: BinaryIO | None = None, start: bytes = b"", log_format: Any = None
    ) -> None:
        self.adds_positions = False
        if stream is not None:
            self.begin(stream, start, log_format)

    def begin(self, stream: BinaryIO, start: bytes, log_format: Any) -> None:
        """Begin a log.

        Args:
            stream: empty.
            start: the bytes in front of the first event.
            log_format: the format in force at the first event.
        """
        self._stream = stream
        self.format = log_format
        stream.write(start)
        self.position = len(start)

    def copy(self, data: bytes, log_format: Any, header: Any) -> Place:
        """Write an event as it is, but for its position and, by the format, its checksum.

        Args:
            data: its bytes, not those of a FORMAT_DESCRIPTION.
            log_format: the format that these have.
            header: the same event's.
        """
        size = header.len_event + self.format.len_checksum - log_format.len_checksum
        position = self._next(header, size)
        if position == header.next_position and size == header.len_event:
            return self.add(data)
        return self.add(moved(data, log_format, position, self.format))

    def write(self, draft: Draft) -> Place:
        """Write an event that was changed, and is of the format of the log."""
        header = draft.tree.header
        data = draft.to_bytes(self._next(header, header.len_event))
        if draft.tree.is_format_description:
            described = BinlogEvent(0, self.format, None, KaitaiStream(BytesIO(data)))
            self.format = described.format_after
        return self.add(data)

    def make(self, like: bytes, log_format: Any, kind: EventType, body: bytes) -> Place:
        """Write an event of a type and body, with the timestamp and server of another one.

        Args:
            like: the bytes of that.
            log_format: the format that these have.
            kind: the type.
            body: what is between its header and its checksum.
        """
        return self.add(made(like, log_format, kind, body, self.position, self.format))

    def replace(self, place: Place, draft: Draft) -> None:
        """Write an event in place of another one of the same size."""
        data = draft.to_bytes()
        assert len(data) == place.size
        self._stream.seek(place.position)
        self._stream.write(data)
        self._stream.seek(self.position)

    def read(self, place: Place) -> bytes:
        """Return the bytes of an event that was written."""
        self._stream.seek(place.position)
        data = self._stream.read(place.size)
        self._stream.seek(self.position)
        return data

    def cut(self, position: int) -> None:
        """Take back all events from a position on."""
        self._stream.seek(position)
        self._stream.truncate()
        self.position = position

    def _next(self, header: Any, size: int) -> int:
        """Return what a header says of the position behind its event.

        It stays 0 where servers write none: in payloads, and in MariaDB's transactions.
        """
        has_none = self.format.is_mariadb and not self.adds_positions
        if header.next_position == 0 and (self.format.is_payload or has_none):
            return 0
        position: int = (self.position + size) % header.num_positions
        return position

    def add(self, data: bytes | bytearray | memoryview) -> Place:
        """Write the bytes of an event."""
        place = Place(self.position, len(data))
        self._stream.write(data)
        self.position += len(data)
        return place
