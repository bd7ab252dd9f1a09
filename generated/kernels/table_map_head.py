"""Kernels of ksy/table_map_head.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1, u2le
from binlog_kaitai.kernels.runtime.utf8 import is_utf8
from .binlog_table_id import read_binlog_table_id


class TableMapHead(NamedTuple):
    pos: int
    table_id_value: int
    flags: int
    database_ofs: int
    database_len: int
    table_ofs: int
    table_len: int

NO_TABLE_MAP_HEAD = TableMapHead(-1, 0, 0, 0, 0, 0, 0)


@inlined
def read_table_map_head(buffer, start, pos, end, len_post_header):
    table_id = read_binlog_table_id(buffer, start, pos, end, len_post_header)
    pos = table_id.pos
    if pos < 0:
        return NO_TABLE_MAP_HEAD
    if end - pos < 2:
        return NO_TABLE_MAP_HEAD
    flags = u2le(buffer, pos)
    pos += 2
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 8:
        post_header_rest_len = len_post_header - 8
        if not 0 <= post_header_rest_len <= end - pos:
            return NO_TABLE_MAP_HEAD
        post_header_rest_ofs = pos
        pos = post_header_rest_ofs + post_header_rest_len
    if end - pos < 1:
        return NO_TABLE_MAP_HEAD
    len_database = u1(buffer, pos)
    pos += 1
    if not 0 <= len_database <= end - pos:
        return NO_TABLE_MAP_HEAD
    database_ofs = pos
    database_len = len_database
    if not is_utf8(buffer, database_ofs, database_len):
        return NO_TABLE_MAP_HEAD
    pos = database_ofs + database_len
    if end - pos < 1:
        return NO_TABLE_MAP_HEAD
    if u1(buffer, pos + 0) != 0:
        return NO_TABLE_MAP_HEAD
    pos += 1
    if end - pos < 1:
        return NO_TABLE_MAP_HEAD
    len_table = u1(buffer, pos)
    pos += 1
    if not 0 <= len_table <= end - pos:
        return NO_TABLE_MAP_HEAD
    table_ofs = pos
    table_len = len_table
    if not is_utf8(buffer, table_ofs, table_len):
        return NO_TABLE_MAP_HEAD
    pos = table_ofs + table_len
    if end - pos < 1:
        return NO_TABLE_MAP_HEAD
    if u1(buffer, pos + 0) != 0:
        return NO_TABLE_MAP_HEAD
    pos += 1
    return TableMapHead(pos, table_id.value, flags, database_ofs, database_len, table_ofs, table_len)
