"""The numbers in GTID events, and the sets of GTIDs at the start of logs."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.generated.writers.mariadb_gtid_list_event import MariadbGtidListEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.gtid_sources import count_sources, sources_of
from binlog_kaitai.io.written import longest_form, size_of
from binlog_kaitai.model.gtid_ranges import GtidRanges, ranges_before
from binlog_kaitai.rewrite.writing import Draft
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.events import LoggedEvent

LAST_COMMITTED, SEQUENCE_NUMBER, LENGTH = "last_committed", "sequence_number", "len_transaction"

TICKS = (LAST_COMMITTED, SEQUENCE_NUMBER)
"""The numbers of the logical clock."""


class Clock:
    """The logical clock of a log without some transactions: numbers without gaps.

    Args:
        shift: how much larger the numbers become, where the log goes on behind another one.
    """

    def __init__(self, shift: int = 0) -> None:
        self._firsts: list[int] = []
        self._before: list[int] = [0]
        self._last = 0
        self._shift = shift

    @property
    def is_changed(self) -> bool:
        """Whether numbers change."""
        return bool(self._firsts or self._shift)

    def leave_out(self, number: int) -> None:
        """Leave out the transaction of a number, which is larger than those so far."""
        if not self._firsts or number != self._last + 1:
            self._firsts.append(number)
            self._before.append(self._before[-1])
        self._before[-1] += 1
        self._last = number

    def begin_at(self, number: int) -> None:
        """Let a transaction be the first one of its log, which depends on none before it."""
        self._shift = 1 - self._without_gaps(number)

    def __call__(self, numbers: dict[str, int]) -> dict[str, int]:
        """Return what the numbers of a transaction become that it has, of those of the clock."""
        found = {name: numbers[name] for name in TICKS if name in numbers}
        if not found.get(SEQUENCE_NUMBER):
            return found  # it waits for all others, and 0 says so
        return {name: max(self._without_gaps(n) + self._shift, 0) for name, n in found.items()}

    def of_all(self, numbers: Any) -> Any:
        """Return what numbers of the clock become, of transactions that do not wait for all."""
        if not self._firsts:
            return np.maximum(numbers + self._shift, 0)
        firsts, before = np.array(self._firsts), np.array(self._before)
        at = np.searchsorted(firsts, numbers, side="right")
        last = np.maximum(at - 1, 0)
        inside = np.minimum(numbers - firsts[last] + 1, before[at] - before[last])
        less = np.where(at == 0, 0, before[last] + inside)
        return np.maximum(numbers - less + self._shift, 0)

    def set_all(self, ticks: dict[str, Any], data: Any, starts: Any) -> None:
        """Set the numbers of transactions.

        Args:
            ticks: the `Place` of each number in their GTID events; none if these have no clock.
            data: the bytes in which the events lie, as an array.
            starts: where the events begin.
        """
        if not ticks:
            return
        sequence = ticks[SEQUENCE_NUMBER].get_all(data, starts)
        for place in ticks.values():
            numbers = place.get_all(data, starts)
            place.put_all(data, starts, np.where(sequence == 0, numbers, self.of_all(numbers)))

    def _without_gaps(self, number: int) -> int:
        """Return a number less the transactions before it that are left out."""
        at = bisect_right(self._firsts, number)
        if not at:
            return number
        inside = min(number - self._firsts[at - 1] + 1, self._before[at] - self._before[at - 1])
        return number - self._before[at - 1] - inside


def numbers_of(tree: Any) -> dict[str, int]:
    """Return the numbers of a transaction that its GTID event has, by `LENGTH` and so on."""
    return {name: _at(tree, *place) for name, place in _places(tree).items()}


def renumber(draft: Draft, numbers: dict[str, int], *, has_room: bool) -> None:
    """Set numbers of a GTID event.

    Args:
        draft: the event.
        numbers: by their names; those that the event does not have are passed over.
        has_room: keep room for any length, as that of the transaction is not yet known.
    """
    places = _places(draft.tree)
    before = draft.tree.header.len_event
    for name, value in numbers.items():
        if name in places:
            path, of = places[name]
            number = draft.get(path)
            least = 0
            if name == LENGTH:
                least = longest_form(number) if has_room else size_of(number)
            draft.set(path, value, of=of, least=least)
    if draft.tree.header.type != EventType.gtid_tagged:
        return
    while grown := draft.tree.header.len_event - before:
        before = draft.tree.header.len_event
        draft.set("body.len_message", draft.tree.body.len_message.value + grown)


def _places(tree: Any) -> dict[str, tuple[str, str]]:
    """Return the path of each number, and the instance of it that has the value."""
    body = tree.body
    if tree.header.type == EventType.gtid_tagged:
        return {
            field.name.name: (f"body.fields.{index}.value.number", "signed_value")
            if field.is_signed
            else (f"body.fields.{index}.value", "value")
            for index, field in enumerate(body.fields)
            if getattr(field.name, "name", None) in {LAST_COMMITTED, SEQUENCE_NUMBER, LENGTH}
        }
    if tree.header.type not in {EventType.gtid, EventType.anonymous_gtid}:
        return {}
    places = {}
    if body.has_logical_timestamps:
        places = {
            name: (f"body.logical_timestamps.{name}", "")
            for name in (LAST_COMMITTED, SEQUENCE_NUMBER)
        }
    if hasattr(body, LENGTH):
        places[LENGTH] = (f"body.{LENGTH}", "value")
    return places


def _at(tree: Any, path: str, of: str) -> int:
    node = tree
    for name in path.split("."):
        node = node[int(name)] if isinstance(node, list) else getattr(node, name)
    number: int = getattr(node, of) if of else node
    return number


class Executed:
    """The GTIDs of the logs so far.

    Attributes:
        left_out: those of transactions that were left out.
        seen: of MySQL, all.
        last: of MariaDB, the last ones that are kept.
        last_seen: of MariaDB, the last ones.
        kept: of MariaDB, the last ones that were kept, without those before the first log.
    """

    def __init__(self) -> None:
        self.left_out = GtidRanges()
        self.seen = GtidRanges()
        self.last: _Lasts = {}
        self.last_seen: _Lasts = {}
        self.kept: _Lasts = {}

    def begin(self, event: LoggedEvent) -> None:
        """Take in a PREVIOUS_GTIDS or GTID_LIST, with which a log begins."""
        self.seen, self.last_seen = _before(event)
        if not self.left_out:
            self.last = dict(self.last_seen)

    def follows(self, event: LoggedEvent) -> bool:
        """Return whether a log that begins so holds what follows what was read so far."""
        seen, last = _before(event)
        return seen.ranges == self.seen.ranges and last == self.last_seen

    def keep(self, gtid: str) -> None:
        """Take in a transaction that is kept."""
        self._see(gtid, self.last, self.last_seen, self.kept)

    def keep_all(self, gtids: pa.Array) -> None:
        """Take in transactions that are kept, in order; null where one has no GTID."""
        gtids = gtids.drop_null()
        if pc.all(pc.match_substring(gtids, ":")).as_py():  # MySQL's
            self.seen.add_texts(gtids)
            return
        for gtid in gtids.to_pylist():
            self.keep(gtid)

    def pass_front(self, gtid: str) -> None:
        """Take in a transaction of MariaDB that is before the first log, as if it was purged."""
        self._see(gtid, self.last, self.last_seen)

    def leave_out(self, gtid: str) -> None:
        """Take in a transaction that is left out."""
        self.left_out.add_text(gtid)
        self._see(gtid, self.last_seen)

    def _see(self, gtid: str, *lasts: _Lasts) -> None:
        parts = gtid.split("-")
        if len(parts) != len(("domain", "server", "sequence")):
            self.seen.add_text(gtid)
            return
        domain, server, sequence = map(int, parts)
        for last in lasts:
            _put(last, (domain, server), sequence)

    def then(self, other: Executed) -> Executed:
        """Return what both have taken in, of which the other one is of the log behind, alone."""
        found = Executed()
        for left_out in (self.left_out, other.left_out):
            found.left_out.add_ranges(left_out)
        found.seen, found.last_seen = other.seen, other.last_seen
        found.last = dict(self.last if self.left_out else other.last)
        if self.left_out:
            for source, sequence in other.kept.items():
                _put(found.last, source, sequence)
        return found

    def list_into(self, draft: Draft) -> None:
        """Set the GTIDs of a GTID_LIST; the last one of each domain is the last one logged."""
        body = draft.tree.body
        gtids = []
        last = sorted(self.last.items(), key=lambda item: item[0][0])  # keeps the order in each
        for (domain, server), sequence in last:
            gtid = MariadbGtidListEvent.MariadbGtid(None, body, body._root)  # noqa: SLF001 - Kaitai's
            gtid.domain_id, gtid.server_id, gtid.sequence = domain, server, sequence
            gtids.append(gtid)
        count = body.num_gtids_and_flags - body.num_gtids + len(gtids)
        draft.set("body.gtids", gtids)
        draft.set("body.num_gtids_and_flags", count)
        del body._m_num_gtids  # noqa: SLF001 - which follows from it

    def previous_into(self, draft: Draft) -> None:
        """Set the GTIDs of a PREVIOUS_GTIDS: those that were seen, and not left out."""
        body = draft.tree.body
        draft.set("body.sources", sources_of(self.seen.without(self.left_out).ranges, body))
        count_sources(body)


_Lasts = dict[tuple[int, int], int]
"""The last number of each domain and server, the last one of a domain at the end."""


def _put(last: _Lasts, source: tuple[int, int], sequence: int) -> None:
    """Put the last number of a domain and server at the end."""
    last.pop(source, None)
    last[source] = sequence


def _before(event: LoggedEvent) -> tuple[GtidRanges, _Lasts]:
    """Return what PREVIOUS_GTIDS tells of MySQL's transactions, and GTID_LIST of MariaDB's."""
    if event.type == EventType.mariadb_gtid_list:
        gtids = event.tree.body.gtids
        return GtidRanges(), {(one.domain_id, one.server_id): one.sequence for one in gtids}
    return ranges_before(event_of("", event)), {}
