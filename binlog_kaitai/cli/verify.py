"""The command `verify`."""

from __future__ import annotations

import json
import sys

import click

from binlog_kaitai.cli.endings import FAILED
from binlog_kaitai.cli.options import ENGINE, FILES, KEYRING, examples, given
from binlog_kaitai.cli.output import print_lines
from binlog_kaitai.cli.own_specs import SPECS
from binlog_kaitai.forensics.verify import Verdict, verify
from binlog_kaitai.printable import printable
from binlog_kaitai.read.engines import Engine


@click.command(
    "verify",
    short_help="Check logs completely, and report problems.",
    epilog=examples(
        "verify 'binlog.*'",
        "verify binlog.000001 binlog.000002",
        "verify --json . > verdicts.json",
    ),
)
@FILES
@click.option(
    "--json", "is_json", is_flag=True, help="Print the result of each log file as a line of JSON."
)
@ENGINE
@KEYRING
@SPECS
def verify_command(
    files: tuple[str, ...], is_json: bool, engine: Engine, keyring: str | None
) -> None:
    """Read FILES completely, compare consecutive log files, and report problems.

    Exit status: 1 if there are problems.
    """
    is_sound = True
    for verdict in verify([log.path for log in given(files, keyring)], engine):
        is_sound = is_sound and not verdict.num_problems
        if is_json:
            print_lines([json.dumps(verdict.to_dict(), ensure_ascii=False)])
        else:
            _print(verdict)
        sys.stdout.flush()
    if not is_sound:
        raise click.exceptions.Exit(FAILED)


def _print(verdict: Verdict) -> None:
    count = verdict.num_problems
    facts = [
        "ok" if not count else "1 problem" if count == 1 else f"{count:,} problems",
        verdict.server_version,
        None if verdict.size is None else f"{verdict.size:,} bytes",
        _end_of(verdict),
    ]
    lines = [f"{verdict.path}: {', '.join(fact for fact in facts if fact)}"]
    for problem in verdict.problems:
        place = f"at byte {problem.position}"
        lines.append(f"    {place}: expected {problem.expected}, found {problem.found}")
    if count > len(verdict.problems):
        lines.append(f"    and {count - len(verdict.problems):,} more")
    for line in lines:
        sys.stdout.write(f"{printable(line)}\n")


def _end_of(verdict: Verdict) -> str | None:
    if verdict.is_relay:
        return "relay log"
    if verdict.closed_by is not None:
        return f"closed by {verdict.closed_by}"
    return "in use" if verdict.is_in_use else None
