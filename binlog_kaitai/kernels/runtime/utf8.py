"""Whether bytes are UTF-8, as strict as Python's decoder: what RFC 3629 calls well-formed.

An automaton whose states are shifts: a byte's row of 64 bits has the next state of each, in six
bits, so that one shift is one step (after Per Vognsen). Eight bytes of ASCII are one step too. Of
long texts, 32 bytes at a time are compared with what is allowed behind the three before each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

import numpy as np
from llvmlite import ir

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import bits_of, u1, u8le
from binlog_kaitai.kernels.runtime.words import shift_right

_HIGH_BITS = -0x7F7F7F7F7F7F7F80  # 0x80 in each byte

REFUSED = -1
_FIRST_NOT_ASCII = 0x80

_WIDTH = 6  # of a state's field; a state is the number of bits before its own
_REFUSED, _COMPLETE, _ONE_MORE, _TWO_MORE, _THREE_MORE = range(0, 5 * _WIDTH, _WIDTH)
_AFTER_E0, _AFTER_ED, _AFTER_F0, _AFTER_F4 = range(5 * _WIDTH, 9 * _WIDTH, _WIDTH)

_STEPS = (
    # from, on bytes (first, last), to
    (_COMPLETE, 0x00, 0x7F, _COMPLETE),
    (_COMPLETE, 0xC2, 0xDF, _ONE_MORE),
    (_COMPLETE, 0xE0, 0xE0, _AFTER_E0),
    (_COMPLETE, 0xE1, 0xEC, _TWO_MORE),
    (_COMPLETE, 0xED, 0xED, _AFTER_ED),
    (_COMPLETE, 0xEE, 0xEF, _TWO_MORE),
    (_COMPLETE, 0xF0, 0xF0, _AFTER_F0),
    (_COMPLETE, 0xF1, 0xF3, _THREE_MORE),
    (_COMPLETE, 0xF4, 0xF4, _AFTER_F4),
    (_ONE_MORE, 0x80, 0xBF, _COMPLETE),
    (_TWO_MORE, 0x80, 0xBF, _ONE_MORE),
    (_THREE_MORE, 0x80, 0xBF, _TWO_MORE),
    (_AFTER_E0, 0xA0, 0xBF, _ONE_MORE),  # less is longer than need be
    (_AFTER_ED, 0x80, 0x9F, _ONE_MORE),  # more is a surrogate
    (_AFTER_F0, 0x90, 0xBF, _TWO_MORE),  # less is longer than need be
    (_AFTER_F4, 0x80, 0x8F, _TWO_MORE),  # more is above U+10FFFF
)


def _rows() -> Iterator[int]:
    for byte in range(256):
        yield sum(to << at for at, first, last, to in _STEPS if first <= byte <= last)


_ROWS = np.array(list(_rows()), np.int64)


_MAX_BEFORE = 3  # bytes of a character before its last
_BLOCK = 32
_LONG = 64

_FIRST_LEAD, _LEAD_OF_THREE, _LEAD_OF_FOUR, _FIRST_UNUSED = 0xC0, 0xE0, 0xF0, 0xF5
_UNUSED_LEADS = 0xC0  # and the one behind
_ONLY_ABOVE = {0xE0: 0xA0, 0xF0: 0x90}  # the byte behind is no lower
_ONLY_BELOW = {0xED: 0xA0, 0xF4: 0x90}


def _emit_faults(builder: Any, block: Any, before: Any, two_before: Any, three_before: Any) -> Any:
    def every(byte: int) -> Any:
        return ir.Constant(block.type, [byte] * block.type.count)

    def compared(sign: str, byte: int, vector: Any = block) -> Any:
        return builder.icmp_unsigned(sign, vector, every(byte))

    def is_behind(lead: int, sign: str, byte: int) -> Any:
        return builder.and_(compared("==", lead, before), compared(sign, byte))

    is_inside = builder.icmp_signed("<", block, every(_FIRST_LEAD))
    has_to_be = compared(">=", _FIRST_LEAD, before)
    has_to_be = builder.or_(has_to_be, compared(">=", _LEAD_OF_THREE, two_before))
    has_to_be = builder.or_(has_to_be, compared(">=", _LEAD_OF_FOUR, three_before))
    faults = [
        builder.xor(is_inside, has_to_be),
        compared(">=", _FIRST_UNUSED),
        builder.icmp_unsigned("==", builder.and_(block, every(0xFE)), every(_UNUSED_LEADS)),
        *(is_behind(lead, "<", byte) for lead, byte in _ONLY_ABOVE.items()),
        *(is_behind(lead, ">=", byte) for lead, byte in _ONLY_BELOW.items()),
    ]
    return reduce(builder.or_, faults)


_faults_32 = bits_of(_BLOCK, _emit_faults, _MAX_BEFORE)


@inlined
def _end_of_steps(buffer: Any, at: int, stop: int, end: int) -> int:
    """Step through characters up to a place or behind it; return where, or REFUSED."""
    state = _COMPLETE
    while at < stop or (state != _COMPLETE and at < end):
        if state == _COMPLETE and end - at >= 8 and u8le(buffer, at) & _HIGH_BITS == 0:
            at += 8
        else:
            state = shift_right(u8le(_ROWS, u1(buffer, at) << 3), state) & 63
            if state == _REFUSED:
                return REFUSED
            at += 1
    return at if state == _COMPLETE else REFUSED


@inlined
def _end_of_blocks(buffer: Any, at: int, end: int) -> int:
    """Go through blocks, some bytes behind the text's start; return where a character begins.

    It is near the end, or REFUSED.
    """
    while end - at >= _BLOCK:
        if _faults_32(buffer, at) != 0:
            return REFUSED
        at += _BLOCK
    # the last character may go on
    for _ in range(_MAX_BEFORE):
        if u1(buffer, at - 1) < _FIRST_NOT_ASCII:
            return at
        at -= 1
        if u1(buffer, at) >= _FIRST_LEAD:
            return at
    return at + _MAX_BEFORE


@shared
def _is_utf8_from(buffer: Any, at: int, end: int) -> bool:
    while True:
        stop = end if end - at < _LONG else at + _MAX_BEFORE
        at = _end_of_steps(buffer, at, stop, end)
        if at == REFUSED or at >= end:
            return at != REFUSED
        at = _end_of_blocks(buffer, at, end)
        if at == REFUSED:
            return False


_high_16 = bits_of(16, lambda builder, block: builder.icmp_signed("<", block, block.type(None)))


@inlined
def ascii_end(buffer: Any, at: int, length: int) -> int:
    """Return where, in steps of 16 bytes, ASCII ends: `at + length` if that is all of it."""
    end = at + length
    while end - at >= 16:
        if _high_16(buffer, at):
            return at
        at += 16
    if at < end and _high_16(buffer, at) & (1 << end - at) - 1:
        return at
    return end


@inlined
def is_ascii(buffer: Any, at: int, length: int) -> bool:
    """Return whether all bytes are below 0x80; up to 15 more bytes are read, and do not matter."""
    return ascii_end(buffer, at, length) == at + length


@inlined
def is_utf8(buffer: Any, at: int, length: int) -> bool:
    """Return whether bytes are well-formed UTF-8.

    Up to 15 more bytes are read, and do not matter.
    """
    end = at + length
    at = ascii_end(buffer, at, length)
    return at == end or _is_utf8_from(buffer, at, end)
