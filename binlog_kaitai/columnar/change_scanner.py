"""Scans for changes: row images, as kernels find them, and statements."""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Iterator
from functools import partial

import numpy as np

from binlog_kaitai.changes import NONE, Change, ChangeReader
from binlog_kaitai.columnar.gtid_texts import NO_TIME
from binlog_kaitai.columnar.rows import Mark, Rows
from binlog_kaitai.columnar.scan import scan
from binlog_kaitai.columnar.scanner import Scanner
from binlog_kaitai.columnar.state import MAX_ROWS, At, Stop, new_noted
from binlog_kaitai.framing import Frame
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.log import LoggedEvent, inner_events
from binlog_kaitai.machine.stream import PADDING
from binlog_kaitai.transactions import Transaction

MIN_CELLS = MAX_ROWS * 16
MAX_CELLS = MAX_ROWS * 512


class ChangeScanner(Scanner[Rows | list[Change]]):
    """Finds row images, as `Rows`, and other changes, as lists."""

    mark: Mark
    told: Transaction | None

    def _follow(self, reader: ChangeReader) -> None:
        """Begins; `reader` takes in the events that only the tree engine reads."""
        scope = reader.scope
        self.state[At.COMMIT_TIME] = NO_TIME
        self.state[At.WANTS_STATEMENTS] = scope.table is None
        self.state[At.IS_SKIPPED] = not scope.wants_transaction(None)
        self.noted = new_noted(MIN_CELLS)
        self.reader = reader
        self.changes: list[Change] = []
        self.num_transactions = 0  # of those that the reader knows of
        self.payload_mark: Mark | None = None

    @abstractmethod
    def _frames(self, counted: int) -> Iterator[Frame]:
        """Yields the events from a place on, as long as what was found there is not forgotten."""

    # what kernels find

    def _scan(self, log_format: LogFormat) -> Stop:
        return Stop(
            scan(
                *(self.buffer, self.state, log_format),
                *(self.known.views(), self.noted, self.scratch, self.wanted),
            )
        )

    def _flush(self) -> Iterator[Rows | list[Change]]:
        if self.changes:
            changes, self.changes = self.changes, []
            yield changes
        state = self.state
        if state[At.ROWS]:
            events = self.noted.event_position[: state[At.EVENTS]]
            events[:] = self._places(events)
            yield Rows(self.buffer, self.noted, int(state[At.ROWS]), self.known.layouts, self.mark)
        self._forget_rows()
        if state[At.FIXED] < 0 and state[At.ROW_POS] < 0:
            self.spilled = 0
            if self.known.is_full and not state[At.OPEN_MAPS]:
                self.known.clear()
        num_cells = min(max(self.known.widest * MAX_ROWS, MIN_CELLS), MAX_CELLS)
        if num_cells > len(self.noted.cells):
            self.noted = new_noted(num_cells)
        self.mark = self.payload_mark or self._new_mark()

    def _forget_rows(self) -> None:
        state = self.state
        state[At.ROWS] = state[At.CELLS] = state[At.EVENTS] = 0
        state[At.TRANSACTIONS] = state[At.GTID_TEXT] = state[At.IS_NOTED] = 0

    def _drop(self) -> None:
        """Forgets all that was found, and where the scan was in an event."""
        self._forget_rows()
        self.changes = []
        self.payload_mark = None
        self.spilled = 0
        self.num_transactions = int(self.state[At.NUM_TRANSACTIONS])

    def _new_mark(self) -> Mark:
        """Where the scan is now."""
        state = self.state
        maps = self.scratch.open_maps[: state[At.OPEN_MAPS]].tolist()
        return Mark(
            file=self.reader.file,
            frames=partial(self._frames, int(state[At.BASE] + state[At.POS])),
            scope=self.scope,
            log_format=self.tree.format,
            no_table_maps=self.no_table_maps,
            map_events=tuple(self.known.events[number] for number in maps),
            transaction=self._transaction(),
            has_begun=bool(state[At.HAS_BEGUN]),
            is_behind_gtid=bool(state[At.IS_AFTER_GTID]),
        )

    def _transaction(self) -> Transaction:
        """The one that is open, as far as rows show it."""
        state = self.state
        gtid = self.scratch.gtid[: state[At.LEN_GTID]].tobytes().decode()
        commit = int(state[At.COMMIT_TIME])
        return Transaction(
            gtid if state[At.HAS_GTID] else None, None if commit == NO_TIME else commit
        )

    # what only the tree engine reads

    def _take(self, event: LoggedEvent) -> Iterator[Rows | list[Change]]:
        first = int(self.state[At.ORDINAL]) if self.state[At.ROW_POS] >= 0 else 0
        self.state[At.ROW_POS] = -1
        yield from self._take_changes(event, itertools.count(), first)

    def _take_changes(
        self, event: LoggedEvent, ordinals: Iterator[int], first: int
    ) -> Iterator[Rows | list[Change]]:
        """Takes in the changes of an event, from an ordinal on."""
        for change in self.reader.changes_of(event, ordinals):
            if change.ordinal < first:
                continue
            if self.state[At.ROWS] or len(self.changes) == MAX_ROWS:
                yield from self._flush()
            self.changes.append(change)

    def _tell_tree(self) -> None:
        super()._tell_tree()
        state, reader = self.state, self.reader
        self.told = reader.open_transaction
        if self.num_transactions != state[At.NUM_TRANSACTIONS]:
            self.num_transactions = int(state[At.NUM_TRANSACTIONS])
            self.told = self._transaction()
        reader.resume(
            self.told,
            has_begun=bool(state[At.HAS_BEGUN]),
            is_behind_gtid=bool(state[At.IS_AFTER_GTID]),
        )

    def _tell_kernels(self) -> None:
        super()._tell_kernels()
        state = self.state
        state[At.HAS_CONTEXT] = bool(self.reader.context.variables)
        state[At.HAS_BEGUN] = self.reader.has_begun
        if self.reader.open_transaction != self.told:
            self._open(self.reader.open_transaction)

    def _open(self, transaction: Transaction) -> None:
        """Tells the kernels of the transaction that is open now."""
        state = self.state
        text = (transaction.gtid or "").encode()
        if len(text) > len(self.scratch.gtid) - PADDING:
            raise NotImplementedError
        self.scratch.gtid[: len(text)] = np.frombuffer(text, np.uint8)
        state[At.LEN_GTID] = len(text)
        state[At.HAS_GTID] = transaction.gtid is not None
        commit = transaction.commit_timestamp
        state[At.COMMIT_TIME] = NO_TIME if commit is None else commit
        state[At.IS_NOTED] = 0
        state[At.IS_SKIPPED] = not self.scope.wants_transaction(transaction.gtid)

    def _scan_payload(self, event: LoggedEvent) -> Iterator[Rows | list[Change]]:
        self.payload_mark = self._new_mark()
        self.state[At.IS_AFTER_GTID] = 0
        yield from super()._scan_payload(event)
        self.payload_mark = None
        self.reader.end()  # a payload is all that is left of its transaction
        self._open(NONE)
        self.state[At.HAS_BEGUN] = 0

    def _take_inner(self, event: LoggedEvent) -> Iterator[Rows | list[Change]]:
        self.payload_mark = None
        # the transaction is as it was before the payload
        self.num_transactions = int(self.state[At.NUM_TRANSACTIONS])
        self.told = Transaction()
        first = int(self.state[At.ORDINAL])
        ordinals = itertools.count()
        for inner in inner_events(self.tree, event):
            yield from self._take_changes(inner, ordinals, first)
        self._tell_kernels()
