"""Kernels of ksy/json_cell.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .integer_le import read_integer_le


class JsonCell(NamedTuple):
    pos: int
    len_value_value: int
    document_ofs: int
    document_len: int
    diffs_ofs: int
    diffs_len: int

NO_JSON_CELL = JsonCell(-1, 0, 0, 0, 0, 0)


@inlined
def read_json_cell(buffer, start, pos, end, pack_length, is_partial):
    len_value = read_integer_le(buffer, start, pos, end, pack_length)
    pos = len_value.pos
    if pos < 0:
        return NO_JSON_CELL
    document_ofs = document_len = 0
    if not is_partial and len_value.value > 0:
        document_len = len_value.value
        if not 0 <= document_len <= end - pos:
            return NO_JSON_CELL
        document_ofs = pos
        pos = document_ofs + document_len
    diffs_ofs = diffs_len = 0
    if is_partial:
        diffs_len = len_value.value
        if not 0 <= diffs_len <= end - pos:
            return NO_JSON_CELL
        diffs_ofs = pos
        pos = diffs_ofs + diffs_len
    return JsonCell(pos, len_value.value, document_ofs, document_len, diffs_ofs, diffs_len)


@inlined
def skip_json_cell(buffer, start, pos, end, pack_length, is_partial):
    len_value = read_integer_le(buffer, start, pos, end, pack_length)
    pos = len_value.pos
    if pos < 0:
        return -1
    if not is_partial and len_value.value > 0:
        document_len = len_value.value
        if not 0 <= document_len <= end - pos:
            return -1
        pos += document_len
    if is_partial:
        diffs_len = len_value.value
        if not 0 <= diffs_len <= end - pos:
            return -1
        pos += diffs_len
    if pos > end:
        return -1
    return pos
