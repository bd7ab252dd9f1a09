"""The command `diff`."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from typing import Any

import click

from binlog_kaitai.cli.endings import FAILED
from binlog_kaitai.cli.matches import report_empty
from binlog_kaitai.cli.options import ENGINE, LOGS, examples, filters_by_gtid, scan_of
from binlog_kaitai.cli.output import print_lines
from binlog_kaitai.cli.own_specs import SPECS
from binlog_kaitai.forensics.diff import Comparison, Difference, Digest
from binlog_kaitai.forensics.diff_rows import Row, RowsThatDiffer, rows_that_differ
from binlog_kaitai.model.names import full_name
from binlog_kaitai.printable import printable
from binlog_kaitai.read.engines import Engine

MAX_TOLD = 1000
MAX_WITH_ROWS = 100
"""Transactions of which it is told which rows differ."""

MAX_ROWS = 10
"""Rows of each set that are printed of a transaction."""


@click.command(
    short_help="Compare two logs, or two sets, transaction by transaction.",
    epilog=examples(
        "diff binlog.000001 binlog.000002",
        "diff --json 'binlog.*' binlog.000002",
        "diff . 'binlog.00000[12]'",
    ),
)
@click.argument("first", metavar="A", type=LOGS)
@click.argument("second", metavar="B", type=LOGS)
@filters_by_gtid
@click.option("--json", "is_json", is_flag=True, help="All that was found, as a line of JSON.")
@ENGINE
@SPECS
def diff(first: str, second: str, is_json: bool, engine: Engine, **asked: Any) -> None:
    """Compare two logs, folders or patterns A and B by their transactions' GTIDs.

    Exit status: 1 if they differ.
    """
    scans = [scan_of((path,), engine=engine, **asked) for path in (first, second)]
    found = Comparison((scans[0], scans[1]), engine)
    differences = found.differences()
    told = list(itertools.islice(differences, MAX_TOLD))
    more = sum(1 for _ in differences)
    rows = list(rows_that_differ(told[:MAX_WITH_ROWS], engine))
    only = [str(gtids) for gtids in found.only_in]
    if is_json:
        line = {
            "only_in_first": only[0],
            "only_in_second": only[1],
            "without_gtid": found.unnamed,
            "num_differ": len(told) + more,
            "differ": [
                difference.to_dict() | ({} if own is None else own.to_dict())
                for difference, own in itertools.zip_longest(told, rows)
            ],
        }
        print_lines([json.dumps(line, ensure_ascii=False)])
    else:
        _print((first, second), found, only, list(itertools.zip_longest(told, rows)), more)
    sys.stdout.flush()
    if told or any(only):
        raise click.exceptions.Exit(FAILED)
    if not any(found.gtids):
        report_empty(scan_of((first, second), engine=engine, **asked))


def _print(
    names: tuple[str, str],
    found: Comparison,
    only: list[str],
    told: list[tuple[Difference, RowsThatDiffer | None]],
    more: int,
) -> None:
    lines = [f"only in {name}: {gtids}" for name, gtids in zip(names, only, strict=True) if gtids]
    for name, count in zip(names, found.unnamed, strict=True):
        if count:
            lines.append(f"{name}: {count:,} transactions without GTIDs, which are not compared")
    for difference, rows in told:
        lines.append(f"{difference.gtid} differs:")
        lines += [
            f"    {_place(name, side)}" for name, side in zip(names, difference.sides, strict=True)
        ]
        lines += [] if rows is None else _rows(rows)
    if more:
        lines.append(f"and {more:,} more differ")
    if not (told or any(only)):
        lines.append("no differences")
    for line in lines:
        sys.stdout.write(f"{printable(line)}\n")


def _place(name: str, side: Digest | None) -> str:
    if side is None:
        return f"{name}: no rows"
    count = f"{side.rows:,} row image{'s' * (side.rows != 1)} or statement{'s' * (side.rows != 1)}"
    return f"{side.path} at byte {side.position}: {count}"


def _rows(rows: RowsThatDiffer) -> Iterator[str]:
    """Yield the rows of the first set alone after `-`, those of the second after `+`."""
    for sign, own in zip("-+", rows.only_in, strict=True):
        yield from (f"    {sign} {_row(row)}" for row in own[:MAX_ROWS])
        if len(own) > MAX_ROWS:
            yield f"    {sign} and {len(own) - MAX_ROWS:,} more"
    if not rows.is_all:
        yield "    what is behind these rows was not compared one by one"


def _row(row: Row) -> str:
    name = row.database if row.table is None else full_name(row.database, row.table)
    return f"{row.change_type} {name} {row.data}"
