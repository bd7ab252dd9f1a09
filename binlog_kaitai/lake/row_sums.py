"""Compare the rows of tables, in any order, by sums of their hashes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.lake.current.ordering import Array, digests, hashes

GROUPS = 16
"""Rows are added up in two to the power of so many groups."""

PAIR = np.dtype([("key", np.uint64), ("row", np.uint64)])
"""The hashes of a row's key and of its values."""


def pairs_of(rows: pa.RecordBatch, keys: Sequence[str]) -> Array:
    """Return a `PAIR` of hashes for each row."""
    found = np.empty(len(rows), PAIR)
    found["key"] = hashes([rows.column(name) for name in keys])
    found["row"] = digests(rows)
    return found


def groups_of(pairs: Array) -> Array:
    """Return the number of the group of each pair, by its key."""
    return (pairs["key"] // np.uint64(2 ** (64 - GROUPS))).astype(np.int64)


def of_groups(batches: Iterator[Array], groups: Array) -> Array:
    """Return the distinct pairs of some groups, in order."""
    some = [pairs[np.isin(groups_of(pairs), groups)] for pairs in batches]
    return np.unique(np.concatenate([np.empty(0, PAIR), *some]))


def sums_of(batches: Iterator[Array]) -> tuple[Array, Array]:
    """Return the counts and sums of rows by groups."""
    counts, sums = np.zeros(2**GROUPS, np.int64), np.zeros(2**GROUPS, np.uint64)
    for pairs in batches:
        groups = groups_of(pairs)
        counts += np.bincount(groups, minlength=2**GROUPS)
        np.add.at(sums, groups, pairs["row"])
    return counts, sums


def rows_with(
    batches: Iterator[pa.RecordBatch], wanted: Array, keys: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the rows that have some pairs, each once."""
    found: dict[Any, dict[str, Any]] = {}
    for batch in batches if len(wanted) else ():
        pairs = pairs_of(batch, keys)
        for at in np.flatnonzero(np.isin(pairs, wanted)).tolist():
            found.setdefault(pairs[at].tobytes(), batch.slice(at, 1).to_pylist()[0])
    return [found[key] for key in sorted(found)]
