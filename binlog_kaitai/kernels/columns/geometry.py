"""GEOMETRY."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.generated.kernels.geometry_cell import read_geometry_cell
from binlog_kaitai.kernels.columns.column import (
    ColumnCells,
    FaultError,
    array_from,
    check_size,
    checked,
    validity,
)
from binlog_kaitai.kernels.columns.located import Located, bytes_array
from binlog_kaitai.kernels.columns.loops import FAULT, write_bytes
from binlog_kaitai.kernels.columns.texts import END_OF_TEXT, MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.text import write_base64, write_int
from binlog_kaitai.model.schema import GEOMETRY

MAX_SIGNED = 2**31

SRID_KEY = b'{"srid": '
WKB_KEY = b', "wkb": "'


@kernel
def geometries(
    buffer: Any, places: Any, first: int, srid: Any, ofs: Any, length: Any, is_valid: Any
) -> int:
    """Cells of GEOMETRY: where the WKB lies. Returns its total length."""
    end = len(buffer)
    total = 0
    for i in range(len(places)):
        pos = places[i]
        srid[i] = ofs[i] = length[i] = 0
        is_valid[i] = pos >= 0
        if pos < 0:
            continue
        cell = read_geometry_cell(buffer, 0, pos, end, first)
        if cell.pos < 0:
            return FAULT
        srid[i], ofs[i], length[i] = cell.value_srid, cell.value_wkb_ofs, cell.value_wkb_len
        total += length[i]
    return total


@kernel
def geometry_texts(
    buffer: Any, places: Any, first: int, out: Any, at: Any, text_ofs: Any, text_len: Any
) -> int:
    """Geometries: reference system and WKB, at most 2 times the latter, and MAX_VALUE_TEXT."""
    end = len(buffer)
    pos = at[0]
    for i in range(len(places)):
        place = places[i]
        text_ofs[i] = pos
        if place < 0:
            text_len[i] = place
            continue
        cell = read_geometry_cell(buffer, 0, place, end, first)
        if cell.pos < 0:
            return FAULT
        pos = write_bytes(out, pos, SRID_KEY)
        pos = write_int(out, pos, cell.value_srid)
        pos = write_bytes(out, pos, WKB_KEY)
        pos = write_base64(out, pos, buffer, cell.value_wkb_ofs, cell.value_wkb_len)
        pos = write_bytes(out, pos, END_OF_TEXT)
        text_len[i] = pos - text_ofs[i]
    at[0] = pos
    return 0


def geometry_array(cells: ColumnCells) -> pa.Array:
    """Return cells as an array of reference system and WKB. Raises FaultError, TooLargeError."""
    srid, found = _located(cells)
    if (srid >= MAX_SIGNED).any():
        raise FaultError
    wkb = bytes_array(found, pa.binary())
    count, num_valid = len(found), int(found.is_valid.sum())
    srids = array_from(pa.int32(), found.is_valid, num_valid, srid.astype(np.int32))
    return pa.Array.from_buffers(
        *(GEOMETRY, count, [validity(found.is_valid, num_valid)], count - num_valid),
        children=[srids, wkb],
    )


def write_geometries(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text."""
    _, found = _located(cells)
    first, _ = cells.arguments
    target.to.make_room(2 * found.total + MAX_VALUE_TEXT * len(found))
    checked(
        geometry_texts(
            *(cells.buffer, cells.places, first),
            *(target.to.out, target.to.at, target.ofs, target.length),
        )
    )


def _located(cells: ColumnCells) -> tuple[Any, Located]:
    """Return the reference systems, and where the WKB lies."""
    count = len(cells.places)
    srid, ofs, length = (np.empty(count, np.int64) for _ in range(3))
    is_valid = np.empty(count, np.uint8)
    first, _ = cells.arguments
    total = checked(geometries(cells.buffer, cells.places, first, srid, ofs, length, is_valid))
    check_size(total, count)
    return srid, Located(cells.buffer, ofs, length, is_valid, total)
