"""DECIMAL."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.generated.kernels.decimal_cell import read_decimal_cell
from binlog_kaitai.kernels.columns.decoder import Scratch, decoder_of
from binlog_kaitai.kernels.columns.loops import FAULT, VALUE, Cell
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import store8, u8le
from binlog_kaitai.kernels.runtime.text import write_digits, write_unsigned

_MINUS, _POINT, _ZERO = b"-.0"

_GROUP = 9
"""Digits of a group, but for the first one and the last one, which may have less."""

MAX_SMALL_DIGITS = 18
"""Of a number that int64 holds."""

# how many numbers have so many digits
_TENS = 10 ** np.arange(MAX_SMALL_DIGITS + 1, dtype=np.int64)


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


@inlined
def _read(cell: Cell, scratch: Scratch) -> Any:
    """Read the cell's groups of digits into the scratch."""
    return read_decimal_cell(
        *(cell.buffer, 0, cell.pos, cell.end, cell.first, cell.second),
        *(0, scratch.cell.group_value, scratch.cell.group_digits),
    )


@inlined
def _is_possible(value: Any, cell: Cell) -> bool:
    return 0 <= cell.second <= cell.first


@inlined
def _number(value: Any, cell: Cell) -> tuple[int, int, int]:
    """Return a DECIMAL of up to 38 digits as a number of 128 bits."""
    digits = value.digits
    low = high = 0
    if cell.first <= MAX_SMALL_DIGITS:
        for group in range(digits.num_groups):
            part, power = digits.groups_value[group], _TENS[digits.groups_num_digits[group]]
            if not 0 <= part < power:
                return FAULT, 0, 0
            low = low * power + part
    else:
        # four limbs of 32 bits: a group's power of ten has less than 30
        a = b = c = d = 0
        for group in range(digits.num_groups):
            part, power = digits.groups_value[group], _TENS[digits.groups_num_digits[group]]
            if not 0 <= part < power:
                return FAULT, 0, 0
            a = a * power + part
            b = b * power + (a >> 32)
            c = c * power + (b >> 32)
            d = d * power + (c >> 32)
            a &= 0xFFFFFFFF
            b &= 0xFFFFFFFF
            c &= 0xFFFFFFFF
        low = a | b << 32
        high = c | d << 32
    if digits.is_negative:
        low = -low
        high = ~high if low != 0 else -high
    return VALUE, low, high


@inlined
def _write(out: Any, at: int, value: Any, cell: Cell, scratch: Scratch) -> int:
    return write_decimal_digits(out, at, value.digits, cell.first, cell.second)


_DECIMAL = decoder_of(
    "decimal_cell", _read, _number, _write, is_possible=_is_possible, is_quoted=True
)


def _of_two_groups(precision: int, scale: int) -> tuple[int, int]:
    """Return the arguments of a DECIMAL that has digits before and behind the point, none full."""
    num_integer, scale = min(max(precision - scale, 1), 8), min(max(scale, 1), 8)
    return num_integer + scale, scale


def _of_three_groups(precision: int, scale: int) -> tuple[int, int]:
    num_integer, scale = min(max(precision - scale, 10), 17), min(max(scale, 1), 8)
    return num_integer + scale, scale


DECIMALS = (
    _DECIMAL.compiled_within(_of_two_groups),
    _DECIMAL.compiled_within(_of_three_groups),
    _DECIMAL,
)
