"""Kernels of ksy/user_var_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import s4le, u1, u4le
from .decimal_cell import read_decimal_cell

USER_VAR_TYPE_REAL = 1
USER_VAR_TYPE_INT = 2
USER_VAR_TYPE_DECIMAL = 4
USER_VAR_TYPE_STRING = 0


class UserVarInt(NamedTuple):
    pos: int
    value: int

NO_USER_VAR_INT = UserVarInt(-1, 0)


@inlined
def read_user_var_int(buffer, start, pos, end):
    """user_var_event.ksy: /types/user_var_int"""
    if end - pos < 8:
        return NO_USER_VAR_INT
    low = u4le(buffer, pos)
    pos += 4
    high = s4le(buffer, pos)
    pos += 4
    value = low + high * 0x100000000
    return UserVarInt(pos, value)


class UserVarString(NamedTuple):
    pos: int
    value_ofs: int
    value_len: int

NO_USER_VAR_STRING = UserVarString(-1, 0, 0)


@inlined
def read_user_var_string(buffer, start, pos, end):
    """user_var_event.ksy: /types/user_var_string"""
    value_ofs = pos
    value_len = end - pos
    pos = value_ofs + value_len
    return UserVarString(pos, value_ofs, value_len)


@inlined
def read_user_var_real(buffer, start, pos, end):
    """user_var_event.ksy: /types/user_var_real"""
    if end - pos < 8:
        return -1
    pos += 8
    return pos


@inlined
def read_user_var_decimal(buffer, start, pos, end, value_digits_groups_at, value_digits_groups_value, value_digits_groups_num_digits):
    """user_var_event.ksy: /types/user_var_decimal"""
    if end - pos < 2:
        return -1
    precision = u1(buffer, pos)
    pos += 1
    if precision < 1:
        return -1
    scale = u1(buffer, pos)
    pos += 1
    if scale > precision:
        return -1
    value = read_decimal_cell(buffer, start, pos, end, precision, scale, value_digits_groups_at, value_digits_groups_value, value_digits_groups_num_digits)
    pos = value.pos
    if pos < 0:
        return -1
    return pos


class UserVarFlags(NamedTuple):
    pos: int
    is_unsigned: bool

NO_USER_VAR_FLAGS = UserVarFlags(-1, False)


@inlined
def read_user_var_flags(buffer, start, pos, end):
    """user_var_event.ksy: /types/user_var_flags"""
    if end - pos < 1:
        return NO_USER_VAR_FLAGS
    bits = u1(buffer, pos)
    pos += 1
    is_unsigned = bits & 1 != 0
    return UserVarFlags(pos, is_unsigned)


class UserVarEvent(NamedTuple):
    pos: int
    name_ofs: int
    name_len: int
    is_null: int
    type: int
    collation: int
    string_value_ofs: int
    string_value_len: int
    signed_value: int
    is_unsigned: bool
    rest_ofs: int
    rest_len: int


@inlined
def read_user_var_event(buffer, start, pos, end, len_post_header, value_value_digits_groups_at, value_value_digits_groups_value, value_value_digits_groups_num_digits):
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0:
        if not 0 <= len_post_header <= end - pos:
            return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
        post_header_rest_ofs = pos
        post_header_rest_len = len_post_header
        pos = post_header_rest_ofs + post_header_rest_len
    if end - pos < 4:
        return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
    len_name = u4le(buffer, pos)
    pos += 4
    if not 0 <= len_name <= end - pos:
        return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
    name_ofs = pos
    name_len = len_name
    pos = name_ofs + name_len
    if end - pos < 1:
        return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
    is_null = u1(buffer, pos)
    pos += 1
    type = 0
    if is_null == 0:
        if end - pos < 1:
            return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
        type = u1(buffer, pos)
        pos += 1
        if not 0 <= type <= 4:
            return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
    collation = 0
    if is_null == 0:
        if end - pos < 4:
            return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
        collation = u4le(buffer, pos)
        pos += 4
    len_value = 0
    if is_null == 0:
        if end - pos < 4:
            return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
        len_value = u4le(buffer, pos)
        pos += 4
    value_ofs = value_len = 0
    value_user_var_string = NO_USER_VAR_STRING
    value_user_var_int = NO_USER_VAR_INT
    if is_null == 0:
        if not 0 <= len_value <= end - pos:
            return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
        value_ofs = pos
        value_len = len_value
        value_user_var_int = NO_USER_VAR_INT
        value_user_var_string = NO_USER_VAR_STRING
        if type == USER_VAR_TYPE_REAL:
            pos = read_user_var_real(buffer, value_ofs, pos, value_ofs + value_len)
            if pos < 0:
                return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
        elif type == USER_VAR_TYPE_INT:
            value_user_var_int = read_user_var_int(buffer, value_ofs, pos, value_ofs + value_len)
            pos = value_user_var_int.pos
            if pos < 0:
                return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
        elif type == USER_VAR_TYPE_DECIMAL:
            pos = read_user_var_decimal(buffer, value_ofs, pos, value_ofs + value_len, value_value_digits_groups_at, value_value_digits_groups_value, value_value_digits_groups_num_digits)
            if pos < 0:
                return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
        else:
            value_user_var_string = read_user_var_string(buffer, value_ofs, pos, value_ofs + value_len)
            pos = value_user_var_string.pos
            if pos < 0:
                return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
        pos = value_ofs + value_len
    has_flags = is_null == 0 and (not pos >= end)
    flags = NO_USER_VAR_FLAGS
    if has_flags:
        flags = read_user_var_flags(buffer, start, pos, end)
        pos = flags.pos
        if pos < 0:
            return UserVarEvent(-1, 0, 0, 0, 0, 0, 0, 0, 0, False, 0, 0)
    rest_ofs = rest_len = 0
    if not pos >= end:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    string_value_ofs = value_user_var_string.value_ofs if is_null == 0 and type == USER_VAR_TYPE_STRING else 0
    string_value_len = value_user_var_string.value_len if is_null == 0 and type == USER_VAR_TYPE_STRING else 0
    signed_value = value_user_var_int.value if is_null == 0 and type == USER_VAR_TYPE_INT else 0
    is_unsigned = has_flags and flags.is_unsigned
    return UserVarEvent(pos, name_ofs, name_len, is_null, type, collation, string_value_ofs, string_value_len, signed_value, is_unsigned, rest_ofs, rest_len)
