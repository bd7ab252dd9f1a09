"""Kernels of ksy/gtid_tag.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.utf8 import is_ascii
from .varlen_integer import read_varlen_integer


class GtidTag(NamedTuple):
    pos: int
    text_ofs: int
    text_len: int

NO_GTID_TAG = GtidTag(-1, 0, 0)


@inlined
def read_gtid_tag(buffer, start, pos, end):
    len_text = read_varlen_integer(buffer, start, pos, end)
    pos = len_text.pos
    if pos < 0:
        return NO_GTID_TAG
    if not len_text.value <= 32:
        return NO_GTID_TAG
    text_len = len_text.value
    if not 0 <= text_len <= end - pos:
        return NO_GTID_TAG
    text_ofs = pos
    if not is_ascii(buffer, text_ofs, text_len):
        return NO_GTID_TAG
    pos = text_ofs + text_len
    return GtidTag(pos, text_ofs, text_len)


@inlined
def skip_gtid_tag(buffer, start, pos, end):
    len_text = read_varlen_integer(buffer, start, pos, end)
    pos = len_text.pos
    if pos < 0:
        return -1
    text_len = len_text.value
    if not 0 <= text_len <= end - pos:
        return -1
    pos += text_len
    if pos > end:
        return -1
    return pos
