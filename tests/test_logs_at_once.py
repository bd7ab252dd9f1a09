"""Several logs that threads read at once: results and errors are those of one thread."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.read import side_by_side
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.replay import FIXTURES

NAMES = ("rotated.1", "rotated.2", "xa.1", "xa.2", "xa.3")
LOGS = [str(FIXTURES / f"mysql97/{name}.binlog") for name in NAMES]

COMMANDS = [
    ["rows"],
    ["rows", "--table", "rotated.events", "--format", "csv"],
    ["stats", "--json"],
    ["stats", "--json", "--hot"],
    ["verify", "--json"],
    ["history", "--json", "--table", "rotated.events", "--key", "id=2"],
    ["undo", "--best-effort"],
    ["redo", "--best-effort"],
    ["diff", "--json"],
]


def done(command: list[str], logs: list[str], threads: int) -> tuple[int, str, str]:
    """Return the exit status of a command, and what it prints."""
    inputs = [str(Path(logs[0]).parent), logs[1]] if command[0] == "diff" else logs
    result = CliRunner().invoke(main, [*command, "--threads", str(threads), *inputs])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(params=["whole", "cut", "none"])
def logs(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """Logs, of which one may end in the middle of an event, or be no log."""
    copies = []
    for number, log in enumerate(LOGS):
        copies.append(tmp_path / Path(log).name)
        data = Path(log).read_bytes()
        if number == 1 and request.param != "whole":
            data = data[: len(data) // 2 + 3] if request.param == "cut" else b"no log" * 99
        copies[-1].write_bytes(data)
    return list(map(str, copies))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_print_what_one_thread_reads(command: list[str], logs: list[str]) -> None:
    expected = done(command, logs, 1)
    for threads in (2, 4):
        assert done(command, logs, threads) == expected


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("max_held", [0, side_by_side.MAX_HELD])
def test_scans_have_the_rows_of_one_thread(
    monkeypatch: pytest.MonkeyPatch, engine: Engine, max_held: int
) -> None:
    monkeypatch.setattr(side_by_side, "MAX_HELD", max_held)
    for options in ({}, {"table": "rotated.events"}, {"view": "events"}, {"context": True}):
        expected = scan(LOGS, engine=engine, **options).to_table()  # type: ignore[arg-type]
        for threads in (2, 4):
            found = scan(LOGS, engine=engine, threads=threads, **options)  # type: ignore[arg-type]
            assert found.to_table().equals(expected)


def test_a_scan_may_be_left_early() -> None:
    with scan(LOGS, engine="tree", threads=2) as found:
        first = next(iter(found))
    assert first.num_rows
