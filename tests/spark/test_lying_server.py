"""Spark's source and stream refuse a server whose logs are named like paths."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from tests.replication.lying_server import PATHS, LyingServer

pytestmark = pytest.mark.long

REFUSAL = "expected (a ROTATE to )?the name of a binary log"


@pytest.mark.parametrize("lie", PATHS)
def test_a_query_and_a_stream(lie: str, spark: SparkSession, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    with LyingServer(PATHS[lie]) as server:
        with pytest.raises(PySparkException, match=REFUSAL):
            spark.read.format("binlog").load(server.uri()).collect()
        stream = spark.readStream.format("binlog").option("spool", str(folder / "spool"))
        writer = stream.load(server.uri()).writeStream.format("parquet")
        writer = writer.option("checkpointLocation", str(folder / "checkpoint"))
        with pytest.raises(PySparkException, match=REFUSAL):
            writer.trigger(availableNow=True).start(str(folder / "out")).awaitTermination()
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    assert {path.name for path in folder.iterdir()} <= {"spool", "checkpoint", "out"}
    assert not [path for path in folder.rglob("*.[0-9]*") if path.suffix == ".000001"]
