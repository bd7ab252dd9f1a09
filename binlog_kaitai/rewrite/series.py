"""The logs that are written, one after another, and where each begins and ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from binlog_kaitai.rewrite.output import Output
from binlog_kaitai.rewrite.targets import Target

_NUMBERED = re.compile(r"(.*?)(\d+)(\D*)", re.DOTALL)
"""A file name with a number, the last one in it."""

_FIRST = ".000001"
"""Behind a name without a number, as servers have it."""


@dataclass
class Counts:
    """What of a log was written, and what was left out.

    `emptied` transactions have a GTID, and nothing else is left of them. `values` were redacted.
    """

    kept: int = 0
    emptied: int = 0
    left_out: int = 0
    rows_events: int = 0
    statements: int = 0
    values: int = 0

    def add(self, count: int, num_emptied: int, num_rows_events: int) -> None:
        """Count transactions that were written, and the rows events that were left out of them."""
        self.kept += count - num_emptied
        self.emptied += num_emptied
        self.rows_events += num_rows_events


@dataclass(frozen=True)
class WrittenLog:
    """A log that was written: its path, its size in bytes, and what of it was left out."""

    path: str
    size: int
    counts: Counts


@dataclass(frozen=True)
class Cutting:
    """Where logs that are written end, if not where those end that are read.

    Attributes:
        size: bytes, behind which the next transaction is in another log; None for no limit.
        merges: whether a log goes on with the next one that is read.
    """

    size: int | None = None
    merges: bool = False

    @property
    def is_none(self) -> bool:
        """Whether there is a log for each one that is read."""
        return self == Cutting()


def counted_names(first: str) -> Iterator[str]:
    """Yield a file name, and those that count on from its last number."""
    head, digits, tail = _parts_of(first)
    number = int(digits)
    while True:
        yield f"{head}{number:0{len(digits)}}{tail}"
        number += 1


def counted_among(first: str, names: Iterable[str]) -> list[str]:
    """Return those of some names that are among the `counted_names` of a file name."""
    head, digits, tail = _parts_of(first)
    found = []
    for name in names:
        one = _NUMBERED.fullmatch(name)
        number = -1 if one is None else int(one[2])
        if number >= int(digits) and name == f"{head}{number:0{len(digits)}}{tail}":
            found.append(name)
    return sorted(found)


def _parts_of(first: str) -> tuple[str, str, str]:
    found = _NUMBERED.fullmatch(first) or _NUMBERED.fullmatch(first + _FIRST)
    assert found is not None
    head, digits, tail = found.groups()
    return head, digits, tail


class Series:
    """The logs that are written.

    `output` is the log that is open, `counts` says what was written of it and left out,
    `next_name` is the name of the one behind it, if it is known. `written` are those that have
    ended since they were last taken.

    Args:
        target: where they are written to.
        names: their file names.
        cutting: where they end.
        may_replace: whether the first of them may be there, of a run that was not completed.
    """

    def __init__(
        self,
        target: Target,
        names: Iterator[str],
        cutting: Cutting,
        *,
        may_replace: bool = False,
    ) -> None:
        self.cutting = cutting
        self._may_replace = may_replace
        self.output = Output()
        self.counts = Counts()
        self.is_open = False
        self.name = ""
        self._target = target
        self._names = names
        self.next_name = next(names, None)
        self._stack = ExitStack()
        self._written: list[WrittenLog] = []

    def __enter__(self) -> Series:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Drop the log that is open where an error ends the writing."""
        self._stack.__exit__(kind, error, trace)

    def begin(self, start: bytes, log_format: Any) -> None:
        """Begin the next log, and end the one that is open.

        Args:
            start: the bytes in front of its first event.
            log_format: the format of that.

        Raises:
            FileExistsError: the target has a log of this name.
            ValueError: the target takes a single log.
        """
        self.end()
        assert self.next_name is not None
        self.name, self.next_name = self.next_name, next(self._names, None)
        self._check()
        stream = self._stack.enter_context(self._target.open(self.name))
        self.output.begin(stream, start, log_format)
        self.counts = Counts()
        self.is_open = True

    def _check(self) -> None:
        try:
            self._target.check([self.name])
        except FileExistsError:
            if not self._may_replace:
                raise
        else:
            self._may_replace = False

    def end(self) -> None:
        """End the log that is open, if there is one."""
        if self.is_open:
            self._stack.close()
            self.is_open = False
            path = self._target.path_of(self.name)
            self._written.append(WrittenLog(path, self.output.position, self.counts))

    def taken(self) -> Iterator[WrittenLog]:
        """Yield the logs that have ended since the last call."""
        written, self._written = self._written, []
        yield from written
