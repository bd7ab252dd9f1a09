"""Logs that tasks rewrite: the same files as those of the command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from binlog_kaitai import BinlogError, read_events, redaction_of
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.spark import rewrite
from tests.conftest import Bucket
from tests.replay import FIXTURES
from tests.test_rewrite import rewritten, sources

NAMES = ("mysql97/rotated", "mariadb118/rotated", "mysql97/xa", "mysql97/gtid_tagged")


def logs_of(name: str) -> list[Path]:
    return sorted(FIXTURES.glob(f"{name}.[0-9].binlog"))


def selections(logs: list[Path]) -> list[dict[str, Any]]:
    gtids = [gtid for log in logs for gtid in sources(log)]
    times = sorted(event.timestamp for log in logs for event in read_events(log) if event.timestamp)
    mark = "" if ":" in gtids[0] else "="
    found: list[dict[str, Any]] = [{}, {"exclude_gtids": mark + gtids[1]}]
    found += [{"stop": times[len(times) // 2]}, {"table": "*.events"}, {"server_id": 4711}]
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("spark")
def test_tasks_write_what_the_command_writes(name: str, tmp_path: Path) -> None:
    logs = logs_of(name)
    assert len(logs) > 1
    for number, selection in enumerate(selections(logs)):
        expected, warnings = rewritten(logs, tmp_path / f"{number}.expected", **selection)
        out = tmp_path / f"{number}.tasks"
        if warnings:
            with pytest.warns(UserWarning, match="broken dependencies"):
                done = rewrite([*map(str, logs)], str(out), **selection)
        else:
            done = rewrite([*map(str, logs)], str(out), **selection)
        assert done.broken == warnings
        assert [Path(log.path).read_bytes() for log in done.logs] == [
            log.read_bytes() for log in expected
        ]
        assert sorted(path.name for path in out.iterdir()) == [path.name for path in expected]


@pytest.mark.usefixtures("spark")
def test_tasks_change_events_and_write_to_a_bucket(bucket: Bucket, tmp_path: Path) -> None:
    logs = logs_of("mysql97/rotated")
    rules = redaction_of(["rotated.events.v=null", "rotated.events.nothing=null"])
    options = Options({"rotated": "trial"}, has_checksums=False, redaction=rules)
    expected, _ = rewritten(logs, tmp_path / "out", options)
    with pytest.warns(UserWarning, match="no nothing to redact in any row of rotated.events"):
        done = rewrite(
            [*map(str, logs)],
            bucket.uri("spark"),
            rewrite_db={"rotated": "trial"},
            checksums=False,
            redact=rules,
        )
    for log in expected:
        with bucket.filesystem.open_input_file(f"logs/spark/{log.name}") as stream:
            assert stream.read() == log.read_bytes()
    assert sum(log.counts.values for log in done.logs) > 0


@pytest.mark.usefixtures("spark")
def test_errors_are_those_of_the_command(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/rotated.1.binlog"
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(log.read_bytes()[:-50])
    with pytest.raises(BinlogError, match="cut"):
        rewrite(str(cut), str(tmp_path / "out"))
    assert list((tmp_path / "out").iterdir()) == []
    rewrite(str(log), str(tmp_path / "out"))
    with pytest.raises(FileExistsError):
        rewrite(str(log), str(tmp_path / "out"))
    with pytest.raises(ValueError, match="directory or a bucket"):
        rewrite(str(log), "-")


def test_one_session(spark: SparkSession) -> None:
    """The tasks above ran in the session of the tests, and did not end it."""
    assert spark.range(1).count() == 1
