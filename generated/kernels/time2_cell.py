"""Kernels of ksy/time2_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .integer_be import read_integer_be, skip_integer_be


@inlined
def skip_time2_cell(buffer, start, pos, end, num_digits):
    len_fraction = num_digits + 1 >> 1
    pos = skip_integer_be(buffer, start, pos, end, 3 + len_fraction)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos


class Time2Cell(NamedTuple):
    pos: int
    is_negative: bool
    hour: int
    minute: int
    second: int
    microsecond: int

NO_TIME2_CELL = Time2Cell(-1, False, 0, 0, 0, 0)


@inlined
def read_time2_cell(buffer, start, pos, end, num_digits):
    len_fraction = num_digits + 1 >> 1
    raw = read_integer_be(buffer, start, pos, end, 3 + len_fraction)
    pos = raw.pos
    if pos < 0:
        return NO_TIME2_CELL
    num_fractions = 1 if len_fraction == 0 else 0x100 if len_fraction == 1 else 0x10000 if len_fraction == 2 else 0x1000000
    zero = 0x800000 * num_fractions
    is_negative = raw.value < zero
    magnitude = zero - raw.value if is_negative else raw.value - zero
    hour = magnitude // num_fractions >> 12 & 0x3ff
    minute = magnitude // num_fractions >> 6 & 0x3f
    second = magnitude // num_fractions & 0x3f
    microsecond = magnitude % num_fractions * (10000 if len_fraction == 1 else 100 if len_fraction == 2 else 1)
    return Time2Cell(pos, is_negative, hour, minute, second, microsecond)
