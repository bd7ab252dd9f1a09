"""Tables of Arrow from what a generated kernel stores: `table` of each module that has one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import PADDING, copy

Fill: TypeAlias = Callable[..., tuple[int, int]]
"""The kernel: it takes a buffer, where to begin, and where what arrays; -1 is for bytes refused."""

_BYTES = ("binary", "string")


def read_table(
    file: str | os.PathLike[str] | bytes,
    fill: Fill,
    columns: Sequence[tuple[str, str]],
    item_size: int,
    what: str,
) -> pa.Table:
    """Read a file, which is in memory as a whole, into a table.

    Args:
        file: its path, or the bytes themselves.
        fill: what stores each item in arrays, one for a number and two for bytes.
        columns: the names of columns, and of their types in Arrow.
        item_size: how many bytes an item takes at least.
        what: what items are, for errors.

    Raises:
        ValueError: The bytes are not what the spec says.
        OSError: The file cannot be read.
    """
    data = file if isinstance(file, bytes) else Path(file).read_bytes()
    buffer = np.empty(len(data) + PADDING, np.uint8)
    buffer[: len(data)] = np.frombuffer(data, np.uint8)
    buffer[len(data) :] = 0
    room = len(data) // item_size + 1

    def filled(arrays: list[Any]) -> tuple[int, int]:
        return fill(buffer, 0, 0, len(data), 0, *arrays)

    # pages that nothing is stored in take no memory
    arrays = [np.empty(room, dtype) for dtype in _dtypes(columns)]
    end, count = filled(arrays)
    if end < 0:
        where = "its bytes" if isinstance(file, bytes) else os.fspath(file)
        number = _num_stored(filled, columns, room)
        raise ValueError(f"{where}: item {number} of {what} is not what the spec says")
    taken = iter([array[:count] for array in arrays])
    found = {name: _array(buffer, kind, taken) for name, kind in columns}
    return pa.table(found)


def _dtypes(columns: Sequence[tuple[str, str]]) -> Iterator[Any]:
    for _, kind in columns:
        if kind in _BYTES:
            yield from (np.int64, np.int64)
        elif kind.startswith("float"):
            yield np.float64
        else:
            yield np.bool_ if kind == "bool" else np.int64


def _num_stored(
    filled: Callable[[list[Any]], object], columns: Sequence[tuple[str, str]], room: int
) -> int:
    """Return how many items are stored before bytes are refused: what no earlier value stays of."""
    found = []
    for value in (0, 1):
        arrays = [np.full(room, value, dtype) for dtype in _dtypes(columns)]
        filled(arrays)
        found.append(arrays[0])
    return int(np.count_nonzero(found[0] == found[1]))


def _array(buffer: Any, kind: str, taken: Iterator[Any]) -> pa.Array:
    first = next(taken)
    if kind not in _BYTES:
        dtype = np.dtype(kind)
        return pa.array(first.view(dtype) if dtype.itemsize == 8 else first.astype(dtype))
    return bytes_array(buffer, kind, first, next(taken))


def bytes_array(buffer: Any, kind: str, first: Any, lengths: Any) -> pa.Array:
    """Return an array of the bytes, or texts, that begin at places in a buffer."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    values = np.empty(int(offsets[-1]) + PADDING, np.uint8)
    gather(buffer, first, offsets, values)
    is_large = offsets[-1] > np.iinfo(np.int32).max
    made = getattr(pa, f"large_{kind}")() if is_large else getattr(pa, kind)()
    buffers = [None, pa.py_buffer(offsets if is_large else offsets.astype(np.int32))]
    return pa.Array.from_buffers(made, len(lengths), [*buffers, pa.py_buffer(values)])


@kernel
def gather(buffer: Bytes, places: Ints, offsets: Ints, values: Bytes) -> None:
    """Copy the bytes of each item from its place in a buffer to its offset in values."""
    for i in range(len(places)):
        copy(values, offsets[i], buffer, places[i], offsets[i + 1] - offsets[i])
