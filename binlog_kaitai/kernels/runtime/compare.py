"""Runs of bytes, compared."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import differ_32, u1, u4le, u8le


@inlined
def hash_of(buffer: Any, at: int, length: int) -> int:
    """Return a number for some bytes; its low half and its high one each tell them apart."""
    number = length * -7046029254386353131
    if length >= 8:
        for done in range(0, length - 8, 8):
            number = _mixed(number, u8le(buffer, at + done))
        number = _mixed(number, u8le(buffer, at + length - 8))
    elif length >= 4:
        number = _mixed(number, u4le(buffer, at) | u4le(buffer, at + length - 4) << 32)
    else:
        for done in range(length):
            number = _mixed(number, u1(buffer, at + done))
    return number ^ ((number >> 32) & 0xFFFFFFFF)


@inlined
def _mixed(number: int, word: int) -> int:
    number = (number ^ word) * -4417276706812531889
    return number ^ ((number >> 29) & 0x7FFFFFFFF)


@inlined
def are_equal(a: Any, a_at: int, b: Any, b_at: int, length: int) -> bool:
    """Return whether some bytes are the same as others."""
    if length >= 8:
        for done in range(0, length - 8, 8):
            if u8le(a, a_at + done) != u8le(b, b_at + done):
                return False
        return bool(u8le(a, a_at + length - 8) == u8le(b, b_at + length - 8))
    for done in range(length):
        if u1(a, a_at + done) != u1(b, b_at + done):
            return False
    return True


@inlined
def are_equal_far(a: Any, a_at: int, b: Any, b_at: int, length: int) -> bool:
    """Return the same, 32 bytes at a time if there are as many."""
    if length < 32:
        return are_equal(a, a_at, b, b_at, length)
    for done in range(0, length - 32, 32):
        if differ_32(a, a_at + done, b, b_at + done):
            return False
    return not differ_32(a, a_at + length - 32, b, b_at + length - 32)


@inlined
def is_text(buffer: Any, at: int, length: int, text: Any) -> bool:
    """Return whether some bytes are those of a text."""
    return length == len(text) and begins_with(buffer, at, length, text)


@inlined
def begins_with(buffer: Any, at: int, length: int, text: Any) -> bool:
    """Return whether some bytes begin with those of a text."""
    if length < len(text):
        return False
    for i in range(len(text)):
        if u1(buffer, at + i) != text[i]:
            return False
    return True
