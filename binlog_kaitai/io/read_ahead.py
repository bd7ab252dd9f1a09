"""Reads what comes next in a thread of its own, while what is there is worked on."""

from __future__ import annotations

import weakref
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import NamedTuple

from binlog_kaitai.io.unpacked import Content

BLOCK = 2**20  # bytes that are read at once, and of a reading that is followed
NUM_BLOCKS = 6  # that are ready at most
NOWHERE = -1


class _Block(NamedTuple):
    """What is read into a buffer, from a byte offset on."""

    offset: int
    buffer: memoryview
    filled: Future[int]


class ReadAhead:
    """A content that is read ahead where it is read in order, in large pieces.

    The thread ends with the last that reads it.
    """

    def __init__(self, content: Content) -> None:
        self._content = content
        self._lock = Lock()
        self._blocks: deque[_Block] = deque()
        self._buffers: list[memoryview] = []  # of blocks that were used
        self._next = NOWHERE  # where a reading goes on if it is in order
        self._pool = ThreadPoolExecutor(1)  # which begins no thread before it is asked for
        weakref.finalize(self, self._pool.shutdown, wait=False, cancel_futures=True)

    @property
    def error(self) -> BaseException | None:
        """Why there is no more than there is."""
        return self._content.error

    @property
    def end(self) -> int:
        """As of the content."""
        return self._content.end

    def reaches(self, end: int) -> bool:
        """As of the content."""
        return self._content.reaches(end)

    def size(self) -> int:
        """As of the content."""
        return self._content.size()

    def read_into(self, offset: int, target: memoryview) -> int:
        """Fill as much of a buffer as there is; return how much. Raises as the content."""
        if len(target) < BLOCK:
            return self._content.read_into(offset, target)
        with self._lock:
            count = self._take(offset, target)
            if count < len(target):
                count += self._content.read_into(offset + count, target[count:])
            if self._next in {NOWHERE, offset}:
                self._go_on(offset + count)
            self._next = offset + count
        return count

    def _take(self, offset: int, target: memoryview) -> int:
        """Copy what was read ahead of it; what lies elsewhere is given up."""
        count = 0
        while self._blocks and count < len(target):
            block = self._blocks[0]
            at = offset + count - block.offset
            filled = block.filled.result() if 0 <= at < BLOCK else 0
            end = min(filled, at + len(target) - count)
            part = block.buffer[at:end] if 0 <= at < end else b""
            target[count : count + len(part)] = part
            count += len(part)
            if part and end == BLOCK:
                self._buffers.append(self._blocks.popleft().buffer)
            elif not part:
                self._blocks.popleft().filled.cancel()  # it may be being filled
        return count

    def _go_on(self, offset: int) -> None:
        """Have what comes behind the blocks that are there read."""
        if self._blocks:
            offset = self._blocks[-1].offset + BLOCK
        while len(self._blocks) < NUM_BLOCKS:
            buffer = self._buffers.pop() if self._buffers else memoryview(bytearray(BLOCK))
            filled = self._pool.submit(self._content.read_into, offset, buffer)
            self._blocks.append(_Block(offset, buffer, filled))
            offset += BLOCK
