"""A stream of packets as Arrow record batches, by kernels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

import pyarrow as pa

from binlog_kaitai.kernels.handoff import STREAM, PacketMemory
from binlog_kaitai.kernels.packets.walk import PacketWalk
from binlog_kaitai.kernels.records.batches import batch_maker
from binlog_kaitai.kernels.records.held import HeldRows
from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.scopes import Scope


class PacketStream:
    """Reads packets by kernels."""

    def __init__(self, framing: Framing, scope: Scope, form: RowFormat) -> None:
        self.form = form
        self.walk = PacketWalk(framing, scope)
        self._take_file(None)

    @property
    def memory(self) -> PacketMemory:
        """All that the packets so far have left."""
        return self.walk.memory

    def resume(self, memory: PacketMemory) -> None:
        """Go on where the same packets, which have left this memory, were."""
        self.walk.resume(memory)

    def batches(self, packets: pa.Array) -> Iterator[tuple[str | None, pa.RecordBatch]]:
        """Yield the changes in the packets that come next, each batch with its log's name."""
        held = HeldRows()
        for found in self.walk.found(packets):
            if self.walk.packets.file != self.file:
                yield from zip(repeat(self.file), held.all())
                self._take_file(self.walk.packets.file)
            yield from zip(repeat(self.file), self.maker.of(found, held))
        yield from zip(repeat(self.file), held.all())

    def _take_file(self, file: str | None) -> None:
        self.file = file
        self.maker = batch_maker(file or STREAM, self.form)
