"""Which statement of which thread and user changes rows, as the events before these tell."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.changes import NOTHING, RowContext
from binlog_kaitai.model.tables import text_of
from binlog_kaitai.tree.log.events import LoggedEvent, placed, verify_checksum
from binlog_kaitai.tree.rows.images import num_images
from binlog_kaitai.tree.transactions.grouping import is_statement
from binlog_kaitai.tree.transactions.sessions import user_of

STATEMENTS = (EventType.rows_query, EventType.annotate_rows)


class Since(NamedTuple):
    """A context that holds from a place on: a position, and an ordinal there."""

    place: tuple[int, int]
    context: RowContext


class ContextReader:
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
        """Yield what is known at the first of some events, and what they tell.

        Raises BinlogError.
        """
        is_first = True
        for event in events:
            if is_first:
                yield Since((event.position, 0), self.context)
            is_first = False
            yield from self.taken(event)

    def taken(self, event: LoggedEvent) -> Iterator[Since]:
        """Yield the context that an event tells, if it is another one. Raises BinlogError."""
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
            return replace(self.context, statement=_statement(event.as_shown()))
        return self.context


def _statement(event: LoggedEvent) -> str:
    query = event.tree.body.query
    if not event.is_cut:
        return text_of(query, None)
    # without the bytes of a character at the end that is cut, too
    text = getincrementaldecoder("utf-8")("backslashreplace").decode(query)
    return f"{text}… (truncated, {event.size} bytes)"
