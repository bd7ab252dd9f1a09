"""The pipeline of the docs, run by Spark's own runner, against the server's SELECT."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyspark
import pytest
from pyspark.sql import SparkSession

from tests.replay import FIXTURES, load_truth
from tests.servers import REPOSITORY
from tests.spark.test_latest import rows_of
from tests.test_readme import blocks
from tests.typed import expected_rows, in_order

Row = dict[str, Any]

PAGE = REPOSITORY / "binlog_kaitai" / "docs" / "pipelines.md"
CATALOG = Path(__file__).parent / "catalog" / "MergeCatalog.java"
JARS = Path(pyspark.__file__).parent / "jars"

COPIES = """
from pyspark import pipelines as dp
from pyspark.sql import SparkSession

spark = SparkSession.active()


@dp.materialized_view(format="parquet")
def events_copy():
    return spark.read.table("lake.default.events")


@dp.materialized_view(format="parquet")
def history_copy():
    return spark.read.table("lake.default.history")
"""
"""The tables in memory end with the runner."""

# of the second, an update changes a key
TABLES = [("rotated", "rotated.events"), ("types", "types.wide")]


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the catalog is compiled to."""
    javac = shutil.which("javac")
    if javac is None:
        pytest.skip("the tables that MERGE can change need a Java compiler")
    folder = tmp_path_factory.mktemp("classes")
    command = [javac, "-nowarn", "-d", str(folder), "-cp", f"{JARS}/*", str(CATALOG)]
    subprocess.run(command, check=True)
    return folder


@pytest.mark.long
@pytest.mark.parametrize(("case", "table"), TABLES)
def test_tables_are_the_servers_select(
    spark: SparkSession, classes: Path, tmp_path: Path, case: str, table: str
) -> None:
    def rows(name: str, columns: list[str]) -> list[Row]:
        return rows_of(spark.read.parquet(str(tmp_path / name)).select(columns))

    (code,) = (block.text for block in blocks(PAGE.read_text(encoding="utf-8"), "python"))
    (spec,) = (block.text for block in blocks(PAGE.read_text(encoding="utf-8"), "text"))
    code = code.replace(
        "tests/fixtures/mysql97/rotated.*.binlog", f"{FIXTURES}/mysql97/{case}.*binlog"
    )
    folder = tmp_path / "transformations"
    folder.mkdir()
    (folder / "tables.py").write_text(code.replace("rotated.events", table), encoding="utf-8")
    (folder / "copies.py").write_text(COPIES, encoding="utf-8")
    spec = spec.replace("/tmp/shop", f"{tmp_path}/storage")
    (tmp_path / "spark-pipeline.yml").write_text(spec, encoding="utf-8")
    run(tmp_path, classes)

    truth = load_truth("mysql97", case)["tables"][table]
    expected = expected_rows(truth, has_names=True, has_charsets=True)
    names = list(expected[0])
    assert in_order(rows("events_copy", names)) == in_order(expected)
    history = rows("history_copy", [*names, "__START_AT", "__END_AT"])
    present = [{name: row[name] for name in names} for row in history if row["__END_AT"] is None]
    assert in_order(present) == in_order(expected)
    assert len(history) > len(present)
    assert all(row["__END_AT"] is None or row["__START_AT"] < row["__END_AT"] for row in history)


def run(folder: Path, classes: Path) -> None:
    settings = {
        "spark.sql.catalog.lake": "MergeCatalog",
        "spark.driver.extraClassPath": classes,
        "spark.sql.warehouse.dir": folder,
        "spark.sql.shuffle.partitions": 2,
    }
    options = [part for name, value in settings.items() for part in ("--conf", f"{name}={value}")]
    runner = Path(sys.executable).with_name("spark-pipelines")
    done = subprocess.run(
        [runner, "run", "--remote", "local[2]", *options],
        cwd=folder,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "Run is COMPLETED" in done.stderr + done.stdout, done.stderr + done.stdout
