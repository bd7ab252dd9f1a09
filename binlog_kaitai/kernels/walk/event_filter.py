"""What a scope wants, as kernels take it."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

import numpy as np

from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.compare import are_equal
from binlog_kaitai.kernels.runtime.crc32 import crc32
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.gtid_texts import NO_TIME
from binlog_kaitai.kernels.walk.state import ScanState
from binlog_kaitai.model.gtids import GtidSet, Interval
from binlog_kaitai.model.scopes import Scope

MARIADB_SOURCE = -1
"""The second word of the name of a MariaDB domain."""

LAST = 2**63 - 1
"""The largest number that kernels read."""


class Gtids(NamedTuple):
    """A set of transactions: intervals of the numbers of a source.

    Two words and a tag name the source; the tag is empty where there is none.
    """

    is_given: bool
    source: Ints
    more_source: Ints
    tag_ofs: Ints
    tag_len: Ints
    first: Ints
    last: Ints
    tags: Bytes


class Wanted(NamedTuple):
    """Which events are wanted, by the times of their headers, in seconds, and transactions.

    `verifies` says that those with a wrong checksum are none, `watches` that the tree engine sees
    statements of DDL.
    """

    start_time: int
    end_time: int
    applied: Gtids
    until: Gtids
    verifies: bool
    watches: bool


class Gtid(NamedTuple):
    """A transaction: two words name its source, and a tag, which is empty where there is none."""

    source: int
    more_source: int
    tag_ofs: int  # in the buffer
    tag_len: int
    number: int


@inlined
def wants_gtid(wanted: Wanted, buffer: Any, gtid: Gtid) -> bool:
    """Return whether a transaction is wanted."""
    if wanted.applied.is_given and _holds(wanted.applied, buffer, gtid):
        return False
    return not wanted.until.is_given or _holds(wanted.until, buffer, gtid)


@inlined
def wants_some_gtids(wanted: Wanted) -> bool:
    """Return whether some transactions are not wanted, by their GTIDs."""
    return wanted.applied.is_given or wanted.until.is_given


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
def _holds(gtids: Gtids, buffer: Any, gtid: Gtid) -> bool:
    for i in range(len(gtids.first)):
        if (
            gtids.source[i] == gtid.source
            and gtids.more_source[i] == gtid.more_source
            and gtids.first[i] <= gtid.number <= gtids.last[i]
            and gtids.tag_len[i] == gtid.tag_len
            and are_equal(buffer, gtid.tag_ofs, gtids.tags, gtids.tag_ofs[i], gtid.tag_len)
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
        watches=scope.watch is not None,
    )


def _gtids(gtids: GtidSet | None) -> Gtids:
    intervals = [item for item in (gtids.intervals if gtids else ()) if _is_held(item)]
    parts = [item.source.partition(":") for item in intervals]
    sources = np.array([_words(source) for source, _, _ in parts], np.int64).reshape(-1, 2)
    tags = [tag.encode() for _, _, tag in parts]
    lengths = np.array(list(map(len, tags)), np.int64)
    return Gtids(
        is_given=gtids is not None,
        source=np.ascontiguousarray(sources[:, 0]),
        more_source=np.ascontiguousarray(sources[:, 1]),
        tag_ofs=np.cumsum(lengths) - lengths,
        tag_len=lengths,
        first=np.array([item.first for item in intervals], np.int64),
        last=np.array([min(item.last, LAST) for item in intervals], np.int64),
        tags=np.frombuffer(b"".join(tags) + bytes(PADDING), np.uint8),
    )


def _is_held(interval: Interval) -> bool:
    """Return whether kernels read any of an interval's transactions, or the tree engine all."""
    source = interval.source
    return interval.first <= LAST and not (source.isdecimal() and int(source) > LAST)


def _words(source: str) -> tuple[int, int]:
    if source.isdecimal():
        return int(source), MARIADB_SOURCE
    first, second = np.frombuffer(UUID(source).bytes, np.int64).tolist()
    return first, second
