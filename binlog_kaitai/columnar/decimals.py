"""DECIMAL: from groups of digits to text."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.generated.kernels.decimal_cell import read_decimal_cell
from binlog_kaitai.machine.jit import shared
from binlog_kaitai.machine.stream import store8, u8le
from binlog_kaitai.machine.text import write_digits, write_unsigned

MAX_GROUPS = 256
"""Of a DECIMAL: no more than it has digits, whose number is a byte."""

_MINUS, _POINT, _ZERO = b"-.0"

# how many numbers have so many digits
_TENS = 10 ** np.arange(19, dtype=np.int64)


@shared
def write_decimal_digits(out: Any, at: int, digits: Any, precision: int, scale: int) -> int:
    """A DECIMAL whose DecimalDigits were read, with all digits of its scale.

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
def write_decimal(  # noqa: PLR0913, PLR0917
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
    """The DECIMAL cell at `pos` with all digits of its scale: at most `precision + 3` bytes.

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
