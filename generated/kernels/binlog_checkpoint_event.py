"""Kernels of ksy/binlog_checkpoint_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u4le


@inlined
def read_binlog_checkpoint_event(buffer, start, pos, end, len_post_header):
    if end - pos < 4:
        return -1
    len_log = u4le(buffer, pos)
    pos += 4
    if not len_post_header >= 4:
        return -1
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 4:
        post_header_rest_len = len_post_header - 4
        if not 0 <= post_header_rest_len <= end - pos:
            return -1
        post_header_rest_ofs = pos
        pos = post_header_rest_ofs + post_header_rest_len
    if not 0 <= len_log <= end - pos:
        return -1
    log_ofs = pos
    log_len = len_log
    pos = log_ofs + log_len
    rest_ofs = rest_len = 0
    if not pos >= end:
        rest_ofs = pos
        rest_len = end - pos
        pos = rest_ofs + rest_len
    return pos
