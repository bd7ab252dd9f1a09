"""Spark reads real servers: in batch, and as a stream that is killed again and again."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from binlog_kaitai import scan
from tests import HANG_SECONDS
from tests.replication.conftest import FULL, OPTIONS, Start, execute, start, uri_of
from tests.replication.test_live_archive import WORK
from tests.replication.test_live_kills import TABLES, load
from tests.replication.test_live_page import PAGE
from tests.servers import RunningServer
from tests.test_readme import blocks

__all__ = ["FULL", "OPTIONS", "start"]

pytestmark = [pytest.mark.live, pytest.mark.long]

KILLS = 3

Key = tuple[str, int, int]


def keys_of(server: RunningServer) -> list[Key]:
    """Return what tells each record of a server's files from the others."""
    batches = scan(server.binary_log_files(), columns=["file", "position", "ordinal"])
    return [(r["file"], r["position"], r["ordinal"]) for b in batches for r in b.to_pylist()]


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_a_server_in_batch(name: str, start: Start, spark: SparkSession) -> None:
    server = start(name)
    execute(server, *WORK, *WORK)
    frame = spark.read.format("binlog").load(uri_of(server))
    found = [(r.file, r.position, r.ordinal) for r in frame.collect()]
    assert sorted(found) == sorted(keys_of(server))
    typed = spark.read.format("binlog").option("table", "shop.orders").load(uri_of(server))
    files = [str(path) for path in server.binary_log_files()]
    same = spark.read.format("binlog").option("table", "shop.orders").load(files)
    assert typed.schema == same.schema
    assert sorted(typed.collect()) == sorted(same.collect())


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_a_stream_of_a_server(
    name: str,
    start: Start,
    spark: SparkSession,
    tmp_path: Path,
) -> None:
    """Each run ends at what the server had when it began; read logs leave the spool."""
    server = start(name)
    out, checkpoint, spool = (str(tmp_path / part) for part in ("out", "checkpoint", "spool"))
    for _ in range(3):
        execute(server, *WORK)
        frame = spark.readStream.format("binlog").option("spool", spool).load(uri_of(server))
        writer = frame.writeStream.format("parquet").option("checkpointLocation", checkpoint)
        writer.trigger(availableNow=True).start(out).awaitTermination()
        written = [(r.file, r.position, r.ordinal) for r in spark.read.parquet(out).collect()]
        assert sorted(written) == sorted(keys_of(server))
    assert len(list(Path(spool).glob("*/binlog.0*"))) < len(server.binary_log_files())


def test_a_stream_without_a_spool(spark: SparkSession, tmp_path: Path) -> None:
    frame = spark.readStream.format("binlog").load("mysql://nobody@127.0.0.1:1")
    writer = frame.writeStream.format("parquet").option("checkpointLocation", str(tmp_path / "c"))
    with pytest.raises(Exception, match="requires the option spool"):
        writer.trigger(availableNow=True).start(str(tmp_path / "o")).awaitTermination()


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_a_killed_stream_goes_on(
    name: str,
    start: Start,
    spark: SparkSession,
    tmp_path: Path,
) -> None:
    server = start(name, "--max-binlog-size=1048576")
    execute(server, *TABLES)
    out = tmp_path / "out"
    module = [sys.executable, "-m", "tests.spark.stream_process"]
    command = [*module, uri_of(server), str(out), str(tmp_path / "checkpoint")]
    chance = random.Random(20261123)
    with load(server, pause=0.02):
        for _ in range(KILLS):
            with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
                _wait_for_batches(process, out)
                time.sleep(chance.random())
                process.send_signal(signal.SIGKILL)
    subprocess.run([*command, "once"], check=True, timeout=HANG_SECONDS)
    written = [(r.file, r.position, r.ordinal) for r in spark.read.parquet(str(out)).collect()]
    assert sorted(written) == sorted(keys_of(server))


def _wait_for_batches(process: subprocess.Popen[bytes], out: Path) -> None:
    """Wait until two more batches are written."""

    def count() -> int:
        return len(list((out / "_spark_metadata").glob("[0-9]*")))

    before, end = count(), time.monotonic() + 300
    while count() < before + 2:
        assert process.poll() is None, "the stream ended by itself"
        assert time.monotonic() < end, "the stream writes nothing"
        time.sleep(0.05)


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_the_page_runs_as_written(
    name: str, start: Start, spark: SparkSession, tmp_path: Path
) -> None:
    """What the page "Follow a server" has of Spark, by the user that it has made."""
    server = start(name)
    execute(server, "DROP USER IF EXISTS ''@'localhost'", "DROP USER IF EXISTS reader", *WORK)
    for block in blocks(PAGE, "sql"):
        execute(server, *filter(str.strip, block.text.replace("'...'", "'hunter2'").split(";")))
    # Java, which starts Python, does not see the environment as it is now
    file = tmp_path / "reader.cnf"
    file.write_text("[client]\npassword=hunter2\n")
    host = f"127.0.0.1:{server.port}/?option-file={file}"
    batch, stream = (
        block.text.replace("db.example.com?", f"{host}&")
        .replace("db.example.com", host)
        .replace("/data/orders-spool", str(tmp_path / "spool"))
        for block in blocks(PAGE, "text")
    )
    names: dict[str, Any] = {"spark": spark}
    assert eval(batch, names).count() > 0
    exec(stream, names)
    writer = names["stream"].writeStream.format("parquet")
    writer = writer.option("checkpointLocation", str(tmp_path / "checkpoint"))
    writer.trigger(availableNow=True).start(str(tmp_path / "out")).awaitTermination()
    assert spark.read.parquet(str(tmp_path / "out")).count() > 0
