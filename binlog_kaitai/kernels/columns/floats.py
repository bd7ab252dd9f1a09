"""FLOAT and DOUBLE."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.generated.kernels.double_cell import read_double_cell
from binlog_kaitai.generated.kernels.float_cell import read_float_cell
from binlog_kaitai.kernels.columns.column import ColumnCells, array_from, checked
from binlog_kaitai.kernels.columns.loops import FAULT, each_text, is_finite
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.floats import write_double, write_float32
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.model.schema import arrow_type

DOUBLE = CASES.index("double_cell")

SINGLE_BITS = 32


@kernel
def float_numbers(buffer: Any, places: Any, case: int, out: Any, is_valid: Any) -> int:
    """Read cells as float64; return how many there are."""
    end = len(buffer)
    count = 0
    for i in range(len(places)):
        pos = places[i]
        out[i] = 0.0
        is_valid[i] = pos >= 0
        if pos < 0:
            continue
        count += 1
        if case == DOUBLE:
            double = read_double_cell(buffer, 0, pos, end)
            if double.pos < 0 or not is_finite(double.value):
                return FAULT
            out[i] = double.value
        else:
            single = read_float_cell(buffer, 0, pos, end)
            if single.pos < 0 or not is_finite(single.value):
                return FAULT
            out[i] = single.value
    return count


@inlined
def _write_single(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_float_cell(buffer, 0, pos, end)
    is_number = cell.pos >= 0 and is_finite(cell.value)
    return write_float32(out, at, cell.value) if is_number else FAULT


@inlined
def _write_double(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_double_cell(buffer, 0, pos, end)
    is_number = cell.pos >= 0 and is_finite(cell.value)
    return write_double(out, at, cell.value) if is_number else FAULT


_single_texts = each_text(_write_single)
_double_texts = each_text(_write_double)


@kernel
def float_texts(
    buffer: Any, places: Any, case: int, out: Any, at: Any, text_ofs: Any, text_len: Any
) -> int:
    """Write cells as the shortest digits that give the same number."""
    if case == DOUBLE:
        return _double_texts(buffer, places, 0, 0, (), False, out, at, text_ofs, text_len)
    return _single_texts(buffer, places, 0, 0, (), False, out, at, text_ofs, text_len)


def float_array(cells: ColumnCells) -> pa.Array:
    """Return cells as an array. Raises FaultError for what is no number."""
    out, is_valid = np.empty(len(cells.places), np.float64), np.empty(len(cells.places), np.uint8)
    count = checked(float_numbers(cells.buffer, cells.places, cells.case, out, is_valid))
    target = arrow_type(cells.column)
    is_single = target.bit_width == SINGLE_BITS
    return array_from(target, is_valid, count, out.astype(np.float32) if is_single else out)


def write_floats(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text."""
    target.to.make_room(MAX_VALUE_TEXT * len(cells.places))
    checked(
        float_texts(
            *(cells.buffer, cells.places, cells.case),
            *(target.to.out, target.to.at, target.ofs, target.length),
        )
    )
