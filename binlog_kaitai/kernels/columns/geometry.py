"""GEOMETRY: stored as its reference system, beside which its WKB is taken; or written as both."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from binlog_kaitai.generated.kernels.geometry_cell import read_geometry_cell
from binlog_kaitai.kernels.columns.column import validity
from binlog_kaitai.kernels.columns.decoder import Scratch, decoder_of
from binlog_kaitai.kernels.columns.loops import (
    FAULT,
    NULL,
    VALUE,
    Cell,
    reading,
    write_bytes,
)
from binlog_kaitai.kernels.columns.texts import END_OF_TEXT
from binlog_kaitai.kernels.runtime.base64_text import write_base64
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.text import write_int
from binlog_kaitai.model.schema import GEOMETRY as GEOMETRY_TYPE

MAX_SIGNED = 2**31

SRID_KEY = b'{"srid": '
WKB_KEY = b', "wkb": "'
NULL_TEXT = b"null"

_read = reading(read_geometry_cell)


@inlined
def _srid(value: Any, cell: Cell) -> tuple[int, int, int]:
    if not value.value_has_srid:
        return NULL, 0, 0
    return VALUE if value.value_srid < MAX_SIGNED else FAULT, value.value_srid, 0


@inlined
def _write(out: Any, at: int, value: Any, cell: Cell, scratch: Scratch) -> int:
    """Write at most 2 times the length of WKB and MAX_VALUE_TEXT."""
    at = write_bytes(out, at, SRID_KEY)
    if value.value_has_srid:
        at = write_int(out, at, value.value_srid)
    else:
        at = write_bytes(out, at, NULL_TEXT)
    at = write_bytes(out, at, WKB_KEY)
    at = write_base64(out, at, cell.buffer, value.value_wkb_ofs, value.value_wkb_len)
    return write_bytes(out, at, END_OF_TEXT)


@inlined
def _locate(cell: Cell) -> tuple[int, int, int]:
    """Find the WKB of a cell."""
    value = _read(cell, ())
    return value.pos, value.value_wkb_ofs, value.value_wkb_len


GEOMETRY = decoder_of("geometry_cell", _read, _srid, _write)._replace(locate=_locate)


def geometry_array(srids: pa.Array, wkb: pa.Array, is_valid: Any) -> pa.Array:
    """Return an array of reference systems and WKB, some of which there are."""
    count, num_valid = len(wkb), int(is_valid.sum())
    return pa.Array.from_buffers(
        *(GEOMETRY_TYPE, count, [validity(is_valid, num_valid)], count - num_valid),
        children=[srids, wkb],
    )
