"""Scans a chunk of a log by kernels, and hands what they cannot read to the tree engine."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from io import BytesIO
from typing import Any, BinaryIO

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.io.inflate import (
    MAX_EVENT,
    announced_length,
    decompressed,
    fill,
    size_of,
)
from binlog_kaitai.io.large_events import LARGE, EventBytes, LargeEvent
from binlog_kaitai.kernels.handoff import (
    UNPARSABLE,
    Fragments,
    LoggedEvent,
    LogState,
    inner_events,
)
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.seek.formats import are_same, format_view
from binlog_kaitai.kernels.seek.header_scan import HEAD
from binlog_kaitai.kernels.walk.event_filter import wanted_of
from binlog_kaitai.kernels.walk.growing import Growing
from binlog_kaitai.kernels.walk.inflating import Found, Inflating
from binlog_kaitai.kernels.walk.learning import open_again
from binlog_kaitai.kernels.walk.loop import Walk
from binlog_kaitai.kernels.walk.open_maps import Chain, OpenMaps, with_open_maps
from binlog_kaitai.kernels.walk.state import MAX_OPEN_MAPS, Scratch, Stop
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps
from binlog_kaitai.model.definitions import MisfitError
from binlog_kaitai.model.scopes import Scope


class _BeyondKernelsError(Exception):
    """A payload holds what the tree engine has to read."""


class Scanner(Inflating[Found]):
    """Scans the events in a chunk of a log.

    Those that are made of it say what the kernel is, what it finds, and how it and the tree engine
    tell each other what they have seen.
    """

    def __init__(self, scope: Scope, known: KnownMaps, scratch: Scratch) -> None:
        super().__init__(scratch)
        self.scope = scope
        self.is_done = self.is_at_limit = False
        self.known = known
        self.wanted = wanted_of(scope)
        self.opened = Growing()  # the numbers of a statement's maps, as far as they were asked for
        self.opened_in = self.state.statement
        self.full_at = -1  # the payload that was scanned anew as no more could be noted

    @abstractmethod
    def _scan(self, log_format: LogFormat) -> Stop:
        """Let the kernel go on."""

    def _at_hand(self) -> Walk:
        """Return what the kernel of any view works with."""
        place = (self.buffer, self.state.record, self.inflated.arrays)
        return Walk(*place, self.known.views(), self.scratch, self.wanted)

    @abstractmethod
    def _take(self, event: LoggedEvent) -> Iterator[Found]:
        """Take in an event as the tree engine does."""

    def _take_inner(self, event: LoggedEvent) -> Iterator[Found]:
        """Take in, as the tree engine does, the events in a payload that were not yet scanned."""
        done = self.state.inside
        self._tell_tree()
        try:
            for ordinal, inner in enumerate(inner_events(self.tree, event), 1):
                if ordinal > done:
                    yield from self.take_one(inner, ordinal)
        finally:
            self._tell_kernels()

    def take_one(self, event: LoggedEvent, ordinal: int) -> Iterator[Found]:
        """Take in an event of a payload, in which it has an ordinal."""
        del ordinal
        yield from self._take(event)

    def _begin(self, tree: LogState, no_table_maps: Any) -> None:
        """Take over what holds before the first event."""
        self.tree = tree
        self.no_table_maps = no_table_maps
        self.told_maps: Chain | None = None
        self.before_event: tuple[Fragments | None] | None = None
        self._take_format()

    def _take_format(self) -> None:
        """Have the format that is in force be the one that kernels read by."""
        self.format_in_force = self.tree.format
        self.format = self.payload_view = format_view(self.tree.format)
        if self.tree.format.has_format_description:
            self.payload_view = format_view(self.tree.format.of_payload)

    # where the chunk's events are

    def _places(self, counted: Any) -> Any:
        """Return where in the log events lie.

        They are told by where they would lie if none were left out in the chunk.
        """
        return counted

    # the chunk

    def _scan_chunk(self) -> Iterator[Found]:
        """Scan until the chunk holds no more than a part of an event, or none that is plain.

        While a rows event is not yet whole, which its fragments make, the tree engine reads all.
        """
        try:
            while (
                not (self.is_done or self.tree.encryption or self.tree.fragments)
                and (stop := self._scan_in(self.tree.format, self.format)) != Stop.END
            ):
                if stop == Stop.LIMIT:
                    self.is_done = self.is_at_limit = True
                    return
                if stop == Stop.PAYLOADS:
                    yield from self._inflate_payloads()
                elif self.state.is_inside:
                    yield from self._after_inside(stop)
                else:
                    yield from self._after(stop, self.tree.format, self._read_event())
        finally:
            if self.state.is_inside:  # memory did not suffice
                self._go_back()
            self.inflated.forget()

    def _scan_in(self, log_format: Any, view: LogFormat) -> Stop:
        """Let the kernel go on with events of a format."""
        maps = self.known.maps
        if len(self.inflated) and log_format.has_format_description:
            maps.take_format(log_format.of_payload, self.payload_view)
            self.state.payload_format = maps.used.log_format
        self.view = view
        maps.take_format(log_format, view)
        self.state.log_format = maps.used.log_format
        return self._scan(view)

    # what kernels stop for

    def _after(self, stop: Stop, log_format: Any, beyond: Iterator[Found]) -> Iterator[Found]:
        """Do what the kernel stopped for; `beyond` does what only the tree engine can."""
        is_outside = not self.state.open_maps and self.state.fixed < 0
        if stop == Stop.NEW_TABLE_MAP and self.known.is_full and is_outside:
            yield from self._flush()  # which forgets them
        if stop == Stop.FULL:
            yield from self._flush()
        elif stop == Stop.NEW_TABLE_MAP and self._learn_map(log_format, self.view):
            return
        elif stop == Stop.COMPRESSED:
            yield from self._inflate_many(beyond)
        elif self.state.open_maps == len(self.scratch.open_maps):
            maps = self.scratch.open_maps
            self.scratch = with_open_maps(self.scratch, 2 * len(maps))
            open_again(maps, self.known.maps.arrays, self.scratch)
        else:
            yield from beyond

    def _learn_map(self, log_format: Any, view: LogFormat) -> bool:
        """Take in a table map that was not seen before; say whether it can be read."""
        data = self._event_bytes(log_format)

        def parse() -> Any:
            return BinlogEvent(0, log_format, self.no_table_maps, KaitaiStream(BytesIO(data))).body

        place = (self.buffer, self.state.pos, self.state.end)
        try:
            is_learned = self.known.learn(*place, log_format, view, parse)
        except (*UNPARSABLE, MisfitError):
            return False
        if is_learned:
            self.known.learn_ahead(*place, view)
        return is_learned

    def _event_bytes(self, log_format: Any) -> bytes:
        """Return the bytes of the event that the scan stopped at."""
        return self._event_at(self.state.pos, log_format)

    def _event_at(self, pos: int, log_format: Any) -> bytes:
        return bytes(self._view_at(pos, log_format))

    def _view_at(self, pos: int, log_format: Any) -> memoryview:
        end = self.state.end
        stream = KaitaiStream(BytesIO(self.buffer[pos : min(end, pos + HEAD)].tobytes()))
        size = BinlogEventHeader(log_format.binlog_version, False, stream).len_event
        return memoryview(self.buffer)[pos : min(end, pos + size)]

    def _event_here(self) -> EventBytes:
        """Return the event that the scan stopped at; a large one stays in the chunk if it can."""
        data = self._view_at(self.state.pos, self.tree.format)
        return LargeEvent.of(data) if len(data) > LARGE and self.lending is None else bytes(data)

    # what only the tree engine reads

    def _read_event(self, data: EventBytes | None = None) -> Iterator[Found]:
        """Read the event that the scan stopped at, which may not lie in the chunk, as a tree."""
        state = self.state
        data = self._event_here() if data is None else data
        position = int(self._places(state.base + state.pos))
        self._tell_tree()
        is_beyond = 0 <= state.limit <= position
        # where fragments are missing, the next event raises
        if is_beyond and not self.tree.fragments and self.tree.begins_transaction(data):
            self.is_done = self.is_at_limit = True
            return
        before = self.tree.fragments
        event = self.tree.next_event(position, data)
        del data
        if is_beyond and event.begins_transaction(is_behind_gtid=bool(state.is_after_gtid)):
            self.is_done = self.is_at_limit = True
            return
        self.before_event = (before,)
        try:
            yield from self._take(event)
        finally:
            self.before_event = None
            self._tell_kernels()  # an event that is damaged may end table maps, too
        if event.tree.is_payload:
            yield from self._scan_payload(event)
        state.is_after_gtid = event.tree.header.begins_transaction
        state.pos += event.size
        state.seen += 1

    def _tell_tree(self) -> None:
        """Tell the tree engine what the kernels have seen since."""
        self.told_maps = self._open_maps().chain(self.no_table_maps, self.told_maps)
        self.tree.table_maps = self.told_maps.table_maps

    def _open_maps(self) -> OpenMaps:
        """Return those of the statement, as they are now; looks at those only that are new."""
        state = self.state
        if self.opened_in != state.statement:
            self.opened, self.opened_in = Growing(), state.statement
        self.opened.add(self.scratch.open_maps[self.opened.used : state.open_maps])
        return OpenMaps(self.known.maps, self.opened, state.open_maps)

    def _close_maps(self) -> None:
        """Have no table map hold any more."""
        self.state.open_maps = 0
        self.state.statement += 1

    def _tell_kernels(self) -> None:
        """Tell the kernels what the tree engine has seen."""
        state = self.state
        if self.tree.table_maps.is_empty:
            self._close_maps()
        if self.tree.format is self.format_in_force:
            return
        if not are_same(format_view(self.tree.format), self.format):
            self._take_format()
            if self.known.has_many_formats and not (state.open_maps or state.rows):
                self.known.clear()

    # payloads

    def _inflate_payloads(self) -> Iterator[Found]:
        """Decompress what payloads are next, or read the one that the scan stopped at."""
        taken = 0
        if self.tree.format.has_format_description:  # which says in what format they are
            yield from self._make_room_ahead()
            at = self.chunk_size + self.spilled
            taken = self.inflated.inflate_payloads(self.buffer, self.format, at, self._room)
        self.spilled += taken
        if not taken:
            yield from self._read_event()

    def _after_inside(self, stop: Stop) -> Iterator[Found]:
        """Do what the kernel stopped for in a payload, mostly from before it on."""
        payload_format = self.tree.format.of_payload
        if stop == Stop.NEW_TABLE_MAP and self._learn_map(payload_format, self.payload_view):
            return
        self._go_back()
        position = self.state.base + self.state.pos
        if stop == Stop.FULL and self.full_at != position:
            self.full_at = position
            yield from self._flush()
        else:
            self.inflated.slow_down()
            yield from self._read_event()

    def _go_back(self) -> None:
        """Go back to before the payload that the scan is in."""
        self.inflated.go_back()
        self.opened_in = -1  # statements are counted from there again

    def _scan_payload(self, event: LoggedEvent) -> Iterator[Found]:
        """Scan the events in a payload."""
        state = self.state
        self.inflated.forget()
        outer = state.pos, state.end, state.open_maps
        scratch, opened, told = self.scratch, self._open_maps().statement, self.told_maps
        if state.open_maps:
            self.scratch = with_open_maps(scratch, MAX_OPEN_MAPS)
        state.fixed = state.base + state.pos
        state.ordinal = state.inside = state.is_after_gtid = 0
        self._close_maps()
        try:
            try:
                yield from self._scan_inner(event)
                is_done = True
            except (_BeyondKernelsError, UnreadableError):
                is_done = False
            self._close_maps()
            state.pos, state.end, state.open_maps = outer
            self.scratch, self.told_maps = scratch, told
            self.opened, self.opened_in = opened, state.statement
            state.fixed = state.row_pos = -1
            if not is_done:
                yield from self._take_inner(event)
        finally:  # a payload is all that is left of its transaction, also where it is damaged
            state.is_joined = 0

    def _release(self) -> bool:
        """Use anew what held what was handed over; return whether the table maps are forgotten."""
        state = self.state
        if state.fixed >= 0 or state.row_pos >= 0:
            return False
        self._free_spill()
        is_due = self.known.is_full and not state.open_maps
        if is_due:
            self.known.forget()
        return is_due

    def _scan_inner(self, event: LoggedEvent) -> Iterator[Found]:
        """Scan the events in a payload behind the chunk.

        Raises _BeyondKernelsError or UnreadableError where the tree engine is to go on.
        """
        state = self.state
        payload, log_format = event.tree.body, event.tree.inner_format
        view = format_view(log_format)
        announced = announced_length(payload)
        if announced is None or announced > self._room:
            yield from self._flush()
            if self._is_large:
                yield from self._reclaim()
            self._free_spill()
        length = 0
        start = at = self.chunk_size + self.spilled
        with self._open_payload(event) as stream:
            while True:
                target = memoryview(self.buffer)[at : len(self.buffer) - PADDING]
                count = fill(stream, target)
                length += count
                too_many = 0 if announced is None else max(length - announced, 0)
                state.pos, state.end = start, at + count - too_many
                self.spilled = at + count - self.chunk_size
                while (stop := self._scan_in(log_format, view)) != Stop.END:
                    yield from self._after(stop, log_format, _beyond_kernels())
                left = state.end - state.pos
                if too_many or count < len(target):
                    break
                yield from self._flush()
                if self._is_large:
                    yield from self._reclaim()
                at = self._make_way_inside(left)
                start = self.chunk_size
        if left or announced not in (None, length):
            raise _BeyondKernelsError

    def _open_payload(self, event: LoggedEvent) -> BinaryIO:
        return decompressed(event.tree.body, event.payload)

    def _make_way_inside(self, left: int) -> int:
        """Move the part of an event that is left to where the payload's region begins."""
        pos, start = self.state.pos, self.chunk_size
        rest = self.buffer[pos : pos + left].copy()
        if left == len(self.buffer) - PADDING - start:
            size = size_of(rest[:HEAD].tobytes())
            if not left < size <= MAX_EVENT:
                raise _BeyondKernelsError
            self._resize(self.chunk_size, min(size, 2 * left))
        elif self._is_lent:
            self._go_on_in_another(self.buffer[:start], 0)
        self.buffer[start : start + left] = rest
        return start + left


def _beyond_kernels() -> Iterator[Any]:
    raise _BeyondKernelsError
    yield
