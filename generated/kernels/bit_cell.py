"""Kernels of ksy/bit_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .integer_be import read_integer_be, skip_integer_be


class BitCell(NamedTuple):
    pos: int
    value: int

NO_BIT_CELL = BitCell(-1, 0)


@inlined
def read_bit_cell(buffer, start, pos, end, num_bytes):
    raw = read_integer_be(buffer, start, pos, end, num_bytes)
    pos = raw.pos
    if pos < 0:
        return NO_BIT_CELL
    value = raw.value
    return BitCell(pos, value)


@inlined
def skip_bit_cell(buffer, start, pos, end, num_bytes):
    pos = skip_integer_be(buffer, start, pos, end, num_bytes)
    if pos < 0:
        return -1
    if pos > end:
        return -1
    return pos
