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
from binlog_kaitai.kernels.columns.loops import FAULT, each_text, write_bytes
from binlog_kaitai.kernels.columns.texts import END_OF_TEXT, MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.base64_text import write_base64
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.text import write_int
from binlog_kaitai.model.schema import GEOMETRY

MAX_SIGNED = 2**31
NO_SRID = -1

SRID_KEY = b'{"srid": '
WKB_KEY = b', "wkb": "'
NULL_TEXT = b"null"


@kernel
def geometries(
    buffer: Any, places: Any, first: int, srid: Any, ofs: Any, length: Any, is_valid: Any
) -> int:
    """Find where the WKB of cells of GEOMETRY lies; return its total length."""
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
        srid[i] = cell.value_srid if cell.value_has_srid else NO_SRID
        ofs[i], length[i] = cell.value_wkb_ofs, cell.value_wkb_len
        total += length[i]
    return total


@inlined
def _write_geometry(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_geometry_cell(buffer, 0, pos, end, first)
    if cell.pos < 0:
        return FAULT
    at = write_bytes(out, at, SRID_KEY)
    if cell.value_has_srid:
        at = write_int(out, at, cell.value_srid)
    else:
        at = write_bytes(out, at, NULL_TEXT)
    at = write_bytes(out, at, WKB_KEY)
    at = write_base64(out, at, buffer, cell.value_wkb_ofs, cell.value_wkb_len)
    return write_bytes(out, at, END_OF_TEXT)


_texts = each_text(_write_geometry)


@kernel
def geometry_texts(
    buffer: Any, places: Any, first: int, out: Any, at: Any, text_ofs: Any, text_len: Any
) -> int:
    """Write reference system and WKB, at most 2 times the latter's length and MAX_VALUE_TEXT."""
    return _texts(buffer, places, first, 0, (), False, out, at, text_ofs, text_len)


def geometry_array(cells: ColumnCells) -> pa.Array:
    """Return cells as an array of reference system and WKB. Raises FaultError, TooLargeError."""
    srid, found = _located(cells)
    if (srid >= MAX_SIGNED).any():
        raise FaultError
    wkb = bytes_array(found, pa.binary())
    count, num_valid = len(found), int(found.is_valid.sum())
    has_srid = (found.is_valid.astype(bool) & (srid != NO_SRID)).astype(np.uint8)
    srids = array_from(pa.int32(), has_srid, int(has_srid.sum()), srid.astype(np.int32))
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
