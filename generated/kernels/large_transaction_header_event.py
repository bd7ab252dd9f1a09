"""Kernels of ksy/large_transaction_header_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import write_literal, write_unsigned
from binlog_kaitai.kernels.runtime.stream import u1, u8le
from .binlog_event_header import write_event_type


@inlined
def read_large_transaction_padding(buffer, start, pos, end):
    """large_transaction_header_event.ksy: /types/large_transaction_padding"""
    bytes_ofs = pos
    bytes_len = end - pos
    pos = bytes_ofs + bytes_len
    return pos


@inlined
def read_large_transaction_header_event(buffer, start, pos, end, len_post_header):
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0:
        if not 0 <= len_post_header <= end - pos:
            return -1
        post_header_rest_ofs = pos
        post_header_rest_len = len_post_header
        pos = post_header_rest_ofs + post_header_rest_len
    if end - pos < 1:
        return -1
    version = u1(buffer, pos)
    pos += 1
    if version == 1:
        if end - pos < 8:
            return -1
        pos += 8
    if version == 1:
        if end - pos < 1:
            return -1
        pos += 1
    padding_ofs = padding_len = 0
    if version == 1:
        padding_ofs = pos
        padding_len = end - pos
        pos = read_large_transaction_padding(buffer, padding_ofs, pos, padding_ofs + padding_len)
        if pos < 0:
            return -1
        pos = padding_ofs + padding_len
    rest_ofs = rest_len = 0
    if version != 1:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    return pos


@inlined
def show_large_transaction_padding(buffer, start, pos, end, _out, _at):
    """large_transaction_header_event.ksy: /types/large_transaction_padding"""
    bytes_ofs = pos
    bytes_len = end - pos
    pos = bytes_ofs + bytes_len
    length = end - start
    _at = write_unsigned(_out, _at, length)
    return (pos, _at)


@shared
def show_large_transaction_header_event(buffer, start, pos, end, len_post_header, _out, _at):
    if len_post_header > 0:
        return (-1, -1)
    if end - pos < 1:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"version": ')
    version = u1(buffer, pos)
    pos += 1
    _at = write_unsigned(_out, _at, version)
    if version == 1:
        _at = write_literal(_out, _at, ', "ofs_terminating_event": ')
        if end - pos < 8:
            return (-1, -1)
        ofs_terminating_event = u8le(buffer, pos)
        pos += 8
        _at = write_unsigned(_out, _at, ofs_terminating_event)
    if version == 1:
        _at = write_literal(_out, _at, ', "terminating_event_type": ')
        if end - pos < 1:
            return (-1, -1)
        terminating_event_type = u1(buffer, pos)
        pos += 1
        _at = write_event_type(_out, _at, terminating_event_type)
    if version == 1:
        _at = write_literal(_out, _at, ', "padding": ')
        padding_ofs = pos
        padding_len = end - pos
        pos, _at = show_large_transaction_padding(buffer, padding_ofs, pos, padding_ofs + padding_len, _out, _at)
        if _at < 0:
            return (pos, _at)
        pos = padding_ofs + padding_len
    if version != 1:
        return (-1, -1)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
