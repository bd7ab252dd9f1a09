"""Kernels of ksy/intvar_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import write_literal, write_unsigned
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


@shared
def write_intvar_type(_out, _at, value):
    if value == 0:
        return write_literal(_out, _at, '"invalid"')
    if value == 1:
        return write_literal(_out, _at, '"last_insert_id"')
    if value == 2:
        return write_literal(_out, _at, '"insert_id"')
    return write_unsigned(_out, _at, value)


@shared
def show_intvar_event(buffer, start, pos, end, len_post_header, _out, _at):
    if len_post_header > 0:
        return (-1, -1)
    if end - pos < 9:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"type": ')
    type = u1(buffer, pos)
    pos += 1
    if not 0 <= type <= 2:
        return (-1, -1)
    _at = write_intvar_type(_out, _at, type)
    _at = write_literal(_out, _at, ', "value": ')
    value = u8le(buffer, pos)
    pos += 8
    _at = write_unsigned(_out, _at, value)
    if not pos >= end:
        return (-1, -1)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
