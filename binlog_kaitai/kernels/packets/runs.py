"""The kernel that takes events out of packets, as long as they follow each other in a log."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.binlog_event_header import read_binlog_event_header
from binlog_kaitai.generated.kernels.replication_packet import read_packet_header
from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import copy_exactly


class Run(NamedTuple):
    """Packets whose events lie in a chunk now, one behind the other.

    `next_packet` is the first that is not among them, `end` where the events end in the chunk,
    `position` where the last one ends in its log, and `num_gaps` how often events are left out.
    """

    next_packet: int
    end: int
    position: int
    num_gaps: int


class Packets(NamedTuple):
    """Packets: `values`, uint8, of which the packet `i` is those from `offsets[i]` to the next."""

    values: Bytes
    offsets: Ints
    is_framed: bool
    is_semi_sync: bool


class Room(NamedTuple):
    """A chunk for events, and room for its gaps.

    From the byte `gap_at[i]` of the chunk on, events lie by `gap_shift[i]` bytes further behind in
    the log than those that are there; both have room for all packets.
    """

    chunk: Bytes
    size: int
    gap_at: Ints
    gap_shift: Ints


@kernel
def take_run(packets: Packets, first: int, log_format: Any, position: int, room: Room) -> Run:
    """Copy the events of packets, from the `first` on, to the beginning of a chunk.

    It ends before a packet that needs care: that is none, holds what was made up or tells how to
    read what follows, is not the log's next one, or has no room. The first event lies at `position`
    in the log if none is left out.
    """
    values, offsets = packets.values, packets.offsets
    at = shift = num_gaps = 0
    packet = first
    while packet < len(offsets) - 1:
        pos, stop = offsets[packet], offsets[packet + 1]
        if packets.is_framed:
            pos = read_packet_header(values, pos, pos, stop, packets.is_semi_sync)
            if pos < 0:
                break
        header = read_binlog_event_header(
            values, pos, pos, stop, log_format.binlog_version, log_format.has_permuted_types
        )
        size = stop - pos
        if (
            header.pos < 0
            or header.len_event != size
            or header.is_made_up
            or header.is_turning_point
            or size > room.size - at
        ):
            break
        end = position + size
        if header.next_position != 0:
            half = header.num_positions // 2
            ahead = (header.next_position - end + half) % header.num_positions - half
            if ahead < 0:
                break
            if ahead > 0:
                shift += ahead
                room.gap_at[num_gaps] = at
                room.gap_shift[num_gaps] = shift
                num_gaps += 1
                end += ahead
        copy_exactly(room.chunk, at, values, pos, size)
        at += size
        position = end
        packet += 1
    return Run(packet, at, position, num_gaps)
