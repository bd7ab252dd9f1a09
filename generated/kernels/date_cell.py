"""Kernels of ksy/date_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .integer_le import read_integer_le, skip_integer_le


class DateCell(NamedTuple):
    pos: int
    year: int
    month: int
    day: int

NO_DATE_CELL = DateCell(-1, 0, 0, 0)


@inlined
def read_date_cell(buffer, start, pos, end):
    raw = read_integer_le(buffer, start, pos, end, 3)
    pos = raw.pos
    if pos < 0:
        return NO_DATE_CELL
    year = raw.value >> 9
    month = raw.value >> 5 & 0xf
    day = raw.value & 0x1f
    return DateCell(pos, year, month, day)


@inlined
def skip_date_cell(buffer, start, pos, end):
    pos = skip_integer_le(buffer, start, pos, end, 3)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos
