"""Kernels of ksy/compressed_integer.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from .integer_le import read_integer_le


class CompressedInteger(NamedTuple):
    pos: int
    value: int

NO_COMPRESSED_INTEGER = CompressedInteger(-1, 0)


@inlined
def read_compressed_integer(buffer, start, pos, end):
    if end - pos < 1:
        return NO_COMPRESSED_INTEGER
    first = u1(buffer, pos)
    pos += 1
    num_rest = 8 if first & 7 == 7 else first & 7
    rest = read_integer_le(buffer, start, pos, end, num_rest)
    pos = rest.pos
    if pos < 0:
        return NO_COMPRESSED_INTEGER
    value = (first >> 3) + (rest.value & 0x7ffffffffffffff) * 32
    return CompressedInteger(pos, value)
