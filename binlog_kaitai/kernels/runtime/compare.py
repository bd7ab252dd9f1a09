"""Runs of bytes, compared."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1, u8le


@inlined
def hash_of(buffer: Any, at: int, length: int) -> int:
    """Return a number for some bytes."""
    number = length * -7046029254386353131
    done = 0
    while done + 8 <= length:
        number = (number ^ u8le(buffer, at + done)) * -4417276706812531889
        number ^= (number >> 29) & 0x7FFFFFFFF
        done += 8
    while done < length:
        number = (number ^ u1(buffer, at + done)) * -4417276706812531889
        done += 1
    return number ^ ((number >> 32) & 0xFFFFFFFF)


@inlined
def are_equal(a: Any, a_at: int, b: Any, b_at: int, length: int) -> bool:
    """Return whether some bytes are the same as others."""
    done = 0
    while done + 8 <= length:
        if u8le(a, a_at + done) != u8le(b, b_at + done):
            return False
        done += 8
    while done < length:
        if u1(a, a_at + done) != u1(b, b_at + done):
            return False
        done += 1
    return True


@inlined
def is_text(buffer: Any, at: int, length: int, text: Any) -> bool:
    """Return whether some bytes are those of a text."""
    if length != len(text):
        return False
    for i in range(length):
        if u1(buffer, at + i) != text[i]:
            return False
    return True
