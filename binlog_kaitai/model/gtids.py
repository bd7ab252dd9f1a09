"""Sets of transactions, as servers write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from uuid import UUID

SOME_GTIDS = "GTIDs such as uuid:1-5, uuid:tag:7, 0-1-100 or =0-1-100"

_MARIADB = re.compile(r"(?P<domain>\d+)-(?P<server>\d+)-(?P<sequence>\d+)")
_INTERVAL = re.compile(r"(?P<first>\d+)(-(?P<last>\d+))?")
_TAG = re.compile(r"[a-z_][a-z0-9_]{0,31}")


@dataclass(frozen=True, slots=True)
class Interval:
    """Transactions of one source, from a number up to another, both included.

    `source` is a UUID, with its tag if there is one (`uuid:tag`), or a MariaDB domain.
    """

    source: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class GtidSet:
    """A set of transactions; `text` is as it was given."""

    text: str
    intervals: tuple[Interval, ...]

    @property
    def is_mariadb(self) -> bool:
        """Whether it is a position of MariaDB's, by domains."""
        return any("-" not in interval.source for interval in self.intervals)

    def holds(self, gtid: str | None) -> bool:
        """Return whether a transaction is in the set; one without a GTID is in none."""
        if gtid is None:
            return False
        source, number = source_and_number(gtid)
        return any(
            interval.source == source and interval.first <= number <= interval.last
            for interval in self.intervals
        )


def source_and_number(gtid: str) -> tuple[str, int]:
    """Return the source of a GTID (`uuid`, `uuid:tag` or a domain), and its number."""
    found = _MARIADB.fullmatch(gtid)
    if found:
        return found["domain"], int(found["sequence"])
    source, _, number = gtid.rpartition(":")
    return source, int(number)


def parse_gtid_set(text: str) -> GtidSet:
    """Parse MySQL's set (`uuid:1-5:7,uuid:tag:3`), or a position of MariaDB (`0-1-100`).

    The latter is all of each domain up to that number, whichever server it came from, as in
    `gtid_slave_pos`. With `=` before it, `=0-1-100`, a GTID is that transaction alone. Raises
    ValueError for any other text.
    """
    intervals: list[Interval] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        gtid = part.removeprefix("=")
        position = _MARIADB.fullmatch(gtid)
        if position:
            last = int(position["sequence"])
            domain = str(int(position["domain"]))
            intervals.append(Interval(domain, last if gtid != part else 0, last))
        elif gtid != part and re.fullmatch(r".*:\d+", gtid):
            intervals += _mysql_intervals(gtid)
        else:
            intervals += _mysql_intervals(part)
    return GtidSet(text, tuple(intervals))


def _mysql_intervals(part: str) -> list[Interval]:
    uuid, *rest = (item.strip() for item in part.split(":"))
    try:
        source = server = str(UUID(uuid))
    except ValueError as error:
        raise _unknown(part) from error
    intervals = []
    for item in rest:
        interval = _INTERVAL.fullmatch(item)
        if interval:
            first = int(interval["first"])
            intervals.append(Interval(source, first, int(interval["last"] or first)))
        elif _TAG.fullmatch(item.lower()):
            source = f"{server}:{item.lower()}"
        else:
            raise _unknown(part)
    if not intervals:
        raise _unknown(part)
    return intervals


def _unknown(part: str) -> ValueError:
    return ValueError(f"expected {SOME_GTIDS}, found {part!r}")
