"""FLOAT and DOUBLE."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.generated.kernels.double_cell import read_double_cell
from binlog_kaitai.generated.kernels.float_cell import read_float_cell
from binlog_kaitai.kernels.columns.column import ColumnCells, checked
from binlog_kaitai.kernels.columns.loops import (
    FAULT,
    VALUE,
    Block,
    Stored,
    each_stored,
    each_text,
    is_finite,
)
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.floats import write_double, write_float32
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.runtime.words import double_bits, single_bits

DOUBLE = CASES.index("double_cell")


@inlined
def _single(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_float_cell(buffer, 0, pos, end)
    is_number = cell.pos >= 0 and is_finite(cell.value)
    return VALUE if is_number else FAULT, single_bits(cell.value), 0


@inlined
def _double(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_double_cell(buffer, 0, pos, end)
    is_number = cell.pos >= 0 and is_finite(cell.value)
    return VALUE if is_number else FAULT, double_bits(cell.value), 0


_singles = each_stored(_single)
_doubles = each_stored(_double)


@inlined
def store_floats(block: Block, column: int, case: int, out: Any, to: int, width: int) -> Stored:
    """Store cells by their bits."""
    if case == DOUBLE:
        return _doubles(block, column, 0, 0, (), out, to, width)
    return _singles(block, column, 0, 0, (), out, to, width)


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


@shared
def write_float(out: Any, at: int, buffer: Any, pos: int, end: int, case: int) -> int:
    """Write a cell as the shortest digits that give the same number; return its end, or `FAULT`."""
    if case == DOUBLE:
        return _write_double(out, at, buffer, pos, end, 0, 0, ())
    return _write_single(out, at, buffer, pos, end, 0, 0, ())


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


def write_floats(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text."""
    target.to.make_room(MAX_VALUE_TEXT * len(cells.places))
    checked(
        float_texts(
            *(cells.buffer, cells.places, cells.case),
            *(target.to.out, target.to.at, target.ofs, target.length),
        )
    )
