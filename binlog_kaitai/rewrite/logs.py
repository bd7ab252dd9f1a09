"""Rewrites logs one after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import is_compressed, is_paged
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.given import STDIN
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.redacting import rules_without_columns
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.log import LogRewriter
from binlog_kaitai.rewrite.passing import Whole, whole_transactions
from binlog_kaitai.rewrite.series import Cutting, Series, WrittenLog, counted_names
from binlog_kaitai.rewrite.targets import Target
from binlog_kaitai.rewrite.transactions import Run

AS_READ = Cutting()

PASSES_FROM = 2**20
"""Bytes of a log from which on transactions are looked for that pass as a whole."""

PIPED = "stdin"
"""The file name of a log from standard input."""


def rewrite_logs(
    scan: Scan,
    target: Target,
    options: Options,
    warn: Callable[[str], object],
    cutting: Cutting = AS_READ,
) -> Iterator[WrittenLog]:
    """Write each log of a scan, and yield what was written.

    Args:
        scan: the logs, and what of them is wanted.
        target: where they are written to.
        options: how events are changed.
        warn: is called with each dependency that is broken.
        cutting: where the logs end that are written.

    Raises:
        ValueError: two logs have the same name, or there are several for a stream.
        FileExistsError: the target has a log of such a name.
        BinlogError: a log cannot be read, or not be changed as asked, or is in InnoDB pages.
    """
    check_logs(scan, options)
    if cutting.is_none:
        names = iter(names_of(scan, target))
    else:
        names = counted_names(_name(scan.logs[0].path))
    last = len(scan.logs) - 1
    with Series(target, names, cutting) as series:
        run = Run(options, warn, series)
        for number, (path, scope) in enumerate(scan.scopes()):
            rewrite_log(run, path, scope, is_last=number == last)
            yield from series.taken()
    for text in rules_without_columns(options.redaction):
        warn(text)


def rewrite_log(run: Run, path: str, scope: Scope, *, is_last: bool) -> None:
    """Write a log, behind what others have left. Raises BinlogError as `rewrite_logs`."""
    with LogFile(path) as log:
        wholes = _wholes(path, scope, run.options)
        LogRewriter(run, log, scope, is_last=is_last, wholes=wholes).rewrite()


def check_logs(scan: Scan, options: Options) -> None:
    """Raise BinlogError or ValueError for logs that cannot be rewritten."""
    for given in scan.logs:
        if is_paged(given.path):
            found = "one in InnoDB pages, which cannot be rewritten"
            raise BinlogError(given.path, 0, "a log of events alone", found)
    if options.redaction is not None and any(scope.over_time for _, scope in scan.scopes()):
        raise ValueError("--redact takes column names from a dump for all logs: pass --ddl-at all")


def names_of(scan: Scan, target: Target) -> list[str]:
    """Return the names of the logs that are written, which have those of the logs that are read.

    Raises:
        ValueError: two logs have the same name, or there are several for a stream.
        FileExistsError: the target has a log of such a name.
    """
    names = [_name(log.path) for log in scan.logs]
    for name, count in Counter(names).items():
        if count > 1:
            raise ValueError(f"expected log files with different names, found {name} twice")
    target.check(names)
    return names


def _wholes(path: str, scope: Scope, options: Options) -> Iterable[Whole]:
    """Return the transactions that may pass as a whole; none where it does not pay to look."""
    if (
        not options.keeps_events
        or not Path(path).is_file()
        or Path(path).stat().st_size < PASSES_FROM
    ):
        return ()
    return whole_transactions(path, scope, "auto")


def _name(path: str) -> str:
    """Return the file name of a log, without the ending of a compressed file."""
    name = base_name(path)
    if name == STDIN:
        return PIPED
    return PurePath(name).stem if is_compressed(path) else name
