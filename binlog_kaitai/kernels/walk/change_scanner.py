"""Scans for changes: row images, as kernels find them, and statements."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

import numpy as np

from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.io.framing import Frame
from binlog_kaitai.kernels.handoff import (
    NONE,
    ChangeReader,
    Fates,
    LoggedEvent,
    Ordinals,
    StatementContext,
    inner_events,
)
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.seek.header_scan import is_committed_ahead
from binlog_kaitai.kernels.seek.look_ahead import KernelLookAhead
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.event_filter import tell_scope
from binlog_kaitai.kernels.walk.found_rows import Mark, Pause, Rows
from binlog_kaitai.kernels.walk.grouping import COMMITTED_HERE, WORDS
from binlog_kaitai.kernels.walk.gtid_texts import NO_TIME
from binlog_kaitai.kernels.walk.noting import Changes
from binlog_kaitai.kernels.walk.packs import no_pack
from binlog_kaitai.kernels.walk.redacted_rows import redacted
from binlog_kaitai.kernels.walk.scan import scan
from binlog_kaitai.kernels.walk.sessions import KnownSessions
from binlog_kaitai.kernels.walk.state import (
    MAX_ROWS,
    NOT_WATCHED,
    WATCHED,
    Noted,
    Scratch,
    Stop,
    new_noted,
    new_scratch,
    with_xids_of,
)
from binlog_kaitai.kernels.walk.statement_scanner import StatementScanner
from binlog_kaitai.kernels.walk.statements import context_of
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.transactions import COMMITTED, End, Fate, Group, Look, Start, Transaction

MIN_WIDTH, MAX_WIDTH = 16, 256
"""Cells for which there is room with each row."""


class Learned(NamedTuple):
    """What a scan has learned of logs, and its room: all that the scan of another one can take."""

    maps: KnownMaps
    sessions: KnownSessions
    noted: Noted
    scratch: Scratch


def nothing_learned(scope: Scope) -> Learned:
    """Return what a scan begins with."""
    noted = new_noted(MAX_ROWS * MIN_WIDTH, MAX_ROWS)
    return Learned(KnownMaps(scope, redacts=True), KnownSessions(), noted, new_scratch())


def learned_for(scope: Scope, carried: Carried[Learned]) -> Learned:
    """Take what is carried, as far as it holds in a scope, or else what a scan begins with."""
    learned = carried.take() or nothing_learned(scope)
    if learned.maps.are_for(scope):
        return learned
    return learned._replace(maps=KnownMaps(scope, redacts=True))


class ChangeScanner(StatementScanner[Rows | list[Change]]):
    """Finds row images and statements, as `Rows`, and other changes, as lists."""

    mark: Mark
    told: Transaction | None

    def _follow(self, reader: ChangeReader, learned: Learned) -> None:
        """Begin; `reader` takes in the events that only the tree engine reads."""
        scope = reader.scope
        tell_scope(self.state, scope)
        self.pack = no_pack()
        self.noted = learned.noted
        self.reader = reader
        self.changes: list[Change] = []
        self.num_transactions = 0  # of those that the reader knows of
        self.ahead: KernelLookAhead | None = None
        self.watched: Fate | None = None
        self.scanned_format: LogFormat | None = None
        self.payload_mark: Mark | None = None
        self.sessions = learned.sessions

    @property
    def learned(self) -> Learned:
        """What is there for another scan, once nothing that was found is wanted any more."""
        return Learned(self.known, self.sessions, self.noted, self.scratch)

    def _look_into(self, ahead: KernelLookAhead) -> None:
        """Have what is found tell how its transactions end."""
        self.ahead = ahead
        ahead.note_format(0, self.tree.format)
        self.reader.fates = Fates(self.reader.grouping, ahead.find)

    @abstractmethod
    def _frames_from(self, counted: int) -> Callable[[], Iterator[Frame]]:
        """Return what yields the events from a place on, until what was found is forgotten.

        It does not hold the scanner, which has it: a circle would wait, with all its arrays, for
        the garbage collector.
        """

    # what kernels find

    def _scan(self, log_format: LogFormat) -> Stop:
        self.scanned_format = log_format
        self.sessions.take_format(self.tree.format)
        changes = Changes(self.noted, self.sessions.views(), self.pack)
        return Stop(scan(self._at_hand(), changes, log_format, self.payload_view))

    def _flush(self) -> Iterator[Rows | list[Change]]:
        self._note_commits()
        if self.changes:
            changes, self.changes = self.changes, []
            yield changes
        state = self.state
        had_rows = bool(state.rows)
        if had_rows:
            yield self._rows()
        self._forget_rows()
        if self.ahead is not None:
            self.ahead.forget_before(self._start)
        if state.fixed < 0 and state.row_pos < 0 and self.spilled and self._is_large:
            yield from self._reclaim()
        self._release()
        num_cells = MAX_ROWS * min(max(self.known.widest, MIN_WIDTH), MAX_WIDTH)
        if had_rows and self.lending is not None:
            self.noted = self.lending.other_noted(num_cells, MAX_ROWS)
        elif num_cells > len(self.noted.cells):
            self.noted = new_noted(num_cells, MAX_ROWS)
        self._make_room_for_xid(state.len_xid)
        self.mark = self.payload_mark or self._new_mark()

    def _rows(self) -> Rows:
        """Return the rows that are noted; they are lent, if others read them meanwhile."""
        events = self.noted.event_position[: self.state.events]
        events[:] = self._places(events)
        rows = Rows(
            *(self.buffer, self.noted, self.state.rows, self.known.maps, self.sessions),
            *(self.known.layouts, self.mark),
            look=None if self.ahead is None else self.ahead.find,
            goes_on=self.state.row_pos >= 0,
        )
        regions = (self.chunk_size, self.chunk_size + self.spilled)
        rows = redacted(rows, self.state.cells, regions)
        return rows if self.lending is None else self.lending.lend(rows, self.state.transactions)

    def _reclaim(self) -> Iterator[Rows | list[Change]]:
        if self.lending is not None:
            yield Pause()

    def _forget_rows(self) -> None:
        state = self.state
        state.rows = state.cells = state.events = 0
        state.transactions = state.is_noted = 0
        state.gtid_text = state.xid_text = state.context_text = 0

    def _drop(self) -> None:
        """Forget all that was found, and where the scan was in an event."""
        self._forget_rows()
        self.changes = []
        self.payload_mark = None
        self.inflated.forget()
        self.state.drop_context()
        self.spilled = 0
        self.num_transactions = self.state.num_transactions

    def _new_mark(self) -> Mark:
        """Return where the scan is now."""
        state, transaction = self.state, self._transaction()
        return Mark(
            file=self.reader.file,
            frames=self._frames_from(state.base + state.pos),
            scope=self.scope,
            log_format=self.tree.format,
            no_table_maps=self.no_table_maps,
            open_maps=self._open_maps(),
            transaction=transaction,
            has_begun=bool(state.has_begun),
            is_behind_gtid=bool(state.is_after_gtid),
            fates=None if self.ahead is None else self._fates(self.ahead.look, transaction),
            context=self._context(),
            # an event that is being taken is still ahead
            fragments=self.before_event[0] if self.before_event else self.tree.fragments,
        )

    def _context(self) -> StatementContext:
        """Return what is known of the next statements, to be kept."""
        context = self.reader.context.copy()
        if self.state.len_context:
            context.variables = context_of(self.state, self.scratch)
        return context

    @property
    def _start(self) -> Start:
        """The transaction that began last."""
        return self.state.group_at, self.state.group_number

    def _fates(self, look: Look, transaction: Transaction) -> Fates:
        """Return what the kernels know of the transaction that is open."""
        state = self.state
        fates = Fates(look=look, fate=Fate(self._start, look), is_whole=False)
        if state.is_joined:
            fates.group = Group(transaction, bool(state.has_begun))
        is_behind_gtid = bool(state.is_after_gtid)
        fates.grouping.resume(fates.group, is_behind_gtid=is_behind_gtid)
        return fates

    def _note_commits(self) -> None:
        """Note of what is to be handed over what is known to be committed."""
        state = self.state
        if self.ahead is None:
            return
        if self.watched is not None and state.watch > WATCHED:
            self.watched.end = End(WORDS[state.watch - WATCHED - 1])
            self.watched = None
        is_watched = self.watched is not None and state.watch == WATCHED
        if not state.is_joined or state.is_rolled_back or self.scanned_format is None:
            return
        if self.tree.encryption:
            return  # what follows is no event
        if not (state.is_noted or is_watched):
            return
        if is_committed_ahead(self.buffer, state.pos, state.end, self.scanned_format):
            if state.is_noted:
                self.noted.transaction_end[state.transactions - 1] = COMMITTED_HERE
            if self.watched is not None and is_watched:
                self.watched.end = End(COMMITTED)
        elif state.fixed < 0:
            self.ahead.follow(self._start, state.base + state.pos)

    def _transaction(self) -> Transaction:
        """Return the current transaction: the tree's, unless kernels have seen another since."""
        state = self.state
        if self.num_transactions == state.num_transactions:
            return self.reader.open_transaction
        gtid = self.scratch.gtid[: state.len_gtid].tobytes().decode()
        xid = self.scratch.xid[: state.len_xid].tobytes().decode()
        commit = state.commit_time
        return Transaction(
            gtid if state.has_gtid else None,
            None if commit == NO_TIME else commit,
            xid=xid or None,
        )

    # what only the tree engine reads

    def _take(self, event: LoggedEvent) -> Iterator[Rows | list[Change]]:
        first = self.state.ordinal if self.state.row_pos >= 0 else 0
        self.state.row_pos = -1
        if self.ahead is not None and event.tree.is_format_description:
            self.ahead.note_format(event.position + event.size, event.tree.format_after)
        yield from self._take_changes(event, Ordinals(), first)

    def _take_changes(
        self, event: LoggedEvent, ordinals: Ordinals, first: int
    ) -> Iterator[Rows | list[Change]]:
        """Take in the changes of an event, from an ordinal on."""
        for change in self.reader.changes_of(event, ordinals):
            if change.ordinal < first:
                continue
            if self.state.rows or len(self.changes) == MAX_ROWS:
                yield from self._flush()
            self.changes.append(change)

    def _tell_tree(self) -> None:
        super()._tell_tree()
        state, reader = self.state, self.reader
        told = self.told = self._transaction()
        self.num_transactions = state.num_transactions
        if state.len_context:
            reader.context.variables = context_of(state, self.scratch)
            state.has_context = 1
            state.drop_context()
        reader.resume(
            told,
            has_begun=bool(state.has_begun),
            is_behind_gtid=bool(state.is_after_gtid),
        )
        if self.ahead is not None:
            self._note_commits()
            fate = None if reader.fates is None else reader.fates.fate
            reader.fates = self._fates(self.ahead.find, told)
            reader.grouping = reader.fates.grouping
            if fate is not None and fate.start == self._start:
                reader.fates.fate = fate

    def _tell_kernels(self) -> None:
        super()._tell_kernels()
        state = self.state
        # an ALTER TABLE in two phases is told to be one by the transaction alone
        alters = self.reader.open_transaction.alter_phase is not None
        state.has_context = alters or bool(self.reader.context.variables)
        state.has_begun = self.reader.has_begun
        state.is_joined = self.reader.grouping.open is not None
        if self.reader.open_transaction != self.told:
            self._open(self.reader.open_transaction)
        if self.reader.fates is not None:
            self._tell_fates(self.reader.fates)

    def _open(self, transaction: Transaction) -> None:
        """Tell the kernels of the transaction that is open now."""
        state = self.state
        text = (transaction.gtid or "").encode()
        if len(text) > len(self.scratch.gtid) - PADDING:
            raise NotImplementedError
        self.scratch.gtid[: len(text)] = np.frombuffer(text, np.uint8)
        state.len_gtid = len(text)
        state.has_gtid = transaction.gtid is not None
        commit = transaction.commit_timestamp
        state.commit_time = NO_TIME if commit is None else commit
        state.is_noted = 0
        xid = (transaction.xid or "").encode()
        self._make_room_for_xid(len(xid))
        self.scratch.xid[: len(xid)] = np.frombuffer(xid, np.uint8)
        state.len_xid = len(xid)
        state.is_skipped = not self.scope.wants_transaction(transaction.gtid)

    def _make_room_for_xid(self, length: int) -> None:
        """Have room for a name of XA, which may be longer than servers have it.

        It is noted, and then there has to be room to note it once more.
        """
        used, name = self.state.xid_text, self.scratch.xid
        self.noted, self.scratch = with_xids_of(self.noted, self.scratch, used, 2 * length)
        if self.scratch.xid is not name:
            self.scratch.xid[: len(name)] = name

    def _tell_fates(self, fates: Fates) -> None:
        state = self.state
        start = (0, 0) if fates.fate is None else fates.fate.start
        is_open = fates.grouping.open is not None
        if start != self._start or not is_open:
            state.is_noted = state.is_rolled_back = 0
        state.group_at, state.group_number = start
        if fates.savepoints.undone or fates.savepoints.doubt is not None:
            state.is_rolled_back = 1
        self.watched = fates.fate if is_open else None
        state.watch = WATCHED if is_open else NOT_WATCHED

    def _scan_payload(self, event: LoggedEvent) -> Iterator[Rows | list[Change]]:
        self.payload_mark = self._new_mark()
        try:
            if not self.reader.passes_payload:
                if self.ahead is not None:
                    self.ahead.sound_at = event.position
                yield from super()._scan_payload(event)
        finally:  # a payload is all that is left of its transaction, also where it is damaged
            self.payload_mark = None
            self.reader.end()
            self._open(NONE)
            self.state.has_begun = self.state.is_joined = 0

    def _open_payload(self, event: LoggedEvent) -> BinaryIO:
        if self.ahead is None:
            return super()._open_payload(event)
        return self.ahead.open_once(event, self._room)

    def _take_inner(self, event: LoggedEvent) -> Iterator[Rows | list[Change]]:
        self.payload_mark = None
        self.state.drop_context()
        # the transaction is as it was before the payload
        self.num_transactions = self.state.num_transactions
        self.told = Transaction()
        first = self.state.ordinal
        ordinals = Ordinals()
        for inner in inner_events(self.tree, event):
            yield from self._take_changes(inner, ordinals, first)
        self._tell_kernels()
