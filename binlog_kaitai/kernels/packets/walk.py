"""Walks a stream of packets, a run of events that follow each other in their log at a time."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.framing import Frame
from binlog_kaitai.kernels.handoff import PacketMemory, PacketReader
from binlog_kaitai.kernels.packets.runs import Packets, Room, take_run
from binlog_kaitai.kernels.walk.change_scanner import ChangeScanner, nothing_learned
from binlog_kaitai.kernels.walk.found_rows import Rows
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.scopes import EVERYTHING, Scope


class PacketWalk(ChangeScanner):
    """Follows a stream of packets: `found` takes those that come next.

    Without what lies before them, events that follow each other are a part of their log, which is
    scanned as that of a file. The others are each looked at as a `PacketReader` does it; `packets`
    is the one that knows the log's name, and where the stream is in it.
    """

    def __init__(self, framing: Framing = "packet", scope: Scope = EVERYTHING) -> None:
        self.packets = PacketReader(framing, scope)
        learned = nothing_learned(scope)
        super().__init__(scope, learned.maps, learned.scratch)
        self._follow(self.packets.reader, learned)
        self.num_gaps = 0
        self.gap_at = self.gap_shift = np.zeros(0, np.int64)
        self._begin(self.packets.state, self.packets.start.table_maps)
        self.mark = self._new_mark()

    def found(self, packets: pa.Array) -> Iterator[Rows | list[Change]]:
        """Yield what is wanted of packets, an array of binary, and holds nothing of it back.

        What is yielded is of the log that `packets.file` names then. Raises BinlogError for what is
        no event, is damaged, or is not the stream's next one.
        """
        try:
            yield from self._walk(packets)
        except BinlogError:
            yield from self._flush()
            raise

    @property
    def memory(self) -> PacketMemory:
        """All that the packets so far have left."""
        self._tell_tree()
        table_maps = tuple(event for event, _ in self._open_maps().events)
        return replace(self.packets.memory, table_maps=table_maps)

    def resume(self, memory: PacketMemory) -> None:
        """Go on where a walk of the same packets, which has this memory, was."""
        self._tell_tree()
        self.packets.resume(replace(memory, table_maps=(), fragments=None))
        self._tell_kernels()
        self.state.is_after_gtid = memory.is_behind_gtid
        self._empty()
        for table_map in memory.table_maps:
            self._hold(table_map)
            deque(self._scan_all(), maxlen=0)
        self.tree.fragments = memory.fragments

    def _walk(self, packets: pa.Array) -> Iterator[Rows | list[Change]]:
        if not len(packets):
            return
        values, offsets = _buffers(packets)
        nulls = np.flatnonzero(packets.is_null().to_numpy(zero_copy_only=False))
        end = int(nulls[0]) if len(nulls) else len(packets)
        if len(self.gap_at) < len(packets):
            self.gap_at = np.zeros(len(packets), np.int64)
            self.gap_shift = np.zeros(len(packets), np.int64)
        at = 0
        while at < len(packets):
            taken = self._take_run(values, offsets[: end + 1], at) if at < end else at
            if taken > at:
                at = taken
                yield from self._scan_all()
            else:
                yield from self._read_with_care(packets[at].as_py())
                at += 1
        self._give_back()

    def _take_run(self, values: Any, offsets: Any, first: int) -> int:
        """Fill the chunk; return the number of the packet to go on with."""
        packets = self.packets
        if not (packets.is_readable and packets.is_placed):
            return first
        assert packets.position is not None
        framing = packets.framing
        given = Packets(values, offsets, framing != "event", framing == "semi_sync")
        room = Room(self.buffer, self.chunk_size, self.gap_at, self.gap_shift)
        run = take_run(given, first, self.format, packets.position, room)
        self.num_gaps = run.num_gaps
        self.state.end = run.end
        packets.position = run.position
        return int(run.next_packet)

    def _scan_all(self) -> Iterator[Rows | list[Change]]:
        """Hand over all that is in the chunk, and empty it."""
        state = self.state
        while state.pos < state.end:
            yield from self._scan_chunk()
            if state.pos < state.end:
                yield from self._read_event()  # it is whole, and yet no event to the kernels
        yield from self._flush()
        self._empty()

    def _empty(self) -> None:
        """Have the next event lie at the chunk's beginning."""
        self.num_gaps = 0
        self.state.pos = self.state.end = 0
        self.state.base = self.packets.position or 0
        self.mark = self._new_mark()

    def _read_with_care(self, packet: bytes | None) -> Iterator[Rows | list[Change]]:
        packets = self.packets
        data = packets.event_in(packet)
        header = packets.header_of(data)
        if header.is_turning_point or not packets.is_readable:
            yield from self._read_turn(header, data)
            return
        self.state.base = packets.place(header)
        self._hold(data)
        yield from self._scan_all()

    def _hold(self, data: bytes) -> None:
        """Have the chunk, which is empty, hold an event."""
        self._make_room(len(data))
        self.buffer[: len(data)] = np.frombuffer(data, np.uint8)
        self.state.end = len(data)
        self.mark = self._new_mark()

    def _read_turn(self, header: Any, data: bytes) -> Iterator[Rows | list[Change]]:
        """Read an event behind which another format holds, or another log begins."""
        self._tell_tree()
        for change in self.packets.changes_of(header, data):
            yield [change]
        self._tell_kernels()
        self.state.is_after_gtid = header.begins_transaction
        self._empty()

    # where the chunk's events are

    def _places(self, counted: Any) -> Any:
        if not self.num_gaps:
            return counted
        gaps = self.gap_at[: self.num_gaps] + self.state.base
        shifts = np.concatenate([[0], self.gap_shift[: self.num_gaps]])
        return counted + shifts[np.searchsorted(gaps, counted, side="right")]

    def _frames_from(self, counted: int) -> Callable[[], Iterator[Frame]]:
        return partial(PacketWalk._frames, weakref.proxy(self), counted)

    def _frames(self, counted: int) -> Iterator[Frame]:
        base, end = self.state.base, self.state.end
        at = counted - base
        while at < end:
            data = self._event_at(at, self.tree.format)
            yield Frame(int(self._places(base + at)), data)
            at += len(data)


def _buffers(packets: pa.Array) -> tuple[Any, Any]:
    """Return the bytes of packets, and where each begins in them, and the last one ends."""
    packets = packets.cast(pa.large_binary())
    _, offsets, values = packets.buffers()
    begins = np.frombuffer(offsets, np.int64)[packets.offset :][: len(packets) + 1]
    data = np.frombuffer(values or b"", np.uint8)
    begins.flags.writeable = data.flags.writeable = False  # so that kernels are compiled once
    return data, begins
