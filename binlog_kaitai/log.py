"""Follows a log event by event, handing each the state that those before it left."""

from __future__ import annotations

import gc
import os
import reprlib
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream, KaitaiStruct, KaitaiStructError, ValidationFailedError

from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.framing import LogFile
from binlog_kaitai.generated.event import Event
from binlog_kaitai.generated.event_header import EventHeader
from binlog_kaitai.inflate import payload_events
from binlog_kaitai.spans import WHOLE, Span

EventType = EventHeader.EventType

BEGIN = b"BEGIN"

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

    def begins_transaction(self, *, is_behind_gtid: bool) -> bool:
        """Whether a transaction begins here, which may have been named just before."""
        if self.tree.header.begins_transaction:
            return True
        is_query = self.type == EventType.query
        return is_query and not is_behind_gtid and self.tree.body.query == BEGIN

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


def read_log(path: str | os.PathLike[str], span: Span = WHOLE) -> Iterator[LoggedEvent]:
    """Yields the events of a span in order, those inside a payload after the payload.

    Raises BinlogError where the file is damaged, encrypted or not a binary log; checksums are for
    the caller to compare.
    """
    with LogFile(path) as log:
        beginning = beginning_of(log, span)
        if beginning is not None:
            yield from EventReader(log, beginning, span).rest()


class EventReader:
    """Reads the events of a span, and goes on behind what is damaged if it is told to."""

    def __init__(
        self, log: LogFile, beginning: Beginning, span: Span, *, verifies: bool = True
    ) -> None:
        self.log = log
        self.verifies = verifies
        self.span = span
        self.position = beginning.position
        self.state = beginning.state
        self.is_behind_gtid = False
        self.knows_transaction = True

    def rest(self) -> Iterator[LoggedEvent]:
        """Yields the events that were not yet read, those inside a payload after the payload."""
        span, state = self.span, self.state
        for frame in self.log.frames(self.position):
            self.position = frame.position
            is_beyond = span.end is not None and frame.position >= span.end
            if is_beyond and (span.is_exact or state.begins_transaction(frame.data)):
                return
            event = state.next_event(frame.position, frame.data)
            if is_beyond and event.begins_transaction(is_behind_gtid=self.is_behind_gtid):
                return
            self.is_behind_gtid = event.tree.header.begins_transaction
            yield event
            if event.tree.is_payload:
                yield from inner_events(state, event)

    def passes_over(self, error: BinlogError) -> bool:
        """Goes on with the next event that is whole; says whether there is one."""
        from binlog_kaitai.columnar.boundaries import sequel_of  # noqa: PLC0415 - see beginning_of

        position = max(self.position, error.position)
        sequel = sequel_of(self.log, self.state, position, verifies=self.verifies)
        if sequel is None or self.state.encryption:
            return False
        self.position = sequel.position
        self.is_behind_gtid = False
        if not sequel.is_next:
            self.state.table_maps = self.log.start.table_maps
        self.knows_transaction = sequel.is_next
        return True


def beginning_of(
    log: LogFile, span: Span, *, is_lenient: bool = False, verifies: bool = True
) -> Beginning | None:
    """Where the first event of a span lies; None where no transaction begins in the span.

    Raises BinlogError for what is damaged before the span, if that has to be looked at, unless it
    is to be lenient. What looks like an event is none if its checksum is wrong and `verifies`.
    """
    if span.start <= log.first_position:
        return Beginning(log.first_position, state_at_start(log))
    # Numba takes half a second to import, which who reads whole files need not wait for
    if is_lenient:
        from binlog_kaitai.columnar.walk import lenient_beginning_of  # noqa: PLC0415

        return lenient_beginning_of(log, span, verifies=verifies)
    from binlog_kaitai.columnar.boundaries import Boundaries  # noqa: PLC0415

    return Boundaries(log, verifies=verifies).beginning(span)


@contextmanager
def placed(file: str, event: LoggedEvent, what: str) -> Iterator[None]:
    """Raises as BinlogError, of `what` is expected of the event, what is raised for its bytes."""
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
    """Raises UnreadableError where an event's checksum is not that of its bytes."""
    computed = event.computed_checksum
    if computed is not None and computed != event.tree.checksum:
        raise UnreadableError(
            f"an event of {event.size} bytes with the checksum {computed:08x}",
            f"the checksum {event.tree.checksum:08x}",
        )


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a span begins, and what the events before it say about those behind."""

    position: int
    state: LogState


def state_at_start(log: LogFile) -> LogState:
    """What holds before a file's first event."""
    return LogState(log.file, log.start.format, log.start.table_maps)


class _MapIndex:
    """Finds a table map by its id, so that no rows event looks through all those of its statement.

    What the specs look for is then the first in the chain that it is given.
    """

    def __init__(self) -> None:
        self._links: dict[int, Any] = {}
        self._newest: Any = None
        self._end: Any = None

    def chain_to(self, table_id: int, table_maps: Any) -> Any:
        """The chain from the newest map with an id on, or its end where there is none."""
        new = []
        link = table_maps
        while link is not self._newest and not link.is_empty:
            new.append(link)
            link = link.older
        if link is not self._newest:
            self._links.clear()
            self._end = link
        for found in reversed(new):
            self._links[found.table_map.table_id.value] = found
        self._newest = table_maps
        return self._links.get(table_id, self._end)


class LogState:
    """What the events so far say about the next one: `format`, `table_maps` and `encryption`."""

    def __init__(
        self, file: str, format_in_force: Any, table_maps: Any, *, is_inner: bool = False
    ) -> None:
        self.file = file
        self.is_inner = is_inner
        self.format = format_in_force
        self.table_maps = table_maps
        self._maps = _MapIndex()
        self.encryption: str | None = None
        self.uncollected = 0

    def begins_transaction(self, data: bytes) -> bool:
        """Whether the header of an event says that a transaction begins, whatever its body is."""
        version, permuted = self.format.binlog_version, self.format.has_permuted_types
        header = EventHeader(version, permuted, KaitaiStream(BytesIO(data)))
        begins: bool = header.begins_transaction
        return begins

    def next_event(self, position: int, data: bytes) -> LoggedEvent:
        """Parses the bytes of an event. Raises BinlogError where they are none."""
        self._collect(len(data))
        if self.encryption:
            raise BinlogError(self.file, position, "a plain event", self.encryption)
        try:
            tree = Event(0, self.format, self.table_maps, KaitaiStream(BytesIO(data)))
        except UNPARSABLE as error:
            raise self._unparsable(position, data, error) from error
        if tree.is_rows:
            tree.body.table_maps = self._maps.chain_to(tree.body.table_id.value, self.table_maps)
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
            actual = error.actual
            if isinstance(actual, KaitaiStruct):
                actual = getattr(actual, "value", None)  # a type of numbers
            found = f"{reprlib.repr(actual)} at {error.src_path}"
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
