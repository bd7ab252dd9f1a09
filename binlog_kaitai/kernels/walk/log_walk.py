"""Goes through a file a chunk at a time, and on behind what is damaged in it."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from typing import Any

import numpy as np

from binlog_kaitai.errors import BinlogError, Fault, SecondFormatError, out_of_memory
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.large_events import LARGE
from binlog_kaitai.kernels.handoff import AstrayError, Beginning, keep_format
from binlog_kaitai.kernels.seek.boundaries import KernelSeek
from binlog_kaitai.kernels.seek.header_scan import size_of_event
from binlog_kaitai.kernels.walk.found_rows import RowDamageError
from binlog_kaitai.kernels.walk.inflating import Found
from binlog_kaitai.kernels.walk.known_formats import KnownFormat
from binlog_kaitai.kernels.walk.lending import FRONT
from binlog_kaitai.kernels.walk.paged import events_of_pages
from binlog_kaitai.kernels.walk.scanner import Scanner
from binlog_kaitai.kernels.walk.state import Scratch
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps
from binlog_kaitai.model.scopes import Scope

SHORT = 2**10
"""Bytes of events on average: for shorter ones, another thread reads ahead."""


class LogWalk(Scanner[Found]):
    """Follows one file, as far as a scope's span goes."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        scope: Scope,
        known: KnownMaps,
        scratch: Scratch,
    ) -> None:
        super().__init__(scope, known, scratch)
        self.file = os.fspath(path)
        self.span = scope.span
        self.seek = KernelSeek(known.heads)
        self.num_before = 0  # events that were seen when the last chunk was full

    @abstractmethod
    def _set_out(self) -> None:
        """Return where the walk begins, and where it goes on behind damage."""

    @abstractmethod
    def _forget(self) -> None:
        """Reset the transaction after skipping damage."""

    def _first_kept(self) -> int:
        """Return where the first byte lies that what was noted still needs."""
        return self.state.pos

    def _move_places(self, count: int) -> None:
        """Follow the chunk's bytes, which now lie `count` bytes nearer to its beginning."""

    def found(self) -> Generator[Found | Fault, None, None]:
        """Yield what is wanted of the file, in order.

        Raises BinlogError where it is damaged, unless the scope is lenient. Who finds rows damaged
        that were yielded throws RowDamageError; the fault, and what is behind it, come then.
        """
        with LogFile(self.file, events_of_pages) as log:
            try:
                yield from self._found_in(log)
            finally:
                if self.lending is not None:
                    self.lending.forget()

    def _found_in(self, log: LogFile) -> Generator[Found | Fault, None, None]:
        self.log = log
        beginning = self._beginning(log)
        if beginning is None:
            return
        keep_format(log, self.span, beginning, self.known.heads.of)
        self._begin(beginning.state, log.start.table_maps)
        self.state.base = beginning.position
        if self.span.end is not None and not self.span.is_exact:
            self.state.limit = self.span.end
        self._set_out()
        while not self.is_done:
            try:
                yield from self._found_whole(log)
            except RowDamageError as damage:
                self._return_to(damage)
                yield Fault(damage.error)
                self._pass_over(log, damage.error)
            except BinlogError as error:
                if not self.scope.is_lenient or isinstance(error, SecondFormatError):
                    raise
                yield Fault(error)
                self._pass_over(log, error)
            else:
                return

    def _found_whole(self, log: LogFile) -> Iterator[Found]:
        """Yield what is found up to the end, or before what is damaged."""
        try:
            yield from self._walk(log)
        except RowDamageError:
            raise
        except BinlogError:
            yield from self._flush()
            raise
        yield from self._flush()

    def _return_to(self, damage: RowDamageError) -> None:
        """Go back to the event that a row is of, which who was given it found to be damaged."""
        raise damage.error

    def _resume_at(self, position: int, table_maps: Iterable[tuple[bytes, Any]]) -> None:
        """Go back to a position, with the table maps that hold there, as the tree did.

        They may be in a format of before: a log can describe another one inside a statement.
        """
        state, seen = self.state, self.state.seen
        self.is_done = self.is_at_limit = False
        self._close_maps()
        state.row_pos = state.fixed = -1
        state.is_inside = 0
        self._tell_kernels()
        log_format = self.tree.format
        for table_map, self.tree.format in table_maps:
            self._take_format()
            self._make_room(len(table_map))
            self.buffer[: len(table_map)] = np.frombuffer(table_map, np.uint8)
            state.pos, state.end = 0, len(table_map)
            deque(self._scan_chunk(), maxlen=0)
        self.tree.format = log_format
        self._take_format()
        state.base, state.seen = position, seen
        state.pos = state.end = 0

    def _beginning(self, log: LogFile) -> Beginning | None:
        scope = self.scope
        try:
            return self.seek.beginning(
                log, self.span, is_lenient=scope.is_lenient, verifies=scope.verify_checksums
            )
        except AstrayError:
            return self._beginning_behind_damage(log)

    @abstractmethod
    def _beginning_behind_damage(self, log: LogFile) -> Beginning | None:
        """Return where the span begins: where the span before it, read by the same rules, ends."""

    def _walk(self, log: LogFile) -> Iterator[Found]:
        try:
            yield from self._read_start(log)
            while not self.is_done and self._fill(log):
                yield from self._scan_chunk()
                if not self.is_done:
                    yield from self._make_way(log)
            if not (self.is_done or self.span.is_exact):
                self.tree.end()
        except MemoryError as error:
            position = int(self.state.base + max(self.state.pos, 0))
            if self.state.fixed >= 0:
                position = self.state.fixed
            raise out_of_memory(self.file, position) from error

    def _read_start(self, log: LogFile) -> Iterator[Found]:
        """Read the event that a log starts with, if it is whole: no kernel knows its format."""
        state = self.state
        position = state.base + state.pos
        if position != log.first_position or not self._fill(log):
            return
        start, end = state.pos, state.pos + log.event_size(position)
        if end > state.end:
            return
        formats, verifies = self.known.formats, self.scope.verify_checksums
        known = formats.find(self.buffer, start, end, verifies=verifies)
        if known is None or not self._begin_with(known, end):
            yield from self._read_event()
        if known is None:
            lead = log.read(0, position)
            formats.learn(self.buffer, start, end, self.tree.format, lead)

    def _begin_with(self, known: KnownFormat, end: int) -> bool:
        """Pass over a log's first event, which tells a format; say whether that is done."""
        self.tree.format = self.format_in_force = known.tree
        self.format, self.payload_view = known.view, known.payload_view
        self.state.pos = end
        self.state.seen += 1
        return True

    def _pass_over(self, log: LogFile, error: BinlogError) -> None:
        """Skip to the next intact event."""
        state = self.state
        position = state.base + state.pos
        verifies = self.scope.verify_checksums
        sequel = self.seek.sequel(log, self.tree, position, error, verifies=verifies)
        if sequel is None or self.tree.encryption:
            self.is_done = True
            return
        state.pos = state.end = state.is_after_gtid = 0
        state.row_pos = state.fixed = -1
        state.base = sequel.position
        if not sequel.is_next:
            self._tell_tree()
            self._forget()
            self.tree.table_maps = self.no_table_maps
            self._tell_kernels()
        self._set_out()

    # the chunk

    def _fill(self, log: LogFile) -> bool:
        """Read the bytes that follow those in the chunk; say whether there is any to scan."""
        end = self.state.end
        target = memoryview(self.buffer)[end : self.chunk_size]
        position = self.state.base + end
        if self.span.is_exact and self.span.end is not None:
            stop = self.span.end
            if position >= stop and self.state.pos < end:  # in an event that begins before it
                start = self.state.base + self.state.pos
                stop = start + log.event_size(start)
            target = target[: max(stop - position, 0)]
        count = self._count_ahead(position) or log.read_into(position, target)
        self.state.end = end + count
        if self.state.end == self.chunk_size:
            self._read_ahead(log)
        return bool(self.state.pos < self.state.end)

    def _count_ahead(self, position: int) -> int:
        """Return how many bytes from a position on others have put behind the chunk's."""
        ahead, self.next_bytes = self.next_bytes, None
        if ahead is None or ahead.buffer is not self.buffer or self.state.end != FRONT:
            return 0
        return (ahead.count or 0) if ahead.position == position else 0

    def _read_ahead(self, log: LogFile) -> None:
        """Have others, if there are any, read what follows the chunk, if its events may be short.

        Of long ones, batches are most of the work, and bytes that another thread has read are not
        in the cache of the one that goes over them.
        """
        num_events, self.num_before = self.state.seen - self.num_before, self.state.seen
        if self.lending is None or log.descriptor is None or self.span.is_exact or self._is_large:
            return
        position = self.state.base + self.state.end
        are_short = num_events * SHORT > self.chunk_size
        if are_short and (self.span.end is None or position < self.span.end):
            self.lending.ask_ahead(log.descriptor, position, self.buffer, self.chunk_size)

    def _make_way(self, log: LogFile) -> Iterator[Found]:
        """Move what is not yet done to the chunk's beginning, with room for the next event."""
        state = self.state
        left = state.end - state.pos
        size = self._size_ahead(log) if left else 0
        if left and size <= left:
            yield from self._read_event()  # it is whole, and yet no event to the kernels
            if self.is_done or state.pos < state.end:
                return
            size = 0  # of the next one, of which the chunk holds nothing yet
        kept = self._first_kept()
        is_apart = size > LARGE and self.tree.stays_in_file(self._header_ahead(log))
        room = size
        if is_apart or max(state.end - kept, size) > self.chunk_size // 2:
            room = max(size, self._size_for(state.rows))
            yield from self._flush()
            kept = state.pos
        if self._is_large or room > self._most:
            yield from self._reclaim()
        self._shift(kept)
        if not is_apart:
            self._make_room(room)
            return
        yield from self._read_event(log.event(state.base + state.pos, size))
        if not self.is_done:
            state.base += state.pos
            state.pos = state.end = 0

    def _size_ahead(self, log: LogFile) -> int:
        """Return the size of the event that is next. Raises as `LogFile.frames`."""
        state = self.state
        position = state.base + state.pos
        size = int(size_of_event(self.buffer, state.pos, state.end, self.format))
        return size if size > 0 and log.reaches(position + size) else log.event_size(position)

    def _header_ahead(self, log: LogFile) -> BinlogEventHeader:
        """Return the header of the event that is next."""
        permuted = bool(self.tree.format.has_permuted_types)
        return log.header(self.state.base + self.state.pos, has_permuted_types=permuted)

    def _shift(self, count: int) -> None:
        if not count:
            return
        state = self.state
        end = state.end
        kept, spill = self.buffer[count:end], self.buffer[self.chunk_size :][: self.spilled]
        ahead = None
        if self.lending is not None and len(kept) <= FRONT:
            ahead = self.lending.take_ahead(state.base + end, self.buffer)
        if ahead is not None and ahead.count:
            self.next_bytes, self.buffer = ahead, ahead.buffer
            at = FRONT - len(kept)
            self.buffer[at:FRONT] = kept
            count -= at
        elif self._is_lent:
            self._go_on_in_another(kept, 0)
        else:
            self.buffer[: len(kept)] = kept
        if state.rows:
            self.buffer[self.chunk_size :][: self.spilled] = spill
        self._move_places(count)
        state.pos -= count
        state.end -= count
        state.base += count
