"""Kernels of ksy/timestamp2_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u4be
from .binlog_fraction import read_binlog_fraction, skip_binlog_fraction


@inlined
def skip_timestamp2_cell(buffer, start, pos, end, num_digits):
    pos += 4
    pos = skip_binlog_fraction(buffer, start, pos, end, num_digits)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos


class Timestamp2Cell(NamedTuple):
    pos: int
    seconds: int
    fraction_microseconds: int

NO_TIMESTAMP2_CELL = Timestamp2Cell(-1, 0, 0)


@inlined
def read_timestamp2_cell(buffer, start, pos, end, num_digits):
    if end - pos < 4:
        return NO_TIMESTAMP2_CELL
    seconds = u4be(buffer, pos)
    pos += 4
    fraction = read_binlog_fraction(buffer, start, pos, end, num_digits)
    pos = fraction.pos
    if pos < 0:
        return NO_TIMESTAMP2_CELL
    return Timestamp2Cell(pos, seconds, fraction.microseconds)
