"""A column of JSON text as VARIANT: what `runtime.variant` writes of each row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.runtime.arrays import Bytes
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.names import Names, new_names
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.runtime.utf8 import is_utf8
from binlog_kaitai.kernels.runtime.variant import (
    MAX_GROWTH,
    MAX_SIZE,
    SLACK,
    Containers,
    new_containers,
    write_metadata,
    write_variant,
)

_ROW, _VALUE, _METADATA = range(3)

_DONE, _NO_ROOM, _REFUSED = range(3)

Variant = tuple[bytes, bytes]
"""The bytes of a value, and those of its metadata."""


class _Runs(NamedTuple):
    """Room for the bytes of rows, one behind the other, and where each row's end."""

    out: Bytes
    ends: Any  # int32


@kernel
def write_variants(
    text: Any,
    text_ends: Any,
    is_valid: Any,
    names: Names,
    containers: Containers,
    at: Any,
    values: _Runs,
    metadata: _Runs,
) -> int:
    """Write rows from the one in `at` on; what is before the first one's end is no row.

    Stops before a row that there may be no room for, and at one that is refused.
    """
    row, value_at, metadata_at = at[_ROW], at[_VALUE], at[_METADATA]
    stop = _DONE
    while row < len(is_valid):
        if is_valid[row]:
            start, end = text_ends[row], text_ends[row + 1]
            room = MAX_GROWTH * (end - start) + SLACK
            if end - start > MAX_SIZE or not is_utf8(text, start, end - start):
                stop = _REFUSED
                break
            if room > len(values.out) - value_at or room > len(metadata.out) - metadata_at:
                stop = _NO_ROOM
                break
            value_end = write_variant(values.out, value_at, text, start, end, names, containers)
            if value_end < 0:
                stop = _REFUSED
                break
            value_at = value_end
            metadata_at = write_metadata(metadata.out, metadata_at, names)
        row += 1
        values.ends[row] = value_at
        metadata.ends[row] = metadata_at
    at[_ROW], at[_VALUE], at[_METADATA] = row, value_at, metadata_at
    return stop


class _Bytes:
    """Runs of bytes, one for each row; grows as they do."""

    def __init__(self, num_rows: int, size: int) -> None:
        self.out = np.empty(size, np.uint8)
        self.ends = np.zeros(num_rows + 1, np.int32)

    @property
    def runs(self) -> _Runs:
        return _Runs(self.out, self.ends)

    def make_room(self, used: int, size: int) -> None:
        """See to it that there is room for so many bytes behind those used."""
        if used + size > len(self.out):
            grown = np.empty(max(used + size, 2 * len(self.out)), np.uint8)
            grown[:used] = self.out[:used]
            self.out = grown

    def add(self, row: int, data: bytes) -> int:
        """Add a row; return where it ends."""
        used = int(self.ends[row])
        self.make_room(used, len(data))
        self.out[used : used + len(data)] = np.frombuffer(data, np.uint8)
        self.ends[row + 1] = used + len(data)
        return used + len(data)

    def array(self) -> pa.Array:
        data = self.out[: self.ends[-1]]
        buffers = [None, pa.py_buffer(self.ends), pa.py_buffer(data)]
        return pa.Array.from_buffers(pa.binary(), len(self.ends) - 1, buffers)


class Variants:
    """Turns JSON text into VARIANT, and keeps the names that it saw."""

    def __init__(self) -> None:
        self._names = new_names()
        self._containers = new_containers()

    def of(self, texts: pa.Array, read: Callable[[int], Variant]) -> tuple[pa.Array, pa.Array]:
        """Return the values and the metadata of strings of JSON: binary, empty where a row is null.

        `read` is called with the number of each row that the kernel refuses, and returns its bytes.
        """
        count = len(texts)
        text, ends = _text_of(texts)
        is_valid = texts.is_valid().to_numpy(zero_copy_only=False)
        values, metadata = _Bytes(count, len(text)), _Bytes(count, len(text))
        at = np.zeros(3, np.int64)
        while True:
            runs = values.runs, metadata.runs
            stop = write_variants(text, ends, is_valid, self._names, self._containers, at, *runs)
            if stop == _DONE:
                return values.array(), metadata.array()
            row = int(at[_ROW])
            if stop == _NO_ROOM:
                room = MAX_GROWTH * int(ends[row + 1] - ends[row]) + SLACK
                values.make_room(int(at[_VALUE]), room)
                metadata.make_room(int(at[_METADATA]), room)
            else:
                value, names = read(row)
                at[:] = row + 1, values.add(row, value), metadata.add(row, names)


def _text_of(texts: pa.Array) -> tuple[Any, Any]:
    """Return the padded bytes of strings, where the first begins, and where each ends."""
    _, ofs_buffer, data = texts.buffers()
    ends = np.frombuffer(ofs_buffer, np.int32)[texts.offset : texts.offset + len(texts) + 1]
    first, last = int(ends[0]), int(ends[-1])
    text = np.zeros(last - first + PADDING, np.uint8)
    if data is not None:
        text[: last - first] = np.frombuffer(data, np.uint8)[first:last]
    return text, ends - first
