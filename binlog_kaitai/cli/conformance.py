"""The command `conformance`."""

from __future__ import annotations

import json
from dataclasses import asdict
from fnmatch import fnmatch
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from binlog_kaitai.cli.endings import FAILED
from binlog_kaitai.cli.options import examples
from binlog_kaitai.cli.output import print_lines
from binlog_kaitai.forensics.conformance.cases import CaseError, find_cases
from binlog_kaitai.forensics.conformance.running import run_reader
from binlog_kaitai.forensics.conformance.scoring import Failure, Score
from binlog_kaitai.printable import printable

MAX_FAILURES = 3
"""Maximum number of failures that are printed per case, without `--json`."""

MAX_WIDTH = 60
"""Maximum number of characters of a value that are printed."""

COUNTS = ("exact", "stored", "absent", "wrong", "missing", "extra")


@click.command(
    short_help="Score readers of logs by the tables of a server.",
    epilog=examples(
        "conformance --reader own 'binlog-kaitai rows' tests/fixtures",
        "conformance --case 'mysql97/t*' --reader mine './reader {logs}' tests/fixtures",
        "conformance --json --reader mine ./reader tests/fixtures",
    ),
)
@click.argument(
    "folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "--reader",
    "readers",
    metavar="NAME CMD",
    nargs=2,
    multiple=True,
    required=True,
    help="Name and command of a reader. The logs of a case take the place of {logs}, or follow.",
)
@click.option("--case", "pattern", default="*", metavar="PATTERN", help="Only these cases.")
@click.option(
    "--timeout",
    "seconds",
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    help="Maximum time of a reader for a case.",
)
@click.option("--json", "is_json", is_flag=True, help="Print a line of JSON for each score.")
def conformance(
    folder: Path,
    readers: tuple[tuple[str, str], ...],
    pattern: str,
    seconds: float,
    is_json: bool,
) -> None:
    """Run readers on the cases in DIR and compare their rows with a server's SELECT.

    A case is a log NAME.binlog (or logs NAME.1.binlog, NAME.2.binlog) and NAME.json, the tables at
    its end. A reader prints row images as lines of JSON, as the command 'rows' does.

    Exit status: 1 if a reader fails a case.
    """
    try:
        cases = [case for case in find_cases(folder) if fnmatch(case.name, pattern)]
        if not cases:
            raise click.UsageError(f"No case in {folder} matches {pattern!r}.")
        scores: dict[str, list[Score]] = {}
        for name, command in readers:
            for case in cases:
                found = run_reader(command, case, seconds)
                scores.setdefault(name, []).append(found)
                print_lines(_json(name, found) if is_json else _text(name, found))
    except CaseError as error:
        raise click.UsageError(str(error)) from None
    if not is_json:
        _print_totals(scores)
    if not all(score.is_passed for own in scores.values() for score in own):
        raise click.exceptions.Exit(FAILED)


def _json(reader: str, score: Score) -> list[str]:
    told = {"reader": reader, "passed": score.is_passed, **asdict(score)}
    return [json.dumps(told, ensure_ascii=False)]


def _text(reader: str, score: Score) -> list[str]:
    if score.is_passed:
        return []
    lines = [f"{reader} fails {score.case}" + (f": {score.stopped}" if score.stopped else "")]
    lines += [f"    {_failure(failure)}" for failure in score.failures[:MAX_FAILURES]]
    if more := len(score.failures[MAX_FAILURES:]):
        lines.append(f"    and {more:,} more")
    return [printable(line) for line in lines]


def _failure(failure: Failure) -> str:
    place = failure.table
    place += "" if failure.row is None else f", ID {failure.row}"
    place += "" if failure.column is None else f", column {failure.column}"
    return f"{place}: expected {_short(failure.expected)}, found {_short(failure.found)}"


def _short(value: object) -> str:
    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_WIDTH else f"{text[: MAX_WIDTH - 3]}..."


def _print_totals(scores: dict[str, list[Score]]) -> None:
    table = Table("reader", "passed", "stopped", *COUNTS, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for reader, own in scores.items():
        passed = sum(score.is_passed for score in own)
        stopped = sum(score.stopped is not None for score in own)
        totals = (sum(getattr(score, count) for score in own) for count in COUNTS)
        table.add_row(
            escape(reader),
            f"{passed} of {len(own)}",
            str(stopped),
            *(f"{total:,}" for total in totals),
        )
    Console().print(table)
