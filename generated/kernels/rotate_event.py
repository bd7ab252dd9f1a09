"""Kernels of ksy/rotate_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined


@inlined
def read_rotate_event(buffer, start, pos, end, len_post_header):
    has_position = len_post_header > 0
    if has_position:
        if end - pos < 8:
            return -1
        pos += 8
    next_log_ofs = pos
    next_log_len = end - pos
    pos = next_log_ofs + next_log_len
    return pos
