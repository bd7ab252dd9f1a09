"""Bytes of cells: where they lie, and arrays of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.column import (
    MAX_BYTES,
    ROOM,
    ColumnCells,
    TooLargeError,
    array_from,
    check_size,
    checked,
)
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import copy


@dataclass(frozen=True, slots=True)
class Located:
    """Bytes of values: where they begin in a buffer, their lengths and total, and if there are."""

    buffer: Any
    ofs: Any
    length: Any
    is_valid: Any
    total: int

    def __len__(self) -> int:
        return len(self.ofs)

    def values(self) -> list[bytes | None]:
        """Return the bytes of each, for what no kernel does."""
        view = memoryview(self.buffer)
        return [
            bytes(view[start : start + length]) if is_valid else None
            for start, length, is_valid in zip(
                self.ofs.tolist(), self.length.tolist(), self.is_valid.tolist(), strict=True
            )
        ]


def locate_by(locate: Callable[..., int], cells: ColumnCells, places: Any = None) -> Located:
    """Find where the bytes of cells lie, by a kernel of the column's family.

    Args:
        locate: takes the buffer, places, the number of the cells' spec, the plan's first argument,
            and arrays for the beginnings, lengths, and which cells there are.
        cells: of which column.
        places: of the cells, if not all of the column's.

    Raises:
        FaultError: for what is no such cell.
        TooLargeError: where they are too many bytes to be taken together.
    """
    places = cells.places if places is None else places
    ofs, length = np.empty(len(places), np.int64), np.empty(len(places), np.int64)
    is_valid = np.empty(len(places), np.uint8)
    first, _ = cells.arguments
    total = checked(locate(cells.buffer, places, cells.case, first, ofs, length, is_valid))
    check_size(total, len(places))
    return Located(cells.buffer, ofs, length, is_valid, total)


@kernel
def gather(
    buffer: Any, ofs: Any, length: Any, is_valid: Any, padded: int, ends: Any, out: Any
) -> int:
    """Put bytes one after the other; short ones are filled up with zeros to `padded`.

    Returns how many bytes it is.
    """
    at = 0
    for i in range(len(ofs)):
        if is_valid[i]:
            size = length[i]
            copy(out, at, buffer, ofs[i], size)
            at += size
            while size < padded:
                out[at] = 0
                at += 1
                size += 1
        ends[i] = at
    return at


def bytes_array(found: Located, data_type: pa.DataType, padded: int = 0) -> pa.Array:
    """Return bytes as an array; short ones are filled up with zeros to `padded`."""
    size = max(found.total, 0) + padded * len(found)
    if size > MAX_BYTES:
        raise TooLargeError
    ends = np.zeros(len(found) + 1, np.int32)
    out = np.empty(size + ROOM, np.uint8)
    used = gather(found.buffer, found.ofs, found.length, found.is_valid, padded, ends[1:], out)
    return array_from(data_type, found.is_valid, int(found.is_valid.sum()), ends, out[:used])
