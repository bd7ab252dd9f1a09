"""Events as the specs parse them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO

from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.errors import (
    BinlogError,
    UnreadableError,
)
from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.io.event_types import EventType, is_known_type
from binlog_kaitai.io.large_events import HEAD, MAX_SHOWN, LargeEvent

BEGIN = b"BEGIN"


# what generated classes raise where the bytes are not what the spec says
UNPARSABLE = (EOFError, KaitaiStructError, UnicodeDecodeError, ValueError, IndexError)


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event as the specs parse it.

    `position` is its byte offset in the file, that of the payload for an event inside of one;
    `size` is its own length in bytes. `tree` is the `BinlogEvent` of ksy/binlog_event.ksy.
    `is_inner` says that it lies in a payload. `whole` is the rows event of which this is the last
    fragment; it lies where its first one does. `large` has the bytes of an event with a field,
    such as a payload, of which the tree has the first ones alone.
    """

    position: int
    size: int
    tree: Any
    is_inner: bool = False
    whole: LoggedEvent | None = None
    large: LargeEvent | None = None

    @property
    def type(self) -> EventType | int:
        """The event's type; a plain number where the specs do not know it."""
        event_type: EventType | int = self.tree.header.type
        return event_type

    def begins_transaction(self, *, is_behind_gtid: bool) -> bool:
        """Return whether a transaction begins here, which may have been named just before."""
        if self.tree.header.begins_transaction:
            return True
        is_query = self.type == EventType.query
        return is_query and not is_behind_gtid and self.tree.body.query == BEGIN

    @property
    def is_cut(self) -> bool:
        """Whether the tree lacks bytes of the event; those of payloads are read by `payload`."""
        return self.large is not None and not self.tree.is_payload

    def in_full(self) -> LoggedEvent:
        """Return the event with all its bytes in its tree."""
        if not self.is_cut:
            return self
        assert self.large is not None
        stream = KaitaiStream(BytesIO(self.large.to_bytes()))
        tree = BinlogEvent(0, self.tree.format, self.tree.table_maps, stream)
        return LoggedEvent(self.position, self.size, tree, self.is_inner)

    def as_shown(self) -> LoggedEvent:
        """Return the event in full unless it is larger than what is shown as a whole."""
        return self if self.size > MAX_SHOWN else self.in_full()

    @property
    def payload(self) -> bytes | BinaryIO:
        """What a payload holds, compressed: its bytes, or of a large one what reads them."""
        tree = self.tree
        first: bytes = tree.body.payload
        if self.large is None:
            return first
        # of the body the tree has what a `CutStream` returns, and the payload is the last of that
        start = min(tree.len_header + HEAD, tree.end_of_body) - len(first)
        return self.large.open(start, tree.end_of_body)

    @property
    def computed_checksum(self) -> int | None:
        """The CRC32 of the event's bytes; None where the log has no checksums."""
        tree = self.tree
        if not tree.has_checksum:
            return None
        if self.large is not None:
            return self.large.crc32(tree.end_of_body)
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


@contextmanager
def placed(file: str, event: LoggedEvent, what: str) -> Iterator[None]:
    """Raise as BinlogError, of `what` is expected of the event, what is raised for its bytes."""
    try:
        yield
    except BinlogError:
        raise
    except UnreadableError as error:
        raise BinlogError(file, event.position, error.expected, error.found) from error
    except UNPARSABLE as error:
        expected = f"{what} {type_name(event.type)}"
        raise BinlogError(file, event.position, expected, str(error)) from error


def verify_checksum(event: LoggedEvent) -> None:
    """Raise UnreadableError where an event's checksum is not that of its bytes."""
    computed = event.computed_checksum
    if computed is not None and computed != event.tree.checksum:
        raise UnreadableError(
            f"an event of {event.size} bytes with the checksum {computed:08x}",
            f"the checksum {event.tree.checksum:08x}",
        )


def verify_is_known(event: LoggedEvent) -> None:
    """Raise UnreadableError for an event that may change rows which the specs do not describe."""
    tree = event.tree
    header = tree.header
    if header.is_ignorable or (is_known_type(event.type) and not tree.is_of_alisql_rows):
        return
    log_format = tree.format
    server = "an unknown server"
    if log_format.has_format_description:
        server = f"server version {log_format.format_description.server_version.text}"
    found = f"type {header.type_code}, of {server}, without the flag IGNORABLE"
    raise UnreadableError("a known event type", found)


def type_name(event_type: EventType | int) -> str | None:
    """Return the name of an event's type, such as TABLE_MAP, or None for an unknown one."""
    return event_type.name.upper() if isinstance(event_type, EventType) else None
