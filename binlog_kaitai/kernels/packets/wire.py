"""The kernel that takes events out of what comes over a connection, as their log has them."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.binlog_event_header import read_binlog_event_header
from binlog_kaitai.generated.kernels.replication_packet import read_packet_header
from binlog_kaitai.generated.kernels.wire_packet import read_wire_header
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import copy_exactly


class Rest(IntEnum):
    """Why a run ends: a packet is not all there, needs care, or finds no room."""

    TORN = 0
    CARE = 1
    FULL = 2


TORN, CARE, FULL = int(Rest.TORN), int(Rest.CARE), int(Rest.FULL)


class WireRun(NamedTuple):
    """Events that lie one behind the other in a log: their bytes are in a chunk up to `end`.

    `at` is where the first packet lies that is not among them, and `rest` why it is not. `position`
    is where the last event ends in the log, and `begun` where the last transaction begins there
    that begins among them, -1 if none does.
    """

    at: int
    end: int
    position: int
    begun: int
    rest: int

    @property
    def is_torn(self) -> bool:
        """Whether that packet is not all there."""
        return self.rest == TORN


@kernel
def take_wire(values: Any, at: int, stop: int, position: int, closing: int, chunk: Any) -> WireRun:
    """Copy the events of packets to the beginning of a chunk.

    The packets lie in `values`, uint8, from `at` to `stop`. The first event lies at a byte offset
    of its log. A packet needs care that is more than a plain event, the log's next one, or is of
    the type `closing`.
    """
    end = 0
    begun = -1
    while True:
        wire = read_wire_header(values, at, at, stop)
        if wire.pos < 0 or wire.len_body > stop - wire.pos:
            return WireRun(at, end, position, begun, TORN)
        beyond = wire.pos + wire.len_body
        pos = read_packet_header(values, wire.pos, wire.pos, beyond, False)
        if pos < 0 or wire.goes_on:
            return WireRun(at, end, position, begun, CARE)
        header = read_binlog_event_header(values, pos, pos, beyond, 4, False)
        size = beyond - pos
        if (
            header.pos < 0
            or header.len_event != size
            or header.is_made_up
            or header.is_turning_point
            or header.type == closing
            or (
                header.next_position != 0
                and header.next_position != (position + size) % header.num_positions
            )
        ):
            return WireRun(at, end, position, begun, CARE)
        if size > len(chunk) - end:
            return WireRun(at, end, position, begun, FULL)
        if header.begins_transaction:
            begun = position
        copy_exactly(chunk, end, values, pos, size)
        end += size
        position += size
        at = beyond
