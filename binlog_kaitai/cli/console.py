"""Terminal output of an export."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Column, Table

from binlog_kaitai.io.status import Status
from binlog_kaitai.lake.following import step_taker, take_summary
from binlog_kaitai.lake.healing import Healing
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.progress import SnapshotProgress, snapshot_line
from binlog_kaitai.lake.running import Runner, Snapshot, Threads
from binlog_kaitai.lake.summary import Step, Summary
from binlog_kaitai.lake.tables import check_format
from binlog_kaitai.printable import printable

LINE_SECONDS = 5.0


def export_with_bar(
    console: Console,
    paths: Iterable[str],
    out: str | Path,
    *,
    runner: Runner,
    label: str = "",
    **options: Any,
) -> Summary:
    """Export with a progress bar, and set the option `status`. Raises as `lake.job.export`."""
    status = options.pop("status", None) or Status("export", str(out))
    # before there is a bar
    check_format(out, options.get("file_format", "parquet"), options.get("catalog"))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    is_hidden = not console.is_terminal  # it would leave an empty line
    with Progress(*columns, console=console, transient=True, disable=is_hidden) as bar:
        begins = "read" if isinstance(runner, Threads) else "start Spark"
        task = bar.add_task(f"{label}{begins}", total=None)
        lines = SnapshotLines()

        def show(step: Step) -> None:
            name = f"{label}{step.stage} {printable(Path(step.name).name)}"
            if step.stage in {"snapshot", "pause"}:
                assert status.snapshot is not None
                name = f"{label}{printable(snapshot_line(status.snapshot))}"
            if is_hidden:
                lines.show(step)
            bar.update(task, description=escape(name), completed=step.done, total=step.total)

        healing = Healing((0.0,) * 3) if Snapshot.is_of_server(options.get("snapshot")) else None
        options["snapshot"] = Snapshot.of(options.get("snapshot"), healing)
        take = step_taker(status, show)
        summary = export(paths, out, runner=runner, progress=take, **options)
        take_summary(status, summary, healing)
        while healing is not None and healing.is_due():
            options |= {"overwrite": False, "reset": ()}
            again = export(paths, out, runner=runner, progress=take, **options)
            take_summary(status, again, healing)
            summary = again.after(summary)
        return summary


class SnapshotLines:
    """Prints lines about snapshots on stderr, one for each table and pause, and from time to time.

    Args:
        interval: minimum number of seconds between two lines about the same table or pause.
        clock: returns the time in seconds.
    """

    def __init__(
        self, interval: float = LINE_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._interval = interval
        self._clock = clock
        self._progress = SnapshotProgress(clock)
        self._last = ("", "")
        self._time = 0.0

    def show(self, step: Step) -> None:
        """Print a line about a step of a snapshot, unless it has just printed another one."""
        if step.stage not in {"snapshot", "pause"}:
            return
        values, now = self._progress.take(step), self._clock()
        is_done = step.stage == "snapshot" and step.done == step.total
        is_new = self._last != (step.stage, step.name)
        if is_new or is_done or now - self._time >= self._interval:
            click.echo(printable(snapshot_line(values)), err=True)
            self._last, self._time = (step.stage, step.name), now


def summary_table(summaries: dict[str, Summary]) -> Table:
    """Return a table with a row for each summary: its counts and its duration."""
    headings = ("files", "events", "row images", "statements", "tables", "seconds")
    table = Table(Column(overflow="fold"), *headings, title="Export")
    for name, summary in summaries.items():
        table.add_row(
            escape(printable(name)),
            f"{summary.files}",
            f"{summary.events}",
            f"{sum(summary.images.values())}",
            f"{summary.statements}",
            f"{len(summary.images)}",
            f"{summary.seconds:.1f}",
        )
    return table


def aside_lines(
    set_aside: Mapping[str, object],
    stale: Mapping[str, Sequence[str]],
    unread: Mapping[str, Sequence[str]],
) -> list[str]:
    """Return a line for each table that is set aside or may have old values, with the reason.

    The arguments are those attributes of a `Summary`.
    """
    lines = [f"{name} is set aside: {why}" for name, why in set_aside.items()]
    lines += (
        f"{name} may have old values in {', '.join(columns)}: updates do not log generated columns,"
        " and no table definition identifies them; export with --ddl"
        for name, columns in stale.items()
    )
    lines += (
        f"{name} may have old rows: a foreign key changes them with {', '.join(parents)}, which the"
        " export leaves out; export the parent, too"
        for name, parents in unread.items()
    )
    return list(map(printable, lines))


def note_lines(summary: Summary) -> Iterator[str]:
    """Yield the lines about unchanged datasets, and current tables that lack something."""
    if summary.kept:
        yield f"{len(summary.kept)} of {len(summary.datasets)} datasets were complete before"
    unlogged = [f"{table}.{name}" for table, some in summary.unlogged.items() for name in some]
    for names, text in (
        (summary.keyless, "no current rows, because the logs contain no primary key (set --keys)"),
        (
            summary.left_out,
            "not updated, because options exclude them (--table, --exclude-table)",
        ),
        (summary.incomplete, "without the rows that are older than the logs"),
        (unlogged, "null in current tables, because updates do not log them"),
    ):
        if names:
            yield f"{text}: {', '.join(map(printable, names))}"
