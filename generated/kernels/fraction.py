"""Kernels of ksy/fraction.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .integer_be import read_integer_be, skip_integer_be


class Fraction(NamedTuple):
    pos: int
    microseconds: int

NO_FRACTION = Fraction(-1, 0)


@inlined
def read_fraction(buffer, start, pos, end, num_digits):
    raw = read_integer_be(buffer, start, pos, end, num_digits + 1 >> 1)
    pos = raw.pos
    if pos < 0:
        return NO_FRACTION
    microseconds = raw.value * (1 if num_digits > 4 else 100 if num_digits > 2 else 10000)
    return Fraction(pos, microseconds)


@inlined
def skip_fraction(buffer, start, pos, end, num_digits):
    pos = skip_integer_be(buffer, start, pos, end, num_digits + 1 >> 1)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos
