"""Kernels of ksy/gtid_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import (
    write_int,
    write_literal,
    write_unsigned,
    write_uuid,
)
from binlog_kaitai.kernels.runtime.stream import s8le, u1, u2le, u4le, u8le
from .packed_integer import NO_PACKED_INTEGER, read_packed_integer


class GtidLogicalTimestamps(NamedTuple):
    pos: int
    type: int
    last_committed: int
    sequence_number: int

NO_GTID_LOGICAL_TIMESTAMPS = GtidLogicalTimestamps(-1, 0, 0, 0)


@inlined
def read_gtid_logical_timestamps(buffer, start, pos, end):
    """gtid_event.ksy: /types/gtid_logical_timestamps"""
    if end - pos < 17:
        return NO_GTID_LOGICAL_TIMESTAMPS
    type = u1(buffer, pos)
    pos += 1
    if type != 2:
        return NO_GTID_LOGICAL_TIMESTAMPS
    last_committed = s8le(buffer, pos)
    pos += 8
    sequence_number = s8le(buffer, pos)
    pos += 8
    return GtidLogicalTimestamps(pos, type, last_committed, sequence_number)


class GtidCommitTimestamp(NamedTuple):
    pos: int
    is_followed: bool
    microseconds: int

NO_GTID_COMMIT_TIMESTAMP = GtidCommitTimestamp(-1, False, 0)


@inlined
def read_gtid_commit_timestamp(buffer, start, pos, end):
    """gtid_event.ksy: /types/gtid_commit_timestamp"""
    if end - pos < 7:
        return NO_GTID_COMMIT_TIMESTAMP
    low = u4le(buffer, pos)
    pos += 4
    middle = u2le(buffer, pos)
    pos += 2
    high = u1(buffer, pos)
    pos += 1
    is_followed = high >= 0x80
    microseconds = low + middle * 0x100000000 + (high & 0x7f) * 0x1000000000000
    return GtidCommitTimestamp(pos, is_followed, microseconds)


class GtidServerVersion(NamedTuple):
    pos: int
    is_followed: bool
    number: int

NO_GTID_SERVER_VERSION = GtidServerVersion(-1, False, 0)


@inlined
def read_gtid_server_version(buffer, start, pos, end):
    """gtid_event.ksy: /types/gtid_server_version"""
    if end - pos < 4:
        return NO_GTID_SERVER_VERSION
    code = u4le(buffer, pos)
    pos += 4
    is_followed = code >= 0x80000000
    number = code - 0x80000000 if is_followed else code
    return GtidServerVersion(pos, is_followed, number)


class GtidEvent(NamedTuple):
    pos: int
    flags: int
    uuid_ofs: int
    uuid_len: int
    gno: int
    logical_timestamps_type: int
    logical_timestamps_last_committed: int
    logical_timestamps_sequence_number: int
    has_commit_timestamp: bool
    commit_timestamp: int
    immediate_commit_timestamp_is_followed: bool
    original_commit_timestamp_microseconds: int
    len_transaction_value: int
    has_server_version: bool
    immediate_server_version_is_followed: bool
    immediate_server_version_number: int
    original_server_version_number: int
    has_commit_group_ticket: bool
    commit_group_ticket: int
    rest_ofs: int
    rest_len: int

NO_GTID_EVENT = GtidEvent(-1, 0, 0, 0, 0, 0, 0, 0, False, 0, False, 0, 0, False, False, 0, 0, False, 0, 0, 0)


@inlined
def read_gtid_event(buffer, start, pos, end, len_post_header):
    if end - pos < 1:
        return NO_GTID_EVENT
    flags = u1(buffer, pos)
    pos += 1
    len_name = 25
    if not len_post_header >= len_name:
        return NO_GTID_EVENT
    if end - pos < 16:
        return NO_GTID_EVENT
    uuid_ofs = pos
    uuid_len = 16
    pos = uuid_ofs + uuid_len
    if end - pos < 8:
        return NO_GTID_EVENT
    gno = s8le(buffer, pos)
    pos += 8
    has_logical_timestamps = not pos >= end and (len_post_header == len_name or len_post_header >= 42)
    logical_timestamps = NO_GTID_LOGICAL_TIMESTAMPS
    if has_logical_timestamps:
        logical_timestamps = read_gtid_logical_timestamps(buffer, start, pos, end)
        pos = logical_timestamps.pos
        if pos < 0:
            return NO_GTID_EVENT
    len_known_post_header = 42 if has_logical_timestamps else 25
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > len_known_post_header and (not pos >= end):
        post_header_rest_len = len_post_header - len_known_post_header
        if not 0 <= post_header_rest_len <= end - pos:
            return NO_GTID_EVENT
        post_header_rest_ofs = pos
        pos = post_header_rest_ofs + post_header_rest_len
    has_commit_timestamp = not pos >= end
    immediate_commit_timestamp = NO_GTID_COMMIT_TIMESTAMP
    if has_commit_timestamp:
        immediate_commit_timestamp = read_gtid_commit_timestamp(buffer, start, pos, end)
        pos = immediate_commit_timestamp.pos
        if pos < 0:
            return NO_GTID_EVENT
    original_commit_timestamp = NO_GTID_COMMIT_TIMESTAMP
    if has_commit_timestamp and immediate_commit_timestamp.is_followed:
        original_commit_timestamp = read_gtid_commit_timestamp(buffer, start, pos, end)
        pos = original_commit_timestamp.pos
        if pos < 0:
            return NO_GTID_EVENT
    len_transaction = NO_PACKED_INTEGER
    if not pos >= end:
        len_transaction = read_packed_integer(buffer, start, pos, end)
        pos = len_transaction.pos
        if pos < 0:
            return NO_GTID_EVENT
    has_server_version = not pos >= end
    immediate_server_version = NO_GTID_SERVER_VERSION
    if has_server_version:
        immediate_server_version = read_gtid_server_version(buffer, start, pos, end)
        pos = immediate_server_version.pos
        if pos < 0:
            return NO_GTID_EVENT
    original_server_version = NO_GTID_SERVER_VERSION
    if has_server_version and immediate_server_version.is_followed:
        original_server_version = read_gtid_server_version(buffer, start, pos, end)
        pos = original_server_version.pos
        if pos < 0:
            return NO_GTID_EVENT
    has_commit_group_ticket = not pos >= end
    commit_group_ticket = 0
    if has_commit_group_ticket:
        if end - pos < 8:
            return NO_GTID_EVENT
        commit_group_ticket = u8le(buffer, pos)
        pos += 8
    rest_ofs = rest_len = 0
    if not pos >= end:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    commit_timestamp = immediate_commit_timestamp.microseconds if has_commit_timestamp else 0
    return GtidEvent(pos, flags, uuid_ofs, uuid_len, gno, logical_timestamps.type, logical_timestamps.last_committed, logical_timestamps.sequence_number, has_commit_timestamp, commit_timestamp, immediate_commit_timestamp.is_followed, original_commit_timestamp.microseconds, len_transaction.value, has_server_version, immediate_server_version.is_followed, immediate_server_version.number, original_server_version.number, has_commit_group_ticket, commit_group_ticket, rest_ofs, rest_len)


@inlined
def skip_gtid_logical_timestamps(buffer, start, pos, end):
    """gtid_event.ksy: /types/gtid_logical_timestamps"""
    pos += 1
    pos += 8
    pos += 8
    if pos > end:
        return -1
    return pos


@inlined
def skip_gtid_commit_timestamp(buffer, start, pos, end):
    """gtid_event.ksy: /types/gtid_commit_timestamp"""
    pos += 4
    pos += 2
    pos += 1
    if pos > end:
        return -1
    return pos


@inlined
def skip_gtid_server_version(buffer, start, pos, end):
    """gtid_event.ksy: /types/gtid_server_version"""
    pos += 4
    if pos > end:
        return -1
    return pos


@inlined
def show_gtid_logical_timestamps(buffer, start, pos, end, _out, _at):
    """gtid_event.ksy: /types/gtid_logical_timestamps"""
    if end - pos < 17:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"type": ')
    type = u1(buffer, pos)
    pos += 1
    if type != 2:
        return (-1, -1)
    _at = write_unsigned(_out, _at, type)
    _at = write_literal(_out, _at, ', "last_committed": ')
    last_committed = s8le(buffer, pos)
    pos += 8
    _at = write_int(_out, _at, last_committed)
    _at = write_literal(_out, _at, ', "sequence_number": ')
    sequence_number = s8le(buffer, pos)
    pos += 8
    _at = write_int(_out, _at, sequence_number)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)


@shared
def show_gtid_event(buffer, start, pos, end, len_post_header, _out, _at):
    if end - pos < 1:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"flags": ')
    flags = u1(buffer, pos)
    pos += 1
    len_name = 25
    if not len_post_header >= len_name:
        return (-1, -1)
    _at = write_unsigned(_out, _at, flags)
    _at = write_literal(_out, _at, ', "uuid": ')
    if end - pos < 16:
        return (-1, -1)
    uuid_ofs = pos
    uuid_len = 16
    pos = uuid_ofs + uuid_len
    _at = write_uuid(_out, _at, buffer, uuid_ofs, uuid_len)
    if _at < 0:
        return (pos, _at)
    if end - pos < 8:
        return (-1, -1)
    _at = write_literal(_out, _at, ', "gno": ')
    gno = s8le(buffer, pos)
    pos += 8
    _at = write_int(_out, _at, gno)
    has_logical_timestamps = not pos >= end and (len_post_header == len_name or len_post_header >= 42)
    if has_logical_timestamps:
        _at = write_literal(_out, _at, ', "logical_timestamps": ')
        pos, _at = show_gtid_logical_timestamps(buffer, start, pos, end, _out, _at)
        if _at < 0:
            return (pos, _at)
    len_known_post_header = 42 if has_logical_timestamps else 25
    if len_post_header > len_known_post_header and (not pos >= end):
        return (-1, -1)
    has_commit_timestamp = not pos >= end
    immediate_commit_timestamp = NO_GTID_COMMIT_TIMESTAMP
    if has_commit_timestamp:
        _at = write_literal(_out, _at, ', "immediate_commit_timestamp": ')
        immediate_commit_timestamp = read_gtid_commit_timestamp(buffer, start, pos, end)
        pos = immediate_commit_timestamp.pos
        if pos < 0:
            return (-1, -1)
        _at = write_unsigned(_out, _at, immediate_commit_timestamp.microseconds)
    if has_commit_timestamp and immediate_commit_timestamp.is_followed:
        _at = write_literal(_out, _at, ', "original_commit_timestamp": ')
        original_commit_timestamp = read_gtid_commit_timestamp(buffer, start, pos, end)
        pos = original_commit_timestamp.pos
        if pos < 0:
            return (-1, -1)
        _at = write_unsigned(_out, _at, original_commit_timestamp.microseconds)
    if not pos >= end:
        _at = write_literal(_out, _at, ', "len_transaction": ')
        len_transaction = read_packed_integer(buffer, start, pos, end)
        pos = len_transaction.pos
        if pos < 0:
            return (-1, -1)
        _at = write_unsigned(_out, _at, len_transaction.value)
    has_server_version = not pos >= end
    immediate_server_version = NO_GTID_SERVER_VERSION
    if has_server_version:
        _at = write_literal(_out, _at, ', "immediate_server_version": ')
        immediate_server_version = read_gtid_server_version(buffer, start, pos, end)
        pos = immediate_server_version.pos
        if pos < 0:
            return (-1, -1)
        _at = write_unsigned(_out, _at, immediate_server_version.number)
    if has_server_version and immediate_server_version.is_followed:
        _at = write_literal(_out, _at, ', "original_server_version": ')
        original_server_version = read_gtid_server_version(buffer, start, pos, end)
        pos = original_server_version.pos
        if pos < 0:
            return (-1, -1)
        _at = write_unsigned(_out, _at, original_server_version.number)
    has_commit_group_ticket = not pos >= end
    if has_commit_group_ticket:
        _at = write_literal(_out, _at, ', "commit_group_ticket": ')
        if end - pos < 8:
            return (-1, -1)
        commit_group_ticket = u8le(buffer, pos)
        pos += 8
        _at = write_unsigned(_out, _at, commit_group_ticket)
    if not pos >= end:
        return (-1, -1)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
