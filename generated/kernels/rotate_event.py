"""Kernels of ksy/rotate_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
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
