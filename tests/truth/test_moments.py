"""Tables as of earlier moments, from SELECT at others and the logs.

`TRUTH_STEPS` says how much work there is between two moments, `TRUTH_SEED` what work.
"""

from __future__ import annotations

import contextlib
import random
import sys
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai.spark import latest
from binlog_kaitai.spark.releases import to_arrow_schema
from tests.servers import RunningServer
from tests.truth.test_truth import SEED, STEPS, compare, look, server
from tests.truth.workload import DATABASE, Workload
from tests.typed import expected_rows

__all__ = ["server"]

pytestmark = [pytest.mark.truth, pytest.mark.usefixtures("few_partitions")]

NUM_MOMENTS = 3
EXECUTED = {"mysql97": "@@gtid_executed", "mariadb118": "@@gtid_binlog_pos"}


@dataclass(frozen=True)
class Looked:
    """What a server's tables held, when that was, and which transactions had led there."""

    tables: dict[str, Any]
    time: datetime
    executed: str


def look_at(server: RunningServer, logs: Path) -> Looked:
    """Look at a server that is at rest: the logs of some tell the time in whole seconds."""
    time.sleep(1.1)
    now = datetime.now(timezone.utc)
    time.sleep(1.1)
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        cursor.execute(f"SELECT {EXECUTED[server.name]}")
        (executed,) = cursor.fetchone()
    return Looked(look(server, logs), now, executed)


def snapshot(looked: Looked, name: str, log: DataFrame) -> DataFrame:
    """Return the rows of SELECT."""
    table = looked.tables[f"{DATABASE}.{name}"]
    rows = expected_rows(table, has_names=True, has_charsets=True)
    schema = log.select(*(column["name"] for column in table["columns"])).schema
    return log.sparkSession.createDataFrame(
        pa.Table.from_pylist(rows, to_arrow_schema(schema)), schema
    )


def test_tables_as_of_moments(server: RunningServer, spark: SparkSession, tmp_path: Path) -> None:
    """As of the second moment, from the logs alone, and from what there was at the first."""
    workload = Workload(server, random.Random(SEED))
    workload.set_up()
    found = []
    for _ in range(NUM_MOMENTS):
        workload.work(STEPS)
        found.append(look_at(server, tmp_path))
    sys.stdout.write(f"{server.name}, seed {SEED}: {workload.done}, {workload.errors}\n")
    before, at, _ = found
    decisions = spark.read.format("binlog").load(str(tmp_path))
    for name in workload.compared:
        typed = spark.read.format("binlog").option("table", f"{DATABASE}.{name}")
        log = typed.load(str(tmp_path)).cache()
        baseline = snapshot(before, name, log)
        for since, until in ((before.time, at.time), (before.executed, at.executed)):
            compare(latest(log, "id", decisions, until=until), at.tables, name)
            state = latest(log, "id", decisions, baseline=baseline, since=since, until=until)
            compare(state, at.tables, name)
        log.unpersist()
