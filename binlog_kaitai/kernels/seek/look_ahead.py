"""How transactions end that were not scanned to their ends, found by kernels."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, BinaryIO, Protocol, runtime_checkable

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.inflate import announced_length, decompressed, fill, fills, size_of
from binlog_kaitai.kernels.handoff import Fates, LoggedEvent, LogState, LookAhead
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.seek.formats import format_view
from binlog_kaitai.kernels.seek.header_scan import (
    HEAD,
    LONG,
    is_committed_ahead,
    pass_long_rows,
    pass_rows,
)
from binlog_kaitai.kernels.seek.windows import FAR
from binlog_kaitai.model.transactions import COMMITTED, End, Look, Start

MIN_WINDOW = 2**13  # bytes of a file that are looked at together
MAX_WINDOW = 2**18
MAX_NOTABLE = 2**20  # bytes of events in a payload that do not only concern rows: held together
MAX_HELD = 2**26  # bytes of a payload that is decompressed once, to be scanned and looked at ahead


@runtime_checkable
class PassesRows(Protocol):
    """A content that went over events by their headers: some, up to one that may do more."""

    def pass_rows(self, position: int, /) -> int: ...


class KernelLookAhead(LookAhead):
    """Looks ahead in a log by kernels.

    Its `look` is asked while nothing else looks ahead; if `is_asked_later`, also by other threads,
    and when the log is closed.
    """

    def __init__(
        self, log: LogFile, limit: int | None, *, verifies: bool, is_asked_later: bool = False
    ) -> None:
        super().__init__(log, limit, verifies=verifies)
        self.is_asked_later = is_asked_later
        self.buffer: Any = np.empty(MAX_WINDOW + PADDING, np.uint8)
        self.known: dict[Start, End] = {}
        self.formats: list[tuple[int, Any]] = []
        self.followed: tuple[Start, int] | None = None
        self.held: tuple[int, Any] | None = None
        self.runs: list[tuple[int, int]] = []
        """Where events follow each other that only concern rows, and up to where, if known."""

    def open_once(self, event: LoggedEvent, room: int) -> BinaryIO:
        """Open the events in a payload that is scanned next, for which there is so much room.

        One that is longer is looked at ahead while it is scanned. So it is decompressed for both,
        if it can be held until then.
        """
        length = announced_length(event.tree.body)
        if length is not None and room < length <= MAX_HELD:
            data: Any = np.empty(length + PADDING, np.uint8)
            with decompressed(event.tree.body, event.payload) as stream:
                if fills(stream, memoryview(data)[:length]):
                    self.held = event.position, data
        return self._open(event)

    def _open(self, event: LoggedEvent) -> BinaryIO:
        held = self._held_of(event)
        if held is None:
            return decompressed(event.tree.body, event.payload)
        reader: BinaryIO = pa.BufferReader(held[:-PADDING])
        return reader

    def _held_of(self, event: LoggedEvent) -> Any:
        """Return what is held decompressed of a payload, with `PADDING` bytes more, or None."""
        return self.held[1] if self.held is not None and self.held[0] == event.position else None

    def note_format(self, position: int, log_format: Any) -> None:
        """Take in the format that holds from a position on."""
        self.formats.append((position, log_format))

    def follow(self, start: Start, position: int) -> None:
        """Take in how far a transaction was followed: up to there nothing of it was undone."""
        self.followed = start, position

    @property
    def look(self) -> Look:
        """What finds ends of transactions from here on, also when their formats are forgotten."""
        if self.is_asked_later:
            return partial(_find_anew, self.log.file, self.limit, self.verifies, self.formats)
        return partial(self._find, self.formats)

    def find(self, start: Start) -> End:
        """Return how a transaction ends, which is looked for once."""
        return self._find(self.formats, start)

    def _find(self, formats: list[tuple[int, Any]], start: Start) -> End:
        if start not in self.known:
            if self._is_committed(start, formats):
                self.known[start] = End(COMMITTED)
            else:
                log_format = _format_at(start[0], formats)
                self.known[start] = self.end_of(start, Fates(), start[0], log_format)
        return self.known[start]

    def _is_committed(self, start: Start, formats: list[tuple[int, Any]]) -> bool:
        """Return whether only rows, and a commit, follow what was followed of a transaction."""
        if self.followed is None or self.followed[0] != start:
            return False
        view = format_view(_format_at(self.followed[1], formats))
        position = self._behind_rows(self.followed[1], view)
        if self.limit is not None and position >= self.limit:
            return False
        count = self.log.read_into(position, memoryview(self.buffer)[:MIN_WINDOW])
        return bool(is_committed_ahead(self.buffer, 0, count, view))

    def forget_before(self, start: Start) -> None:
        """Forget those that begin before another, and what is held of them."""
        if self.held is not None and self.held[0] < start[0]:
            self.held = None
        self.known = {at: end for at, end in self.known.items() if at >= start}
        first = sum(begins <= start[0] for begins, _ in self.formats[1:])
        if first:
            self.formats = self.formats[first:]

    def behind_rows(self, position: int, state: LogState) -> int:
        """Return where the first event behind a position lies that does not only concern rows."""
        return self._behind_rows(position, format_view(state.format))

    def notable_bytes(self, event: LoggedEvent) -> Iterable[bytes | None]:
        """Return the events in a payload, None in place of those that only concern rows."""
        try:
            found = self._notable_bytes(event)
        except UnreadableError:
            found = None
        return super().notable_bytes(event) if found is None else found

    def _notable_bytes(self, event: LoggedEvent) -> list[bytes | None] | None:
        """Return the same, or None where that is much, or the payload is not what it says.

        Raises UnreadableError where it cannot be decompressed.
        """
        payload, log_format = event.tree.body, event.tree.inner_format
        view, data = format_view(log_format), self._held_of(event)
        if data is not None:
            return _notable_in(data, log_format.len_header, view)
        window = memoryview(self.buffer)[:MAX_WINDOW]
        found: list[bytes | None] = []
        length = held = kept = 0
        with self._open(event) as stream:
            while held := held + fill(stream, window[held:]):
                passed = int(pass_rows(self.buffer, held, view))
                while passed > held:  # an event that goes on behind what is held
                    length, passed = length + held, passed - held
                    held = fill(stream, window)
                    if not held:
                        return None
                if passed:
                    found.append(None)
                else:
                    passed = size_of(bytes(window[: log_format.len_header]))
                    kept += passed
                    if not log_format.len_header <= passed <= held or kept > MAX_NOTABLE:
                        return None
                    found.append(bytes(window[:passed]))
                length, held = length + passed, held - passed
                window[:held] = bytes(window[passed : passed + held])
        return found if announced_length(payload) in (None, length) else None

    def _behind_rows(self, position: int, view: LogFormat) -> int:
        size = MIN_WINDOW
        descriptor, content = self.log.descriptor, self.log.content
        limit = self.limit
        if limit is None:
            limit = FAR if descriptor is None else self.log.size  # that of an unpacked one: later
        position = next((end for start, end in self.runs if start <= position < end), position)
        while position < limit:
            if descriptor is not None:
                place = (descriptor, position, limit, LONG, self.buffer[:HEAD], view)
                position = int(pass_long_rows(*place))
            elif isinstance(content, PassesRows):
                position = content.pass_rows(position)
            count = self.log.read_into(position, memoryview(self.buffer)[:size])
            passed = int(pass_rows(self.buffer, count, view))
            if not passed:
                break
            position += passed
            # of events that are larger than a window, no more than the headers are of use
            size = min(2 * size, MAX_WINDOW) if passed < 2 * count else MIN_WINDOW
        return position


def _notable_in(data: Any, len_header: int, view: LogFormat) -> list[bytes | None] | None:
    """Return the same of a payload that is held, with `PADDING` bytes behind it."""
    found: list[bytes | None] = []
    at, end, kept = 0, len(data) - PADDING, 0
    while at < end:
        passed = int(pass_rows(data[at:], end - at, view))
        if passed:
            found.append(None)
        else:
            passed = size_of(data[at : at + len_header].tobytes())
            kept += passed
            if not len_header <= passed <= end - at or kept > MAX_NOTABLE:
                return None
            found.append(data[at : at + passed].tobytes())
        at += passed
    return found if at == end else None


def _format_at(position: int, formats: list[tuple[int, Any]]) -> Any:
    """Return the format that is in force at a position."""
    return [found for begins, found in formats if begins <= position][-1]


def _find_anew(
    file: str, limit: int | None, verifies: bool, formats: list[tuple[int, Any]], start: Start
) -> End:
    with LogFile(file) as log:
        ahead = KernelLookAhead(log, limit, verifies=verifies)
        ahead.formats = formats
        return ahead.find(start)
