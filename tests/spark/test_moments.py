"""States as of a moment, from snapshots and logs."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai.spark import latest
from tests.marks import mostly_long
from tests.replay import FIXTURES, load_truth
from tests.spark.test_latest import changes, rows_of
from tests.typed import expected_rows, in_order

pytestmark = pytest.mark.usefixtures("few_partitions")

Row = dict[str, Any]

SCHEMA = """_file string, _position bigint, _ordinal bigint, _timestamp timestamp,
    _commit_timestamp timestamp, _gtid string, _outcome string, _xid string, _change_type string,
    _absent array<string>, id int, v string, w string"""
DECISIONS = """file string, position bigint, ordinal bigint, timestamp timestamp,
    commit_timestamp timestamp, gtid string, change_type string, xid string, outcome string"""

UUID = "11111111-1111-1111-1111-111111111111"
START = datetime(2026, 11, 21, tzinfo=timezone.utc)


def moment(number: int) -> datetime:
    return START + timedelta(seconds=number)


def change(number: int, kind: str, *values: str | int | None, xid: str | None = None) -> Row:
    """Return the change of a transaction, at the second of its number, as of MySQL 8 and newer."""
    key, v, w = values
    absent = [name for name, value in (("v", v), ("w", w)) if value is None] or None
    ordinal = 1 if kind == "update_postimage" else 0
    time = moment(number)
    outcome = "prepared" if xid else "committed"
    place = ("binlog.000001", 100 * number, ordinal, time, time, f"{UUID}:{number}")
    names = [field.split()[0] for field in SCHEMA.split(",")]
    row = (*place, outcome, xid, kind, absent, key, v, w)
    return dict(zip(names, row, strict=True))


def update(number: int, before: tuple[Any, ...], after: tuple[Any, ...]) -> list[Row]:
    return [
        change(number, "update_preimage", *before),
        change(number, "update_postimage", *after),
    ]


def decision(number: int, xid: str, outcome: str) -> Row:
    names = [field.split()[0] for field in DECISIONS.split(",")]
    time = moment(number)
    place = ("binlog.000001", 100 * number, 0, time, time, f"{UUID}:{number}")
    return dict(zip(names, (*place, "statement", xid, outcome), strict=True))


LOG = [
    change(1, "insert", 1, "one", "a"),
    *update(2, (1, "one", "a"), (1, "eins", "a")),
    *update(3, (2, None, None), (2, "zwei", None)),
    change(4, "insert", 7, "prepared", "p", xid="x"),
    *update(5, (2, None, None), (3, None, None)),
    change(6, "insert", 2, "anew", "b"),
    change(7, "insert", 8, "again", "p", xid="x"),
    change(8, "delete", 1, "eins", "a"),
]
DECIDED = [decision(4, "x", "rolled_back"), decision(9, "x", "committed")]
DECIDED[0]["position"] += 1
BASELINE = [(2, "two", "kept"), (5, "five", "same")]

# what is there behind each transaction, by the snapshot of before the first
STATES = {
    1: [(1, "one", "a"), (2, "two", "kept")],
    2: [(1, "eins", "a"), (2, "two", "kept")],
    3: [(1, "eins", "a"), (2, "zwei", "kept")],
    5: [(1, "eins", "a"), (3, "zwei", "kept")],
    7: [(1, "eins", "a"), (2, "anew", "b"), (3, "zwei", "kept")],
    8: [(2, "anew", "b"), (3, "zwei", "kept")],
    9: [(2, "anew", "b"), (3, "zwei", "kept"), (8, "again", "p")],
}


@pytest.fixture
def frames(spark: SparkSession) -> tuple[DataFrame, DataFrame]:
    names = [field.split()[0] for field in SCHEMA.split(",")]
    log = spark.createDataFrame([tuple(row[name] for name in names) for row in LOG], SCHEMA)
    decided = spark.createDataFrame([tuple(row.values()) for row in DECIDED], DECISIONS)
    return log, decided


def state(found: DataFrame) -> list[tuple[Any, ...]]:
    return sorted(map(tuple, found.select("id", "v", "w").collect()))


@pytest.mark.parametrize("number", mostly_long(STATES, short=2))
def test_states_behind_each_transaction(
    spark: SparkSession, frames: tuple[DataFrame, DataFrame], number: int
) -> None:
    """By times and by GTIDs, of the snapshot before all, and of those of other moments."""
    log, decided = frames
    first = spark.createDataFrame(BASELINE, "id int, v string, w string")
    expected = [*STATES[number], (5, "five", "same")]
    by_time, by_gtid = moment(number + 1), f"{UUID}:1-{number}"
    for until in (by_time, by_time.replace(tzinfo=None), by_gtid):
        assert state(latest(log, "id", decided, baseline=first, until=until)) == sorted(expected)
    for before, held in STATES.items():
        # the snapshots of when a transaction was prepared, and was not
        if before in {2, 5} and before <= number:
            rows = [*held, (5, "five", "same")]
            snapshot = spark.createDataFrame(rows, "id int, v string, w string")
            for since, until in (
                (moment(before + 1), by_time),
                (f"{UUID}:1-{before}", by_gtid),
            ):
                found = latest(log, "id", decided, baseline=snapshot, since=since, until=until)
                assert state(found) == sorted(expected)


def test_moments_without_a_snapshot(frames: tuple[DataFrame, DataFrame]) -> None:
    log, decided = frames
    assert state(latest(log, "id", decided, until=moment(3))) == [(1, "eins", "a")]
    with pytest.raises(PySparkException, match="partial row images of a row that is older than"):
        state(latest(log, "id", decided, until=moment(4)))


def test_what_is_no_moment_or_snapshot(
    spark: SparkSession, frames: tuple[DataFrame, DataFrame]
) -> None:
    log, decided = frames
    first = spark.createDataFrame(BASELINE, "id int, v string, w string")
    with pytest.raises(ValueError, match=r"since requires baseline"):
        latest(log, "id", decided, since=moment(1))
    with pytest.raises(ValueError, match=r"expected a GTID set such as"):
        latest(log, "id", decided, baseline=first, until=f"{UUID}:7")
    with pytest.raises(ValueError, match="expected GTIDs such as"):
        latest(log, "id", decided, baseline=first, until="2026-11-21 10:00")
    with pytest.raises(ValueError, match=r"no column _gtid, which since and until require"):
        latest(log.drop("_gtid"), "id", decided, until=f"{UUID}:1-7")
    with pytest.raises(ValueError, match=r"baseline: expected w string, found no column w"):
        latest(log, "id", decided, baseline=first.drop("w"))
    with pytest.raises(ValueError, match=r"baseline: expected id int, found id bigint"):
        latest(log, "id", decided, baseline=first.selectExpr("bigint(id) id", "v", "w"))
    with pytest.raises(PySparkException, match="baseline: expected a value for the key id"):
        latest(
            log, "id", decided, baseline=first.selectExpr("nullif(id, 5) id", "v", "w")
        ).collect()
    nameless = log.withColumn("_gtid", log["_gtid"].substr(1, 0)).replace("", None, ["_gtid"])
    # of the first task that finds one
    with pytest.raises(PySparkException, match=r"binlog.000001: at byte \d+: expected a GTID"):
        latest(nameless, "id", decided, until=f"{UUID}:1-7").collect()


@pytest.mark.parametrize("server", mostly_long(["mysql97", "mariadb118"]))
def test_a_snapshot_between_two_logs(spark: SparkSession, server: str) -> None:
    """What the first log leaves is a baseline for the second."""
    logs = [str(FIXTURES / server / f"rotated.{number}.binlog") for number in (1, 2)]
    truth = load_truth(server, "rotated")["tables"]["rotated.events"]
    expected = expected_rows(truth, has_names=True, has_charsets=True)
    first, second = (changes(spark, [log], "rotated.events") for log in logs)
    found = latest(second, "id", baseline=latest(first, "id"))
    assert in_order(rows_of(found)) == in_order(expected)
