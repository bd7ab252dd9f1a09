"""The table maps of the statement that a scan is in, as the tree engine takes them."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.generated.table_map_chain import TableMapChain
from binlog_kaitai.kernels.walk.growing import Growing
from binlog_kaitai.kernels.walk.seen_maps import SeenMaps
from binlog_kaitai.kernels.walk.state import Scratch


@dataclass(frozen=True, slots=True)
class OpenMaps:
    """The TABLE_MAP events of a statement, by their numbers, up to some event of it.

    `statement` has the numbers of all that were open later, too: it grows, and is not copied.
    """

    maps: SeenMaps
    statement: Growing
    count: int

    @property
    def numbers(self) -> Any:
        return self.statement.array[: self.count]

    @property
    def events(self) -> list[tuple[bytes, Any]]:
        """The events, each with the format that it is in."""
        return [self.maps[number] for number in self.numbers.tolist()]

    def chain(self, empty: Any, before: Chain | None = None) -> Chain:
        """Return the chain of ksy/table_map_chain.ksy, the newest last; goes on with one of before.

        Of a statement over many tables each map is parsed once, whoever asks how often.
        """
        chain, done = empty, 0
        if before is not None and self._go_on(before.of):
            chain, done = before.table_maps, before.of.count
        for number in self.numbers[done:].tolist():
            event, log_format = self.maps[number]
            stream = KaitaiStream(BytesIO(event))
            handle = BinlogEvent(0, log_format, empty, stream).body.handle
            chain = TableMapChain(False, handle, chain, stream)
        return Chain(self, chain)

    def _go_on(self, before: OpenMaps) -> bool:
        return before.statement is self.statement and before.count <= self.count


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain of some maps."""

    of: OpenMaps
    table_maps: Any


def with_open_maps(scratch: Scratch, count: int) -> Scratch:
    """Return the same with room for as many open maps, a power of two, of which there is none."""
    return scratch._replace(
        open_maps=np.zeros(count, np.int64),
        open_before=np.zeros(count, np.int64),
        open_last=np.full(count, -1, np.int64),
    )
