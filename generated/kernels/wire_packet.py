"""Kernels of ksy/wire_packet.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1, u2le


class WireHeader(NamedTuple):
    pos: int
    len_body: int
    goes_on: bool

NO_WIRE_HEADER = WireHeader(-1, 0, False)


@inlined
def read_wire_header(buffer, start, pos, end):
    """wire_packet.ksy: /types/wire_header"""
    if end - pos < 4:
        return NO_WIRE_HEADER
    len_low = u2le(buffer, pos)
    pos += 2
    len_high = u1(buffer, pos)
    pos += 1
    pos += 1
    len_body = len_low + len_high * 0x10000
    goes_on = len_body == 0xffffff
    return WireHeader(pos, len_body, goes_on)
