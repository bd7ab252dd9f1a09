"""A stream of a MariaDB's logs that is killed again and again loses and repeats nothing."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from binlog_kaitai import Record
from tests import HANG_SECONDS
from tests.fixtures.truth import truth
from tests.records import read_rows
from tests.replay import Expectation, replay
from tests.servers import RunningServer
from tests.test_live import Writer, key, logs, server

__all__ = ["server"]

pytestmark = [pytest.mark.live, pytest.mark.long]

KILLS = 3


class Process:
    """A process that streams."""

    def __init__(self, server: RunningServer, folder: Path, *more: str) -> None:
        module = [sys.executable, "-m", "tests.spark.stream_process"]
        folders = [str(server.data), str(folder / "out"), str(folder / "checkpoint")]
        self.process = subprocess.Popen([*module, *folders, *more], stdout=subprocess.PIPE)
        assert self.process.stdout
        assert self.process.stdout.readline() == b"started\n"

    def kill_when_it_wrote(self, out: Path, count: int, patience: float) -> None:
        """Kill it a moment after it committed so many more batches."""
        batches = out / "_spark_metadata"
        before = len(list(batches.glob("[0-9]*")))
        end = time.monotonic() + HANG_SECONDS
        while len(list(batches.glob("[0-9]*"))) < before + count:
            assert self.process.poll() is None, "the stream ended by itself"
            assert time.monotonic() < end, "the stream writes nothing"
            time.sleep(0.05)
        time.sleep(patience)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def write_on(writer: Writer) -> None:
    """Let the writer go on without waiting for a reader."""
    for _ in range(100):
        writer.looked.release()


def test_a_killed_stream_goes_on(
    server: RunningServer,
    spark: SparkSession,
    tmp_path: Path,
) -> None:
    writer = Writer(server)
    chance = random.Random(20261121)
    out = tmp_path / "out"
    writer.thread.start()
    for _ in range(KILLS):
        process = Process(server, tmp_path)
        writer.looked.release()
        writer.looked.release()
        process.kill_when_it_wrote(out, 2, chance.random())
    write_on(writer)
    writer.thread.join()
    assert not writer.errors
    with contextlib.closing(server.connect()) as connection:
        expected = truth(connection)["tables"]
    server.stop()
    last = Process(server, tmp_path, "once")
    assert last.process.wait(HANG_SECONDS) == 0

    rows = spark.read.parquet(str(out)).drop("commit_timestamp").toArrow().to_pylist()
    found = [
        Record(**row | {"commit_timestamp": None, "data": json.loads(row["data"])}) for row in rows
    ]
    found.sort(key=key)
    written = [record for log in logs(server.data) for record in read_rows(log)]
    assert [key(record) for record in found] == [key(record) for record in written]
    tables = replay(found)
    assert expected.keys() == {"live.orders", "live.items", "live.pairs"}
    for name, table in expected.items():
        held = sorted(tables[name], key=lambda row: row["id"])
        assert len(held) > 20
        assert held == Expectation(table, has_names=True, has_charsets=True).rows()
