"""A lock that one process holds while it compiles kernels into a cache, if files have locks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from binlog_kaitai.kernels.runtime.kept import lock_file

try:
    import fcntl
except ImportError:  # Windows: each process compiles by itself
    fcntl = None  # type: ignore[assignment]

_OPENED = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


def is_locked() -> bool:
    """Return whether some process compiles."""
    file = _opened_to_lock()
    if file is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)  # which others may ask for, too
    except OSError as error:
        return isinstance(error, BlockingIOError)
    finally:
        os.close(file)
    return False


@contextmanager
def locked() -> Iterator[None]:
    """Hold the lock as soon as no other process does; none if files have no locks."""
    file = _opened_to_lock()
    if file is None:
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


@contextmanager
def lock_to_inherit() -> Iterator[list[int] | None]:
    """Take the lock for a process that is started inside the context.

    Yields:
        The file descriptors that the process must inherit, which hold the lock until it ends; none
        if files have no locks. None, in place of a list, if another process has the lock.
    """
    file = _opened_to_lock()
    if file is None:
        yield []
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        inherited = None
    except OSError:
        inherited = []
    else:
        inherited = [file]
    try:
        yield inherited
    finally:
        os.close(file)


def _opened_to_lock() -> int | None:
    if fcntl is None:
        return None
    try:
        path = lock_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, _OPENED, 0o600)
    except OSError:
        return None
