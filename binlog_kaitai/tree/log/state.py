"""Follows a log event by event, handing each the state that those before it left."""

from __future__ import annotations

import gc
import reprlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream, KaitaiStruct, ValidationFailedError

from binlog_kaitai.errors import (
    BinlogError,
    MissingFragmentError,
    SecondFormatError,
    TornEventError,
    UnreadableError,
)
from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.io.event_types import EventType, is_known_type
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.inflate import payload_events
from binlog_kaitai.io.large_events import (
    LARGE,
    MAX_WHOLE,
    CutStream,
    EventBytes,
    LargeEvent,
    large,
    open_event,
    whole,
)
from binlog_kaitai.io.log_paths import KeyedFile
from binlog_kaitai.tree.log.events import (
    UNPARSABLE,
    LoggedEvent,
    type_name,
)
from binlog_kaitai.tree.log.fragments import (
    Fragments,
    begins_rows_event,
    first_fragment,
    next_fragments,
)

COLLECT_AFTER = 2**23  # bytes of events
MAX_PAYLOAD = 2**16  # bytes of an event whose payload its tree has as a whole

# Types of which the fields come first, before bytes or a text as long as the event is.
_CUT = frozenset(
    {
        EventType.unknown,
        EventType.query,
        EventType.stop,
        EventType.rotate,
        EventType.intvar,
        EventType.append_block,
        EventType.exec_load,
        EventType.delete_file,
        EventType.rand,
        EventType.xid,
        EventType.begin_load_query,
        EventType.incident,
        EventType.heartbeat,
        EventType.ignorable,
        EventType.rows_query,
        EventType.gtid,
        EventType.anonymous_gtid,
        EventType.xa_prepare,
        EventType.annotate_rows,
        EventType.binlog_checkpoint,
        EventType.mariadb_gtid,
    }
)

# What may come before a statement's first words, at any length.
_BEFORE_WORDS = frozenset(bytes([char]) for char in b" \t\n\v\f\r/#-(;")


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a span begins, and what the events before it say about those behind."""

    position: int
    state: LogState


def state_at_start(log: LogFile) -> LogState:
    """Return what holds before a file's first event."""
    return LogState(log.file, log.start.format, log.start.table_maps)


@dataclass(frozen=True, slots=True)
class OnlyFormat:
    """The format that a log has from a byte offset on, as far as its parts can be read."""

    position: int
    meaning: tuple[Any, ...]

    def check(self, file: str, position: int, log_format: Any) -> None:
        """Raise SecondFormatError if another format is in force at a position."""
        if position >= self.position and meaning_of(log_format) != self.meaning:
            raise SecondFormatError(
                file,
                position,
                "one format in a log file that is split",
                "a second, different FORMAT_DESCRIPTION; read the log file without splitting it"
                " (with one thread, or partitions larger than the file)",
            )


