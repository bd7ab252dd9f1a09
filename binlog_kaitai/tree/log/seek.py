"""Finds where to begin in the middle of a log, and where to go on behind what is damaged.

A reader is handed a `Seek`. The one of this module goes through the log from its head, by the
classes that are compiled from the specs: slow, and always right. `binlog_kaitai.kernels.seek` has
one that looks for events in the middle of a file.
"""

from __future__ import annotations

import contextlib
import itertools
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from binlog_kaitai.errors import BinlogError, MissingFragmentError, TornEventError
from binlog_kaitai.generated.binlog_event_frame import BinlogEventFrame
from binlog_kaitai.io.event_types import EventType, is_known_type
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.large_events import CutStream, large
from binlog_kaitai.model.spans import Span
from binlog_kaitai.tree.log.events import UNPARSABLE
from binlog_kaitai.tree.log.state import Beginning, LogState, OnlyFormat, meaning_of, state_at_start

MAX_HEAD = 64  # events in front of the first transaction
MAX_CANDIDATE = 2**20  # bytes: longer events are none that a search finds


class AstrayError(Exception):
    """The search locked onto bytes that are not an event, or the log is damaged."""


@dataclass(frozen=True, slots=True)
class Head:
    """What the events in front of the first transaction say; `position` is behind them.

    `is_own` says that the log's events were written for this file: there is one description of
    their format, and no relaying server.
    """

    state: LogState
    position: int
    is_own: bool


def read_head(log: LogFile) -> Head:
    """Read a log up to its first transaction. Raises BinlogError for what is damaged there."""
    state = state_at_start(log)
    num_formats = 0
    is_relay = False
    position = log.first_position
    with contextlib.suppress(TornEventError):
        for frame in itertools.islice(log.frames(), MAX_HEAD):
            next_state = LogState(log.file, state.format, log.start.table_maps)
            next_state.assembles = False
            tree = next_state.next_event(frame.position, frame.event).tree
            is_of_rows = tree.is_table_map or tree.is_rows or tree.header.is_rows_fragment
            if tree.bounds_transaction or is_of_rows:
                break
            state, position = next_state, frame.position + len(frame)
            state.assembles = True
            if tree.header.type == EventType.format_description:
                num_formats += 1
                is_relay |= bool(tree.header.flags.relay_log)
            if state.encryption:
                break
    return Head(state, position, is_own=num_formats <= 1 and not is_relay)


@dataclass(frozen=True, slots=True)
class Sequel:
    """The next event that is whole behind a damaged one.

    `is_next` says that nothing but rows lies between, so that what was known still holds.
    """

    position: int
    is_next: bool


class EventSearch:
    """Looks for events of a format in a log, at each byte, by the classes of the specs.

    Where it does not verify checksums, which are stale, an event is known by the rest of it. Where
    `is_own` is asked for, events have to say truly where they lie.
    """

    def __init__(self, log: LogFile, log_format: Any, *, verifies: bool) -> None:
        self.log = log
        self.format = log_format
        self.verifies = verifies

    def is_event(self, position: int, *, is_own: bool) -> bool:
        """Return whether what lies at a byte offset can be nothing but an event."""
        return self._is_event(position, self.log.size, is_own=is_own)

    def may_be_event(self, position: int) -> bool:
        """Return whether an event can lie there, by its header alone, or the file ends there."""
        if position == self.log.size:
            return True
        permuted = bool(self.format.has_permuted_types)
        try:
            header = self.log.header(position, has_permuted_types=permuted)
        except BinlogError:
            return False
        distance = position + header.len_event - header.next_position
        if header.next_position and distance % header.num_positions == 0:
            return True
        has_checksums = self.verifies and self.format.len_checksum
        is_known = isinstance(header.type, EventType) or bool(header.is_ignorable)
        return not has_checksums and is_known

    def first_event(self, position: int, *, is_own: bool) -> int | None:
        """Return the byte offset of the first event of up to MAX_CANDIDATE bytes, or None."""
        for place in range(position, self.log.size):
            if self._is_event(place, MAX_CANDIDATE, is_own=is_own):
                return place
        return None

    def _is_event(self, position: int, max_size: int, *, is_own: bool) -> bool:
        try:
            size = self.log.event_size(position)
            if size > max_size:
                return False
            event = large(self.log.event(position, size))
            frame = BinlogEventFrame(self.format, CutStream(event.open()))
        except (BinlogError, *UNPARSABLE):
            return False
        header = frame.header
        if not is_known_type(header.type):
            return False
        if not frame.holds_header:
            return False
        tells_place = self.format.binlog_version != 1
        if tells_place and (is_own or not (self.verifies and self.format.len_checksum)):
            distance = position + size - header.next_position
            if distance % header.num_positions:
                return False
        is_signed = self.verifies and frame.len_checksum > 0
        return not is_signed or event.crc32(size - frame.len_checksum) == frame.crc32


