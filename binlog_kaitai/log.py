"""Follows a log event by event, handing each the state that those before it left."""

from __future__ import annotations

import gc
import os
import reprlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream, KaitaiStructError, ValidationFailedError

from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.framing import LogFile
from binlog_kaitai.generated.event import Event
from binlog_kaitai.generated.event_header import EventHeader
from binlog_kaitai.inflate import payload_events

EventType = EventHeader.EventType

COLLECT_AFTER = 2**23  # bytes of events

# what generated classes raise where the bytes are not what the spec says
UNPARSABLE = (EOFError, KaitaiStructError, UnicodeDecodeError, ValueError, IndexError)


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event as the specs parse it.

    `position` is its byte offset in the file, that of the payload for an event inside of one;
    `size` is its own length in bytes. `tree` is the `Event` of ksy/event.ksy. `is_inner` says that
    it lies in a payload.
    """

    position: int
    size: int
    tree: Any
    is_inner: bool = False

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
    """Yields the events of a file in order, those inside a payload after the payload.

    Raises BinlogError where the file is damaged, encrypted or not a binary log; checksums are for
    the caller to compare.
    """
    with LogFile(path) as log:
        state = LogState(log.file, log.start.format, log.start.table_maps)
        for frame in log.frames():
            event = state.next_event(frame.position, frame.data)
            yield event
            if event.tree.is_payload:
                yield from inner_events(state, event)


class LogState:
    """What the events so far say about the next one: `format`, `table_maps` and `encryption`."""

    def __init__(
        self, file: str, format_in_force: Any, table_maps: Any, *, is_inner: bool = False
    ) -> None:
        self.file = file
        self.is_inner = is_inner
        self.format = format_in_force
        self.table_maps = table_maps
        self.encryption: str | None = None
        self.uncollected = 0

    def next_event(self, position: int, data: bytes) -> LoggedEvent:
        """Parses the bytes of an event. Raises BinlogError where they are none."""
        self._collect(len(data))
        if self.encryption:
            raise BinlogError(self.file, position, "a plain event", self.encryption)
        try:
            tree = Event(0, self.format, self.table_maps, KaitaiStream(BytesIO(data)))
        except UNPARSABLE as error:
            raise self._unparsable(position, data, error) from error
        self.format, self.table_maps = tree.format_after, tree.table_maps_after
        if tree.starts_encryption:
            version = getattr(tree.body, "key_version", "that the log names")
            self.encryption = f"one that is encrypted with the key version {version}"
        return LoggedEvent(position, len(data), tree, is_inner=self.is_inner)

    def _collect(self, num_bytes: int) -> None:
        """Frees the trees of past events: they are cycles, and large ones hold few objects."""
        self.uncollected += num_bytes
        if self.uncollected > COLLECT_AFTER:
            gc.collect()
            self.uncollected = 0

    def _unparsable(self, position: int, data: bytes, error: Exception) -> BinlogError:
        version, permuted = self.format.binlog_version, self.format.has_permuted_types
        header = EventHeader(version, permuted, KaitaiStream(BytesIO(data)))
        name = type_name(header.type) or f"type {header.type}"
        expected = f"the fields of an event {name} of {len(data)} bytes"
        found = str(error)
        if isinstance(error, ValidationFailedError):
            found = f"{reprlib.repr(error.actual)} at {error.src_path}"
        return BinlogError(self.file, position, expected, found)


def inner_events(outer: LogState, event: LoggedEvent) -> Iterator[LoggedEvent]:
    """Yields the events in a payload. Raises BinlogError where it cannot be read."""
    tree = event.tree
    inner = LogState(outer.file, tree.inner_format, tree.empty_table_maps, is_inner=True)
    try:
        for data in payload_events(tree.body, tree.inner_format.len_header):
            inner_event = inner.next_event(event.position, data)
            _check_is_no_payload(inner_event)
            yield inner_event
    except UnreadableError as error:
        raise BinlogError(outer.file, event.position, error.expected, error.found) from error


def _check_is_no_payload(event: LoggedEvent) -> None:
    if event.tree.is_payload:
        raise UnreadableError("an event that a payload can hold", "another payload")


def type_name(event_type: EventHeader.EventType | int) -> str | None:
    """The name of an event's type, such as TABLE_MAP; None where the specs do not know it."""
    return event_type.name.upper() if isinstance(event_type, EventType) else None
