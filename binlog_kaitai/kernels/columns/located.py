"""Bytes of cells: where they lie, and arrays of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.column import (
    MAX_BYTES,
    ROOM,
    ColumnCells,
    Located,
    TooLargeError,
    array_from,
    check_size,
    checked,
)
from binlog_kaitai.kernels.columns.decoders import decoder_number, locate_cell
from binlog_kaitai.kernels.columns.loops import FAULT, Cell, CellArray
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.walk.state import PARTIAL


@kernel
def locate_cells(cells: CellArray, ofs: Any, length: Any, is_valid: Any) -> int:
    """Find where the bytes of cells, or of changes to documents, lie; return their total length."""
    end = len(cells.buffer)
    total = 0
    for i in range(len(cells.places)):
        pos = cells.places[i]
        is_partial = pos <= PARTIAL
        if is_partial:
            pos = PARTIAL - pos
        ofs[i] = length[i] = 0
        is_valid[i] = pos >= 0
        if pos < 0:
            continue
        cell = Cell(cells.buffer, pos, end, cells.first, int(is_partial))
        pos, ofs[i], length[i] = locate_cell(cells.decoder, cell)
        if pos < 0:
            return FAULT
        total += length[i]
    return total


def cell_array(cells: ColumnCells, places: Any = None) -> CellArray:
    """Return the cells of a column, or those at other places, as kernels take them."""
    places = cells.places if places is None else places
    return CellArray(cells.buffer, places, decoder_number(cells.plan), *cells.arguments)


def located(cells: ColumnCells, places: Any = None) -> Located:
    """Find where the bytes of cells lie: of a column's, or of those at other places.

    Raises:
        FaultError: for what is no such cell.
        TooLargeError: where they are too many bytes to be taken together.
    """
    places = cells.places if places is None else places
    ofs, length = np.empty(len(places), np.int64), np.empty(len(places), np.int64)
    is_valid = np.empty(len(places), np.uint8)
    total = checked(locate_cells(cell_array(cells, places), ofs, length, is_valid))
    check_size(total, len(places))
    return Located(cells.buffer, ofs, length, is_valid, total)


@kernel
def gather(
    buffer: Any, ofs: Any, length: Any, is_valid: Any, padded: int, ends: Any, out: Any
) -> int:
    """Put bytes one after the other; short ones are filled up with zeros to `padded`.

    Returns how many bytes it is.
    """
    at = 0
    for i in range(len(ofs)):
        if is_valid[i]:
            size = length[i]
            copy(out, at, buffer, ofs[i], size)
            at += size
            while size < padded:
                out[at] = 0
                at += 1
                size += 1
        ends[i] = at
    return at


def bytes_array(found: Located, data_type: pa.DataType, padded: int = 0) -> pa.Array:
    """Return bytes as an array; short ones are filled up with zeros to `padded`."""
    size = max(found.total, 0) + padded * len(found)
    if size > MAX_BYTES:
        raise TooLargeError
    ends = np.zeros(len(found) + 1, np.int32)
    out = np.empty(size + ROOM, np.uint8)
    used = gather(found.buffer, found.ofs, found.length, found.is_valid, padded, ends[1:], out)
    return array_from(data_type, found.is_valid, int(found.is_valid.sum()), ends, out[:used])
