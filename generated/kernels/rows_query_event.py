"""Kernels of ksy/rows_query_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import write_literal, write_text


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


@shared
def show_rows_query_event(buffer, start, pos, end, len_post_header, _out, _at):
    if len_post_header > 0:
        return (-1, -1)
    if end - pos < 1:
        return (-1, -1)
    pos += 1
    _at = write_literal(_out, _at, '{"query": ')
    query_ofs = pos
    query_len = end - pos
    pos = query_ofs + query_len
    _at = write_text(_out, _at, buffer, query_ofs, query_len)
    if _at < 0:
        return (pos, _at)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
