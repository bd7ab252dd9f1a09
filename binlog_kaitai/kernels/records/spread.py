"""Kernels that give each row what its event and its transaction have."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.column import validity
from binlog_kaitai.kernels.columns.loops import part_of
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import PADDING, copy, u1
from binlog_kaitai.kernels.walk.grouping import COMMITTED_HERE
from binlog_kaitai.kernels.walk.gtid_texts import NO_TIME
from binlog_kaitai.kernels.walk.state import STATEMENT, Noted

SEVERAL = -1
"""In place of what all rows have."""

MICROSECONDS = 1_000_000

POSITION, TIMESTAMP, ORDINAL, COMMIT = range(4)
"""The rows of what `spread` fills."""


class Alike(NamedTuple):
    """What all rows have, each a number or `SEVERAL`, and how many rows are of some kinds.

    `first` and `last` are the first and the last transaction, `len_xids` the bytes of the names of
    XA that these and those before have.
    """

    table_map: int
    layout: int
    kind: int
    server_id: int
    first: int
    last: int
    len_xids: int
    num_statements: int
    num_commit_times: int
    num_committed: int

    @property
    def transaction(self) -> int:
        """The transaction."""
        return self.first if self.first == self.last else SEVERAL


@kernel
def spread(noted: Noted, first: int, end: int, out: Any, has_commit: Any) -> tuple[int, ...]:
    """Fill, for the rows from one up to another, their numbers and which have a time of commit.

    Returns what `Alike` has, as numbers alone: Numba looks a class up each time.
    """
    event = noted.row_event[first]
    table_map, layout = noted.event_map[event], noted.event_layout[event]
    server_id, kind = noted.event_server_id[event], u1(noted.row_kind, first)
    num_statements = num_commit_times = num_committed = 0
    position = timestamp = commit = 0
    is_committed = False
    seen = -1
    for i in range(end - first):
        event = noted.row_event[first + i]
        if event != seen:
            seen = event
            transaction = noted.event_transaction[event]
            position = noted.event_position[event]
            timestamp = noted.event_timestamp[event] * MICROSECONDS
            commit = noted.transaction_commit[transaction]
            is_committed = noted.transaction_end[transaction] == COMMITTED_HERE
            if noted.event_map[event] != table_map:
                table_map = SEVERAL
            if noted.event_layout[event] != layout:
                layout = SEVERAL
            if noted.event_server_id[event] != server_id:
                server_id = SEVERAL
        out[POSITION, i] = position
        out[TIMESTAMP, i] = timestamp
        out[ORDINAL, i] = noted.row_ordinal[first + i]
        out[COMMIT, i] = commit
        has_commit[i] = commit != NO_TIME
        num_commit_times += commit != NO_TIME
        num_committed += is_committed
        of_row = u1(noted.row_kind, first + i)
        num_statements += of_row == STATEMENT
        if of_row != kind:
            kind = SEVERAL
    first_transaction = noted.event_transaction[noted.row_event[first]]
    last_transaction = noted.event_transaction[noted.row_event[end - 1]]
    return (
        table_map,
        layout,
        kind,
        server_id,
        first_transaction,
        last_transaction,
        noted.transaction_xid_end[last_transaction],
        num_statements,
        num_commit_times,
        num_committed,
    )


@kernel
def measure(text_ends: Any, numbers: Any, ends: Any, is_valid: Any) -> int:
    """Say where the text of each number ends when they are put one behind the other.

    Also says which are not empty; returns how many. A text ends where `text_ends` says.
    """
    at = count = 0
    for i in range(len(numbers)):
        _, length = part_of(text_ends, numbers[i])
        at += length
        ends[i + 1] = at
        is_valid[i] = length > 0
        count += length > 0
    return count


@kernel
def repeat(texts: Any, text_ends: Any, numbers: Any, ends: Any, out: Any) -> None:
    """Put the texts of numbers one behind the other, as they were measured."""
    for i in range(len(numbers)):
        start, length = part_of(text_ends, numbers[i])
        copy(out, ends[i], texts, start, length)


def texts_of(texts: Any, text_ends: Any, numbers: Any) -> pa.Array:
    """Return the texts of numbers, null where one is empty.

    Args:
        texts: the bytes of all, one behind the other, with some room behind.
        text_ends: where each ends (int64).
        numbers: which of them are wanted (int64).
    """
    ends = np.zeros(len(numbers) + 1, np.int32)
    is_valid = np.empty(len(numbers), np.uint8)
    count = measure(text_ends, numbers, ends, is_valid)
    size = int(ends[-1])
    out = np.empty(size + PADDING, np.uint8)
    repeat(texts, text_ends, numbers, ends, out)
    buffers = [validity(is_valid, count), pa.py_buffer(ends), pa.py_buffer(out[:size])]
    return pa.Array.from_buffers(pa.string(), len(numbers), buffers)
