"""Follows a log event by event, handing each the state that those before it left."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream, KaitaiStructError, ValidationFailedError

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.framing import Frame, LogFile
from binlog_kaitai.generated.event import Event
from binlog_kaitai.generated.event_header import EventHeader

EventType = EventHeader.EventType

# what generated classes raise where the bytes are not what the spec says
UNPARSABLE = (EOFError, KaitaiStructError, UnicodeDecodeError, ValueError, IndexError)


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event as the specs parse it.

    `position` is its byte offset in the file, `size` its length in bytes. `tree` is the `Event` of
    ksy/event.ksy.
    """

    position: int
    size: int
    tree: Any

    @property
    def type(self) -> EventHeader.EventType | int:
        """The event's type; a plain number where the specs do not know it."""
        event_type: EventHeader.EventType | int = self.tree.header.type
        return event_type

    @property
    def computed_checksum(self) -> int | None:
        """The CRC32 of the event's bytes; None where the log has no checksums."""
        tree = self.tree
        if not tree.has_checksum:
            return None
        crc = zlib.crc32(tree.before_flags)
        crc = zlib.crc32(tree.flags_when_closed, crc)
        return zlib.crc32(tree.after_flags, crc)

    @property
    def checksum(self) -> str:
        """`ok`, `bad`, or `none` where the log has no checksums."""
        computed = self.computed_checksum
        if computed is None:
            return "none"
        return "ok" if computed == self.tree.checksum else "bad"


def read_log(path: str | os.PathLike[str]) -> Iterator[LoggedEvent]:
    """Yields the events of a file in order.

    Raises BinlogError where the file is damaged or not a binary log; checksums are for the caller
    to compare.
    """
    with LogFile(path) as log:
        format_in_force, table_maps = log.start.format, log.start.table_maps
        for frame in log.frames():
            tree = _parse(log.file, frame, format_in_force, table_maps)
            yield LoggedEvent(frame.position, len(frame.data), tree)
            format_in_force, table_maps = tree.format_after, tree.table_maps_after


def _parse(file: str, frame: Frame, format_in_force: Any, table_maps: Any) -> Event:
    io = KaitaiStream(BytesIO(frame.data))
    try:
        return Event(0, format_in_force, table_maps, io)
    except UNPARSABLE as error:
        raise _unparsable(file, frame, error) from error


def _unparsable(file: str, frame: Frame, error: Exception) -> BinlogError:
    header = EventHeader(KaitaiStream(BytesIO(frame.data)))
    name = type_name(header.type) or f"type {header.type}"
    expected = f"the fields of an event {name} of {len(frame.data)} bytes"
    found = str(error)
    if isinstance(error, ValidationFailedError):
        found = f"{error.actual!r} at {error.src_path}"
    return BinlogError(file, frame.position, expected, found)


def type_name(event_type: EventHeader.EventType | int) -> str | None:
    """The name of an event's type, such as TABLE_MAP; None where the specs do not know it."""
    return event_type.name.upper() if isinstance(event_type, EventType) else None
