"""Rewrites logs one after another, each to a file of its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import is_compressed, is_paged
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.given import STDIN
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.log import LogRewriter, Run
from binlog_kaitai.rewrite.transactions import Counts

PIPED = "stdin"
"""The file name of a log from standard input."""

_PARTIAL = ".partial"
"""Behind the name of a file that is not complete."""


@dataclass(frozen=True)
class WrittenLog:
    """A log that was written: its path, its size in bytes, and what of it was left out."""

    path: Path
    size: int
    counts: Counts


def rewrite_logs(
    scan: Scan, folder: Path, options: Options, warn: Callable[[str], object]
) -> Iterator[WrittenLog]:
    """Write each log of a scan to a folder, and yield it.

    Args:
        scan: the logs, and what of them is wanted.
        folder: is made if it is not there.
        options: how events are changed.
        warn: is called with each dependency that is broken.

    Raises:
        ValueError: two logs have the same name.
        FileExistsError: the folder has a log of such a name.
        BinlogError: a log cannot be read, or not be changed as asked, or is in InnoDB pages.
    """
    for given in scan.logs:
        if is_paged(given.path):
            found = "one in InnoDB pages, which cannot be rewritten"
            raise BinlogError(given.path, 0, "a log of events alone", found)
    if options.redaction is not None and any(scope.over_time for _, scope in scan.scopes()):
        raise ValueError("--redact takes column names from a dump for all logs: pass --ddl-at all")
    names = [_name(log.path) for log in scan.logs]
    for name, count in Counter(names).items():
        if count > 1:
            raise ValueError(f"expected log files with different names, found {name} twice")
        if (folder / name).exists():
            raise FileExistsError(f"{folder / name}: the file exists")
    folder.mkdir(parents=True, exist_ok=True)
    run = Run(options, warn)
    following = [*names[1:], None]
    for (path, scope), name, next_name in zip(scan.scopes(), names, following, strict=True):
        target, partial = folder / name, folder / f"{name}{_PARTIAL}"
        try:
            with LogFile(path) as log, partial.open("w+b") as stream:
                counts = LogRewriter(run, log, scope, stream, next_name).rewrite()
                size = stream.seek(0, 2)
            partial.rename(target)
        finally:
            partial.unlink(missing_ok=True)
        yield WrittenLog(target, size, counts)


def _name(path: str) -> str:
    """Return the file name of a log, without the ending of a compressed file."""
    name = base_name(path)
    if name == STDIN:
        return PIPED
    return PurePath(name).stem if is_compressed(path) else name
