"""How far a log can be read that a server is still writing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from binlog_kaitai.errors import TornEventError
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.framing import Frame, LogFile
from binlog_kaitai.kernels.seek.boundaries import KernelSeek
from binlog_kaitai.kernels.seek.hops import Hops
from binlog_kaitai.kernels.walk.paged import events_of_pages
from binlog_kaitai.model.spans import Span
from binlog_kaitai.tree.log.seek import keep_format
from binlog_kaitai.tree.log.state import LogState
from binlog_kaitai.tree.transactions.grouping import Grouping

_CLOSES = {EventType.rotate, EventType.stop}


@dataclass(frozen=True, slots=True)
class Tail:
    """The byte offset up to which whole transactions lie, and whether the server closed the log."""

    position: int
    is_closed: bool = False


def opened(path: str) -> LogFile:
    """Open a log, by kernels where it is in pages. Raises as `LogFile`."""
    return LogFile(path, events_of_pages)


def tail_of(log: LogFile, start: int, size: int, max_bytes: int | None = None) -> Tail:
    """Return how far whole transactions go from one's start on, in the first `size` bytes of a log.

    With `max_bytes`, up to the transaction behind so many bytes, if there is one. A part of an
    event, or of a transaction, is left for when there is more. Raises BinlogError where no event
    can be.
    """
    hops = _hops(log, start)
    if hops is None:
        return Tail(start)
    try:
        if hops.to_transaction(size if max_bytes is None else start + max_bytes, size):
            return Tail(hops.position)
    except TornEventError:
        pass
    return _Ends(hops.log_state, hops.last_transaction).read(log, size)


def cuts_of(log: LogFile, start: int, end: int, max_bytes: int) -> list[Span]:
    """Return spans of about `max_bytes`, which make up what lies between two transactions.

    They are parts of a log of which all before them is read, too, and what comes behind them.
    """
    spans = []
    hops = _hops(log, start)
    while hops is not None and end - start > max_bytes:
        if not hops.to_transaction(start + max_bytes, end):
            break
        spans.append(following(start, hops.position))
        start = hops.position
    return [*spans, following(start, end)]


def transactions_at(log: LogFile, span: Span, targets: Iterable[int]) -> Iterator[int]:
    """Yield where the first transactions begin in an exact span at offsets, in order, or behind."""
    hops = _hops(log, span.start)
    for target in targets:
        if hops is None or not hops.to_transaction(target, span.end):
            return
        yield hops.position


def following(start: int, end: int) -> Span:
    """Return an exact span of a log that is read bit by bit, as it grows."""
    return Span(start, end, is_exact=True, has_parts_before=start > 0, has_parts_behind=True)


def _hops(log: LogFile, start: int) -> Hops | None:
    span = Span(start, is_exact=True, has_parts_before=True)
    beginning = KernelSeek().beginning(log, span)
    return None if beginning is None else Hops(log, beginning)


class _Ends:
    """Follows transactions, and statements outside of any, to where the last whole one ends."""

    def __init__(self, state: LogState, position: int) -> None:
        self.state = state
        self.position = position
        self.grouping = Grouping()

    def read(self, log: LogFile, size: int) -> Tail:
        tail = Tail(self.position)
        with contextlib.suppress(TornEventError):
            for frame in log.frames(self.position):
                after = frame.position + len(frame)
                if after > size:
                    break
                kind = self._take(frame)
                is_inside = self.grouping.open is not None or kind is None
                if not is_inside:
                    tail = Tail(after, is_closed=kind in _CLOSES)
        return tail

    def _take(self, frame: Frame) -> EventType | int | None:
        """Return the type of an event that was taken in; None of one about rows.

        The latter need not be parsed, which rows would need their table maps for.
        """
        header = self.state.header_of(frame.event)
        if header.is_rows or header.is_rows_fragment or header.type == EventType.table_map:
            return None
        event = self.state.next_event(frame.position, frame.event)
        self.grouping.group_of(event)
        if event.tree.is_payload:
            self.grouping.forget()  # it holds the transaction's end
        return event.type


def first_transaction(log: LogFile, start: int, *, verifies: bool) -> int:
    """Find where the first transaction begins at a byte offset or behind; the end if none does.

    Raises SecondFormatError where another format than the head's is in force there, which who goes
    on from there would not know.
    """
    span = Span(start, has_parts_behind=True)
    beginning = KernelSeek().beginning(log, span, verifies=verifies)
    if beginning is None:
        return log.size
    keep_format(log, span, beginning)
    return beginning.position
