"""Events that are too large to be held: their bytes are read where they lie, piece by piece."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeAlias, cast

from kaitaistruct import KaitaiStream

from binlog_kaitai.io.streams import PlacedStream

LARGE = 2**21
"""Bytes of an event in a file from which on it is read where it lies."""

PIECE = 2**18  # bytes that are read together
HEAD = 2**17
"""Bytes of a run that a `CutStream` returns: more than a statement has before its text."""

MAX_SHOWN = 2**24
"""Bytes of an event whose text, or raw bytes, are shown as a whole; of a larger one, the first."""

MAX_WHOLE = 2**23
"""Bytes of an event that is always held as a whole; no chunk of a log that is scanned is larger."""


class LargeEvent:
    """An event of `size` bytes, which lies elsewhere; `read` returns some of it, from a place on.

    It can be read for as long as what it lies in is there.
    """

    def __init__(self, size: int, read: Callable[[int, int], bytes]) -> None:
        self.size = size
        self.read = read

    @classmethod
    def of(cls, data: bytes | memoryview) -> LargeEvent:
        """Return one whose bytes lie in memory."""
        view = memoryview(data)
        return cls(len(view), lambda start, size: bytes(view[start : start + size]))

    def __len__(self) -> int:
        return self.size

    def pieces(self, end: int) -> Iterator[bytes]:
        """Yield the bytes up to a place."""
        for start in range(0, end, PIECE):
            yield self.read(start, min(PIECE, end - start))

    def crc32(self, end: int) -> int:
        """Return the CRC32 of the bytes up to a place."""
        crc = 0
        for piece in self.pieces(end):
            crc = zlib.crc32(piece, crc)
        return crc

    def to_bytes(self) -> bytes:
        """Return the whole event."""
        return self.read(0, self.size)

    def open(self, start: int = 0, end: int | None = None) -> BinaryIO:
        """Open the bytes from a place on, up to another."""
        return cast("BinaryIO", _Part(self, start, self.size if end is None else end))


EventBytes: TypeAlias = bytes | LargeEvent


def whole(event: EventBytes) -> bytes:
    """Return all bytes of an event."""
    return event if isinstance(event, bytes) else event.to_bytes()


def large(event: EventBytes) -> LargeEvent:
    """Return an event that is read piece by piece, wherever it lies."""
    return LargeEvent.of(event) if isinstance(event, bytes) else event


def open_event(event: EventBytes) -> BinaryIO:
    """Open the bytes of an event."""
    return io.BytesIO(event) if isinstance(event, bytes) else event.open()


class CutStream(KaitaiStream):  # type: ignore[misc]
    """Goes over a large event: a run of many bytes is cut, and what lies behind it comes next."""

    def read_bytes(self, n: int) -> bytes:
        start = self.pos()
        data: bytes = super().read_bytes(min(n, HEAD))
        self.seek(start + n)
        return data


class _Part(PlacedStream):
    """A stream over a part of an event, which it forgets when it is closed."""

    def __init__(self, event: LargeEvent, start: int, end: int) -> None:
        super().__init__()
        self._event: LargeEvent | None = event
        self._start = start
        self._size = end - start

    def _end(self) -> int:
        return self._size

    def read(self, size: int = -1) -> bytes:
        """Read what comes next, or a piece of it; nothing at the part's end."""
        if self._event is None:
            raise ValueError("the event is closed")
        most = min(size if size >= 0 else PIECE, self._size - self._position, PIECE)
        data = self._event.read(self._start + self._position, max(most, 0))
        self._position += len(data)
        return data

    def readinto(self, target: Any) -> int:
        view = memoryview(target).cast("B")
        data = self.read(len(view))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._event = None
        super().close()
