"""VECTOR."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.generated.kernels.vector_cell import read_vector_cell, read_vector_value
from binlog_kaitai.kernels.columns.column import ColumnCells, checked, validity
from binlog_kaitai.kernels.columns.located import locate_by
from binlog_kaitai.kernels.columns.loops import FAULT, each_place, is_finite
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.floats import write_float32
from binlog_kaitai.kernels.runtime.jit import inlined, kernel

OPEN, CLOSE, COMMA, SPACE = b"[], "

MAX_ITEM_TEXT = 16  # bytes for each of the items', of 4 bytes


@inlined
def _vector(buffer: Any, pos: int, end: int, first: int, is_partial: bool) -> tuple[int, int, int]:
    cell = read_vector_cell(buffer, 0, pos, end, first)
    return cell.pos, cell.value_ofs, cell.value_len


_vectors = each_place(_vector)


@kernel
def locate_vectors(
    buffer: Any, places: Any, case: int, first: int, ofs: Any, length: Any, is_valid: Any
) -> int:
    """Find where the items of cells lie; return their total length in bytes."""
    return _vectors(buffer, places, first, ofs, length, is_valid)


@kernel
def vector_items(buffer: Any, ofs: Any, length: Any, is_valid: Any, ends: Any, items: Any) -> int:
    """Read the items of vectors, and where those of each end; return how many they are."""
    count = 0
    for i in range(len(ofs)):
        if is_valid[i]:
            at = ofs[i]
            end = at + length[i]
            vector = read_vector_value(buffer, at, at, end, count, items)
            if vector.pos < 0:
                return FAULT
            for item in range(count, count + vector.items_size):
                if not is_finite(items[item]):
                    return FAULT
            count += vector.items_size
        ends[i] = count
    return count


@kernel
def vector_texts(
    buffer: Any,
    ofs: Any,
    length: Any,
    places: Any,
    items: Any,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """Write vectors that were located as lists; `items` has room for those of one."""
    pos = at[0]
    for i in range(len(ofs)):
        text_ofs[i] = pos
        if places[i] < 0:
            text_len[i] = places[i]
            continue
        end = ofs[i] + length[i]
        vector = read_vector_value(buffer, ofs[i], ofs[i], end, 0, items)
        if vector.pos < 0:
            return FAULT
        out[pos] = OPEN
        pos += 1
        for item in range(vector.items_size):
            if not is_finite(items[item]):
                return FAULT
            if item:
                out[pos] = COMMA
                out[pos + 1] = SPACE
                pos += 2
            pos = write_float32(out, pos, items[item])
        out[pos] = CLOSE
        pos += 1
        text_len[i] = pos - text_ofs[i]
    at[0] = pos
    return 0


def vector_array(cells: ColumnCells) -> pa.Array:
    """Return cells as an array of lists. Raises FaultError for what is no vector."""
    found = locate_by(locate_vectors, cells)
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


def write_vectors(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text."""
    found = locate_by(locate_vectors, cells)
    longest = int(found.length.max(initial=0))
    target.to.make_room(MAX_ITEM_TEXT * found.total + MAX_VALUE_TEXT * len(found))
    checked(
        vector_texts(
            *(found.buffer, found.ofs, found.length, cells.places, np.empty(longest, np.float64)),
            *(target.to.out, target.to.at, target.ofs, target.length),
        )
    )
