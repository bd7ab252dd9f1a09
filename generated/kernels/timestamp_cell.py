"""Kernels of ksy/timestamp_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u4le


@inlined
def skip_timestamp_cell(buffer, start, pos, end):
    pos += 4
    if pos > end:
        return -1
    return pos


class TimestampCell(NamedTuple):
    pos: int
    seconds: int

NO_TIMESTAMP_CELL = TimestampCell(-1, 0)


@inlined
def read_timestamp_cell(buffer, start, pos, end):
    if end - pos < 4:
        return NO_TIMESTAMP_CELL
    seconds = u4le(buffer, pos)
    pos += 4
    return TimestampCell(pos, seconds)
