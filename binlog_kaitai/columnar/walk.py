"""Walks a log for the changes in it."""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from binlog_kaitai.changes import Change, ChangeReader
from binlog_kaitai.columnar.ahead import KernelLookAhead
from binlog_kaitai.columnar.boundaries import AstrayError, Boundaries
from binlog_kaitai.columnar.change_scanner import ChangeScanner
from binlog_kaitai.columnar.known import KnownMaps
from binlog_kaitai.columnar.log_walk import LogWalk
from binlog_kaitai.columnar.rows import RowDamageError, Rows
from binlog_kaitai.columnar.state import PARTIAL, At
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.framing import Frame, LogFile
from binlog_kaitai.log import Beginning
from binlog_kaitai.scopes import EVERYTHING, Scope
from binlog_kaitai.spans import Span

NO_TABLE = "."


class Walk(ChangeScanner, LogWalk[Rows | list[Change]]):
    """Follows one file. `found` yields its row images as `Rows`, and other changes as lists."""

    def __init__(self, path: str | os.PathLike[str], scope: Scope = EVERYTHING) -> None:
        super().__init__(path, scope, KnownMaps(scope))
        self._follow(ChangeReader(self.file, scope))

    @property
    def num_events(self) -> int:
        """How many events the file holds, up to where it was walked."""
        return int(self.state[At.SEEN])

    def _set_out(self) -> None:
        self.payload_mark = None
        if self.ahead is None:
            limit = self.span.end if self.span.is_exact else None
            verifies = self.scope.verify_checksums
            self._look_into(KernelLookAhead(self.log, limit, verifies=verifies))
        self.mark = self._new_mark()

    def _forget(self) -> None:
        self.reader.forget()

    def _return_to(self, damage: RowDamageError) -> None:
        position = damage.position
        state, seen = self.state, int(self.state[At.SEEN])
        self.tree, self.reader, maps = damage.mark.behind(position)
        self.is_done = self.is_at_limit = False
        self._drop()
        state[At.OPEN_MAPS] = 0
        state[[At.ROW_POS, At.FIXED]] = -1
        self.told = None
        self._tell_kernels()
        for table_map in maps:
            self._make_room(len(table_map))
            self.buffer[: len(table_map)] = np.frombuffer(table_map, np.uint8)
            state[[At.POS, At.END]] = 0, len(table_map)
            deque(self._scan_chunk(), maxlen=0)
        state[[At.BASE, At.POS, At.END, At.SEEN]] = position, 0, 0, seen

    def _first_kept(self) -> int:
        pos = int(self.state[At.POS])
        if not self.state[At.ROWS]:
            return pos
        position = int(self.noted.event_position[0])
        return min(max(position - int(self.state[At.BASE]), 0), pos)

    def _move_places(self, count: int) -> None:
        cells = self.noted.cells[: self.state[At.CELLS]]
        cells[(cells >= 0) & (cells < self.chunk_size)] -= count
        cells[(cells <= PARTIAL) & (cells > PARTIAL - self.chunk_size)] += count

    def _frames_from(self, counted: int) -> Callable[[], Iterator[Frame]]:
        return partial(_frames, self.file, counted)


def _frames(file: str, position: int) -> Iterator[Frame]:
    with LogFile(file) as log:
        yield from log.frames(position)


def lenient_beginning_of(log: LogFile, span: Span, *, verifies: bool) -> Beginning | None:
    """Where a span of a log begins that may be damaged: where the span before it ends."""
    with contextlib.suppress(AstrayError, BinlogError):
        return Boundaries(log, verifies=verifies).sure_beginning(span)
    before = Span(0, span.start)
    scope = Scope(NO_TABLE, before, is_lenient=True, verify_checksums=verifies)
    walk = Walk(log.file, scope)
    for _ in walk.found():
        pass
    position = int(walk.state[At.BASE] + walk.state[At.POS])
    if not walk.is_at_limit or (span.end is not None and position >= span.end):
        return None
    walk.tree.table_maps = log.start.table_maps
    return Beginning(position, walk.tree)
