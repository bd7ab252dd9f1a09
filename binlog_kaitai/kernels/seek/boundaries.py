"""Finds where a span of a log begins, without reading the log from its head if that can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.handoff import (
    MAX_CANDIDATE,
    AstrayError,
    Beginning,
    EventSearch,
    Head,
    LogState,
    Seek,
    TableMaps,
    meaning_of,
    state_at_start,
)
from binlog_kaitai.kernels.seek.header_scan import (
    LONGEST_GTID_EVENT,
    Hop,
    Sought,
    gtid_before,
    has_damaged_beginning,
)
from binlog_kaitai.kernels.seek.heads import KnownHeads
from binlog_kaitai.kernels.seek.hops import Hops, format_by_hops
from binlog_kaitai.kernels.seek.windows import FAR, IS_TYPE, Window
from binlog_kaitai.model.spans import Span

SURE = 2**20
"""Bytes that are searched at once, and in which events have to follow the one that is found."""


class KernelSeek(Seek):
    """Looks for where a span begins, and for events behind damage, by kernels.

    `heads` are those of logs that were read before.
    """

    def __init__(self, heads: KnownHeads | None = None) -> None:
        self.heads = KnownHeads() if heads is None else heads

    def beginning(
        self, log: LogFile, span: Span, *, is_lenient: bool = False, verifies: bool = True
    ) -> Beginning | None:
        """Return where the first event of a span lies, or None if no transaction begins in it."""
        if span.start <= log.first_position:
            return Beginning(log.first_position, state_at_start(log))
        if is_lenient:
            return self._lenient_beginning(log, span, verifies=verifies)
        if span.has_parts_before:
            return Boundaries(log, self.heads.of(log), verifies=verifies).beginning(span)
        if self.heads.of(log).state.encryption:
            return None  # the span that has the head tells
        return _from_head(log, span)

    def search(self, log: LogFile, log_format: Any, *, verifies: bool) -> EventSearch:
        """Return what looks for events of a format."""
        return _WindowSearch(log, log_format, verifies=verifies)

    def _lenient_beginning(self, log: LogFile, span: Span, *, verifies: bool) -> Beginning | None:
        """Return where a span of a log begins that may be damaged.

        Raises AstrayError where all that is before it has to be read to know.
        """
        try:
            head = self.heads.of(log)
            boundaries = Boundaries(log, head, verifies=verifies, is_lenient=True)
            if not span.has_parts_before and not head.state.encryption:
                found = format_by_hops(log, span.start)
                if meaning_of(found) != meaning_of(head.state.format):
                    raise AstrayError
            return boundaries.sure_beginning(span)
        except BinlogError as error:
            raise AstrayError from error


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

    def __init__(
        self, log: LogFile, head: Head, *, verifies: bool = True, is_lenient: bool = False
    ) -> None:
        self.log = log
        self.is_lenient = is_lenient
        self.head = head
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
        sought = Sought(IS_TYPE, is_own=False, max_size=MAX_CANDIDATE)
        around = (found, state.end, state.base, window.searched, sought)
        if has_damaged_beginning(window.buffer, max(span.start - state.base, 0), *around):
            raise AstrayError  # the span before ends there
        view = window.searched if self.is_lenient else window.searched._replace(len_checksum=0)
        before = gtid_before(window.buffer, found, state.end, view)
        state.is_after_gtid = before >= 0
        if state.is_after_gtid and self.is_lenient and not self._is_readable(state.base + before):
            raise AstrayError  # to a lenient reading, the BEGIN behind it begins a transaction
        sure_at = window.position + SURE
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
        size = SURE + MAX_CANDIDATE
        if span.end is not None:
            size = min(size, span.end - position + MAX_CANDIDATE)
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
    """Return where a span begins, by way of the headers of all events before it."""
    if span.is_exact:
        state = LogState(log.file, format_by_hops(log, span.start), log.start.table_maps)
        return Beginning(span.start, state)
    hops = Hops(log, Beginning(log.first_position, state_at_start(log)))
    try:
        found = hops.to_transaction(span.start, span.end)
    except TornEventError:
        return None  # the span that has the transaction's beginning tells
    return Beginning(hops.position, hops.log_state) if found else None
