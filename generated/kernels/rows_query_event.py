"""Kernels of ksy/rows_query_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined


class RowsQueryEvent(NamedTuple):
    pos: int
    query_ofs: int
    query_len: int

NO_ROWS_QUERY_EVENT = RowsQueryEvent(-1, 0, 0)


@inlined
def read_rows_query_event(buffer, start, pos, end, len_post_header):
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0:
        if not 0 <= len_post_header <= end - pos:
            return NO_ROWS_QUERY_EVENT
        post_header_rest_ofs = pos
        post_header_rest_len = len_post_header
        pos = post_header_rest_ofs + post_header_rest_len
    if end - pos < 1:
        return NO_ROWS_QUERY_EVENT
    pos += 1
    query_ofs = pos
    query_len = end - pos
    pos = query_ofs + query_len
    return RowsQueryEvent(pos, query_ofs, query_len)
