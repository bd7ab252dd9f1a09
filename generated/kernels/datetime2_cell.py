"""Kernels of ksy/datetime2_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .binlog_fraction import read_binlog_fraction, skip_binlog_fraction
from .integer_be import read_integer_be, skip_integer_be


class Datetime2Cell(NamedTuple):
    pos: int
    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int
    fraction_microseconds: int

NO_DATETIME2_CELL = Datetime2Cell(-1, 0, 0, 0, 0, 0, 0, 0)


@inlined
def read_datetime2_cell(buffer, start, pos, end, num_digits):
    raw = read_integer_be(buffer, start, pos, end, 5)
    pos = raw.pos
    if pos < 0:
        return NO_DATETIME2_CELL
    fraction = read_binlog_fraction(buffer, start, pos, end, num_digits)
    pos = fraction.pos
    if pos < 0:
        return NO_DATETIME2_CELL
    packed = raw.value - 0x8000000000
    date = packed >> 17
    year = (date >> 5) // 13
    month = (date >> 5) % 13
    day = date & 0x1f
    time = packed & 0x1ffff
    hour = time >> 12
    minute = time >> 6 & 0x3f
    second = time & 0x3f
    return Datetime2Cell(pos, year, month, day, hour, minute, second, fraction.microseconds)


@inlined
def skip_datetime2_cell(buffer, start, pos, end, num_digits):
    pos = skip_integer_be(buffer, start, pos, end, 5)
    if pos < 0:
        return -1
    pos = skip_binlog_fraction(buffer, start, pos, end, num_digits)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos
