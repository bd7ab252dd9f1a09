"""Kernels of ksy/compressed_value.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from .integer_be import NO_INTEGER_BE, read_integer_be

COMPRESSION_METHOD_NONE = 0


class CompressedValue(NamedTuple):
    pos: int
    is_compressed: bool
    method: int
    is_raw_deflate: bool
    len_uncompressed_value: int
    data_ofs: int
    data_len: int

NO_COMPRESSED_VALUE = CompressedValue(-1, False, 0, False, 0, 0, 0)


@inlined
def read_compressed_value(buffer, start, pos, end):
    header = 0
    if not pos >= end:
        if end - pos < 1:
            return NO_COMPRESSED_VALUE
        header = u1(buffer, pos)
        pos += 1
    method = header >> 4 if end - start > 0 else 0
    is_compressed = end - start > 0 and method != COMPRESSION_METHOD_NONE
    len_uncompressed = NO_INTEGER_BE
    if is_compressed:
        len_uncompressed = read_integer_be(buffer, start, pos, end, header & 7)
        pos = len_uncompressed.pos
        if pos < 0:
            return NO_COMPRESSED_VALUE
    data_ofs = pos
    data_len = end - pos
    pos = data_ofs + data_len
    is_raw_deflate = header & 8 != 0 if end - start > 0 else False
    return CompressedValue(pos, is_compressed, method, is_raw_deflate, len_uncompressed.value, data_ofs, data_len)
