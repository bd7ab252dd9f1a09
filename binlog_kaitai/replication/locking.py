"""Lock an archive's directory against other processes."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from binlog_kaitai.errors import TransientError

LOCK = ".archive.lock"


class FolderLock:
    """The lock of a directory, which its owner may take again while it holds it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._is_held = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock. Raises TransientError if another process does, and OSError."""
        if self._is_held:
            yield
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise TransientError(
                    f"{self._folder}: another process archives to this directory; stop it first"
                ) from None
            self._is_held = True
            try:
                yield
            finally:
                self._is_held = False
