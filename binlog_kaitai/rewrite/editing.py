"""Transactions of rows whose events change alike: each change is made once, by a tree.

Tables that are left out, new names of databases and checksums change what is the same in many
events: TABLE_MAP and BEGIN. So one tree is made for all of the same bytes; their headers follow
from what they were. Rows stay in their bytes. What is more than that is left to trees.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.rewrite.events import Events, Options
from binlog_kaitai.rewrite.gtid_forms import GtidForm, gtid_form
from binlog_kaitai.rewrite.gtids import numbers_of
from binlog_kaitai.rewrite.output import Output, Place
from binlog_kaitai.rewrite.passing import Mover, Whole
from binlog_kaitai.rewrite.places import HeaderPlaces
from binlog_kaitai.rewrite.statements import thread_of
from binlog_kaitai.tree.log.events import UNPARSABLE, LoggedEvent
from binlog_kaitai.tree.transactions.transaction import bound_of

MANY = 2**12
"""Different events that are known at a time."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What becomes of a TABLE_MAP or QUERY.

    `tail` takes the place of what is behind its position; None for nothing.
    """

    tail: bytes | None
    is_wanted: bool = True


_STAYS = _Change(None)


class _Kind(Enum):
    """What an event of a transaction is."""

    gtid = auto()
    rows = auto()
    table_map = auto()
    text = auto()
    other = auto()


@dataclass(frozen=True, slots=True)
class Plan:
    """How a transaction is written.

    Attributes:
        whole: where it is read.
        is_wanted: whether its rows are written; else it is emptied.
        events: what its events are, with their sizes, and what is behind the position of each that
            changes.
        num_rows_events: how many it has.
        gtid: its GTID event, if a tree of it is needed.
        form: that of its GTID event, if none is needed.
        numbers: of its GTID event.
    """

    whole: Whole
    is_wanted: bool
    events: list[tuple[_Kind, int, bytes | None]]
    num_rows_events: int
    gtid: LoggedEvent | None
    form: GtidForm | None
    numbers: dict[str, int]


_KINDS = {
    EventType.table_map.value: _Kind.table_map,
    EventType.query.value: _Kind.other,
    EventType.xid.value: _Kind.other,
    EventType.rows_query.value: _Kind.text,
    EventType.annotate_rows.value: _Kind.text,
}


class Editor:
    """Writes transactions whose events change alike.

    Args:
        log_format: the format that they have where they are read.
        output: where they are written.
        events: changes events.
        scope: what of the log is wanted.
        options: how events are changed.
    """

    def __init__(
        self, log_format: Any, output: Output, events: Events, scope: Scope, options: Options
    ) -> None:
        self._format = log_format
        self._output = output
        self._events = events
        self._scope = scope
        self._redaction = options.redaction
        self._changes: dict[bytes, _Change | None] = {}
        self._kinds: dict[int, _Kind | None] = {}
        self._forms: dict[tuple[int, int, bool], GtidForm | None] = {}
        self._signs: tuple[Any, HeaderPlaces] | None = None

    def plan(self, whole: Whole, mover: Mover) -> Plan | None:
        """Return how a transaction is written that is wanted; None if that takes trees."""
        scope, stop = self._scope, self._scope.span.stop
        has_times = scope.start_time is not None or scope.end_time is not None
        if has_times or (stop is not None and stop < whole.end):
            return None
        events: list[tuple[_Kind, int, bytes | None]] = []
        gtid, form, wanted = None, None, set()
        numbers: dict[str, int] = {}
        for block, at, size in mover.events(whole):
            kind, tail = self._kind(block, at, size, mover.places), None
            if kind is None or (kind is _Kind.gtid and events):
                return None
            if kind is _Kind.gtid:
                form = self._form(block, at, size, mover.places)
                if form is not None and form.is_of(block, at, whole.end - whole.start):
                    numbers = mover.clock_of(block, at, size)
                else:
                    form, gtid = None, self._event(block, at, size)
                    numbers = numbers_of(gtid.tree)
            elif kind in {_Kind.table_map, _Kind.other}:
                change = self._change(block, at, size, mover.places)
                if change is None:
                    return None
                tail = change.tail
                if kind is _Kind.table_map:
                    wanted.add(change.is_wanted)
            events.append((kind, size, tail))
        if len(wanted) != 1:
            return None
        count = sum(kind is _Kind.rows for kind, _, _ in events)
        return Plan(whole, wanted.pop(), events, count, gtid, form, numbers)

    def write(self, plan: Plan, mover: Mover, ticks: dict[str, int]) -> Place | None:
        """Write a transaction; return the place of its GTID event, if that lacks its length."""
        gone = {_Kind.text} if self._redaction is not None else set[_Kind]()
        if not plan.is_wanted:
            gone |= {_Kind.text, _Kind.rows, _Kind.table_map}
        places, gtid = mover.places, None
        for (kind, _, tail), (block, at, size) in zip(
            plan.events, mover.events(plan.whole), strict=True
        ):
            if kind in gone:
                continue
            end = at + size - places.len_checksum
            if plan.gtid is not None and kind is _Kind.gtid:
                gtid = self._events.begin_transaction(plan.gtid, ticks)
            elif plan.form is not None and kind is _Kind.gtid:
                length = self._length(plan, gone, places)
                self._put(plan.form.written(block, at, end, length, ticks), places)
            else:
                kept = at + places.next_position.stop
                self._put(block[at:end] if tail is None else block[at:kept] + tail, places)
        return gtid

    def _length(self, plan: Plan, gone: set[_Kind], places: HeaderPlaces) -> int:
        """Return how long a transaction is that is written."""
        assert plan.form is not None
        length, kept = plan.form.grown, places.next_position.stop
        for kind, size, tail in plan.events:
            if kind not in gone:
                length += self._output.format.len_checksum
                length += size - places.len_checksum if tail is None else kept + len(tail)
        return length

    def _kind(self, block: bytearray, at: int, size: int, places: HeaderPlaces) -> _Kind | None:
        """Return what an event is; None for what may not be in a transaction of rows."""
        if places.is_rows(block, at):
            return _Kind.rows
        code = places.type.get(block, at)
        if code not in self._kinds:
            kind = _KINDS.get(code)
            if kind is None and self._event(block, at, size).tree.header.begins_transaction:
                kind = _Kind.gtid
            self._kinds[code] = kind
        return self._kinds[code]

    def _form(self, block: bytearray, at: int, size: int, places: HeaderPlaces) -> GtidForm | None:
        """Return the form of a GTID event; None if trees are needed."""
        code, has_room = places.type.get(block, at), self._events.has_room
        if code == EventType.gtid_tagged.value:
            return None
        key = code, size, has_room
        if key not in self._forms:
            event, first = bytes(block[at : at + size]), places.next_position.stop
            self._forms[key] = gtid_form(event, self._format, first, has_room=has_room)
        return self._forms[key]

    def _event(self, block: bytearray, at: int, size: int) -> LoggedEvent:
        stream = KaitaiStream(BytesIO(bytes(block[at : at + size])))
        return LoggedEvent(at, size, BinlogEvent(0, self._format, None, stream))

    def _change(self, block: bytearray, at: int, size: int, places: HeaderPlaces) -> _Change | None:
        """Return what becomes of a TABLE_MAP, QUERY or XID; None if more changes than that."""
        kept = places.next_position.stop
        if places.type.get(block, at) == EventType.xid.value:
            return _STAYS
        key = bytes(block[at + kept : at + size - places.len_checksum])
        if key not in self._changes:
            if len(self._changes) >= MANY:
                self._changes.clear()
            try:
                change = self._made(self._event(block, at, size), kept)
            except (UnreadableError, *UNPARSABLE):  # which trees meet, too
                change = None
            self._changes[key] = change
        return self._changes[key]

    def _made(self, event: LoggedEvent, kept: int) -> _Change | None:
        tree, is_wanted = event.tree, True
        if tree.is_table_map:
            database, table = tree.body.database, tree.body.table
            is_wanted = self._scope.wants_table(full_name(database, table))
            is_redacted = self._redaction is not None and self._redaction.may_be_of(database, table)
            if is_wanted and is_redacted:
                return None
        elif bound_of(event) is None or thread_of(event) is not None:
            return None
        draft = self._events.changed(event)
        if draft is None:
            return _Change(None, is_wanted)
        data = draft.to_bytes()
        tail = data[kept : len(data) - self._output.format.len_checksum]
        return _Change(tail, is_wanted)

    def _put(self, data: bytearray, places: HeaderPlaces) -> None:
        """Write an event of which all is given but its size, position and checksum."""
        output = self._output
        num_checksum = output.format.len_checksum
        size = len(data) + num_checksum
        places.size.put(data, 0, size)
        if not (self._format.is_mariadb and places.next_position.get(data, 0) == 0):
            behind = (output.position + size) % places.num_positions
            places.next_position.put(data, 0, behind)
        data += bytes(num_checksum)
        self._signing(data).sign(data, 0, size)
        output.add(data)

    def _signing(self, event: bytearray) -> HeaderPlaces:
        """Return what signs events of the log that is written, in whose format one is given."""
        if self._signs is None or self._signs[0] is not self._output.format:
            self._signs = self._output.format, HeaderPlaces(bytes(event), self._output.format)
        return self._signs[1]
