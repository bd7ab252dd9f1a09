"""Status files of programs that follow logs, and the command that prints them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.interrupts import INTERRUPTED
from binlog_kaitai.io import status as status_module
from binlog_kaitai.io.status import GONE, STUCK, Status, StatusWriter, problem_of, read_status
from binlog_kaitai.lake import following
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.following import follow
from binlog_kaitai.lake.served import InputLogs
from binlog_kaitai.lake.watermarks import gtids_at
from binlog_kaitai.read.executed import ExecutedTransactions
from binlog_kaitai.read.live_tail import opened, tail_of
from binlog_kaitai.replication.sessions import LostError
from tests.lake import test_cascades as cascades
from tests.replay import FIXTURES

LOGS = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]
NOW = datetime(2026, 11, 28, tzinfo=timezone.utc)
BEFORE = NOW - timedelta(days=1)
LATE, SOON = NOW - STUCK, NOW - STUCK / 2


def status_at(time: datetime, **values: Any) -> Status:
    return Status("export", "lake", started=time, progress_time=time, moved_time=time, **values)


@pytest.mark.parametrize(
    ("status", "problem"),
    [
        (status_at(NOW, state="waiting", event_time=BEFORE, bytes_behind=0), None),
        (replace(status_at(BEFORE, state="waiting"), progress_time=NOW), None),
        (status_at(SOON, state="running"), None),
        (status_at(LATE, state="running"), "no progress for 300 s"),
        (status_at(LATE, state="waiting"), "no progress for 300 s"),
        (status_at(NOW, state="retrying", error="lost", failing={"server": SOON}), None),
        (
            status_at(NOW, state="retrying", error="lost", failing={"server": LATE, "bucket": NOW}),
            "failing for 300 s: lost",
        ),
        (
            replace(status_at(LATE, state="waiting", bytes_behind=9), progress_time=NOW),
            "9 bytes behind, and no progress for 300 s",
        ),
        (replace(status_at(LATE, state="running", bytes_behind=9), progress_time=NOW), None),
        (status_at(BEFORE, state="stopped", error="lost", failing={"server": BEFORE}), None),
        (status_at(BEFORE, state="failed", error="purged"), "purged"),
    ],
)
def test_a_quiet_program_is_healthy_and_a_stuck_one_is_not(
    status: Status, problem: str | None
) -> None:
    assert status.problem(NOW) == problem


@pytest.mark.parametrize(
    ("status", "seconds"),
    [
        (status_at(NOW, state="waiting", event_time=BEFORE, bytes_behind=0), 0),
        (status_at(NOW, state="waiting", event_time=BEFORE, bytes_behind=5), 86_400),
        (status_at(NOW, state="retrying", event_time=BEFORE, current_time=SOON), 150),
        (status_at(NOW, state="running", event_time=SOON, current_time=BEFORE), 150),
        (status_at(NOW, state="running"), None),
    ],
)
def test_seconds_behind(status: Status, seconds: float | None) -> None:
    assert status.seconds_behind(NOW) == seconds


def until(
    path: Path, holds: Callable[[dict[str, Any]], Any], seconds: float = 60
) -> dict[str, Any]:
    """Return a status as soon as something holds for it; each read is a whole file."""
    end = time.monotonic() + seconds
    values: dict[str, Any] = {}
    while True:
        if path.exists() and holds(values := read_status(path)):
            return values
        assert time.monotonic() < end, json.dumps(values)
        time.sleep(0.02)


def test_a_status_is_written_at_each_commit_and_from_time_to_time(tmp_path: Path) -> None:
    path = tmp_path / "status.json"
    status = Status("archive", "binlogs")
    with StatusWriter(status, path, interval=60):
        assert read_status(path)["state"] == "running"
        status.copy_to("binlog.000001", 4)
        status.copy_to("binlog.000001", 100)
        first = until(path, lambda values: values["commits"] == 1)
        assert (first["log"], first["position"], first["bytes_written"]) == (
            "binlog.000001",
            100,
            96,
        )
        status.copy_to("binlog.000002", 50)
        assert until(path, lambda values: values["commits"] == 2)["bytes_written"] == 146
    assert read_status(path)["state"] == "stopped"
    with StatusWriter(status, path, interval=0.05):
        status.catch_up()
        waiting = until(path, lambda values: values["state"] == "waiting")
        until(path, lambda values: values["written"] > waiting["written"])
    with pytest.raises(OSError, match="disk"), StatusWriter(status, path):
        raise OSError("no disk")
    failed = read_status(path)
    assert (failed["state"], failed["error"], failed["problem"]) == ("failed", "no disk", "no disk")
    assert [one.name for one in tmp_path.iterdir()] == ["status.json"]


def test_a_file_that_cannot_be_written_is_warned_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(FileNotFoundError), StatusWriter(Status("", ""), tmp_path / "a" / "b"):
        pass
    folder = tmp_path / "folder"
    folder.mkdir()
    status = Status("export", "lake")
    with StatusWriter(status, folder / "status.json", interval=0.01):
        folder.rename(tmp_path / "moved")
        time.sleep(0.2)
    assert len(caplog.messages) == 1
    assert "cannot write the status" in caplog.messages[0]


def test_transactions_up_to_a_position(tmp_path: Path) -> None:
    """Of a log that grows by any bytes, as much as a reader of the whole log finds there."""
    follower = ExecutedTransactions()
    for number, log in enumerate(LOGS, 1):
        path = tmp_path / f"binlog.{number:06}"
        content = log.read_bytes()
        times = scan(log, view="transactions").to_table().to_pylist()
        for size in [127, *range(300, len(content), 97), len(content)]:
            path.write_bytes(content[: size + (50 if size > 127 else 0)])
            status = Status("archive", "", log=str(path), position=size)
            follower.complete(status)
            with opened(str(path)) as file:
                end = tail_of(file, 0, size).position
            expected = None if size == 127 else gtids_at(str(log), end)  # nothing of GTIDs yet
            assert status.gtids == expected
            ended = [one["timestamp"] for one in times if one["end_position"] <= end]
            assert not ended or status.event_time == ended[-1]
    status = Status("archive", "", log=str(tmp_path / "purged"), position=100)
    follower.complete(status)
    assert status.gtids is None


def run_status(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["status", *map(str, arguments)])


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Return a program that follows a folder with one log, to the folder `lake`."""
    (tmp_path / "logs").mkdir()
    shutil.copy(LOGS[0], tmp_path / "logs" / "binlog.000001")
    command = [sys.executable, "-m", "binlog_kaitai", "export", "--follow", "--out", "lake"]
    command += ["--status", "lake.status.json", "--every", "0.1", "logs"]
    environment = os.environ | {"BINLOG_KAITAI_ENGINE": "auto"}  # it does not wait for kernels
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, **pipes) as running:
        yield running
        running.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_program_that_follows_a_folder(
    program: subprocess.Popen[str],
    number: signal.Signals,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "lake.status.json"
    first = until(path, lambda values: values["commits"] == 1)
    assert (first["position"], first["bytes_behind"]) == (LOGS[0].stat().st_size, 0)
    assert (first["pid"], first["rows"], first["problem"]) == (program.pid, 7, None)
    files = [*(tmp_path / "lake").glob("*/log_date=*/*.parquet")]
    size_of_files = sum(file.stat().st_size for file in files)
    assert first["bytes_written"] == size_of_files
    other = tmp_path / "binlog.000002"
    shutil.copy(LOGS[1], other)
    other.rename(tmp_path / "logs" / other.name)
    second = until(path, lambda values: values["commits"] == 2)
    assert Path(second["log"]).name == other.name
    assert second["gtids"] == gtids_at(str(LOGS[1]), second["position"])
    assert second["bytes_written"] > size_of_files  # some are merged with those before
    assert run_status(tmp_path / "lake").exit_code == 0
    program.send_signal(number)
    usual = INTERRUPTED if number == signal.SIGINT else -number
    assert program.wait(60) == usual
    if number == signal.SIGKILL:
        monkeypatch.setattr(status_module, "GONE", timedelta(0))
        result = run_status(path)
        assert result.exit_code == 1
        assert "problem: the program is gone: it wrote its status " in result.output
    else:
        result = run_status(path)
        assert (result.exit_code, read_status(path)["state"]) == (0, "stopped")
        assert f"position: {other.name} at byte {LOGS[1].stat().st_size}\n" in result.output


def test_the_age_of_a_program_that_is_gone() -> None:
    values = Status("export", "lake", state="waiting").to_json()
    assert problem_of(values) is None
    written = datetime.now(timezone.utc) - GONE
    assert problem_of(values | {"written": written.isoformat()}) == (
        "the program is gone: it wrote its status 30 s ago"
    )
    assert problem_of(values | {"written": written.isoformat(), "state": "stopped"}) is None


def test_tables_that_are_set_aside(tmp_path: Path) -> None:
    """They end `status` with INCOMPLETE, by the status file and by the export itself."""
    out, path = tmp_path / "lake", tmp_path / "lake.status.json"
    status, looks = Status("export", str(out)), iter([False, True])
    logs = [str(log) for log in cascades.logs_of("mariadb118")]
    with StatusWriter(status, path):
        runs = follow(
            logs, out, every=0.01, is_over=lambda: next(looks), status=status, current=Asked()
        )
        (summary,) = runs
    assert summary.set_aside
    reports = [run_status(out), run_status("--json", path)]
    path.unlink()
    reports += [run_status(out), run_status("--json", out)]
    assert [one.exit_code for one in reports] == [3] * 4
    for report in reports[::2]:
        for name, why in summary.set_aside.items():
            assert f"{name} is set aside: {why}" in report.output
    for report in reports[1::2]:
        values = json.loads(report.output)
        assert values["set_aside"] == {name: str(why) for name, why in summary.set_aside.items()}
    assert values["state"] == "unknown"
    assert values["pid"] is None


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("{}", "expected a status of this version, found something else"),
        ("[1]", "expected a status of this version, found something else"),
        ("no JSON", "expected a status of this version, found something else"),
        (None, "No such file"),
    ],
)
def test_what_is_no_status(content: str | None, error: str, tmp_path: Path) -> None:
    path = tmp_path / "other"
    if content is not None:
        path.write_text(content)
    result = run_status(path)
    assert result.exit_code == 1
    assert error in result.stderr
    (tmp_path / "empty").mkdir()
    assert "expected an export or a file empty.status.json" in run_status(tmp_path / "empty").stderr


