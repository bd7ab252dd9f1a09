"""The buffer that a scan goes over."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.inflated_ahead import InflatedAhead
from binlog_kaitai.kernels.walk.lending import LARGE, Lending, ReadAhead
from binlog_kaitai.kernels.walk.state import ScanState

# bytes of a file that are looked at together: with fewer, more of them are still in a cache when
# rows are made, and with more, what a chunk costs by itself counts less
CHUNK = 2**21
MEAN_ROW = 2**8  # bytes: of longer rows a chunk that is twice as large has no more than fit a batch
SPILL = 2**22  # bytes for what was compressed


class Chunk:
    """A chunk of a log, and behind it what was compressed."""

    def __init__(self) -> None:
        self.state = ScanState()
        self.buffer: Any = np.empty(CHUNK + SPILL + PADDING, np.uint8)
        self.chunk_size = CHUNK
        self.spilled = 0  # bytes that are used behind the chunk
        self.next_bytes: ReadAhead | None = None  # what others have put behind the chunk's bytes
        self.inflated = InflatedAhead(self.state)
        self.lending: Lending | None = None

    @property
    def _most(self) -> int:
        """The size that a chunk has at most, unless an event is larger."""
        return 2 * CHUNK

    def _size_for(self, num_rows: int) -> int:
        """Return the size of a chunk that follows one of some rows."""
        return self._most if 0 < num_rows * MEAN_ROW < self.chunk_size else self.chunk_size

    def _make_room(self, size: int) -> None:
        """Have the chunk hold an event of a size; nothing is noted meanwhile."""
        if size > self.chunk_size:
            self._resize(size)

    def _give_back(self) -> None:
        """Free the room that large events took; nothing is noted meanwhile."""
        if len(self.buffer) > CHUNK + SPILL + PADDING:
            self._resize(CHUNK)

    def _resize(self, chunk_size: int, spill_size: int = 0) -> None:
        """Give the chunk, and what lies behind it, another size; nothing is noted meanwhile."""
        held = self.buffer
        self.next_bytes = None
        if self.lending is not None:
            self.lending.forget()
        self.inflated.forget()
        self.buffer = np.empty(chunk_size + max(spill_size, SPILL) + PADDING, np.uint8)
        end = min(self.chunk_size, chunk_size)
        self.buffer[:end] = held[:end]
        self.chunk_size = chunk_size

    @property
    def _is_lent(self) -> bool:
        """Whether others read in the buffer."""
        return self.lending is not None and self.lending.is_lent(self.buffer)

    @property
    def _is_large(self) -> bool:
        return len(self.buffer) > LARGE

    def _go_on_in_another(self, kept: Any, at: int) -> None:
        """Leave the buffer to those who read it; what is kept of it lies at a place in another."""
        assert self.lending is not None
        self.buffer = self.lending.other_buffer(self.buffer)
        self.buffer[at : at + len(kept)] = kept

    @property
    def _room(self) -> int:
        return len(self.buffer) - PADDING - self.chunk_size - self.spilled

    def _free_spill(self) -> None:
        """Use what lies behind the chunk anew, but for what is not scanned yet.

        Nothing is noted meanwhile.
        """
        start, end = self.chunk_size, self.chunk_size + self.spilled
        self.spilled = 0
        held = self.buffer
        if start < end and self._is_lent:
            self._go_on_in_another(held[self.state.pos : self.state.end], self.state.pos)
        if len(self.inflated):
            first = self.inflated.first_at
            self.buffer[start : start + end - first] = held[first:end].copy()
            self.inflated.move(first - start)
            self.spilled = end - first
