"""Arrays that end where memory does.

Behind every array that kernels are given there is a page that cannot be touched, and what an array
holds before it is filled is the same odd byte. A kernel that reads or writes elsewhere ends the
process; one that makes use of bytes that are not the log's differs from the tree.
"""

from __future__ import annotations

import ctypes
import math
import mmap
from collections import defaultdict
from typing import Any, ClassVar

import numpy as np
import numpy.ma  # which looks at functions that are replaced here

PAGE = mmap.PAGESIZE
LIBC = ctypes.CDLL(None, use_errno=True)
NO_ACCESS = 0
KEPT = 256  # pages: larger arrays get others each time

from_buffer = np.frombuffer


class Guard:
    """Pages in front of one that cannot be touched; used again when no array lies in them."""

    free: ClassVar[defaultdict[int, list[tuple[Any, int]]]] = defaultdict(list)

    def __init__(self, size: int) -> None:
        self.pages = -(-size // PAGE)
        held = self.free[self.pages]
        self.memory, self.end = held.pop() if held else _pages(self.pages)
        start = self.end - size
        self.__array_interface__ = {
            "shape": (size,),
            "typestr": "|u1",
            "data": (start, False),
            "version": 3,
        }

    def __del__(self) -> None:
        if self.pages < KEPT:
            self.free[self.pages].append((self.memory, self.end))


def _pages(count: int) -> tuple[Any, int]:
    memory = mmap.mmap(-1, (count + 1) * PAGE)
    end = from_buffer(memory, np.uint8).ctypes.data + count * PAGE
    if LIBC.mprotect(ctypes.c_void_p(end), ctypes.c_size_t(PAGE), NO_ACCESS):
        raise OSError(ctypes.get_errno(), "mprotect")
    return memory, end


def guarded(shape: Any, dtype: Any = float, fill: int = 0) -> Any:
    """An array that ends where memory does."""
    count = math.prod(shape) if isinstance(shape, tuple) else int(shape)
    array = np.asarray(Guard(count * np.dtype(dtype).itemsize))
    array[:] = fill
    return array.view(dtype).reshape(shape)


def guarded_copy(buffer: Any, dtype: Any = float) -> Any:
    """The bytes of a buffer in an array of its own."""
    found = from_buffer(buffer, dtype)
    array = guarded(len(found), dtype)
    array[:] = found
    array.flags.writeable = found.flags.writeable
    return array


def guard_arrays(fill: int) -> None:
    """Has numpy make such arrays from here on."""

    def empty(shape: Any, dtype: Any = float, **_: Any) -> Any:
        return guarded(shape, dtype, fill)

    def zeros(shape: Any, dtype: Any = float, **_: Any) -> Any:
        return guarded(shape, dtype)

    np.empty, np.zeros, np.frombuffer = empty, zeros, guarded_copy
