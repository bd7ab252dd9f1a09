"""Makes batches of what a walk found while the walk goes on, in threads that share the work.

Whoever is free makes batches of the next rows that nobody makes yet; if there are none, it has the
walk go on, unless somebody else does. So the rows that a thread found it mostly makes batches of,
too, while they are in its processor's own memory. Who asks for the batches works along, and gets
them in the log's order.

What is rare is left to that one, in order, while the walk stands still: rows of which kernels alone
do not make batches, and changes that the tree engine read. So errors come where they come without
threads. Large buffers, which payloads and events need, are that one's, too: what a thread has freed
others do not get at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from threading import Thread
from typing import TypeAlias

import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.kernels.records.held import BatchMaker, Bounds, HeldRows, bounds_of
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.walk.found_rows import Pause, Rows
from binlog_kaitai.kernels.walk.lending import Lending
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.spans import MAX_SHARING

MAX_WAITING = 2**24
"""Bytes of batches that nobody has asked for yet: with more, the walk does not go on."""

Walk: TypeAlias = Generator[Rows | list[Change] | Fault, None, None]
Job: TypeAlias = Callable[[], None]


class _NotAloneError(Exception):
    """The tree engine is asked for rows, which it reads in the log's order."""


@dataclass(frozen=True, slots=True)
class _RunOfKernels(Run):
    """Rows of which only kernels make batches."""

    def changes(self) -> Iterator[Change]:
        raise _NotAloneError


@dataclass(eq=False)
class _Found:
    """What was found; `pieces` are rows of which there are batches, from one up to another.

    `continues` says that the first rows may be of the event of those before.
    """

    found: Rows | list[Change]
    continues: bool = False
    bounds: Bounds | None = None
    pieces: list[tuple[int, int, list[pa.RecordBatch]]] = field(default_factory=list)
    size: int = 0
    is_tried: bool = False
    is_whole: bool = False

    def make(self, rows: Rows, maker: BatchMaker) -> None:
        """Make batches of rows, as far as kernels do: of those apart that may be held apart."""
        bounds = self.bounds = bounds_of(rows)
        cuts = {0, rows.count}
        if self.continues:
            cuts.add(bounds.end_of_first)
        if rows.goes_on:
            cuts.add(bounds.start_of_last)
        for first, end in pairwise(sorted(cuts)):
            batches = list(maker.batches(_RunOfKernels(rows, first, end)))
            self.pieces.append((first, end, batches))
            self.size += sum(batch.get_total_buffer_size() for batch in batches)
        self.is_whole = True

    def made(self, run: Run) -> list[pa.RecordBatch] | None:
        """Return the batches of some of the rows, if there are all of them."""
        pieces = [each for each in self.pieces if run.first <= each[0] and each[1] <= run.end]
        if sum(end - first for first, end, _ in pieces) < len(run):
            return None
        return [batch for _, _, batches in pieces for batch in batches]


