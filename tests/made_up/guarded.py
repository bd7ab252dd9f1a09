"""`python -m tests.made_up.guarded logs SEED COUNT`: reads logs where memory ends with each array.

Behind every array that kernels are given there is a page that cannot be touched, and what an array
holds before it is filled is the same odd byte. Chunks are small, so that events lie at their ends.
A kernel that reads or writes elsewhere ends the process; one that makes use of bytes that are not
the log's differs from the tree. With `texts` for `logs`, JSON is turned into VARIANT, each text on
its own, with no more room than is due to it.
"""

from __future__ import annotations

import ctypes
import math
import mmap
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.ma  # which looks at functions that are replaced here

from binlog_kaitai.columnar import scanner, variants
from binlog_kaitai.machine.jit import kernel
from binlog_kaitai.machine.stream import u1
from tests.made_up.__main__ import LONGEST, problem_of, problem_of_stream, some_bytes
from tests.made_up.json_texts import problem_of_texts, some_json
from tests.replay import FIXTURES

PAGE = mmap.PAGESIZE
LIBC = ctypes.CDLL(None, use_errno=True)
NO_ACCESS = 0
SPILL = 64

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
    whole[end - size : end] = fill
    return whole[end - size : end].view(dtype).reshape(shape)


def guarded_copy(buffer: Any, dtype: Any = float) -> Any:
    found = from_buffer(buffer, dtype)
    array = guarded(len(found), dtype)
    array[:] = found
    array.flags.writeable = found.flags.writeable
    return array


def guard_arrays(fill: int) -> None:
    def empty(shape: Any, dtype: Any = float) -> Any:
        return guarded(shape, dtype, fill)

    def zeros(shape: Any, dtype: Any = float) -> Any:
        return guarded(shape, dtype)

    np.empty, np.zeros, np.frombuffer = empty, zeros, guarded_copy


@kernel
def byte_at(buffer: Any, at: int) -> int:
    """A byte of a buffer, or behind its end."""
    return u1(buffer, at)


def problem_in(seeds: range) -> str | None:
    """How a log is read differently by kernels, in guarded memory, and as trees."""
    real = [path.read_bytes() for path in sorted(FIXTURES.glob("*/*.binlog"))]
    real = [log for log in real if len(log) < LONGEST]
    fill = Random(seeds.start).randrange(256)
    guard_arrays(fill)
    scanner.SPILL = SPILL
    with TemporaryDirectory() as folder:
        path = Path(folder) / "made_up.binlog"
        for seed in seeds:
            chance = Random(seed)
            _, data = some_bytes(chance, real)
            path.write_bytes(data)
            scanner.CHUNK = chance.choice([SPILL, 10 * SPILL, max(SPILL, len(data))])
            if problem := problem_of(path, is_tree_only=False) or problem_of_stream(data, chance):
                return f"seed {seed}, memory filled with {fill}: {problem}"
    return None


def problem_in_texts(seeds: range) -> str | None:
    """What of a text is read differently by the kernel in guarded memory."""
    fill = Random(seeds.start).randrange(256)
    guard_arrays(fill)
    variants.PADDING = 7
    reader = variants.Variants()
    for seed in seeds:
        if problem := problem_of_texts(reader, [some_json(Random(seed))]):
            return f"seed {seed}, memory filled with {fill}: {problem}"
    return None


PROBLEMS = {"logs": problem_in, "texts": problem_in_texts}

if __name__ == "__main__":
    if sys.argv[1] == "beyond":
        byte_at(guarded(5, np.uint8), 5)
    else:
        first, count = map(int, sys.argv[2:])
        sys.exit(PROBLEMS[sys.argv[1]](range(first, first + count)))
