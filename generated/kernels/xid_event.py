"""Kernels of ksy/xid_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.machine.jit import inlined
from binlog_kaitai.machine.stream import u8le


@inlined
def read_xid_event(buffer, start, pos, end):
    if end - pos < 8:
        return -1
    xid = u8le(buffer, pos)
    pos += 8
    return pos
