"""Kernels of ksy/binlog_fraction.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .integer_be import read_integer_be, skip_integer_be


class BinlogFraction(NamedTuple):
    pos: int
    microseconds: int

NO_BINLOG_FRACTION = BinlogFraction(-1, 0)


@inlined
def read_binlog_fraction(buffer, start, pos, end, num_digits):
    raw = read_integer_be(buffer, start, pos, end, num_digits + 1 >> 1)
    pos = raw.pos
    if pos < 0:
        return NO_BINLOG_FRACTION
    microseconds = raw.value * (1 if num_digits > 4 else 100 if num_digits > 2 else 10000)
    return BinlogFraction(pos, microseconds)


@inlined
def skip_binlog_fraction(buffer, start, pos, end, num_digits):
    pos = skip_integer_be(buffer, start, pos, end, num_digits + 1 >> 1)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos
