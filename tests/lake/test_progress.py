"""Progress of snapshots, and their pauses while a server is loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.console import SnapshotLines
from binlog_kaitai.io.status import Status, StatusWriter
from binlog_kaitai.lake.following import step_taker
from binlog_kaitai.lake.load import Excess, Load
from binlog_kaitai.lake.progress import SnapshotProgress, duration, snapshot_line
from binlog_kaitai.lake.summary import Step
from binlog_kaitai.replication.sessions import RefusedError, ServerError, Session

PAUSE = Step("pause", 31, 25, "Threads_running")


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def test_the_time_left_is_that_of_all_tables_at_the_speed_so_far() -> None:
    clock = Clock()
    progress = SnapshotProgress(clock)
    first = progress.take(Step("snapshot", 5000, 9000, "d.a", 24_000))  # of an earlier program
    assert first["seconds_left"] is None
    assert snapshot_line(first) == "snapshot of d.a: 5000 of about 9000 rows"
    clock.time += 10
    found = progress.take(Step("snapshot", 7000, 9000, "d.a", 22_000))
    assert found == {
        "table": "d.a",
        "rows": 7000,
        "total": 9000,
        "rows_left": 22_000,
        "seconds_left": 110,
        "paused": None,
    }
    clock.time += 10
    progress.take(Step("snapshot", 0, 20_000, "d.b", 20_000))
    found = progress.take(Step("snapshot", 2000, 20_000, "d.b", 18_000))
    assert found["seconds_left"] == 90
    clock.time += 20
    paused = progress.take(PAUSE)
    assert paused == {**found, "seconds_left": 180, "paused": "Threads_running is 31, above 25"}
    assert "Threads_running is 31, above 25 (--max-load)" in snapshot_line(paused)
    again = progress.take(Step("snapshot", 0, 20_000, "d.b", 20_000))  # DDL began it again
    assert (again["paused"], again["seconds_left"]) == (None, 200)
    assert snapshot_line(again).endswith("0 of about 20000 rows; all tables: about 3 min left")
    last = progress.take(Step("snapshot", 20_000, 20_000, "d.b", 0))
    assert snapshot_line(last) == "snapshot of d.b: 20000 of about 20000 rows"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0 s"), (119, "119 s"), (150, "2 min"), (7500, "2 h 05 min")]
)
def test_durations(seconds: int, text: str) -> None:
    assert duration(seconds) == text


def test_lines_are_printed_from_time_to_time(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    lines = SnapshotLines(5, clock)
    for done in range(0, 1001, 10):
        lines.show(Step("snapshot", done, 1000, "d.a", 2000 - done))
        clock.time += 1
    for _ in range(7):
        lines.show(PAUSE)
        clock.time += 1
    lines.show(Step("read", 1, 2, "binlog.000001"))
    lines.show(Step("snapshot", 0, 1000, "d.b", 1000))
    found = capsys.readouterr().err.splitlines()
    assert found[0] == "snapshot of d.a: 0 of about 1000 rows"
    assert found[1].startswith("snapshot of d.a: 50 of about 1000 rows; all tables: about 3 min")
    assert found[20].startswith("snapshot of d.a: 1000 of about 1000 rows; all tables: about 100 s")
    assert found[21:23] == ["snapshot paused: Threads_running is 31, above 25 (--max-load)"] * 2
    assert found[23].startswith("snapshot of d.b: 0 of about 1000 rows; all tables: about 108 s")
    assert len(found) == 24


def test_a_status_has_the_progress(tmp_path: Path) -> None:
    status, path = Status("export", "lake"), tmp_path / "status.json"
    take = step_taker(status)
    take(Step("snapshot", 10, 100, "d.a", 90))
    take(PAUSE)
    take(Step("read", 1, 2, "binlog.000001"))
    assert status.step is not None
    assert status.step["stage"] == "read"
    with StatusWriter(status, path):
        result = CliRunner().invoke(main, ["status", str(path)])
    assert "snapshot paused: Threads_running is 31, above 25 (--max-load)" in result.output
    assert json.loads(path.read_text())["snapshot"]["rows"] == 10


class Served:
    """A session of a server that has some status variables, and replicas."""

    name = "mysql://127.0.0.1:1"

    def __init__(self, version: str, variables: dict[str, Any], lags: dict[str, Any]) -> None:
        self.version = version
        self.variables = variables
        self.lags = lags

    def rows(self, statement: str, *names: str) -> list[dict[str, Any]]:
        if "STATUS WHERE" in statement:
            return [
                {"variable_name": name, "value": str(value)}
                for name, value in self.variables.items()
                if name.lower() in names
            ]
        if statement not in self.lags:
            raise RefusedError("You have an error in your SQL syntax", 1064)
        return cast("list[dict[str, Any]]", self.lags[statement])


def excess(
    limits: dict[str, int], variables: dict[str, Any], version: str = "9.7.0", **lags: Any
) -> Excess | None:
    statements = {name.replace("_", " "): rows for name, rows in lags.items()}
    served = Served(version, variables, statements)
    return Load(limits).excess(cast("Session", served), 2)


def test_the_load_of_a_server() -> None:
    limits = {"Threads_running": 25, "innodb_row_lock_current_waits": 3}
    calm = {"Threads_running": 27, "Innodb_row_lock_current_waits": 3}
    assert excess(limits, calm) is None  # two are the export's own
    assert excess(limits, {**calm, "Threads_running": 28}) == ("Threads_running", 26, 25)
    busy = {**calm, "Innodb_row_lock_current_waits": 4}
    assert excess(limits, busy) == ("innodb_row_lock_current_waits", 4, 3)
    assert excess({}, {}) is None
    with pytest.raises(ServerError, match="--max-load: no status variable Treads_running"):
        excess({"Treads_running": 25}, {})
    with pytest.raises(ServerError, match="expected a number for the status variable Ssl_cipher"):
        excess({"ssl_cipher": 1}, {"Ssl_cipher": "AES"})


@pytest.mark.parametrize(
    ("version", "lags"),
    [
        ("9.7.0", {"SHOW_REPLICA_STATUS": [{"seconds_behind_source": "11"}]}),
        ("5.6.24", {"SHOW_SLAVE_STATUS": [{"seconds_behind_master": 11}]}),
        (
            "11.8.3-MariaDB",
            {"SHOW_ALL_SLAVES_STATUS": [{"seconds_behind_master": each} for each in (2, 11, None)]},
        ),
    ],
)
def test_the_delay_of_a_replica(version: str, lags: dict[str, Any]) -> None:
    for name in ("Seconds_Behind_Source", "seconds_behind_master"):
        assert excess({name: 10}, {}, version, **lags) == (name, 11, 10)
        assert excess({name: 11}, {}, version, **lags) is None
        stopped = {statement: [{name.lower(): None}] for statement in lags}
        assert excess({name: 0}, {}, version, **stopped) is None
        assert excess({name: 0}, {}, version, **{one: [] for one in lags}) is None


@pytest.mark.parametrize("text", ["Threads_running", "Threads_running=", "=25", "a=1,b", "a=-1"])
def test_limits_that_are_none(text: str, tmp_path: Path) -> None:
    arguments = ["export", "--max-load", text, "--out", str(tmp_path / "out"), str(tmp_path)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "expected NAME=N, found" in result.output
