"""A chunk of a log in a buffer, with room behind it for what was compressed."""

from __future__ import annotations

import os
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.columnar.state import At
from binlog_kaitai.framing import LogFile
from binlog_kaitai.generated.event_header import EventHeader
from binlog_kaitai.machine.stream import PADDING
from binlog_kaitai.spans import Span

CHUNK = 2**22  # bytes of a file that are looked at together
SPILL = 2**22  # bytes for what was compressed


class Chunk:
    """The bytes of a file's span that are looked at; `state` tells where in the buffer they lie."""

    def __init__(self, path: str | os.PathLike[str], span: Span, num_places: int) -> None:
        self.file = os.fspath(path)
        self.span = span
        self.state = np.zeros(num_places, np.int64)
        self.state[At.FIXED] = self.state[At.ROW_POS] = self.state[At.LIMIT] = -1
        self.buffer = np.empty(CHUNK + SPILL + PADDING, np.uint8)
        self.chunk_size = CHUNK
        self.spilled = 0  # bytes that are used behind the chunk

    def _fill(self, log: LogFile) -> bool:
        """Reads the bytes that follow those in the chunk; says whether there is any to scan."""
        end = int(self.state[At.END])
        target = memoryview(self.buffer)[end : self.chunk_size]
        position = int(self.state[At.BASE]) + end
        if self.span.is_exact and self.span.end is not None:
            target = target[: max(self.span.end - position, 0)]
        count = log.read_into(position, target)
        self.state[At.END] = end + count
        return bool(self.state[At.POS] < self.state[At.END])

    def _move_places(self, count: int) -> None:
        """The bytes of the chunk lie `count` bytes nearer to its beginning."""

    def _shift(self, count: int) -> None:
        if not count:
            return
        state = self.state
        end = int(state[At.END])
        self.buffer[: end - count] = self.buffer[count:end].copy()
        self._move_places(count)
        state[At.POS] -= count
        state[At.END] -= count
        state[At.BASE] += count

    def _resize(self, chunk_size: int, spill_size: int = 0) -> None:
        """Gives the chunk, and what lies behind it, another size; nothing is noted meanwhile."""
        held = self.buffer
        self.buffer = np.empty(chunk_size + max(spill_size, SPILL) + PADDING, np.uint8)
        end = min(self.chunk_size, chunk_size)
        self.buffer[:end] = held[:end]
        self.chunk_size = chunk_size

    def _event_bytes(self, log_format: Any) -> bytes:
        """The bytes of the event that the scan stopped at."""
        pos, end = int(self.state[At.POS]), int(self.state[At.END])
        stream = KaitaiStream(BytesIO(self.buffer[pos : min(end, pos + 64)].tobytes()))
        size = EventHeader(log_format.binlog_version, False, stream).len_event
        return bytes(self.buffer[pos : min(end, pos + size)].tobytes())

    @property
    def _room(self) -> int:
        return len(self.buffer) - PADDING - self.chunk_size - self.spilled