class _MapIndex:
    """Finds a table map by its id, so that no rows event looks through all those of its statement.

    What the specs look for is then the first in the chain that it is given.
    """

    def __init__(self) -> None:
        self._links: dict[int, Any] = {}
        self._newest: Any = None
        self._end: Any = None

    def chain_to(self, table_id: int, table_maps: Any) -> Any:
        """Return the chain from the newest map with an id on, or its end where there is none."""
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

    `fragments` are those of a rows event that is not yet whole, where it `assembles` them. Where it
    has an `only_format`, other parts of the log are read by that one, and an event that describes
    another raises SecondFormatError.
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
        self.only_format: OnlyFormat | None = None
        self._maps = _MapIndex()
        self.encryption: str | None = None
        self.uncollected = 0

    def begins_transaction(self, data: EventBytes) -> bool:
        """Return whether the header of an event says that a transaction begins."""
        begins: bool = self.header_of(data).begins_transaction
        return begins

    def header_of(self, data: EventBytes) -> BinlogEventHeader:
        """Return the header of an event."""
        version, permuted = self.format.binlog_version, self.format.has_permuted_types
        return BinlogEventHeader(version, permuted, KaitaiStream(open_event(data)))

    def may_be_payload(self, header: BinlogEventHeader) -> bool:
        """Return whether an event holds others, by its header."""
        is_payload: bool = header.type == EventType.transaction_payload
        return is_payload and bool(self.format.has_format_description)

    def stays_in_file(self, header: BinlogEventHeader) -> bool:
        """Return whether an event of a file is read where it lies, piece by piece."""
        return (header.len_event > LARGE and self.may_be_payload(header)) or self._is_cut(header)

    def _is_cut(self, header: BinlogEventHeader) -> bool:
        """Return whether the tree of an event has the first bytes of a field in place of all."""
        has_no_spec = not isinstance(header.type, EventType) or header.is_private
        return header.len_event > MAX_WHOLE and (has_no_spec or header.type in _CUT)

    def next_event(self, position: int, data: EventBytes) -> LoggedEvent:
        """Parse the bytes of an event. Raises BinlogError where they are none."""
        self._collect()
        if self.encryption:
            raise BinlogError(self.file, position, "a plain event", self.encryption)
        try:
            tree, apart = self._parsed(data)
        except UNPARSABLE as error:
            raise self._unparsable(position, data, error) from error
        if self.only_format is not None and tree.is_format_description:
            self.only_format.check(self.file, position, tree.format_after)
        if tree.is_rows:
            tree.body.table_maps = self._maps.chain_to(tree.body.table_id.value, self.table_maps)
        assembled = self._assembled(position, tree) if self.assembles else None
        self.format, self.table_maps = tree.format_after, tree.table_maps_after
        if assembled is not None:
            self.table_maps = assembled.tree.table_maps_after
        if tree.starts_encryption and not isinstance(self.file, KeyedFile):
            version = getattr(tree.body, "key_version", "that the log names")
            self.encryption = f"an event encrypted with the key version {version}"
        return LoggedEvent(position, len(data), tree, self.is_inner, assembled, apart)

    def _parsed(self, data: EventBytes) -> tuple[Any, LargeEvent | None]:
        """Return the tree of an event, and the event itself if the tree has only a part of it.

        That has the first bytes of a large payload, or of another field that is large.
        """
        if len(data) > MAX_PAYLOAD:
            header = self.header_of(data)
            is_cut = self._is_cut(header) and not self.is_inner
            if is_cut or self.may_be_payload(header):
                apart = large(data)
                try:
                    tree = BinlogEvent(0, self.format, self.table_maps, CutStream(apart.open()))
                except UNPARSABLE:
                    if is_cut:
                        raise
                else:
                    if not (tree.is_query and tree.body.query[:1] in _BEFORE_WORDS):
                        tree.close()  # it is a cycle, and would keep the event until collected
                        return tree, apart
        self.uncollected += len(data)
        stream = KaitaiStream(BytesIO(whole(data)))
        return BinlogEvent(0, self.format, self.table_maps, stream), None

    def end(self) -> None:
        """Raise TornEventError where no event follows, and a rows event is not yet whole."""
        if self.fragments is not None:
            position, expected = self.fragments.position, self.fragments.next
            raise TornEventError(self.file, position, expected, "the end of the events")

    def _assembled(self, position: int, tree: Any) -> LoggedEvent | None:
        """Return the rows event of which an event is the last fragment. Raises BinlogError."""
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
        """Return the rows event that fragments make, with its own checksum or without one."""
        data = fragments.to_bytes()
        try:
            header = self.header_of(data)
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
        tree = BinlogEvent(0, log_format, self.table_maps, KaitaiStream(BytesIO(data)))
        tree.body.table_maps = self._maps.chain_to(tree.body.table_id.value, self.table_maps)
        return LoggedEvent(fragments.position, len(data), tree, is_inner=self.is_inner)

    def _is_signed(self, data: bytes) -> bool:
        """Return whether an event ends with its checksum."""
        try:
            tree = BinlogEvent(0, self.format, self.table_maps, KaitaiStream(BytesIO(data)))
        except UNPARSABLE:
            return False
        return LoggedEvent(0, len(data), tree).checksum == "ok"

    def _collect(self) -> None:
        """Free the trees of past events: they are cycles, and large ones hold few objects."""
        if self.uncollected > COLLECT_AFTER:
            gc.collect()
            self.uncollected = 0

    def _unparsable(self, position: int, data: EventBytes, error: Exception) -> BinlogError:
        header = self.header_of(data)
        name = type_name(header.type) or f"type {header.type}"
        expected = f"the fields of an event {name} of {len(data)} bytes"
        found = str(error)
        if isinstance(error, ValidationFailedError):
            actual = error.actual
            if isinstance(actual, KaitaiStruct):
                actual = getattr(actual, "value", None)  # a type of numbers
            found = f"{reprlib.repr(actual)} at {error.src_path}"
        found += self._odd_post_header(header)
        return BinlogError(self.file, position, expected, found)

    def _odd_post_header(self, header: Any) -> str:
        """Return a remark about a post-header that is listed with an odd length, or ""."""
        tree = BinlogEvent.__new__(BinlogEvent)  # without its body, which cannot be read
        tree.header, tree.format = header, self.format
        listed, documented = tree.len_post_header, tree.len_documented_post_header
        is_used = is_known_type(header.type) and not tree.has_unused_post_header
        if not self.format.has_format_description or not is_used or listed == documented:
            return ""
        return f"; the FORMAT_DESCRIPTION lists a post-header of {listed} bytes, not {documented}"


def inner_events(outer: LogState, event: LoggedEvent) -> Iterator[LoggedEvent]:
    """Yield the events in a payload. Raises BinlogError where it cannot be read."""
    tree = event.tree
    inner = LogState(outer.file, tree.inner_format, tree.empty_table_maps, is_inner=True)
    inner.assembles = outer.assembles
    try:
        len_header = tree.inner_format.len_header
        for data in payload_events(tree.body, event.payload, len_header):
            inner_event = inner.next_event(event.position, data)
            _check_is_no_payload(inner_event)
            yield inner_event
        inner.end()
    except UnreadableError as error:
        raise BinlogError(outer.file, event.position, error.expected, error.found) from error


def _check_is_no_payload(event: LoggedEvent) -> None:
    if event.tree.is_payload:
        raise UnreadableError("an event that can occur in a payload", "another payload")


def _is_no_matter(header: Any) -> bool:
    """Return whether an event may come between fragments."""
    return bool(header.is_ignorable or header.is_private or header.is_made_up)


def meaning_of(log_format: Any) -> tuple[Any, ...]:
    """Return all that a `LogFormat` says about the bytes of events: equal if two mean the same."""
    described = log_format.format_description if log_format.has_format_description else None
    return (
        log_format.binlog_version,
        bool(log_format.has_permuted_types),
        log_format.len_header,
        log_format.len_minimal_header,
        log_format.len_checksum,
        None if described is None else tuple(described.len_post_headers),
        bool(log_format.is_mariadb),
        bool(described is not None and described.logs_explicit_defaults),
    )
