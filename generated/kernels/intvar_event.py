"""Kernels of ksy/intvar_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1, u8le


class IntvarEvent(NamedTuple):
    pos: int
    type: int
    value: int
    rest_ofs: int
    rest_len: int

NO_INTVAR_EVENT = IntvarEvent(-1, 0, 0, 0, 0)


@inlined
def read_intvar_event(buffer, start, pos, end, len_post_header):
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0:
        if not 0 <= len_post_header <= end - pos:
            return NO_INTVAR_EVENT
        post_header_rest_ofs = pos
        post_header_rest_len = len_post_header
        pos = post_header_rest_ofs + post_header_rest_len
    if end - pos < 9:
        return NO_INTVAR_EVENT
    type = u1(buffer, pos)
    pos += 1
    if not 0 <= type <= 2:
        return NO_INTVAR_EVENT
    value = u8le(buffer, pos)
    pos += 8
    rest_ofs = rest_len = 0
    if not pos >= end:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    return IntvarEvent(pos, type, value, rest_ofs, rest_len)
