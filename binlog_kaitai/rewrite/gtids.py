"""The numbers in GTID events, and the sets of GTIDs at the start of logs."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any
from uuid import UUID

from binlog_kaitai.generated.writers.mariadb_gtid_list_event import MariadbGtidListEvent
from binlog_kaitai.generated.writers.previous_gtids_event import PreviousGtidsEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.gtid_ranges import GtidRanges, Range, ranges_before
from binlog_kaitai.rewrite.numbers import assign, longest_form, size_of
from binlog_kaitai.rewrite.writing import Draft
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.events import LoggedEvent

LAST_COMMITTED, SEQUENCE_NUMBER, LENGTH = "last_committed", "sequence_number", "len_transaction"


class Clock:
    """The logical clock of a log without some transactions: numbers without gaps."""

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._before: list[int] = [0]
        self._last = 0

    @property
    def is_changed(self) -> bool:
        """Whether a transaction was left out."""
        return bool(self._firsts)

    def leave_out(self, number: int) -> None:
        """Leave out the transaction of a number, which is larger than those so far."""
        if not self._firsts or number != self._last + 1:
            self._firsts.append(number)
            self._before.append(self._before[-1])
        self._before[-1] += 1
        self._last = number

    def __call__(self, number: int) -> int:
        """Return what a number becomes: as much smaller as transactions before it are left out."""
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
    """The GTIDs of the logs so far: which were left out, and MariaDB's last ones."""

    def __init__(self) -> None:
        self.left_out = GtidRanges()
        self._last: dict[tuple[int, int], int] = {}

    def begin(self, event: LoggedEvent) -> None:
        """Take in a GTID_LIST, where it is that of the first log."""
        if not self._last:
            for gtid in event.tree.body.gtids:
                self._last[gtid.domain_id, gtid.server_id] = gtid.sequence

    def keep(self, gtid: str) -> None:
        """Take in a transaction that is kept."""
        parts = gtid.split("-")
        if len(parts) == len(("domain", "server", "sequence")):
            domain, server, sequence = map(int, parts)
            self._last.pop((domain, server), None)
            self._last[domain, server] = sequence

    def list_into(self, draft: Draft) -> None:
        """Set the GTIDs of a GTID_LIST; the last one of each domain is the last one logged."""
        body = draft.tree.body
        gtids = []
        last = sorted(self._last.items(), key=lambda item: item[0][0])  # keeps the order in each
        for (domain, server), sequence in last:
            gtid = MariadbGtidListEvent.MariadbGtid(None, body, body._root)  # noqa: SLF001 - Kaitai's
            gtid.domain_id, gtid.server_id, gtid.sequence = domain, server, sequence
            gtids.append(gtid)
        count = body.num_gtids_and_flags - body.num_gtids + len(gtids)
        draft.set("body.gtids", gtids)
        draft.set("body.num_gtids_and_flags", count)
        del body._m_num_gtids  # noqa: SLF001 - which follows from it

    def previous_into(self, draft: Draft, event: LoggedEvent) -> None:
        """Leave out of PREVIOUS_GTIDS what was left out of the logs before."""
        rest = ranges_before(event_of("", event)).without(self.left_out).ranges
        body = draft.tree.body
        sources = [
            _source_with(source, rest[name], body)
            for source in body.sources
            if (name := _name(source)) in rest
        ]
        draft.set("body.sources", sources)
        assign(body, "num_sources", len(sources), ("num_low", "num_middle", "num_high"))


def _name(source: Any) -> str:
    """Return the part of the source's GTIDs in front of their numbers."""
    tag = source.tag.text if source.is_tagged else ""
    return f"{UUID(bytes=source.uuid)}:{tag}:" if tag else f"{UUID(bytes=source.uuid)}:"


def _source_with(source: Any, ranges: list[Range], body: Any) -> Any:
    """Return a source of GTIDs with other ranges of numbers."""
    root = body._root  # noqa: SLF001 - Kaitai's name
    found = PreviousGtidsEvent.GtidSource(source.is_tagged, None, body, root)
    found.uuid, found.num_intervals, found.intervals = source.uuid, len(ranges), []
    if source.is_tagged:
        found.tag = source.tag
    for first, last in ranges:
        interval = PreviousGtidsEvent.GtidInterval(None, found, root)
        interval.first, interval.beyond = first, last + 1
        found.intervals.append(interval)
    return found
