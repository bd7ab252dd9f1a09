"""Holds some bytes of a log in memory, for kernels that go over its events or look for one."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.handoff import MAX_CANDIDATE, EventType
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.seek.formats import format_view
from binlog_kaitai.kernels.seek.header_scan import (
    HEAD,
    LONG,
    Hop,
    HopState,
    Sought,
    find_event,
    hop,
    hop_long_rows,
)

WINDOW = 2**22  # bytes of a file that are looked at together
MIN_WINDOW = 2**13

FAR = 2**62

IS_TYPE = np.zeros(256, np.bool_)
IS_TYPE[[kind.value for kind in EventType if kind != EventType.unknown]] = True


class Window:
    """Some bytes of a file, and the hops over its events from a position on."""

    def __init__(self, log: LogFile, log_format: Any, *, verifies: bool = True) -> None:
        self.log = log
        self.view = format_view(log_format)
        # what has no checksums has none that are wrong
        self.searched = self.view if verifies else self.view._replace(len_checksum=0)
        self.buffer: Any = np.empty(WINDOW + PADDING, np.uint8)
        self.head: Any = np.empty(HEAD, np.uint8)
        self.size = self.asked = WINDOW
        self.state = HopState()

    @property
    def position(self) -> int:
        """The file's byte that is hopped to next."""
        return self.state.base + self.state.pos

    def load(self, position: int, size: int = WINDOW) -> int:
        """Take in the bytes from a position on; return how many there are."""
        self.asked = size
        count = self.log.read_into(position, memoryview(self.buffer)[:size])
        self.state.base, self.state.pos, self.state.end = position, 0, count
        return count

    def find_event(self, start: int, stop: int, *, is_own: bool = True) -> int:
        """Return the first place in the window, of some, where an event lies; or -1."""
        place = (self.buffer, start, stop, self.state.end, self.state.base)
        sought = Sought(IS_TYPE, is_own, MAX_CANDIDATE)
        return int(find_event(*place, self.searched, sought))

    def hop(self, target: int, limit: int | None = None) -> Hop:
        """Hop to a transaction that begins at `target` or behind, no further than to `limit`."""
        state, descriptor = self.state, self.log.descriptor
        state.target = target
        state.limit = FAR if limit is None else limit
        while True:
            reason = Hop(hop(self.buffer, state.record, self.view))
            if reason != Hop.MORE:
                return reason
            if not state.pos and self.asked == WINDOW:
                return reason
            if descriptor is not None:
                hop_long_rows(descriptor, state.record, LONG, self.head, self.view)
            if not self.load(self.position, self._size_behind()):
                return reason

    def _size_behind(self) -> int:
        """Return how many bytes to take in next, behind those that were gone over."""
        if not self.state.pos:
            return WINDOW
        # of events that are larger than a window, no more than the headers are of use
        return MIN_WINDOW if self.state.pos > 2 * self.asked else min(2 * self.asked, WINDOW)
