"""Kernels of ksy/xid_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import write_literal, write_unsigned
from binlog_kaitai.kernels.runtime.stream import u8le


class XidEvent(NamedTuple):
    pos: int
    xid: int
    rest_ofs: int
    rest_len: int

NO_XID_EVENT = XidEvent(-1, 0, 0, 0)


@inlined
def read_xid_event(buffer, start, pos, end, len_post_header):
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0:
        if not 0 <= len_post_header <= end - pos:
            return NO_XID_EVENT
        post_header_rest_ofs = pos
        post_header_rest_len = len_post_header
        pos = post_header_rest_ofs + post_header_rest_len
    if end - pos < 8:
        return NO_XID_EVENT
    xid = u8le(buffer, pos)
    pos += 8
    rest_ofs = rest_len = 0
    if not pos >= end:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    return XidEvent(pos, xid, rest_ofs, rest_len)


@shared
def show_xid_event(buffer, start, pos, end, len_post_header, _out, _at):
    if len_post_header > 0:
        return (-1, -1)
    if end - pos < 8:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"xid": ')
    xid = u8le(buffer, pos)
    pos += 8
    _at = write_unsigned(_out, _at, xid)
    if not pos >= end:
        return (-1, -1)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
