"""Kernels of ksy/packed_integer.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from .integer_le import NO_INTEGER_LE, read_integer_le, skip_integer_le


class PackedInteger(NamedTuple):
    pos: int
    value: int
    len_stored: int

NO_PACKED_INTEGER = PackedInteger(-1, 0, 0)


@inlined
def read_packed_integer(buffer, start, pos, end):
    if end - pos < 1:
        return NO_PACKED_INTEGER
    first = u1(buffer, pos)
    pos += 1
    if not (first != 251 and first != 255):
        return NO_PACKED_INTEGER
    rest = NO_INTEGER_LE
    if first > 251:
        rest = read_integer_le(buffer, start, pos, end, 2 if first == 252 else 3 if first == 253 else 8)
        pos = rest.pos
        if pos < 0:
            return NO_PACKED_INTEGER
    value = rest.value if first > 251 else first
    len_stored = 1 if first < 252 else 3 if first == 252 else 4 if first == 253 else 9
    return PackedInteger(pos, value, len_stored)


@inlined
def skip_packed_integer(buffer, start, pos, end):
    if end - pos < 1:
        return -1
    first = u1(buffer, pos)
    pos += 1
    if first > 251:
        pos = skip_integer_le(buffer, start, pos, end, 2 if first == 252 else 3 if first == 253 else 8)
        if pos < 0:
            return -1
    if pos > end:
        return -1
    return pos
