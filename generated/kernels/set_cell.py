"""Kernels of ksy/set_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .binlog_bitmap import BinlogBitmap, read_binlog_bitmap, skip_binlog_bitmap


@inlined
def skip_set_cell(buffer, start, pos, end, num_bytes):
    pos = skip_binlog_bitmap(buffer, start, pos, end, num_bytes * 8)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos


class SetCell(NamedTuple):
    pos: int
    members: Any


@inlined
def read_set_cell(buffer, start, pos, end, num_bytes, members_bits_at, members_bits_is_set, members_bits_num_set_before):
    members = read_binlog_bitmap(buffer, start, pos, end, num_bytes * 8, members_bits_at, members_bits_is_set, members_bits_num_set_before)
    pos = members.pos
    if pos < 0:
        return SetCell(-1, BinlogBitmap(-1, 0, members_bits_at, members_bits_is_set, members_bits_num_set_before))
    return SetCell(pos, members)
