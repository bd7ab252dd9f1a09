"""Commands that match nothing say what they searched, and fail with `--fail-if-empty`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from binlog_kaitai.cli.commands import main
from binlog_kaitai.read.engines import AUTO
from tests.replay import FIXTURES

LOGS = FIXTURES / "mysql97"
TWO = [f"rotated.{number}.binlog" for number in (1, 2)]
TIME = "2026-11-21 09:21:54 UTC"
UUID = "fbde3e80-e58c-11f1-9cc5-02fc00000001"


def invoke(command: str, *more: str) -> Result:
    return CliRunner().invoke(main, [*shlex.split(command), *more])


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(LOGS)
    monkeypatch.setenv(AUTO, "tree")


# a command without a match in its logs, and the line on standard error
EMPTY = [
    (
        "history --table rotated.events --key id=99",
        TWO,
        f"nothing matched: 2 logs, {TIME}, 6 rows of rotated.events read, 0 with --key id=99",
    ),
    (
        "history --table rotated.events --key id=2 --changed v --value drei",
        TWO[:1],
        (
            f"nothing matched: 1 log, {TIME}, 4 rows of rotated.events read, 0 with --key id=2"
            " --changed v --value drei"
        ),
    ),
    (
        "undo --where 'id = 99'",
        TWO,
        f"nothing matched: 2 logs, {TIME}, 9 transactions, 10 rows read, 0 with --where 'id = 99'",
    ),
    (
        "redo --table 'rotated.e*' --where 'id = 99'",
        TWO,
        f"nothing matched: 2 logs, {TIME}, 6 rows of rotated.e* read, 0 with --where 'id = 99'",
    ),
    (
        "rows --start-position 99999",
        TWO[:1],
        (
            f"nothing matched: 1 log, {TIME}, the first of 1,695 bytes, 5 transactions, 6 rows"
            " read, 0 with --start-position 99999"
        ),
    ),
    (
        (
            "rows --database rotated --format csv --start-datetime 2027-01-01"
            " --stop-datetime '2026-01-01 01:00'"
        ),
        TWO[:1],
        (
            f"nothing matched: 1 log, {TIME}, 6 rows of rotated.* read, 0 with"
            " --start-datetime 2027-01-01 --stop-datetime '2026-01-01 01:00'"
        ),
    ),
    (
        "rows --table rotated.other --columns id --stop-position 5",
        TWO[:1],
        f"nothing matched: 1 log, {TIME}, 2 rows of rotated.other read, 0 with --stop-position 5",
    ),
    (
        f"events --include-gtids {UUID}:7-5",
        TWO[:1],
        (
            f"nothing matched: 1 log, {TIME}, GTIDs {UUID}:1-5, 5 transactions, 6 rows read, 0 with"
            f" --include-gtids {UUID}:7-5"
        ),
    ),
    (
        "stats --server-id 98",
        TWO[:1],
        (
            f"nothing matched: 1 log, {TIME}, server ids 97, 5 transactions, 6 rows read, 0 with"
            " --server-id 98"
        ),
    ),
    (
        "diff --include-gtids 0-1-100",
        TWO,
        (
            f"nothing matched: 2 logs, {TIME}, GTIDs {UUID}:1-9, 9 transactions, 10 rows read,"
            " 0 with --include-gtids 0-1-100"
        ),
    ),
]


@pytest.mark.parametrize(("command", "logs", "line"), EMPTY)
def test_nothing_matched(command: str, logs: list[str], line: str) -> None:
    found = invoke(command, *logs)
    assert (found.stderr, found.exit_code) == (f"{line}\n", 0)
    failing = invoke(command, "--fail-if-empty", *logs)
    assert (failing.stderr, failing.exit_code) == (found.stderr, 1)


@pytest.mark.parametrize("command", ["rows", "schema", "export --out datasets"])
def test_a_log_without_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("short.binlog").write_bytes((LOGS / TWO[0]).read_bytes()[:158])
    found = invoke(command, "--fail-if-empty", "short.binlog")
    assert found.stderr == "nothing matched: 1 log, 0 transactions, 0 rows read\n"
    assert found.exit_code == 1


def test_damage_makes_a_search_incomplete(tmp_path: Path) -> None:
    path = tmp_path / "cut.binlog"
    path.write_bytes((LOGS / TWO[0]).read_bytes()[:1600])
    found = invoke("rows --stop-position 5", str(path))
    line, error = found.stderr.splitlines()
    assert line == (
        f"nothing matched: 1 log, {TIME}, 4 transactions, 3 rows read, 0 with --stop-position 5"
    )
    assert error.startswith(f"error: {path}: at byte ")
    assert found.exit_code == 1
