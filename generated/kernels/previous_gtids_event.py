"""Kernels of ksy/previous_gtids_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import (
    FULL,
    is_full,
    write_literal,
    write_string,
    write_unsigned,
    write_uuid,
)
from binlog_kaitai.kernels.runtime.stream import s8le, u1, u2le, u4le, u8le
from .gtid_tag import NO_GTID_TAG, read_gtid_tag, skip_gtid_tag

GTID_SET_ENCODING_TAGGED = 1


@inlined
def read_gtid_interval(buffer, start, pos, end):
    """previous_gtids_event.ksy: /types/gtid_interval"""
    if end - pos < 16:
        return -1
    pos += 8
    pos += 8
    return pos


@inlined
def read_gtid_source(buffer, start, pos, end, is_tagged):
    """previous_gtids_event.ksy: /types/gtid_source"""
    if end - pos < 16:
        return -1
    uuid_ofs = pos
    uuid_len = 16
    pos = uuid_ofs + uuid_len
    tag = NO_GTID_TAG
    if is_tagged:
        tag = read_gtid_tag(buffer, start, pos, end)
        pos = tag.pos
        if pos < 0:
            return -1
    if end - pos < 8:
        return -1
    num_intervals = s8le(buffer, pos)
    pos += 8
    if num_intervals < 0:
        return -1
    for index in range(num_intervals):
        pos = read_gtid_interval(buffer, start, pos, end)
        if pos < 0:
            return -1
    return pos


@inlined
def read_previous_gtids_event(buffer, start, pos, end, len_post_header):
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0:
        if not 0 <= len_post_header <= end - pos:
            return -1
        post_header_rest_ofs = pos
        post_header_rest_len = len_post_header
        pos = post_header_rest_ofs + post_header_rest_len
    if end - pos < 8:
        return -1
    num_low = u1(buffer, pos)
    pos += 1
    num_middle = u4le(buffer, pos)
    pos += 4
    num_high = u2le(buffer, pos)
    pos += 2
    encoding = u1(buffer, pos)
    pos += 1
    if not 0 <= encoding <= 1:
        return -1
    is_tagged = encoding == GTID_SET_ENCODING_TAGGED
    num_sources = num_middle + num_high * 0x100000000 if is_tagged else num_low + num_middle * 0x100 + num_high * 0x10000000000
    for index in range(num_sources):
        pos = read_gtid_source(buffer, start, pos, end, is_tagged)
        if pos < 0:
            return -1
    rest_ofs = rest_len = 0
    if not pos >= end:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    return pos


@inlined
def skip_gtid_interval(buffer, start, pos, end):
    """previous_gtids_event.ksy: /types/gtid_interval"""
    pos += 8
    pos += 8
    if pos > end:
        return -1
    return pos


@inlined
def skip_gtid_source(buffer, start, pos, end, is_tagged):
    """previous_gtids_event.ksy: /types/gtid_source"""
    if end - pos < 16:
        return -1
    pos += 16
    if is_tagged:
        pos = skip_gtid_tag(buffer, start, pos, end)
        if pos < 0:
            return -1
    if end - pos < 8:
        return -1
    num_intervals = s8le(buffer, pos)
    pos += 8
    for index in range(num_intervals):
        pos = skip_gtid_interval(buffer, start, pos, end)
        if pos < 0:
            return -1
    if pos > end:
        return -1
    return pos


@shared
def write_gtid_set_encoding(_out, _at, value):
    if value == 0:
        return write_literal(_out, _at, '"untagged"')
    if value == 1:
        return write_literal(_out, _at, '"tagged"')
    return write_unsigned(_out, _at, value)


@inlined
def show_gtid_interval(buffer, start, pos, end, _out, _at):
    """previous_gtids_event.ksy: /types/gtid_interval"""
    if end - pos < 16:
        return (-1, -1)
    first = u8le(buffer, pos)
    pos += 8
    beyond = u8le(buffer, pos)
    pos += 8
    if not beyond != 0:
        return (-1, -1)
    _at = write_literal(_out, _at, '[')
    _at = write_unsigned(_out, _at, first)
    _at = write_literal(_out, _at, ', ')
    last = beyond - 1
    _at = write_unsigned(_out, _at, last)
    _at = write_literal(_out, _at, ']')
    return (pos, _at)


@inlined
def show_gtid_source(buffer, start, pos, end, is_tagged, _out, _at):
    """previous_gtids_event.ksy: /types/gtid_source"""
    _at = write_literal(_out, _at, '{"uuid": ')
    if end - pos < 16:
        return (-1, -1)
    uuid_ofs = pos
    uuid_len = 16
    pos = uuid_ofs + uuid_len
    _at = write_uuid(_out, _at, buffer, uuid_ofs, uuid_len)
    if _at < 0:
        return (pos, _at)
    if is_tagged:
        _at = write_literal(_out, _at, ', "tag": ')
        tag = read_gtid_tag(buffer, start, pos, end)
        pos = tag.pos
        if pos < 0:
            return (-1, -1)
        _at = write_string(_out, _at, buffer, tag.text_ofs, tag.text_len)
        if _at < 0:
            return (pos, _at)
    if end - pos < 8:
        return (-1, -1)
    num_intervals = s8le(buffer, pos)
    pos += 8
    if num_intervals < 0:
        return (-1, -1)
    _at = write_literal(_out, _at, ', "intervals": [')
    for index in range(num_intervals):
        if is_full(_out, _at):
            return (-1, FULL)
        if index > 0:
            _at = write_literal(_out, _at, ', ')
        pos, _at = show_gtid_interval(buffer, start, pos, end, _out, _at)
        if _at < 0:
            return (pos, _at)
    _at = write_literal(_out, _at, ']}')
    return (pos, _at)


@shared
def show_previous_gtids_event(buffer, start, pos, end, len_post_header, _out, _at):
    if len_post_header > 0:
        return (-1, -1)
    if end - pos < 8:
        return (-1, -1)
    num_low = u1(buffer, pos)
    pos += 1
    num_middle = u4le(buffer, pos)
    pos += 4
    num_high = u2le(buffer, pos)
    pos += 2
    _at = write_literal(_out, _at, '{"encoding": ')
    encoding = u1(buffer, pos)
    pos += 1
    if not 0 <= encoding <= 1:
        return (-1, -1)
    _at = write_gtid_set_encoding(_out, _at, encoding)
    is_tagged = encoding == GTID_SET_ENCODING_TAGGED
    num_sources = num_middle + num_high * 0x100000000 if is_tagged else num_low + num_middle * 0x100 + num_high * 0x10000000000
    _at = write_literal(_out, _at, ', "sources": [')
    for index in range(num_sources):
        if is_full(_out, _at):
            return (-1, FULL)
        if index > 0:
            _at = write_literal(_out, _at, ', ')
        pos, _at = show_gtid_source(buffer, start, pos, end, is_tagged, _out, _at)
        if _at < 0:
            return (pos, _at)
    if not pos >= end:
        return (-1, -1)
    _at = write_literal(_out, _at, ']}')
    return (pos, _at)
