"""Kernels of ksy/integer_le.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import uxle


class IntegerLe(NamedTuple):
    pos: int
    value: int

NO_INTEGER_LE = IntegerLe(-1, 0)


@inlined
def read_integer_le(buffer, start, pos, end, num_bytes):
    if not 0 <= num_bytes <= 8 or end - pos < num_bytes:
        return NO_INTEGER_LE
    value = uxle(buffer, pos, num_bytes)
    pos += num_bytes
    return IntegerLe(pos, value)


@inlined
def skip_integer_le(buffer, start, pos, end, num_bytes):
    if num_bytes == 1:
        pos += 1
    if num_bytes == 2:
        pos += 2
    if num_bytes == 3:
        pos += 3
    if num_bytes >= 4:
        pos += 4
    if num_bytes == 5:
        pos += 1
    if num_bytes == 6:
        pos += 2
    if num_bytes == 7:
        pos += 3
    if num_bytes == 8:
        pos += 4
    if pos > end:
        return -1
    return pos
