"""Goes over the events of a log by their headers alone."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from binlog_kaitai.errors import TornEventError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.handoff import Beginning, state_at_start
from binlog_kaitai.kernels.seek.formats import format_view
from binlog_kaitai.kernels.seek.header_scan import Hop
from binlog_kaitai.kernels.seek.windows import FAR, MIN_WINDOW, Window
from binlog_kaitai.model.spans import Span


class Hops:
    """Goes over a log's events by their headers alone, from the beginning of one on."""

    def __init__(self, log: LogFile, beginning: Beginning) -> None:
        self.log = log
        self.log_state = beginning.state
        self.num_formats = 0
        self.window = Window(log, beginning.state.format)
        self.window.load(beginning.position, MIN_WINDOW)
        self.window.state.last = beginning.position

    @property
    def position(self) -> int:
        """Where the next event begins."""
        return self.window.position

    @property
    def last_transaction(self) -> int:
        """Where the last transaction begins that was gone over, or where the hops began."""
        return self.window.state.last

    def take_run(self) -> tuple[int, int]:
        """Return the longest run of events that only concern rows; it is not told again."""
        state = self.window.state
        run = state.run_at, state.run_end
        state.run_at = state.run_end = 0
        return run

    @property
    def last_map(self) -> int:
        """Where the last table map of the last transaction lies; 0 for none, or in doubt."""
        last_map = self.window.state.last_map
        is_of_last = self.num_formats <= 1 and last_map > self.last_transaction
        return last_map if is_of_last else 0

    def to_transaction(self, target: int, limit: int | None = None) -> bool:
        """Go to the first transaction at `target` or behind; say whether it is before `limit`.

        Raises BinlogError where no event can be, TornEventError at the end of the file.
        """
        window = self.window
        while True:
            reason = window.hop(target, limit)
            if reason in (Hop.TRANSACTION, Hop.LIMIT):
                return reason == Hop.TRANSACTION
            size = self.log.event_size(window.position)
            self.log_state.next_event(window.position, self.log.event(window.position, size))
            window.view = format_view(self.log_state.format)
            self.num_formats += int(reason == Hop.FORMAT)
            window.state.pos += size
            window.state.is_after_gtid = False


@dataclass(frozen=True, slots=True)
class HoppedSpan(Span):
    """A part of a log whose events were gone over by their headers.

    `last_map` is where the last table map of its last transaction lies, 0 for none, or in doubt.
    `run` is where the longest run of events begins that only concern rows, and where it ends.
    """

    last_map: int = 0
    run: tuple[int, int] = (0, 0)


def spans_by_hops(log: LogFile, end: int | None, size: int) -> list[HoppedSpan]:
    """Return the parts of a log before `end`, each of some transactions, by their headers alone.

    They are of `size` bytes, or as long as the transaction that they begin with. Raises BinlogError
    where no event can be.
    """
    hops = Hops(log, Beginning(log.first_position, state_at_start(log)))
    starts = [log.first_position]
    last_maps, runs = [], []
    num_formats = [0]
    with suppress(TornEventError):
        while hops.to_transaction(starts[-1] + size, end):
            starts.append(hops.position)
            last_maps.append(hops.last_map)
            runs.append(hops.take_run())
            num_formats.append(hops.num_formats)
    last_maps.append(hops.last_map)
    runs.append(hops.take_run())
    ends = [*starts[1:], end]
    return [
        HoppedSpan(
            start,
            stop,
            is_exact=True,
            has_parts_before=formats <= 1,
            last_map=last_map if last_map >= start else 0,
            run=run,
        )
        for start, stop, formats, last_map, run in zip(
            starts, ends, num_formats, last_maps, runs, strict=True
        )
    ]


def format_by_hops(log: LogFile, position: int) -> Any:
    """Return the format in force at a byte offset, as the tree engine's `format_at` does."""
    hops = Hops(log, Beginning(log.first_position, state_at_start(log)))
    hops.to_transaction(FAR, position)
    return hops.log_state.format
