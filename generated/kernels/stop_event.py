"""Kernels of ksy/stop_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import write_literal, write_printable


@inlined
def read_stop_event(buffer, start, pos, end, len_post_header):
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > 0:
        if not 0 <= len_post_header <= end - pos:
            return -1
        post_header_rest_ofs = pos
        post_header_rest_len = len_post_header
        pos = post_header_rest_ofs + post_header_rest_len
    rest_ofs = pos
    rest_len = end - pos
    pos = rest_ofs + rest_len
    return pos


@shared
def show_stop_event(buffer, start, pos, end, len_post_header, _out, _at):
    if len_post_header > 0:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"rest": ')
    rest_ofs = pos
    rest_len = end - pos
    pos = rest_ofs + rest_len
    _at = write_printable(_out, _at, buffer, rest_ofs, rest_len)
    if _at < 0:
        return (pos, _at)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
