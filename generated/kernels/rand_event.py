"""Kernels of ksy/rand_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined


@inlined
def read_rand_event(buffer, start, pos, end):
    if end - pos < 16:
        return -1
    pos += 8
    pos += 8
    return pos
