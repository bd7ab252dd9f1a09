"""Finds where a span of a log begins, without reading the log from its head if that can be."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from binlog_kaitai.columnar.formats import format_view
from binlog_kaitai.columnar.hops import (
    LONGEST_GTID_EVENT,
    Hop,
    On,
    find_event,
    has_damaged_beginning,
    hop,
    is_behind_gtid,
)
from binlog_kaitai.errors import BinlogError, MissingFragmentError, TornEventError
from binlog_kaitai.framing import Frame, LogFile
from binlog_kaitai.log import Beginning, EventType, LogState, state_at_start
from binlog_kaitai.machine.stream import PADDING
from binlog_kaitai.spans import Span

WINDOW = 2**22  # bytes of a file that are looked at together
MAX_CANDIDATE = 2**20  # bytes: longer events are none that the search finds
MAX_HEAD = 64  # events in front of the first transaction

FAR = 2**62

_IS_TYPE = np.zeros(256, np.bool_)
_IS_TYPE[[kind.value for kind in EventType if kind != EventType.unknown]] = True


class Boundaries:
    """Finds where transactions begin in a log that is open.

    Where it does not verify checksums, which are stale, an event is known by the rest of it.
    """

    def __init__(self, log: LogFile, *, verifies: bool = True) -> None:
        self.log = log
        self.head = _read_head(log)
        self.window = Window(log, self.head.state.format, verifies=verifies)

    def beginning(self, span: Span) -> Beginning | None:
        """Where the first event of a span lies; None where no transaction begins in the span.

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

    def sure_beginning(self, span: Span) -> Beginning | None:
        """Where a span begins, if looking for it tells; raises AstrayError if not."""
        if self.head.state.encryption:
            return None  # the first span tells
        if span.is_exact:
            return Beginning(span.start, self._state())
        if not self.head.is_own or span.start <= self.head.position:
            raise AstrayError
        return self._found(span)

    def table_maps(self, span: Span) -> Iterator[tuple[int, Any]]:
        """Yields the positions and trees of the TABLE_MAP events in a part of a log.

        They are looked for whatever transaction they are in; where there is a doubt, none is found.
        """
        window = self.window
        if self.head.state.encryption or not self.head.is_own:
            return
        try:
            window.state[On.POS] = self._first_event(span)
        except AstrayError:
            return
        window.state[On.IS_STRICT] = window.state[On.STOPS_AT_MAPS] = True
        while window.hop(FAR, span.end) == Hop.TABLE_MAP:
            position = window.position
            size = self.log.event_size(position)
            event = self._state().next_event(position, self.log.read(position, size))
            yield position, event.tree.body
            window.state[On.POS] += size

    def _state(self) -> LogState:
        return LogState(self.log.file, self.head.state.format, self.log.start.table_maps)

    def _found(self, span: Span) -> Beginning | None:
        window = self.window
        found = self._first_event(span)
        state = window.state
        state[On.POS] = found
        state[On.IS_STRICT] = True
        end, base = int(state[On.END]), int(state[On.BASE])
        around = (found, end, base, _IS_TYPE, window.searched)
        if has_damaged_beginning(window.buffer, max(span.start - base, 0), *around):
            raise AstrayError  # the span before ends there
        state[On.IS_AFTER_GTID] = is_behind_gtid(window.buffer, *around)
        sure_at = window.position + WINDOW
        if not self._hop(span.start, span.end):
            return None
        beginning = Beginning(window.position, self._state())
        self._hop(FAR, sure_at)
        return beginning

    def _hop(self, target: int, limit: int | None) -> bool:
        """Hops to a transaction; says whether there is one. Raises AstrayError."""
        reason = self.window.hop(target, limit)
        if reason in (Hop.ASTRAY, Hop.FORMAT):
            raise AstrayError
        if reason == Hop.MORE and not _is_end(self.log, self.window.position):
            raise AstrayError
        return reason == Hop.TRANSACTION

    def _first_event(self, span: Span) -> int:
        """The place in the window of an event that lies in the span. Raises AstrayError."""
        window = self.window
        position = max(span.start - LONGEST_GTID_EVENT, 0)
        start = span.start - position
        while True:
            count = window.load(position)
            is_last = count < window.size
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


@dataclass(frozen=True, slots=True)
class _Head:
    """What the events in front of the first transaction say; `position` is behind them.

    `is_own` says that the log's events were written for this file: there is one description of
    their format, and no relaying server.
    """

    state: LogState
    position: int
    is_own: bool


def _read_head(log: LogFile) -> _Head:
    state = state_at_start(log)
    num_formats = 0
    is_relay = False
    position = log.first_position
    for frame in _first_frames(log):
        next_state = LogState(log.file, state.format, log.start.table_maps)
        event = next_state.next_event(frame.position, frame.data)
        if event.tree.bounds_transaction or event.tree.is_table_map or event.tree.is_rows:
            break
        state, position = next_state, frame.position + len(frame.data)
        if event.type == EventType.format_description:
            num_formats += 1
            is_relay |= bool(event.tree.header.flags.relay_log)
        if state.encryption:
            break
    return _Head(state, position, is_own=num_formats <= 1 and not is_relay)


def _first_frames(log: LogFile) -> Iterator[Frame]:
    """Some events from the file's beginning on, if there are as many."""
    with contextlib.suppress(TornEventError):
        yield from itertools.islice(log.frames(), MAX_HEAD)


class AstrayError(Exception):
    """What looked like an event is none, or the log is damaged."""


