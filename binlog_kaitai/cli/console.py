"""What an export shows on a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from binlog_kaitai.lake.job import check_format, export
from binlog_kaitai.lake.running import Runner, Threads
from binlog_kaitai.lake.summary import Step, Summary
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
    """Export with a bar that shows how far it is."""
    # before there is a bar
    check_format(out, options.get("file_format", "parquet"), options.get("catalog"))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    is_hidden = not console.is_terminal  # where it would leave an empty line
    with Progress(*columns, console=console, transient=True, disable=is_hidden) as bar:
        begins = "read" if isinstance(runner, Threads) else "start Spark"
        task = bar.add_task(f"{label}{begins}", total=None)

        def show(step: Step) -> None:
            name = escape(f"{label}{step.stage} {printable(Path(step.name).name)}")
            bar.update(task, description=name, completed=step.done, total=step.total)

        return export(paths, out, runner=runner, progress=show, **options)


def summary_table(summaries: dict[str, Summary]) -> Table:
    """Return how much was read, and how long it took, a row a summary."""
    headings = ("files", "events", "row images", "statements", "tables", "seconds")
    table = Table("", *headings, title="What was read")
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


def keyless_line(summary: Summary) -> str | None:
    """Return which tables are not kept as they stand, if any."""
    if not summary.keyless:
        return None
    names = ", ".join(map(printable, summary.keyless))
    return f"not kept as they stand, for the logs tell no primary key (--keys): {names}"


def aside_lines(summary: Summary) -> list[str]:
    """Return why tables are set aside, or have columns that may be stale, a line each."""
    lines = [f"{name} is set aside: {why}" for name, why in summary.set_aside.items()]
    lines += (
        f"{name} may have old values in {', '.join(columns)}: the server leaves generated columns"
        " out of updates, and no definition says which these are; export with --ddl"
        for name, columns in summary.stale.items()
    )
    return list(map(printable, lines))


def left_out_line(summary: Summary) -> str | None:
    """Return which tables of earlier runs the options leave out, if any."""
    if not summary.left_out:
        return None
    names = ", ".join(map(printable, summary.left_out))
    return f"left out, as they were (--table, --exclude-table): {names}"


def unlogged_line(summary: Summary) -> str | None:
    """Return which columns are null as updates do not log them, if any."""
    if not summary.unlogged:
        return None
    names = [f"{table}.{name}" for table, some in summary.unlogged.items() for name in some]
    columns = ", ".join(map(printable, names))
    return f"null in current tables, for the server does not log them in updates: {columns}"


def kept_line(summary: Summary) -> str | None:
    """Return how many datasets of an earlier export did not change, if any."""
    if not summary.kept:
        return None
    return (
        f"{len(summary.kept)} of {len(summary.datasets)} datasets were whole before, and are kept"
    )
