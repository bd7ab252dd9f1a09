"""The intervals at which a follower merges changes into current tables, and maintains tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any


class MergeInterval:
    """Decides which runs of a follower merge: the first, one in each interval, and the last.

    Args:
        seconds: minimum time between the starts of two merges; None merges in each run.
        maintain: called after each run.
    """

    def __init__(self, seconds: float | None, maintain: Callable[[], None]) -> None:
        self._seconds = seconds
        self.maintain = maintain
        self._merged: float | None = None
        self._pending = self._is_last = False

    def goes_on(self, is_over: Callable[[], bool]) -> bool:
        """Return whether there is another run: until the end, and then one if changes wait."""
        if not is_over():
            return True
        is_another = self._pending and not self._is_last
        self._is_last = True
        return is_another

    def is_due(self) -> bool:
        """Return whether changes wait that the next run merges."""
        return self._pending and not self._waits()

    def options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options of the next run."""
        current = options.get("current")
        if current is None or not self._waits():
            self._merged = time.monotonic()
            return options
        return options | {"current": replace(current, waits=True)}

    def take(self, current_since: float | None) -> None:
        """Note after a run since when changes wait, if any do."""
        self._pending = current_since is not None

    def _waits(self) -> bool:
        if self._seconds is None or self._merged is None or self._is_last:
            return False
        return time.monotonic() - self._merged < self._seconds
