"""Whether bytes are UTF-8, as strict as Python's decoder: what RFC 3629 calls well-formed.

Each byte is compared with what is allowed behind the three before it, 16 or 32 bytes at a time.
Behind the end there are zeros, which no character goes on with.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from llvmlite import ir

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import bits_of, bits_up_to, u1

_MAX_BEFORE = 3  # bytes of a character before its last

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


_faults_32 = bits_of(32, _emit_faults, _MAX_BEFORE)
_first_faults = bits_up_to(16, _emit_faults, _MAX_BEFORE, is_first=True)
_faults = bits_up_to(16, _emit_faults, _MAX_BEFORE, is_first=False)


@shared
def _is_utf8_from(buffer: Any, at: int, end: int) -> bool:
    if _first_faults(buffer, at, min(end - at, 16)) != 0:
        return False
    at += 16
    while end - at >= 32:
        if _faults_32(buffer, at) != 0:
            return False
        at += 32
    while at < end:
        limit = min(end - at, 16)
        # of the byte behind the end, too, as a character may not be whole
        if _faults(buffer, at, limit) & (2 << limit) - 1 != 0:
            return False
        at += 16
    if at > end:
        return True
    if u1(buffer, end - 3) >= _LEAD_OF_FOUR or u1(buffer, end - 2) >= _LEAD_OF_THREE:
        return False
    return bool(u1(buffer, end - 1) < _FIRST_LEAD)


def _is_high(builder: Any, block: Any) -> Any:
    return builder.icmp_signed("<", block, block.type(None))


_high_16, high_32 = bits_of(16, _is_high), bits_of(32, _is_high)


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
