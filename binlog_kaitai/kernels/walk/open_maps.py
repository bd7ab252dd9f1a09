"""The table maps of the statement that a scan is in, as the tree engine takes them."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.event import Event
from binlog_kaitai.generated.table_map_chain import TableMapChain
from binlog_kaitai.kernels.walk.seen_maps import SeenMaps


@dataclass(frozen=True, slots=True)
class OpenMaps:
    """Some of the TABLE_MAP events that are known, with their formats, by their numbers."""

    maps: SeenMaps
    numbers: Any

    @property
    def data(self) -> list[bytes]:
        """The bytes of the events."""
        return [self.maps[number][0] for number in self.numbers.tolist()]

    def chain(self, empty: Any, before: Chain | None = None) -> Chain:
        """Return the chain of ksy/table_map_chain.ksy, the newest last; goes on with one of before.

        Of a statement over many tables each map is parsed once, whoever asks how often.
        """
        chain, done = empty, 0
        if before is not None and self._go_on(before.of):
            chain, done = before.table_maps, len(before.of.numbers)
        for number in self.numbers[done:].tolist():
            event, log_format = self.maps[number]
            stream = KaitaiStream(BytesIO(event))
            chain = TableMapChain(False, Event(0, log_format, empty, stream).body, chain, stream)
        return Chain(self, chain)

    def _go_on(self, before: OpenMaps) -> bool:
        count = len(before.numbers)
        return before.maps is self.maps and np.array_equal(before.numbers, self.numbers[:count])


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain of some maps."""

    of: OpenMaps
    table_maps: Any
