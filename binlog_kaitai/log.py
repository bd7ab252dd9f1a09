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

from binlog_kaitai.errors import (
    BinlogError,
    MissingFragmentError,
    TornEventError,
    UnreadableError,
)
from binlog_kaitai.fragments import (
    Fragments,
    begins_rows_event,
    first_fragment,
    next_fragments,
)
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
    it lies in a payload. `whole` is the rows event of which this is the last fragment; it lies
    where its first one does.
    """

    position: int
    size: int
    tree: Any
    is_inner: bool = False
    whole: LoggedEvent | None = None

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

    Fragments of rows events are not put together. Raises BinlogError where the file is damaged,
    encrypted or not a binary log; checksums are for the caller to compare.
    """
    with LogFile(path) as log:
        beginning = beginning_of(log, span)
        if beginning is not None:
            yield from EventReader(log, beginning, span, assembles=False).rest()


class EventReader:
    """Reads the events of a span, and goes on behind what is damaged if it is told to.

    Where it `assembles`, it puts fragments of rows events together, and misses those that are not
    there. Where it `verifies`, events behind damage are found by their checksums too.
    """

    def __init__(
        self,
        log: LogFile,
        beginning: Beginning,
        span: Span,
        *,
        assembles: bool = True,
        verifies: bool = True,
    ) -> None:
        self.log = log
        self.verifies = verifies
        self.span = span
        self.position = beginning.position
        self.state = beginning.state
        self.state.assembles = assembles
        self.is_behind_gtid = False
        self.knows_transaction = True

    def rest(self) -> Iterator[LoggedEvent]:
        """Yields the events that were not yet read, those inside a payload after the payload."""
        span, state = self.span, self.state
        for frame in self.log.frames(self.position, span.end if span.is_exact else None):
            self.position = frame.position
            is_beyond = span.end is not None and frame.position >= span.end
            # where fragments are missing, the next event raises
            if is_beyond and not state.fragments and state.begins_transaction(frame.data):
                return
            event = state.next_event(frame.position, frame.data)
            if is_beyond and event.begins_transaction(is_behind_gtid=self.is_behind_gtid):
                return
            self.is_behind_gtid = event.tree.header.begins_transaction
            yield event
            if event.tree.is_payload:
                yield from inner_events(state, event)
        if not span.is_exact:
            state.end()

    def passes_over(self, error: BinlogError) -> bool:
        """Goes on with the next event that is whole; says whether there is one."""
        # see beginning_of
        from binlog_kaitai.columnar.boundaries import sequel_after  # noqa: PLC0415

        sequel = sequel_after(self.log, self.state, self.position, error, verifies=self.verifies)
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


