"""Kernels of ksy/zstd_frame.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import b24le, u1
from .integer_le import read_integer_le

ZSTD_BLOCK_TYPE_RLE = 1


class ZstdBlock(NamedTuple):
    pos: int
    is_last: bool

NO_ZSTD_BLOCK = ZstdBlock(-1, False)


@inlined
def read_zstd_block(buffer, start, pos, end):
    """zstd_frame.ksy: /types/zstd_block"""
    if end - pos < 3:
        return NO_ZSTD_BLOCK
    bits = b24le(buffer, pos)
    pos += 3
    is_last = bits & 1 != 0
    type = bits >> 1 & 3
    if not 0 <= type <= 2:
        return NO_ZSTD_BLOCK
    len_block = bits >> 3 & 2097151
    body_len = 1 if type == ZSTD_BLOCK_TYPE_RLE else len_block
    if not 0 <= body_len <= end - pos:
        return NO_ZSTD_BLOCK
    body_ofs = pos
    pos = body_ofs + body_len
    return ZstdBlock(pos, is_last)


class ZstdFrame(NamedTuple):
    pos: int
    has_content_size: bool
    len_content: int

NO_ZSTD_FRAME = ZstdFrame(-1, False, 0)


@inlined
def read_zstd_frame(buffer, start, pos, end):
    if end - pos < 4:
        return NO_ZSTD_FRAME
    if u1(buffer, pos + 0) != 40:
        return NO_ZSTD_FRAME
    if u1(buffer, pos + 1) != 181:
        return NO_ZSTD_FRAME
    if u1(buffer, pos + 2) != 47:
        return NO_ZSTD_FRAME
    if u1(buffer, pos + 3) != 253:
        return NO_ZSTD_FRAME
    pos += 4
    if end - pos < 1:
        return NO_ZSTD_FRAME
    bits = u1(buffer, pos)
    pos += 1
    content_size_flag = bits >> 6 & 3
    is_single_segment = bits >> 5 & 1 != 0
    reserved = bits >> 3 & 1 != 0
    if reserved != 0:
        return NO_ZSTD_FRAME
    has_checksum = bits >> 2 & 1 != 0
    dictionary_id_flag = bits & 3
    if not is_single_segment:
        if end - pos < 1:
            return NO_ZSTD_FRAME
        pos += 1
    dictionary_id = read_integer_le(buffer, start, pos, end, 4 if dictionary_id_flag == 3 else dictionary_id_flag)
    pos = dictionary_id.pos
    if pos < 0:
        return NO_ZSTD_FRAME
    content_size = read_integer_le(buffer, start, pos, end, (1 if is_single_segment else 0) if content_size_flag == 0 else 2 if content_size_flag == 1 else 4 if content_size_flag == 2 else 8)
    pos = content_size.pos
    if pos < 0:
        return NO_ZSTD_FRAME
    index = -1
    blocks_last = NO_ZSTD_BLOCK
    while True:
        index += 1
        blocks_last = read_zstd_block(buffer, start, pos, end)
        pos = blocks_last.pos
        if pos < 0:
            return NO_ZSTD_FRAME
        if blocks_last.is_last:
            break
    if has_checksum:
        if end - pos < 4:
            return NO_ZSTD_FRAME
        pos += 4
    has_content_size = content_size_flag > 0 or is_single_segment
    len_content = content_size.value + 256 if content_size_flag == 1 else content_size.value
    return ZstdFrame(pos, has_content_size, len_content)
