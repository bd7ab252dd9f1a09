"""Which statement of which thread and user changed rows, where the log tells."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import NamedTuple

from binlog_kaitai.errors import BinlogError, Fault
from binlog_kaitai.model.changes import NOTHING, Change, RowContext
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import text_of
from binlog_kaitai.read.engines import seek_of
from binlog_kaitai.tree.log.events import EventType, LoggedEvent, placed, verify_checksum
from binlog_kaitai.tree.log.reader import follow, read_log
from binlog_kaitai.tree.rows.images import num_images
from binlog_kaitai.tree.transactions.grouping import is_statement
from binlog_kaitai.tree.transactions.sessions import user_of

Identity = tuple[int, int]

STATEMENTS = (EventType.rows_query, EventType.annotate_rows)


class Since(NamedTuple):
    """A context that holds from a place on: a position, and an ordinal there."""

    place: Identity
    context: RowContext


def contexts_of(file: str, scope: Scope) -> Iterator[Since]:
    """Yield each context of a scope's span, as far as it can be read.

    Damage that a lenient scope passes over leaves nothing known up to the next transaction.
    """
    follower = _Follower(file, verifies=scope.verify_checksums)
    try:
        for found in follow(file, scope, follower.take, follower.forget, seek=seek_of(scope)):
            if not isinstance(found, Fault):
                yield found
    except BinlogError:
        return  # who reads the rows is told


def with_contexts(changes: Iterator[Change], file: str, scope: Scope) -> Iterator[Change]:
    """Yield the changes of a file, in its order, with what changed them."""
    coming = contexts_of(file, Scope(span=scope.span, verify_checksums=False))
    context, behind = NOTHING, next(coming, None)
    for change in changes:
        while behind is not None and behind.place <= (change.position, change.ordinal):
            context, behind = behind.context, next(coming, None)
        yield replace(change, context=context)


def contexts_in(file: str, start: int, places: Collection[Identity]) -> dict[Identity, RowContext]:
    """Return the contexts of rows of the transaction that begins at a byte offset.

    Rows are asked for by their positions and ordinals. Values of rows are not looked at. Raises
    BinlogError.
    """
    follower = _Follower(file, verifies=False)
    scope = Scope(span=Span(start, start + 1))
    events = read_log(file, scope.span, seek_of(scope))
    last = max(places)
    known = [Since((0, 0), NOTHING)]
    for since in follower.take(event for event in events):
        if since.place > last:
            break
        known.append(since)
    starts = [since.place for since in known]
    return {place: known[bisect_right(starts, place) - 1].context for place in places}


class _Follower:
    """Follows the events of a log, and tells when what they say of the next rows changes."""

    def __init__(self, file: str, *, verifies: bool) -> None:
        self.file = file
        self.verifies = verifies
        self.context = NOTHING
        self.position = -1
        self.ordinal = 0

    def forget(self, *, keeps_open: bool = False) -> None:
        """Know nothing of the transaction, unless the open one is known to go on."""
        if not keeps_open:
            self.context = NOTHING

    def take(self, events: Iterator[LoggedEvent]) -> Iterator[Since]:
        """Yield the contexts that events tell. Raises BinlogError."""
        yield Since((0, 0), self.context)
        for event in events:
            if event.position != self.position:
                self.position, self.ordinal = event.position, 0
            with placed(self.file, event, "an event"):
                if self.verifies:
                    verify_checksum(event)
                yield from self._changed(event)

    def _changed(self, event: LoggedEvent) -> Iterator[Since]:
        rows = event.whole or event
        if rows.tree.is_rows:
            context = self.context
            if rows.tree.body.flags.end_of_statement:
                context = replace(context, statement=None)
            place = (event.position + 1, 0)
            if event.is_inner:
                self.ordinal += num_images(rows.tree.body)
                place = (event.position, self.ordinal)
        else:
            context = self._told(event)
            place = (event.position, self.ordinal)
            self.ordinal += event.is_inner and is_statement(event)
        if context != self.context:
            self.context = context
            yield Since(place, context)

    def _told(self, event: LoggedEvent) -> RowContext:
        header, body = event.tree.header, event.tree.body
        if header.begins_transaction:
            return RowContext(thread_id=getattr(body, "thread_id", None))  # MariaDB's, of late
        if event.tree.is_query:
            return RowContext(None, body.thread_id, user_of(body))
        if header.type in STATEMENTS:
            return replace(self.context, statement=text_of(body.query, None))
        return self.context
