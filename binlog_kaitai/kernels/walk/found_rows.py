"""Row images and statements that a scan found, and how the tree engine reads them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.framing import Frame
from binlog_kaitai.kernels.handoff import (
    ChangeReader,
    Fates,
    Fragments,
    LoggedEvent,
    LogState,
    Ordinals,
    StatementContext,
    inner_events,
)
from binlog_kaitai.kernels.walk.open_maps import OpenMaps
from binlog_kaitai.kernels.walk.seen_maps import SeenMaps
from binlog_kaitai.kernels.walk.sessions import KnownSessions
from binlog_kaitai.kernels.walk.state import STATEMENT, Noted
from binlog_kaitai.kernels.walk.table_map_cache import Layout
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import Table
from binlog_kaitai.model.transactions import End, Look, Start, Transaction

Identity: TypeAlias = tuple[int, int]
"""The position of a change, and its ordinal there."""


class RowDamageError(BinlogError):
    """A row that kernels found has bytes that are no value; `mark` lies before it."""

    def __init__(self, error: BinlogError, mark: Mark) -> None:
        super().__init__(error.file, error.position, error.expected, error.found)
        self.error = error
        self.mark = mark


class AloneError(Exception):
    """Of rows that lie in several logs, something is only told where each log is read by itself."""


def told_alone(_: Start) -> End:
    """Stand in for a `Look` into one log."""
    raise AloneError


@dataclass(frozen=True, slots=True)
class RowsOfLogs:
    """The names of the logs that rows lie in, and where in the rows those of each log end."""

    names: list[str]
    ends: Any

    def numbers(self, first: int, end: int) -> Any:
        """Return the number of the log of each of some rows."""
        return np.searchsorted(self.ends, np.arange(first, end), side="right")


@dataclass(frozen=True, slots=True)
class Rows:
    """Row images and statements that lie in one buffer; good until the next are asked for.

    Those that a walk lends (`binlog_kaitai.kernels.walk.lending`) are good until given back.

    `noted` has the arrays of `Noted`, of which `count` rows, in order, are filled. `look` finds how
    a transaction ends that was not scanned so far, None where that is not looked for. `goes_on`
    says that the next ones begin with rows of the same event. Redacted cells hold what takes their
    place; of rows that are `withheld`, it could not be put there, and kernels make nothing of them.

    Rows of several logs have `logs`, and no mark: who needs one raises AloneError.
    """

    buffer: Any
    noted: Noted
    count: int
    maps: SeenMaps
    sessions: KnownSessions
    layouts: list[Layout | None]
    mark: Mark | None
    look: Look | None
    goes_on: bool = False
    logs: RowsOfLogs | None = None
    withheld: bool = False

    def tables(self) -> Iterator[tuple[Table, int]]:
        """Yield the tables that rows are of, each time it is another, and where they begin."""
        events = self._events_of_images
        if not len(events):
            return
        changes = np.flatnonzero(np.diff(self.noted.event_map[events]))
        firsts = events[np.concatenate([[0], changes + 1])]
        numbers, positions = self.noted.event_map[firsts], self.noted.event_position[firsts]
        for number, position in zip(numbers.tolist(), positions.tolist(), strict=True):
            yield self._table(number), position

    def counts(self) -> Iterator[tuple[Table, int]]:
        """Return how many rows there are of each table, or of each of its maps."""
        counts = np.bincount(self.noted.event_map[self._events_of_images])
        for number in np.flatnonzero(counts).tolist():
            yield self._table(number), int(counts[number])

    @property
    def num_statements(self) -> int:
        """How many statements there are."""
        return int((self.noted.row_kind[: self.count] == STATEMENT).sum())

    @property
    def _events_of_images(self) -> Any:
        is_image = self.noted.row_kind[: self.count] != STATEMENT
        return self.noted.row_event[: self.count][is_image]

    def _table(self, number: int) -> Table:
        """Return the table of a map."""
        layout = self.layouts[self.maps.layout(number)]
        assert layout is not None  # it has rows
        return self.maps.table(number, layout.table)

    def replay(self, first: int, end: int) -> Iterator[Change]:
        """Yield some of the rows as the tree engine reads them.

        Raises BinlogError as it does, RowDamageError where the scope is lenient.
        """
        return self.replay_from(self.identity(first), end)

    def replay_from(self, first: Identity, end: int) -> Iterator[Change]:
        """Yield the rows up to `end` likewise, from one on that was handed over before."""
        mark, stop = self.mark, self.identity(end - 1)
        if mark is None:
            raise AloneError
        try:
            for change in mark.changes():
                identity = (change.position, change.ordinal)
                if identity >= first:
                    yield change
                if identity == stop:
                    return
        except BinlogError as error:
            if not mark.scope.is_lenient:
                raise
            raise RowDamageError(error, mark) from error

    def identity(self, row: int) -> Identity:
        """Return where a row lies."""
        event = self.noted.row_event[row]
        return int(self.noted.event_position[event]), int(self.noted.row_ordinal[row])


class Pause(list[Change]):
    """No changes: the walk needs much memory, and all rows given back before it goes on."""


class Mark(NamedTuple):
    """All that the tree engine needs to go on from a place in a log.

    `frames` yields the events from there on.
    """

    file: str
    frames: Callable[[], Iterator[Frame]]
    scope: Scope
    log_format: Any
    no_table_maps: Any
    open_maps: OpenMaps
    transaction: Transaction
    has_begun: bool
    is_behind_gtid: bool
    fates: Fates | None
    context: StatementContext
    fragments: Fragments | None = None

    def changes(self) -> Iterator[Change]:
        """Yield the changes from here on."""
        reader, state = self._reader(), self._state()
        for frame in self.frames():
            event = state.next_event(frame.position, frame.event)
            ordinals = Ordinals()
            yield from reader.changes_of(event, ordinals)
            if event.tree.is_payload:
                for inner in inner_events(state, event):
                    yield from reader.changes_of(inner, ordinals)

    def behind(self, position: int) -> tuple[LogState, list[tuple[bytes, Any]], ChangeReader]:
        """Return what holds behind the event at a position.

        With it come the open TABLE_MAP events, each with the format that it is in.
        """
        reader = self._reader()
        return *self._followed(position, reader.pass_by), reader

    def events_behind(self, position: int) -> tuple[LogState, list[tuple[bytes, Any]]]:
        """Return the same for who reads events, which need not have changes that can be read."""
        return self._followed(position, lambda _: None)

    def _followed(
        self, position: int, pass_by: Callable[[LoggedEvent], None]
    ) -> tuple[LogState, list[tuple[bytes, Any]]]:
        state, maps = self._state(), self.open_maps.events
        for frame in self.frames():
            event = state.next_event(frame.position, frame.event)
            if event.tree.is_table_map:
                maps.append((frame.data, state.format))
            elif state.table_maps.is_empty:
                maps.clear()
            pass_by(event)
            if frame.position == position:
                break
            if event.tree.is_payload:
                for inner in inner_events(state, event):
                    pass_by(inner)
        return state, maps

    def _reader(self) -> ChangeReader:
        reader = ChangeReader(self.file, self.scope)
        reader.resume(
            self.transaction, has_begun=self.has_begun, is_behind_gtid=self.is_behind_gtid
        )
        if self.fates is not None:
            reader.fates = self.fates.copy()
            reader.grouping = reader.fates.grouping
        reader.context = self.context.copy()
        return reader

    def _state(self) -> LogState:
        maps = self.open_maps.chain(self.no_table_maps).table_maps
        state = LogState(self.file, self.log_format, maps)
        state.fragments = self.fragments
        return state
