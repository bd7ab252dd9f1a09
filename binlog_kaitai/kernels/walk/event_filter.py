"""What a scope wants, as kernels take it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import numpy as np

from binlog_kaitai.kernels.runtime.crc32 import crc32
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.gtid_texts import NO_TIME
from binlog_kaitai.kernels.walk.state import Gtids, ScanState, Wanted
from binlog_kaitai.model.gtids import GtidSet, Interval
from binlog_kaitai.model.scopes import Scope

MARIADB_SOURCE = -1
"""The second word of the name of a MariaDB domain."""


@inlined
def wants_gtid(wanted: Wanted, source: int, more_source: int, number: int) -> bool:
    """Return whether a transaction is wanted; two words name its source."""
    if wanted.applied.is_given and _holds(wanted.applied, source, more_source, number):
        return False
    return not wanted.until.is_given or _holds(wanted.until, source, more_source, number)


@inlined
def wants_time(wanted: Wanted, timestamp: int) -> bool:
    """Return whether events of a time, in seconds since 1970, are wanted."""
    return wanted.start_time <= timestamp < wanted.end_time


@inlined
def has_wrong_checksum(wanted: Wanted, buffer: Any, pos: int, event: Any) -> bool:
    """Return whether an event is damaged by its checksum, unless those are not looked at."""
    covered = event.body_ofs + event.body_len - pos
    return bool(
        event.len_checksum > 0 and wanted.verifies and crc32(buffer, pos, covered) != event.crc32
    )


@inlined
def _holds(gtids: Gtids, source: int, more_source: int, number: int) -> bool:
    for i in range(len(gtids.first)):
        if (
            gtids.source[i] == source
            and gtids.more_source[i] == more_source
            and gtids.first[i] <= number <= gtids.last[i]
        ):
            return True
    return False


def tell_scope(state: ScanState, scope: Scope) -> None:
    """Tell a scan that begins what is wanted."""
    state.commit_time = NO_TIME
    state.wants_statements = scope.table is None
    state.is_skipped = not scope.wants_transaction(None)


def wanted_of(scope: Scope) -> Wanted:
    """Return the times and transactions of a scope."""
    start_time, end_time = scope.seconds
    return Wanted(
        *(start_time, end_time, _gtids(scope.applied), _gtids(scope.until)),
        verifies=scope.verify_checksums,
    )


def _gtids(gtids: GtidSet | None) -> Gtids:
    # those with tags are for the tree engine
    intervals = [item for item in (gtids.intervals if gtids else ()) if ":" not in item.source]
    sources = np.array([_words(item) for item in intervals], np.int64).reshape(-1, 2)
    return Gtids(
        is_given=gtids is not None,
        source=np.ascontiguousarray(sources[:, 0]),
        more_source=np.ascontiguousarray(sources[:, 1]),
        first=np.array([item.first for item in intervals], np.int64),
        last=np.array([min(item.last, 2**63 - 1) for item in intervals], np.int64),
    )


def _words(interval: Interval) -> tuple[int, int]:
    if interval.source.isdecimal():
        return int(interval.source), MARIADB_SOURCE
    first, second = np.frombuffer(UUID(interval.source).bytes, np.int64).tolist()
    return first, second
