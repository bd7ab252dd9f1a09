"""Finds where a span of a log begins, without reading the log from its head if that can be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.handoff import (
    MAX_CANDIDATE,
    AstrayError,
    Beginning,
    EventSearch,
    EventType,
    LogState,
    Seek,
    TableMaps,
    read_head,
    state_at_start,
)
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.seek.formats import format_view
from binlog_kaitai.kernels.seek.header_scan import (
    HEAD,
    LONG,
    LONGEST_GTID_EVENT,
    Hop,
    HopState,
    find_event,
    gtid_before,
    has_damaged_beginning,
    hop,
    hop_long_rows,
)
from binlog_kaitai.model.spans import Span

WINDOW = 2**22  # bytes of a file that are looked at together
MIN_WINDOW = 2**13

FAR = 2**62

_IS_TYPE = np.zeros(256, np.bool_)
_IS_TYPE[[kind.value for kind in EventType if kind != EventType.unknown]] = True


class KernelSeek(Seek):
    """Looks for where a span begins, and for events behind damage, by kernels."""

    def beginning(
        self, log: LogFile, span: Span, *, is_lenient: bool = False, verifies: bool = True
    ) -> Beginning | None:
        """Return where the first event of a span lies, or None if no transaction begins in it."""
        if span.start <= log.first_position:
            return Beginning(log.first_position, state_at_start(log))
        if not is_lenient:
            return Boundaries(log, verifies=verifies).beginning(span)
        try:
            return Boundaries(log, verifies=verifies, is_lenient=True).sure_beginning(span)
        except BinlogError as error:
            raise AstrayError from error

    def search(self, log: LogFile, log_format: Any, *, verifies: bool) -> EventSearch:
        """Return what looks for events of a format."""
        return _WindowSearch(log, log_format, verifies=verifies)


class _WindowSearch(EventSearch):
    """Goes through a file by kernels."""

    def first_event(self, position: int, *, is_own: bool) -> int | None:
        window = Window(self.log, self.format, verifies=self.verifies)
        while True:
            count = window.load(position)
            is_last = count < window.size
            stop = count if is_last else count - MAX_CANDIDATE
            found = window.find_event(0, stop, is_own=is_own)
            if found >= 0:
                return position + found
            if is_last:
                return None
            position += stop


class Boundaries:
    """Finds where transactions begin in a log that is open.

    Where it does not verify checksums, which are stale, an event is known by the rest of it. A
    GTID whose checksum is wrong ends a strict reading, or is none that counts to the view of
    events; to a lenient one of changes the BEGIN behind it begins a transaction.
    """

    def __init__(self, log: LogFile, *, verifies: bool = True, is_lenient: bool = False) -> None:
        self.log = log
        self.is_lenient = is_lenient
        self.head = read_head(log)
        self.window = Window(log, self.head.state.format, verifies=verifies)

    def beginning(self, span: Span) -> Beginning | None:
        """Return where the first event of a span lies, or None if no transaction begins in it.

        In the middle of a file it is looked for: an event that cannot be anything else, from which
        on events follow each other up to the one that begins a transaction. Where no event says
        truly where it lies, as in relay logs, or where some do not follow each other, the file is
        gone through from its head, by the headers alone, which is always right. Raises BinlogError
        for what is damaged before the span.
        """
        try:
            return self.sure_beginning(span)
        except AstrayError:
            return _from_head(self.log, span)

    def sure_beginning(self, span: Span, near: Span | None = None) -> Beginning | None:
        """Return where a span begins, if looking for it tells; raises AstrayError if not.

        An event is looked for in all of the span, or in what of it is near to its start.
        """
        if self.head.state.encryption:
            return None  # the first span tells
        if span.is_exact:
            return Beginning(span.start, self._state())
        if not self.head.is_own or span.start <= self.head.position:
            raise AstrayError
        return self._found(span, near or span)

    def begins_any(self, span: Span, near: Span) -> bool:
        """Return whether looking for a part's first event in some of it tells that one begins."""
        try:
            return bool(self.head.state.encryption) or self.sure_beginning(span, near) is not None
        except AstrayError:
            return False

    def table_maps(self, span: Span) -> Iterator[tuple[int, Any]]:
        """Yield the positions and trees of the table maps before the first transaction of a part.

        They belong to one that began before the part; where there is a doubt, none is found.
        """
        window = self.window
        maps = TableMaps(self.log, self.head.state.format)
        if self.head.state.encryption or not self.head.is_own:
            return
        try:
            window.state.pos = self._first_event(span)
        except AstrayError:
            return
        window.state.is_strict = window.state.stops_at_maps = True
        while window.hop(span.start, span.end) == Hop.TABLE_MAP:
            position = window.position
            yield position, maps.at(position)
            window.state.pos += self.log.event_size(position)

    def _state(self) -> LogState:
        return LogState(self.log.file, self.head.state.format, self.log.start.table_maps)

    def _found(self, span: Span, near: Span) -> Beginning | None:
        window = self.window
        found = self._first_event(near)
        state = window.state
        state.pos = found
        state.is_strict = True
        around = (found, state.end, state.base, _IS_TYPE, window.searched)
        if has_damaged_beginning(window.buffer, max(span.start - state.base, 0), *around):
            raise AstrayError  # the span before ends there
        view = window.searched if self.is_lenient else window.searched._replace(len_checksum=0)
        before = gtid_before(window.buffer, found, state.end, view)
        state.is_after_gtid = before >= 0
        if state.is_after_gtid and self.is_lenient and not self._is_readable(state.base + before):
            raise AstrayError  # to a lenient reading, the BEGIN behind it begins a transaction
        sure_at = window.position + WINDOW
        if not self._hop(span.start, span.end):
            return None
        if self.is_lenient and _is_end(self.log, window.position):
            return None  # the span before tells that the log ends inside an event
        beginning = Beginning(window.position, self._state())
        self._hop(FAR, sure_at)
        return beginning

    def _is_readable(self, position: int) -> bool:
        """Return whether an event has the fields that its type has."""
        event = self.log.event(position, self.log.event_size(position))
        try:
            self._state().next_event(position, event)
        except BinlogError:
            return False
        return True

    def _hop(self, target: int, limit: int | None) -> bool:
        """Hop to a transaction; say whether there is one. Raises AstrayError."""
        reason = self.window.hop(target, limit)
        if reason in (Hop.ASTRAY, Hop.FORMAT):
            raise AstrayError
        if reason == Hop.MORE and not _is_end(self.log, self.window.position):
            raise AstrayError
        return reason == Hop.TRANSACTION

    def _first_event(self, span: Span) -> int:
        """Return the place in the window of an event that lies in the span. Raises AstrayError."""
        window = self.window
        position = max(span.start - LONGEST_GTID_EVENT, 0)
        start = span.start - position
        size = WINDOW if span.end is None else min(WINDOW, span.end - position + MAX_CANDIDATE)
        while True:
            count = window.load(position, size)
            is_last = count < size
            stop = count if is_last else count - MAX_CANDIDATE
            if span.end is not None:
                stop = min(stop, span.end - position)
            found = window.find_event(start, stop)
            if found >= 0:
                return found
            if is_last or (span.end is not None and position + stop >= span.end):
                raise AstrayError
            start = LONGEST_GTID_EVENT
            position += stop - start


