"""Kernels of ksy/gtid_tagged_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .gtid_tag import NO_GTID_TAG, read_gtid_tag
from .varlen_integer import NO_VARLEN_INTEGER, read_varlen_integer

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
