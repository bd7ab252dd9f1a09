"""Kernels of ksy/xid_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u8le


class XidEvent(NamedTuple):
    pos: int
    xid: int

NO_XID_EVENT = XidEvent(-1, 0)


@inlined
def read_xid_event(buffer, start, pos, end):
    if end - pos < 8:
        return NO_XID_EVENT
    xid = u8le(buffer, pos)
    pos += 8
    return XidEvent(pos, xid)
