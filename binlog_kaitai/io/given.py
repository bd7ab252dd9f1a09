"""The logs that a user gives to a command, or to `scan`: in the order given, also from pipes."""

from __future__ import annotations

import errno
import mmap
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from binlog_kaitai.io.finding import INDEX_SUFFIX, find_files
from binlog_kaitai.io.log_paths import HeldFile, KeyedFile, SourcedFile
from binlog_kaitai.io.paths import is_remote, local_path, place_of

STDIN = "-"


@dataclass(frozen=True, slots=True)
class GivenLog:
    """A log to read, by its path or URI, and its size in bytes, as it is stored.

    `modified` is in microseconds since 1970; 0 where no file system tells.
    """

    path: str
    size: int
    modified: int = 0


def given_logs(
    paths: Iterable[str | os.PathLike[str]], keyring: str | os.PathLike[str] | None = None
) -> list[GivenLog]:
    """Return the logs that paths stand for, in the order of the paths.

    A path is one that `find_files` takes, `-` for what is piped in, or a pipe. A path that stands
    for several logs has them in the order of their numbers. An `.index` file adds only logs that
    were not given before it, as where a shell expands `binlog.*` to logs and their index. With
    `keyring`, a file of keys, those that are encrypted are read, too. Raises as `find_files`, and
    ValueError where there is no path.
    """
    logs: list[GivenLog] = []
    seen: set[str] = set()
    num_seen = 0
    for given in paths:
        path = os.fspath(given)
        found = list(_logs_of(path))
        if path.endswith(INDEX_SUFFIX):
            seen.update(map(_full_name, logs[num_seen:]))
            num_seen = len(logs)
            found = [log for log in found if _full_name(log) not in seen]
        logs += found
    if not logs:
        raise ValueError("expected the path of a log file, found none")
    if keyring is None:
        return logs
    return [replace(log, path=KeyedFile(log.path, os.fspath(keyring))) for log in logs]


def _logs_of(path: str) -> Iterator[GivenLog]:
    if isinstance(path, HeldFile):
        yield GivenLog(path, len(path.content))
    elif isinstance(path, SourcedFile):
        yield GivenLog(path, path.size)
    elif _is_pipe(path):
        held = _held(path)
        yield GivenLog(held, len(held.content))
    else:
        place = None if _has_unknown_scheme(path) else place_of(path)
        entry = None if place is None else place.entry(place.path)
        if entry is not None and entry.is_file and not entry.name.endswith(INDEX_SUFFIX):
            yield GivenLog(path, entry.size, entry.modified)  # as it was given, for messages
        else:
            for file in find_files([path]):
                yield GivenLog(file.path, file.size, file.modified)


def _full_name(log: GivenLog) -> str:
    is_local = not (isinstance(log.path, (HeldFile, SourcedFile)) or is_remote(log.path))
    return os.path.realpath(local_path(log.path)) if is_local else log.path


def _has_unknown_scheme(path: str) -> bool:
    return "://" in path and not (is_remote(path) or path.startswith("file:"))


def _is_pipe(path: str) -> bool:
    """Return whether what is at a path is read from its start to its end, once."""
    if path == STDIN:
        return True
    if is_remote(path):
        return False
    try:
        mode = Path(local_path(path)).stat().st_mode
    except OSError:  # which whoever opens it tells
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _held(path: str) -> HeldFile:
    """Return what comes through a pipe, which is kept in a temporary file as long as it is used."""
    with tempfile.TemporaryFile() as target:
        if path == STDIN:
            if sys.stdin is None:  # as Python has it where the shell closed it
                raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
            _copy(sys.stdin.buffer, target)
        else:
            with Path(local_path(path)).open("rb") as source:
                _copy(source, target)
        is_empty = target.tell() == 0
        content = b"" if is_empty else mmap.mmap(target.fileno(), 0, access=mmap.ACCESS_READ)
    return HeldFile(path, content)


def _copy(source: BinaryIO, target: BinaryIO) -> None:
    shutil.copyfileobj(source, target, 2**20)
    target.flush()
