"""The command `status`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from binlog_kaitai.cli.endings import FAILED, INCOMPLETE
from binlog_kaitai.cli.options import examples, usage_errors
from binlog_kaitai.cli.output import print_json, print_styled
from binlog_kaitai.io.paths import base_name, is_remote
from binlog_kaitai.io.status import ENDED, problem_of, read_status
from binlog_kaitai.printable import counted

SUFFIX = ".status.json"

_OF_TABLES = {
    *("command", "target", "state", "log", "position", "gtids", "set_aside", "stale", "unread"),
    *("current_since", "version", "written"),
}
"""The values of a status that the tables of an export have, without a program."""


@click.command(
    short_help="Print the status of a program that follows logs.",
    epilog=examples(
        "status lake.status.json",
        "status --json lake",
        "status s3://lake/shop",
    ),
)
@click.argument("path", metavar="PATH")
@click.option("--json", "is_json", is_flag=True, help="Print the status as a line of JSON.")
def status(path: str, *, is_json: bool) -> None:
    """Print the status in PATH, which --status of archive or export wrote.

    PATH may also be the directory of an export. Its status file is then the one beside it with
    the suffix .status.json; without that file, the state of its tables is printed. Exit status: 1
    if the program failed, is stuck, or is gone, 3 if tables are set aside or stale.
    """
    with usage_errors():
        values = _values_of(path)
    problem = problem_of(values)
    if is_json:
        print_json(values | {"problem": problem})
    else:
        print_styled([line] for line in _lines(values, problem))
    if problem is not None:
        raise click.exceptions.Exit(FAILED)
    if any(values[name] for name in ("set_aside", "stale", "unread")):
        raise click.exceptions.Exit(INCOMPLETE)


def _values_of(path: str) -> dict[str, Any]:
    """Return the status in a file, or that of a directory. Raises OSError, ValueError."""
    folder = path.rstrip("/")
    beside = Path(f"{folder}{SUFFIX}")
    if not is_remote(path):
        if not Path(path).is_dir():
            return read_status(Path(path))
        if beside.is_file():
            return read_status(beside)
    # this import takes a second, which status files do not need
    from binlog_kaitai.lake.following import last_status  # noqa: PLC0415

    reported = last_status(path)
    if reported is None:
        raise ValueError(f"{path}: expected an export or a file {beside.name}, found neither")
    values = reported.to_json()
    return {name: value if name in _OF_TABLES else None for name, value in values.items()}


def _lines(values: dict[str, Any], problem: str | None) -> Iterator[str]:
    """Yield the lines for people; unknown values have none."""
    from binlog_kaitai.cli.console import aside_lines  # noqa: PLC0415 - pyarrow, as above
    from binlog_kaitai.lake.progress import snapshot_line  # noqa: PLC0415 - likewise

    step = values["step"]
    doing = f": {step['stage']} {step['done']} of {step['total']}" if step else ""
    state = "no status file" if values["state"] == "unknown" else values["state"]
    yield f"{values['command']} to {values['target']}: {state}{doing}"
    if problem is not None:
        yield f"problem: {problem}"
    if values["log"]:
        yield f"position: {base_name(values['log'])} at byte {values['position']}"
    if values["gtids"]:
        yield f"GTIDs: {values['gtids']}"
    if values["state"] != "unknown":
        yield from _program_lines(values)
    if values["current_since"]:
        behind = datetime.fromisoformat(values["written"]) - datetime.fromisoformat(
            values["current_since"]
        )
        yield f"current tables: without the changes of the last {behind.total_seconds():.0f} s"
    if values["snapshot"] is not None:
        yield snapshot_line(values["snapshot"])
    yield from aside_lines(values["set_aside"], values["stale"], values["unread"])


def _program_lines(values: dict[str, Any]) -> Iterator[str]:
    """Yield the lines about a program."""
    if values["event_time"]:
        yield f"last event: {_short(values['event_time'])}"
    seconds, size = values["seconds_behind"], values["bytes_behind"]
    behind = [] if seconds is None else [f"{seconds:.0f} s"]
    behind += [] if size is None else [counted(size, "byte")]
    if behind and values["state"] not in ENDED:
        yield f"behind: {', '.join(behind)}"
    done = [] if values["rows"] is None else [counted(values["rows"], "row image")]
    done += [counted(values["commits"], "commit"), f"{values['bytes_written']:,} bytes written"]
    yield from (f"healing {name}: {text}" for name, text in values["healing"].items())
    yield f"since {_short(values['started'])}: {', '.join(done)}, {values['retries']} retries"
    if values["error"]:
        yield f"last error: {_short(values['error_time'])}: {values['error']}"
    by = f"version {values['version']}, process {values['pid']}"
    yield f"written {_short(values['written'])} by {by}"


def _short(time: str) -> str:
    return f"{datetime.fromisoformat(time):%Y-%m-%d %H:%M:%SZ}"
