"""Terminal output of an export."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Column, Table

from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.running import Runner, Threads
from binlog_kaitai.lake.summary import Step, Summary
from binlog_kaitai.lake.tables import check_format
from binlog_kaitai.printable import printable


def export_with_bar(
    console: Console,
    paths: Iterable[str],
    out: str | Path,
    *,
    runner: Runner,
    label: str = "",
    **options: Any,
) -> Summary:
    """Export with a progress bar. Raises as `lake.job.export`."""
    # before there is a bar
    check_format(out, options.get("file_format", "parquet"), options.get("catalog"))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    is_hidden = not console.is_terminal  # it would leave an empty line
    with Progress(*columns, console=console, transient=True, disable=is_hidden) as bar:
        begins = "read" if isinstance(runner, Threads) else "start Spark"
        task = bar.add_task(f"{label}{begins}", total=None)

        def show(step: Step) -> None:
            if is_hidden:
                show_snapshot(step)
            name = escape(f"{label}{step.stage} {printable(Path(step.name).name)}")
            bar.update(task, description=name, completed=step.done, total=step.total)

        summary = export(paths, out, runner=runner, progress=show, **options)
        while options.get("snapshot") and summary.baselines:
            options |= {"overwrite": False, "reset": ()}
            again = export(paths, out, runner=runner, progress=show, **options)
            summary = again.after(summary)
        return summary


def show_snapshot(step: Step) -> None:
    """Print a line about the snapshot of a table."""
    if step.stage == "snapshot":
        name = printable(step.name)
        click.echo(f"snapshot of {name}: {step.done} of about {step.total} rows", err=True)


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
