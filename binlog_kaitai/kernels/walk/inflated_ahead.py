"""Decompresses what is ahead of a scan, much of it at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.io.inflate import inflate_all, inflate_frames
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.inflated import MAX_INFLATED, new_inflated
from binlog_kaitai.kernels.walk.locating import locate_compressed, locate_payloads
from binlog_kaitai.kernels.walk.state import ScanState, Scratch

MAX_AHEAD = 2**19
"""Bytes that are decompressed together; what is longer is read by itself."""

MIN_USED = 0.25
"""Of what was decompressed together: where less was of use, less is decompressed ahead."""


class InflatedAhead:
    """What lies decompressed behind the chunk, and is not scanned yet."""

    def __init__(self, state: ScanState) -> None:
        self.state = state
        self.arrays = new_inflated(state.words)
        self.compressed: Any = np.empty(MAX_AHEAD + PADDING, np.uint8)
        self.most = MAX_INFLATED
        self.count = 0  # those that were decompressed together last

    @property
    def first_at(self) -> int:
        """Where in the buffer the next one lies."""
        return int(self.arrays.at[self.state.next_inflated])

    def __len__(self) -> int:
        """How many there are."""
        return self.state.inflated - self.state.next_inflated

    def forget(self) -> None:
        """Have none."""
        self.state.next_inflated = self.state.inflated = 0

    def go_back(self) -> None:
        """Have the scan be before the payload that it is in, with nothing noted of it."""
        self.state.words[:] = self.arrays.words_before

    def move(self, count: int) -> None:
        """Follow the bytes of those that are left, which now lie `count` bytes nearer."""
        self.arrays.at[self.state.next_inflated : self.state.inflated] -= count

    def slow_down(self) -> None:
        """Decompress few at once: the next ones may be in vain."""
        self.most = 1

    def inflate_payloads(self, buffer: Any, log_format: Any, at: int, room: int) -> int:
        """Decompress the payloads that the scan comes to next; return how many bytes they take.

        It is 0 where the next one has to be read in another way.
        """
        self._look_back()
        while True:
            found = locate_payloads(
                buffer,
                self.state.record,
                log_format,
                self.arrays,
                self.most,
                at,
                min(room, MAX_AHEAD),
                self.compressed[:MAX_AHEAD],
            )
            if not found.num_payloads:
                return 0
            target = memoryview(buffer)[at : at + found.length]
            if inflate_frames(target, self.compressed[: found.len_compressed]):
                return self._take(found.num_payloads)
            if found.num_payloads == 1:
                return 0
            self.slow_down()

    def inflate_compressed(
        self, buffer: Any, log_format: Any, scratch: Scratch, at: int, room: int
    ) -> int:
        """Decompress the rows and statements that come next; return how many bytes they take.

        It is 0 where the next ones have to be read in another way.
        """
        self._look_back()
        arrays, most = self.arrays, min(room, MAX_AHEAD)
        place = (buffer, self.state.record, log_format, arrays, scratch, self.most, at, most)
        count = locate_compressed(*place)
        parts = (arrays.data_ofs, arrays.data_len, arrays.length)
        listed = zip(*(part[:count].tolist() for part in parts), strict=True)
        done = inflate_all(memoryview(buffer)[at:], memoryview(buffer), listed)
        return self._take(done)

    def _look_back(self) -> None:
        """Have none; decompress few at once where most were of no use."""
        if self.state.used_inflated < MIN_USED * self.count:
            self.slow_down()
        self.forget()
        self.state.used_inflated = self.count = 0

    def _take(self, count: int) -> int:
        """Have so many; return how many bytes they take."""
        self.state.inflated = self.count = count
        if not count:
            return 0
        self.most = min(4 * self.most, MAX_INFLATED)
        return int(self.arrays.length[:count].sum())
