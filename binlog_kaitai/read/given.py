"""The logs that a user gives to a command, or to `scan`, also those of running servers."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from io import IOBase
from typing import Any

from binlog_kaitai.io import given
from binlog_kaitai.io.files import SMALL
from binlog_kaitai.io.given import GivenLog
from binlog_kaitai.io.log_paths import SourcedFile
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.spans import WHOLE, Span
from binlog_kaitai.read.taken import known_after
from binlog_kaitai.read.wire import load_run
from binlog_kaitai.replication.uris import is_server


def given_logs(
    paths: Iterable[str | os.PathLike[str]], keyring: str | os.PathLike[str] | None = None
) -> list[GivenLog]:
    """Return the logs that paths stand for, as `io.given` does, and those of servers.

    A server's are those that it has now. Raises as `io.given`, and OSError where a server cannot be
    asked.
    """
    return given.given_logs(_with_servers(paths), keyring)


def as_paths(paths: object) -> list[Any]:
    """Return one path, or several, as a list. Raises TypeError for anything else."""
    if isinstance(paths, (str, os.PathLike)):
        return [paths]
    if not isinstance(paths, Iterable) or isinstance(paths, (bytes, IOBase)):
        raise TypeError(f"expected a path or a list of paths, found {paths!r}")
    several = list(paths)
    for path in several:
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"expected a path, found {path!r}")
    return several


def in_turn(logs: Sequence[GivenLog], spans: Sequence[Span]) -> Iterator[tuple[GivenLog, Span]]:
    """Yield logs, each with the part that is wanted of it.

    Where a server is lost, whose URI names others, what follows are the logs of the first of these
    that answers. Raises OSError where none does.
    """
    left = deque(zip(logs, spans, strict=True))
    while left:
        log, span = left.popleft()
        path = log.path
        if not isinstance(path, SourcedFile):
            yield log, span
            continue
        if path.is_there():
            yield log, span
        others = path.successors()
        if others is not None:
            left = deque(one for one in left if _origin_of(one[0]) is not path.origin)
            left.extendleft((GivenLog(other, other.size), WHOLE) for other in reversed(others))


def small_together(
    turns: Iterable[tuple[GivenLog, Span]],
) -> Iterator[tuple[Sequence[GivenLog], Span]]:
    """Yield logs with their parts, whole small neighbours of other names together."""
    small: dict[str, GivenLog] = {}  # by the names that `file` has
    for log, span in turns:
        # a server's log is read before the next one is asked for
        is_small = type(log.path) is str and log.size < SMALL and span == WHOLE
        name = base_name(log.path)
        if small and (not is_small or name in small):
            yield list(small.values()), WHOLE
            small = {}
        if is_small:
            small[name] = log
        else:
            yield [log], span
    if small:
        yield list(small.values()), WHOLE


def _origin_of(log: GivenLog) -> object:
    return log.path.origin if isinstance(log.path, SourcedFile) else None


def _with_servers(
    paths: Iterable[str | os.PathLike[str]],
) -> Iterator[str | os.PathLike[str]]:
    for path in paths:
        if is_server(path) and not isinstance(path, SourcedFile):
            from binlog_kaitai.replication.logs import server_logs  # noqa: PLC0415 - needs an extra

            yield from server_logs(os.fspath(path), known_after, load_run)
        else:
            yield path
