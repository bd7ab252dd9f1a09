"""Kernels of ksy/enum_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .integer_le import read_integer_le, skip_integer_le


class EnumCell(NamedTuple):
    pos: int
    index: int

NO_ENUM_CELL = EnumCell(-1, 0)


@inlined
def read_enum_cell(buffer, start, pos, end, num_bytes):
    raw = read_integer_le(buffer, start, pos, end, num_bytes)
    pos = raw.pos
    if pos < 0:
        return NO_ENUM_CELL
    index = raw.value
    return EnumCell(pos, index)


@inlined
def skip_enum_cell(buffer, start, pos, end, num_bytes):
    pos = skip_integer_le(buffer, start, pos, end, num_bytes)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos
