"""How rows are split into tasks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from binlog_kaitai.lake.current.files import Current
from binlog_kaitai.lake.current.merging import MergeTask, Unit
from binlog_kaitai.lake.current.reading import Rows
from binlog_kaitai.lake.running import groups
from binlog_kaitai.lake.store import Store

PARTED = 2**27
"""Bytes that a task parts into buckets, unless one file has more."""

MERGED = 2**25
MAX_UNITS = 64
"""Bytes and buckets that a task makes anew, unless one has more."""

KEYS = 4
"""Files have about so many times the bytes of their keys."""


def merge_tasks(
    store: Store, folder: str, file_size: int, units: Sequence[Unit]
) -> Iterator[MergeTask]:
    """Yield the tasks that make buckets anew."""
    for some in groups(units, _weight, MERGED, MAX_UNITS):
        yield MergeTask(store, folder, file_size, tuple(some))


def _weight(unit: Unit) -> int:
    """Return the bytes that a task reads; of files that stay, mostly keys."""
    return _num_bytes(unit.rows) + _num_bytes(unit.stays) // KEYS


def _num_bytes(rows: Iterable[Rows]) -> int:
    return sum(one.piece.num_bytes for one in rows)


def depth_of(old: Current | None, num_bytes: int) -> int:
    """Return how many buckets a table has, as a power of two.

    They do not grow with changes to the rows that there are, of which nobody knows how many.
    """
    known = 0 if old is None else sum(one.num_bytes for one in old.files)
    wanted = max(0, ((known or num_bytes) // MERGED).bit_length())
    depth = wanted if old is None else old.depth
    return wanted if wanted > depth or wanted < depth - 1 else depth


def together(rows: Sequence[Rows]) -> Iterator[list[Rows]]:
    """Cut rows into what a task parts."""
    return groups(rows, lambda one: one.piece.num_bytes, PARTED)
