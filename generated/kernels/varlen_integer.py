"""Kernels of ksy/varlen_integer.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from .integer_le import read_integer_le, skip_integer_le


class VarlenInteger(NamedTuple):
    pos: int
    value: int
    signed_value: int

NO_VARLEN_INTEGER = VarlenInteger(-1, 0, 0)


@inlined
def read_varlen_integer(buffer, start, pos, end):
    if end - pos < 1:
        return NO_VARLEN_INTEGER
    first = u1(buffer, pos)
    pos += 1
    num_rest = 0 if first & 1 == 0 else 1 if first & 3 == 1 else 2 if first & 7 == 3 else 3 if first & 0xf == 7 else 4 if first & 0x1f == 0xf else 5 if first & 0x3f == 0x1f else 6 if first & 0x7f == 0x3f else 7 if first == 0x7f else 8
    rest = read_integer_le(buffer, start, pos, end, num_rest)
    pos = rest.pos
    if pos < 0:
        return NO_VARLEN_INTEGER
    num_first = 128 if num_rest == 0 else 64 if num_rest == 1 else 32 if num_rest == 2 else 16 if num_rest == 3 else 8 if num_rest == 4 else 4 if num_rest == 5 else 2 if num_rest == 6 else 1
    value = rest.value if num_rest == 8 else first // (256 // num_first) + rest.value * num_first
    half = (value - (value & 1) >> 1) + 0x4000000000000000 + 0x4000000000000000 if value < 0 else value - (value & 1) >> 1
    signed_value = half if value & 1 == 0 else -half - 1
    return VarlenInteger(pos, value, signed_value)


@inlined
def skip_varlen_integer(buffer, start, pos, end):
    if end - pos < 1:
        return -1
    first = u1(buffer, pos)
    pos += 1
    num_rest = 0 if first & 1 == 0 else 1 if first & 3 == 1 else 2 if first & 7 == 3 else 3 if first & 0xf == 7 else 4 if first & 0x1f == 0xf else 5 if first & 0x3f == 0x1f else 6 if first & 0x7f == 0x3f else 7 if first == 0x7f else 8
    pos = skip_integer_le(buffer, start, pos, end, num_rest)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos
