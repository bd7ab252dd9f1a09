"""What is decompressed, or taken out of pages: a temporary file, read while it is written."""

from __future__ import annotations

import os
import tempfile
import weakref
from collections.abc import Iterator
from threading import Condition, Thread, current_thread
from typing import Any, BinaryIO, Protocol

from binlog_kaitai.io.streams import PlacedStream
from binlog_kaitai.io.unpacking import CHUNK

BLOCK = 2**16  # bytes that are read, or written, for a few
FAR = 2**62


class Content(Protocol):
    """What a file holds, read at any place while it is unpacked.

    What comes before an `error` can be read.
    """

    @property
    def error(self) -> BaseException | None: ...
    @property
    def end(self) -> int: ...
    def reaches(self, end: int) -> bool: ...
    def size(self) -> int: ...
    def read_into(self, offset: int, target: memoryview) -> int: ...


class Unpacks(Protocol):
    """Decompresses a file from its start on."""

    def pieces(self) -> Iterator[bytes | memoryview]: ...


class _Progress:
    """How many bytes are written, and why there will be no more."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.written = 0
        self.is_done = False
        self.error: BaseException | None = None
        self.is_wanted = True

    def note(
        self, written: int, error: BaseException | None = None, *, is_done: bool = False
    ) -> None:
        with self.changed:
            self.written, self.error, self.is_done = written, error, is_done
            self.changed.notify_all()


class Unpacked:
    """A temporary file of what is unpacked: a part of it at once, the rest in a thread of its own.

    The thread ends when the last that reads the file lets go of it, and closes `stored`. What is
    unpacked before an error can be read.
    """

    def __init__(self, source: Unpacks, stored: BinaryIO) -> None:
        self._progress = progress = _Progress()
        target: Any = tempfile.TemporaryFile(buffering=BLOCK)  # noqa: SIM115 - `_steps` closes it
        self._descriptor = os.dup(target.fileno())
        weakref.finalize(self, os.close, self._descriptor)
        steps = _steps(source, stored, target, progress)
        next(steps, None)
        if progress.error is not None:
            raise progress.error
        if not progress.is_done:
            thread = Thread(target=_go_through, args=(steps,), daemon=True)
            weakref.finalize(self, _end, thread, progress)
            thread.start()

    def reaches(self, end: int) -> bool:
        """Wait until there are so many bytes, or no more; say which."""
        progress = self._progress
        if progress.written < end and not progress.is_done:
            with progress.changed:
                progress.changed.wait_for(lambda: progress.written >= end or progress.is_done)
        return progress.written >= end

    @property
    def error(self) -> BaseException | None:
        """Why there is no more than there is."""
        return self._progress.error

    @property
    def end(self) -> int:
        """How many bytes there are, `FAR` more than any log has if that is not known yet."""
        progress = self._progress
        return progress.written if progress.is_done else FAR

    def size(self) -> int:
        """Wait for all of it."""
        self.reaches(FAR)
        return self._progress.written

    def read_into(self, offset: int, target: memoryview) -> int:
        """Fill as much of a buffer as there is; return how much."""
        self.reaches(offset + len(target))
        return os.preadv(self._descriptor, [target], offset)


def _steps(
    source: Unpacks, stored: BinaryIO, target: BinaryIO, progress: _Progress
) -> Iterator[None]:
    """Write all, in steps of some `CHUNK`."""
    error: BaseException | None = None
    try:
        with target, stored:
            for piece in _to_the_end(source, target, progress):
                target.write(piece)
                if target.tell() - progress.written >= CHUNK:
                    target.flush()
                    progress.note(target.tell())
                    yield
                    if not progress.is_wanted:
                        return
    except Exception as found:  # noqa: BLE001 - raised in the thread that reads
        error = found
    progress.note(progress.written, error, is_done=True)


def _to_the_end(
    source: Unpacks, target: BinaryIO, progress: _Progress
) -> Iterator[bytes | memoryview]:
    """Yield pieces; what was written of them can be read when there are no more."""
    try:
        yield from source.pieces()
    finally:
        target.flush()
        progress.note(target.tell())


def _go_through(steps: Iterator[None]) -> None:
    for _ in steps:
        pass


def _end(thread: Thread, progress: _Progress) -> None:
    progress.is_wanted = False
    if thread is not current_thread():
        thread.join()


class UnpackedStream(PlacedStream):
    """A stream of its own over what is unpacked.

    Who reads on behind an error has it raised. If that `is_asked_for`, it is in `error` instead,
    and the end is `FAR` until it is known.
    """

    def __init__(self, source: Content) -> None:
        super().__init__()
        self.source: Content | None = source
        self.is_asked_for = False
        self.error: BaseException | None = None
        self._block = memoryview(bytearray(BLOCK))
        self._start = self._filled = 0

    def _end(self) -> int:
        return self._given().end if self.is_asked_for else self.size()

    def readinto(self, target: Any) -> int:
        """Fill the target, unless the file ends before."""
        view, source = memoryview(target).cast("B"), self._given()
        if len(view) > BLOCK:
            count = source.read_into(self._position, view)
        else:
            at = self._position - self._start
            if not (at >= 0 and at + len(view) <= self._filled):
                self._start, at = self._position, 0
                self._filled = source.read_into(self._position, self._block)
            count = min(len(view), self._filled - at)
            view[:count] = self._block[at : at + count]
        if count < len(view):
            self._meet_end(is_within=count > 0)
        self._position += count
        return count

    def reaches(self, end: int) -> bool:
        """Wait until there are so many bytes, or no more; say which."""
        reaches = self._given().reaches(end)
        if not reaches:
            self._meet_end()
        return reaches

    def size(self) -> int:
        """Wait for all of it."""
        size = self._given().size()
        self._meet_end()
        return size

    def _meet_end(self, *, is_within: bool = False) -> None:
        self.error = self._given().error
        if self.error is not None and not (is_within or self.is_asked_for):
            raise self.error

    def close(self) -> None:
        self.source = None
        super().close()

    def _given(self) -> Content:
        if self.source is None:
            raise ValueError("the file is closed")
        return self.source
