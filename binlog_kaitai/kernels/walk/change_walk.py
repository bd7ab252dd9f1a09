"""Walks a log for the changes in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from functools import partial

from binlog_kaitai.errors import Fault
from binlog_kaitai.io.framing import Frame, LogFile
from binlog_kaitai.kernels.handoff import NO_TABLE, Beginning, ChangeReader, LogState
from binlog_kaitai.kernels.seek.look_ahead import KernelLookAhead
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.change_scanner import ChangeScanner, Learned, learned_for
from binlog_kaitai.kernels.walk.found_rows import RowDamageError, Rows
from binlog_kaitai.kernels.walk.known_formats import KnownFormat
from binlog_kaitai.kernels.walk.lending import Lending
from binlog_kaitai.kernels.walk.log_walk import LogWalk
from binlog_kaitai.kernels.walk.noting import move_cells
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import Table


class ChangeWalk(ChangeScanner, LogWalk[Rows | list[Change]]):
    """Follows one file. `found` yields its row images as `Rows`, and other changes as lists.

    Of a strict scope, rows may be lent: then `found` goes on while others read them.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        scope: Scope = EVERYTHING,
        carried: Carried[Learned] | None = None,
        lending: Lending | None = None,
    ) -> None:
        self.carried = Carried[Learned]() if carried is None else carried
        learned = learned_for(scope, self.carried)
        super().__init__(path, scope, learned.maps, learned.scratch)
        self.lending = lending
        self._follow(ChangeReader(self.file, scope), learned)

    def found(self) -> Generator[Rows | list[Change] | Fault, None, None]:
        """Yield what is wanted of the file, in order, and leave what was learned behind."""
        yield from super().found()
        self.carried.leave(self.learned)

    @property
    def num_events(self) -> int:
        """How many events the file holds, up to where it was walked."""
        return self.state.seen

    @property
    def open_table(self) -> Table | None:
        """The table of the map that was seen last, if it is wanted and its statement goes on."""
        state, maps = self.state, self.known.maps
        if not state.open_maps:
            return None
        number = int(self.scratch.open_maps[state.open_maps - 1])
        layout = self.known.layouts[maps.layout(number)] if maps.is_wanted(number) else None
        return None if layout is None else maps.table(number, layout.table)

    def _beginning_behind_damage(self, log: LogFile) -> Beginning | None:
        return beginning_behind_damage(self.file, log, self.scope)

    def _set_out(self) -> None:
        self.payload_mark = None
        if self.ahead is None:
            limit = self.span.end if self.span.is_exact else None
            verifies = self.scope.verify_checksums
            is_lending = self.lending is not None
            ahead = KernelLookAhead(self.log, limit, verifies=verifies, is_asked_later=is_lending)
            ahead.runs = self.carried.runs_of(self.log)
            self._look_into(ahead)
        self.mark = self._new_mark()

    def _forget(self) -> None:
        self.reader.forget()

    def _begin_with(self, known: KnownFormat, end: int) -> bool:
        if self.ahead is not None:
            self.ahead.note_format(self.state.base + end, known.tree)
        return super()._begin_with(known, end)

    def _return_to(self, damage: RowDamageError) -> None:
        self.tree, maps, self.reader = damage.mark.behind(damage.position)
        self._drop()
        self.told = None
        self._resume_at(damage.position, maps)

    def _first_kept(self) -> int:
        pos = self.state.pos
        if not self.state.rows:
            return pos
        position = int(self.noted.event_position[0])
        return min(max(position - self.state.base, 0), pos)

    def _move_places(self, count: int) -> None:
        move_cells(self.noted.cells[: self.state.cells], self.chunk_size, count)

    def _frames_from(self, counted: int) -> Callable[[], Iterator[Frame]]:
        return partial(frames_from, self.file, counted)


def frames_from(file: str, position: int) -> Iterator[Frame]:
    """Yield the events of a file from a place on."""
    with LogFile(file) as log:
        yield from log.frames(position)


def beginning_behind_damage(file: str, log: LogFile, scope: Scope) -> Beginning | None:
    """Return where the span of a log that may be damaged begins: where the one before it ends."""
    span = scope.span
    before = Scope(
        NO_TABLE,
        Span(0, span.start, span.is_exact),
        is_lenient=True,
        verify_checksums=scope.verify_checksums,
    )
    walk = ChangeWalk(file, before)
    for _ in walk.found():
        pass
    if span.is_exact:
        state = LogState(file, walk.tree.format, log.start.table_maps)
        return None if walk.tree.encryption else Beginning(span.start, state)
    position = walk.state.base + walk.state.pos
    if not walk.is_at_limit or (span.end is not None and position >= span.end):
        return None
    walk.tree.table_maps = log.start.table_maps
    return Beginning(position, walk.tree)