class Overlapping:
    """Has threads make batches of what a walk finds, which lends it.

    `new_maker` returns a maker of the file's batches: each thread has its own.
    """

    def __init__(
        self, walk: Walk, lending: Lending, new_maker: Callable[[], BatchMaker], threads: int
    ) -> None:
        self._walk = walk
        self._lending = lending
        self._new_maker = new_maker
        self._threads = min(threads, MAX_SHARING)
        self._changed = lending.changed
        self._found: deque[_Found] = deque()  # in the log's order, until it is asked for
        self._untried: deque[_Found] = deque()
        self._waiting = 0  # bytes of batches
        self._lent = 0  # rows that are not given back
        self._goes_on = False  # the event of the rows that were found last
        self._is_walking = False
        self._is_pausing = self._is_at_changes = False
        self._needs_much = False  # memory
        self._is_over = self._is_closed = False
        self._error: Exception | None = None

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield the batches of all that is found, and raise what ends it."""
        helpers = [Thread(target=self._help, daemon=True) for _ in range(1, self._threads)]
        try:
            for helper in helpers:
                helper.start()
            yield from self._in_order(self._new_maker())
        finally:
            with self._changed:
                self._is_closed = True
                self._changed.notify_all()
            for helper in helpers:
                helper.join()
            self._walk.close()

    def _in_order(self, maker: BatchMaker) -> Iterator[pa.RecordBatch]:
        held = HeldRows()
        while (item := self._next(maker)) is not None:
            found = item.found
            if isinstance(found, Rows):
                make = partial(self._batches_of, item, maker)
                yield from held.among(found, make, item.bounds)
                if not item.is_whole:
                    self._give_back(found)
            else:
                yield from maker.of(found, held)
                with self._changed:
                    self._is_at_changes = False
                    self._changed.notify_all()
            del item, found  # which may be large
        if self._error is not None:
            raise self._error
        yield from held.all()

    def _batches_of(self, item: _Found, maker: BatchMaker, run: Run) -> Iterator[pa.RecordBatch]:
        made = item.made(run)
        if made is not None:
            yield from made
            return
        with self._standing():
            yield from maker.batches(run)

    # the work

    def _next(self, maker: BatchMaker) -> _Found | None:
        """Return what was found next, and work until it is there."""
        while True:
            with self._changed:
                while True:
                    if self._found and self._found[0].is_tried:
                        item = self._found.popleft()
                        self._waiting -= item.size
                        self._changed.notify_all()
                        return item
                    if self._is_over and not self._found:
                        return None
                    if (job := self._job(maker, is_asking=True)) is not None:
                        break
                    self._changed.wait()
            job()

    def _help(self) -> None:
        """Work until nobody wants it any more."""
        maker = self._new_maker()
        while True:
            with self._changed:
                job = None
                while not self._is_closed and (job := self._job(maker)) is None:
                    self._changed.wait()
            if job is None:
                return
            job()
            del job

    def _job(self, maker: BatchMaker, *, is_asking: bool = False) -> Job | None:
        """Return what is to be done next, if there is anything that one can do now."""
        is_enough = self._waiting > MAX_WAITING
        if self._untried and (not is_enough or self._untried[0] is self._found[0]):
            return partial(self._make, self._untried.popleft(), maker)
        if not self._lent:
            self._is_pausing = False
        stands = self._is_walking or self._is_pausing or self._is_at_changes
        is_others = self._needs_much and not is_asking
        if stands or is_others or is_enough or self._lent >= self._threads or self._is_over:
            return self._lending.job_ahead() if self._is_walking else None
        self._is_walking = True
        return self._go_on

    def _make(self, item: _Found, maker: BatchMaker) -> None:
        """Make batches of rows."""
        rows = item.found
        assert isinstance(rows, Rows)
        # what else ends it comes again, where the rows are due
        with suppress(Exception):
            item.make(rows, maker)
        if item.is_whole:
            self._give_back(rows)
            item.found = replace(rows, buffer=None)
        with self._changed:
            item.is_tried = True
            self._waiting += item.size
            self._changed.notify_all()

    def _give_back(self, rows: Rows) -> None:
        self._lending.give_back(rows)
        with self._changed:
            self._lent -= 1
            self._changed.notify_all()

    def _go_on(self) -> None:
        """Take what the walk finds next."""
        error, found = None, None
        try:
            found = next(self._walk, None)
        except Exception as raised:  # noqa: BLE001 - who asks for the batches is to have it
            error = raised
        with self._changed:
            self._is_walking = False
            if found is None:
                self._is_over, self._error = True, error
            elif isinstance(found, Rows):
                self._lent += 1
                self._found.append(_Found(found, continues=self._goes_on))
                self._untried.append(self._found[-1])
                self._goes_on = found.goes_on
            elif isinstance(found, Pause):
                self._is_pausing = self._needs_much = True
            else:
                assert isinstance(found, list)  # the scope is strict: there are no faults
                self._is_at_changes = True  # and stands still until they are asked for
                self._found.append(_Found(found, is_tried=True))
            self._changed.notify_all()

    @contextmanager
    def _standing(self) -> Iterator[None]:
        """Have the walk stand still."""
        with self._changed:
            self._changed.wait_for(lambda: not self._is_walking)
            self._is_walking = True
        try:
            yield
        finally:
            with self._changed:
                self._is_walking = False
                self._changed.notify_all()
