"""Kernels of ksy/rotate_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import write_literal, write_text, write_unsigned
from binlog_kaitai.kernels.runtime.stream import u8le


class RotateEvent(NamedTuple):
    pos: int
    has_position: bool
    position: int
    next_log_ofs: int
    next_log_len: int

NO_ROTATE_EVENT = RotateEvent(-1, False, 0, 0, 0)


@inlined
def read_rotate_event(buffer, start, pos, end, len_post_header):
    has_position = len_post_header >= 8
    position = 0
    if has_position:
        if end - pos < 8:
            return NO_ROTATE_EVENT
        position = u8le(buffer, pos)
        pos += 8
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0 and len_post_header != 8:
        post_header_rest_len = len_post_header - 8 if has_position else len_post_header
        if not 0 <= post_header_rest_len <= end - pos:
            return NO_ROTATE_EVENT
        post_header_rest_ofs = pos
        pos = post_header_rest_ofs + post_header_rest_len
    next_log_ofs = pos
    next_log_len = end - pos
    pos = next_log_ofs + next_log_len
    return RotateEvent(pos, has_position, position, next_log_ofs, next_log_len)


@shared
def show_rotate_event(buffer, start, pos, end, len_post_header, _out, _at):
    _at = write_literal(_out, _at, '{')
    has_position = len_post_header >= 8
    if has_position:
        _at = write_literal(_out, _at, '"position": ')
        if end - pos < 8:
            return (-1, -1)
        position = u8le(buffer, pos)
        pos += 8
        _at = write_unsigned(_out, _at, position)
        _at = write_literal(_out, _at, ', ')
    if len_post_header > 0 and len_post_header != 8:
        return (-1, -1)
    _at = write_literal(_out, _at, '"next_log": ')
    next_log_ofs = pos
    next_log_len = end - pos
    pos = next_log_ofs + next_log_len
    _at = write_text(_out, _at, buffer, next_log_ofs, next_log_len)
    if _at < 0:
        return (pos, _at)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
