"""VECTOR."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.generated.kernels.vector_cell import read_vector_cell, read_vector_value
from binlog_kaitai.kernels.columns.column import Located, checked, validity
from binlog_kaitai.kernels.columns.decoder import Scratch, bytes_decoder
from binlog_kaitai.kernels.columns.loops import FAULT, Cell, is_finite
from binlog_kaitai.kernels.runtime.floats import write_float32
from binlog_kaitai.kernels.runtime.jit import inlined, kernel

OPEN, CLOSE, COMMA, SPACE = b"[], "

MAX_ITEM_TEXT = 16  # bytes for each of the items', of 4 bytes

_VECTOR = bytes_decoder("vector_cell", read_vector_cell)
_locate = _VECTOR.locates


@inlined
def _items_of(buffer: Any, at: int, length: int, count: int, items: Any) -> int:
    """Read the items of a vector behind so many others; return how many they are then, or FAULT."""
    vector = read_vector_value(buffer, at, at, at + length, count, items)
    if vector.pos < 0:
        return FAULT
    for item in range(count, count + vector.items_size):
        if not is_finite(items[item]):
            return FAULT
    return int(count + vector.items_size)


@kernel
def vector_items(buffer: Any, ofs: Any, length: Any, is_valid: Any, ends: Any, items: Any) -> int:
    """Read the items of vectors, and where those of each end; return how many they are."""
    count = 0
    for i in range(len(ofs)):
        if is_valid[i]:
            count = _items_of(buffer, ofs[i], length[i], count, items)
            if count < 0:
                return FAULT
        ends[i] = count
    return count


@inlined
def _write(out: Any, at: int, cell: Cell, scratch: Scratch) -> int:
    """Write a list, of at most MAX_ITEM_TEXT for each item and two bytes."""
    pos, start, length = _locate(cell)
    count = _items_of(cell.buffer, start, length, 0, scratch.items) if pos >= 0 else FAULT
    if count < 0:
        return FAULT
    out[at] = OPEN
    at += 1
    for item in range(count):
        if item:
            out[at] = COMMA
            out[at + 1] = SPACE
            at += 2
        at = write_float32(out, at, scratch.items[item])
    out[at] = CLOSE
    return at + 1


VECTOR = _VECTOR._replace(write=_write)


def vector_array(found: Located) -> pa.Array:
    """Return vectors as an array of lists. Raises FaultError for what is no vector."""
    ends = np.zeros(len(found) + 1, np.int32)
    items = np.empty(found.total, np.float64)  # more than there are
    count = checked(
        vector_items(found.buffer, found.ofs, found.length, found.is_valid, ends[1:], items)
    )
    num_valid = int(found.is_valid.sum())
    return pa.Array.from_buffers(
        *(pa.list_(pa.float32()), len(found)),
        [validity(found.is_valid, num_valid), pa.py_buffer(ends)],
        len(found) - num_valid,
        children=[pa.array(items[:count].astype(np.float32))],
    )
