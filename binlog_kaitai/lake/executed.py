"""The GTIDs up to which an archive has the changes in its logs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from binlog_kaitai.model.gtid_ranges import GtidRanges


class Executed(NamedTuple):
    """The GTIDs of a log up to a position, and of all logs before it; None if they are unknown."""

    log: str
    position: int
    gtids: str | None


def gtids_of(executed: Mapping[str, Executed]) -> str | None:
    """Return all GTIDs as servers are told them; None if some are unknown."""
    every = GtidRanges()
    for one in executed.values():
        if one.gtids is None:
            return None
        if one.gtids:
            every.add_ranges(GtidRanges.of(one.gtids))
    return every.position() if executed else None
