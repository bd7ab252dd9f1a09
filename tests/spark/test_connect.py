"""A client of Spark Connect reads and folds logs as a session of its own does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.replay import FIXTURES
from tests.servers import REPOSITORY

SCRIPT = """
import sys

from pyspark.sql import SparkSession

from binlog_kaitai.spark import auto_cdc, last_changes, latest, read

spark = SparkSession.builder.remote("local[2]").getOrCreate()
assert "connect" in type(spark).__module__
logs = sys.argv[1]
log = spark.read.format("binlog").load(logs)
events = spark.read.format("binlog").option("table", "rotated.events").load(logs)
assert events.schema["n"].dataType.simpleString() == "decimal(20,0)"
assert events.count() == 7
assert sorted(row["id"] for row in latest(events, "id", log).collect()) == [1, 2, 4]
assert sorted(row["id"] for row in last_changes(events, "id", log).collect()) == [1, 2, 3, 4]
assert auto_cdc(events, "id").count() == 6
assert read(spark, logs, table="rotated.events", where="id = 2").count() == 3
stream = spark.readStream.format("binlog").option("table", "rotated.events").load(logs)
query = stream.writeStream.format("parquet").option("checkpointLocation", sys.argv[2] + "/c")
query.trigger(availableNow=True).start(sys.argv[2] + "/out").awaitTermination()
assert spark.read.parquet(sys.argv[2] + "/out").count() == 7
print("all is equal")
"""


@pytest.mark.long
def test_a_client_reads_what_a_session_does(tmp_path: Path) -> None:
    script = tmp_path / "client.py"
    script.write_text(SCRIPT, encoding="utf-8")
    logs = f"{FIXTURES.resolve()}/mysql97/rotated.*.binlog"
    settings = {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    done = subprocess.run(
        [sys.executable, script, logs, tmp_path],
        env={**os.environ, **settings, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout.endswith("all is equal\n"), done.stderr
