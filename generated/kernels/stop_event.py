"""Kernels of ksy/stop_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined


@inlined
def read_stop_event(buffer, start, pos, end):
    rest_ofs = pos
    rest_len = end - pos
    pos = rest_ofs + rest_len
    return pos
