"""Rewrites logs one after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path, PurePath

from binlog_kaitai.io.files import is_compressed, is_paged
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.given import STDIN
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.redacting import rules_without_columns
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.log import LogRewriter
from binlog_kaitai.rewrite.progress import Progress
from binlog_kaitai.rewrite.series import Cutting, Series, WrittenLog, counted_among, counted_names
from binlog_kaitai.rewrite.stretches import Stretch, stretches_in
from binlog_kaitai.rewrite.targets import Target
from binlog_kaitai.rewrite.transactions import Run

AS_READ = Cutting()

PASSES_FROM = 2**20
"""Bytes of a log from which on transactions are looked for that pass as a whole."""

PIPED = "stdin"
"""The file name of a log from standard input."""


def rewrite_logs(  # noqa: PLR0913, PLR0917 - a callback and two of them by default
    scan: Scan,
    target: Target,
    options: Options,
    warn: Callable[[str], object],
    cutting: Cutting = AS_READ,
    identity: str | None = None,
) -> Iterator[WrittenLog]:
    """Write each log of a scan, and yield what was written.

    With an identity, a run that was killed goes on when it is repeated; logs that it had written
    are yielded again.

    Args:
        scan: the logs, and what of them is wanted.
        target: where they are written to.
        options: how events are changed.
        warn: is called with each dependency that is broken.
        cutting: where the logs end that are written.
        identity: names the selection, the options and `cutting`; None never to go on.

    Raises:
        ValueError: two logs have the same name, or there are several for a stream.
        FileExistsError: the target has a log of such a name, or an unfinished run of another
            identity.
        BinlogError: a log cannot be read, or not be changed as asked.
    """
    check_logs(scan, options)
    progress = Progress(target, identity, inputs_of(scan), options.redaction)
    as_read = names_of(scan)
    if cutting.is_none:
        # the first log that is not complete may be there, as the run before was killed
        target.check(as_read[progress.num_done + progress.is_resumed :])
    elif not progress.is_resumed:
        # a run behind this one could not tell them from its own
        target.check(counted_among(as_read[0], target.names()) or as_read[:1])
    names = iter(as_read) if cutting.is_none else counted_names(as_read[0])
    names = islice(names, len(progress.logs), None)
    progress.begin()
    try:
        yield from progress.logs
        with Series(target, names, cutting, may_replace=progress.is_resumed) as series:
            run = Run(options, progress.warning(warn), series, left=progress.left)
            for number, (path, scope) in enumerate(scan.scopes()):
                if number < progress.num_done:
                    continue
                rewrite_log(run, path, scope, is_last=number == len(scan.logs) - 1)
                written = list(series.taken())
                progress.save(number + 1, written, None if series.is_open else run.left)
                yield from written
    except BaseException:
        if not progress.logs:
            progress.drop()
        raise
    progress.drop()
    for text in rules_without_columns(options.redaction):
        warn(text)


def inputs_of(scan: Scan) -> list[str]:
    """Return texts that name the logs of a scan, with their sizes if these are known."""
    paths = [Path(log.path) for log in scan.logs]
    sizes = [path.stat().st_size if path.is_file() else None for path in paths]
    return [f"{path} of {size} bytes" for path, size in zip(paths, sizes, strict=True)]


def rewrite_log(run: Run, path: str, scope: Scope, *, is_last: bool) -> None:
    """Write a log, behind what others have left. Raises BinlogError as `rewrite_logs`."""
    with LogFile(path) as log:
        stretches = _stretches(path, scope, run)
        LogRewriter(run, log, scope, is_last=is_last, stretches=stretches).rewrite()


def check_logs(scan: Scan, options: Options) -> None:
    """Raise ValueError for logs that cannot be rewritten."""
    takes_one_dump = options.redaction is not None or options.completes
    if takes_one_dump and any(scope.over_time for _, scope in scan.scopes()):
        name = "--full-metadata" if options.completes else "--redact"
        raise ValueError(f"{name} takes column names from a dump for all logs: pass --ddl-at all")


def names_of(scan: Scan) -> list[str]:
    """Return the names of the logs that are written, which have those of the logs that are read.

    Raises ValueError if two logs have the same name.
    """
    names = [_name(log.path) for log in scan.logs]
    for name, count in Counter(names).items():
        if count > 1:
            raise ValueError(f"expected log files with different names, found {name} twice")
    return names


def _stretches(path: str, scope: Scope, run: Run) -> Iterable[Stretch]:
    """Return the transactions that may pass as a whole; none where it does not pay to look."""
    if not Path(path).is_file() or Path(path).stat().st_size < PASSES_FROM or is_paged(path):
        return ()
    is_each_sure = run.series.cutting.is_none or run.options.keep_events_of(scope)
    are_together = is_each_sure and not run.options.compresses
    return stretches_in(path, scope, "auto", are_together=are_together)


def _name(path: str) -> str:
    """Return the file name of a log, without the ending of a compressed file, or of pages."""
    name = base_name(path)
    if name == STDIN:
        return PIPED
    return PurePath(name).stem if is_compressed(path) or is_paged(path) else name
