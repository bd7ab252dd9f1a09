"""Find the unprocessed ranges of logs, also of growing logs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from binlog_kaitai.errors import BinlogError, DataLossError, TornEventError
from binlog_kaitai.io.finding import FoundFile, in_order
from binlog_kaitai.io.framing import head_of
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.executed import Executed
from binlog_kaitai.lake.facts import Gap
from binlog_kaitai.lake.state import LogProgress, State, key_of
from binlog_kaitai.model.spans import WHOLE, Span, spans_of
from binlog_kaitai.read.executed import ExecutedTransactions
from binlog_kaitai.read.live_tail import Tail, cuts_of, opened, tail_of
from binlog_kaitai.read.log_order import is_next, lacks_end, missing_between

SETTLED = 10.0
"""Seconds after which a log with a successor is complete."""


class UnprocessedRange(NamedTuple):
    """A range of a log, up to an offset between transactions, or to the log's end.

    `is_closed`: the server adds nothing after it.
    """

    file: FoundFile
    start: int = 0
    end: int | None = None
    is_closed: bool = False

    @property
    def size(self) -> int:
        """The number of bytes."""
        if self.end is None:
            return _size_of(self.file) - self.start if self.start else self.file.size
        return self.end - self.start

    def spans(self, max_bytes: int) -> list[Span]:
        """Return the spans for tasks."""
        if self.file.is_compressed and not self.start and self.end is None:
            return [WHOLE]
        if not self.start and self.end is None:
            return spans_of(self.file.size, max_bytes)
        if not self.size:
            return []
        with opened(self.file.path) as log:
            return cuts_of(log, self.start, self.start + self.size, max_bytes)

    def note(self, state: State) -> None:
        """Mark the range as processed."""
        if self.end is None:
            state.files.add(key_of(self.file))
            state.growing.pop(self.file.path, None)
        else:
            path = self.file.path
            state.growing[path] = LogProgress(self.end, _head_of(path, self.end), self.is_closed)


def unread_of(
    files: Sequence[FoundFile], state: State, *, follows: bool
) -> Iterator[UnprocessedRange]:
    """Yield the unprocessed ranges; with `follows`, complete transactions of growing logs."""
    last = {_folder_of(file.path): file.path for file in files}
    for file in files:
        if key_of(file) in state.files:
            continue
        grown = state.growing.get(file.path)
        start = 0 if grown is None else grown.position
        is_last = last[_folder_of(file.path)] == file.path
        may_grow = file.is_paged or not file.is_compressed
        if not follows or not may_grow or not (is_last or _is_fresh(file)):
            yield UnprocessedRange(file, start)
            continue
        try:
            with opened(file.path) as log:
                tail = tail_of(log, start, log.size if file.is_paged else file.size)
        except TornEventError:
            continue
        was_closed = grown is not None and grown.is_closed
        if not is_last and (was_closed or tail == Tail(file.size, is_closed=True)):
            yield UnprocessedRange(file, start)
        elif tail.position > start:
            yield UnprocessedRange(file, start, tail.position, tail.is_closed)


def _size_of(file: FoundFile) -> int:
    """Return the number of bytes that offsets count."""
    if not file.is_paged:
        return file.size
    with opened(file.path) as log:
        return log.size


def _is_fresh(file: FoundFile) -> bool:
    """Return whether the end of a log with a successor may still be missing."""
    return time.time() - file.modified / 1_000_000 < SETTLED


def all_of(files: Sequence[FoundFile], state: State) -> list[UnprocessedRange]:
    """Return the processed ranges of logs. Raises DataLossError if a log is missing."""
    by_path = {file.path: file for file in files}
    for path in sorted({path for path, *_ in state.files}):
        if path not in by_path:
            raise DataLossError(
                f"{path}: log file not found; a table's columns changed, so its rows must be read"
                " again; restore the log file, or export to a new directory"
            )
    grown = {path: one.position for path, one in state.growing.items()}
    return [UnprocessedRange(file, 0, grown.get(file.path)) for file in files]


def check_followed(files: Sequence[FoundFile], state: State, *, heals: bool = False) -> None:
    """Raise DataLossError if logs were purged or replaced before they were read completely.

    If the export `heals` what it lacks, logs may be missing between others.
    """
    by_path = {file.path: file for file in files}
    for path, grown in state.growing.items():
        file = by_path.get(path)
        if file is None and grown.is_closed:
            continue
        if file is None:
            raise DataLossError(f"{path}: log file not found, but it was not read completely")
        is_same = grown.head is None or _head_of(path, grown.head["size"]) == grown.head
        size = file.size if file.size >= grown.position else _size_of(file)
        if size < grown.position or not is_same:
            raise DataLossError(
                f"{path}: expected the log file that was read up to byte {grown.position}, found"
                f" {size} bytes: the file was truncated or replaced"
            )
    processed = {*state.growing, *(path for path, *_ in state.files)}
    before: FoundFile | None = None
    for file in () if heals else files:
        is_next = before is not None and _folder_of(before.path) == _folder_of(file.path)
        if before is not None and is_next and file.path not in processed:
            missing = missing_between(base_name(before.path), base_name(file.path))
            if missing is not None:
                raise DataLossError(f"{missing}: log file not found, and not read")
        before = file


def note_all(new: Sequence[UnprocessedRange], state: State) -> list[Gap]:
    """Mark ranges as processed. Returns the gaps before them, if they matter to current tables."""
    gaps = list(_gaps_before(new, state)) if state.is_current else []
    for one in new:
        one.note(state)
    _note_gtids(new, state)
    return gaps


def _note_gtids(new: Sequence[UnprocessedRange], state: State) -> None:
    """Note the GTIDs up to the end of the last range of each folder.

    Only what is new in its log is read, without rows. If that fails, the GTIDs remain those of
    before, which the archive has, too.
    """
    last = {_folder_of(one.file.path): one for one in sorted(new, key=_order)}
    for folder, one in last.items():
        known = state.executed.get(folder)
        if known is None or in_order(known.log) <= _order(one):
            transactions = ExecutedTransactions(before=known)
            if transactions.read(one.file.path, one.end, is_end=True):
                state.executed[folder] = Executed(*transactions.place)


def _order(one: UnprocessedRange) -> list[tuple[bool, int, str]]:
    return in_order(one.file.path)


def _gaps_before(new: Sequence[UnprocessedRange], state: State) -> Iterator[Gap]:
    """Yield the new logs that do not follow the log before them in their folder."""
    known = {*state.growing, *(path for path, *_ in state.files), *(one.file.path for one in new)}
    before: dict[str, str] = {}
    begun = {one.file.path: one.file for one in new if not one.start}
    for path in sorted(known, key=in_order):
        last = before.get(_folder_of(path))
        before[_folder_of(path)] = path
        if last is None or path not in begun:
            continue
        if begun[path].is_behind_gap:
            yield Gap(base_name(path), f"the logs from {base_name(last)} on, which were purged")
        elif missing := _missing(path, last):
            yield Gap(base_name(path), missing)


def _missing(path: str, before: str) -> str:
    """Return what is missing between logs, if anything. Of one that is gone, the name tells."""
    successor = f"the log that follows {base_name(before)}"
    try:
        if is_next(path, before) is False:
            return successor
        return f"the end of {base_name(before)}" if lacks_end(before, path) else ""
    except (BinlogError, OSError):
        return successor if missing_between(base_name(before), base_name(path)) else ""


def _head_of(path: str, size: int) -> dict[str, Any] | None:
    head = head_of(path, size)
    return None if head is None else dict(head)


def _folder_of(path: str) -> str:
    return path.rpartition("/")[0]
