"""Kernels of ksy/annotate_rows_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined


@inlined
def read_annotate_rows_event(buffer, start, pos, end):
    query_ofs = pos
    query_len = end - pos
    pos = query_ofs + query_len
    return pos
