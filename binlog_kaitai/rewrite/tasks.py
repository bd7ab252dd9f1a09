"""Rewrites logs in tasks of their own, one a log, in any order and at the same time.

Few things of a log depend on those before it: the GTIDs that it says were before it, and warnings
of what was left out. So each log is written first as if nothing had been left out before. Of those
for which that is wrong, the tasks run again.

A task notes beside its log what it has done, so that a run behind one that was killed does not do
it again. The notes go with the end of the work.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, TypeVar

from binlog_kaitai.model.redaction import Redaction
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.redacting import rules_without_columns
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import AS_READ, check_logs, inputs_of, names_of, rewrite_log
from binlog_kaitai.rewrite.progress import (
    NOTE,
    Progress,
    left_of,
    left_to_json,
    log_of,
    log_to_json,
    rules_to_json,
    take_in_rules,
)
from binlog_kaitai.rewrite.series import Series, WrittenLog
from binlog_kaitai.rewrite.targets import Target
from binlog_kaitai.rewrite.transactions import Left, Run

_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Done:
    """What a task has done.

    Attributes:
        log: that was written.
        warnings: dependencies that are broken.
        left: what the log leaves to the next one, alone.
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
        identity: names the selection, the options, the log that is read, and the next one.
    """

    path: str
    scope: Scope
    names: tuple[str, ...]
    target: Target
    options: Options
    identity: str

    @property
    def note(self) -> str:
        """The name of the file that says what the task has done."""
        return f".{self.names[0]}{NOTE}"

    def run(self, before: Left, alone: Left | None = None) -> Done:
        """Write the log, unless a task has done so in a run before.

        Args:
            before: what the logs before it have left.
            alone: what it leaves to the next one, if it was written before without those.

        Raises:
            ValueError, FileExistsError, BinlogError: as `rewrite_logs`.
        """
        front = json.dumps(left_to_json(before))
        text = self.target.read(self.note)
        done = None if text is None else self._noted(json.loads(text), front if before else None)
        if done is None:
            done = self._written(before, alone)
            note = {
                "identity": self.identity,
                "before": front,
                "log": log_to_json(done.log),
                "warnings": done.warnings,
                "left": left_to_json(done.left),
                "rules": rules_to_json(done.redaction),
            }
            self.target.write(self.note, json.dumps(note).encode())
        return done

    def _written(self, before: Left, alone: Left | None) -> Done:
        warnings: list[str] = []
        # a task that has failed, or runs again, may have written it before
        with Series(self.target, iter(self.names), AS_READ, may_replace=True) as series:
            run = Run(self.options, warnings.append, series, left=before)
            rewrite_log(run, self.path, self.scope, is_last=True)
            (written,) = series.taken()
        return Done(written, tuple(warnings), alone or run.left, self.options.redaction)

    def _noted(self, found: dict[str, Any], front: str | None) -> Done | None:
        """Return what was done before; None if it was something else, or the log is not there.

        Args:
            found: the note.
            front: what the logs before leave; None if only what this one leaves is wanted.
        """
        if found["identity"] != self.identity or front not in {None, found["before"]}:
            return None
        log = log_of(found["log"])
        try:
            self.target.verify(log.path, log.size)
        except FileNotFoundError:
            return None
        take_in_rules(self.options.redaction, found["rules"])
        left = left_of(found["left"])
        return Done(log, tuple(found["warnings"]), left, self.options.redaction)


class Runner(Protocol):
    """Runs tasks, and yields what they return, in their order."""

    def __call__(self, tasks: Sequence[Callable[[], _Result]], /) -> Iterable[_Result]: ...


def rewrite_in_tasks(
    scan: Scan, target: Target, options: Options, run: Runner, identity: str
) -> tuple[list[WrittenLog], list[str]]:
    """Write each log of a scan by a task; return what was written, and what is broken.

    Args:
        scan: the logs, and what of them is wanted.
        target: where they are written to: a place that each task reaches, and that replaces logs.
        options: how events are changed.
        run: runs the tasks.
        identity: names the selection and the options. A run that was killed goes on when it is
            repeated.

    Raises:
        ValueError, FileExistsError, BinlogError: as `rewrite_logs`.
    """
    check_logs(scan, options)
    names, inputs = names_of(scan), inputs_of(scan)
    progress = Progress(target, identity, inputs, redaction=None)
    target.check(names[progress.num_done :])
    progress.save(len(inputs), [], Left())  # which of them are done say the notes of the tasks
    tasks = []
    for number, ((path, scope), log) in enumerate(zip(scan.scopes(), inputs, strict=True)):
        named = tuple(names[number : number + 2])  # the next one is in its ROTATE
        tasks.append(Task(path, scope, named, target, options, f"{identity} {log} {named}"))
    try:
        done = _run_all(tasks, run)
    except BaseException:
        if not {task.note for task in tasks}.intersection(target.names()):
            progress.drop()
        raise
    list(run([partial(target.delete, task.note) for task in tasks]))
    progress.drop()
    warnings = [warning for one in done for warning in one.warnings]
    return [one.log for one in done], warnings + _of_rules(done, options)


def _run_all(tasks: list[Task], run: Runner) -> list[Done]:
    done = list(run([partial(task.run, Left()) for task in tasks]))
    before, again = Left(), {}
    for number, (task, one) in enumerate(zip(tasks, done, strict=True)):
        if before:
            again[number] = partial(task.run, before, one.left)
        before = before.then(one.left)
    for number, one in zip(again, run(list(again.values())), strict=True):
        done[number] = one
    return done


def _of_rules(done: Iterator[Done] | list[Done], options: Options) -> list[str]:
    redaction = options.redaction
    if redaction is None:
        return []
    redaction = replace(redaction, _have_columns={})
    for one in done:
        if one.redaction is not None:
            redaction.take_in(one.redaction)
    return rules_without_columns(redaction)
