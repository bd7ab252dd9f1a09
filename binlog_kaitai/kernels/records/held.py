"""Rows of an event that kernels find piece by piece: held until it is known that all are sound.

An event may have more rows than are handed over together. Where one of them is damaged, what is
held is dropped, and the classes read the event anew: they tell which rows come before the damage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.walk.found_rows import Identity, Rows
from binlog_kaitai.model.changes import Change

MAX_HELD = 2**26
"""Bytes of batches; an event that makes more is handed over before all of its rows are known."""

Batches = Callable[[Run], Iterator[pa.RecordBatch]]


class HeldRows:
    """The batches of the rows so far of an event that goes on; `first` is the first of them."""

    def __init__(self) -> None:
        self.batches: list[pa.RecordBatch] = []
        self.first: Identity | None = None

    def among(self, rows: Rows, make: Batches) -> Iterator[pa.RecordBatch]:
        """Yield the batches that `make` makes of rows, but for those of an event that goes on.

        Raises BinlogError where rows are damaged, after those before.
        """
        if sum(batch.get_total_buffer_size() for batch in self.batches) > MAX_HELD:
            yield from self.all()
        begin = 0
        if self.first is not None and self.first[0] == rows.identity(0)[0]:
            begin = _end_of_event(rows)
            yield from self._hold(make, ContinuedRun(rows, 0, begin, self))
        if begin < rows.count or not rows.goes_on:
            yield from self.all()
        end = _start_of_last_event(rows) if rows.goes_on else rows.count
        if begin < end:
            yield from make(Run(rows, begin, end))
        if max(begin, end) < rows.count:
            self.first = rows.identity(end)
            yield from self._hold(make, Run(rows, end, rows.count))

    def all(self) -> Iterator[pa.RecordBatch]:
        """Yield what is held, and hold it no more."""
        batches, self.batches, self.first = self.batches, [], None
        yield from batches

    def _hold(self, make: Batches, run: Run) -> Iterator[pa.RecordBatch]:
        try:
            for batch in make(run):
                self.batches.append(batch)
        except BinlogError:
            yield from self.all()
            raise


@dataclass(frozen=True, slots=True)
class ContinuedRun(Run):
    """Rows of an event of which some are held already."""

    held: HeldRows

    def changes(self) -> Iterator[Change]:
        """Return the rows of the event from the first on as the tree engine reads them."""
        assert self.held.first is not None
        self.held.batches.clear()
        return self.rows.replay_from(self.held.first, self.end)


def _end_of_event(rows: Rows) -> int:
    """Return where the rows end that are of the event of the first row."""
    events = rows.noted.row_event[: rows.count]
    return int(np.searchsorted(events, events[0], "right"))


def _start_of_last_event(rows: Rows) -> int:
    """Return where the rows begin that are of the event of the last row."""
    events = rows.noted.row_event[: rows.count]
    return int(np.searchsorted(events, events[-1], "left"))
