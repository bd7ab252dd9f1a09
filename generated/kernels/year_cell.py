"""Kernels of ksy/year_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1


@inlined
def skip_year_cell(buffer, start, pos, end):
    pos += 1
    if pos > end:
        return -1
    return pos


class YearCell(NamedTuple):
    pos: int
    value: int

NO_YEAR_CELL = YearCell(-1, 0)


@inlined
def read_year_cell(buffer, start, pos, end):
    if end - pos < 1:
        return NO_YEAR_CELL
    raw = u1(buffer, pos)
    pos += 1
    value = 0 if raw == 0 else 1900 + raw
    return YearCell(pos, value)
