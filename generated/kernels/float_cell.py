"""Kernels of ksy/float_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import f4le


class FloatCell(NamedTuple):
    pos: int
    value: float

NO_FLOAT_CELL = FloatCell(-1, 0.0)


@inlined
def read_float_cell(buffer, start, pos, end):
    if end - pos < 4:
        return NO_FLOAT_CELL
    value = f4le(buffer, pos)
    pos += 4
    return FloatCell(pos, value)


@inlined
def skip_float_cell(buffer, start, pos, end):
    pos += 4
    if pos > end:
        return -1
    return pos
