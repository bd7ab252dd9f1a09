"""Kernels of ksy/xa_prepare_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import (
    write_int,
    write_literal,
    write_printable,
    write_unsigned,
)
from binlog_kaitai.kernels.runtime.stream import s4le, u1, u4le


class XaPrepareEvent(NamedTuple):
    pos: int
    is_one_phase: int
    format_id: int
    global_id_ofs: int
    global_id_len: int
    branch_ofs: int
    branch_len: int
    rest_ofs: int
    rest_len: int

NO_XA_PREPARE_EVENT = XaPrepareEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0)


@inlined
def read_xa_prepare_event(buffer, start, pos, end, len_post_header):
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0:
        if not 0 <= len_post_header <= end - pos:
            return NO_XA_PREPARE_EVENT
        post_header_rest_ofs = pos
        post_header_rest_len = len_post_header
        pos = post_header_rest_ofs + post_header_rest_len
    if end - pos < 13:
        return NO_XA_PREPARE_EVENT
    is_one_phase = u1(buffer, pos)
    pos += 1
    format_id = s4le(buffer, pos)
    pos += 4
    len_global_id = u4le(buffer, pos)
    pos += 4
    len_branch = u4le(buffer, pos)
    pos += 4
    if not 0 <= len_global_id <= end - pos:
        return NO_XA_PREPARE_EVENT
    global_id_ofs = pos
    global_id_len = len_global_id
    pos = global_id_ofs + global_id_len
    if not 0 <= len_branch <= end - pos:
        return NO_XA_PREPARE_EVENT
    branch_ofs = pos
    branch_len = len_branch
    pos = branch_ofs + branch_len
    rest_ofs = rest_len = 0
    if not pos >= end:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    return XaPrepareEvent(pos, is_one_phase, format_id, global_id_ofs, global_id_len, branch_ofs, branch_len, rest_ofs, rest_len)


@shared
def show_xa_prepare_event(buffer, start, pos, end, len_post_header, _out, _at):
    if len_post_header > 0:
        return (-1, -1)
    if end - pos < 13:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"is_one_phase": ')
    is_one_phase = u1(buffer, pos)
    pos += 1
    _at = write_unsigned(_out, _at, is_one_phase)
    _at = write_literal(_out, _at, ', "format_id": ')
    format_id = s4le(buffer, pos)
    pos += 4
    _at = write_int(_out, _at, format_id)
    _at = write_literal(_out, _at, ', "len_global_id": ')
    len_global_id = u4le(buffer, pos)
    pos += 4
    _at = write_unsigned(_out, _at, len_global_id)
    _at = write_literal(_out, _at, ', "len_branch": ')
    len_branch = u4le(buffer, pos)
    pos += 4
    _at = write_unsigned(_out, _at, len_branch)
    _at = write_literal(_out, _at, ', "global_id": ')
    if not 0 <= len_global_id <= end - pos:
        return (-1, -1)
    global_id_ofs = pos
    global_id_len = len_global_id
    pos = global_id_ofs + global_id_len
    _at = write_printable(_out, _at, buffer, global_id_ofs, global_id_len)
    if _at < 0:
        return (pos, _at)
    _at = write_literal(_out, _at, ', "branch": ')
    if not 0 <= len_branch <= end - pos:
        return (-1, -1)
    branch_ofs = pos
    branch_len = len_branch
    pos = branch_ofs + branch_len
    _at = write_printable(_out, _at, buffer, branch_ofs, branch_len)
    if _at < 0:
        return (pos, _at)
    if not pos >= end:
        return (-1, -1)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
