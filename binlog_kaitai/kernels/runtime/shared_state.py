"""State that Python and kernels share: integers with names, which both read and write.

A subclass names them in its body; `record` is what kernels take, with fields of these names.
"""

from __future__ import annotations

import ctypes
from typing import Any, ClassVar

import numpy as np


class Word:
    """An integer of 64 bits in a `SharedState`: in place of it the class has a field of ctypes.

    Python reads some dozens of them for each chunk of a log.
    """

    def __get__(self, state: SharedState, owner: type[SharedState]) -> int:
        raise NotImplementedError

    def __set__(self, state: SharedState, value: int) -> None:
        raise NotImplementedError


_Structure: Any = ctypes.Structure
_OfStructures: Any = type(_Structure)


class _Layout(_OfStructures):  # type: ignore[misc]
    """Lays out the record of the integers that a class names."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        words = [key for key, value in body.items() if isinstance(value, Word)]
        if words:
            body = {key: value for key, value in body.items() if key not in words}
            body["_fields_"] = [(word, ctypes.c_int64) for word in words]
            body["dtype"] = np.dtype([(word, np.int64) for word in words])
        return super().__new__(cls, name, bases, body)


class SharedState(_Structure, metaclass=_Layout):  # type: ignore[misc]
    """Integers in one array, which kernels see as a record."""

    dtype: ClassVar[Any]
    words: Any
    record: Any

    def __new__(cls) -> Any:
        words = np.zeros(len(cls.dtype), np.int64)
        state = cls.from_buffer(words)
        state.words = words
        state.record = words.view(cls.dtype)[0]
        return state

    def __init__(self) -> None:
        """Begin with zeros."""
        super().__init__()
