"""DECIMAL."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.generated.kernels.decimal_cell import read_decimal_cell
from binlog_kaitai.kernels.columns.column import ColumnCells, checked
from binlog_kaitai.kernels.columns.loops import FAULT, VALUE, each_stored, each_text
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.runtime.stream import store8, u8le
from binlog_kaitai.kernels.runtime.text import write_digits, write_unsigned

MAX_GROUPS = 256
"""Of a DECIMAL: no more than it has digits, whose number is a byte."""

_MINUS, _POINT, _ZERO = b"-.0"

# how many numbers have so many digits
_TENS = 10 ** np.arange(19, dtype=np.int64)


@shared
def write_decimal_digits(out: Any, at: int, digits: Any, precision: int, scale: int) -> int:
    """Write a DECIMAL whose DecimalDigits were read, with all digits of its scale.

    At most `precision + 3` bytes; or -1 where the digits are no number.
    """
    if digits.is_negative:
        store8(out, at, _MINUS)
        at += 1
    first = at
    num_integer = precision - scale
    num_digits = 0
    for group in range(digits.groups_at, digits.groups_at + digits.num_groups):
        value, count = digits.groups_value[group], digits.groups_num_digits[group]
        if not 0 <= value < u8le(_TENS, count << 3):
            return -1
        if num_digits == num_integer:
            if at == first:
                store8(out, at, _ZERO)
                at += 1
            store8(out, at, _POINT)
            at += 1
        num_digits += count
        if at > first:
            at = write_digits(out, at, value, count)
        elif value > 0:
            at = write_unsigned(out, at, value)
    if at == first:
        store8(out, at, _ZERO)
        at += 1
    return at if num_digits == precision else -1


@shared
def write_decimal(
    out: Any,
    at: int,
    buffer: Any,
    pos: int,
    end: int,
    precision: int,
    scale: int,
    groups_value: Any,
    groups_digits: Any,
) -> int:
    """Write the DECIMAL cell at `pos` with all digits of its scale: at most `precision + 3` bytes.

    Returns -1 where there is none. The arrays of int64 are for its groups: MAX_GROUPS are enough.
    """
    if not 0 <= scale <= precision:
        return -1
    cell = read_decimal_cell(
        buffer, pos, pos, end, precision, scale, 0, groups_value, groups_digits
    )
    if cell.pos < 0:
        return -1
    return write_decimal_digits(out, at, cell.digits, precision, scale)


MAX_SMALL_DIGITS = 18
"""Of a number that int64 holds."""

POWERS_OF_TEN = np.array([10**digits for digits in range(10)])


@inlined
def _decimal(
    buffer: Any, pos: int, end: int, precision: int, scale: int, groups: Any
) -> tuple[int, int, int]:
    """Return a DECIMAL of up to 38 digits as a number of 128 bits.

    `groups` are two arrays with room for its groups of digits.
    """
    values, digits = groups
    cell = read_decimal_cell(buffer, 0, pos, end, precision, scale, 0, values, digits)
    if cell.pos < 0:
        return FAULT, 0, 0
    low = high = 0
    if precision <= MAX_SMALL_DIGITS:
        for group in range(cell.digits.num_groups):
            value, power = values[group], POWERS_OF_TEN[digits[group]]
            if not 0 <= value < power:
                return FAULT, 0, 0
            low = low * power + value
    else:
        # four limbs of 32 bits: a group's power of ten has less than 30
        a = b = c = d = 0
        for group in range(cell.digits.num_groups):
            value, power = values[group], POWERS_OF_TEN[digits[group]]
            if not 0 <= value < power:
                return FAULT, 0, 0
            a = a * power + value
            b = b * power + (a >> 32)
            c = c * power + (b >> 32)
            d = d * power + (c >> 32)
            a &= 0xFFFFFFFF
            b &= 0xFFFFFFFF
            c &= 0xFFFFFFFF
        low = a | b << 32
        high = c | d << 32
    if cell.digits.is_negative:
        low = -low
        high = ~high if low != 0 else -high
    return VALUE, low, high


store_decimals = each_stored(_decimal)


@inlined
def _write_cell(
    out: Any,
    at: int,
    buffer: Any,
    pos: int,
    end: int,
    precision: int,
    scale: int,
    groups: Any,
) -> int:
    return write_decimal(out, at, buffer, pos, end, precision, scale, groups[0], groups[1])


_texts = each_text(_write_cell)


@kernel
def decimal_texts(
    buffer: Any,
    places: Any,
    precision: int,
    scale: int,
    is_quoted: bool,
    groups: Any,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """Write cells with all digits of their scale; two arrays of groups are for those of one."""
    return _texts(buffer, places, precision, scale, groups, is_quoted, out, at, text_ofs, text_len)


def write_decimals(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text."""
    target.to.make_room(MAX_VALUE_TEXT * len(cells.places))
    checked(
        decimal_texts(
            *(cells.buffer, cells.places, *cells.arguments, target.is_quoted),
            *(room_for_groups(), target.to.out, target.to.at, target.ofs, target.length),
        )
    )


def room_for_groups() -> tuple[Any, Any]:
    """Return two arrays for the groups of digits of one cell."""
    return np.empty(MAX_GROUPS, np.int64), np.empty(MAX_GROUPS, np.int64)
