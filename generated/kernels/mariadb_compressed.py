"""Kernels of ksy/mariadb_compressed.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from .integer_be import read_integer_be


class MariadbCompressed(NamedTuple):
    pos: int
    len_uncompressed_value: int
    data_ofs: int
    data_len: int

NO_MARIADB_COMPRESSED = MariadbCompressed(-1, 0, 0, 0)


@inlined
def read_mariadb_compressed(buffer, start, pos, end):
    if end - pos < 1:
        return NO_MARIADB_COMPRESSED
    bits = u1(buffer, pos)
    pos += 1
    is_compressed = bits >> 7 & 1 != 0
    if is_compressed != 1:
        return NO_MARIADB_COMPRESSED
    method = bits >> 4 & 7
    if not method == 0:
        return NO_MARIADB_COMPRESSED
    num_length_bytes = bits & 15
    if num_length_bytes > 8:
        return NO_MARIADB_COMPRESSED
    len_uncompressed = read_integer_be(buffer, start, pos, end, num_length_bytes)
    pos = len_uncompressed.pos
    if pos < 0:
        return NO_MARIADB_COMPRESSED
    data_ofs = pos
    data_len = end - pos
    pos = data_ofs + data_len
    return MariadbCompressed(pos, len_uncompressed.value, data_ofs, data_len)
