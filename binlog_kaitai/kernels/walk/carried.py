"""What a walk over one log leaves to the next one of the same reading.

Most logs of a server describe the same tables, and are written by the same sessions: what is known
of these does not depend on the file, and where there are many small ones, to learn it anew takes
most of the time.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Generic, TypeVar

from binlog_kaitai.io.framing import LogFile

Known = TypeVar("Known")


class Carried(Generic[Known]):
    """Holds what a walk has left, until the next one takes it.

    A walk that is given up leaves nothing, so that nothing half done is ever found here; and of two
    at the same time each has its own, as the second one finds nothing.

    It also knows where in the last log that was gone over by headers events follow each other which
    only concern rows, so that a look ahead need not go over them once more.
    """

    def __init__(self) -> None:
        self._left: list[Known] = []
        self._runs: tuple[object, list[tuple[int, int]]] = None, []

    def take(self) -> Known | None:
        """Return what is there, and hold it no more."""
        try:
            return self._left.pop()
        except IndexError:
            return None

    def leave(self, known: Known) -> None:
        """Hold something, in place of what was left before."""
        self._left = [known]

    def note_runs(self, log: LogFile, runs: Sequence[tuple[int, int]]) -> None:
        """Take in where in a log such events begin, and where they end."""
        self._runs = _file_of(log), [run for run in runs if run[1] > run[0]]

    def runs_of(self, log: LogFile) -> list[tuple[int, int]]:
        """Return what is known of a log: nothing of others than the last one."""
        file, runs = self._runs
        return runs if runs and file == _file_of(log) else []


def _file_of(log: LogFile) -> object:
    """Return what tells the file that is open from others, and from what it was before.

    It is a new object where that cannot be told.
    """
    if log.descriptor is None:
        return object()
    status = os.fstat(log.descriptor)
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