class Window:
    """Some bytes of a file, and the hops over its events from a position on."""

    def __init__(self, log: LogFile, log_format: Any, *, verifies: bool = True) -> None:
        self.log = log
        self.view = format_view(log_format)
        # what has no checksums has none that are wrong
        self.searched = self.view if verifies else self.view._replace(len_checksum=0)
        self.buffer = np.empty(WINDOW + PADDING, np.uint8)
        self.size = WINDOW
        self.state = np.zeros(len(On), np.int64)

    @property
    def position(self) -> int:
        """The file's byte that is hopped to next."""
        return int(self.state[On.BASE] + self.state[On.POS])

    def load(self, position: int) -> int:
        """Takes in the bytes from a position on; returns how many there are."""
        count = self.log.read_into(position, memoryview(self.buffer)[: self.size])
        self.state[[On.BASE, On.POS, On.END]] = position, 0, count
        return count

    def find_event(self, start: int, stop: int, *, is_own: bool = True) -> int:
        """The first place in the window, from one on up to another, where an event lies; or -1."""
        end, base = int(self.state[On.END]), int(self.state[On.BASE])
        return int(find_event(self.buffer, start, stop, end, base, _IS_TYPE, self.searched, is_own))

    def holds_event(self, position: int) -> bool:
        """Whether what lies at a position of the file can be nothing but an event."""
        self.load(position)
        return self.find_event(0, 1, is_own=False) == 0

    def hop(self, target: int, limit: int | None = None) -> Hop:
        """Hops to a transaction that begins at `target` or behind, no further than to `limit`."""
        state = self.state
        state[On.TARGET] = target
        state[On.LIMIT] = FAR if limit is None else limit
        while True:
            reason = Hop(hop(self.buffer, state, self.view))
            is_stuck = not state[On.POS]
            if reason != Hop.MORE or is_stuck or not self.load(self.position):
                return reason


def _is_end(log: LogFile, position: int) -> bool:
    """Whether the file ends there, be it inside an event."""
    try:
        log.event_size(position)
    except TornEventError:
        return True
    except BinlogError:
        return False
    return False


def _from_head(log: LogFile, span: Span) -> Beginning | None:
    """Where a span begins, by way of all events before it."""
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
        self.window = Window(log, beginning.state.format)
        self.window.load(beginning.position)
        self.window.state[On.LAST] = beginning.position

    @property
    def position(self) -> int:
        """Where the next event begins."""
        return self.window.position

    @property
    def last_transaction(self) -> int:
        """Where the last transaction begins that was gone over, or where the hops began."""
        return int(self.window.state[On.LAST])

    def to_transaction(self, target: int, limit: int | None = None) -> bool:
        """Goes to the first transaction at `target` or behind; says whether it is before `limit`.

        Raises BinlogError where no event can be, TornEventError at the end of the file.
        """
        window = self.window
        while True:
            reason = window.hop(target, limit)
            if reason in (Hop.TRANSACTION, Hop.LIMIT):
                return reason == Hop.TRANSACTION
            size = self.log.event_size(window.position)
            data = self.log.read(window.position, size)
            self.log_state.next_event(window.position, data)
            window.view = format_view(self.log_state.format)
            window.state[On.POS] += size
            window.state[On.IS_AFTER_GTID] = False


@dataclass(frozen=True, slots=True)
class Sequel:
    """The next event that is whole behind a damaged one.

    `is_next` says that nothing but rows lies between, so that what was known still holds.
    """

    position: int
    is_next: bool


def sequel_after(
    log: LogFile, state: LogState, position: int, error: BinlogError, *, verifies: bool
) -> Sequel | None:
    """What follows what was damaged in a log that was read up to the event at a position."""
    state.fragments = None
    if isinstance(error, MissingFragmentError) and error.position < position:
        return Sequel(position, is_next=True)
    return sequel_of(log, state, max(position, error.position), verifies=verifies)


def sequel_of(
    log: LogFile, state: LogState, position: int, *, verifies: bool = True
) -> Sequel | None:
    """What follows a damaged event; None where the file holds no other event behind it."""
    window = Window(log, state.format, verifies=verifies)
    try:
        size = log.event_size(position)
    except BinlogError:
        return _search(log, window, position + 1)
    behind = position + size
    if window.holds_event(behind) or window.holds_event(position) or _may_follow(window, behind):
        return Sequel(behind, is_next=log.holds_rows(position))
    return _search(log, window, position + 1)


def _may_follow(window: Window, position: int) -> bool:
    """Whether an event can lie there, by its header alone, as who passes over rows takes it."""
    log = window.log
    if position == log.size:
        return True
    try:
        header = log.header(position, has_permuted_types=bool(window.view.has_permuted_types))
    except BinlogError:
        return False
    end = position + header.len_event
    if header.next_position and (end - header.next_position) % header.num_positions == 0:
        return True
    return window.searched.len_checksum == 0 and header.type in EventType.__members__.values()


def _search(log: LogFile, window: Window, position: int) -> Sequel | None:
    is_own = _is_own(log)
    while True:
        count = window.load(position)
        is_last = count < window.size
        stop = count if is_last else count - MAX_CANDIDATE
        found = window.find_event(0, stop, is_own=is_own)
        if found >= 0:
            return Sequel(position + found, is_next=False)
        if is_last:
            return None
        position += stop


def _is_own(log: LogFile) -> bool:
    try:
        return _read_head(log).is_own
    except BinlogError:
        return True
