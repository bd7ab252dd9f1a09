"""The buffer that a scan goes over."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.inflated_ahead import InflatedAhead
from binlog_kaitai.kernels.walk.state import ScanState

# bytes of a file that are looked at together: with fewer, more of them are still in a cache when
# rows are made, and with more, what a chunk costs by itself counts less
CHUNK = 2**21
SPILL = 2**22  # bytes for what was compressed


class Chunk:
    """A chunk of a log, and behind it what was compressed."""

    def __init__(self) -> None:
        self.state = ScanState()
        self.buffer: Any = np.empty(CHUNK + SPILL + PADDING, np.uint8)
        self.chunk_size = CHUNK
        self.spilled = 0  # bytes that are used behind the chunk
        self.inflated = InflatedAhead(self.state)

    def _make_room(self, size: int) -> None:
        """Have the chunk hold an event of a size; nothing is noted meanwhile."""
        if size > self.chunk_size:
            self._resize(size)

    def _give_back(self) -> None:
        """Free the room that large events took; nothing is noted meanwhile."""
        if len(self.buffer) > CHUNK + SPILL + PADDING:
            self._resize(CHUNK)

    def _resize(self, chunk_size: int, spill_size: int = 0, kept_from: int = 0) -> None:
        """Give the chunk, and what lies behind it, another size; nothing is noted meanwhile.

        What lies in the chunk before `kept_from` is wanted no more.
        """
        held = self.buffer
        self.inflated.forget()
        self.buffer = np.empty(chunk_size + max(spill_size, SPILL) + PADDING, np.uint8)
        end = min(self.chunk_size, chunk_size)
        self.buffer[kept_from:end] = held[kept_from:end]
        self.chunk_size = chunk_size

    @property
    def _room(self) -> int:
        return len(self.buffer) - PADDING - self.chunk_size - self.spilled

    def _free_spill(self) -> None:
        """Use what lies behind the chunk anew, but for what is not scanned yet.

        Nothing is noted meanwhile.
        """
        start, end = self.chunk_size, self.chunk_size + self.spilled
        self.spilled = 0
        if len(self.inflated):
            first = self.inflated.first_at
            self.buffer[start : start + end - first] = self.buffer[first:end].copy()
            self.inflated.move(first - start)
            self.spilled = end - first
