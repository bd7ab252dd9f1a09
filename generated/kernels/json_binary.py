"""Kernels of ksy/json_binary.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import f8le, s2le, s4le, u1, u2le, u4le, u8le
from binlog_kaitai.kernels.runtime.utf8 import is_utf8
from .decimal_cell import DecimalCell, DecimalDigits, read_decimal_cell

JSON_TYPE_SMALL_OBJECT = 0
JSON_TYPE_LARGE_OBJECT = 1
JSON_TYPE_SMALL_ARRAY = 2
JSON_TYPE_LARGE_ARRAY = 3
JSON_TYPE_INT16 = 5
JSON_TYPE_UINT16 = 6
JSON_TYPE_INT32 = 7
JSON_TYPE_UINT32 = 8
JSON_TYPE_UINT64 = 10
JSON_TYPE_LITERAL = 4


class JsonValue(NamedTuple):
    pos: int
    type: int
    ofs_content: int
    is_container: bool
    is_object: bool
    is_large: bool

NO_JSON_VALUE = JsonValue(-1, 0, 0, False, False, False)


@inlined
def read_json_value(buffer, start, pos, end, type, ofs_content):
    """json_binary.ksy: /types/json_value"""
    is_container = ((type == JSON_TYPE_SMALL_OBJECT or type == JSON_TYPE_LARGE_OBJECT) or type == JSON_TYPE_SMALL_ARRAY) or type == JSON_TYPE_LARGE_ARRAY
    is_object = type == JSON_TYPE_SMALL_OBJECT or type == JSON_TYPE_LARGE_OBJECT
    is_large = type == JSON_TYPE_LARGE_OBJECT or type == JSON_TYPE_LARGE_ARRAY
    return JsonValue(pos, type, ofs_content, is_container, is_object, is_large)


class JsonBinary(NamedTuple):
    pos: int
    root: Any


@inlined
def read_json_binary(buffer, start, pos, end):
    if end - pos < 1:
        return JsonBinary(-1, NO_JSON_VALUE)
    type = u1(buffer, pos)
    pos += 1
    if not (0 <= type <= 12 or type == 15):
        return JsonBinary(-1, NO_JSON_VALUE)
    root = read_json_value(buffer, start, pos, end, type, 1)
    pos = root.pos
    if pos < 0:
        return JsonBinary(-1, NO_JSON_VALUE)
    content_ofs = pos
    content_len = end - pos
    pos = content_ofs + content_len
    return JsonBinary(pos, root)


class JsonLiteral(NamedTuple):
    pos: int
    value: int

NO_JSON_LITERAL = JsonLiteral(-1, 0)


@inlined
def read_json_literal(buffer, start, pos, end):
    """json_binary.ksy: /types/json_literal"""
    if end - pos < 1:
        return NO_JSON_LITERAL
    value = u1(buffer, pos)
    pos += 1
    if not 0 <= value <= 2:
        return NO_JSON_LITERAL
    return JsonLiteral(pos, value)


class JsonInteger(NamedTuple):
    pos: int
    value: int

NO_JSON_INTEGER = JsonInteger(-1, 0)


@inlined
def read_json_integer(buffer, start, pos, end, type):
    """json_binary.ksy: /types/json_integer"""
    int16 = 0
    if type == JSON_TYPE_INT16:
        if end - pos < 2:
            return NO_JSON_INTEGER
        int16 = s2le(buffer, pos)
        pos += 2
    uint16 = 0
    if type == JSON_TYPE_UINT16:
        if end - pos < 2:
            return NO_JSON_INTEGER
        uint16 = u2le(buffer, pos)
        pos += 2
    int32 = 0
    if type == JSON_TYPE_INT32:
        if end - pos < 4:
            return NO_JSON_INTEGER
        int32 = s4le(buffer, pos)
        pos += 4
    uint32 = 0
    if type == JSON_TYPE_UINT32:
        if end - pos < 4:
            return NO_JSON_INTEGER
        uint32 = u4le(buffer, pos)
        pos += 4
    uint64 = 0
    if type == JSON_TYPE_UINT64:
        if end - pos < 8:
            return NO_JSON_INTEGER
        uint64 = u8le(buffer, pos)
        pos += 8
    value = int16 if type == JSON_TYPE_INT16 else uint16 if type == JSON_TYPE_UINT16 else int32 if type == JSON_TYPE_INT32 else uint32 if type == JSON_TYPE_UINT32 else uint64
    return JsonInteger(pos, value)


class JsonDouble(NamedTuple):
    pos: int
    value: float

NO_JSON_DOUBLE = JsonDouble(-1, 0.0)


@inlined
def read_json_double(buffer, start, pos, end):
    """json_binary.ksy: /types/json_double"""
    if end - pos < 8:
        return NO_JSON_DOUBLE
    value = f8le(buffer, pos)
    pos += 8
    return JsonDouble(pos, value)


class JsonInt64(NamedTuple):
    pos: int
    value: int

NO_JSON_INT64 = JsonInt64(-1, 0)


@inlined
def read_json_int64(buffer, start, pos, end):
    """json_binary.ksy: /types/json_int64"""
    if end - pos < 8:
        return NO_JSON_INT64
    low = u4le(buffer, pos)
    pos += 4
    high = s4le(buffer, pos)
    pos += 4
    value = low + high * 0x100000000
    return JsonInt64(pos, value)


class JsonSize(NamedTuple):
    pos: int
    value: int

NO_JSON_SIZE = JsonSize(-1, 0)


@inlined
def read_json_size(buffer, start, pos, end, is_large):
    """json_binary.ksy: /types/json_size"""
    small = 0
    if not is_large:
        if end - pos < 2:
            return NO_JSON_SIZE
        small = u2le(buffer, pos)
        pos += 2
    large = 0
    if is_large:
        if end - pos < 4:
            return NO_JSON_SIZE
        large = u4le(buffer, pos)
        pos += 4
    value = large if is_large else small
    return JsonSize(pos, value)


class JsonContainerHeader(NamedTuple):
    pos: int
    num_members_value: int
    len_keys: int
    len_table: int

NO_JSON_CONTAINER_HEADER = JsonContainerHeader(-1, 0, 0, 0)


@inlined
def read_json_container_header(buffer, start, pos, end, is_object, is_large):
    """json_binary.ksy: /types/json_container_header"""
    num_members = read_json_size(buffer, start, pos, end, is_large)
    pos = num_members.pos
    if pos < 0:
        return NO_JSON_CONTAINER_HEADER
    len_container = read_json_size(buffer, start, pos, end, is_large)
    pos = len_container.pos
    if pos < 0:
        return NO_JSON_CONTAINER_HEADER
    len_size = 4 if is_large else 2
    len_keys = num_members.value * (len_size + 2) if is_object else 0
    len_table = 2 * len_size + len_keys + num_members.value * (1 + len_size)
    return JsonContainerHeader(pos, num_members.value, len_keys, len_table)


class JsonKey(NamedTuple):
    pos: int
    text_ofs: int
    text_len: int

NO_JSON_KEY = JsonKey(-1, 0, 0)


@inlined
def read_json_key(buffer, start, pos, end, ofs_container, is_large):
    """json_binary.ksy: /types/json_key"""
    ofs_text = read_json_size(buffer, start, pos, end, is_large)
    pos = ofs_text.pos
    if pos < 0:
        return NO_JSON_KEY
    if end - pos < 2:
        return NO_JSON_KEY
    len_text = u2le(buffer, pos)
    pos += 2
    text_before = pos
    pos = start + (ofs_container + ofs_text.value)
    if not start <= pos <= end:
        return NO_JSON_KEY
    if not 0 <= len_text <= end - pos:
        return NO_JSON_KEY
    text_ofs = pos
    text_len = len_text
    if not is_utf8(buffer, text_ofs, text_len):
        return NO_JSON_KEY
    pos = text_ofs + text_len
    pos = text_before
    return JsonKey(pos, text_ofs, text_len)


class JsonMember(NamedTuple):
    pos: int
    value: Any


@inlined
def read_json_member(buffer, start, pos, end, ofs_member, ofs_container, is_large):
    """json_binary.ksy: /types/json_member"""
    if end - pos < 1:
        return JsonMember(-1, NO_JSON_VALUE)
    type = u1(buffer, pos)
    pos += 1
    if not (0 <= type <= 12 or type == 15):
        return JsonMember(-1, NO_JSON_VALUE)
    content_or_offset = read_json_size(buffer, start, pos, end, is_large)
    pos = content_or_offset.pos
    if pos < 0:
        return JsonMember(-1, NO_JSON_VALUE)
    is_inlined = ((type == JSON_TYPE_LITERAL or type == JSON_TYPE_INT16) or type == JSON_TYPE_UINT16) or (is_large and (type == JSON_TYPE_INT32 or type == JSON_TYPE_UINT32))
    value = read_json_value(buffer, start, pos, end, type, ofs_member + 1 if is_inlined else ofs_container + content_or_offset.value)
    pos = value.pos
    if pos < 0:
        return JsonMember(-1, NO_JSON_VALUE)
    return JsonMember(pos, value)


class JsonLengthByte(NamedTuple):
    pos: int
    scale: int
    is_followed: bool
    value: int

NO_JSON_LENGTH_BYTE = JsonLengthByte(-1, 0, False, 0)


@inlined
def read_json_length_byte(buffer, start, pos, end, scale, previous):
    """json_binary.ksy: /types/json_length_byte"""
    if end - pos < 1:
        return NO_JSON_LENGTH_BYTE
    raw = u1(buffer, pos)
    pos += 1
    is_followed = raw >= 0x80
    value = previous + (raw & 0x7f) * scale
    return JsonLengthByte(pos, scale, is_followed, value)


class JsonLength(NamedTuple):
    pos: int
    value: int

NO_JSON_LENGTH = JsonLength(-1, 0)


@inlined
def read_json_length(buffer, start, pos, end):
    """json_binary.ksy: /types/json_length"""
    index = -1
    bytes_last = NO_JSON_LENGTH_BYTE
    while True:
        index += 1
        bytes_last = read_json_length_byte(buffer, start, pos, end, 1 if index == 0 else bytes_last.scale * 0x80, 0 if index == 0 else bytes_last.value)
        pos = bytes_last.pos
        if pos < 0:
            return NO_JSON_LENGTH
        if not bytes_last.is_followed or bytes_last.scale == 0x10000000:
            break
    value = bytes_last.value
    return JsonLength(pos, value)


class JsonString(NamedTuple):
    pos: int
    text_ofs: int
    text_len: int

NO_JSON_STRING = JsonString(-1, 0, 0)


@inlined
def read_json_string(buffer, start, pos, end):
    """json_binary.ksy: /types/json_string"""
    len_text = read_json_length(buffer, start, pos, end)
    pos = len_text.pos
    if pos < 0:
        return NO_JSON_STRING
    text_len = len_text.value
    if not 0 <= text_len <= end - pos:
        return NO_JSON_STRING
    text_ofs = pos
    pos = text_ofs + text_len
    return JsonString(pos, text_ofs, text_len)


class JsonOpaque(NamedTuple):
    pos: int
    type: int
    data_ofs: int
    data_len: int

NO_JSON_OPAQUE = JsonOpaque(-1, 0, 0, 0)


@inlined
def read_json_opaque(buffer, start, pos, end):
    """json_binary.ksy: /types/json_opaque"""
    if end - pos < 1:
        return NO_JSON_OPAQUE
    type = u1(buffer, pos)
    pos += 1
    len_data = read_json_length(buffer, start, pos, end)
    pos = len_data.pos
    if pos < 0:
        return NO_JSON_OPAQUE
    data_len = len_data.value
    if not 0 <= data_len <= end - pos:
        return NO_JSON_OPAQUE
    data_ofs = pos
    pos = data_ofs + data_len
    return JsonOpaque(pos, type, data_ofs, data_len)


class JsonDecimal(NamedTuple):
    pos: int
    precision: int
    scale: int
    value: Any


@inlined
def read_json_decimal(buffer, start, pos, end, value_digits_groups_at, value_digits_groups_value, value_digits_groups_num_digits):
    """json_binary.ksy: /types/json_decimal"""
    if end - pos < 2:
        return JsonDecimal(-1, 0, 0, DecimalCell(-1, DecimalDigits(-1, False, 0, value_digits_groups_at, value_digits_groups_value, value_digits_groups_num_digits)))
    precision = u1(buffer, pos)
    pos += 1
    if precision < 1:
        return JsonDecimal(-1, 0, 0, DecimalCell(-1, DecimalDigits(-1, False, 0, value_digits_groups_at, value_digits_groups_value, value_digits_groups_num_digits)))
    scale = u1(buffer, pos)
    pos += 1
    if scale > precision:
        return JsonDecimal(-1, 0, 0, DecimalCell(-1, DecimalDigits(-1, False, 0, value_digits_groups_at, value_digits_groups_value, value_digits_groups_num_digits)))
    value = read_decimal_cell(buffer, start, pos, end, precision, scale, value_digits_groups_at, value_digits_groups_value, value_digits_groups_num_digits)
    pos = value.pos
    if pos < 0:
        return JsonDecimal(-1, 0, 0, DecimalCell(-1, DecimalDigits(-1, False, 0, value_digits_groups_at, value_digits_groups_value, value_digits_groups_num_digits)))
    return JsonDecimal(pos, precision, scale, value)


class JsonTemporal(NamedTuple):
    pos: int
    is_negative: bool
    microsecond: int
    second: int
    minute: int
    time_hour: int
    hour: int
    day: int
    month: int
    year: int

NO_JSON_TEMPORAL = JsonTemporal(-1, False, 0, 0, 0, 0, 0, 0, 0, 0)


@inlined
def read_json_temporal(buffer, start, pos, end):
    """json_binary.ksy: /types/json_temporal"""
    if end - pos < 8:
        return NO_JSON_TEMPORAL
    low = u4le(buffer, pos)
    pos += 4
    high = s4le(buffer, pos)
    pos += 4
    is_negative = high < 0
    microsecond = 0x1000000 - (low & 0xffffff) & 0xffffff if is_negative else low & 0xffffff
    signed_units = (low >> 24) + high * 0x100
    units = signed_units if not is_negative else -signed_units if microsecond == 0 else -signed_units - 1
    second = units & 0x3f
    minute = units >> 6 & 0x3f
    time_hour = units >> 12 & 0x3ff
    hour = units >> 12 & 0x1f
    day = units >> 17 & 0x1f
    month = (units >> 22) % 13
    year = (units >> 22) // 13
    return JsonTemporal(pos, is_negative, microsecond, second, minute, time_hour, hour, day, month, year)
