"""Kernels of ksy/binlog_bitmap.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1


class BitmapBit(NamedTuple):
    pos: int
    is_set: bool
    num_set_before: int
    num_set: int

NO_BITMAP_BIT = BitmapBit(-1, False, 0, 0)


@inlined
def read_bitmap_bit(buffer, start, pos, end, is_set, num_set_before):
    """binlog_bitmap.ksy: /types/bitmap_bit"""
    num_set = num_set_before + (1 if is_set else 0)
    return BitmapBit(pos, is_set, num_set_before, num_set)


class BinlogBitmap(NamedTuple):
    pos: int
    num_set: int
    bits_at: int
    bits_is_set: Any
    bits_num_set_before: Any


@inlined
def read_binlog_bitmap(buffer, start, pos, end, num_bits, bits_at, bits_is_set, bits_num_set_before):
    bytes_len = num_bits + 7 >> 3
    if not 0 <= bytes_len <= end - pos:
        return BinlogBitmap(-1, 0, bits_at, bits_is_set, bits_num_set_before)
    bytes_ofs = pos
    pos = bytes_ofs + bytes_len
    if not num_bits <= 4096:
        return BinlogBitmap(-1, 0, bits_at, bits_is_set, bits_num_set_before)
    if bits_at + num_bits > len(bits_is_set):
        return BinlogBitmap(-1, 0, bits_at, bits_is_set, bits_num_set_before)
    bits_last = NO_BITMAP_BIT
    for index in range(num_bits):
        bits_last = read_bitmap_bit(buffer, start, pos, end, u1(buffer, bytes_ofs + (index >> 3)) >> (index & 7) & 1 == 1, 0 if index == 0 else bits_last.num_set)
        pos = bits_last.pos
        if pos < 0:
            return BinlogBitmap(-1, 0, bits_at, bits_is_set, bits_num_set_before)
        bits_is_set[bits_at + index] = bits_last.is_set
        bits_num_set_before[bits_at + index] = bits_last.num_set_before
    num_set = 0 if num_bits == 0 else bits_last.num_set
    return BinlogBitmap(pos, num_set, bits_at, bits_is_set, bits_num_set_before)


@inlined
def skip_bitmap_bit(buffer, start, pos, end):
    """binlog_bitmap.ksy: /types/bitmap_bit"""
    if pos > end:
        return -1
    return pos


@inlined
def skip_binlog_bitmap(buffer, start, pos, end, num_bits):
    bytes_len = num_bits + 7 >> 3
    if not 0 <= bytes_len <= end - pos:
        return -1
    pos += bytes_len
    for index in range(num_bits):
        pos = skip_bitmap_bit(buffer, start, pos, end)
        if pos < 0:
            return -1
    if pos > end:
        return -1
    return pos
