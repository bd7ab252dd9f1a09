"""Integers, BIT and YEAR."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.generated.kernels.bit_cell import read_bit_cell
from binlog_kaitai.generated.kernels.integer_cell import read_integer_cell
from binlog_kaitai.generated.kernels.year_cell import read_year_cell
from binlog_kaitai.kernels.columns.column import ColumnCells, FaultError, array_from, checked
from binlog_kaitai.kernels.columns.loops import FAULT, VALUE, each_number, each_text
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.text import write_int, write_unsigned
from binlog_kaitai.model.schema import UNSIGNED_64, arrow_type

INTEGER = CASES.index("integer_cell")
BIT = CASES.index("bit_cell")
YEAR = CASES.index("year_cell")

UNSIGNED_BYTES = 8


@inlined
def _integer(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_integer_cell(buffer, 0, pos, end, first, second)
    return VALUE if cell.pos >= 0 else FAULT, cell.value


@inlined
def _bit(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_bit_cell(buffer, 0, pos, end, first)
    return VALUE if cell.pos >= 0 else FAULT, cell.value


@inlined
def _year(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_year_cell(buffer, 0, pos, end)
    return VALUE if cell.pos >= 0 else FAULT, cell.value


_integers = each_number(_integer)
_bits = each_number(_bit)
_years = each_number(_year)


@kernel
def integer_numbers(
    buffer: Any, places: Any, case: int, first: int, second: int, out: Any, is_valid: Any
) -> int:
    """Read cells as int64; BIT and unsigned 64 bits by their bits. Return how many there are."""
    if case == INTEGER:
        return _integers(buffer, places, first, second, out, is_valid)
    if case == YEAR:
        return _years(buffer, places, first, second, out, is_valid)
    if case == BIT:
        return _bits(buffer, places, first, second, out, is_valid)
    return FAULT


@inlined
def _write_integer(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_integer_cell(buffer, 0, pos, end, first, second)
    if cell.pos < 0:
        return FAULT
    if second and first == UNSIGNED_BYTES:
        return write_unsigned(out, at, cell.value)
    return write_int(out, at, cell.value)


@inlined
def _write_bit(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_bit_cell(buffer, 0, pos, end, first)
    return write_unsigned(out, at, cell.value) if cell.pos >= 0 else FAULT


@inlined
def _write_year(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_year_cell(buffer, 0, pos, end)
    return write_int(out, at, cell.value) if cell.pos >= 0 else FAULT


_integer_texts = each_text(_write_integer)
_bit_texts = each_text(_write_bit)
_year_texts = each_text(_write_year)


@kernel
def integer_texts(
    buffer: Any,
    places: Any,
    case: int,
    first: int,
    second: int,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """Write cells as digits."""
    if case == INTEGER:
        return _integer_texts(buffer, places, first, second, (), False, out, at, text_ofs, text_len)
    if case == YEAR:
        return _year_texts(buffer, places, first, second, (), False, out, at, text_ofs, text_len)
    if case == BIT:
        return _bit_texts(buffer, places, first, second, (), False, out, at, text_ofs, text_len)
    return FAULT


def integer_array(cells: ColumnCells) -> pa.Array:
    """Return cells as an array of the column's type.

    Raises:
        FaultError: for what is no number of that type.
    """
    out, is_valid = np.empty(len(cells.places), np.int64), np.empty(len(cells.places), np.uint8)
    count = integer_numbers(cells.buffer, cells.places, cells.case, *cells.arguments, out, is_valid)
    return number_array(cells, out, is_valid, checked(count), is_unsigned=cells.case == BIT)


def number_array(
    cells: ColumnCells, numbers: Any, is_valid: Any, count: int, *, is_unsigned: bool = False
) -> pa.Array:
    """Return int64 numbers, of which `count` are valid, as an array of the column's type.

    Raises:
        FaultError: where a number that is unsigned has more bits than the column is described with.
    """
    target = arrow_type(cells.column)
    if target == UNSIGNED_64:
        wide = np.zeros((len(numbers), 2), np.int64)
        wide[:, 0] = numbers
        return array_from(target, is_valid, count, wide)
    width = target.bit_width // 8
    if width != numbers.itemsize:
        numbers = numbers.astype(f"i{width}")
    elif is_unsigned and (numbers < 0).any():
        raise FaultError
    return array_from(target, is_valid, count, numbers)


def write_integers(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text."""
    target.to.make_room(MAX_VALUE_TEXT * len(cells.places))
    checked(
        integer_texts(
            *(cells.buffer, cells.places, cells.case, *cells.arguments),
            *(target.to.out, target.to.at, target.ofs, target.length),
        )
    )
