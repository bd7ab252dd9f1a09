"""Reads the events of a log one by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from binlog_kaitai.errors import (
    BinlogError,
    Fault,
    SecondFormatError,
    out_of_memory,
)
from binlog_kaitai.io.files import by_specs
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span
from binlog_kaitai.tree.log.events import LoggedEvent, placed, verify_checksum, verify_is_known
from binlog_kaitai.tree.log.seek import FROM_HEAD, AstrayError, Seek, keep_format
from binlog_kaitai.tree.log.state import Beginning, LogState, inner_events, state_at_start


def read_log(
    path: str | os.PathLike[str], span: Span = WHOLE, seek: Seek = FROM_HEAD
) -> Iterator[LoggedEvent]:
    """Yield the events of a span in order, those inside a payload after the payload.

    Fragments of rows events are not put together. Raises BinlogError where the file is damaged,
    encrypted or not a binary log; checksums are for the caller to compare.
    """
    with LogFile(path, by_specs) as log:
        beginning = seek.beginning(log, span)
        if beginning is not None:
            yield from EventReader(log, beginning, span, seek, assembles=False).rest()


EachEvent: TypeAlias = Callable[[], None]


def nothing() -> None:
    """Do nothing, before each event."""


class EventReader:
    """Reads the events of a span, and goes on behind what is damaged if it is told to.

    Where it `assembles`, it puts fragments of rows events together, and misses those that are not
    there. Where it `verifies`, events behind damage are found by their checksums too. It calls
    `each_event` before each event.
    """

    def __init__(  # noqa: PLR0913 - what is known when a reading begins
        self,
        log: LogFile,
        beginning: Beginning,
        span: Span,
        seek: Seek,
        *,
        assembles: bool = True,
        verifies: bool = True,
        each_event: EachEvent = nothing,
    ) -> None:
        self.log = log
        self.each_event = each_event
        self.verifies = verifies
        self.span = span
        self.seek = seek
        self.position = beginning.position
        self.state = beginning.state
        self.state.assembles = assembles
        self.is_behind_gtid = False
        self.knows_transaction = True
        self.is_at_limit = False

    def rest(self) -> Iterator[LoggedEvent]:
        """Yield the events that were not yet read, those inside a payload after the payload."""
        span, state = self.span, self.state
        for frame in self.log.frames(self.position, span.end if span.is_exact else None):
            self.each_event()
            self.position = frame.position
            is_beyond = span.end is not None and frame.position >= span.end
            # where fragments are missing, the next event raises
            if is_beyond and not state.fragments and state.begins_transaction(frame.event):
                self.is_at_limit = True
                return
            event = state.next_event(frame.position, frame.event)
            if is_beyond and event.begins_transaction(is_behind_gtid=self.is_behind_gtid):
                self.is_at_limit = True
                return
            self.is_behind_gtid = event.tree.header.begins_transaction
            yield event
            if event.tree.is_payload:
                yield from inner_events(state, event)
        if not span.is_exact:
            state.end()

    def passes_over(self, error: BinlogError) -> bool:
        """Skip to the next intact event; return False if there is none."""
        sequel = self.seek.sequel(
            self.log, self.state, self.position, error, verifies=self.verifies
        )
        if sequel is None or self.state.encryption:
            return False
        self.position = sequel.position
        self.is_behind_gtid = False
        if not sequel.is_next:
            self.state.table_maps = self.log.start.table_maps
        self.knows_transaction = sequel.is_next
        return True


T = TypeVar("T")


def _in_memory(
    file: str, events: EventReader, take: Callable[[Iterator[LoggedEvent]], Iterator[T]]
) -> Iterator[T]:
    try:
        yield from take(events.rest())
    except MemoryError as error:
        raise out_of_memory(file, events.position) from error


def follow(  # noqa: PLR0913
    path: str | os.PathLike[str],
    scope: Scope,
    take: Callable[[Iterator[LoggedEvent]], Iterator[T]],
    forget: Callable[..., None],
    look_into: Callable[[LogFile], None] | None = None,
    *,
    seek: Seek = FROM_HEAD,
    assembles: bool = True,
    each_event: EachEvent = nothing,
) -> Iterator[T | Fault]:
    """Yield what `take` makes of the events in a scope's span.

    Args:
        path: of the file.
        scope: what is wanted of it. Where it is lenient, damage is a `Fault` among what is yielded,
            and `take` is called again, with the events behind it.
        take: makes of events what is yielded. May raise BinlogError.
        forget: is called before `take` is called again, with `keeps_open` if the events lie in the
            transaction that was open.
        look_into: is called with the open file first.
        seek: finds where the span begins, and what is behind damage.
        assembles: whether rows events in fragments are put together.
        each_event: is called before each event, and may raise what ends the reading.

    Raises:
        BinlogError: where the file is damaged, or `take` says so, unless the scope is lenient.
    """
    span, verifies = scope.span, scope.verify_checksums
    with LogFile(path, by_specs) as log:
        try:
            beginning = seek.beginning(log, span, is_lenient=scope.is_lenient, verifies=verifies)
        except AstrayError:
            beginning = _beginning_behind_damage(log, span, seek, verifies=verifies)
        if beginning is None:
            return
        keep_format(log, span, beginning)
        if look_into is not None:
            look_into(log)
        modes = {"assembles": assembles, "verifies": verifies}
        events = EventReader(log, beginning, span, seek, **modes, each_event=each_event)
        while True:
            try:
                yield from _in_memory(log.file, events, take)
            except BinlogError as error:
                if not scope.is_lenient or isinstance(error, SecondFormatError):
                    raise
                yield Fault(error)
                if not events.passes_over(error):
                    return
                forget(keeps_open=events.knows_transaction)
            else:
                return


def _beginning_behind_damage(
    log: LogFile, span: Span, seek: Seek, *, verifies: bool
) -> Beginning | None:
    """Return where a span of a log begins that may be damaged: where the span before it ends."""
    before = Beginning(log.first_position, state_at_start(log))
    part = Span(0, span.start, span.is_exact)
    events = EventReader(log, before, part, seek, verifies=verifies)
    while True:
        try:
            for event in events.rest():
                with placed(log.file, event, "a sound event"):
                    if verifies:
                        verify_checksum(event)
                    verify_is_known(event)
        except BinlogError as error:
            if not events.passes_over(error):
                break
        else:
            break
    if span.is_exact:
        state = LogState(log.file, events.state.format, log.start.table_maps)
        return None if events.state.encryption else Beginning(span.start, state)
    if not events.is_at_limit or (span.end is not None and events.position >= span.end):
        return None
    return Beginning(events.position, LogState(log.file, events.state.format, log.start.table_maps))
