"""The command `stats`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from binlog_kaitai.cli.matches import report_empty
from binlog_kaitai.cli.options import ENGINE, FILES, examples, filters_of_transactions, scan_of
from binlog_kaitai.cli.output import print_lines
from binlog_kaitai.cli.own_specs import SPECS
from binlog_kaitai.forensics.stats.gathering import gather, with_hot_rows
from binlog_kaitai.printable import printable
from binlog_kaitai.read.engines import Engine

_Titled = tuple[str, Table]

BAR = 24
WIDE = 400
MAX_LINES = 20
MAX_TRANSACTIONS = 5
MINUTE = 60
MAX_TEXT = 60


@click.command(
    short_help="Tell what logs are about: tables, times, transactions.",
    epilog=examples(
        "stats 'binlog.*'",
        "stats --start-datetime '2026-11-21 09:00' .",
        "stats --hot binlog.000001",
    ),
)
@FILES
@filters_of_transactions
@click.option("--hot", is_flag=True, help="Also the rows that were changed most often.")
@click.option("--json", "is_json", is_flag=True, help="All that was found, as a line of JSON.")
@click.option(
    "--html",
    metavar="PATH",
    type=click.Path(dir_okay=False, writable=True),
    help="Write a page with charts, which needs no network.",
)
@ENGINE
@SPECS
def stats(
    files: tuple[str, ...],
    hot: bool,
    is_json: bool,
    html: str | None,
    engine: Engine,
    **asked: Any,
) -> None:
    """Tell what FILES are about: tables, times, large transactions, DDL, servers."""
    scan = scan_of(files, view="transactions", engine=engine, **asked)
    found = gather(scan, engine)
    if hot:
        with_hot_rows(found, scan, engine)
    told = found.to_dict()
    if html is not None:
        from binlog_kaitai.forensics.stats.report import page  # noqa: PLC0415 - Plotly

        Path(html).write_text(page(told), encoding="utf-8")
    if is_json:
        print_lines([json.dumps(told, ensure_ascii=False)])
    elif html is None:
        _print(told)
    if found.fault is not None:
        sys.stdout.flush()
        raise found.fault
    if not found.totals.transactions:
        report_empty(scan)


def _print(told: dict[str, Any]) -> None:
    # where it is no terminal, lines are as long as they are
    width = None if sys.stdout.isatty() else WIDE
    console = Console(highlight=False, emoji=False, width=width)
    with console.capture() as printed:
        for title, table in _tables(told):
            if table.row_count:
                console.print(f"\n{escape(printable(title))}", style="bold")
                console.print(table)
    for line in printed.get().splitlines():
        sys.stdout.write(f"{line.rstrip()}\n")


def _tables(told: dict[str, Any]) -> Iterator[_Titled]:
    yield _table(
        "Logs",
        ["log", "transactions", "from", "to", "GTIDs", "missing before it"],
        [
            (Path(f["path"]).name, f["transactions"], f["first"], f["last"], f["gtids"], f["gap"])
            for f in told["files"]
        ],
    )
    largest = max((t["bytes"] for t in told["tables"]), default=0)
    yield _table(
        "Tables",
        ["table", "inserts", "updates", "deletes", "rows", "bytes", "share", ""],
        [
            (
                *(t[name] for name in ("table", "inserts", "updates", "deletes", "rows", "bytes")),
                f"{t['share']:.1%}",
                _bar(t["bytes"], largest),
            )
            for t in told["tables"]
        ],
    )
    yield _timeline(told["timeline"])
    for name in ("biggest", "longest"):
        yield _table(
            f"{name.capitalize()} transactions",
            ["time", "seconds", "log", "position", "GTID", "rows", "bytes", "tables"],
            [_transaction(row) for row in told[name][:MAX_TRANSACTIONS] if row["num_rows"]],
        )
    yield _table(
        "Most rows deleted",
        ["time", "log", "position", "GTID", "deleted", "tables"],
        [
            (
                *(row["timestamp"], row["file"], str(row["position"]), row["gtid"]),
                *(row["deleted"], _names(row["tables"])),
            )
            for row in told["deletes"][:MAX_TRANSACTIONS]
        ],
    )
    yield _table(
        "DDL",
        ["time", "log", "position", "database", "statement"],
        [
            (d["timestamp"], d["file"], str(d["position"]), d["database"], d["statement"])
            for d in told["ddl"]
        ],
    )
    yield _table(
        "Servers",
        ["server id", "transactions"],
        [(str(server["server_id"]), server["transactions"]) for server in told["servers"]],
    )
    for table in told["hot"]:
        most = max((row["changes"] for row in table["rows"]), default=0)
        exact = f" (or up to {table['error']} more)" if table["error"] else ""
        yield _table(
            f"Rows changed most often: {table['table']}{exact}",
            [*table["key"], "changes", ""],
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


def _timeline(told: dict[str, Any]) -> _Titled:
    """Return the parts of the time that have the most rows, in their order."""
    buckets = sorted(told["buckets"], key=lambda bucket: -bucket["rows"])[:MAX_LINES]
    most = max((bucket["rows"] for bucket in buckets), default=0)
    every = "minute" if told["seconds"] == MINUTE else f"{told['seconds'] // MINUTE} minutes"
    title = f"Busiest of every {every}" if len(buckets) < len(told["buckets"]) else f"Every {every}"
    return _table(
        title,
        ["from", "transactions", "rows", "bytes", ""],
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
