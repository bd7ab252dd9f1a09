"""The table maps of the statement that a scan is in, as the tree engine takes them."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.event import Event
from binlog_kaitai.generated.table_map_chain import TableMapChain


@dataclass(frozen=True, slots=True)
class OpenMaps:
    """Some of the TABLE_MAP events that are known, with their formats, by their numbers."""

    events: list[tuple[bytes, Any]]
    numbers: Any

    @property
    def data(self) -> list[bytes]:
        """The bytes of the events."""
        return [self.events[number][0] for number in self.numbers.tolist()]

    def chain(self, empty: Any, before: Chain | None = None) -> Chain:
        """The chain of ksy/table_map_chain.ksy, the newest last; goes on with one of before.

        Of a statement over many tables each map is parsed once, whoever asks how often.
        """
        maps, done = empty, 0
        if before is not None and self._go_on(before.of):
            maps, done = before.table_maps, len(before.of.numbers)
        for number in self.numbers[done:].tolist():
            event, log_format = self.events[number]
            stream = KaitaiStream(BytesIO(event))
            maps = TableMapChain(False, Event(0, log_format, empty, stream).body, maps, stream)
        return Chain(self, maps)

    def _go_on(self, before: OpenMaps) -> bool:
        count = len(before.numbers)
        return before.events is self.events and np.array_equal(before.numbers, self.numbers[:count])


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain of some maps."""

    of: OpenMaps
    table_maps: Any
