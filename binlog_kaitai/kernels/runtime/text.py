"""Numbers and JSON strings as text in UTF-8.

A writer takes the array of uint8 that it writes to and where, and returns where it ended. The
caller has made sure of room: of what the writer's MAX_ or len_ tells, and of `SLACK` more, that
may be overwritten.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import (
    bits_of,
    copy_16,
    copy_32,
    store8,
    u1,
    u8le,
    word_of,
)
from binlog_kaitai.kernels.runtime.utf8 import is_utf8
from binlog_kaitai.kernels.runtime.words import quotient, remainder, shift_right, trailing_zeros

SLACK = 16  # bytes after the last one that writers may overwrite
NO_TEXT = -1
MAX_INT_TEXT = 20  # both the longest int64 and the longest uint64

ZERO = 0x30
ZEROS = 0x3030303030303030  # "00000000"
_E4 = 10**4
_E8 = 10**8
_E16 = 10**16


@inlined
def eight_digits(value: int) -> int:
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
    digits = eight_digits(value)
    # the last digit is one, whatever it is
    leading = trailing_zeros(digits | 1 << 56) & 0x38
    store8(out, at, shift_right(digits | ZEROS, leading))
    return at + 8 - shift_right(leading, 3)


@inlined
def _write_eight(out: Any, at: int, value: int) -> int:
    store8(out, at, eight_digits(value) | ZEROS)
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
    store8(out, at, 0x2D)
    sign = value >> 63
    return write_unsigned(out, at - sign, (value ^ sign) - sign)


@inlined
def write_digits(out: Any, at: int, value: int, count: int) -> int:
    """Write the last `count` digits of a number, 0 to 19 of them, with zeros before it."""
    if count > 16:
        top = remainder(quotient(value, _E16), _E8)
        store8(out, at, shift_right(eight_digits(top) | ZEROS, 8 * (24 - count)))
        at += count - 16
        count = 16
    if count > 8:
        top = remainder(quotient(value, _E8), _E8)
        store8(out, at, shift_right(eight_digits(top) | ZEROS, 8 * (16 - count)))
        at += count - 8
        count = 8
    if count > 0:
        digits = eight_digits(remainder(value, _E8))
        store8(out, at, shift_right(digits | ZEROS, 8 * (8 - count)))
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


_QUOTE, _BACKSLASH = b'"\\'


def _either(builder: Any, block: Any, is_less: Any) -> Any:
    def every(byte: int) -> Any:
        return ir.Constant(block.type, [byte] * block.type.count)

    is_quote = builder.icmp_unsigned("==", block, every(_QUOTE))
    is_backslash = builder.icmp_unsigned("==", block, every(_BACKSLASH))
    return builder.or_(is_less("<", block, every(0x20)), builder.or_(is_quote, is_backslash))


def _is_escaped(builder: Any, block: Any) -> Any:
    return _either(builder, block, builder.icmp_unsigned)


def _is_special(builder: Any, block: Any) -> Any:
    """As signed numbers, bytes that are not ASCII are less than a blank, too."""
    return _either(builder, block, builder.icmp_signed)


_escaped_16, _escaped_32 = bits_of(16, _is_escaped), bits_of(32, _is_escaped)
_special_16, _special_32 = bits_of(16, _is_special), bits_of(32, _is_special)


@inlined
def _num_plain(buffer: Any, at: int, limit: int) -> int:
    """Return how many bytes come before the first that is escaped, up to a limit of 16 or less."""
    return trailing_zeros(_escaped_16(buffer, at) | 1 << limit)


@inlined
def plain_end(buffer: Any, at: int, end: int) -> int:
    """Return where the first byte is that JSON strings do not hold as it is, or the end.

    Up to 15 bytes after the text are read, and do not matter.
    """
    while end - at >= 32 and _escaped_32(buffer, at) == 0:
        at += 32
    while at < end:
        limit = min(end - at, 16)
        num_plain = _num_plain(buffer, at, limit)
        at += num_plain
        if num_plain < limit:
            return at
    return end


@shared
def _write_rest(out: Any, at: int, buffer: Any, start: int, end: int) -> int:
    while start < end:
        while end - start >= 32 and _escaped_32(buffer, start) == 0:
            copy_32(out, at, buffer, start)
            at += 32
            start += 32
        limit = min(end - start, 16)
        copy_16(out, at, buffer, start)
        num_plain = _num_plain(buffer, start, limit)
        at += num_plain
        start += num_plain
        if num_plain < limit:
            code = u1(buffer, start)
            store8(out, at, u8le(_ESCAPES, code << 3))
            at += u1(_LEN_ESCAPES, code)
            start += 1
    store8(out, at, _QUOTE)
    return at + 1


@inlined
def write_quoted(out: Any, at: int, buffer: Any, start: int, length: int) -> int:
    """Write text in UTF-8 as a JSON string in quotes: `len_quoted(buffer, start, length)` bytes.

    Up to 15 bytes after the text are read, and do not matter.
    """
    store8(out, at, _QUOTE)
    return _write_rest(out, at + 1, buffer, start, start + length)


@inlined
def write_any_quoted(out: Any, at: int, buffer: Any, start: int, length: int) -> int:
    """Write bytes as `write_quoted`; return NO_TEXT where they are not UTF-8."""
    end = start + length
    store8(out, at, _QUOTE)
    at += 1
    while end - start >= 32 and _special_32(buffer, start) == 0:
        copy_32(out, at, buffer, start)
        at += 32
        start += 32
    while start < end:
        limit = min(end - start, 16)
        if _special_16(buffer, start) & (1 << limit) - 1:
            is_text = is_utf8(buffer, start, end - start)
            return _write_rest(out, at, buffer, start, end) if is_text else NO_TEXT
        copy_16(out, at, buffer, start)
        at += limit
        start += limit
    store8(out, at, _QUOTE)
    return at + 1


@shared
def len_quoted(buffer: Any, start: int, length: int) -> int:
    """Return how many bytes `write_quoted` writes."""
    end = start + length
    total = length + 2
    while True:
        start = plain_end(buffer, start, end)
        if start == end:
            return total
        total += u1(_LEN_ESCAPES, u1(buffer, start)) - 1
        start += 1
