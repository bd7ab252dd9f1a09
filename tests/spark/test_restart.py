"""Exports that are killed go on, and those of more files add them; none has a row twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from binlog_kaitai.spark.export import job as exports
from binlog_kaitai.spark.export.job import Summary, export
from binlog_kaitai.spark.export.output import OutputExistsError
from tests.replay import FIXTURES

MYSQL = FIXTURES / "mysql97"
ROTATED = [str(MYSQL / f"rotated.{number}.binlog") for number in (1, 2)]
FILES = [*ROTATED, str(MYSQL / "statements.binlog")]
TIMEOUT = 300

Rows = dict[str, list[str]]


def rows_of(spark: SparkSession, out: Path) -> Rows:
    """Return the rows of each dataset, in one order."""
    return {
        path.name: sorted(map(repr, spark.read.parquet(str(path)).toArrow().to_pylist()))
        for path in out.iterdir()
        if not path.name.startswith("_")
    }


@pytest.fixture(scope="module")
def clean(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    out = tmp_path_factory.mktemp("clean")
    export(FILES, out)
    return rows_of(spark, out)


@pytest.fixture(autouse=True)
def _a_part_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "PART_SIZE", 1)


def start(out: Path, moment: str, count: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.spark.killed", str(out), moment, str(count), *FILES]
    return subprocess.Popen(command, cwd=Path(__file__).parents[2], stderr=subprocess.DEVNULL)


def finish(spark: SparkSession, out: Path, clean: Rows) -> Summary:
    """Go on with an export that was killed, and compare with one that was not."""
    assert not (out / "_SUCCESS").exists()
    before = rows_of(spark, out)
    assert before == {name: clean[name] for name in before}
    summary = export(FILES, out)
    assert rows_of(spark, out) == clean
    assert (out / "_SUCCESS").exists()
    assert {path.name for path in (out / "_export").iterdir()} == {"lock", "surveys.jsonl"}
    assert {summary.datasets[name].name for name in summary.kept} == set(before)
    return summary


# an export of these files renames each part, and each dataset
@pytest.mark.long
@pytest.mark.parametrize(("moment", "count"), [("read", 2), ("write", 3), ("rename", 10)])
def test_killed_export_goes_on(
    spark: SparkSession, tmp_path: Path, clean: Rows, moment: str, count: int
) -> None:
    out = tmp_path / "out"
    assert start(out, moment, count).wait(TIMEOUT) == -signal.SIGKILL
    summary = finish(spark, out, clean)
    if moment == "write":
        assert len(summary.kept) >= count


@pytest.mark.long
def test_killed_while_spark_writes(spark: SparkSession, tmp_path: Path, clean: Rows) -> None:
    out = tmp_path / "out"
    process = start(out, "never", 0)
    end = time.monotonic() + TIMEOUT
    while not list(out.glob("_export/run-*/*/_temporary")):
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait(TIMEOUT)
    assert list(out.glob("_export/run-*/*"))
    finish(spark, out, clean)


@pytest.mark.long
def test_files_that_are_new_are_added(spark: SparkSession, tmp_path: Path, clean: Rows) -> None:
    """`rotated.other` gets a column in the second, `rotated.events` does not."""
    first = export(ROTATED[:1], tmp_path / "out")
    kept = files_of(first.datasets["rotated.events"])
    altered = files_of(first.datasets["rotated.other"])
    second = export(ROTATED, tmp_path / "out")
    assert kept < files_of(second.datasets["rotated.events"])
    assert not altered & files_of(second.datasets["rotated.other"])
    assert second.kept == ()
    third = export(FILES, tmp_path / "out")
    assert set(third.kept) == {"rotated.events", "rotated.other"}
    assert rows_of(spark, tmp_path / "out") == clean
    assert export(FILES, tmp_path / "out").kept == tuple(third.datasets)
    assert rows_of(spark, tmp_path / "out") == clean


def files_of(dataset: Path) -> set[str]:
    return {path.name for path in dataset.rglob("*.parquet")}


@pytest.mark.long
def test_column_that_is_gone_is_null(spark: SparkSession, tmp_path: Path) -> None:
    """As a part that has not all columns is read, and read as with all files at once."""
    forth, back = tmp_path / "forth", tmp_path / "back"
    export(ROTATED, forth, table="rotated.other")
    rows = spark.read.parquet(str(forth / "rotated.other"))
    by_file: dict[str, set[Any]] = {}
    for row in rows.collect():
        by_file.setdefault(row["_file"], set()).add(row["added"])
    assert by_file == {"rotated.1.binlog": {None}, "rotated.2.binlog": {None}}
    exports.PART_SIZE = 2**34
    export(ROTATED, back, table="rotated.other")
    assert rows_of(spark, back) == rows_of(spark, forth)


def test_log_that_changed_is_refused_or_replaces(spark: SparkSession, tmp_path: Path) -> None:
    log, out = tmp_path / "log", tmp_path / "out"
    log.write_bytes(Path(ROTATED[0]).read_bytes())
    export([str(log)], out, table="rotated.other")
    before = rows_of(spark, out)
    log.write_bytes(Path(ROTATED[1]).read_bytes())
    with pytest.raises(OutputExistsError, match="as it was before it changed"):
        export([str(log)], out, table="rotated.other")
    assert rows_of(spark, out) == before
    export([str(log)], out, table="rotated.other", overwrite=True)
    assert len(rows_of(spark, out)["rotated.other"]) == 3
    assert len(before["rotated.other"]) == 2
