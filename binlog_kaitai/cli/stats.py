"""The command `stats`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from binlog_kaitai.cli.matches import report_empty, typed_filters
from binlog_kaitai.cli.options import (
    ENGINE,
    FILES,
    SPECS,
    THREADS,
    examples,
    filters_of_transactions,
    scan_of,
)
from binlog_kaitai.cli.output import not_a_log, opened, print_json
from binlog_kaitai.forensics.stats.gathering import (
    collect_statistics,
    with_distinct_names,
    with_hot_rows,
)
from binlog_kaitai.forensics.stats.totals import interval_name
from binlog_kaitai.printable import printable
from binlog_kaitai.read.engines import Engine

_Titled = tuple[str, Table]

BAR = 24
WIDE = 400
MAX_LINES = 20
MAX_TRANSACTIONS = 5
MAX_TEXT = 60


@click.command(
    short_help="Summarize logs: tables, time range, transactions.",
    epilog=examples(
        "stats 'binlog.*'",
        "stats --start-datetime '2026-11-21 09:00' .",
        "stats --hot binlog.000001",
    ),
)
@FILES
@filters_of_transactions
@click.option("--hot", is_flag=True, help="Add the most frequently changed rows.")
@click.option("--json", "is_json", is_flag=True, help="Print the report as a line of JSON.")
@click.option(
    "--html",
    metavar="PATH",
    type=click.Path(dir_okay=False, writable=True),
    callback=not_a_log,
    help="Write an HTML report with charts, which works without a network.",
)
@THREADS
@ENGINE
@SPECS
def stats(
    files: tuple[str, ...],
    hot: bool,
    is_json: bool,
    html: str | None,
    engine: Engine,
    **options: Any,
) -> None:
    """Summarize FILES: tables, time range, largest transactions, DDL, servers."""
    scan = scan_of(files, view="transactions", engine=engine, **options)
    statistics = collect_statistics(scan, engine)
    if hot:
        with_hot_rows(statistics, scan, engine)
    report = statistics.to_dict()
    if html is not None:
        from binlog_kaitai.forensics.stats.report import page  # noqa: PLC0415 - Plotly

        with opened(html) as stream:
            stream.write(page(report, _selection(files, options)))
    if is_json:
        print_json(report)
    elif html is None:
        _print(report)
    if statistics.fault is not None:
        sys.stdout.flush()
        raise statistics.fault
    if not statistics.totals.transactions:
        report_empty(scan)


def _selection(files: tuple[str, ...], options: dict[str, Any]) -> str:
    """Return the filters and files of the command line, for other commands."""
    words = typed_filters(click.get_current_context())
    if options["keyring"] is not None:
        words.append(f"--keyring {shlex.quote(options['keyring'])}")
    return " ".join([*words, *map(shlex.quote, files)])


def _print(report: dict[str, Any]) -> None:
    # a narrow terminal wraps lines; the console would cut GTIDs and positions
    console = Console(highlight=False, emoji=False, width=WIDE)
    with console.capture() as printed:
        for title, table in _tables(with_distinct_names(report)):
            if table.row_count:
                console.print(f"\n{escape(printable(title))}", style="bold")
                console.print(table)
    for line in printed.get().splitlines():
        sys.stdout.write(f"{line.rstrip()}\n")


def _tables(report: dict[str, Any]) -> Iterator[_Titled]:
    yield _table(
        "Logs",
        ["Log file", "Transactions", "First", "Last", "GTIDs", "Missing previous GTIDs"],
        [
            (f["file"], f["transactions"], f["first"], f["last"], f["gtids"], f["gap"])
            for f in report["files"]
        ],
    )
    largest = max((t["bytes"] for t in report["tables"]), default=0)
    yield _table(
        "Tables",
        ["Table", "Inserts", "Updates", "Deletes", "Rows", "Bytes", "Share", ""],
        [
            (
                *(t[name] for name in ("table", "inserts", "updates", "deletes", "rows", "bytes")),
                f"{t['share']:.1%}",
                _bar(t["bytes"], largest),
            )
            for t in report["tables"]
        ],
    )
    yield _timeline(report["timeline"])
    for title, name in (("Largest", "biggest"), ("Longest", "longest")):
        yield _table(
            f"{title} transactions",
            ["Time", "Seconds", "Log file", "Position", "GTID", "Rows", "Bytes", "Tables"],
            [_transaction(row) for row in report[name][:MAX_TRANSACTIONS] if row["num_rows"]],
        )
    yield _table(
        "Largest deletes",
        ["Time", "Log file", "Position", "GTID", "Deleted rows", "Tables"],
        [
            (
                *(row["timestamp"], row["file"], str(row["position"]), row["gtid"]),
                *(row["deleted"], _names(row["tables"])),
            )
            for row in report["deletes"][:MAX_TRANSACTIONS]
        ],
    )
    yield _table(
        "DDL",
        ["Time", "Log file", "Position", "Database", "Statement"],
        [
            (d["timestamp"], d["file"], str(d["position"]), d["database"], d["statement"])
            for d in report["ddl"]
        ],
    )
    yield _table(
        "Servers",
        ["Server ID", "Transactions"],
        [(str(server["server_id"]), server["transactions"]) for server in report["servers"]],
    )
    for table in report["hot"]:
        most = max((row["changes"] for row in table["rows"]), default=0)
        exact = f" (counts may be up to {table['error']} too low)" if table["error"] else ""
        yield _table(
            f"Most frequently changed rows of {table['table']}{exact}",
            [*table["key"], "Changes", ""],
            [
                (*map(str, row["key"].values()), row["changes"], _bar(row["changes"], most))
                for row in table["rows"]
            ],
        )


def _transaction(row: dict[str, Any]) -> tuple[Any, ...]:
    seconds = f"{row['seconds']:.0f}" if "seconds" in row else None
    place = row["timestamp"], seconds, row["file"], str(row["position"]), row["gtid"]
    return *place, row["num_rows"], row["num_bytes"], _names(row["tables"])


def _names(tables: list[dict[str, Any]]) -> str:
    return ", ".join(table["table"] for table in tables)


def _timeline(timeline: dict[str, Any]) -> _Titled:
    """Return the intervals with the most rows, in order of time."""
    buckets = sorted(timeline["buckets"], key=lambda bucket: -bucket["rows"])[:MAX_LINES]
    most = max((bucket["rows"] for bucket in buckets), default=0)
    each = interval_name(timeline["seconds"])
    busiest = f"intervals of {each}" if " " in each else f"{each}s"
    is_part = len(buckets) < len(timeline["buckets"])
    title = f"Busiest {busiest}" if is_part else f"Activity per {each}"
    return _table(
        title,
        ["Start", "Transactions", "Rows", "Bytes", ""],
        [
            (b["time"], b["transactions"], b["rows"], b["bytes"], _bar(b["rows"], most))
            for b in sorted(buckets, key=lambda bucket: bucket["time"])
        ],
    )


def _table(title: str, headings: list[str], rows: list[tuple[Any, ...]]) -> _Titled:
    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(headings):
        are_numbers = any(isinstance(row[number], int) for row in rows)
        table.add_column(
            escape(printable(heading)), justify="right" if are_numbers else "left", no_wrap=True
        )
    for row in rows[:MAX_LINES]:
        table.add_row(*map(_shown, row))
    if len(rows) > MAX_LINES:
        table.add_row(f"... and {len(rows) - MAX_LINES:,} more")
    return title, table


def _shown(value: Any) -> str:
    if value is None:
        return ""
    text = f"{value:,}" if isinstance(value, int) else printable(str(value))
    return escape(text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…")


def _bar(value: int, most: int) -> str:
    return "█" * round(BAR * value / most) if most else ""
