"""Kernels of ksy/compressed_blob_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .integer_le import read_integer_le


class CompressedBlobCell(NamedTuple):
    pos: int
    value_ofs: int
    value_len: int

NO_COMPRESSED_BLOB_CELL = CompressedBlobCell(-1, 0, 0)


@inlined
def read_compressed_blob_cell(buffer, start, pos, end, pack_length):
    len_value = read_integer_le(buffer, start, pos, end, pack_length)
    pos = len_value.pos
    if pos < 0:
        return NO_COMPRESSED_BLOB_CELL
    value_len = len_value.value
    if not 0 <= value_len <= end - pos:
        return NO_COMPRESSED_BLOB_CELL
    value_ofs = pos
    pos = value_ofs + value_len
    return CompressedBlobCell(pos, value_ofs, value_len)


@inlined
def skip_compressed_blob_cell(buffer, start, pos, end, pack_length):
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
