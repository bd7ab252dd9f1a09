"""State that Python and kernels share: integers with names, which both read and write.

A subclass names them in its body; `record` is what kernels take, with fields of these names.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np


class Word:
    """An integer of 64 bits in a `SharedState`."""

    index: int

    def __get__(self, state: SharedState, owner: type[SharedState]) -> int:
        return int(state.words[self.index])

    def __set__(self, state: SharedState, value: int) -> None:
        state.words[self.index] = value


class SharedState:
    """Integers in one array, which kernels see as a record."""

    dtype: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        """Lay out the record of the integers that the class names."""
        words = {name: word for name, word in vars(cls).items() if isinstance(word, Word)}
        for index, word in enumerate(words.values()):
            word.index = index
        cls.dtype = np.dtype([(name, np.int64) for name in words])

    def __init__(self) -> None:
        self.words: Any = np.zeros(len(self.dtype), np.int64)
        self.record: Any = self.words.view(self.dtype)[0]
