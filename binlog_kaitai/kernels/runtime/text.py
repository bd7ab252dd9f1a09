"""Numbers and JSON strings as text in UTF-8.

A writer takes the array of uint8 that it writes to and where, and returns where it ended. The
caller has made sure of room: of what the writer's MAX_ or len_ tells, and of `SLACK` more, that
may be overwritten.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import store8, u1, u8le, word_of
from binlog_kaitai.kernels.runtime.words import quotient, remainder, shift_right, trailing_zeros

SLACK = 16  # bytes after the last one that writers may overwrite
MAX_INT_TEXT = 20  # both the longest int64 and the longest uint64

_ZEROS = 0x3030303030303030  # "00000000"
_E4 = 10**4
_E8 = 10**8
_E16 = 10**16

_ONE_EACH = 0x0101010101010101
_HIGH_BITS = -0x7F7F7F7F7F7F7F80  # 0x80 in each byte


@inlined
def _eight_digits(value: int) -> int:
    """Return a number below 10**8 as bytes 0 to 9, the highest digit first."""
    high = quotient(value, _E4)
    # numbers in fields of 32 bits are divided at once by 100, in fields of 16 bits by 10
    fours = high | (value - high * _E4) << 32
    hundreds = (fours * 10486 >> 20) & 0x7F0000007F
    twos = hundreds + (fours - 100 * hundreds << 16)
    tens = (twos * 103 >> 10) & 0xF000F000F000F
    return tens + (twos - 10 * tens << 8)


@inlined
def _write_short(out: Any, at: int, value: int) -> int:
    """Write a number below 10**8."""
    digits = _eight_digits(value)
    # the last digit is one, whatever it is
    leading = trailing_zeros(digits | 1 << 56) & 0x38
    store8(out, at, shift_right(digits | _ZEROS, leading))
    return at + 8 - shift_right(leading, 3)


@inlined
def _write_eight(out: Any, at: int, value: int) -> int:
    store8(out, at, _eight_digits(value) | _ZEROS)
    return at + 8


@shared
def _write_long(out: Any, at: int, value: int) -> int:
    high = quotient(value, _E8)
    if high >= _E8:
        at = _write_short(out, at, quotient(high, _E8))
        at = _write_eight(out, at, remainder(high, _E8))
    else:
        at = _write_short(out, at, high)
    return _write_eight(out, at, remainder(value, _E8))


@inlined
def write_unsigned(out: Any, at: int, value: int) -> int:
    """Write the decimal digits of a number whose 64 bits are unsigned.

    At most MAX_INT_TEXT bytes.
    """
    if 0 <= value < _E8:
        return _write_short(out, at, value)
    return _write_long(out, at, value)


@inlined
def write_int(out: Any, at: int, value: int) -> int:
    """Write an int64 as digits, after `-` if it is negative: at most MAX_INT_TEXT bytes."""
    if value < 0:
        store8(out, at, 0x2D)
        return write_unsigned(out, at + 1, -value)
    return write_unsigned(out, at, value)


@inlined
def write_digits(out: Any, at: int, value: int, count: int) -> int:
    """Write the last `count` digits of a number, 0 to 19 of them, with zeros before it."""
    if count > 16:
        top = remainder(quotient(value, _E16), _E8)
        store8(out, at, shift_right(_eight_digits(top) | _ZEROS, 8 * (24 - count)))
        at += count - 16
        count = 16
    if count > 8:
        top = remainder(quotient(value, _E8), _E8)
        store8(out, at, shift_right(_eight_digits(top) | _ZEROS, 8 * (16 - count)))
        at += count - 8
        count = 8
    if count > 0:
        digits = _eight_digits(remainder(value, _E8))
        store8(out, at, shift_right(digits | _ZEROS, 8 * (8 - count)))
    return at + count


_SHORT_ESCAPES = {"\b": "b", "\t": "t", "\n": "n", "\f": "f", "\r": "r", '"': '"', "\\": "\\"}


def _escape(character: str) -> bytes:
    short = _SHORT_ESCAPES.get(character, "")
    return f"\\{short or f'u{ord(character):04x}'}".encode()


_QUOTED = [chr(code) for code in range(0x20)] + ['"', "\\"]
_ESCAPES = np.zeros(0x80, np.int64)
_LEN_ESCAPES = np.zeros(0x80, np.uint8)
for _character in _QUOTED:
    _ESCAPES[ord(_character)] = word_of(_escape(_character))
    _LEN_ESCAPES[ord(_character)] = len(_escape(_character))


@inlined
def _zero_bytes(word: int) -> int:
    """Return the high bit of each byte that is zero, and maybe of some above the lowest."""
    return (word - _ONE_EACH) & ~word & _HIGH_BITS


@inlined
def _escaped(word: int) -> int:
    """Return the high bit of each byte that is escaped, and maybe of some above the lowest."""
    control = (word - 0x20 * _ONE_EACH) & ~word & _HIGH_BITS
    quote = _zero_bytes(word ^ 0x22 * _ONE_EACH)
    backslash = _zero_bytes(word ^ 0x5C * _ONE_EACH)
    return control | quote | backslash


@inlined
def _num_plain(escaped: int, limit: int) -> int:
    """Return how many bytes come before the first that is escaped, up to a limit."""
    return min(shift_right(trailing_zeros(escaped), 3), limit)


@inlined
def plain_end(buffer: Any, at: int, end: int) -> int:
    """Return where the first byte is that JSON strings do not hold as it is, or the end.

    Up to 7 bytes after the text are read, and do not matter.
    """
    while at < end:
        escaped = _escaped(u8le(buffer, at))
        if escaped != 0:
            return at + _num_plain(escaped, end - at)
        at += 8
    return end


@shared
def write_quoted(out: Any, at: int, buffer: Any, start: int, length: int) -> int:
    """Write text in UTF-8 as a JSON string in quotes: `len_quoted(buffer, start, length)` bytes.

    Up to 7 bytes after the text are read, and do not matter.
    """
    end = start + length
    store8(out, at, 0x22)
    at += 1
    while start < end:
        word = u8le(buffer, start)
        store8(out, at, word)
        escaped = _escaped(word)
        if escaped == 0 and end - start >= 8:
            at += 8
            start += 8
            continue
        num_plain = _num_plain(escaped, end - start)
        at += num_plain
        start += num_plain
        if start < end:
            code = u1(buffer, start)
            store8(out, at, u8le(_ESCAPES, code << 3))
            at += u1(_LEN_ESCAPES, code)
            start += 1
    store8(out, at, 0x22)
    return at + 1


@shared
def len_quoted(buffer: Any, start: int, length: int) -> int:
    """Return how many bytes `write_quoted` writes."""
    end = start + length
    total = length + 2
    while start < end:
        escaped = _escaped(u8le(buffer, start))
        if escaped == 0:
            start += 8
            continue
        start += _num_plain(escaped, end - start)
        if start < end:
            total += u1(_LEN_ESCAPES, u1(buffer, start)) - 1
            start += 1
    return total