class Window:
    """Some bytes of a file, and the hops over its events from a position on."""

    def __init__(self, log: LogFile, log_format: Any, *, verifies: bool = True) -> None:
        self.log = log
        self.view = format_view(log_format)
        # what has no checksums has none that are wrong
        self.searched = self.view if verifies else self.view._replace(len_checksum=0)
        self.buffer: Any = np.empty(WINDOW + PADDING, np.uint8)
        self.head: Any = np.empty(HEAD, np.uint8)
        self.size = self.asked = WINDOW
        self.state = HopState()

    @property
    def position(self) -> int:
        """The file's byte that is hopped to next."""
        return self.state.base + self.state.pos

    def load(self, position: int, size: int = WINDOW) -> int:
        """Take in the bytes from a position on; return how many there are."""
        self.asked = size
        count = self.log.read_into(position, memoryview(self.buffer)[:size])
        self.state.base, self.state.pos, self.state.end = position, 0, count
        return count

    def find_event(self, start: int, stop: int, *, is_own: bool = True) -> int:
        """Return the first place in the window, of some, where an event lies; or -1."""
        place = (self.buffer, start, stop, self.state.end, self.state.base)
        return int(find_event(*place, _IS_TYPE, self.searched, is_own, MAX_CANDIDATE))

    def hop(self, target: int, limit: int | None = None) -> Hop:
        """Hop to a transaction that begins at `target` or behind, no further than to `limit`."""
        state, descriptor = self.state, self.log.descriptor
        state.target = target
        state.limit = FAR if limit is None else limit
        while True:
            reason = Hop(hop(self.buffer, state.record, self.view))
            if reason != Hop.MORE:
                return reason
            if not state.pos and self.asked == WINDOW:
                return reason
            if descriptor is not None:
                hop_long_rows(descriptor, state.record, LONG, self.head, self.view)
            if not self.load(self.position, self._size_behind()):
                return reason

    def _size_behind(self) -> int:
        """Return how many bytes to take in next, behind those that were gone over."""
        if not self.state.pos:
            return WINDOW
        # of events that are larger than a window, no more than the headers are of use
        return MIN_WINDOW if self.state.pos > 2 * self.asked else min(2 * self.asked, WINDOW)


