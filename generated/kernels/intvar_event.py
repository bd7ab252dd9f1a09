"""Kernels of ksy/intvar_event.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1


@inlined
def read_intvar_event(buffer, start, pos, end):
    if end - pos < 9:
        return -1
    type = u1(buffer, pos)
    pos += 1
    if not 0 <= type <= 2:
        return -1
    pos += 8
    return pos
