"""From a path that a user gives to the log files that it stands for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import PurePath

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import HeldFile, KeyedFile, open_file
from binlog_kaitai.io.paths import base_name, exists, sibling

INDEX_SUFFIX = ".index"


def logs_of(
    path: str | os.PathLike[str], keyring: str | os.PathLike[str] | None = None
) -> Iterator[str]:
    """Yield a log's own path, or for a server's `.index` file those of the logs that it lists.

    A path may be a URI, as may be what is yielded, with the file of keys that opens the log, if
    there is one; a `HeldFile` is a log. The server lists logs as it sees them; one that is not
    there is looked for beside the index. Raises BinlogError where one is in neither place.
    """
    for log in _logs_of(path):
        yield log if keyring is None else KeyedFile(log, os.fspath(keyring))


def _logs_of(path: str | os.PathLike[str]) -> Iterator[str]:
    given = os.fspath(path)
    if isinstance(given, (HeldFile, KeyedFile)) or not base_name(given).endswith(INDEX_SUFFIX):
        yield given
        return
    with open_file(given) as index:
        lines = index.read().splitlines(keepends=True)
    position = 0
    for line in lines:
        name = os.fsdecode(line.strip())
        if name:
            yield _listed(given, position, name)
        position += len(line)


def _listed(index: str, position: int, name: str) -> str:
    log = sibling(index, name)
    if exists(log):
        return log
    log = sibling(index, PurePath(name).name)
    if exists(log):
        return log
    raise BinlogError(index, position, "the name of a log", f"{name}, which does not exist")
