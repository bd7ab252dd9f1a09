"""Walks a log for its events, which a kernel shows."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import BinlogError, Fault, out_of_memory
from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.events.formats import show_format
from binlog_kaitai.kernels.events.learned import LearnedEvents, ShownSessions, learned_for
from binlog_kaitai.kernels.events.notes import (
    MAX_EVENTS,
    MAX_TEXT,
    MIN_CELLS,
    NO_ROWS,
    Showing,
    Shown,
    new_shown,
)
from binlog_kaitai.kernels.events.scan import show_events
from binlog_kaitai.kernels.handoff import (
    NONE,
    AskedEvents,
    Beginning,
    LoggedEvent,
    StatementContext,
    event_of,
)
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.change_walk import beginning_behind_damage, frames_from
from binlog_kaitai.kernels.walk.found_rows import AloneError, Mark, RowDamageError, RowsOfLogs
from binlog_kaitai.kernels.walk.growing import Growing
from binlog_kaitai.kernels.walk.known_formats import KnownFormat
from binlog_kaitai.kernels.walk.log_walk import LogWalk
from binlog_kaitai.kernels.walk.open_maps import OpenMaps
from binlog_kaitai.kernels.walk.state import MAX_ROWS, Stop
from binlog_kaitai.kernels.walk.statement_scanner import StatementScanner
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps, Layout
from binlog_kaitai.model.json_text import to_json
from binlog_kaitai.model.scopes import EVERYTHING, Scope

MAX_WIDTH = 512
"""Cells for which there is room with each row."""

CHECKSUMS = ("none", "ok", "bad")


@dataclass(frozen=True, slots=True)
class ShownLogs:
    """Small logs that lie in one buffer, of which the events were found together."""

    buffer: Any
    shown: Shown
    known: KnownMaps


@dataclass(frozen=True, slots=True)
class Found:
    """Events from one on, up to another; good until more are asked for.

    The images of their rows go from `first_row` on up to `end_row`, and lie in the `buffer`. Those
    of several logs have `logs`.
    """

    walk: EventWalk | ShownLogs
    first: int
    end: int
    first_row: int
    end_row: int
    logs: RowsOfLogs | None = None

    def __len__(self) -> int:
        return self.end - self.first

    @property
    def shown(self) -> Shown:
        return self.walk.shown

    @property
    def buffer(self) -> Any:
        """The bytes that cells lie in."""
        return self.walk.buffer

    @property
    def layouts(self) -> Any:
        """The number of the layout of each image."""
        maps = self.shown.table_map[self.shown.row_event[self.first_row : self.end_row]]
        return self.walk.known.maps.arrays.entries["layout"][maps]

    def layout(self, number: int) -> Layout:
        """Return a layout."""
        layout = self.walk.known.layouts[number]
        assert layout is not None
        return layout

    def halves(self) -> list[Found]:
        middle = (self.first + self.end) // 2
        row = int(np.searchsorted(self.shown.row_event[: self.end_row], middle))
        row = max(row, self.first_row)
        return [
            replace(self, end=middle, end_row=row),
            replace(self, first=middle, first_row=row),
        ]

    def body(self) -> str:
        """Return the body of the first event, as the classes make it.

        Raises BinlogError where it is damaged, RowDamageError if the scope is lenient, AloneError
        where it lies in one of several logs.
        """
        walk = self.walk
        if isinstance(walk, ShownLogs):
            raise AloneError
        try:
            return walk.body_by_classes(self.first)
        except BinlogError as error:
            if not walk.scope.is_lenient:
                raise
            walk.damaged = self.first
            raise RowDamageError(error, walk.mark) from error
        except MemoryError as error:
            raise out_of_memory(walk.file, int(self.shown.position[self.first])) from error


class EventWalk(StatementScanner[Found], LogWalk[Found]):
    """Follows one file. `found` yields its events by the thousand."""

    sessions: ShownSessions

    def __init__(
        self,
        path: str | os.PathLike[str],
        scope: Scope = EVERYTHING,
        carried: Carried[LearnedEvents] | None = None,
    ) -> None:
        scope = replace(scope, definitions=None)
        self.carried = Carried[LearnedEvents]() if carried is None else carried
        learned = learned_for(scope, self.carried)
        super().__init__(path, scope, learned.maps, learned.scratch)
        self.maps, self.sessions, self.shown = learned.maps, learned.sessions, learned.shown
        self.state.wants_statements = scope.table is None
        self.state.wants_others = scope.wants_all_tables
        self.asked = AskedEvents(self.file, scope)
        self.damaged = 0  # the number of the event whose rows were found damaged last

    def found(self) -> Generator[Found | Fault, None, None]:
        """Yield the events of the file, in order.

        Raises BinlogError where it is damaged, unless the scope is lenient.
        """
        yield from super().found()
        self.carried.leave(self.learned)

    @property
    def learned(self) -> LearnedEvents:
        """What is known, for another walk once nothing that was found is wanted any more."""
        return LearnedEvents(self.maps, self.sessions, self.scratch, self.shown)

    def _begin(self, tree: Any, no_table_maps: Any) -> None:
        super()._begin(tree, no_table_maps)
        self.tree.assembles = False

    def _beginning_behind_damage(self, log: LogFile) -> Beginning | None:
        return beginning_behind_damage(self.file, log, self.scope)

    def _set_out(self) -> None:
        self.mark = self._new_mark()

    def _forget(self) -> None:
        self.asked.forget()

    def _begin_with(self, known: KnownFormat, end: int) -> bool:
        scope, state = self.scope, self.state
        has_times = (scope.start_time, scope.end_time) != (None, None)
        if has_times or self.asked.follows or not scope.wants_all_tables:
            return False
        shown = self.maps.format_of(known)
        if not show_format(self.buffer, state.record, self.shown, state.pos, end, shown):
            return False
        return super()._begin_with(known, end)

    def _make_way(self, log: LogFile) -> Iterator[Found]:
        yield from self._flush()
        yield from super()._make_way(log)

    def _return_to(self, damage: RowDamageError) -> None:
        state = self.state
        is_inside = self.shown.ordinal[self.damaged] > 0
        has_begun = self.shown.has_begun[self.damaged]
        self.tree, maps = damage.mark.events_behind(damage.position)
        self.tree.assembles = False
        self._drop()
        self.inflated.forget()
        self.spilled = 0
        self._resume_at(damage.position, maps)
        self._drop()
        # behind a payload no transaction is open; what was shown was in one that is wanted
        state.is_joined, state.has_begun, state.is_skipped = not is_inside, has_begun, 0

    # what kernels find

    def _scan(self, log_format: LogFormat) -> Stop:
        self.sessions.take_format(self.tree.format)
        out = Showing(self.shown, self.sessions.views(), self.learned.texts)
        return Stop(show_events(self._at_hand(), out, log_format, self.payload_view))

    def _flush(self) -> Iterator[Found]:
        state = self.state
        if state.events:
            yield Found(self, 0, state.events, 0, state.rows)
        self._drop()
        self._release()
        num_cells = MAX_ROWS * min(self.known.widest, MAX_WIDTH)
        if max(num_cells, MIN_CELLS) > len(self.shown.cells):
            self.shown = new_shown(num_cells)
        elif len(self.shown.text) > MAX_TEXT + PADDING:
            self.shown = new_shown(len(self.shown.cells))
        if state.fixed < 0:
            self.mark = self._new_mark()

    def _drop(self) -> None:
        """Forget what was found."""
        state = self.state
        state.events = state.rows = state.cells = state.context_text = 0

    def _new_mark(self) -> Mark:
        """Return where the scan is now."""
        state = self.state
        return Mark(
            file=self.file,
            frames=partial(frames_from, self.file, state.base + state.pos),
            scope=self.scope,
            log_format=self.tree.format,
            no_table_maps=self.no_table_maps,
            open_maps=self._open_maps(),
            transaction=NONE,
            has_begun=False,
            is_behind_gtid=False,
            fates=None,
            context=StatementContext(),
        )

    def body_by_classes(self, number: int) -> str:
        """Return the body of a rows event. Raises BinlogError where it is damaged."""
        shown, maps = self.shown, self.known.maps
        table_map = Growing()
        table_map.add((shown.table_map[number],))
        log_format = self.format_in_force
        if shown.ordinal[number] > 0:
            log_format = log_format.of_payload
        chain = OpenMaps(maps, table_map, 1).chain(self.no_table_maps).table_maps
        at, size = int(shown.at[number]), int(shown.size[number])
        stream = KaitaiStream(BytesIO(self.buffer[at : at + size].tobytes()))
        tree = BinlogEvent(0, log_format, chain, stream)
        event = LoggedEvent(int(shown.position[number]), size, tree)
        return to_json(event_of(self.file, event).body)

    # what only the tree engine reads

    def _take(self, event: LoggedEvent) -> Iterator[Found]:
        self.state.row_pos = -1
        if event.tree.is_format_description:
            yield from self._flush()  # what was found is in the format that is in force still
        yield from self.take_one(event, 0)

    def _tell_tree(self) -> None:
        super()._tell_tree()
        state = self.state
        self.asked.resume(
            is_open=bool(state.is_joined),
            has_begun=bool(state.has_begun),
            is_skipped=bool(state.is_skipped),
            is_behind_gtid=bool(state.is_after_gtid),
        )

    def _tell_kernels(self) -> None:
        super()._tell_kernels()
        state, group = self.state, self.asked.grouping.open
        state.is_joined, state.is_skipped = group is not None, self.asked.is_skipped
        state.has_begun = group is not None and group.has_begun

    def take_one(self, event: LoggedEvent, ordinal: int) -> Iterator[Found]:
        """Note an event as the classes show it, if it is wanted."""
        if not self.asked.wants(event):
            return
        shown = event_of(self.file, event)
        text = to_json(shown.body).encode()
        state = self.state
        if state.events == MAX_EVENTS or state.context_text + len(text) > MAX_TEXT:
            yield from self._flush()
        if len(text) > MAX_TEXT:
            room = np.zeros(len(text) + PADDING, np.uint8)
            self.shown = self.shown._replace(text=room)
        noted, number, start = self.shown, state.events, state.context_text
        noted.position[number] = shown.position
        noted.ordinal[number] = ordinal
        noted.size[number] = shown.size
        noted.type_code[number] = shown.type_code
        noted.timestamp[number] = event.tree.header.timestamp
        noted.server_id[number] = shown.server_id
        noted.flags[number] = shown.flags
        noted.checksum[number] = CHECKSUMS.index(shown.checksum)
        noted.first_row[number] = NO_ROWS
        noted.text[start : start + len(text)] = np.frombuffer(text, np.uint8)
        noted.text_end[number] = state.context_text = start + len(text)
        state.events = number + 1
