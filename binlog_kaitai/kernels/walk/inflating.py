"""Decompresses what a scan comes to, to behind the chunk."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.io.inflate import inflate_into, may_inflate
from binlog_kaitai.kernels.walk.chunk import Chunk
from binlog_kaitai.kernels.walk.inflated_ahead import MAX_AHEAD
from binlog_kaitai.kernels.walk.state import Scratch

Found = TypeVar("Found")


class Inflating(Chunk, ABC, Generic[Found]):
    """A chunk, and what decompresses its events to behind it."""

    format: Any

    def __init__(self, scratch: Scratch) -> None:
        super().__init__()
        self.scratch = scratch

    @abstractmethod
    def _flush(self) -> Iterator[Found]:
        """Hand over what was found, and forget it."""

    def _reclaim(self) -> Iterator[Found]:
        """Have nobody else read what was handed over, as memory is used anew, or much of it."""
        yield from ()

    def _inflate_many(self, beyond: Iterator[Found]) -> Iterator[Found]:
        """Decompress what rows and statements are next, or the one that the scan stopped at."""
        taken = 0
        if self.state.fixed < 0:
            yield from self._make_room_ahead()
            at = self.chunk_size + self.spilled
            place = (self.buffer, self.format, self.scratch, at, self._room)
            taken = self.inflated.inflate_compressed(*place)
            self.spilled += taken
        if not taken:
            yield from self._inflate_one(beyond)

    def _inflate_one(self, beyond: Iterator[Found]) -> Iterator[Found]:
        """Put what is compressed of an event behind the chunk."""
        state = self.state
        start, compressed = state.compressed_ofs, state.compressed_len
        length = state.uncompressed_len
        if not length or not may_inflate(compressed, length):
            yield from beyond
            return
        data = self.buffer[start : start + compressed].tobytes()
        if length > self._room:
            yield from self._flush()
        if length > self._room:
            if state.fixed >= 0:
                yield from beyond  # the region itself lies there
                return
            self._resize(self.chunk_size, length)
        at = self.chunk_size + self.spilled
        try:
            inflate_into(memoryview(self.buffer)[at : at + length], data)
        except UnreadableError:
            yield from beyond
            return
        self.spilled += length
        state.row_pos, state.row_end = at, at + length

    def _make_room_ahead(self) -> Iterator[Found]:
        """Have room for what is decompressed together."""
        self.inflated.forget()
        if self._room < MAX_AHEAD:
            yield from self._flush()
