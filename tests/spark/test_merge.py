"""The MERGE of the page: as Spark parses it, and as Delta Lake and Iceberg run it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyspark
import pytest
from pyspark.sql import SparkSession

from tests import HANG_SECONDS
from tests.replay import FIXTURES, load_truth
from tests.test_readme import REPOSITORY, blocks

LOGS = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]

PAGE = REPOSITORY / "binlog_kaitai/docs/current-rows.md"

(MERGE,) = [block.text for block in blocks(PAGE.read_text(encoding="utf-8"), "sql")]

CATALOG = "spark.sql.catalog.spark_catalog"

FORMATS = {
    "delta": (
        "delta-spark_*.jar",
        {
            "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
            CATALOG: "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        },
    ),
    "iceberg": (
        "iceberg-spark-runtime-*.jar",
        {
            "spark.sql.extensions": (
                "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"
            ),
            CATALOG: "org.apache.iceberg.spark.SparkSessionCatalog",
            f"{CATALOG}.type": "hadoop",
            f"{CATALOG}.warehouse": "warehouse",
        },
    ),
}

SCRIPT = """
import json, sys
from binlog_kaitai.spark import last_changes
from binlog_kaitai.spark.session import SHORT_LIVED, start_session
name, conf, merge, *logs = sys.argv[1:]
spark = start_session("local[2]", **SHORT_LIVED, **json.loads(conf))
spark.sql(f"CREATE TABLE events (id INT, v STRING, n DECIMAL(20,0)) USING {name}")
for log in logs:
    events = spark.read.format("binlog").option("table", "rotated.events").load(log)
    last_changes(events, "id").createOrReplaceTempView("changes")
    spark.sql(merge)
rows = spark.sql("SELECT * FROM events ORDER BY id").collect()
print(json.dumps([[row.id, row.v, None if row.n is None else int(row.n)] for row in rows]))
spark.stop()
"""


def test_spark_parses_it(spark: SparkSession) -> None:
    parser = spark._jsparkSession.sessionState().sqlParser()  # noqa: SLF001
    plan = parser.parsePlan(MERGE).toString()
    assert plan.startswith("'MergeIntoTable")
    for action in ("deleteaction", "updateaction", "insertaction"):
        assert plan.count(action) == 1, plan


@pytest.mark.parametrize("name", FORMATS)
def test_it_makes_the_servers_select(tmp_path: Path, name: str) -> None:
    jar, conf = FORMATS[name]
    if not list((Path(pyspark.__file__).parent / "jars").glob(jar)):
        pytest.skip(f"no {jar} among the jars of Spark")
    conf |= {"spark.sql.warehouse.dir": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, name, json.dumps(conf), MERGE, *map(str, LOGS)],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    expected = load_truth("mysql97", "rotated")["tables"]["rotated.events"]["rows"]
    assert (json.loads(done.stdout or "null"), done.stderr) == (expected, "")
