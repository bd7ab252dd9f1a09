"""Scalars of JSON text as VARIANT has them: Parquet's layout, and what Spark chooses of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.kernels.runtime.doubles import UNKNOWN, nearest_double
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_text import (
    MAX_DIGITS,
    MAX_FIRST,
    QUOTE,
    REFUSED,
    Number,
    byte_at,
    read_number,
    read_string,
)
from binlog_kaitai.kernels.runtime.stream import copy, move, store8, u4le, u8le, word_of
from binlog_kaitai.kernels.runtime.text import plain_end
from binlog_kaitai.kernels.runtime.words import is_below, product_high

_T, _F, _N = b"tfn"
_TRUE, _ALSE, _NULL = map(word_of, (b"true", b"alse", b"null"))

_PRIMITIVE, _SHORT_STRING = range(2)
_MAX_SHORT_STRING = 63
_SIGN = -1 << 63  # of a double


def _header(primitive_type: int) -> int:
    return primitive_type << 2 | _PRIMITIVE


_NULL_HEADER, _TRUE_HEADER, _FALSE_HEADER = map(_header, range(3))
_INT8, _INT16, _INT32, _INT64, _DOUBLE, _DECIMAL4, _DECIMAL8, _DECIMAL16 = map(
    _header, range(3, 11)
)
_LONG_STRING = _header(16)

_TENS = 10 ** np.arange(MAX_FIRST + 1, dtype=np.uint64)


@inlined
def _write_decimal16(out: Any, at: int, number: Number) -> int:
    low, high = number.digits, 0
    if number.num_digits > MAX_FIRST:
        factor = u8le(_TENS, number.num_digits - MAX_FIRST << 3)
        high = product_high(low, factor)
        low = low * factor + number.more
        high += is_below(low, number.more)
    if number.is_negative:
        low = -low
        high = ~high + (1 if low == 0 else 0)
    store8(out, at, _DECIMAL16 | number.num_decimals << 8)
    store8(out, at + 2, low)
    store8(out, at + 10, high)
    return at + 18


@inlined
def _write_int(out: Any, at: int, value: int) -> int:
    if -0x80 <= value <= 0x7F:
        store8(out, at, _INT8 | value << 8)
        return at + 2
    if -0x8000 <= value <= 0x7FFF:
        store8(out, at, _INT16 | value << 8)
        return at + 3
    if -0x80000000 <= value <= 0x7FFFFFFF:
        store8(out, at, _INT32 | value << 8)
        return at + 5
    store8(out, at, _INT64)
    store8(out, at + 1, value)
    return at + 9


@shared
def _write_number(out: Any, at: int, text: Any, pos: int, end: int) -> tuple[int, int]:
    number = read_number(text, pos, end)
    scale, digits = number.num_decimals, number.digits
    if number.pos < 0 or number.num_digits > MAX_DIGITS:
        return REFUSED, at
    if number.has_exponent or scale > MAX_DIGITS:
        bits = nearest_double(digits, number.exponent - scale)
        if number.num_digits > MAX_FIRST or bits == UNKNOWN:
            return REFUSED, at
        store8(out, at, _DOUBLE)
        store8(out, at + 1, bits | (_SIGN if number.is_negative else 0))
        return number.pos, at + 9
    value = -digits if number.is_negative else digits
    if (
        scale == 0
        and number.num_digits <= MAX_FIRST
        and ((value < 0) == number.is_negative or digits == 0)
    ):
        return number.pos, _write_int(out, at, value)
    precision = max(number.num_digits, scale)
    if scale == 0 or precision > 18:
        return number.pos, _write_decimal16(out, at, number)
    if precision > 9:
        store8(out, at, _DECIMAL8 | scale << 8)
        store8(out, at + 2, value)
        return number.pos, at + 10
    store8(out, at, _DECIMAL4 | scale << 8 | value << 16)
    return number.pos, at + 6


@inlined
def _write_length(out: Any, at: int, length: int) -> int:
    """Write the header of a string."""
    if length <= _MAX_SHORT_STRING:
        store8(out, at, length << 2 | _SHORT_STRING)
        return at + 1
    store8(out, at, _LONG_STRING | length << 8)
    return at + 5


@inlined
def _write_string(out: Any, at: int, text: Any, pos: int, end: int) -> tuple[int, int]:
    stop = plain_end(text, pos, end)
    if byte_at(text, stop, end) == QUOTE:
        at = _write_length(out, at, stop - pos)
        copy(out, at, text, pos, stop - pos)
        return stop + 1, at + stop - pos
    # to where it is not overwritten by its header
    string = at + 8
    pos, string_end = read_string(text, pos, end, out, string)
    if pos < 0:
        return REFUSED, at
    length = string_end - string
    at = _write_length(out, at, length)
    move(out, at, string, length)
    return pos, at + length


@inlined
def write_scalar(out: Any, at: int, text: Any, pos: int, end: int) -> tuple[int, int]:
    """Return where the text of a number, a string, true, false or null ended, and where its bytes.

    REFUSED for another text, and for numbers that take a closer look.
    """
    byte = byte_at(text, pos, end)
    if byte == QUOTE:
        return _write_string(out, at, text, pos + 1, end)
    if byte == _N and pos + 4 <= end and u4le(text, pos) == _NULL:
        store8(out, at, _NULL_HEADER)
        return pos + 4, at + 1
    if byte == _T and pos + 4 <= end and u4le(text, pos) == _TRUE:
        store8(out, at, _TRUE_HEADER)
        return pos + 4, at + 1
    if byte == _F and pos + 5 <= end and u4le(text, pos + 1) == _ALSE:
        store8(out, at, _FALSE_HEADER)
        return pos + 5, at + 1
    return _write_number(out, at, text, pos, end)
