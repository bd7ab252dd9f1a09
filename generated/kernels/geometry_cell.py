"""Kernels of ksy/geometry_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u4le
from .integer_le import read_integer_le


class GeometryValue(NamedTuple):
    pos: int
    has_srid: bool
    srid: int
    wkb_ofs: int
    wkb_len: int

NO_GEOMETRY_VALUE = GeometryValue(-1, False, 0, 0, 0)


@inlined
def read_geometry_value(buffer, start, pos, end):
    """geometry_cell.ksy: /types/geometry_value"""
    has_srid = not pos >= end
    srid = 0
    if has_srid:
        if end - pos < 4:
            return NO_GEOMETRY_VALUE
        srid = u4le(buffer, pos)
        pos += 4
    wkb_ofs = pos
    wkb_len = end - pos
    pos = wkb_ofs + wkb_len
    return GeometryValue(pos, has_srid, srid, wkb_ofs, wkb_len)


class GeometryCell(NamedTuple):
    pos: int
    value_has_srid: bool
    value_srid: int
    value_wkb_ofs: int
    value_wkb_len: int

NO_GEOMETRY_CELL = GeometryCell(-1, False, 0, 0, 0)


@inlined
def read_geometry_cell(buffer, start, pos, end, pack_length):
    len_value = read_integer_le(buffer, start, pos, end, pack_length)
    pos = len_value.pos
    if pos < 0:
        return NO_GEOMETRY_CELL
    value_len = len_value.value
    if not 0 <= value_len <= end - pos:
        return NO_GEOMETRY_CELL
    value_ofs = pos
    value = read_geometry_value(buffer, value_ofs, pos, value_ofs + value_len)
    pos = value.pos
    if pos < 0:
        return NO_GEOMETRY_CELL
    pos = value_ofs + value_len
    return GeometryCell(pos, value.has_srid, value.srid, value.wkb_ofs, value.wkb_len)


@inlined
def skip_geometry_cell(buffer, start, pos, end, pack_length):
    len_value = read_integer_le(buffer, start, pos, end, pack_length)
    pos = len_value.pos
    if pos < 0:
        return -1
    value_len = len_value.value
    if not 0 <= value_len <= end - pos:
        return -1
    pos += value_len
    if pos > end:
        return -1
    return pos
