"""The command `verify`."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from typing import Any

import click

from binlog_kaitai.cli.endings import FAILED
from binlog_kaitai.cli.options import ENGINE, FILES, KEYRING, SPECS, THREADS, examples, input_logs
from binlog_kaitai.cli.output import Part, print_json, print_styled
from binlog_kaitai.forensics.maps import LogMap
from binlog_kaitai.forensics.verify import LogCheckResult, verify
from binlog_kaitai.printable import counted, printable

PROBLEMS = "!"
STYLES = {
    "I": "black on green",
    "U": "black on yellow",
    "D": "black on magenta",
    "M": "black on bright_black",
    "Z": "black on bright_green",
    "Q": "black on cyan",
    "L": "black on white",
    "T": "white on blue",
    "O": "black on bright_blue",
    "?": "red",
    PROBLEMS: "bold white on red",
}
"""Colors of a map, by its letters."""


@click.command(
    "verify",
    short_help="Check logs completely, and report problems.",
    epilog=examples(
        "verify 'binlog.*'",
        "verify --map binlog.000001",
        "verify --json . > verdicts.json",
    ),
)
@FILES
@click.option(
    "--json", "is_json", is_flag=True, help="Print the result of each log file as a line of JSON."
)
@click.option(
    "--map", "has_map", is_flag=True, help="Also draw where events of each kind and problems lie."
)
@THREADS
@ENGINE
@KEYRING
@SPECS
def verify_command(
    files: tuple[str, ...], *, is_json: bool, has_map: bool, keyring: str | None, **options: Any
) -> None:
    """Read FILES completely, compare consecutive log files, and report problems.

    Exit status: 1 if there are problems.
    """
    if is_json and has_map:
        raise click.UsageError("--map and --json cannot be combined")
    is_sound = True
    paths = [log.path for log in input_logs(files, keyring)]
    for result in verify(paths, has_map=has_map, **options):
        is_sound = is_sound and not result.num_problems
        if is_json:
            print_json(result.to_dict())
        else:
            _print(result)
        sys.stdout.flush()
    if not is_sound:
        raise click.exceptions.Exit(FAILED)


def _print(result: LogCheckResult) -> None:
    count = result.num_problems
    facts = [
        counted(count, "problem") if count else "ok",
        result.server_version,
        None if result.size is None else f"{result.size:,} bytes",
        _end_of(result),
    ]
    lines = [f"{result.path}: {', '.join(fact for fact in facts if fact)}"]
    for problem in result.problems:
        place = f"at byte {problem.position}"
        lines.append(f"    {place}: expected {problem.expected}, found {problem.found}")
    if count > len(result.problems):
        lines.append(f"    and {count - len(result.problems):,} more")
    for line in lines:
        sys.stdout.write(f"{printable(line)}\n")
    if result.map is not None:
        print_styled(_drawn(result.map))


def _drawn(log_map: LogMap) -> Iterator[list[Part]]:
    """Yield the lines of a map and of its legend."""
    width = len(f"{log_map.size:,}")
    yield [f"    a letter stands for {log_map.cell:,} bytes, and for most of them:"]
    for offset, letters in log_map.lines():
        yield [f"    {offset:{width},}  ", *_runs(letters)]
    for total in log_map.totals():
        letter = total.kind.letter
        counts = [
            counted(count, noun)
            for count, noun in ((total.events, "event"), (total.bytes, "byte"))
            if count
        ]
        if letter == PROBLEMS:
            counts = [f"{total.events:,}"]
        yield ["    ", (letter, STYLES[letter]), f"  {total.kind.name}: {', '.join(counts)}"]


def _runs(letters: str) -> Iterator[Part]:
    for letter, run in itertools.groupby(letters):
        yield "".join(run), STYLES[letter]


def _end_of(result: LogCheckResult) -> str | None:
    if result.is_relay:
        return "relay log"
    if result.closed_by is not None:
        return f"closed by {result.closed_by}"
    return "in use" if result.is_in_use else None
