"""Kernels of ksy/datetime_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u8le


class DatetimeCell(NamedTuple):
    pos: int
    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int

NO_DATETIME_CELL = DatetimeCell(-1, 0, 0, 0, 0, 0, 0)


@inlined
def read_datetime_cell(buffer, start, pos, end):
    if end - pos < 8:
        return NO_DATETIME_CELL
    raw = u8le(buffer, pos)
    pos += 8
    date = raw // 1000000
    year = date // 10000
    month = date // 100 % 100
    day = date % 100
    time = raw - date * 1000000
    hour = time // 10000
    minute = time // 100 % 100
    second = time % 100
    return DatetimeCell(pos, year, month, day, hour, minute, second)


@inlined
def skip_datetime_cell(buffer, start, pos, end):
    pos += 8
    if pos > end:
        return -1
    return pos
