"""What is told of rows' contexts: the arrays that the kernel and Python share."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.model.changes import RowContext
from binlog_kaitai.model.schema import SINCE_SCHEMA
from binlog_kaitai.model.tables import text_of

MAX_TOLD = 8192
MAX_USER = 1024
"""Bytes that there is room for with each user: what two texts of a status variable hold."""

ROOM = 2**20
"""Bytes that there is room for at first."""

NO_THREAD = -1


class Told(NamedTuple):
    """Contexts, each with the place from which on it holds.

    Statements and users lie one behind the other, from each context's `offset` on up to the next
    one's; a user that is empty is none.
    """

    position: Ints
    ordinal: Ints
    thread: Ints
    has_statement: Ints
    statement_offset: Ints
    user_offset: Ints
    statements: Bytes
    users: Bytes


def new_told() -> Told:
    """Return room for contexts, of which the first says nothing."""
    columns = (np.zeros(MAX_TOLD, np.int64) for _ in range(4))
    offsets = (np.zeros(MAX_TOLD + 1, np.int64) for _ in range(2))
    texts = (np.zeros(ROOM + PADDING, np.uint8) for _ in range(2))
    told = Told(*columns, *offsets, *texts)
    told.thread[0] = NO_THREAD
    return told


def write(told: Told, number: int, place: tuple[int, int], context: RowContext) -> Told:
    """Note what the tree engine tells behind the contexts so far; return where there is room."""
    statement = (context.statement or "").encode()
    user = (context.user or "").encode()
    told = told._replace(
        statements=_with_room(told.statements, told.statement_offset[number], len(statement)),
        users=_with_room(told.users, told.user_offset[number], len(user)),
    )
    told.position[number], told.ordinal[number] = place
    told.thread[number] = NO_THREAD if context.thread_id is None else context.thread_id
    told.has_statement[number] = context.statement is not None
    for text, texts, offsets in (
        (statement, told.statements, told.statement_offset),
        (user, told.users, told.user_offset),
    ):
        start = int(offsets[number])
        offsets[number + 1] = start + len(text)
        texts[start : start + len(text)] = np.frombuffer(text, np.uint8)
    return told


def _with_room(texts: Any, used: int, size: int) -> Any:
    missing = int(used) + size + PADDING - len(texts)
    if missing <= 0:
        return texts
    return np.concatenate([texts, np.zeros(max(missing, len(texts)), np.uint8)])


def move_to_front(told: Told, number: int) -> None:
    """Make a context the first one."""
    for column in (told.position, told.ordinal, told.thread, told.has_statement):
        column[0] = column[number]
    for texts, offsets in (
        (told.statements, told.statement_offset),
        (told.users, told.user_offset),
    ):
        start, end = offsets[number : number + 2].tolist()
        texts[: end - start] = texts[start:end].copy()
        offsets[1] = end - start


def batch_of(told: Told, first: int, end: int) -> pa.RecordBatch:
    """Return some of the contexts."""
    chosen = slice(first, end)
    threads = told.thread[chosen].copy()
    users = told.user_offset[first : end + 1]
    statements = told.statement_offset[first : end + 1]
    return pa.RecordBatch.from_arrays(
        [
            pa.array(told.position[chosen].copy()),
            pa.array(told.ordinal[chosen].copy()),
            _texts(told.statements, statements, told.has_statement[chosen] > 0),
            pa.array(threads, mask=threads == NO_THREAD),
            _texts(told.users, users, np.diff(users) > 0),
        ],
        schema=SINCE_SCHEMA,
    )


def _texts(texts: Any, offsets: Any, are_valid: Any) -> pa.Array:
    start, end = int(offsets[0]), int(offsets[-1])
    data = texts[start:end].tobytes()
    ends = offsets - start
    validity = np.packbits(are_valid, bitorder="little")
    buffers = [pa.py_buffer(part) for part in (validity, ends.astype(np.int32), data)]
    array = pa.Array.from_buffers(pa.string(), len(are_valid), buffers)
    try:
        array.validate(full=True)
    except pa.ArrowInvalid:
        return pa.array(
            [
                text_of(data[ends[at] : ends[at + 1]], None) if is_valid else None
                for at, is_valid in enumerate(are_valid.tolist())
            ]
        )
    return array
