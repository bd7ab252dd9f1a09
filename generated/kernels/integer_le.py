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
    low = 0
    if num_bytes > 0:
        if (4 if num_bytes > 4 else num_bytes) == 1:
            if end - pos < 1:
                return NO_INTEGER_LE
            low = u1(buffer, pos)
            pos += 1
        elif (4 if num_bytes > 4 else num_bytes) == 2:
            if end - pos < 2:
                return NO_INTEGER_LE
            low = u2le(buffer, pos)
            pos += 2
        elif (4 if num_bytes > 4 else num_bytes) == 3:
            if end - pos < 3:
                return NO_INTEGER_LE
            low = b24le(buffer, pos)
            pos += 3
        elif (4 if num_bytes > 4 else num_bytes) == 4:
            if end - pos < 4:
                return NO_INTEGER_LE
            low = u4le(buffer, pos)
            pos += 4
        else:
            low = 0
    high = 0
    if num_bytes > 4:
        if num_bytes - 4 == 1:
            if end - pos < 1:
                return NO_INTEGER_LE
            high = u1(buffer, pos)
            pos += 1
        elif num_bytes - 4 == 2:
            if end - pos < 2:
                return NO_INTEGER_LE
            high = u2le(buffer, pos)
            pos += 2
        elif num_bytes - 4 == 3:
            if end - pos < 3:
                return NO_INTEGER_LE
            high = b24le(buffer, pos)
            pos += 3
        elif num_bytes - 4 == 4:
            if end - pos < 4:
                return NO_INTEGER_LE
            high = u4le(buffer, pos)
            pos += 4
        else:
            high = 0
    value = 0 if num_bytes == 0 else low + high * 0x100000000 if num_bytes > 4 else low
    return IntegerLe(pos, value)


@inlined
def skip_integer_le(buffer, start, pos, end, num_bytes):
    if num_bytes > 0:
        if (4 if num_bytes > 4 else num_bytes) == 1:
            pos += 1
        elif (4 if num_bytes > 4 else num_bytes) == 2:
            pos += 2
        elif (4 if num_bytes > 4 else num_bytes) == 3:
            pos += 3
        elif (4 if num_bytes > 4 else num_bytes) == 4:
            pos += 4
    if num_bytes > 4:
        if num_bytes - 4 == 1:
            pos += 1
        elif num_bytes - 4 == 2:
            pos += 2
        elif num_bytes - 4 == 3:
            pos += 3
        elif num_bytes - 4 == 4:
            pos += 4
    if pos > end:
        return -1
    return pos
