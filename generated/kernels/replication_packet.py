"""Kernels of ksy/replication_packet.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from .replication_command import SEMI_SYNC_MAGIC_PACKET

PACKET_STATUS_OK = 0


@inlined
def read_semi_sync_header(buffer, start, pos, end):
    """replication_packet.ksy: /types/semi_sync_header"""
    if end - pos < 2:
        return -1
    magic = u1(buffer, pos)
    pos += 1
    if magic != SEMI_SYNC_MAGIC_PACKET:
        return -1
    pos += 1
    return pos


@inlined
def read_packet_header(buffer, start, pos, end, is_semi_sync):
    """replication_packet.ksy: /types/packet_header"""
    if end - pos < 1:
        return -1
    status = u1(buffer, pos)
    pos += 1
    if status != PACKET_STATUS_OK:
        return -1
    if is_semi_sync:
        pos = read_semi_sync_header(buffer, start, pos, end)
        if pos < 0:
            return -1
    return pos
