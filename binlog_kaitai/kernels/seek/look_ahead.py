"""How transactions end that were not scanned to their ends, found by kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.handoff import Fates, LogState, LookAhead
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.seek.formats import format_view
from binlog_kaitai.kernels.seek.header_scan import pass_rows
from binlog_kaitai.model.transactions import End, Start

MIN_WINDOW = 2**13  # bytes of a file that are looked at together
MAX_WINDOW = 2**18


class KernelLookAhead(LookAhead):
    """Looks ahead in a log by kernels."""

    def __init__(self, log: LogFile, limit: int | None, *, verifies: bool) -> None:
        super().__init__(log, limit, verifies=verifies)
        self.buffer: Any = np.empty(MAX_WINDOW + PADDING, np.uint8)
        self.known: dict[Start, End] = {}
        self.formats: list[tuple[int, Any]] = []

    def note_format(self, position: int, log_format: Any) -> None:
        """Take in the format that holds from a position on."""
        self.formats.append((position, log_format))

    def find(self, start: Start) -> End:
        """Return how a transaction ends, which is looked for once."""
        if start not in self.known:
            position = start[0]
            formats = [found for begins, found in self.formats if begins <= position]
            self.known[start] = self.end_of(start, Fates(), position, formats[-1])
        return self.known[start]

    def forget_before(self, start: Start) -> None:
        """Forget those that begin before another."""
        self.known = {at: end for at, end in self.known.items() if at >= start}
        while len(self.formats) > 1 and self.formats[1][0] <= start[0]:
            del self.formats[0]

    def behind_rows(self, position: int, state: LogState) -> int:
        """Return where the first event behind a position lies that does not only concern rows."""
        view = format_view(state.format)
        size = MIN_WINDOW
        while self.limit is None or position < self.limit:
            count = self.log.read_into(position, memoryview(self.buffer)[:size])
            passed = int(pass_rows(self.buffer, count, view))
            if not passed:
                break
            position += passed
            # of events that are larger than a window, no more than the headers are of use
            size = min(2 * size, MAX_WINDOW) if passed < 2 * count else MIN_WINDOW
        return position
