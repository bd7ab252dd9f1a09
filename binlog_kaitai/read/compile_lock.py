"""A lock that one process of a user holds while it compiles the kernels, where files have locks."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: each process compiles by itself
    fcntl = None  # type: ignore[assignment]

_OPENED = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


def is_locked() -> bool:
    """Return whether some process compiles."""
    if fcntl is None:
        return False
    try:
        with _file() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)  # which others may ask for, too
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


@contextmanager
def locked() -> Iterator[None]:
    """Hold the lock, when no other process does any more."""
    if fcntl is None:
        yield
        return
    with _file() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def _file() -> Iterator[int]:
    user = os.getuid() if hasattr(os, "getuid") else ""
    file = os.open(Path(tempfile.gettempdir(), f"binlog_kaitai.{user}.compiling"), _OPENED, 0o600)
    try:
        yield file
    finally:
        os.close(file)
