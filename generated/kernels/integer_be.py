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
    high = 0
    if num_bytes > 4:
        if num_bytes - 4 == 1:
            if end - pos < 1:
                return NO_INTEGER_BE
            high = u1(buffer, pos)
            pos += 1
        elif num_bytes - 4 == 2:
            if end - pos < 2:
                return NO_INTEGER_BE
            high = u2be(buffer, pos)
            pos += 2
        elif num_bytes - 4 == 3:
            if end - pos < 3:
                return NO_INTEGER_BE
            high = b24be(buffer, pos)
            pos += 3
        elif num_bytes - 4 == 4:
            if end - pos < 4:
                return NO_INTEGER_BE
            high = u4be(buffer, pos)
            pos += 4
        else:
            high = 0
    low = 0
    if num_bytes > 0:
        if (4 if num_bytes > 4 else num_bytes) == 1:
            if end - pos < 1:
                return NO_INTEGER_BE
            low = u1(buffer, pos)
            pos += 1
        elif (4 if num_bytes > 4 else num_bytes) == 2:
            if end - pos < 2:
                return NO_INTEGER_BE
            low = u2be(buffer, pos)
            pos += 2
        elif (4 if num_bytes > 4 else num_bytes) == 3:
            if end - pos < 3:
                return NO_INTEGER_BE
            low = b24be(buffer, pos)
            pos += 3
        elif (4 if num_bytes > 4 else num_bytes) == 4:
            if end - pos < 4:
                return NO_INTEGER_BE
            low = u4be(buffer, pos)
            pos += 4
        else:
            low = 0
    value = 0 if num_bytes == 0 else low + high * 0x100000000 if num_bytes > 4 else low
    return IntegerBe(pos, value)


@inlined
def skip_integer_be(buffer, start, pos, end, num_bytes):
    if num_bytes > 4:
        if num_bytes - 4 == 1:
            pos += 1
        elif num_bytes - 4 == 2:
            pos += 2
        elif num_bytes - 4 == 3:
            pos += 3
        elif num_bytes - 4 == 4:
            pos += 4
    if num_bytes > 0:
        if (4 if num_bytes > 4 else num_bytes) == 1:
            pos += 1
        elif (4 if num_bytes > 4 else num_bytes) == 2:
            pos += 2
        elif (4 if num_bytes > 4 else num_bytes) == 3:
            pos += 3
        elif (4 if num_bytes > 4 else num_bytes) == 4:
            pos += 4
    if pos > end:
        return -1
    return pos
