"""Kernels of ksy/json_diffs.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from binlog_kaitai.kernels.runtime.utf8 import is_utf8
from .packed_integer import NO_PACKED_INTEGER, read_packed_integer

JSON_DIFF_OPERATION_REMOVE = 2


class JsonDiff(NamedTuple):
    pos: int
    operation: int
    path_ofs: int
    path_len: int
    value_ofs: int
    value_len: int

NO_JSON_DIFF = JsonDiff(-1, 0, 0, 0, 0, 0)


@inlined
def read_json_diff(buffer, start, pos, end):
    """json_diffs.ksy: /types/json_diff"""
    if end - pos < 1:
        return NO_JSON_DIFF
    operation = u1(buffer, pos)
    pos += 1
    if not 0 <= operation <= 2:
        return NO_JSON_DIFF
    len_path = read_packed_integer(buffer, start, pos, end)
    pos = len_path.pos
    if pos < 0:
        return NO_JSON_DIFF
    path_len = len_path.value
    if not 0 <= path_len <= end - pos:
        return NO_JSON_DIFF
    path_ofs = pos
    if not is_utf8(buffer, path_ofs, path_len):
        return NO_JSON_DIFF
    pos = path_ofs + path_len
    len_value = NO_PACKED_INTEGER
    if operation != JSON_DIFF_OPERATION_REMOVE:
        len_value = read_packed_integer(buffer, start, pos, end)
        pos = len_value.pos
        if pos < 0:
            return NO_JSON_DIFF
    value_ofs = value_len = 0
    if operation != JSON_DIFF_OPERATION_REMOVE:
        value_len = len_value.value
        if not 0 <= value_len <= end - pos:
            return NO_JSON_DIFF
        value_ofs = pos
        pos = value_ofs + value_len
    return JsonDiff(pos, operation, path_ofs, path_len, value_ofs, value_len)
