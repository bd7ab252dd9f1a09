"""Spark streams of servers that are lost, of several at once, and of spools small or lost."""

from __future__ import annotations

import json
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai import scan
from tests.replication.conftest import Start, execute, start, uri_of
from tests.replication.test_live_archive import WORK
from tests.replication.test_live_failover import Pair, pair
from tests.replication.test_live_kills import load
from tests.servers import RunningServer

__all__ = ["pair", "start"]

pytestmark = [pytest.mark.live, pytest.mark.long]

TABLE = "live.orders"
COLUMNS = ["_gtid", "_change_type", "id", "v", "note"]
PLACES = ["file", "position", "ordinal"]


class Stream:
    """A stream to Parquet files, with its checkpoint and its spool."""

    def __init__(self, spark: SparkSession, folder: Path, **options: str) -> None:
        self.spark = spark
        self.out, self.checkpoint, self.spool = (
            folder / part for part in ("out", "checkpoint", "spool")
        )
        self.options = options

    def query(self, uris: str | list[str], **trigger: Any) -> Any:
        reader = self.spark.readStream.format("binlog").option("spool", str(self.spool))
        reader = reader.options(**self.options)
        frame: DataFrame
        if isinstance(uris, str):
            frame = reader.load(uris)
        else:
            frame = reader.option("paths", json.dumps(uris)).load()
        writer = frame.writeStream.format("parquet")
        writer = writer.option("checkpointLocation", str(self.checkpoint)).trigger(**trigger)
        return writer.start(str(self.out))

    def read_all(self, uris: str | list[str]) -> None:
        self.query(uris, availableNow=True).awaitTermination()

    def written(self, columns: list[str]) -> Counter[tuple[Any, ...]]:
        if not (self.out / "_spark_metadata").exists():
            return Counter()
        found = self.spark.read.parquet(str(self.out)).select(columns).collect()
        return Counter(tuple(row) for row in found)


def logged(server: RunningServer, table: str | None, columns: list[str]) -> Counter[Any]:
    batches = scan(server.binary_log_files(), table, columns=columns)
    return Counter(tuple(r[name] for name in columns) for b in batches for r in b.to_pylist())


def places(*servers: RunningServer) -> Counter[Any]:
    return sum((logged(server, None, PLACES) for server in servers), Counter())


@pytest.fixture
def query_of(spark: SparkSession) -> Iterator[None]:
    """End what a test that failed leaves running."""
    yield
    for query in spark.streams.active:
        query.stop()


@pytest.mark.usefixtures("query_of")
def test_a_stream_goes_on_at_the_replica(pair: Pair, spark: SparkSession, tmp_path: Path) -> None:
    """The primary is killed while the stream is in its midst; then there is more work."""
    options = {"table": TABLE, "maxBytesPerTrigger": "100k"}
    stream = Stream(spark, tmp_path, **options)
    query = stream.query(pair.uri, processingTime="0 seconds")
    _wait(lambda: query.lastProgress is not None and query.lastProgress["batchId"] >= 1, query)
    with load(pair.primary, pause=0.02):
        time.sleep(2)
    pair.fail()
    before = stream.written(COLUMNS).total()
    with load(pair.replica, pause=0.02):
        time.sleep(2)
    expected = logged(pair.replica, TABLE, COLUMNS)
    assert 0 < before < expected.total()
    _wait(lambda: stream.written(COLUMNS).total() >= expected.total(), query)
    query.stop()
    assert stream.written(COLUMNS) == expected


def _wait(is_over: Any, query: Any) -> None:
    end = time.monotonic() + 300
    while not is_over():
        assert query.isActive, query.exception()
        assert time.monotonic() < end
        time.sleep(0.5)


def test_a_spool_that_is_small(start: Start, spark: SparkSession, tmp_path: Path) -> None:
    """A log is taken at a time, though each has more than the spool may have."""
    server = start("mysql97")
    execute(server, *WORK, *WORK, *WORK)
    stream = Stream(spark, tmp_path, maxSpoolBytes="1k", maxBytesPerTrigger="10m")
    stream.read_all(uri_of(server))
    assert stream.written(PLACES) == places(server)
    assert len(list((stream.checkpoint / "commits").glob("[0-9]*"))) > 3


def test_several_servers(start: Start, spark: SparkSession, tmp_path: Path) -> None:
    """Of both families, in one query."""
    servers = [start("mysql97"), start("mariadb118")]
    stream = Stream(spark, tmp_path)
    for number in range(2):
        for server in servers[number:]:
            execute(server, *WORK)
        stream.read_all([uri_of(server) for server in servers])
        assert stream.written(PLACES) == places(*servers)
    assert len(list(stream.spool.iterdir())) == 2


@pytest.mark.parametrize(
    ("name", "options"),
    [("mysql97", []), ("mariadb118", []), ("mysql97", ["--gtid-mode=OFF"])],
    ids=["mysql97", "mariadb118", "no-gtids"],
)
def test_a_spool_that_is_lost(
    name: str, options: list[str], start: Start, spark: SparkSession, tmp_path: Path
) -> None:
    """The stream goes on where it was; what was planned, and not committed, is told to be gone."""
    server = start(name, *options, *(["--enforce-gtid-consistency=OFF"] if options else []))
    stream = Stream(spark, tmp_path)
    for _ in range(2):
        execute(server, *WORK)
        stream.read_all(uri_of(server))
        assert stream.written(PLACES) == places(server)
        shutil.rmtree(stream.spool)
    commits = stream.checkpoint / "commits"
    last = max(int(path.name) for path in commits.glob("[0-9]*"))
    for folder in (commits, stream.out / "_spark_metadata"):
        for path in (folder / f"{last}", folder / f".{last}.crc"):
            path.unlink(missing_ok=True)
    with pytest.raises(Exception, match=r"is no longer in the spool .*\. Restore the spool"):
        stream.read_all(uri_of(server))
