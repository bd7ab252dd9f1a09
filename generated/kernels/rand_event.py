"""Kernels of ksy/rand_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import write_literal, write_unsigned
from binlog_kaitai.kernels.runtime.stream import u8le


class RandEvent(NamedTuple):
    pos: int
    seed1: int
    seed2: int
    rest_ofs: int
    rest_len: int

NO_RAND_EVENT = RandEvent(-1, 0, 0, 0, 0)


@inlined
def read_rand_event(buffer, start, pos, end, len_post_header):
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0:
        if not 0 <= len_post_header <= end - pos:
            return NO_RAND_EVENT
        post_header_rest_ofs = pos
        post_header_rest_len = len_post_header
        pos = post_header_rest_ofs + post_header_rest_len
    if end - pos < 16:
        return NO_RAND_EVENT
    seed1 = u8le(buffer, pos)
    pos += 8
    seed2 = u8le(buffer, pos)
    pos += 8
    rest_ofs = rest_len = 0
    if not pos >= end:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    return RandEvent(pos, seed1, seed2, rest_ofs, rest_len)


@shared
def show_rand_event(buffer, start, pos, end, len_post_header, _out, _at):
    if len_post_header > 0:
        return (-1, -1)
    if end - pos < 16:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"seed1": ')
    seed1 = u8le(buffer, pos)
    pos += 8
    _at = write_unsigned(_out, _at, seed1)
    _at = write_literal(_out, _at, ', "seed2": ')
    seed2 = u8le(buffer, pos)
    pos += 8
    _at = write_unsigned(_out, _at, seed2)
    if not pos >= end:
        return (-1, -1)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
