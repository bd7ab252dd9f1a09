"""Kernels of ksy/integer_le.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import b24le, u1, u2le, u4le


class IntegerLe(NamedTuple):
    pos: int
    value: int

NO_INTEGER_LE = IntegerLe(-1, 0)


@inlined
def read_integer_le(buffer, start, pos, end, num_bytes):
    low_u1 = 0
    if num_bytes == 1:
        if end - pos < 1:
            return NO_INTEGER_LE
        low_u1 = u1(buffer, pos)
        pos += 1
    low_u2 = 0
    if num_bytes == 2:
        if end - pos < 2:
            return NO_INTEGER_LE
        low_u2 = u2le(buffer, pos)
        pos += 2
    low_u3 = 0
    if num_bytes == 3:
        if end - pos < 3:
            return NO_INTEGER_LE
        low_u3 = b24le(buffer, pos)
        pos += 3
    low_u4 = 0
    if num_bytes >= 4:
        if end - pos < 4:
            return NO_INTEGER_LE
        low_u4 = u4le(buffer, pos)
        pos += 4
    high_u1 = 0
    if num_bytes == 5:
        if end - pos < 1:
            return NO_INTEGER_LE
        high_u1 = u1(buffer, pos)
        pos += 1
    high_u2 = 0
    if num_bytes == 6:
        if end - pos < 2:
            return NO_INTEGER_LE
        high_u2 = u2le(buffer, pos)
        pos += 2
    high_u3 = 0
    if num_bytes == 7:
        if end - pos < 3:
            return NO_INTEGER_LE
        high_u3 = b24le(buffer, pos)
        pos += 3
    high_u4 = 0
    if num_bytes == 8:
        if end - pos < 4:
            return NO_INTEGER_LE
        high_u4 = u4le(buffer, pos)
        pos += 4
    low = low_u4 if num_bytes >= 4 else low_u3 if num_bytes == 3 else low_u2 if num_bytes == 2 else low_u1 if num_bytes == 1 else 0
    high = (high_u4 if num_bytes == 8 else high_u3 if num_bytes == 7 else high_u2 if num_bytes == 6 else high_u1) if num_bytes > 4 else 0
    value = low + high * 0x100000000 if num_bytes > 4 else low
    return IntegerLe(pos, value)


@inlined
def skip_integer_le(buffer, start, pos, end, num_bytes):
    if num_bytes == 1:
        pos += 1
    if num_bytes == 2:
        pos += 2
    if num_bytes == 3:
        pos += 3
    if num_bytes >= 4:
        pos += 4
    if num_bytes == 5:
        pos += 1
    if num_bytes == 6:
        pos += 2
    if num_bytes == 7:
        pos += 3
    if num_bytes == 8:
        pos += 4
    if pos > end:
        return -1
    return pos
