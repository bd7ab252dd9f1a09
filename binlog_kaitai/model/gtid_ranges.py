"""Sets of GTIDs that grow as logs are read, kept as ranges."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.model.records import Event

Range = tuple[int, int]

LONGEST = 64
"""Characters, more than which none has behind its source."""


class GtidRanges:
    """Ranges of numbers by source, which is the GTID up to its number: `uuid:` or `0-1-`.

    Memory grows with the gaps, not with the GTIDs. `last` is the number of each source that came
    last, which need not be the largest.
    """

    def __init__(self) -> None:
        self.ranges: dict[str, list[Range]] = {}
        self.last: dict[str, int] = {}

    @staticmethod
    def of(text: str) -> GtidRanges:
        """Return a set of MySQL's, or a position of MariaDB's, of which each GTID is one alone.

        Raises ValueError for what is neither.
        """
        found = GtidRanges()
        gtids = parse_gtid_set(text)
        if gtids.is_mariadb:
            for gtid in text.split(","):
                found.add_text(gtid.strip())
        else:
            for interval in gtids.intervals:
                found.add(f"{interval.source}:", interval.first, interval.last)
        return found

    def position(self) -> str:
        """Return what a replica says that has these: MySQL's set, of MariaDB each domain's last."""
        lasts: dict[str, tuple[int, str]] = {}
        for source, ranges in self.ranges.items():
            if source.endswith(":"):
                return str(self)
            domain, last = source.partition("-")[0], ranges[-1][1]
            lasts[domain] = max(lasts.get(domain, (0, "")), (last, f"{source}{last}"))
        return ",".join(gtid for _, gtid in sorted(lasts.values()))

    def add(self, source: str, first: int, last: int) -> None:
        """Add a range, both ends included."""
        ranges = self.ranges.setdefault(source, [])
        self.last[source] = last
        if ranges and ranges[-1][0] <= first <= ranges[-1][1] + 1:
            ranges[-1] = ranges[-1][0], max(last, ranges[-1][1])
            return
        at = bisect_right(ranges, (first, last))
        if at and ranges[at - 1][1] + 1 >= first:
            at -= 1
        end = at
        while end < len(ranges) and ranges[end][0] <= last + 1:
            first, last = min(first, ranges[end][0]), max(last, ranges[end][1])
            end += 1
        ranges[at:end] = [(first, last)]

    def add_texts(self, gtids: pa.Array) -> None:
        """Add GTIDs as transactions have them, nulls left out."""
        gtids = gtids.drop_null()
        while len(gtids):
            gtids = self._add_like_first(gtids)

    def add_text(self, gtid: str) -> None:
        """Add one GTID."""
        source, number = _parts(gtid)
        self.add(source, number, number)

    def holds(self, gtid: str) -> bool:
        """Return whether a GTID is in the set."""
        source, number = _parts(gtid)
        ranges = self.ranges.get(source)
        if not ranges:
            return False
        at = bisect_right(ranges, number, key=itemgetter(0)) - 1
        return at >= 0 and number <= ranges[at][1]

    def _add_like_first(self, gtids: pa.Array) -> pa.Array:
        """Add those of the source that the first one has; return the others."""
        source, _ = _parts(gtids[0].as_py())
        has_source = pc.starts_with(gtids, source)
        left = gtids.filter(pc.invert(has_source))
        of_source = gtids.filter(has_source) if len(left) else gtids
        # a slice of bytes takes a hundredth of the time of one of characters
        of_source = of_source.cast(pa.binary())
        rest = pc.binary_slice(of_source, len(source), len(source) + LONGEST).cast(pa.string())
        try:
            self._add_numbers(source, rest)
        except pa.ArrowInvalid:  # there are tags, too
            is_own = pc.match_substring_regex(rest, r"^\d+$")
            self._add_numbers(source, rest.filter(is_own))
            others = of_source.filter(pc.invert(is_own)).cast(pa.string())
            return pa.concat_arrays([left, others])
        return left

    def _add_numbers(self, source: str, numbers: pa.Array) -> None:
        for first, last in runs_of(numbers.cast(pa.uint64()).to_numpy()):
            self.add(source, first, last)

    def add_ranges(self, other: GtidRanges) -> None:
        """Add all that another set holds."""
        for source, ranges in other.ranges.items():
            for first, last in ranges:
                self.add(source, first, last)
            self.last[source] = other.last[source]

    def without(self, other: GtidRanges) -> GtidRanges:
        """Return what another set does not hold."""
        left = GtidRanges()
        for source, ranges in self.ranges.items():
            for first, last in ranges:
                for gap in _gaps(first, last, other.ranges.get(source, [])):
                    left.add(source, *gap)
        return left

    def has_all(self, gtids: GtidSet) -> bool:
        """Return whether these are all of a set; of MariaDB's, all up to each domain's last."""
        if not gtids.is_mariadb:
            return not GtidRanges.of(gtids.text).without(self)
        lasts: dict[str, int] = {}
        for source, ranges in self.ranges.items():
            domain = source.partition("-")[0]
            lasts[domain] = max(lasts.get(domain, 0), ranges[-1][1])
        return all(lasts.get(one.source, 0) >= one.last for one in gtids.intervals)

    def are_in(self, gtids: GtidSet) -> bool:
        """Return whether a set has all of these."""
        if not gtids.is_mariadb:
            return not self.without(GtidRanges.of(gtids.text))
        return all(gtids.holds(f"{one}{some[-1][1]}") for one, some in self.ranges.items())

    def __bool__(self) -> bool:
        return any(self.ranges.values())

    def __str__(self) -> str:
        """Return the text of the set: MySQL's own, or a list of MariaDB's ranges."""
        texts = []
        for source, ranges in sorted(self.ranges.items()):
            numbers = [str(first) if first == last else f"{first}-{last}" for first, last in ranges]
            if source.endswith(":"):
                texts.append(source + ":".join(numbers))
            else:
                texts += [
                    source + (str(first) if first == last else f"{first}..{last}")
                    for first, last in ranges
                ]
        return ",".join(texts)


def _parts(gtid: str) -> tuple[str, int]:
    """Return the source of a GTID, with what stands before its number, and the number."""
    at = max(gtid.rfind(":"), gtid.rfind("-")) + 1
    return gtid[:at], int(gtid[at:])


def runs_of(numbers: Any) -> Iterator[Range]:
    """Yield the runs of numbers that follow each other, in their order."""
    if not len(numbers):
        return
    breaks = np.flatnonzero(np.diff(numbers) != 1)
    starts = numbers[np.concatenate([[0], breaks + 1])].tolist()
    ends = numbers[np.concatenate([breaks, [len(numbers) - 1]])].tolist()
    yield from zip(starts, ends, strict=True)


def _gaps(first: int, last: int, ranges: Iterable[Range]) -> Iterator[Range]:
    for start, end in ranges:
        if end < first or start > last:
            continue
        if start > first:
            yield first, start - 1
        first = end + 1
    if first <= last:
        yield first, last


def ranges_before(event: Event) -> GtidRanges:
    """Return what PREVIOUS_GTIDS tells, or of GTID_LIST the last GTID of each domain and server."""
    found = GtidRanges()
    for source in event.body.get("sources", ()):
        tag = source.get("tag")
        name = f"{source['uuid']}:{tag}:" if tag else f"{source['uuid']}:"
        for first, last in source["intervals"]:
            found.add(name, first, last)
    for gtid in event.body.get("gtids", ()):
        number = gtid["sequence"]
        found.add(f"{gtid['domain_id']}-{gtid['server_id']}-", number, number)
    return found
