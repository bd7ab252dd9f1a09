"""Which statement of which thread and user changed rows, where the log tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from binlog_kaitai.model.changes import Context
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.engines import seek_of
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.events import LoggedEvent, placed, type_name
from binlog_kaitai.tree.log.reader import read_log
from binlog_kaitai.tree.rows.images import num_images
from binlog_kaitai.tree.transactions.grouping import is_statement

Identity = tuple[int, int]

STATEMENTS = ("ROWS_QUERY", "ANNOTATE_ROWS")


@dataclass(frozen=True, slots=True)
class RowContext:
    """The statement that changed a row, the thread that ran it, and its user; None if not told."""

    statement: str | None = None
    thread_id: int | None = None
    user: str | None = None


NOTHING = RowContext()


def contexts_in(file: str, start: int, places: Collection[Identity]) -> dict[Identity, RowContext]:
    """Return the contexts of rows of the transaction that begins at a byte offset.

    Rows are asked for by their positions and ordinals. Values of rows are not looked at. Raises
    BinlogError.
    """
    asked: dict[int, list[Identity]] = defaultdict(list)
    for place in places:
        asked[place[0]].append(place)
    last = max(asked)
    found: dict[Identity, RowContext] = {}
    now = NOTHING
    ordinal = 0
    scope = Scope(span=Span(start, start + 1))
    for event in read_log(file, scope.span, seek_of(scope)):
        if event.position > last:
            break
        if not event.is_inner:
            ordinal = 0
        count = _num_changes(file, event) if event.is_inner else None
        for place in asked.get(event.position, ()):
            # a rows event has its position alone; one in a payload shares it with others
            if not event.tree.is_payload and (
                count is None or ordinal <= place[1] < ordinal + count
            ):
                found.setdefault(place, now)
        ordinal += count or 0
        now = _behind(file, event, now)
    return found


def _num_changes(file: str, event: LoggedEvent) -> int:
    if event.tree.is_rows:
        with placed(file, event, "an event"):
            return num_images(event.tree.body)
    return int(is_statement(event))


def _behind(file: str, event: LoggedEvent, now: RowContext) -> RowContext:
    """Return the context of what is behind an event."""
    header = event.tree.header
    if event.tree.is_rows:
        ends = event.tree.body.flags.end_of_statement
        return replace(now, statement=None) if ends else now
    if header.begins_transaction:
        return RowContext(thread_id=_body(file, event).get("thread_id"))
    if event.tree.is_query:
        body = _body(file, event)
        invoker = body.get("status_vars", {}).get("invoker")
        return RowContext(None, body["thread_id"], None if invoker is None else _user(invoker))
    if type_name(header.type) in STATEMENTS:
        return replace(now, statement=_body(file, event)["query"])
    return now


def _body(file: str, event: LoggedEvent) -> Context:
    return event_of(file, event).body


def _user(invoker: Any) -> str:
    if isinstance(invoker, dict):
        return f"{invoker.get('user', '')}@{invoker.get('host', '')}"
    return str(invoker)
