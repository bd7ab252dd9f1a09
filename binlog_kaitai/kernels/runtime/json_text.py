"""The tokens of JSON text, as strict as Python's `json`: blanks, numbers and strings.

A reader takes where a token begins and where the text ends, and returns where it ended, or REFUSED
where there is no such token. Up to 15 bytes after the text are read, and do not matter.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import copy, store8, u1
from binlog_kaitai.kernels.runtime.text import plain_end

REFUSED = -1

QUOTE, BACKSLASH = b'"\\'
_ZERO, _MINUS, _PLUS, _POINT, _E, _U = b"0-+.eu"
_LOWER_CASE = 0x20
_BLANKS = 1 << 0x20 | 1 << 0x0A | 1 << 0x0D | 1 << 0x09  # a bit for each


@inlined
def blanks_end(text: Any, at: int, end: int) -> int:
    """Return where blanks end: nothing is refused."""
    while at < end and u1(text, at) <= 0x20 and _BLANKS >> u1(text, at) & 1:
        at += 1
    return at


@inlined
def byte_at(text: Any, at: int, end: int) -> int:
    """Return a byte, or 0 at the end."""
    return u1(text, at) if at < end else 0


class Number(NamedTuple):
    """A decimal: its first 19 digits and up to 19 more, each as a number, and what they mean.

    `num_digits` are counted from the first that is not zero. With more than 38, `more` is not
    what they say, and with more than four in the exponent, it is not.
    """

    pos: int
    is_negative: bool
    digits: int
    more: int
    num_digits: int
    num_decimals: int
    has_exponent: bool
    exponent: int


MAX_FIRST, MAX_DIGITS = 19, 38
NO_NUMBER = Number(REFUSED, False, 0, 0, 0, 0, False, 0)


@inlined
def _read_digits(
    text: Any, pos: int, end: int, digits: int, more: int, num_digits: int
) -> tuple[int, int, int, int]:
    while pos < end:
        digit = u1(text, pos) - _ZERO
        if digit < 0 or digit > 9:
            break
        if num_digits < MAX_FIRST:
            digits = digits * 10 + digit
        else:
            more = more * 10 + digit
        num_digits += 1 if digits != 0 else 0
        pos += 1
    return pos, digits, more, num_digits


@inlined
def read_number(text: Any, pos: int, end: int) -> Number:
    """Return a number; what comes behind it may be part of none."""
    is_negative = byte_at(text, pos, end) == _MINUS
    if is_negative:
        pos += 1
    start = pos
    pos, digits, more, num_digits = _read_digits(text, pos, end, 0, 0, 0)
    if pos == start or (pos > start + 1 and u1(text, start) == _ZERO):
        return NO_NUMBER
    num_decimals = 0
    if byte_at(text, pos, end) == _POINT:
        start = pos + 1
        pos, digits, more, num_digits = _read_digits(text, start, end, digits, more, num_digits)
        num_decimals = pos - start
        if num_decimals == 0:
            return NO_NUMBER
    exponent = 0
    has_exponent = byte_at(text, pos, end) | _LOWER_CASE == _E
    if has_exponent:
        pos += 1
        sign = byte_at(text, pos, end)
        if sign in (_MINUS, _PLUS):
            pos += 1
        start = pos
        pos, exponent, _, _ = _read_digits(text, pos, end, 0, 0, 0)
        if pos == start or pos > start + 4:
            return NO_NUMBER
        if sign == _MINUS:
            exponent = -exponent
    return Number(pos, is_negative, digits, more, num_digits, num_decimals, has_exponent, exponent)


_ESCAPES = np.zeros(256, np.uint8)  # what a letter behind a backslash stands for
for _letter, _character in zip(b'"\\/bfnrt', b'"\\/\b\f\n\r\t', strict=True):
    _ESCAPES[_letter] = _character

_NO_HEX = 0xFF
_HEX = np.full(256, _NO_HEX, np.uint8)
for _digit, _characters in enumerate(zip(b"0123456789abcdef", b"0123456789ABCDEF", strict=True)):
    _HEX[list(_characters)] = _digit


@inlined
def _read_hex(text: Any, pos: int, end: int) -> int:
    """Return the number that four digits are, or REFUSED."""
    if pos + 4 > end:
        return REFUSED
    code = 0
    for i in range(4):
        digit = u1(_HEX, u1(text, pos + i))
        if digit == _NO_HEX:
            return REFUSED
        code = code << 4 | digit
    return code


@inlined
def _write_utf8(out: Any, at: int, code: int) -> int:
    if code < 0x80:
        store8(out, at, code)
        return at + 1
    if code < 0x800:
        store8(out, at, 0x80C0 | code >> 6 | (code & 0x3F) << 8)
        return at + 2
    if code < 0x10000:
        store8(out, at, 0x8080E0 | code >> 12 | (code >> 6 & 0x3F) << 8 | (code & 0x3F) << 16)
        return at + 3
    lead = 0x80F0 | code >> 18 | (code >> 12 & 0x3F) << 8
    store8(out, at, lead | (0x8080 | code >> 6 & 0x3F | (code & 0x3F) << 8) << 16)
    return at + 4


@inlined
def _is_surrogate(code: int, first: int) -> bool:
    return first <= code < first + 0x400


@shared
def read_string(text: Any, pos: int, end: int, out: Any, at: int) -> tuple[int, int]:
    """Return what is in quotes, from behind the first one on, without escapes: to UTF-8 in `out`.

    That is no longer than the text is, but up to 7 bytes more are written. Returns where both
    ended, the text behind its last quote. Half of a pair of surrogates is refused.
    """
    while True:
        stop = plain_end(text, pos, end)
        copy(out, at, text, pos, stop - pos)
        at += stop - pos
        byte = byte_at(text, stop, end)
        if byte == QUOTE:
            return stop + 1, at
        if byte != BACKSLASH:
            return REFUSED, at
        letter = byte_at(text, stop + 1, end)
        pos = stop + 2
        if u1(_ESCAPES, letter) != 0:
            store8(out, at, u1(_ESCAPES, letter))
            at += 1
            continue
        code = _read_hex(text, pos, end) if letter == _U else REFUSED
        pos += 4
        if _is_surrogate(code, 0xD800):
            if byte_at(text, pos, end) != BACKSLASH or byte_at(text, pos + 1, end) != _U:
                return REFUSED, at
            low = _read_hex(text, pos + 2, end)
            if not _is_surrogate(low, 0xDC00):
                return REFUSED, at
            code = 0x10000 + (code - 0xD800 << 10) + low - 0xDC00
            pos += 6
        elif code < 0 or _is_surrogate(code, 0xDC00):
            return REFUSED, at
        at = _write_utf8(out, at, code)
