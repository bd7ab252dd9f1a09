"""Progress of snapshots: how much is left, and about how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from binlog_kaitai.lake.summary import Step

MINUTE, HOUR = 60, 3600


class SnapshotProgress:
    """Sums the steps of a snapshot up, also over several runs.

    Args:
        clock: returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: float | None = None
        self._done: dict[str, int] = {}
        self._read = 0
        self._last: dict[str, Any] = {"table": None, "rows": 0, "total": 0, "rows_left": None}

    def take(self, step: Step) -> dict[str, Any]:
        """Take a step of a snapshot in.

        Returns:
            `table`, its `rows` so far and estimated `total`, `rows_left` of all tables,
            `seconds_left` at the speed so far, both estimated or None, and why it is `paused`.
        """
        now, paused = self._clock(), None
        if self._began is None:
            self._began = now
        if step.stage == "pause":
            paused = f"{step.name} is {step.done}, above {step.total}"
        else:
            self._read += max(step.done - self._done.get(step.name, step.done), 0)
            self._done[step.name] = step.done
            self._last = {
                "table": step.name,
                "rows": step.done,
                "total": step.total,
                "rows_left": step.left,
            }
        left, seconds = self._last["rows_left"], now - self._began
        is_known = left is not None and self._read and seconds
        seconds_left = round(left * seconds / self._read) if is_known else None
        return {**self._last, "seconds_left": seconds_left, "paused": paused}


def snapshot_line(values: dict[str, Any]) -> str:
    """Return a line about a result of `SnapshotProgress.take`."""
    if values["paused"] is not None:
        return f"snapshot paused: {values['paused']} (--max-load)"
    line = f"snapshot of {values['table']}: {values['rows']} of about {values['total']} rows"
    if values["seconds_left"] is None or not values["rows_left"]:
        return line
    return f"{line}; all tables: about {duration(values['seconds_left'])} left"


def duration(seconds: float) -> str:
    """Return a duration for people."""
    if seconds < 2 * MINUTE:
        return f"{seconds:.0f} s"
    if seconds < 2 * HOUR:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds // HOUR:.0f} h {seconds % HOUR // MINUTE:02.0f} min"
