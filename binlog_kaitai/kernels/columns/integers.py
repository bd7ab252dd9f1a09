"""Integers, BIT and YEAR."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.generated.kernels.bit_cell import read_bit_cell
from binlog_kaitai.generated.kernels.integer_cell import read_integer_cell
from binlog_kaitai.generated.kernels.year_cell import read_year_cell
from binlog_kaitai.kernels.columns.column import ColumnCells, checked
from binlog_kaitai.kernels.columns.loops import (
    FAULT,
    VALUE,
    Block,
    Stored,
    each_stored,
    each_text,
)
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.runtime.text import write_int, write_unsigned

INTEGER = CASES.index("integer_cell")
BIT = CASES.index("bit_cell")
YEAR = CASES.index("year_cell")

INT_BYTES, BIGINT_BYTES = 4, 8


def _integer_of(num_bytes: int, is_unsigned: int) -> Callable[..., tuple[int, int, int]]:
    """Return what reads integers of one kind, which most columns have, faster than any."""

    @inlined
    def number_of(
        buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
    ) -> tuple[int, int, int]:
        cell = read_integer_cell(buffer, 0, pos, end, num_bytes, is_unsigned)
        return VALUE if cell.pos >= 0 else FAULT, cell.value, 0

    return number_of


@inlined
def _integer(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_integer_cell(buffer, 0, pos, end, first, second)
    return VALUE if cell.pos >= 0 else FAULT, cell.value, 0


@inlined
def _bit(
    buffer: Any, pos: int, end: int, first: int, is_signed: int, needs: Any
) -> tuple[int, int, int]:
    """Read BIT, by its bits; more than are described would be the sign of a signed number."""
    cell = read_bit_cell(buffer, 0, pos, end, first)
    is_number = cell.pos >= 0 and (is_signed == 0 or cell.value >= 0)
    return VALUE if is_number else FAULT, cell.value, 0


@inlined
def _year(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_year_cell(buffer, 0, pos, end)
    return VALUE if cell.pos >= 0 else FAULT, cell.value, 0


_int = each_stored(_integer_of(INT_BYTES, 0))
_bigint = each_stored(_integer_of(BIGINT_BYTES, 0))
_integers = each_stored(_integer)
_bits = each_stored(_bit)
_years = each_stored(_year)


@inlined
def store_integers(
    block: Block,
    column: int,
    case: int,
    first: int,
    second: int,
    out: Any,
    to: int,
    width: int,
) -> Stored:
    """Store cells; BIT and unsigned 64 bits by their bits."""
    if case == YEAR:
        return _years(block, column, 0, 0, (), out, to, width)
    if case == BIT:
        return _bits(block, column, first, second, (), out, to, width)
    if second == 0 and first == INT_BYTES:
        return _int(block, column, 0, 0, (), out, to, width)
    if second == 0 and first == BIGINT_BYTES:
        return _bigint(block, column, 0, 0, (), out, to, width)
    return _integers(block, column, first, second, (), out, to, width)


@inlined
def _write_integer(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_integer_cell(buffer, 0, pos, end, first, second)
    if cell.pos < 0:
        return FAULT
    if second and first == BIGINT_BYTES:
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


@shared
def write_integer(
    out: Any, at: int, buffer: Any, pos: int, end: int, case: int, first: int, second: int
) -> int:
    """Write a cell as digits; return where they end, or `FAULT`."""
    if case == INTEGER:
        return _write_integer(out, at, buffer, pos, end, first, second, ())
    if case == YEAR:
        return _write_year(out, at, buffer, pos, end, first, second, ())
    return _write_bit(out, at, buffer, pos, end, first, second, ())


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


def write_integers(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text."""
    target.to.make_room(MAX_VALUE_TEXT * len(cells.places))
    checked(
        integer_texts(
            *(cells.buffer, cells.places, cells.case, *cells.arguments),
            *(target.to.out, target.to.at, target.ofs, target.length),
        )
    )
