"""Kernels of ksy/file_block_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import shared
from binlog_kaitai.kernels.runtime.json_values import write_literal, write_printable, write_unsigned
from binlog_kaitai.kernels.runtime.stream import u4le


@shared
def show_file_block_event(buffer, start, pos, end, len_post_header, _out, _at):
    if end - pos < 4:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"file_id": ')
    file_id = u4le(buffer, pos)
    pos += 4
    if not len_post_header >= 4:
        return (-1, -1)
    _at = write_unsigned(_out, _at, file_id)
    if len_post_header > 4:
        return (-1, -1)
    _at = write_literal(_out, _at, ', "data": ')
    data_ofs = pos
    data_len = end - pos
    pos = data_ofs + data_len
    _at = write_printable(_out, _at, buffer, data_ofs, data_len)
    if _at < 0:
        return (pos, _at)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
