"""Rows of an event that kernels find piece by piece: held until it is known that all are sound.

An event may have more rows than are handed over together. Where one of them is damaged, what is
held is dropped, and the classes read the event anew: they tell which rows come before the damage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

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

    def among(
        self, rows: Rows, make: Batches, bounds: Bounds | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Yield the batches that `make` makes of rows, but for those of an event that goes on.

        The rows' `bounds` are asked for where the rows themselves have been given back. Raises
        BinlogError where rows are damaged, after those before.
        """
        bounds = bounds or bounds_of(rows)
        if sum(batch.get_total_buffer_size() for batch in self.batches) > MAX_HELD:
            yield from self.all()
        begin = 0
        if self.first is not None and self.first[0] == bounds.first[0]:
            begin = bounds.end_of_first
            yield from self._hold(make, ContinuedRun(rows, 0, begin, self))
        if begin < rows.count or not rows.goes_on:
            yield from self.all()
        end = bounds.start_of_last if rows.goes_on else rows.count
        if begin < end:
            yield from make(Run(rows, begin, end))
        if max(begin, end) < rows.count:
            self.first = bounds.last
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


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where the event of the first of some rows ends, and where that of the last one begins.

    `first` is the first row, `last` the first one of the last event.
    """

    end_of_first: int
    start_of_last: int
    first: Identity
    last: Identity


def bounds_of(rows: Rows) -> Bounds:
    """Return the bounds of the first and the last event of rows."""
    events = rows.noted.row_event[: rows.count]
    end = int(np.searchsorted(events, events[0], "right"))
    start = int(np.searchsorted(events, events[-1], "left"))
    return Bounds(end, start, rows.identity(0), rows.identity(start))


class BatchMaker(Protocol):
    """Makes batches of the changes of one file."""

    def of(self, found: Rows | list[Change], held: HeldRows) -> Iterator[pa.RecordBatch]:
        """Yield what was found, in order, but for what is to be held."""
        if isinstance(found, Rows):
            yield from held.among(found, self.batches)
        else:
            yield from held.all()
            yield from self.of_changes(iter(found))

    def batches(self, run: Run) -> Iterator[pa.RecordBatch]: ...
    def of_changes(self, changes: Iterator[Change]) -> Iterator[pa.RecordBatch]: ...