def verify_is_known(event: LoggedEvent) -> None:
    """Raises UnreadableError for an event that may have changed rows, for all that is known."""
    tree = event.tree
    if not tree.is_unknown:
        return
    log_format = tree.format
    server = "a server that it does not name"
    if log_format.has_format_description:
        server = f"server version {log_format.format_description.server_version.text}"
    found = f"type {tree.header.type_code}, of {server}, without the flag that it may be ignored"
    raise UnreadableError("an event of a type that is known", found)


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
    """What the events so far say about the next one: `format`, `table_maps` and `encryption`.

    `fragments` are those of a rows event that is not yet whole, where it `assembles` them.
    """

    def __init__(
        self, file: str, format_in_force: Any, table_maps: Any, *, is_inner: bool = False
    ) -> None:
        self.file = file
        self.is_inner = is_inner
        self.assembles = True
        self.fragments: Fragments | None = None
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
        whole = self._assembled(position, tree) if self.assembles else None
        self.format, self.table_maps = tree.format_after, tree.table_maps_after
        if whole is not None:
            self.table_maps = whole.tree.table_maps_after
        if tree.starts_encryption:
            version = getattr(tree.body, "key_version", "that the log names")
            self.encryption = f"one that is encrypted with the key version {version}"
        return LoggedEvent(position, len(data), tree, is_inner=self.is_inner, whole=whole)

    def end(self) -> None:
        """Raises TornEventError where no event follows, and a rows event is not yet whole."""
        if self.fragments is not None:
            position, expected = self.fragments.position, self.fragments.next
            raise TornEventError(self.file, position, expected, "the end of the events")

    def _assembled(self, position: int, tree: Any) -> LoggedEvent | None:
        """The rows event of which an event is the last fragment. Raises BinlogError."""
        header = tree.header
        if self.fragments is None and not header.is_rows_fragment:
            return None
        if self.fragments is not None and _is_no_matter(header):
            return None
        fragments, self.fragments = self.fragments, None
        is_next = header.is_rows_fragment and not begins_rows_event(tree.body)
        if fragments is not None and not is_next:
            name = type_name(header.type) or f"type {header.type_code}"
            found = f"an event {name} at byte {position}"
            raise MissingFragmentError(self.file, fragments.position, fragments.next, found)
        try:
            if fragments is None:
                fragments = first_fragment(tree.body, position)
            else:
                fragments = next_fragments(fragments, tree.body)
            if not fragments.is_whole:
                self.fragments = fragments
                return None
            return self._whole(fragments, tree)
        except UnreadableError as error:
            raise BinlogError(self.file, position, error.expected, error.found) from error

    def _whole(self, fragments: Fragments, last: Any) -> LoggedEvent:
        """The rows event that fragments make, with its own checksum or without one."""
        data = fragments.to_bytes()
        version, permuted = self.format.binlog_version, self.format.has_permuted_types
        try:
            header = EventHeader(version, permuted, KaitaiStream(BytesIO(data)))
            is_cut = last.len_checksum and header.len_event == len(data) + last.len_checksum
            if is_cut:  # its checksum is counted, and not there: the fragments have their own
                data += bytes(last.len_checksum)
            if not header.is_rows or header.len_event != len(data):
                name = type_name(header.type) or f"type {header.type_code}"
                found = f"an event {name} of {header.len_event} bytes"
                raise UnreadableError(f"a rows event of {len(data)} bytes in fragments", found)
            if not is_cut and last.len_checksum and not self._is_signed(data):
                return self._rows_event(fragments, data, last.format_without_checksums)
            return self._rows_event(fragments, data, self.format)
        except UNPARSABLE as error:
            if isinstance(error, UnreadableError):
                raise
            raise UnreadableError("a rows event in fragments", str(error)) from error

    def _rows_event(self, fragments: Fragments, data: bytes, log_format: Any) -> LoggedEvent:
        tree = Event(0, log_format, self.table_maps, KaitaiStream(BytesIO(data)))
        tree.body.table_maps = self._maps.chain_to(tree.body.table_id.value, self.table_maps)
        return LoggedEvent(fragments.position, len(data), tree, is_inner=self.is_inner)

    def _is_signed(self, data: bytes) -> bool:
        """Whether an event ends with its checksum."""
        try:
            tree = Event(0, self.format, self.table_maps, KaitaiStream(BytesIO(data)))
        except UNPARSABLE:
            return False
        return LoggedEvent(0, len(data), tree).checksum == "ok"

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
    inner.assembles = outer.assembles
    try:
        for data in payload_events(tree.body, tree.inner_format.len_header):
            inner_event = inner.next_event(event.position, data)
            _check_is_no_payload(inner_event)
            yield inner_event
        inner.end()
    except UnreadableError as error:
        raise BinlogError(outer.file, event.position, error.expected, error.found) from error


def _check_is_no_payload(event: LoggedEvent) -> None:
    if event.tree.is_payload:
        raise UnreadableError("an event that a payload can hold", "another payload")


def _is_no_matter(header: Any) -> bool:
    """Whether an event may come between fragments."""
    return bool(header.is_ignorable or header.is_private or header.is_made_up)


def type_name(event_type: EventHeader.EventType | int) -> str | None:
    """The name of an event's type, such as TABLE_MAP; None where the specs do not know it."""
    return event_type.name.upper() if isinstance(event_type, EventType) else None
