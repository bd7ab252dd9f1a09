"""Where events lie in a block of bytes, and their checksums."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.generated.kernels.binlog_event_header import read_binlog_event_header
from binlog_kaitai.kernels.runtime.arrays import Ints
from binlog_kaitai.kernels.runtime.crc32 import crc32
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.seek.formats import format_view


@kernel
def find_bounds(buffer: Any, end: int, log_format: Any, bounds: Ints) -> int:
    """Find where whole events begin, and where the last one ends; return how many such places."""
    count, pos = 1, 0
    bounds[0] = 0
    while count < len(bounds):
        header = read_binlog_event_header(
            buffer, pos, pos, end, log_format.binlog_version, log_format.has_permuted_types
        )
        if header.pos < 0 or header.len_event > end - pos:
            break
        pos += header.len_event
        bounds[count] = pos
        count += 1
    return count


@kernel
def sum_up_each(buffer: Any, starts: Ints, ends: Ints, sums: Ints) -> None:
    """Compute the CRC-32 of each piece."""
    for number in range(len(starts)):
        sums[number] = crc32(buffer, starts[number], ends[number] - starts[number])


class Frames:
    """Finds events in blocks of bytes.

    Args:
        log_format: the format of the events.
    """

    def __init__(self, log_format: Any) -> None:
        self._view = format_view(log_format)

    def bounds(self, data: Any) -> Any:
        """Return where events begin that are whole, and where the last ends: int64, (n + 1,).

        Args:
            data: bytes that begin with an event.
        """
        array = _array_of(data)
        found = np.empty(len(array) // self._view.len_minimal_header + 2, np.int64)
        return found[: find_bounds(array, len(array), self._view, found)]

    def checksums(self, data: Any, starts: Any, ends: Any) -> Any:
        """Return the CRC-32 of the bytes from each of `starts` to each of `ends`: int64, (n,)."""
        sums = np.empty(len(starts), np.int64)
        sum_up_each(_array_of(data), starts, ends, sums)
        return sums


def _array_of(data: Any) -> Any:
    """Return bytes as an array that may be written to, as kernels are compiled for those."""
    array = np.asarray(memoryview(data))
    return array if array.flags.writeable else array.copy()
