"""Streams over what is read at any place, and reading as much as a buffer takes."""

import io
from abc import abstractmethod
from typing import BinaryIO


class PlacedStream(io.RawIOBase):
    """A stream that keeps its place; a subclass reads there, and says where the end is."""

    def __init__(self) -> None:
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if self.closed:
            raise ValueError("the file is closed")
        origin = 0
        if whence != io.SEEK_SET:
            origin = self._position if whence == io.SEEK_CUR else self._end()
        if origin + offset < 0:
            raise OSError(f"{origin + offset} lies before the file")
        self._position = origin + offset
        return self._position

    @abstractmethod
    def _end(self) -> int: ...


def read_into(stream: BinaryIO, target: memoryview) -> int:
    """Read as much as a buffer takes, or what is left; return how many bytes it was."""
    filled = 0
    while filled < len(target) and (count := stream.readinto(target[filled:])):  # type: ignore[attr-defined]
        filled += count
    return filled
