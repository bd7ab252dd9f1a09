"""Kernels of ksy/string_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .integer_le import read_integer_le


@inlined
def skip_string_cell(buffer, start, pos, end, max_length):
    len_value = read_integer_le(buffer, start, pos, end, 2 if max_length > 255 else 1)
    pos = len_value.pos
    if pos < 0:
        return -1
    value_len = len_value.value
    if not 0 <= value_len <= end - pos:
        return -1
    pos += value_len
    if pos > end:
        return -1
    return pos


class StringCell(NamedTuple):
    pos: int
    value_ofs: int
    value_len: int

NO_STRING_CELL = StringCell(-1, 0, 0)


@inlined
def read_string_cell(buffer, start, pos, end, max_length):
    len_value = read_integer_le(buffer, start, pos, end, 2 if max_length > 255 else 1)
    pos = len_value.pos
    if pos < 0:
        return NO_STRING_CELL
    value_len = len_value.value
    if not 0 <= value_len <= end - pos:
        return NO_STRING_CELL
    value_ofs = pos
    pos = value_ofs + value_len
    return StringCell(pos, value_ofs, value_len)
