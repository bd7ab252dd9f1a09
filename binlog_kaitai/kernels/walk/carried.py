"""What a walk over one log leaves to the next one of the same reading.

Most logs of a server describe the same tables, and are written by the same sessions: what is known
of these does not depend on the file, and where there are many small ones, to learn it anew takes
most of the time.
"""

from __future__ import annotations

from typing import Generic, TypeVar

Known = TypeVar("Known")


class Carried(Generic[Known]):
    """Holds what a walk has left, until the next one takes it.

    A walk that is given up leaves nothing, so that nothing half done is ever found here; and of two
    at the same time each has its own, as the second one finds nothing.
    """

    def __init__(self) -> None:
        self._left: list[Known] = []

    def take(self) -> Known | None:
        """Return what is there, and hold it no more."""
        try:
            return self._left.pop()
        except IndexError:
            return None

    def leave(self, known: Known) -> None:
        """Hold something, in place of what was left before."""
        self._left = [known]
