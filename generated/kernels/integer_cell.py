"""Kernels of ksy/integer_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import s4le, u4le
from .integer_le import read_integer_le, skip_integer_le


class IntegerCell(NamedTuple):
    pos: int
    value: int

NO_INTEGER_CELL = IntegerCell(-1, 0)


@inlined
def read_integer_cell(buffer, start, pos, end, num_bytes, is_unsigned):
    low = read_integer_le(buffer, start, pos, end, 4 if num_bytes == 8 else num_bytes)
    pos = low.pos
    if pos < 0:
        return NO_INTEGER_CELL
    high_unsigned = 0
    if num_bytes == 8 and is_unsigned:
        if end - pos < 4:
            return NO_INTEGER_CELL
        high_unsigned = u4le(buffer, pos)
        pos += 4
    high_signed = 0
    if num_bytes == 8 and (not is_unsigned):
        if end - pos < 4:
            return NO_INTEGER_CELL
        high_signed = s4le(buffer, pos)
        pos += 4
    high = (high_unsigned if is_unsigned else high_signed) if num_bytes == 8 else 0
    num_values = 0x100 if num_bytes == 1 else 0x10000 if num_bytes == 2 else 0x1000000 if num_bytes == 3 else 0x100000000
    value = low.value + high * num_values if num_bytes == 8 else low.value if is_unsigned or low.value < num_values >> 1 else low.value - num_values
    return IntegerCell(pos, value)


@inlined
def skip_integer_cell(buffer, start, pos, end, num_bytes, is_unsigned):
    pos = skip_integer_le(buffer, start, pos, end, 4 if num_bytes == 8 else num_bytes)
    if pos < 0:
        return -1
    if num_bytes == 8 and is_unsigned:
        pos += 4
    if num_bytes == 8 and (not is_unsigned):
        pos += 4
    if pos > end:
        return -1
    return pos
