"""Kernels of ksy/vector_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import f4le
from .integer_le import read_integer_le


@inlined
def skip_vector_cell(buffer, start, pos, end, pack_length):
    len_value = read_integer_le(buffer, start, pos, end, pack_length)
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


class VectorCell(NamedTuple):
    pos: int
    value_ofs: int
    value_len: int

NO_VECTOR_CELL = VectorCell(-1, 0, 0)


@inlined
def read_vector_cell(buffer, start, pos, end, pack_length):
    len_value = read_integer_le(buffer, start, pos, end, pack_length)
    pos = len_value.pos
    if pos < 0:
        return NO_VECTOR_CELL
    value_len = len_value.value
    if not 0 <= value_len <= end - pos:
        return NO_VECTOR_CELL
    value_ofs = pos
    pos = value_ofs + value_len
    return VectorCell(pos, value_ofs, value_len)


class VectorValue(NamedTuple):
    pos: int
    items_at: int
    items_value: Any
    items_size: int


@inlined
def read_vector_value(buffer, start, pos, end, items_at, items_value):
    """vector_cell.ksy: /types/vector_value"""
    index = -1
    items_last = 0.0
    while pos < end:
        index += 1
        if items_at + index >= len(items_value):
            return VectorValue(-1, items_at, items_value, 0)
        if end - pos < 4:
            return VectorValue(-1, items_at, items_value, 0)
        items_last = f4le(buffer, pos)
        pos += 4
        items_value[items_at + index] = items_last
    num_items = index + 1
    return VectorValue(pos, items_at, items_value, num_items)