def _is_end(log: LogFile, position: int) -> bool:
    """Return whether the file ends there, be it inside an event."""
    try:
        log.event_size(position)
    except TornEventError:
        return True
    except BinlogError:
        return False
    return False


def _from_head(log: LogFile, span: Span) -> Beginning | None:
    """Return where a span begins, by way of all events before it."""
    hops = Hops(log, Beginning(log.first_position, state_at_start(log)))
    try:
        found = hops.to_transaction(span.start, span.end)
    except TornEventError:
        return None  # the span that has the transaction's beginning tells
    return Beginning(hops.position, hops.log_state) if found else None


class Hops:
    """Goes over a log's events by their headers alone, from the beginning of one on."""

    def __init__(self, log: LogFile, beginning: Beginning) -> None:
        self.log = log
        self.log_state = beginning.state
        self.num_formats = 0
        self.window = Window(log, beginning.state.format)
        self.window.load(beginning.position, MIN_WINDOW)
        self.window.state.last = beginning.position

    @property
    def position(self) -> int:
        """Where the next event begins."""
        return self.window.position

    @property
    def last_transaction(self) -> int:
        """Where the last transaction begins that was gone over, or where the hops began."""
        return self.window.state.last

    @property
    def last_map(self) -> int:
        """Where the last table map of the last transaction lies; 0 for none, or in doubt."""
        last_map = self.window.state.last_map
        is_of_last = self.num_formats <= 1 and last_map > self.last_transaction
        return last_map if is_of_last else 0

    def to_transaction(self, target: int, limit: int | None = None) -> bool:
        """Go to the first transaction at `target` or behind; say whether it is before `limit`.

        Raises BinlogError where no event can be, TornEventError at the end of the file.
        """
        window = self.window
        while True:
            reason = window.hop(target, limit)
            if reason in (Hop.TRANSACTION, Hop.LIMIT):
                return reason == Hop.TRANSACTION
            size = self.log.event_size(window.position)
            self.log_state.next_event(window.position, self.log.event(window.position, size))
            window.view = format_view(self.log_state.format)
            self.num_formats += int(reason == Hop.FORMAT)
            window.state.pos += size
            window.state.is_after_gtid = False


@dataclass(frozen=True, slots=True)
class HoppedSpan(Span):
    """A part of a log whose events were gone over by their headers.

    `last_map` is where the last table map of its last transaction lies, 0 for none, or in doubt.
    """

    last_map: int = 0


def spans_by_hops(log: LogFile, end: int | None, size: int) -> list[Span]:
    """Return the parts of a log before `end`, each of some transactions, by their headers alone.

    They are of `size` bytes, or as long as the transaction that they begin with. Raises BinlogError
    where no event can be.
    """
    hops = Hops(log, Beginning(log.first_position, state_at_start(log)))
    starts = [log.first_position]
    last_maps = []
    with suppress(TornEventError):
        while hops.to_transaction(starts[-1] + size, end):
            starts.append(hops.position)
            last_maps.append(hops.last_map)
    last_maps.append(hops.last_map)
    ends = [*starts[1:], end]
    return [
        HoppedSpan(start, stop, is_exact=True, last_map=last_map if last_map >= start else 0)
        for start, stop, last_map in zip(starts, ends, last_maps, strict=True)
    ]
