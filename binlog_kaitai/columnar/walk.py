"""Walks a log a chunk at a time, and hands what kernels cannot read to the tree engine."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.changes import Change, ChangeReader
from binlog_kaitai.columnar.boundaries import AstrayError, Boundaries, sequel_of
from binlog_kaitai.columnar.formats import format_view
from binlog_kaitai.columnar.gtid_texts import NO_TIME
from binlog_kaitai.columnar.known import KnownMaps
from binlog_kaitai.columnar.rows import Mark, Rows, table_map_chain
from binlog_kaitai.columnar.scan import scan
from binlog_kaitai.columnar.state import (
    MAX_OPEN_MAPS,
    MAX_ROWS,
    PARTIAL,
    At,
    Stop,
    new_noted,
    new_scratch,
)
from binlog_kaitai.columnar.wanted import wanted_of
from binlog_kaitai.definitions import MisfitError
from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.framing import Frame, LogFile
from binlog_kaitai.generated.event import Event
from binlog_kaitai.generated.event_header import EventHeader
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.inflate import MAX_EVENT, announced_length, decompressed, fill, inflate
from binlog_kaitai.lenience import Fault
from binlog_kaitai.log import (
    UNPARSABLE,
    Beginning,
    LoggedEvent,
    LogState,
    beginning_of,
    inner_events,
)
from binlog_kaitai.machine.stream import PADDING
from binlog_kaitai.scopes import EVERYTHING, Scope
from binlog_kaitai.spans import Span
from binlog_kaitai.transactions import Transaction

CHUNK = 2**22  # bytes of a file that are looked at together
SPILL = 2**22  # bytes for what was compressed

MIN_CELLS = MAX_ROWS * 16
MAX_CELLS = MAX_ROWS * 512

NO_TABLE = "."


class _BeyondKernelsError(Exception):
    """A payload holds what the tree engine has to read."""


class Scanner:
    """Scans the events in a chunk of a log, and keeps what it has found until it is handed over.

    `reader` tells what is wanted, and takes in the events that only the tree engine reads.
    """

    def __init__(self, reader: ChangeReader) -> None:
        scope = reader.scope
        self.reader = reader
        self.scope = scope
        self.is_done = self.is_at_limit = False
        self.known = KnownMaps(scope)
        self.wanted = wanted_of(scope)
        self.state = np.zeros(len(At), np.int64)
        self.state[At.FIXED] = self.state[At.ROW_POS] = self.state[At.LIMIT] = -1
        self.state[At.COMMIT_TIME] = NO_TIME
        self.state[At.WANTS_STATEMENTS] = scope.table is None
        self.state[At.IS_SKIPPED] = not scope.wants_transaction(None)
        self.noted = new_noted(MIN_CELLS)
        self.scratch = new_scratch()
        self.buffer = np.empty(CHUNK + SPILL + PADDING, np.uint8)
        self.chunk_size = CHUNK
        self.spilled = 0  # bytes that are used behind the chunk
        self.changes: list[Change] = []
        self.num_transactions = 0  # of those that the reader knows of
        self.payload_mark: Mark | None = None

    def _begin(self, tree: LogState, no_table_maps: Any) -> None:
        """Takes over what holds before the first event."""
        self.tree = tree
        self.no_table_maps = no_table_maps
        self.format = format_view(tree.format)
        self.mark = self._new_mark()

    # where the chunk's events are

    def _places(self, counted: Any) -> Any:
        """Where in the log events lie, by where they would if none were left out in the chunk."""
        return counted

    def _frames(self, counted: int) -> Iterator[Frame]:
        """Yields the events from a place on, as long as what was found there is not forgotten."""
        raise NotImplementedError

    # the chunk

    def _scan_chunk(self) -> Iterator[Rows | list[Change]]:
        """Scans until the chunk holds no more than a part of an event."""
        while (stop := self._scan(self.format)) != Stop.END:
            if stop == Stop.LIMIT:
                self.is_done = self.is_at_limit = True
                return
            yield from self._after(stop, self.tree.format, self._read_event())

    def _make_room(self, size: int) -> None:
        """Has the chunk hold an event of a size; nothing is noted meanwhile."""
        if size > self.chunk_size:
            self._resize(size, SPILL)

    def _give_back(self) -> None:
        """Frees the room that large events took; nothing is noted meanwhile."""
        if len(self.buffer) > CHUNK + SPILL + PADDING:
            self._resize(CHUNK, SPILL)

    def _resize(self, chunk_size: int, spill_size: int) -> None:
        """Gives the chunk, and what lies behind it, another size; nothing is noted meanwhile."""
        held = self.buffer
        self.buffer = np.empty(chunk_size + spill_size + PADDING, np.uint8)
        end = min(self.chunk_size, chunk_size)
        self.buffer[:end] = held[:end]
        self.chunk_size = chunk_size

    # what kernels find

    def _scan(self, log_format: LogFormat) -> Stop:
        return Stop(
            scan(
                *(self.buffer, self.state, log_format),
                *(self.known.views(), self.noted, self.scratch, self.wanted),
            )
        )

    def _after(
        self, stop: Stop, log_format: Any, beyond: Iterator[Rows | list[Change]]
    ) -> Iterator[Rows | list[Change]]:
        """Does what the kernel stopped for; `beyond` does what only the tree engine can."""
        if stop == Stop.FULL:
            yield from self._flush()
        elif stop == Stop.NEW_TABLE_MAP and self._learn_map(log_format):
            return
        elif stop == Stop.COMPRESSED_ROWS:
            yield from self._inflate_rows(beyond)
        elif self.state[At.OPEN_MAPS] == len(self.scratch.open_maps):
            maps = np.concatenate([self.scratch.open_maps, np.zeros(MAX_OPEN_MAPS, np.int64)])
            self.scratch = self.scratch._replace(open_maps=maps)
        else:
            yield from beyond

    def _flush(self) -> Iterator[Rows | list[Change]]:
        """Hands over what was found, and forgets it."""
        if self.changes:
            changes, self.changes = self.changes, []
            yield changes
        state = self.state
        if state[At.ROWS]:
            events = self.noted.event_position[: state[At.EVENTS]]
            events[:] = self._places(events)
            yield Rows(self.buffer, self.noted, int(state[At.ROWS]), self.known.layouts, self.mark)
        state[At.ROWS] = state[At.CELLS] = state[At.EVENTS] = 0
        state[At.TRANSACTIONS] = state[At.GTID_TEXT] = state[At.IS_NOTED] = 0
        if state[At.FIXED] < 0 and state[At.ROW_POS] < 0:
            self.spilled = 0
            if self.known.is_full and not state[At.OPEN_MAPS]:
                self.known.clear()
        num_cells = min(max(self.known.widest * MAX_ROWS, MIN_CELLS), MAX_CELLS)
        if num_cells > len(self.noted.cells):
            self.noted = new_noted(num_cells)
        self.mark = self.payload_mark or self._new_mark()

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
        )

    def _transaction(self) -> Transaction:
        """The one that is open, as far as rows show it."""
        state = self.state
        gtid = self.scratch.gtid[: state[At.LEN_GTID]].tobytes().decode()
        commit = int(state[At.COMMIT_TIME])
        return Transaction(
            gtid if state[At.HAS_GTID] else None, None if commit == NO_TIME else commit
        )

    def _learn_map(self, log_format: Any) -> bool:
        """Takes in a table map that was not seen before; says whether it can be read."""
        data = self._event_bytes(log_format)
        try:
            event = Event(0, log_format, self.no_table_maps, KaitaiStream(BytesIO(data)))
            self.known.add((data, log_format), event._raw_body, event.body)  # noqa: SLF001 - as it lies in the file
        except (*UNPARSABLE, MisfitError):
            return False
        return True

    def _event_bytes(self, log_format: Any) -> bytes:
        """The bytes of the event that the scan stopped at."""
        return self._event_at(int(self.state[At.POS]), log_format)

    def _event_at(self, pos: int, log_format: Any) -> bytes:
        end = int(self.state[At.END])
        stream = KaitaiStream(BytesIO(self.buffer[pos : min(end, pos + 64)].tobytes()))
        size = EventHeader(log_format.binlog_version, False, stream).len_event
        return bytes(self.buffer[pos : min(end, pos + size)].tobytes())

    def _inflate_rows(self, beyond: Iterator[Rows | list[Change]]) -> Iterator[Rows | list[Change]]:
        """Puts the rows of a compressed event behind the chunk."""
        state = self.state
        start, length = int(state[At.COMPRESSED_OFS]), int(state[At.COMPRESSED_LEN])
        try:
            data = inflate(
                self.buffer[start : start + length].tobytes(), int(state[At.UNCOMPRESSED_LEN])
            )
        except UnreadableError:
            yield from beyond
            return
        if len(data) > self._room:
            yield from self._flush()
        if len(data) > self._room:
            if state[At.FIXED] >= 0:
                yield from beyond  # the region itself lies there
                return
            self._resize(self.chunk_size, len(data))
        at = self.chunk_size + self.spilled
        self.buffer[at : at + len(data)] = np.frombuffer(data, np.uint8)
        self.spilled += len(data)
        state[At.ROW_POS], state[At.ROW_END] = at, at + len(data)
        if not data:
            yield from beyond

    @property
    def _room(self) -> int:
        return len(self.buffer) - PADDING - self.chunk_size - self.spilled

    # what only the tree engine reads

    def _read_event(self) -> Iterator[Rows | list[Change]]:
        """Reads the event that the scan stopped at as a tree."""
        state = self.state
        data = self._event_bytes(self.tree.format)
        position = int(self._places(state[At.BASE] + state[At.POS]))
        first = int(state[At.ORDINAL]) if state[At.ROW_POS] >= 0 else 0
        state[At.ROW_POS] = -1
        self._tell_tree()
        event = self.tree.next_event(position, data)
        ordinals = itertools.count()
        yield from self._take(event, ordinals, first)
        self._tell_kernels()
        if event.tree.is_payload:
            yield from self._scan_payload(event)
        state[At.IS_AFTER_GTID] = event.tree.header.begins_transaction
        state[At.POS] += len(data)
        state[At.SEEN] += 1

    def _take(
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
        """Tells the tree engine what the kernels have seen since."""
        state = self.state
        numbers = self.scratch.open_maps[: state[At.OPEN_MAPS]].tolist()
        self.tree.table_maps = table_map_chain(
            (self.known.events[number] for number in numbers), self.no_table_maps
        )
        if self.num_transactions != state[At.NUM_TRANSACTIONS]:
            self.num_transactions = int(state[At.NUM_TRANSACTIONS])
            self.reader.transaction = self._transaction()
        self.told = self.reader.transaction

    def _tell_kernels(self) -> None:
        """Tells the kernels what the tree engine has seen."""
        state = self.state
        if self.tree.table_maps.is_empty:
            state[At.OPEN_MAPS] = 0
        state[At.HAS_CONTEXT] = bool(self.reader.context.variables)
        log_format = format_view(self.tree.format)
        if not _are_same(log_format, self.format):
            self.format = log_format
            if not state[At.OPEN_MAPS] and not state[At.ROWS]:
                self.known.clear()
        transaction = self.reader.transaction
        if transaction is not self.told:
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

    # payloads

    def _scan_payload(self, event: LoggedEvent) -> Iterator[Rows | list[Change]]:
        """Scans the events in a payload, which are put behind the chunk."""
        state = self.state
        outer = state[[At.POS, At.END, At.OPEN_MAPS]].copy()
        maps = self.scratch.open_maps[: outer[2]].copy()
        self.payload_mark = self._new_mark()
        state[At.FIXED] = state[At.BASE] + state[At.POS]
        state[At.ORDINAL] = state[At.OPEN_MAPS] = 0
        try:
            yield from self._scan_inner(event.tree.body, event.tree.inner_format)
            is_done = True
        except (_BeyondKernelsError, UnreadableError):
            is_done = False
        self.payload_mark = None
        first = int(state[At.ORDINAL])
        state[[At.POS, At.END, At.OPEN_MAPS]] = outer
        self.scratch.open_maps[: outer[2]] = maps
        state[At.FIXED] = state[At.ROW_POS] = -1
        if not is_done:
            # the transaction is as it was before the payload
            self.num_transactions = int(state[At.NUM_TRANSACTIONS])
            self.told = Transaction()
            ordinals = itertools.count()
            for inner in inner_events(self.tree, event):
                yield from self._take(inner, ordinals, first)
            self._tell_kernels()

    def _scan_inner(self, payload: Any, log_format: Any) -> Iterator[Rows | list[Change]]:
        state = self.state
        view = format_view(log_format)
        announced = announced_length(payload)
        if announced is None or announced > self._room:
            yield from self._flush()
            self.spilled = 0
        length = 0
        start = at = self.chunk_size + self.spilled
        with decompressed(payload) as stream:
            while True:
                target = memoryview(self.buffer)[at : len(self.buffer) - PADDING]
                count = fill(stream, target)
                length += count
                state[At.POS], state[At.END] = start, at + count
                self.spilled = at + count - self.chunk_size
                while (stop := self._scan(view)) != Stop.END:
                    yield from self._after(stop, log_format, _beyond_kernels())
                left = int(state[At.END] - state[At.POS])
                if count < len(target):
                    break
                yield from self._flush()
                at = self._make_way_inside(left)
                start = self.chunk_size
        if left or announced not in (None, length):
            raise _BeyondKernelsError

    def _make_way_inside(self, left: int) -> int:
        """Moves the part of an event that is left to where the payload's region begins."""
        pos, start = int(self.state[At.POS]), self.chunk_size
        rest = self.buffer[pos : pos + left].copy()
        if left == len(self.buffer) - PADDING - start:
            if left > MAX_EVENT:
                raise _BeyondKernelsError
            self._resize(self.chunk_size, 2 * left)
        self.buffer[start : start + left] = rest
        return start + left


