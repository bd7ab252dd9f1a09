"""Kernels of ksy/integer_be.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import b24be, u1, u2be, u4be


class IntegerBe(NamedTuple):
    pos: int
    value: int

NO_INTEGER_BE = IntegerBe(-1, 0)


@inlined
def read_integer_be(buffer, start, pos, end, num_bytes):
    high_u1 = 0
    if num_bytes == 5:
        if end - pos < 1:
            return NO_INTEGER_BE
        high_u1 = u1(buffer, pos)
        pos += 1
    high_u2 = 0
    if num_bytes == 6:
        if end - pos < 2:
            return NO_INTEGER_BE
        high_u2 = u2be(buffer, pos)
        pos += 2
    high_u3 = 0
    if num_bytes == 7:
        if end - pos < 3:
            return NO_INTEGER_BE
        high_u3 = b24be(buffer, pos)
        pos += 3
    high_u4 = 0
    if num_bytes == 8:
        if end - pos < 4:
            return NO_INTEGER_BE
        high_u4 = u4be(buffer, pos)
        pos += 4
    low_u1 = 0
    if num_bytes == 1:
        if end - pos < 1:
            return NO_INTEGER_BE
        low_u1 = u1(buffer, pos)
        pos += 1
    low_u2 = 0
    if num_bytes == 2:
        if end - pos < 2:
            return NO_INTEGER_BE
        low_u2 = u2be(buffer, pos)
        pos += 2
    low_u3 = 0
    if num_bytes == 3:
        if end - pos < 3:
            return NO_INTEGER_BE
        low_u3 = b24be(buffer, pos)
        pos += 3
    low_u4 = 0
    if num_bytes >= 4:
        if end - pos < 4:
            return NO_INTEGER_BE
        low_u4 = u4be(buffer, pos)
        pos += 4
    low = low_u4 if num_bytes >= 4 else low_u3 if num_bytes == 3 else low_u2 if num_bytes == 2 else low_u1 if num_bytes == 1 else 0
    high = (high_u4 if num_bytes == 8 else high_u3 if num_bytes == 7 else high_u2 if num_bytes == 6 else high_u1) if num_bytes > 4 else 0
    value = low + high * 0x100000000 if num_bytes > 4 else low
    return IntegerBe(pos, value)


@inlined
def skip_integer_be(buffer, start, pos, end, num_bytes):
    if num_bytes == 5:
        pos += 1
    if num_bytes == 6:
        pos += 2
    if num_bytes == 7:
        pos += 3
    if num_bytes == 8:
        pos += 4
    if num_bytes == 1:
        pos += 1
    if num_bytes == 2:
        pos += 2
    if num_bytes == 3:
        pos += 3
    if num_bytes >= 4:
        pos += 4
    if pos > end:
        return -1
    return pos
