"""Kernels of ksy/decimal_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from .integer_be import read_integer_be


class DecimalGroup(NamedTuple):
    pos: int
    value: int
    num_digits: int

NO_DECIMAL_GROUP = DecimalGroup(-1, 0, 0)


@inlined
def read_decimal_group(buffer, start, pos, end, num_digits, is_first, is_negative):
    """decimal_cell.ksy: /types/decimal_group"""
    raw = read_integer_be(buffer, start, pos, end, 4 if num_digits == 9 else num_digits + 1 >> 1)
    pos = raw.pos
    if pos < 0:
        return NO_DECIMAL_GROUP
    max = 0xffffffff if num_digits > 6 else 0xffffff if num_digits > 4 else 0xffff if num_digits > 2 else 0xff
    sign = 0 if not is_first else -((max >> 1) + 1) if is_negative else (max >> 1) + 1
    value = (max - raw.value if is_negative else raw.value) + (sign if is_negative else -sign)
    return DecimalGroup(pos, value, num_digits)


class DecimalDigits(NamedTuple):
    pos: int
    is_negative: bool
    num_groups: int
    groups_at: int
    groups_value: Any
    groups_num_digits: Any


@inlined
def read_decimal_digits(buffer, start, pos, end, num_leading, num_full, num_trailing, groups_at, groups_value, groups_num_digits):
    """decimal_cell.ksy: /types/decimal_digits"""
    num_groups = num_full + (1 if num_leading > 0 else 0) + (1 if num_trailing > 0 else 0)
    first_byte_before = pos
    pos = start + 0
    if not start <= pos <= end:
        return DecimalDigits(-1, False, 0, groups_at, groups_value, groups_num_digits)
    if end - pos < 1:
        return DecimalDigits(-1, False, 0, groups_at, groups_value, groups_num_digits)
    first_byte = u1(buffer, pos)
    pos += 1
    pos = first_byte_before
    is_negative = first_byte < 0x80
    if groups_at + num_groups > len(groups_value):
        return DecimalDigits(-1, False, 0, groups_at, groups_value, groups_num_digits)
    groups_last = NO_DECIMAL_GROUP
    for index in range(num_groups):
        groups_last = read_decimal_group(buffer, start, pos, end, num_leading if index == 0 and num_leading > 0 else num_trailing if index == num_groups - 1 and num_trailing > 0 else 9, index == 0, is_negative)
        pos = groups_last.pos
        if pos < 0:
            return DecimalDigits(-1, False, 0, groups_at, groups_value, groups_num_digits)
        groups_value[groups_at + index] = groups_last.value
        groups_num_digits[groups_at + index] = groups_last.num_digits
    return DecimalDigits(pos, is_negative, num_groups, groups_at, groups_value, groups_num_digits)


class DecimalCell(NamedTuple):
    pos: int
    digits: Any


@inlined
def read_decimal_cell(buffer, start, pos, end, precision, scale, digits_groups_at, digits_groups_value, digits_groups_num_digits):
    num_integer = precision - scale
    num_leading = num_integer % 9
    len_leading = num_leading + 1 >> 1
    num_trailing = scale % 9
    len_trailing = num_trailing + 1 >> 1
    digits_len = num_integer // 9 * 4 + len_leading + scale // 9 * 4 + len_trailing
    if not 0 <= digits_len <= end - pos:
        return DecimalCell(-1, DecimalDigits(-1, False, 0, digits_groups_at, digits_groups_value, digits_groups_num_digits))
    digits_ofs = pos
    digits = read_decimal_digits(buffer, digits_ofs, pos, digits_ofs + digits_len, num_leading, num_integer // 9 + scale // 9, num_trailing, digits_groups_at, digits_groups_value, digits_groups_num_digits)
    pos = digits.pos
    if pos < 0:
        return DecimalCell(-1, DecimalDigits(-1, False, 0, digits_groups_at, digits_groups_value, digits_groups_num_digits))
    pos = digits_ofs + digits_len
    return DecimalCell(pos, digits)


@inlined
def skip_decimal_cell(buffer, start, pos, end, precision, scale):
    num_integer = precision - scale
    num_leading = num_integer % 9
    len_leading = num_leading + 1 >> 1
    num_trailing = scale % 9
    len_trailing = num_trailing + 1 >> 1
    digits_len = num_integer // 9 * 4 + len_leading + scale // 9 * 4 + len_trailing
    if not 0 <= digits_len <= end - pos:
        return -1
    pos += digits_len
    if pos > end:
        return -1
    return pos
