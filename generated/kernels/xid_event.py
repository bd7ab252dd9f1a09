"""Kernels of ksy/xid_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined


@inlined
def read_xid_event(buffer, start, pos, end):
    if end - pos < 8:
        return -1
    pos += 8
    return pos
