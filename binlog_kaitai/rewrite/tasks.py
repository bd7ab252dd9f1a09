"""Rewrites logs in tasks of their own, one a log, in any order and at the same time.

Few things of a log depend on those before it: the GTIDs that it says were before it, and warnings
of what was left out. So each log is written first as if nothing had been left out before. Of those
for which that is wrong, the tasks run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from binlog_kaitai.model.redaction import Redaction
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.redacting import rules_without_columns
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import AS_READ, check_logs, names_of, rewrite_log
from binlog_kaitai.rewrite.series import Series, WrittenLog
from binlog_kaitai.rewrite.targets import Target
from binlog_kaitai.rewrite.transactions import Left, Run


@dataclass(frozen=True)
class Done:
    """What a task has done.

    Attributes:
        log: that was written.
        warnings: dependencies that are broken.
        left: what the log leaves to the next one, with what those before it left.
        redaction: of the columns, which knows those that it has met.
    """

    log: WrittenLog
    warnings: tuple[str, ...]
    left: Left
    redaction: Redaction | None


@dataclass(frozen=True)
class Task:
    """A log that is to be written.

    Attributes:
        path: of the log that is read.
        scope: what of it is wanted.
        names: the file names of the log that is written, and of the next one, if there is one.
        target: where it is written.
        options: how events are changed.
    """

    path: str
    scope: Scope
    names: tuple[str, ...]
    target: Target
    options: Options

    def run(self, before: Left) -> Done:
        """Write the log, behind what those before it have left. Raises as `rewrite_logs`."""
        warnings: list[str] = []
        # a task that has failed, or runs again, may have written it before
        with Series(self.target, iter(self.names), AS_READ, may_replace=True) as series:
            run = Run(self.options, warnings.append, series, left=before)
            rewrite_log(run, self.path, self.scope, is_last=True)
            (written,) = series.taken()
        return Done(written, tuple(warnings), run.left, self.options.redaction)


Runner = Callable[[Sequence[Callable[[], Done]]], Iterable[Done]]
"""Runs tasks, and yields what they have done, in their order."""


def rewrite_in_tasks(
    scan: Scan, target: Target, options: Options, run: Runner
) -> tuple[list[WrittenLog], list[str]]:
    """Write each log of a scan by a task; return what was written, and what is broken.

    Args:
        scan: the logs, and what of them is wanted.
        target: where they are written to: a place that each task reaches, and that replaces logs.
        options: how events are changed.
        run: runs the tasks.

    Raises:
        ValueError, FileExistsError, BinlogError: as `rewrite_logs`.
    """
    check_logs(scan, options)
    names = names_of(scan)
    target.check(names)
    tasks = [
        Task(path, scope, tuple(names[number : number + 2]), target, options)
        for number, (path, scope) in enumerate(scan.scopes())
    ]
    done = list(run([partial(task.run, Left()) for task in tasks]))
    before, again = Left(), {}
    for number, (task, one) in enumerate(zip(tasks, done, strict=True)):
        if before:
            again[number] = partial(task.run, before)
        before = before.then(one.left)
    for number, one in zip(again, run(list(again.values())), strict=True):
        done[number] = one
    warnings = [warning for one in done for warning in one.warnings]
    return [one.log for one in done], warnings + _of_rules(done, options)


def _of_rules(done: Iterator[Done] | list[Done], options: Options) -> list[str]:
    redaction = options.redaction
    if redaction is None:
        return []
    redaction = replace(redaction, _have_columns={})
    for one in done:
        if one.redaction is not None:
            redaction.take_in(one.redaction)
    return rules_without_columns(redaction)
