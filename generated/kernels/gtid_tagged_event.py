"""Kernels of ksy/gtid_tagged_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import (
    FULL,
    is_full,
    is_named,
    write_int,
    write_literal,
    write_string,
    write_unsigned,
    write_uuid_byte,
)
from .gtid_tag import NO_GTID_TAG, read_gtid_tag, skip_gtid_tag
from .varlen_integer import NO_VARLEN_INTEGER, read_varlen_integer, skip_varlen_integer

GTID_TAGGED_FIELD_NAME_UUID = 1
GTID_TAGGED_FIELD_NAME_TAG = 3
GTID_TAGGED_FIELD_NAME_GNO = 2
GTID_TAGGED_FIELD_NAME_LAST_COMMITTED = 4
GTID_TAGGED_FIELD_NAME_SEQUENCE_NUMBER = 5


class GtidTaggedSigned(NamedTuple):
    pos: int
    value: int

NO_GTID_TAGGED_SIGNED = GtidTaggedSigned(-1, 0)


@inlined
def read_gtid_tagged_signed(buffer, start, pos, end):
    """gtid_tagged_event.ksy: /types/gtid_tagged_signed"""
    number = read_varlen_integer(buffer, start, pos, end)
    pos = number.pos
    if pos < 0:
        return NO_GTID_TAGGED_SIGNED
    value = number.signed_value
    return GtidTaggedSigned(pos, value)


class GtidTaggedUuid(NamedTuple):
    pos: int
    bytes_at: int
    bytes_value: Any


@inlined
def read_gtid_tagged_uuid(buffer, start, pos, end, bytes_at, bytes_value):
    """gtid_tagged_event.ksy: /types/gtid_tagged_uuid"""
    num_bytes = 16
    if bytes_at + num_bytes > len(bytes_value):
        return GtidTaggedUuid(-1, bytes_at, bytes_value)
    bytes_last = NO_VARLEN_INTEGER
    for index in range(num_bytes):
        bytes_last = read_varlen_integer(buffer, start, pos, end)
        pos = bytes_last.pos
        if pos < 0:
            return GtidTaggedUuid(-1, bytes_at, bytes_value)
        if not bytes_last.value >> 8 == 0:
            return GtidTaggedUuid(-1, bytes_at, bytes_value)
        bytes_value[bytes_at + index] = bytes_last.value
    return GtidTaggedUuid(pos, bytes_at, bytes_value)


class GtidTaggedField(NamedTuple):
    pos: int
    name: int
    tag_ofs: int
    tag_len: int
    signed_number: int
    number: int


@inlined
def read_gtid_tagged_field(buffer, start, pos, end, value_bytes_at, value_bytes_value):
    """gtid_tagged_event.ksy: /types/gtid_tagged_field"""
    id = read_varlen_integer(buffer, start, pos, end)
    pos = id.pos
    if pos < 0:
        return GtidTaggedField(-1, 0, 0, 0, 0, 0)
    name = id.value
    value_gtid_tag = NO_GTID_TAG
    value_gtid_tagged_signed = NO_GTID_TAGGED_SIGNED
    value_varlen_integer = NO_VARLEN_INTEGER
    if name == GTID_TAGGED_FIELD_NAME_UUID:
        value = read_gtid_tagged_uuid(buffer, start, pos, end, value_bytes_at, value_bytes_value)
        pos = value.pos
        if pos < 0:
            return GtidTaggedField(-1, 0, 0, 0, 0, 0)
    elif name == GTID_TAGGED_FIELD_NAME_TAG:
        value_gtid_tag = read_gtid_tag(buffer, start, pos, end)
        pos = value_gtid_tag.pos
        if pos < 0:
            return GtidTaggedField(-1, 0, 0, 0, 0, 0)
    elif name == GTID_TAGGED_FIELD_NAME_GNO:
        value_gtid_tagged_signed = read_gtid_tagged_signed(buffer, start, pos, end)
        pos = value_gtid_tagged_signed.pos
        if pos < 0:
            return GtidTaggedField(-1, 0, 0, 0, 0, 0)
    elif name == GTID_TAGGED_FIELD_NAME_LAST_COMMITTED:
        value_gtid_tagged_signed = read_gtid_tagged_signed(buffer, start, pos, end)
        pos = value_gtid_tagged_signed.pos
        if pos < 0:
            return GtidTaggedField(-1, 0, 0, 0, 0, 0)
    elif name == GTID_TAGGED_FIELD_NAME_SEQUENCE_NUMBER:
        value_gtid_tagged_signed = read_gtid_tagged_signed(buffer, start, pos, end)
        pos = value_gtid_tagged_signed.pos
        if pos < 0:
            return GtidTaggedField(-1, 0, 0, 0, 0, 0)
    else:
        value_varlen_integer = read_varlen_integer(buffer, start, pos, end)
        pos = value_varlen_integer.pos
        if pos < 0:
            return GtidTaggedField(-1, 0, 0, 0, 0, 0)
    tag_ofs = value_gtid_tag.text_ofs if name == GTID_TAGGED_FIELD_NAME_TAG else 0
    tag_len = value_gtid_tag.text_len if name == GTID_TAGGED_FIELD_NAME_TAG else 0
    is_signed = (name == GTID_TAGGED_FIELD_NAME_GNO or name == GTID_TAGGED_FIELD_NAME_LAST_COMMITTED) or name == GTID_TAGGED_FIELD_NAME_SEQUENCE_NUMBER
    signed_number = value_gtid_tagged_signed.value if is_signed else 0
    number = value_varlen_integer.value if (not is_signed and name != GTID_TAGGED_FIELD_NAME_UUID) and name != GTID_TAGGED_FIELD_NAME_TAG else 0
    return GtidTaggedField(pos, name, tag_ofs, tag_len, signed_number, number)


class GtidTaggedEvent(NamedTuple):
    pos: int
    fields_at: int
    fields_name: Any
    fields_tag_ofs: Any
    fields_tag_len: Any
    fields_signed_number: Any
    fields_number: Any
    fields_size: int


@inlined
def read_gtid_tagged_event(buffer, start, pos, end, len_post_header, fields_last_value_bytes_at, fields_last_value_bytes_value, fields_at, fields_name, fields_tag_ofs, fields_tag_len, fields_signed_number, fields_number):
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0:
        if not 0 <= len_post_header <= end - pos:
            return GtidTaggedEvent(-1, fields_at, fields_name, fields_tag_ofs, fields_tag_len, fields_signed_number, fields_number, 0)
        post_header_rest_ofs = pos
        post_header_rest_len = len_post_header
        pos = post_header_rest_ofs + post_header_rest_len
    serialization_version = read_varlen_integer(buffer, start, pos, end)
    pos = serialization_version.pos
    if pos < 0:
        return GtidTaggedEvent(-1, fields_at, fields_name, fields_tag_ofs, fields_tag_len, fields_signed_number, fields_number, 0)
    len_message = read_varlen_integer(buffer, start, pos, end)
    pos = len_message.pos
    if pos < 0:
        return GtidTaggedEvent(-1, fields_at, fields_name, fields_tag_ofs, fields_tag_len, fields_signed_number, fields_number, 0)
    last_non_ignorable_field = read_varlen_integer(buffer, start, pos, end)
    pos = last_non_ignorable_field.pos
    if pos < 0:
        return GtidTaggedEvent(-1, fields_at, fields_name, fields_tag_ofs, fields_tag_len, fields_signed_number, fields_number, 0)
    index = -1
    fields_last = GtidTaggedField(-1, 0, 0, 0, 0, 0)
    while pos < end:
        index += 1
        if fields_at + index >= len(fields_name):
            return GtidTaggedEvent(-1, fields_at, fields_name, fields_tag_ofs, fields_tag_len, fields_signed_number, fields_number, 0)
        fields_last = read_gtid_tagged_field(buffer, start, pos, end, fields_last_value_bytes_at, fields_last_value_bytes_value)
        pos = fields_last.pos
        if pos < 0:
            return GtidTaggedEvent(-1, fields_at, fields_name, fields_tag_ofs, fields_tag_len, fields_signed_number, fields_number, 0)
        fields_name[fields_at + index] = fields_last.name
        fields_tag_ofs[fields_at + index] = fields_last.tag_ofs
        fields_tag_len[fields_at + index] = fields_last.tag_len
        fields_signed_number[fields_at + index] = fields_last.signed_number
        fields_number[fields_at + index] = fields_last.number
    num_fields = index + 1
    return GtidTaggedEvent(pos, fields_at, fields_name, fields_tag_ofs, fields_tag_len, fields_signed_number, fields_number, num_fields)


@inlined
def skip_gtid_tagged_uuid(buffer, start, pos, end):
    """gtid_tagged_event.ksy: /types/gtid_tagged_uuid"""
    num_bytes = 16
    for index in range(num_bytes):
        pos = skip_varlen_integer(buffer, start, pos, end)
        if pos < 0:
            return -1
    if pos > end:
        return -1
    return pos


@inlined
def skip_gtid_tagged_signed(buffer, start, pos, end):
    """gtid_tagged_event.ksy: /types/gtid_tagged_signed"""
    pos = skip_varlen_integer(buffer, start, pos, end)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos


@inlined
def skip_gtid_tagged_field(buffer, start, pos, end):
    """gtid_tagged_event.ksy: /types/gtid_tagged_field"""
    id = read_varlen_integer(buffer, start, pos, end)
    pos = id.pos
    if pos < 0:
        return -1
    name = id.value
    if name == GTID_TAGGED_FIELD_NAME_UUID:
        pos = skip_gtid_tagged_uuid(buffer, start, pos, end)
        if pos < 0:
            return -1
    elif name == GTID_TAGGED_FIELD_NAME_TAG:
        pos = skip_gtid_tag(buffer, start, pos, end)
        if pos < 0:
            return -1
    elif name == GTID_TAGGED_FIELD_NAME_GNO:
        pos = skip_gtid_tagged_signed(buffer, start, pos, end)
        if pos < 0:
            return -1
    elif name == GTID_TAGGED_FIELD_NAME_LAST_COMMITTED:
        pos = skip_gtid_tagged_signed(buffer, start, pos, end)
        if pos < 0:
            return -1
    elif name == GTID_TAGGED_FIELD_NAME_SEQUENCE_NUMBER:
        pos = skip_gtid_tagged_signed(buffer, start, pos, end)
        if pos < 0:
            return -1
    else:
        pos = skip_varlen_integer(buffer, start, pos, end)
        if pos < 0:
            return -1
    if pos > end:
        return -1
    return pos


@shared
def write_gtid_tagged_field_name(_out, _at, value):
    if value == 0:
        return write_literal(_out, _at, '"flags"')
    if value == 1:
        return write_literal(_out, _at, '"uuid"')
    if value == 2:
        return write_literal(_out, _at, '"gno"')
    if value == 3:
        return write_literal(_out, _at, '"tag"')
    if value == 4:
        return write_literal(_out, _at, '"last_committed"')
    if value == 5:
        return write_literal(_out, _at, '"sequence_number"')
    if value == 6:
        return write_literal(_out, _at, '"immediate_commit_timestamp"')
    if value == 7:
        return write_literal(_out, _at, '"original_commit_timestamp"')
    if value == 8:
        return write_literal(_out, _at, '"len_transaction"')
    if value == 9:
        return write_literal(_out, _at, '"immediate_server_version"')
    if value == 10:
        return write_literal(_out, _at, '"original_server_version"')
    if value == 11:
        return write_literal(_out, _at, '"commit_group_ticket"')
    return write_unsigned(_out, _at, value)


@inlined
def show_gtid_tagged_uuid(buffer, start, pos, end, _out, _at):
    """gtid_tagged_event.ksy: /types/gtid_tagged_uuid"""
    _at = write_literal(_out, _at, '"')
    num_bytes = 16
    bytes_last = NO_VARLEN_INTEGER
    for index in range(num_bytes):
        if is_full(_out, _at):
            return (-1, FULL)
        bytes_last = read_varlen_integer(buffer, start, pos, end)
        pos = bytes_last.pos
        if pos < 0:
            return (-1, -1)
        _at = write_uuid_byte(_out, _at, index, bytes_last.value)
        if not bytes_last.value >> 8 == 0:
            return (-1, -1)
    _at = write_literal(_out, _at, '"')
    return (pos, _at)


@inlined
def show_gtid_tagged_field(buffer, start, pos, end, _out, _at, _seen):
    """gtid_tagged_event.ksy: /types/gtid_tagged_field"""
    id = read_varlen_integer(buffer, start, pos, end)
    pos = id.pos
    if pos < 0:
        return (-1, -1, _seen)
    name = id.value
    if not 0 <= name < 64 or _seen >> name & 1:
        return (-1, -1, _seen)
    _seen |= 1 << name
    _name_at = _at
    _at = write_gtid_tagged_field_name(_out, _at, name)
    if not is_named(_out, _name_at):
        return (-1, -1, _seen)
    _at = write_literal(_out, _at, ': ')
    if name == GTID_TAGGED_FIELD_NAME_UUID:
        pos, _at = show_gtid_tagged_uuid(buffer, start, pos, end, _out, _at)
        if _at < 0:
            return (pos, _at, _seen)
    elif name == GTID_TAGGED_FIELD_NAME_TAG:
        value = read_gtid_tag(buffer, start, pos, end)
        pos = value.pos
        if pos < 0:
            return (-1, -1, _seen)
        _at = write_string(_out, _at, buffer, value.text_ofs, value.text_len)
        if _at < 0:
            return (pos, _at, _seen)
    elif name == GTID_TAGGED_FIELD_NAME_GNO or name == GTID_TAGGED_FIELD_NAME_LAST_COMMITTED or name == GTID_TAGGED_FIELD_NAME_SEQUENCE_NUMBER:
        value = read_gtid_tagged_signed(buffer, start, pos, end)
        pos = value.pos
        if pos < 0:
            return (-1, -1, _seen)
        _at = write_int(_out, _at, value.value)
    else:
        value = read_varlen_integer(buffer, start, pos, end)
        pos = value.pos
        if pos < 0:
            return (-1, -1, _seen)
        _at = write_unsigned(_out, _at, value.value)
    return (pos, _at, _seen)


@shared
def show_gtid_tagged_event(buffer, start, pos, end, len_post_header, _out, _at):
    if len_post_header > 0:
        return (-1, -1)
    serialization_version = read_varlen_integer(buffer, start, pos, end)
    pos = serialization_version.pos
    if pos < 0:
        return (-1, -1)
    len_message = read_varlen_integer(buffer, start, pos, end)
    pos = len_message.pos
    if pos < 0:
        return (-1, -1)
    last_non_ignorable_field = read_varlen_integer(buffer, start, pos, end)
    pos = last_non_ignorable_field.pos
    if pos < 0:
        return (-1, -1)
    _at = write_literal(_out, _at, '{')
    _seen = 0
    index = -1
    while pos < end:
        index += 1
        if is_full(_out, _at):
            return (-1, FULL)
        if index > 0:
            _at = write_literal(_out, _at, ', ')
        pos, _at, _seen = show_gtid_tagged_field(buffer, start, pos, end, _out, _at, _seen)
        if _at < 0:
            return (pos, _at)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
