"""Arrays that grow at their end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


class Growing:
    """An array with room for what is added: to add is cheap, for it doubles when it is full.

    Behind what is used there are always `padding` items more.
    """

    def __init__(self, kind: Any = np.int64, padding: int = 0) -> None:
        self.array = np.zeros(64 + padding, kind)
        self.used = 0
        self._padding = padding

    def add(self, items: Sequence[Any] | Any) -> None:
        """Put items behind those that are there."""
        end = self.used + len(items)
        if end + self._padding > len(self.array):
            grown = np.zeros(max(end + self._padding, 2 * len(self.array)), self.array.dtype)
            grown[: self.used] = self.array[: self.used]
            self.array = grown
        self.array[self.used : end] = items
        self.used = end
