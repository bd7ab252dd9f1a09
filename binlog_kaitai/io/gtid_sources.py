"""Sets of GTIDs of MySQL in bytes: those of PREVIOUS_GTIDS, and of requests for events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from binlog_kaitai.generated.writers.gtid_tag import GtidTag
from binlog_kaitai.generated.writers.previous_gtids_event import PreviousGtidsEvent
from binlog_kaitai.generated.writers.varlen_integer import VarlenInteger
from binlog_kaitai.io.written import ask_again, assign, made, number_of

Encoding = PreviousGtidsEvent.GtidSetEncoding


def gtid_set(ranges: Mapping[str, Iterable[tuple[int, int]]]) -> Any:
    """Return a new set of GTIDs, a `PreviousGtidsEvent`.

    Args:
        ranges: as for `sources_of`.
    """
    body = made(PreviousGtidsEvent, 0, num_low=0, num_middle=0, num_high=0)
    body.encoding = Encoding.untagged
    body.sources = sources_of(ranges, body)
    count_sources(body)
    return body


def sources_of(ranges: Mapping[str, Iterable[tuple[int, int]]], body: Any) -> list[Any]:
    """Return the sources of a set of GTIDs, whose encoding is changed if a tag needs it.

    Args:
        ranges: the first and last numbers of each source: a UUID, or `uuid:tag`, also with a colon
            behind it. Sources without a range are left out.
        body: the `PreviousGtidsEvent`. `count_sources` counts them once it has them.
    """
    found = {source: sorted(ranges[source]) for source in sorted(ranges)}
    if not body.is_tagged and any(_parts(source)[1] for source in found if found[source]):
        body.encoding = Encoding.tagged
        body.num_low = body.encoding.value  # tells servers of the encoding, too
        ask_again(body)
    return [_source(source, of, body) for source, of in found.items() if of]


def count_sources(body: Any) -> None:
    """Set the number of the sources of a `PreviousGtidsEvent`."""
    assign(body, "num_sources", len(body.sources), ("num_low", "num_middle", "num_high"))


def _parts(name: str) -> tuple[UUID, str]:
    uuid, tag, *_ = f"{name}:".split(":")
    return UUID(uuid), tag


def _source(name: str, ranges: list[tuple[int, int]], body: Any) -> Any:
    uuid, tag = _parts(name)
    found = made(PreviousGtidsEvent.GtidSource, body.is_tagged, within=body, uuid=uuid.bytes)
    if found.is_tagged:
        found.tag = made(GtidTag, len_text=number_of(VarlenInteger, len(tag)), text=tag)
    kind = PreviousGtidsEvent.GtidInterval
    found.intervals = [made(kind, within=found, first=a, beyond=b + 1) for a, b in ranges]
    found.num_intervals = len(ranges)
    return found