class Walk(Scanner):
    """Follows one file. `found` yields its row images as `Rows`, and other changes as lists."""

    def __init__(self, path: str | os.PathLike[str], scope: Scope = EVERYTHING) -> None:
        self.file = os.fspath(path)
        self.span = scope.span
        super().__init__(ChangeReader(self.file, scope))

    def found(self) -> Iterator[Rows | list[Change] | Fault]:
        """Yields what is wanted of the file, in order.

        Raises BinlogError where it is damaged, unless the scope is lenient.
        """
        with LogFile(self.file) as log:
            beginning = beginning_of(log, self.span, is_lenient=self.scope.is_lenient)
            if beginning is None:
                return
            self.state[At.BASE] = beginning.position
            if self.span.end is not None and not self.span.is_exact:
                self.state[At.LIMIT] = self.span.end
            self._begin(beginning.state, log.start.table_maps)
            while not self.is_done:
                try:
                    yield from self._walk(log)
                except BinlogError as error:
                    yield from self._flush()
                    if not self.scope.is_lenient:
                        raise
                    yield Fault(error)
                    self._pass_over(log, error)
                else:
                    yield from self._flush()
                    return

    def _walk(self, log: LogFile) -> Iterator[Rows | list[Change]]:
        while not self.is_done and self._fill(log):
            yield from self._scan_chunk()
            if not self.is_done:
                yield from self._make_way(log)

    def _pass_over(self, log: LogFile, error: BinlogError) -> None:
        """Goes on with the next event that is whole."""
        state = self.state
        position = max(int(state[At.BASE] + state[At.POS]), error.position)
        sequel = sequel_of(log, self.tree, position)
        if sequel is None or self.tree.encryption:
            self.is_done = True
            return
        state[[At.POS, At.END, At.IS_AFTER_GTID]] = 0
        state[[At.ROW_POS, At.FIXED]] = -1
        state[At.BASE] = sequel.position
        self.payload_mark = None
        if not sequel.is_next:
            self._tell_tree()
            self.reader.forget()
            self.tree.table_maps = self.no_table_maps
            self._tell_kernels()
        self.mark = self._new_mark()

    @property
    def num_events(self) -> int:
        """How many events the file holds, up to where it was walked."""
        return int(self.state[At.SEEN])

    def _frames(self, counted: int) -> Iterator[Frame]:
        with LogFile(self.file) as log:
            yield from log.frames(counted)

    # the chunk

    def _fill(self, log: LogFile) -> bool:
        """Reads the bytes that follow those in the chunk; says whether there is any to scan."""
        end = int(self.state[At.END])
        target = memoryview(self.buffer)[end : self.chunk_size]
        position = int(self.state[At.BASE]) + end
        if self.span.is_exact and self.span.end is not None:
            target = target[: max(self.span.end - position, 0)]
        count = log.read_into(position, target)
        self.state[At.END] = end + count
        return bool(self.state[At.POS] < self.state[At.END])

    def _make_way(self, log: LogFile) -> Iterator[Rows | list[Change]]:
        """Moves what is not yet done to the chunk's beginning, with room for the next event."""
        state = self.state
        left = int(state[At.END] - state[At.POS])
        size = log.event_size(int(state[At.BASE] + state[At.POS])) if left else 0
        if left and size <= left:
            yield from self._read_event()  # it is whole, and yet no event to the kernels
            return
        kept = self._first_kept()
        if int(state[At.END]) - kept > self.chunk_size // 2 or size > self.chunk_size // 2:
            yield from self._flush()
            kept = int(state[At.POS])
        self._shift(kept)
        self._make_room(size)

    def _first_kept(self) -> int:
        """Where the first byte lies that rows which were noted still need."""
        pos = int(self.state[At.POS])
        if not self.state[At.ROWS]:
            return pos
        position = int(self.noted.event_position[0])
        return min(max(position - int(self.state[At.BASE]), 0), pos)

    def _shift(self, count: int) -> None:
        if not count:
            return
        state = self.state
        end = int(state[At.END])
        self.buffer[: end - count] = self.buffer[count:end].copy()
        cells = self.noted.cells[: state[At.CELLS]]
        cells[(cells >= 0) & (cells < self.chunk_size)] -= count
        cells[(cells <= PARTIAL) & (cells > PARTIAL - self.chunk_size)] += count
        state[At.POS] -= count
        state[At.END] -= count
        state[At.BASE] += count


def lenient_beginning_of(log: LogFile, span: Span) -> Beginning | None:
    """Where a span of a log begins that may be damaged: where the span before it ends."""
    with contextlib.suppress(AstrayError, BinlogError):
        return Boundaries(log).sure_beginning(span)
    walk = Walk(log.file, Scope(NO_TABLE, Span(0, span.start), is_lenient=True))
    for _ in walk.found():
        pass
    position = int(walk.state[At.BASE] + walk.state[At.POS])
    if not walk.is_at_limit or (span.end is not None and position >= span.end):
        return None
    walk.tree.table_maps = log.start.table_maps
    return Beginning(position, walk.tree)


def _beyond_kernels() -> Iterator[Rows | list[Change]]:
    raise _BeyondKernelsError
    yield


def _are_same(one: LogFormat, other: LogFormat) -> bool:
    return one[:-1] == other[:-1] and np.array_equal(one[-1], other[-1])
