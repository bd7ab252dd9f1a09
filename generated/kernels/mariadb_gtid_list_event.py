"""Kernels of ksy/mariadb_gtid_list_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u4le


@inlined
def read_mariadb_gtid(buffer, start, pos, end):
    """mariadb_gtid_list_event.ksy: /types/mariadb_gtid"""
    if end - pos < 16:
        return -1
    pos += 4
    pos += 4
    pos += 8
    return pos


@inlined
def read_mariadb_gtid_list_event(buffer, start, pos, end, len_post_header):
    if end - pos < 4:
        return -1
    num_gtids_and_flags = u4le(buffer, pos)
    pos += 4
    if not len_post_header >= 4:
        return -1
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 4:
        post_header_rest_len = len_post_header - 4
        if not 0 <= post_header_rest_len <= end - pos:
            return -1
        post_header_rest_ofs = pos
        pos = post_header_rest_ofs + post_header_rest_len
    num_gtids = num_gtids_and_flags & 0xfffffff
    for index in range(num_gtids):
        pos = read_mariadb_gtid(buffer, start, pos, end)
        if pos < 0:
            return -1
    rest_ofs = rest_len = 0
    if not pos >= end:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    return pos
