"""What datasets are partitioned by, and into how many files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from binlog_kaitai.model.layouts import PlacedLayout
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.spark.export import content as contents
from binlog_kaitai.spark.export.content import Content
from binlog_kaitai.spark.export.job import export
from binlog_kaitai.spark.source.paths import FoundFile
from tests.replay import FIXTURES

LOGS = [str(FIXTURES / "mysql97" / f"rotated.{number}.binlog") for number in (1, 2)]


@pytest.fixture
def far_west(spark: SparkSession) -> Iterator[None]:
    spark.conf.set("spark.sql.session.timeZone", "Pacific/Pago_Pago")
    yield
    spark.conf.set("spark.sql.session.timeZone", "UTC")


@pytest.mark.usefixtures("far_west")
@pytest.mark.long
def test_days_are_those_of_utc(spark: SparkSession, tmp_path: Path) -> None:
    """These logs are of the morning, when it is the day before in the session's time zone."""
    summary = export(LOGS, tmp_path)
    for path in summary.datasets.values():
        rows = spark.read.parquet(str(path))
        name = "timestamp" if path.name == "statements" else "_timestamp"
        local = rows.selectExpr(f"CAST(CAST({name} AS DATE) AS STRING)", "CAST(log_date AS STRING)")
        assert {tuple(row) for row in local.collect()} == {("2026-11-20", "2026-11-21")}


@pytest.mark.long
def test_few_rows_of_many_tasks_are_brought_together(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(LOGS, tmp_path / "many")
    monkeypatch.setattr(contents, "FEW_TASKS", 1)
    export(LOGS, tmp_path / "few")
    folders = [tmp_path / name / "rotated.other" for name in ("many", "few")]
    many, few = (list(folder.rglob("*.parquet")) for folder in folders)
    assert (len(many), len(few)) == (2, 1)
    rows = [
        sorted(map(repr, spark.read.parquet(str(folder)).toArrow().to_pylist()))
        for folder in folders
    ]
    assert rows[0] == rows[1]


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        (["id"], "log_date"),
        (["id", "Log_Date"], "log_date_"),
        (["log_date_", "log_date"], "log_date__"),
    ],
)
def test_no_column_of_a_table_is_taken(columns: list[str], name: str) -> None:
    file = FoundFile("/log", 1, 1, is_compressed=False)
    table = Table(
        "a", "b", tuple(Column(one, ColumnType.long, is_nullable=True) for one in columns), True
    )
    content = Content("a.b", "a.b", {file: 1}, None, {file: [PlacedLayout(table, "/log", 4)]})
    assert content.date_name == name
    assert set(columns) < set(content.schema.names)


@pytest.mark.parametrize(
    ("num_files", "num_rows", "is_sparse"),
    [(1, 1, False), (16, 1, False), (17, 1, True), (17, 17 * 2**17, False), (20, 2**21, True)],
)
def test_sparse_is_what_gives_small_files(num_files: int, num_rows: int, is_sparse: bool) -> None:
    files = [FoundFile(f"/{number}", 2**27, 1, is_compressed=False) for number in range(num_files)]
    rows = dict.fromkeys(files, 0) | {files[0]: num_rows}
    assert Content("a.b", "a.b", rows).is_sparse(files) == is_sparse
