"""Kernels of ksy/rows_query_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined


@inlined
def read_rows_query_event(buffer, start, pos, end):
    if end - pos < 1:
        return -1
    pos += 1
    query_ofs = pos
    query_len = end - pos
    pos = query_ofs + query_len
    return pos
