"""Kernels of ksy/time_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .integer_le import read_integer_le, skip_integer_le


@inlined
def skip_time_cell(buffer, start, pos, end):
    pos = skip_integer_le(buffer, start, pos, end, 3)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos


class TimeCell(NamedTuple):
    pos: int
    is_negative: bool
    hour: int
    minute: int
    second: int

NO_TIME_CELL = TimeCell(-1, False, 0, 0, 0)


@inlined
def read_time_cell(buffer, start, pos, end):
    raw = read_integer_le(buffer, start, pos, end, 3)
    pos = raw.pos
    if pos < 0:
        return NO_TIME_CELL
    is_negative = raw.value >= 0x800000
    magnitude = 0x1000000 - raw.value if is_negative else raw.value
    hour = magnitude // 10000
    minute = magnitude // 100 % 100
    second = magnitude % 100
    return TimeCell(pos, is_negative, hour, minute, second)