@pytest.mark.parametrize("command", ["export --out {0} {0}", "archive mysql://a@127.0.0.1 {0}"])
@pytest.mark.parametrize(("option", "value"), [("--status", "status.json"), ("--metrics", "0")])
def test_monitors_are_of_programs_that_follow(
    command: str, option: str, value: str, tmp_path: Path
) -> None:
    arguments = command.format(tmp_path).split()
    result = CliRunner().invoke(main, [*arguments, option, value])
    assert result.exit_code == 2
    assert f"{option} requires --follow" in result.stderr


def test_an_export_that_retries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its errors are counted; a success ends them."""
    looks, find = [0], InputLogs.find
    seen: list[tuple[str, int, list[str]]] = []
    status = Status("export", "out")

    def failing(sources: InputLogs) -> Any:
        looks[0] += 1
        seen.append((status.state, status.retries, list(status.failing)))
        if 3 <= looks[0] < 6:
            raise LostError(f"no connection {looks[0]}")
        return find(sources)

    monkeypatch.setattr(InputLogs, "find", failing)
    monkeypatch.setattr(InputLogs, "have_servers", True)
    monkeypatch.setattr(following, "MAX_WAIT", 0.01)
    shutil.copy(LOGS[0], tmp_path / "binlog.000001")
    is_over = threading.Event()
    runs = follow(
        [str(tmp_path)],
        tmp_path / "out",
        every=0.01,
        status=status,
        is_over=lambda: is_over.is_set() or looks[0] >= 7,
    )
    assert len(list(runs)) == 1
    assert ("retrying", 3, ["server"]) in seen
    assert (status.state, status.retries, status.failing) == ("waiting", 3, {})
    assert status.error == "no connection 5"
    assert os.getpid() == status.pid
