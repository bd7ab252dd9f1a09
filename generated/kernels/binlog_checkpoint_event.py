"""Kernels of ksy/binlog_checkpoint_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import write_literal, write_printable, write_unsigned
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


@shared
def show_binlog_checkpoint_event(buffer, start, pos, end, len_post_header, _out, _at):
    if end - pos < 4:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"len_log": ')
    len_log = u4le(buffer, pos)
    pos += 4
    if not len_post_header >= 4:
        return (-1, -1)
    _at = write_unsigned(_out, _at, len_log)
    if len_post_header > 4:
        return (-1, -1)
    _at = write_literal(_out, _at, ', "log": ')
    if not 0 <= len_log <= end - pos:
        return (-1, -1)
    log_ofs = pos
    log_len = len_log
    pos = log_ofs + log_len
    _at = write_printable(_out, _at, buffer, log_ofs, log_len)
    if _at < 0:
        return (pos, _at)
    if not pos >= end:
        return (-1, -1)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
