"""Scans for changes: row images, as kernels find them, and statements."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator

import numpy as np

from binlog_kaitai.changes import NONE, Change, ChangeReader, Ordinals
from binlog_kaitai.columnar.ahead import KernelLookAhead
from binlog_kaitai.columnar.bounds import COMMITTED_HERE
from binlog_kaitai.columnar.gtid_texts import NO_TIME
from binlog_kaitai.columnar.hops import is_committed_ahead
from binlog_kaitai.columnar.rows import Mark, Rows
from binlog_kaitai.columnar.scan import scan
from binlog_kaitai.columnar.scanner import Scanner
from binlog_kaitai.columnar.state import (
    MAX_ROWS,
    NOT_WATCHED,
    WATCHED,
    WATCHED_COMMIT,
    At,
    Stop,
    new_noted,
)
from binlog_kaitai.columnar.sums import number_of_xid
from binlog_kaitai.ends import End, Fate, Fates, Start
from binlog_kaitai.framing import Frame
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.grouping import COMMITTED, Group
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
        self.xids: list[str | None] = [None]
        self.ahead: KernelLookAhead | None = None
        self.watched: Fate | None = None
        self.scanned_format: LogFormat | None = None
        self.payload_mark: Mark | None = None

    def _look_into(self, ahead: KernelLookAhead) -> None:
        """Has what is found tell how its transactions end."""
        self.ahead = ahead
        ahead.note_format(0, self.tree.format)
        self.reader.fates = Fates(self.reader.grouping, ahead.find)

    @abstractmethod
    def _frames_from(self, counted: int) -> Callable[[], Iterator[Frame]]:
        """What yields the events from a place on, as long as what was found is not forgotten.

        It does not hold the scanner, which has it: a circle would wait, with all its arrays, for
        the garbage collector.
        """

    # what kernels find

    def _scan(self, log_format: LogFormat) -> Stop:
        self.scanned_format = log_format
        return Stop(
            scan(
                *(self.buffer, self.state, log_format),
                *(self.known.views(), self.noted, self.scratch, self.wanted),
            )
        )

    def _flush(self) -> Iterator[Rows | list[Change]]:
        self._note_commits()
        if self.changes:
            changes, self.changes = self.changes, []
            yield changes
        state = self.state
        if state[At.ROWS]:
            events = self.noted.event_position[: state[At.EVENTS]]
            events[:] = self._places(events)
            yield Rows(
                *(self.buffer, self.noted, int(state[At.ROWS])),
                *(self.known.maps, self.known.layouts, self.mark),
                look=None if self.ahead is None else self.ahead.find,
                xids=self.xids,
            )
        self._forget_rows()
        self.xids = [None, self.xids[state[At.XID]]]
        state[At.XID] = int(state[At.XID] > 0)
        if self.ahead is not None:
            self.ahead.forget_before(self._start)
        if state[At.FIXED] < 0 and state[At.ROW_POS] < 0:
            self.spilled = 0
            if self.known.is_full and not state[At.OPEN_MAPS]:
                self.known.forget()
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
        return Mark(
            file=self.reader.file,
            frames=self._frames_from(int(state[At.BASE] + state[At.POS])),
            scope=self.scope,
            log_format=self.tree.format,
            no_table_maps=self.no_table_maps,
            open_maps=self._open_maps(),
            transaction=self._transaction(),
            has_begun=bool(state[At.HAS_BEGUN]),
            is_behind_gtid=bool(state[At.IS_AFTER_GTID]),
            fates=None if self.ahead is None else self._fates(self._transaction()),
            fragments=self.tree.fragments,
        )

    @property
    def _start(self) -> Start:
        """The transaction that began last."""
        return int(self.state[At.GROUP_AT]), int(self.state[At.GROUP_NUMBER])

    def _fates(self, transaction: Transaction) -> Fates:
        """What the kernels know of the transaction that is open."""
        assert self.ahead is not None
        state = self.state
        fates = Fates(look=self.ahead.find, fate=Fate(self._start, self.ahead.find), is_whole=False)
        if state[At.IS_JOINED]:
            fates.group = Group(transaction, bool(state[At.HAS_BEGUN]))
        is_behind_gtid = bool(state[At.IS_AFTER_GTID])
        fates.grouping.resume(fates.group, is_behind_gtid=is_behind_gtid)
        return fates

    def _note_commits(self) -> None:
        """Notes of what is to be handed over what is known to be committed."""
        state = self.state
        if self.ahead is None:
            return
        if self.watched is not None and state[At.WATCH] == WATCHED_COMMIT:
            self.watched.end = End(COMMITTED)
            self.watched = None
        is_watched = self.watched is not None and state[At.WATCH] == WATCHED
        if not state[At.IS_JOINED] or state[At.IS_ROLLED_BACK] or self.scanned_format is None:
            return
        if self.tree.encryption:
            return  # what follows is no event
        if (state[At.IS_NOTED] or is_watched) and is_committed_ahead(
            self.buffer, int(state[At.POS]), int(state[At.END]), self.scanned_format
        ):
            if state[At.IS_NOTED]:
                self.noted.transaction_end[state[At.TRANSACTIONS] - 1] = COMMITTED_HERE
            if self.watched is not None and is_watched:
                self.watched.end = End(COMMITTED)

    def _transaction(self) -> Transaction:
        """The one that is open, as far as rows show it."""
        state = self.state
        gtid = self.scratch.gtid[: state[At.LEN_GTID]].tobytes().decode()
        commit = int(state[At.COMMIT_TIME])
        return Transaction(
            gtid if state[At.HAS_GTID] else None,
            None if commit == NO_TIME else commit,
            xid=self.xids[state[At.XID]],
        )

    # what only the tree engine reads

    def _take(self, event: LoggedEvent) -> Iterator[Rows | list[Change]]:
        first = int(self.state[At.ORDINAL]) if self.state[At.ROW_POS] >= 0 else 0
        self.state[At.ROW_POS] = -1
        if self.ahead is not None and event.tree.is_format_description:
            self.ahead.note_format(event.position + event.size, event.tree.format_after)
        yield from self._take_changes(event, Ordinals(), first)

    def _take_changes(
        self, event: LoggedEvent, ordinals: Ordinals, first: int
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
        told = reader.open_transaction
        if self.num_transactions != state[At.NUM_TRANSACTIONS]:
            self.num_transactions = int(state[At.NUM_TRANSACTIONS])
            told = self._transaction()
        self.told = told
        reader.resume(
            told,
            has_begun=bool(state[At.HAS_BEGUN]),
            is_behind_gtid=bool(state[At.IS_AFTER_GTID]),
        )
        if self.ahead is not None:
            self._note_commits()
            fate = None if reader.fates is None else reader.fates.fate
            reader.fates = self._fates(told)
            reader.grouping = reader.fates.grouping
            if fate is not None and fate.start == self._start:
                reader.fates.fate = fate

    def _tell_kernels(self) -> None:
        super()._tell_kernels()
        state = self.state
        state[At.HAS_CONTEXT] = bool(self.reader.context.variables)
        state[At.HAS_BEGUN] = self.reader.has_begun
        state[At.IS_JOINED] = self.reader.grouping.open is not None
        if self.reader.open_transaction != self.told:
            self._open(self.reader.open_transaction)
        if self.reader.fates is not None:
            self._tell_fates(self.reader.fates)

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
        state[At.XID] = number_of_xid(self.xids, transaction.xid)
        state[At.IS_SKIPPED] = not self.scope.wants_transaction(transaction.gtid)

    def _tell_fates(self, fates: Fates) -> None:
        state = self.state
        start = (0, 0) if fates.fate is None else fates.fate.start
        is_open = fates.grouping.open is not None
        if start != self._start or not is_open:
            state[At.IS_NOTED] = state[At.IS_ROLLED_BACK] = 0
        state[[At.GROUP_AT, At.GROUP_NUMBER]] = start
        if fates.savepoints.undone or fates.savepoints.doubt is not None:
            state[At.IS_ROLLED_BACK] = 1
        self.watched = fates.fate if is_open else None
        state[At.WATCH] = WATCHED if is_open else NOT_WATCHED

    def _scan_payload(self, event: LoggedEvent) -> Iterator[Rows | list[Change]]:
        self.payload_mark = self._new_mark()
        self.state[At.IS_AFTER_GTID] = 0
        yield from super()._scan_payload(event)
        self.payload_mark = None
        self.reader.end()  # a payload is all that is left of its transaction
        self._open(NONE)
        self.state[At.HAS_BEGUN] = self.state[At.IS_JOINED] = 0

    def _take_inner(self, event: LoggedEvent) -> Iterator[Rows | list[Change]]:
        self.payload_mark = None
        # the transaction is as it was before the payload
        self.num_transactions = int(self.state[At.NUM_TRANSACTIONS])
        self.told = Transaction()
        first = int(self.state[At.ORDINAL])
        ordinals = Ordinals()
        for inner in inner_events(self.tree, event):
            yield from self._take_changes(inner, ordinals, first)
        self._tell_kernels()
