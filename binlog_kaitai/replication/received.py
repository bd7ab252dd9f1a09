"""Buffer a log that is received and read at the same time."""

from __future__ import annotations

import math
import os
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

BLOCK = 2**20
MAX_BLOCKS = 16
"""Maximum number of blocks of `BLOCK` bytes in memory."""

READER_SECONDS = 1.0
"""Maximum time to wait for a reader without progress."""


class BytesReleasedError(Exception):
    """Bytes were read and released. To read them again, request the log again."""


class ReceivedLog:
    """A log of `size` bytes. One thread adds bytes, others read them.

    Bytes after `size`, which the server may send while it writes, are not part of the log.

    Blocks are in memory, and are released when they were read completely. Blocks that are not read
    in time go to a temporary file, so that the sender does not wait for long. Without readers,
    `add` returns False. With `keeps`, all blocks go to the file.
    """

    def __init__(self, size: int, *, keeps: bool) -> None:
        self.size = size
        self.keeps = keeps
        self.end = 0
        self.available = 0
        self.changed = threading.Condition()
        self.num_readers = 0
        self._blocks: dict[int, Any] = {}
        self._read: set[int] = set()
        self._in_file = bytearray(size // BLOCK + 1)
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the last that reads it
        self._awaited = math.inf  # up to where the first reader waits for bytes
        self._is_reading = True  # no wait has timed out
        self._is_over = False

    def add(self, data: bytes | memoryview) -> bool:
        """Append bytes, up to the log's size.

        Returns whether the log has readers.
        """
        left = memoryview(data)[: self.size - self.end]
        while left:
            number, at = divmod(self.end, BLOCK)
            if not at and not self._make_room(number):
                return False
            part = left[: BLOCK - at]
            self._blocks[number][at : at + len(part)] = part
            self.end += len(part)
            left = left[len(part) :]
        return True

    def publish(self, position: int) -> None:
        """Make the bytes before a position available to readers."""
        with self.changed:
            self.available = min(position, self.size)
            if position >= self._awaited:
                self._awaited = math.inf
                self.changed.notify_all()

    def cut(self) -> None:
        """Truncate the log after the last available byte."""
        with self.changed:
            self.size = self.available

    def end_wait(self) -> None:
        """End all waits, because no more bytes will arrive."""
        if self.keeps:
            for number in list(self._blocks):
                self._to_file(number)
        with self.changed:
            self._is_over = True
            self.changed.notify_all()

    def fileno(self) -> int:
        """Wait until the log is complete, and return the file's descriptor; needs `keeps`."""
        with self.changed:
            self.changed.wait_for(lambda: self._is_over)
        return self._file.fileno()

    def wait(self, position: int, is_over: Callable[[], bool]) -> None:
        """Wait for the bytes before a position, for the end of the log, or for `is_over`."""
        with self.changed:
            while self.available < min(position, self.size) and not is_over():
                self._awaited = min(self._awaited, position, self.size)
                self.changed.notify_all()  # the adding thread may wait for a reader
                self.changed.wait()

    def read(self, size: int, position: int) -> bytes | memoryview:
        """Return some of the available bytes at a position. Raises BytesReleasedError."""
        number, at = divmod(position, BLOCK)
        with self.changed:
            end = min(position + size, (number + 1) * BLOCK, self.available)
            block = self._blocks.get(number)
            if block is not None and (end % BLOCK == 0 or end == self.size):
                self._read.add(number)
                self._is_reading = True
                self.changed.notify_all()
        if end <= position:
            return b""
        if block is not None:
            data: memoryview = block[at : at + end - position].data
            return data
        if not self._in_file[number]:
            raise BytesReleasedError
        return os.pread(self._file.fileno(), end - position, position)

    def _make_room(self, number: int) -> bool:
        """Begin a block."""
        while self._blocks and (self.keeps or len(self._blocks) == MAX_BLOCKS):
            oldest = next(iter(self._blocks))
            if self.keeps:
                self._to_file(oldest)
            elif self._is_read_in_time(oldest):
                with self.changed:
                    del self._blocks[oldest]
                    self._read.remove(oldest)
            elif self.num_readers:
                self._to_file(oldest)
            else:
                return False
        with self.changed:
            self._blocks[number] = np.empty(BLOCK, np.uint8)
        return True

    def _is_read_in_time(self, number: int) -> bool:
        until = time.monotonic() + READER_SECONDS
        self.publish(self.end)
        with self.changed:
            while number not in self._read and self._is_reading and self._awaited == math.inf:
                left = until - time.monotonic()
                if left <= 0:
                    self._is_reading = False
                    break
                self.changed.wait(left)
            return number in self._read

    def _to_file(self, number: int) -> None:
        block = self._blocks[number]
        size = min(self.end - number * BLOCK, BLOCK)
        self._file.seek(number * BLOCK)
        self._file.write(block[:size].data)
        self._file.flush()
        with self.changed:
            self._in_file[number] = True
            del self._blocks[number]
            self._read.discard(number)
