"""Kernels of ksy/double_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import f8le


class DoubleCell(NamedTuple):
    pos: int
    value: float

NO_DOUBLE_CELL = DoubleCell(-1, 0.0)


@inlined
def read_double_cell(buffer, start, pos, end):
    if end - pos < 8:
        return NO_DOUBLE_CELL
    value = f8le(buffer, pos)
    pos += 8
    return DoubleCell(pos, value)


@inlined
def skip_double_cell(buffer, start, pos, end):
    pos += 8
    if pos > end:
        return -1
    return pos
