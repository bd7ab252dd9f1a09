"""Arrays that end where memory does.

Behind every array that kernels are given there is a page that cannot be touched, and what an array
holds before it is filled is the same odd byte. A kernel that reads or writes elsewhere ends the
process; one that makes use of bytes that are not the log's differs from the tree.
"""

from __future__ import annotations

import ctypes
import math
import mmap
from typing import Any

import numpy as np
import numpy.ma  # which looks at functions that are replaced here

PAGE = mmap.PAGESIZE
LIBC = ctypes.CDLL(None, use_errno=True)
NO_ACCESS = 0

from_buffer = np.frombuffer


def guarded(shape: Any, dtype: Any = float, fill: int = 0) -> Any:
    """An array that ends where memory does."""
    count = math.prod(shape) if isinstance(shape, tuple) else int(shape)
    size = count * np.dtype(dtype).itemsize
    end = -(-size // PAGE) * PAGE
    whole = from_buffer(mmap.mmap(-1, end + PAGE), np.uint8)
    guard = ctypes.c_void_p(whole.ctypes.data + end)
    if LIBC.mprotect(guard, ctypes.c_size_t(PAGE), NO_ACCESS):
        raise OSError(ctypes.get_errno(), "mprotect")
    if fill:
        whole[end - size : end] = fill
    return whole[end - size : end].view(dtype).reshape(shape)


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
