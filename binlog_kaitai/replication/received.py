"""What came of a log, to be read while more comes."""

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
"""Blocks in memory, each of so many bytes."""

READER_SECONDS = 1.0
"""For so long a reader is waited for that reads nothing."""


class ForgottenError(Exception):
    """Bytes were read, and then forgotten: who wants them again has the log sent again."""


class ReceivedLog:
    """A log of a `size`, of which one thread adds bytes that others read.

    It has exactly so many bytes: those that come behind them, as while the server writes, are not
    part of it.

    Blocks are in memory, and forgotten once they are read to their end. For those that nobody reads
    in time there is a temporary file, so that what sends them need not wait for long; nobody who
    has it open means that nobody will. One that `keeps` has all of its blocks in the file.
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
        self._wanted = math.inf  # up to where the first reader waits for bytes
        self._is_reading = True  # nobody was waited for in vain
        self._is_over = False

    def add(self, data: bytes | memoryview) -> bool:
        """Add bytes up to the log's size behind those that are there.

        Returns whether somebody will read them.
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
        """Have bytes of the log read that lie before a position."""
        with self.changed:
            self.available = min(position, self.size)
            if position >= self._wanted:
                self._wanted = math.inf
                self.changed.notify_all()

    def cut(self) -> None:
        """End the log behind the last byte that may be read."""
        with self.changed:
            self.size = self.available

    def end_wait(self) -> None:
        """Have all wait no longer, for nothing comes any more."""
        if self.keeps:
            for number in list(self._blocks):
                self._to_file(number)
        with self.changed:
            self._is_over = True
            self.changed.notify_all()

    def fileno(self) -> int:
        """Return the descriptor of the file of one that keeps all, once nothing comes any more."""
        with self.changed:
            self.changed.wait_for(lambda: self._is_over)
        return self._file.fileno()

    def wait(self, position: int, is_over: Callable[[], bool]) -> None:
        """Wait for the bytes before a position, if the log has them, or until it is over."""
        with self.changed:
            while self.available < min(position, self.size) and not is_over():
                self._wanted = min(self._wanted, position, self.size)
                self.changed.notify_all()  # what adds may wait for a reader
                self.changed.wait()

    def read(self, size: int, position: int) -> bytes | memoryview:
        """Return some of the bytes at a position, which are there. Raises ForgottenError."""
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
            found: memoryview = block[at : at + end - position].data
            return found
        if not self._in_file[number]:
            raise ForgottenError
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
            while number not in self._read and self._is_reading and self._wanted == math.inf:
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
