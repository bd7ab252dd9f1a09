"""The command `diff`."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from typing import Any

import click

from binlog_kaitai.cli.endings import FAILED
from binlog_kaitai.cli.matches import report_empty
from binlog_kaitai.cli.options import (
    DDL,
    ENGINE,
    LOGS,
    SPECS,
    THREADS,
    examples,
    filters_by_gtid,
    scan_of,
)
from binlog_kaitai.cli.output import AFTER, BEFORE, Part, print_json, print_styled
from binlog_kaitai.forensics.diff import Comparison, Difference, Digest
from binlog_kaitai.forensics.diff_rows import Row, RowsThatDiffer, rows_that_differ
from binlog_kaitai.model.names import full_name
from binlog_kaitai.printable import counted
from binlog_kaitai.read.engines import Engine

MAX_DIFFERENCES = 1000
MAX_WITH_ROWS = 100
"""Maximum number of transactions whose rows are compared."""

STYLES = BEFORE, AFTER
"""Styles of rows in only the first set, and in only the second."""

MAX_ROWS = 10
"""Maximum number of rows that are printed per transaction and log."""


@click.command(
    short_help="Compare the transactions of two logs.",
    epilog=examples(
        "diff binlog.000001 binlog.000002",
        "diff --json 'binlog.*' binlog.000002",
        "diff . 'binlog.00000[12]'",
    ),
)
@click.argument("first", metavar="A", type=LOGS)
@click.argument("second", metavar="B", type=LOGS)
@filters_by_gtid
@click.option("--json", "is_json", is_flag=True, help="Print the differences as a line of JSON.")
@DDL
@THREADS
@ENGINE
@SPECS
def diff(first: str, second: str, is_json: bool, engine: Engine, **options: Any) -> None:
    """Compare the transactions of A and B by their GTIDs.

    A and B are log files, directories or patterns. Exit status: 1 if they differ.
    """
    scans = [scan_of((path,), engine=engine, **options) for path in (first, second)]
    comparison = Comparison((scans[0], scans[1]), engine)
    differences = comparison.differences()
    first_differences = list(itertools.islice(differences, MAX_DIFFERENCES))
    more = sum(1 for _ in differences)
    rows = list(rows_that_differ(first_differences[:MAX_WITH_ROWS], scans, engine))
    only = [str(gtids) for gtids in comparison.only_in]
    if is_json:
        line = {
            "only_in_first": only[0],
            "only_in_second": only[1],
            "without_gtid": comparison.unnamed,
            "num_differ": len(first_differences) + more,
            "differ": [
                difference.to_dict() | ({} if own is None else own.to_dict())
                for difference, own in itertools.zip_longest(first_differences, rows)
            ],
        }
        print_json(line)
    else:
        pairs = list(itertools.zip_longest(first_differences, rows))
        _print((first, second), comparison, only, pairs, more)
    sys.stdout.flush()
    if first_differences or any(only):
        raise click.exceptions.Exit(FAILED)
    if not any(comparison.gtids):
        report_empty(scan_of((first, second), engine=engine, **options))


def _print(
    names: tuple[str, str],
    comparison: Comparison,
    only: list[str],
    differences: list[tuple[Difference, RowsThatDiffer | None]],
    more: int,
) -> None:
    lines: list[list[Part]] = [
        [f"only in {name}: ", (gtids, style)]
        for name, gtids, style in zip(names, only, STYLES, strict=True)
        if gtids
    ]
    for name, count in zip(names, comparison.unnamed, strict=True):
        if count:
            lines.append([f"{name}: {count:,} transactions without GTIDs were not compared"])
    for difference, rows in differences:
        lines.append([f"{difference.gtid} differs:"])
        lines += [
            [f"    {_place(name, side)}"]
            for name, side in zip(names, difference.sides, strict=True)
        ]
        lines += [] if rows is None else _rows(rows)
    if more:
        lines.append([f"{more:,} more transactions differ"])
    if not (differences or any(only)):
        lines.append(["no differences"])
    print_styled(lines)


def _place(name: str, side: Digest | None) -> str:
    if side is None:
        return f"{name}: no rows"
    noun = "row image or statement" if side.rows == 1 else "row images or statement"
    return f"{side.path} at byte {side.position}: {counted(side.rows, noun)}"


def _rows(rows: RowsThatDiffer) -> Iterator[list[Part]]:
    """Yield the rows that only the first log has after `-`, and those of the second after `+`."""
    for sign, own, style in zip("-+", rows.only_in, STYLES, strict=True):
        for row in own[:MAX_ROWS]:
            yield [(f"    {sign} {_row(row)}", style)]
        if len(own) > MAX_ROWS:
            yield [(f"    {sign} and {len(own) - MAX_ROWS:,} more", style)]
    if not rows.is_all:
        yield ["    later rows were not compared one by one"]


def _row(row: Row) -> str:
    name = row.database if row.table is None else full_name(row.database, row.table)
    return f"{row.change_type} {name} {row.data}"
