"""Kernels of ksy/mariadb_gtid_list_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import FULL, is_full, write_literal, write_unsigned
from binlog_kaitai.kernels.runtime.stream import u4le, u8le


@inlined
def read_mariadb_gtid(buffer, start, pos, end):
    """mariadb_gtid_list_event.ksy: /types/mariadb_gtid"""
    if end - pos < 16:
        return -1
    pos += 4
    pos += 4
    pos += 8
    return pos


@inlined
def read_mariadb_gtid_list_event(buffer, start, pos, end, len_post_header):
    if end - pos < 4:
        return -1
    num_gtids_and_flags = u4le(buffer, pos)
    pos += 4
    if not len_post_header >= 4:
        return -1
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 4:
        post_header_rest_len = len_post_header - 4
        if not 0 <= post_header_rest_len <= end - pos:
            return -1
        post_header_rest_ofs = pos
        pos = post_header_rest_ofs + post_header_rest_len
    num_gtids = num_gtids_and_flags & 0xfffffff
    for index in range(num_gtids):
        pos = read_mariadb_gtid(buffer, start, pos, end)
        if pos < 0:
            return -1
    rest_ofs = rest_len = 0
    if not pos >= end:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    return pos


@inlined
def skip_mariadb_gtid(buffer, start, pos, end):
    """mariadb_gtid_list_event.ksy: /types/mariadb_gtid"""
    pos += 4
    pos += 4
    pos += 8
    if pos > end:
        return -1
    return pos


@inlined
def show_mariadb_gtid(buffer, start, pos, end, _out, _at):
    """mariadb_gtid_list_event.ksy: /types/mariadb_gtid"""
    if end - pos < 16:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"domain_id": ')
    domain_id = u4le(buffer, pos)
    pos += 4
    _at = write_unsigned(_out, _at, domain_id)
    _at = write_literal(_out, _at, ', "server_id": ')
    server_id = u4le(buffer, pos)
    pos += 4
    _at = write_unsigned(_out, _at, server_id)
    _at = write_literal(_out, _at, ', "sequence": ')
    sequence = u8le(buffer, pos)
    pos += 8
    _at = write_unsigned(_out, _at, sequence)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)


@shared
def show_mariadb_gtid_list_event(buffer, start, pos, end, len_post_header, _out, _at):
    if end - pos < 4:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"num_gtids_and_flags": ')
    num_gtids_and_flags = u4le(buffer, pos)
    pos += 4
    if not len_post_header >= 4:
        return (-1, -1)
    _at = write_unsigned(_out, _at, num_gtids_and_flags)
    if len_post_header > 4:
        return (-1, -1)
    num_gtids = num_gtids_and_flags & 0xfffffff
    _at = write_literal(_out, _at, ', "gtids": [')
    for index in range(num_gtids):
        if is_full(_out, _at):
            return (-1, FULL)
        if index > 0:
            _at = write_literal(_out, _at, ', ')
        pos, _at = show_mariadb_gtid(buffer, start, pos, end, _out, _at)
        if _at < 0:
            return (pos, _at)
    if not pos >= end:
        return (-1, -1)
    _at = write_literal(_out, _at, ']}')
    return (pos, _at)
