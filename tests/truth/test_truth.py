"""Random work on MySQL 9.7 and MariaDB 11.8, against their SELECT at several moments.

`TRUTH_STEPS` says how much work there is between two moments, `TRUTH_SEED` what work.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai import Record
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.spark import latest
from tests.fixtures.truth import truth
from tests.records import read_rows
from tests.replay import Expectation, replay
from tests.servers import SERVERS, RunningServer
from tests.truth.workload import DATABASE, Workload
from tests.typed import expected_rows, in_order

pytestmark = pytest.mark.truth

STEPS = int(os.environ.get("TRUTH_STEPS", "300"))
SEED = int(os.environ.get("TRUTH_SEED", time.time_ns() % 2**32))
MOMENTS = ("stop", "kill", "stop", "rotate")
"""What happens to the server behind each part of the work, before its tables are looked at."""

OPTIONS = {
    "mysql97": ("--gtid-mode=ON", "--enforce-gtid-consistency=ON"),
    "mariadb118": ("--binlog-annotate-row-events=ON",),
}
DECIDES = ("XA COMMIT ", "XA ROLLBACK ")


@pytest.fixture(params=OPTIONS)
def server(request: pytest.FixtureRequest) -> Iterator[RunningServer]:
    kind = SERVERS[request.param]
    if not kind.installed():
        pytest.skip(f"{kind.name} is not installed: python -m tests.servers {kind.name}")
    options = ["--binlog-format=ROW", "--binlog-row-metadata=FULL", *OPTIONS[kind.name]]
    with kind.run(options) as running:
        yield running


def test_what_the_logs_tell_is_what_the_server_selects(
    server: RunningServer, spark: SparkSession, tmp_path: Path
) -> None:
    workload = Workload(server, random.Random(SEED))
    workload.set_up()
    logs = tmp_path / "logs"
    logs.mkdir()
    for number, moment in enumerate(MOMENTS, 1):
        workload.work(STEPS)
        pass_moment(server, moment)
        expected = look(server, logs)
        sys.stdout.write(
            f"{server.name}, seed {SEED}, moment {number}: {workload.done}, {workload.errors}\n"
        )
        check_records(workload, logs, expected)
        check_latest(workload, spark, logs, expected)
        check_export(workload, spark, logs, tmp_path / "out", expected)
    assert {"transaction", "autocommitted", "xa", "decide", "load"} <= workload.done.keys()


def pass_moment(server: RunningServer, moment: str) -> None:
    if moment == "stop":
        server.stop()
        server.start()
    elif moment == "kill":
        assert server.process
        server.process.kill()
        server.process.wait()
        server.start()


def look(server: RunningServer, logs: Path) -> dict[str, Any]:
    """Return what the tables hold, and copy the logs that lead there."""
    with contextlib.closing(server.connect()) as connection:
        connection.cursor().execute("FLUSH BINARY LOGS")
        expected: dict[str, Any] = truth(connection)["tables"]
    for log in server.binary_log_files()[:-1]:
        if not (logs / log.name).exists():
            shutil.copy2(log, logs)
    return expected


def settled(records: Iterable[Record]) -> Iterator[Record]:
    """Yield what took effect, in the order in which it did."""
    prepared: dict[str, list[Record]] = {}
    for record in records:
        if record.change_type == "statement" and str(record.data["statement"]).startswith(DECIDES):
            rows = prepared.pop(str(record.xid))
            yield from rows if record.outcome == "committed" else ()
        elif record.outcome == "prepared":
            prepared.setdefault(str(record.xid), []).append(record)
        elif record.outcome == "committed":
            yield record
        else:
            assert record.outcome == "rolled_back"


def check_records(workload: Workload, logs: Path, expected: dict[str, Any]) -> None:
    records = [record for log in sorted(logs.iterdir()) for record in read_rows(log)]
    of_compared = (
        record
        for record in settled(records)
        if record.database == DATABASE and record.table in workload.compared
    )
    tables = replay(of_compared)
    for name in workload.compared:
        table = expected[f"{DATABASE}.{name}"]
        rows = sorted(tables.get(f"{DATABASE}.{name}", []), key=lambda row: row["id"])
        assert rows == Expectation(table, has_names=True, has_charsets=True).rows(), name


def check_latest(
    workload: Workload, spark: SparkSession, logs: Path, expected: dict[str, Any]
) -> None:
    decisions = spark.read.format("binlog").load(str(logs))
    for name in workload.compared:
        typed = spark.read.format("binlog").option("table", f"{DATABASE}.{name}").load(str(logs))
        compare(latest(typed, "id", decisions=decisions), expected, name)


def check_export(
    workload: Workload, spark: SparkSession, logs: Path, out: Path, expected: dict[str, Any]
) -> None:
    export([str(logs)], out, current=Asked())
    for name in workload.compared:
        dataset = spark.read.parquet(str(out / f"{DATABASE}.{name}")).drop("log_date")
        compare(latest(dataset, "id"), expected, name)
        compare(spark.read.parquet(str(out / f"{DATABASE}.{name}.current")), expected, name)


def compare(found: DataFrame, expected: dict[str, Any], name: str) -> None:
    table = expected[f"{DATABASE}.{name}"]
    rows = expected_rows(table, has_names=True, has_charsets=True)
    assert in_order(found.toArrow().to_pylist()) == in_order(rows), name
