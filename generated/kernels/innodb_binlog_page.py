"""Kernels of ksy/innodb_binlog_page.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1, u2le, u4le
from .innodb_binlog_record import (
    RECORD_TYPE_DUMMY,
    RECORD_TYPE_EMPTY,
    RECORD_TYPE_FILLER,
    RECORD_TYPE_GTID_STATE,
)


class PageEnd(NamedTuple):
    pos: int
    len_covered: int
    crc32c: int

NO_PAGE_END = PageEnd(-1, 0, 0)


@inlined
def read_page_end(buffer, start, pos, end):
    """innodb_binlog_page.ksy: /types/page_end"""
    len_covered = end - start - 4
    crc32c_before = pos
    pos = start + len_covered
    if not start <= pos <= end:
        return NO_PAGE_END
    if end - pos < 4:
        return NO_PAGE_END
    crc32c = u4le(buffer, pos)
    pos += 4
    pos = crc32c_before
    return PageEnd(pos, len_covered, crc32c)


class Chunk(NamedTuple):
    pos: int
    is_continuation: bool
    is_last: bool
    type: int
    has_data: bool
    data_ofs: int
    data_len: int
    may_interrupt: bool
    ends_page: bool

NO_CHUNK = Chunk(-1, False, False, 0, False, 0, 0, False, False)


@inlined
def read_chunk(buffer, start, pos, end, offset):
    """innodb_binlog_page.ksy: /types/chunk"""
    if end - pos < 1:
        return NO_CHUNK
    bits = u1(buffer, pos)
    pos += 1
    is_continuation = bits >> 7 & 1 != 0
    is_last = bits >> 6 & 1 != 0
    type = bits & 63
    has_data = type != RECORD_TYPE_EMPTY and type != RECORD_TYPE_FILLER
    len_data = 0
    if has_data:
        if end - pos < 2:
            return NO_CHUNK
        len_data = u2le(buffer, pos)
        pos += 2
    data_ofs = data_len = 0
    if has_data:
        if not 0 <= len_data <= end - pos:
            return NO_CHUNK
        data_ofs = pos
        data_len = len_data
        pos = data_ofs + data_len
    may_interrupt = type == RECORD_TYPE_GTID_STATE or type == RECORD_TYPE_DUMMY
    len_head = 1 + 2
    ofs_next = offset + len_head + (len_data if has_data else 0)
    len_min = 4
    ends_page = not has_data or ofs_next + len_min > end - start - 4
    return Chunk(pos, is_continuation, is_last, type, has_data, data_ofs, data_len, may_interrupt, ends_page)
