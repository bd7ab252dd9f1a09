"""Kernels of ksy/query_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1, u2le, u4le
from .mariadb_compressed import NO_MARIADB_COMPRESSED, read_mariadb_compressed
from .query_status_vars import read_query_status_vars


class QueryEvent(NamedTuple):
    pos: int
    thread_id: int
    seconds: int
    error_code: int
    status_vars_ofs: int
    status_vars_len: int
    database_ofs: int
    database_len: int
    query_ofs: int
    query_len: int
    compressed_query: Any


@inlined
def read_query_event(buffer, start, pos, end, is_compressed, len_post_header):
    if end - pos < 11:
        return QueryEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_MARIADB_COMPRESSED)
    thread_id = u4le(buffer, pos)
    pos += 4
    if not len_post_header >= 11:
        return QueryEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_MARIADB_COMPRESSED)
    seconds = u4le(buffer, pos)
    pos += 4
    len_database = u1(buffer, pos)
    pos += 1
    error_code = u2le(buffer, pos)
    pos += 2
    has_status_vars = len_post_header >= 13
    len_status_vars = 0
    if has_status_vars:
        if end - pos < 2:
            return QueryEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_MARIADB_COMPRESSED)
        len_status_vars = u2le(buffer, pos)
        pos += 2
    len_known_post_header = 13 if has_status_vars else 11
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > len_known_post_header:
        post_header_rest_len = len_post_header - len_known_post_header
        if not 0 <= post_header_rest_len <= end - pos:
            return QueryEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_MARIADB_COMPRESSED)
        post_header_rest_ofs = pos
        pos = post_header_rest_ofs + post_header_rest_len
    status_vars_ofs = status_vars_len = 0
    if has_status_vars:
        if not 0 <= len_status_vars <= end - pos:
            return QueryEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_MARIADB_COMPRESSED)
        status_vars_ofs = pos
        status_vars_len = len_status_vars
        pos = read_query_status_vars(buffer, status_vars_ofs, pos, status_vars_ofs + status_vars_len)
        if pos < 0:
            return QueryEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_MARIADB_COMPRESSED)
        pos = status_vars_ofs + status_vars_len
    if not 0 <= len_database <= end - pos:
        return QueryEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_MARIADB_COMPRESSED)
    database_ofs = pos
    database_len = len_database
    pos = database_ofs + database_len
    if end - pos < 1:
        return QueryEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_MARIADB_COMPRESSED)
    if u1(buffer, pos + 0) != 0:
        return QueryEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_MARIADB_COMPRESSED)
    pos += 1
    query_ofs = query_len = 0
    if not is_compressed:
        query_ofs = pos
        query_len = end - pos
        pos = query_ofs + query_len
    compressed_query = NO_MARIADB_COMPRESSED
    if is_compressed:
        compressed_query_ofs = pos
        compressed_query_len = end - pos
        compressed_query = read_mariadb_compressed(buffer, compressed_query_ofs, pos, compressed_query_ofs + compressed_query_len)
        pos = compressed_query.pos
        if pos < 0:
            return QueryEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_MARIADB_COMPRESSED)
        pos = compressed_query_ofs + compressed_query_len
    return QueryEvent(pos, thread_id, seconds, error_code, status_vars_ofs, status_vars_len, database_ofs, database_len, query_ofs, query_len, compressed_query)
