"""From a path that a user gives to the log files that it stands for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from binlog_kaitai.errors import BinlogError

INDEX_SUFFIX = ".index"


def logs_of(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yields a log's own path, or for a server's `.index` file those of the logs that it lists.

    The server lists them as it sees them; a log that is not there is looked for beside the index.
    Raises BinlogError where one is in neither place.
    """
    given = Path(path)
    if given.suffix != INDEX_SUFFIX:
        yield given
        return
    position = 0
    for line in given.read_bytes().splitlines(keepends=True):
        name = os.fsdecode(line.strip())
        if name:
            yield _listed(given, position, Path(name))
        position += len(line)


def _listed(index: Path, position: int, name: Path) -> Path:
    for log in (index.parent / name, index.parent / name.name):
        if log.exists():
            return log
    raise BinlogError(
        os.fspath(index), position, "the name of a log", f"{name}, which is not there"
    )
