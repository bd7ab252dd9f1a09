"""Kernels of ksy/annotate_rows_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined


class AnnotateRowsEvent(NamedTuple):
    pos: int
    query_ofs: int
    query_len: int

NO_ANNOTATE_ROWS_EVENT = AnnotateRowsEvent(-1, 0, 0)


@inlined
def read_annotate_rows_event(buffer, start, pos, end):
    query_ofs = pos
    query_len = end - pos
    pos = query_ofs + query_len
    return AnnotateRowsEvent(pos, query_ofs, query_len)
