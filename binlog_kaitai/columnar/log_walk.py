"""Goes through a file a chunk at a time, and on behind what is damaged in it."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Iterator

from binlog_kaitai.columnar.boundaries import sequel_after
from binlog_kaitai.columnar.known import KnownMaps
from binlog_kaitai.columnar.rows import RowDamageError
from binlog_kaitai.columnar.scanner import Found, Scanner
from binlog_kaitai.columnar.state import At
from binlog_kaitai.errors import BinlogError, out_of_memory
from binlog_kaitai.framing import LogFile
from binlog_kaitai.lenience import Fault
from binlog_kaitai.log import Beginning, beginning_of
from binlog_kaitai.scopes import Scope


class LogWalk(Scanner[Found]):
    """Follows one file, as far as a scope's span goes."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        scope: Scope,
        known: KnownMaps,
        num_places: int = len(At),
    ) -> None:
        super().__init__(scope, known, num_places)
        self.file = os.fspath(path)
        self.span = scope.span

    @abstractmethod
    def _set_out(self) -> None:
        """Where the walk begins, and where it goes on behind damage."""

    @abstractmethod
    def _forget(self) -> None:
        """What comes next may lie in any transaction."""

    def _first_kept(self) -> int:
        """Where the first byte lies that what was noted still needs."""
        return int(self.state[At.POS])

    def _move_places(self, count: int) -> None:
        """The bytes of the chunk lie `count` bytes nearer to its beginning."""

    def found(self) -> Iterator[Found | Fault]:
        """Yields what is wanted of the file, in order.

        Raises BinlogError where it is damaged, unless the scope is lenient. Who finds rows damaged
        that were yielded throws RowDamageError; the fault, and what is behind it, come then.
        """
        with LogFile(self.file) as log:
            self.log = log
            beginning = self._beginning(log)
            if beginning is None:
                return
            self._begin(beginning.state, log.start.table_maps)
            self.state[At.BASE] = beginning.position
            if self.span.end is not None and not self.span.is_exact:
                self.state[At.LIMIT] = self.span.end
            self._set_out()
            while not self.is_done:
                try:
                    yield from self._found_whole(log)
                except RowDamageError as damage:
                    self._return_to(damage)
                    yield Fault(damage.error)
                    self._pass_over(log, damage.error)
                except BinlogError as error:
                    if not self.scope.is_lenient:
                        raise
                    yield Fault(error)
                    self._pass_over(log, error)
                else:
                    return

    def _found_whole(self, log: LogFile) -> Iterator[Found]:
        """Yields what is found up to the end, or before what is damaged."""
        try:
            yield from self._walk(log)
        except RowDamageError:
            raise
        except BinlogError:
            yield from self._flush()
            raise
        yield from self._flush()

    def _return_to(self, damage: RowDamageError) -> None:
        """Goes back to the event that a row is of, which who was given it found to be damaged."""
        raise damage.error

    def _beginning(self, log: LogFile) -> Beginning | None:
        scope = self.scope
        return beginning_of(
            log, self.span, is_lenient=scope.is_lenient, verifies=scope.verify_checksums
        )

    def _walk(self, log: LogFile) -> Iterator[Found]:
        try:
            while not self.is_done and self._fill(log):
                yield from self._scan_chunk()
                if not self.is_done:
                    yield from self._make_way(log)
            if not (self.is_done or self.span.is_exact):
                self.tree.end()
        except MemoryError as error:
            position = int(self.state[At.BASE] + max(self.state[At.POS], 0))
            if self.state[At.FIXED] >= 0:
                position = int(self.state[At.FIXED])
            raise out_of_memory(self.file, position) from error

    def _pass_over(self, log: LogFile, error: BinlogError) -> None:
        """Goes on with the next event that is whole."""
        state = self.state
        position = int(state[At.BASE] + state[At.POS])
        verifies = self.scope.verify_checksums
        sequel = sequel_after(log, self.tree, position, error, verifies=verifies)
        if sequel is None or self.tree.encryption:
            self.is_done = True
            return
        state[[At.POS, At.END, At.IS_AFTER_GTID]] = 0
        state[[At.ROW_POS, At.FIXED]] = -1
        state[At.BASE] = sequel.position
        if not sequel.is_next:
            self._tell_tree()
            self._forget()
            self.tree.table_maps = self.no_table_maps
            self._tell_kernels()
        self._set_out()

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

    def _make_way(self, log: LogFile) -> Iterator[Found]:
        """Moves what is not yet done to the chunk's beginning, with room for the next event."""
        state = self.state
        left = int(state[At.END] - state[At.POS])
        size = log.event_size(int(state[At.BASE] + state[At.POS])) if left else 0
        if left and size <= left:
            yield from self._read_event()  # it is whole, and yet no event to the kernels
            if self.is_done or state[At.POS] < state[At.END]:
                return
            size = 0  # of the next one, of which the chunk holds nothing yet
        kept = self._first_kept()
        if int(state[At.END]) - kept > self.chunk_size // 2 or size > self.chunk_size // 2:
            yield from self._flush()
            kept = int(state[At.POS])
        self._shift(kept)
        self._make_room(size)

    def _shift(self, count: int) -> None:
        if not count:
            return
        state = self.state
        end = int(state[At.END])
        self.buffer[: end - count] = self.buffer[count:end].copy()
        self._move_places(count)
        state[At.POS] -= count
        state[At.END] -= count
        state[At.BASE] += count
