"""Buffers and arrays that a walk lends to threads, which make batches of them while it goes on.

What was found lies in the walk's buffer, and is noted in its arrays. So while others read these,
the walk goes on in others, and takes them back when their readers have given them back. Behind what
it has scanned it may read on in the same buffer: that disturbs nobody.

While it goes over a chunk, a thread that has nothing else to do may read the next one: the walk is
what no other thread can do.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Condition, Lock
from typing import Any

import numpy as np

from binlog_kaitai.kernels.walk.found_rows import Rows
from binlog_kaitai.kernels.walk.state import Noted, new_noted
from binlog_kaitai.model.transactions import End, Look, Start

LARGE = 2**24
"""Bytes of a buffer that is not replaced while it is read: the walk waits until it is not."""

FRONT = 2**17
"""Bytes in front of those that are read ahead, for what the walk keeps of the chunk before."""


@dataclass(eq=False)
class ReadAhead:
    """Bytes of a file, from a position on, that follow `FRONT` others in a buffer.

    `count` is how many there are, or None until that is known.
    """

    descriptor: int
    position: int
    buffer: Any
    size: int
    is_begun: bool = False
    count: int | None = None

    def read(self) -> None:
        """Read them; none if the file cannot be read, as the walk will find."""
        target, count = memoryview(self.buffer)[FRONT : self.size], 0
        try:
            while count < len(target):
                read = os.preadv(self.descriptor, [target[count:]], self.position + count)
                if not read:
                    break
                count += read
        except OSError:
            count = 0
        self.count = count


class Lending:
    """Which buffers are read by others, and what the walk can use in their place.

    `tells_ends` says that who reads rows asks how their transactions end.
    """

    def __init__(self, *, tells_ends: bool) -> None:
        self.tells_ends = tells_ends
        self._lock = Lock()
        self._readers: dict[int, int] = {}  # how many each buffer has, by its identity
        self._left: set[int] = set()  # those that the walk has left, and others read
        self._buffers: list[Any] = []
        self._noted: list[Noted] = []
        self.changed = Condition()
        self._ahead: ReadAhead | None = None

    def lend(self, rows: Rows, transactions: int) -> Rows:
        """Return rows for others to read, of so many transactions.

        It is looked now for the ends that are not known of these, if they will be asked for.
        """
        with self._lock:
            key = id(rows.buffer)
            self._readers[key] = self._readers.get(key, 0) + 1
        return replace(rows, look=self._ends_of(rows, transactions))

    def give_back(self, rows: Rows) -> None:
        """Have rows be read no more."""
        key = id(rows.buffer)
        with self._lock:
            self._noted.append(rows.noted)
            self._readers[key] -= 1
            if self._readers[key]:
                return
            del self._readers[key]
            if key in self._left:
                self._left.remove(key)
                self._buffers.append(rows.buffer)

    def is_lent(self, buffer: Any) -> bool:
        """Return whether others read rows of a buffer."""
        with self._lock:
            return id(buffer) in self._readers

    def _ends_of(self, rows: Rows, count: int) -> Look | None:
        if rows.look is None or not self.tells_ends:
            return None
        noted = rows.noted
        found: dict[Start, End] = {}
        for number in np.flatnonzero(noted.transaction_end[:count] == 0).tolist():
            start = int(noted.transaction_at[number]), int(noted.transaction_number[number])
            found[start] = rows.look(start)
        return found.__getitem__

    def other_buffer(self, held: Any) -> Any:
        """Return a buffer that is as large as one that the walk leaves to those who read it."""
        with self._lock:
            if id(held) in self._readers:
                self._left.add(id(held))
            if self._buffers:
                return self._buffers.pop()
        return np.empty(len(held), np.uint8)

    def ask_ahead(self, descriptor: int, position: int, held: Any, size: int) -> None:
        """Have somebody read the bytes of a chunk, from a position on, while the walk goes on.

        Args:
            descriptor: of the file, which stays open until they are taken.
            position: of the first byte.
            held: the walk's buffer, of the same size.
            size: how many bytes of a buffer a chunk has.
        """
        with self._lock:
            fitting = bool(self._buffers) and len(self._buffers[-1]) == len(held)
            buffer = self._buffers.pop() if fitting else np.empty(len(held), np.uint8)
        with self.changed:
            self._ahead = ReadAhead(descriptor, position, buffer, size)
            self.changed.notify_all()

    def job_ahead(self) -> Callable[[], None] | None:
        """Return what reads ahead, if that is asked for, to somebody who holds `changed`."""
        ahead = self._ahead
        if ahead is None or ahead.is_begun:
            return None
        ahead.is_begun = True

        def job() -> None:
            ahead.read()
            with self.changed:
                self.changed.notify_all()

        return job

    def take_ahead(self, position: int, held: Any) -> ReadAhead | None:
        """Return what was read from a position on, in place of the walk's buffer, if somebody did.

        From here on nobody reads ahead.
        """
        with self.changed:
            ahead, self._ahead = self._ahead, None
            if ahead is None:
                return None
            if ahead.is_begun:
                self.changed.wait_for(lambda: ahead.count is not None)
        is_fitting = ahead.count and ahead.position == position and held is not None
        with self._lock:
            if not is_fitting:
                self._buffers.append(ahead.buffer)
                return None
            if id(held) in self._readers:
                self._left.add(id(held))
            else:
                self._buffers.append(held)
        return ahead

    def forget(self) -> None:
        """Keep no buffers: the walk's is of another size from here on."""
        self.take_ahead(0, None)
        with self._lock:
            self._left.clear()
            self._buffers.clear()

    def other_noted(self, num_cells: int, num_rows: int) -> Noted:
        """Return arrays with room for so many cells, and rows, in place of those that are lent."""
        with self._lock:
            fitting = [noted for noted in self._noted if len(noted.cells) >= num_cells]
            self._noted = fitting[1:]
        return fitting[0] if fitting else new_noted(num_cells, num_rows)
