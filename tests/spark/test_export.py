"""Exports by Spark: the same as by threads, and read by Spark as rows of logs are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from binlog_kaitai import TornEventError
from binlog_kaitai.lake import job
from binlog_kaitai.lake.columns import columns_of, schema_from
from binlog_kaitai.lake.job import export
from binlog_kaitai.spark.releases import from_arrow_schema
from binlog_kaitai.spark.runner import spark_runner
from tests.lake.datasets import archive
from tests.replay import FIXTURES

MYSQL = FIXTURES / "mysql97"
LOGS = [str(MYSQL / f"rotated.{number}.binlog") for number in (1, 2)]


def test_spark_gives_what_threads_give(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert spark is not None
    monkeypatch.setattr(job, "MIN_SPAN", 1000)
    monkeypatch.setattr(job, "PARTS", 2**40)
    with spark_runner() as runner:
        export(LOGS, tmp_path / "spark", runner=runner)
    export(LOGS, tmp_path / "threads")
    assert archive(tmp_path / "spark") == archive(tmp_path / "threads")


def test_damage_is_told_as_it_is(spark: SparkSession, tmp_path: Path) -> None:
    assert spark is not None
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(Path(LOGS[0]).read_bytes()[:-1])
    with spark_runner() as runner, pytest.raises(TornEventError) as raised:
        export([str(cut), LOGS[1]], tmp_path / "out", runner=runner)
    assert raised.value.file == str(cut)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["_export"]


@pytest.mark.long
@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_spark_reads_datasets_as_it_reads_logs(
    spark: SparkSession, tmp_path: Path, server: str
) -> None:
    """With the same types, which Parquet alone does not have, and old dates as they are."""
    log = str(FIXTURES / server / "types.binlog")
    summary = export([log], tmp_path)
    for table in ("types.wide", "types.times", "types.dates", "types.decimals"):
        reader = spark.read.format("binlog").option("table", table)
        logged = reader.load(log).orderBy("_position", "_ordinal")
        found = spark.read.parquet(str(summary.datasets[table])).drop("log_date")
        found = found.orderBy("_position", "_ordinal")
        assert found.schema == logged.schema
        assert list(map(repr, found.collect())) == list(map(repr, logged.collect()))


def test_schemas_are_those_of_spark(tmp_path: Path) -> None:
    for server in ("mysql97", "mariadb118"):
        out = tmp_path / server
        summary = export([str(FIXTURES / server / "types.binlog")], out)
        assert summary.datasets
        for path in out.glob("*/_export.json"):
            columns = json.loads(path.read_text())["columns"]
            schema = schema_from(columns)
            assert columns_of(schema) == columns
            assert from_arrow_schema(schema).jsonValue() == json.loads(columns)
