"""Where numbers lie in bytes, as the classes that write put them.

No place is written here: a number is set to two values, and the bytes that differ are its place.
"""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from binlog_kaitai.errors import UnreadableError

Order = Literal["little", "big"]

_MAX_BYTES = 8
"""More than which no number has."""


@dataclass(frozen=True, slots=True)
class Place:
    """A number of `stop - start` bytes."""

    start: int
    stop: int
    order: Order

    def get(self, data: bytes | bytearray, at: int) -> int:
        """Return the number of the event that begins at `at`."""
        return int.from_bytes(data[at + self.start : at + self.stop], self.order)

    def put(self, data: bytearray, at: int, value: int) -> None:
        """Set the number of the event that begins at `at`."""
        size = self.stop - self.start
        data[at + self.start : at + self.stop] = value.to_bytes(size, self.order)

    def get_all(self, data: Any, starts: Any) -> Any:
        """Return the numbers of the events that begin at `starts` in an array of bytes."""
        found = np.zeros(len(starts), np.int64)
        for at, weight in self._weights():
            found += data[starts + at] * np.int64(weight)
        return found

    def put_all(self, data: Any, starts: Any, values: Any) -> None:
        """Set the numbers of the events that begin at `starts`."""
        for at, weight in self._weights():
            data[starts + at] = values // weight % 256

    def _weights(self) -> Iterator[tuple[int, int]]:
        """Yield where each byte lies, and what one of it counts."""
        places = range(self.start, self.stop)
        least_first = places if self.order == "little" else reversed(places)
        return ((at, 256**power) for power, at in enumerate(least_first))


def place_of(write: Callable[[int], bytes]) -> Place | None:
    """Return where a number lies in the bytes that are written of it; None if it has no place.

    Args:
        write: writes it; raises struct.error or UnreadableError if it is too large.
    """
    for num_bytes in range(_MAX_BYTES, 0, -1):
        counted = bytes(range(1, num_bytes + 1))
        with contextlib.suppress(struct.error, UnreadableError):  # where it has fewer bytes
            ones = write((1 << 8 * num_bytes) - 1)
            other = write(int.from_bytes(counted, "big"))
            break
    else:
        return None
    start = next(at for at, byte in enumerate(ones) if byte != other[at])
    stop = start + num_bytes
    return Place(start, stop, "big" if other[start:stop] == counted else "little")


def pieces_of(data: bytes | memoryview, starts: Any, ends: Any) -> list[Any]:
    """Return the bytes between each start and end."""
    return list(map(data.__getitem__, map(slice, starts.tolist(), ends.tolist())))
