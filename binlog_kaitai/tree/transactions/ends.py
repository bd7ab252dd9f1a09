"""How the transaction of each change ended, found by looking ahead where it has not ended yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any, TypeAlias

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.inflate import payload_events
from binlog_kaitai.model.transactions import End, Fate, Group, Look, Start
from binlog_kaitai.tree.log.events import UNPARSABLE, LoggedEvent, verify_checksum
from binlog_kaitai.tree.log.state import LogState, inner_events
from binlog_kaitai.tree.rows.images import num_images
from binlog_kaitai.tree.transactions.grouping import Grouping, is_statement
from binlog_kaitai.tree.transactions.savepoints import Savepoints, is_rollback
from binlog_kaitai.tree.transactions.statements import query_text
from binlog_kaitai.tree.transactions.transaction import bound_of

_OF_ROWS = (EventType.table_map, EventType.rows_query, EventType.annotate_rows)

_DAMAGED = (BinlogError, UnreadableError, *UNPARSABLE)


@dataclass
class Fates:
    """Follows the events of a log, and tells the transactions that they end how they ended.

    `look` finds how one ends before it was followed to there. `is_whole` says that the one that is
    open was followed from its beginning on.
    """

    grouping: Grouping = field(default_factory=Grouping)
    look: Look | None = None
    group: Group | None = None
    fate: Fate | None = None
    savepoints: Savepoints = field(default_factory=Savepoints)
    is_whole: bool = True

    def copy(self) -> Fates:
        """Return the same, to go on apart."""
        grouping = copy(self.grouping)
        group = self.group
        if grouping.open is not None:
            grouping.open = replace(grouping.open)
            group = grouping.open if group is self.grouping.open else group
        fate = None if self.fate is None else replace(self.fate)
        return Fates(grouping, self.look, group, fate, self.savepoints.copy(), self.is_whole)

    def take(self, event: LoggedEvent, ordinal: int) -> None:
        """Take in an event; `ordinal` is that of the next change at its position."""
        group = self.grouping.group_of(event)
        if group is not None:
            self.follow(event, group, ordinal)

    def follow(self, event: LoggedEvent, group: Group, ordinal: int) -> Fate:
        """Return what becomes of the transaction that an event belongs to."""
        fate = self._join(group, event.position, is_inner=event.is_inner)
        if event.tree.is_query:
            self.savepoints.take(query_text(event.tree.body), (event.position, ordinal))
        if group.ended_by is not None:
            self._settle()
        return fate

    def pass_rows(self, position: int, *, is_inner: bool = False) -> None:
        """Pass over an event that holds rows, or only concerns them."""
        group = self.grouping.pass_rows(is_inner=is_inner)
        self._join(group, position, is_inner=is_inner)

    @property
    def end(self) -> End:
        """How the last transaction ended, as far as it was followed."""
        outcome = None if self.group is None else self.group.outcome
        return End(outcome, tuple(self.savepoints.undone), self.savepoints.doubt)

    def _join(self, group: Group, position: int, *, is_inner: bool) -> Fate:
        if group is not self.group or self.fate is None:
            self._settle()
            start = (position, 0)
            if is_inner and self.fate is not None:
                start = self.fate.start[0], self.fate.start[1] + 1
            self.group, self.fate = group, Fate(start, self.look)
            self.savepoints = Savepoints()
            self.is_whole = True
        return self.fate

    def _settle(self) -> None:
        if self.fate is not None and self.fate.end is None and self.is_whole:
            self.fate.end = self.end


class LookAhead:
    """Looks ahead in a log, up to `limit`, or to a wrong checksum if it verifies."""

    def __init__(self, log: LogFile, limit: int | None = None, *, verifies: bool = True) -> None:
        self.log = log
        self.limit = limit
        self.verifies = verifies
        self.sound_at: int | None = None  # an event whose checksum is known to be right

    def end_of(self, start: Start, fates: Fates, position: int, log_format: Any) -> End:
        """Return how a transaction ends, by the events from a position on.

        `fates` tell of those before. Events about rows are passed over by their headers. What else
        is damaged ends the log.
        """
        try:
            return self._end_of(start, fates.copy(), position, log_format, counts=False)
        except _CountsError:
            return self._end_of(start, fates.copy(), position, log_format, counts=True)

    def _end_of(
        self, start: Start, fates: Fates, position: int, log_format: Any, *, counts: bool
    ) -> End:
        state = LogState(self.log.file, log_format, self.log.start.table_maps)
        state.assembles = False
        found = fates.fate if fates.fate is not None and fates.fate.start == start else None
        with suppress(*_DAMAGED):
            for _ in self._followed(fates, position, state, counts=counts):
                fate = fates.fate
                if fate is not None and fate.start == start:
                    found = fate
                is_beyond = fate is not None and fate.start > start
                if is_beyond or (found is not None and found.end is not None):
                    break
        if found is None:
            return End()
        return found.end or fates.end

    def _followed(
        self, fates: Fates, position: int, state: LogState, *, counts: bool
    ) -> Iterator[None]:
        """Take in event by event, those inside a payload after the payload."""
        has_payload = False
        while self.limit is None or position < self.limit:
            after = self.behind_rows(position, state)
            if after > position:
                fates.pass_rows(position)
                position = after
                yield
                continue
            size = self.log.event_size(position)
            event = state.next_event(position, self.log.event(position, size))
            if self.verifies and position != self.sound_at:
                verify_checksum(event)
            if has_payload and not counts:
                _check_needs_no_counts(event)
            fates.take(event, 0)
            yield
            if event.tree.is_payload:
                has_payload = True
                inside = _counted(state, event) if counts else self.notable(state, event)
                for inner, ordinal in inside:
                    if inner is None:
                        fates.pass_rows(position, is_inner=True)
                    else:
                        fates.take(inner, ordinal)
                    yield
            position += size

    def behind_rows(self, position: int, state: LogState) -> int:
        """Return where the first event behind a position lies that does not only concern rows."""
        permuted = bool(state.format.has_permuted_types)
        while self.limit is None or position < self.limit:
            header = self.log.header(position, has_permuted_types=permuted)
            if not _concerns_rows(header):
                break
            position += header.len_event
        return position

    def notable(self, state: LogState, event: LoggedEvent) -> Iterator[Inside]:
        """Yield the events in a payload, None in place of those that only concern rows."""
        tree = event.tree
        inner = LogState(state.file, tree.inner_format, tree.empty_table_maps, is_inner=True)
        for data in self.notable_bytes(event):
            if data is None:
                yield None, 0
            else:
                inner_event = inner.next_event(event.position, data)
                _check_needs_no_counts(inner_event)
                yield inner_event, 0

    def notable_bytes(self, event: LoggedEvent) -> Iterable[bytes | None]:
        """Return the events in a payload, None in place of those that only concern rows."""
        len_header = event.tree.inner_format.len_header
        for data in payload_events(event.tree.body, event.payload, len_header):
            header = BinlogEventHeader(4, False, KaitaiStream(BytesIO(data)))
            yield None if _concerns_rows(header) else data


Inside: TypeAlias = tuple[LoggedEvent | None, int]


class _CountsError(Exception):
    """Changes in a payload have to be counted, to tell where in it savepoints lie."""


def _check_needs_no_counts(event: LoggedEvent) -> None:
    if event.tree.is_query:
        text = query_text(event.tree.body)
        if is_rollback(text) and bound_of(event) is None:
            raise _CountsError


def _counted(state: LogState, event: LoggedEvent) -> Iterator[Inside]:
    """Yield the events in a payload, each with the ordinal of the next change."""
    ordinal = 0
    for inner in inner_events(state, event):
        yield inner, ordinal
        if inner.tree.is_rows:
            ordinal += num_images(inner.tree.body)
        else:
            ordinal += is_statement(inner)


def _concerns_rows(header: BinlogEventHeader) -> bool:
    return bool(header.is_rows or header.is_rows_fragment) or header.type in _OF_ROWS