class Seek(ABC):
    """Finds where a span begins, and what follows damage."""

    @abstractmethod
    def beginning(
        self, log: LogFile, span: Span, *, is_lenient: bool = False, verifies: bool = True
    ) -> Beginning | None:
        """Return where the first event of a span lies, or None if no transaction begins there.

        Args:
            log: the file, open.
            span: the part of it that is to be read.
            is_lenient: the log may be damaged before the span.
            verifies: an event whose checksum is wrong is none.

        Raises:
            BinlogError: for what is damaged before the span, if that has to be looked at.
            AstrayError: where a lenient reader has to read what is before the span to know.
        """

    def search(self, log: LogFile, log_format: Any, *, verifies: bool) -> EventSearch:
        """Return what looks for events behind damage."""
        return EventSearch(log, log_format, verifies=verifies)

    def sequel(
        self, log: LogFile, state: LogState, position: int, error: BinlogError, *, verifies: bool
    ) -> Sequel | None:
        """Return what follows damage behind the event at a position, or None at the file's end."""
        state.fragments = None
        if isinstance(error, MissingFragmentError) and error.position < position:
            return Sequel(position, is_next=True)
        position = max(position, error.position)
        search = self.search(log, state.format, verifies=verifies)
        with contextlib.suppress(BinlogError):
            behind = position + log.event_size(position)
            if (
                search.is_event(behind, is_own=False)
                or search.is_event(position, is_own=False)
                or search.may_be_event(behind)
            ):
                return Sequel(behind, is_next=log.holds_rows(position))
        found = search.first_event(position + 1, is_own=_is_own(log))
        return None if found is None else Sequel(found, is_next=False)


def _is_own(log: LogFile) -> bool:
    try:
        return read_head(log).is_own
    except BinlogError:
        return True


class FromHead(Seek):
    """Goes through a log from its head, event by event."""

    def beginning(
        self, log: LogFile, span: Span, *, is_lenient: bool = False, verifies: bool = True
    ) -> Beginning | None:
        """Return where the first event of a span lies, by way of all events before it."""
        del verifies  # nothing is looked for
        if span.start <= log.first_position:
            return Beginning(log.first_position, state_at_start(log))
        if is_lenient and not span.is_exact:
            raise AstrayError
        try:
            head = read_head(log)
            if head.state.encryption:
                return None  # the span that has the head tells
            if span.is_exact:
                log_format = head.state.format
                if not span.has_parts_before:
                    log_format = format_at(log, span.start)
                return Beginning(span.start, LogState(log.file, log_format, log.start.table_maps))
        except BinlogError as error:
            if is_lenient:
                raise AstrayError from error
            raise
        state = state_at_start(log)
        try:
            return self._first_transaction(log, span, state)
        except TornEventError:
            return None  # the span with the transaction's beginning tells

    def _first_transaction(self, log: LogFile, span: Span, state: LogState) -> Beginning | None:
        is_behind_gtid = False
        for position, header in _headers(log, state, span.end):
            begins = header.begins_transaction
            if header.type == EventType.query and not is_behind_gtid:
                begins = _is_begin(log, state, position)
            if begins and position >= span.start:
                return Beginning(position, state)
            is_behind_gtid = bool(header.begins_transaction)
        return None


def _headers(log: LogFile, state: LogState, end: int | None) -> Iterator[tuple[int, Any]]:
    """Yield the headers of events from the head on up to `end`; the state follows the format.

    The last event may be torn. Raises BinlogError where no event can be, or where one that
    describes a format cannot be read.
    """
    position = log.first_position
    while position < (log.size if end is None else end):
        permuted = bool(state.format.has_permuted_types)
        header = log.header(position, has_permuted_types=permuted, may_be_torn=True)
        yield position, header
        if header.type == EventType.format_description:
            state.next_event(position, log.event(position, log.event_size(position)))
        position += header.len_event


def format_at(log: LogFile, position: int) -> Any:
    """Return the format in force at a byte offset, by the headers of all events before it.

    Raises BinlogError where no event can be before it.
    """
    state = state_at_start(log)
    deque(_headers(log, state, position), maxlen=0)
    return state.format


def keep_format(
    log: LogFile,
    span: Span,
    beginning: Beginning,
    head_of: Callable[[LogFile], Head] = read_head,
) -> None:
    """Refuse another format than the head's in a part of a log which others behind it rely on.

    Those of relay logs do not: they are gone to from the head. `head_of` reads a log's head. Raises
    SecondFormatError where the part begins behind another.
    """
    if not span.has_parts_behind:
        return
    try:
        head = head_of(log)
    except BinlogError:
        return  # those behind it read all that is before them, or tell of the damage
    if head.is_own or span.is_exact:
        only = OnlyFormat(head.position, meaning_of(head.state.format))
        only.check(log.file, beginning.position, beginning.state.format)
        beginning.state.only_format = only


def _is_begin(log: LogFile, state: LogState, position: int) -> bool:
    """Return whether an event is the statement BEGIN."""
    aside = LogState(log.file, state.format, log.start.table_maps)
    with contextlib.suppress(BinlogError):
        event = aside.next_event(position, log.event(position, log.event_size(position)))
        return event.begins_transaction(is_behind_gtid=False)
    return False


FROM_HEAD = FromHead()
