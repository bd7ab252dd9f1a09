"""Kernels of ksy/binlog_table_id.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u2le, u4le


class BinlogTableId(NamedTuple):
    pos: int
    value: int

NO_BINLOG_TABLE_ID = BinlogTableId(-1, 0)


@inlined
def read_binlog_table_id(buffer, start, pos, end, len_post_header):
    if end - pos < 4:
        return NO_BINLOG_TABLE_ID
    low = u4le(buffer, pos)
    pos += 4
    if not (len_post_header == 6 or len_post_header >= 8):
        return NO_BINLOG_TABLE_ID
    high = 0
    if len_post_header != 6:
        if end - pos < 2:
            return NO_BINLOG_TABLE_ID
        high = u2le(buffer, pos)
        pos += 2
    value = low if len_post_header == 6 else low + high * 0x100000000
    return BinlogTableId(pos, value)


@inlined
def skip_binlog_table_id(buffer, start, pos, end, len_post_header):
    pos += 4
    if len_post_header != 6:
        pos += 2
    if pos > end:
        return -1
    return pos
