"""Which changes count: transactions that were rolled back, prepared and decided, or have no end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai.lake.job import export
from binlog_kaitai.spark import last_changes, latest, settle
from tests.marks import mostly_long
from tests.replay import FIXTURES, load_truth

TYPED = (
    "_file string, _position long, _ordinal long, _outcome string, _xid string,"
    " _change_type string, _absent array<string>, id int"
)
FLAT = "file string, position long, ordinal long, outcome string, xid string, change_type string"

CHANGES = [
    # file, position, outcome and xid of the insert of a row; the row's id says what becomes of it
    ("b.9", 100, "committed", None, 1),
    ("b.9", 200, "rolled_back", None, -2),
    ("b.9", 300, "prepared", "'x'", -3),  # the name is used again
    ("b.10", 100, "prepared", "'x'", 4),
    ("b.10", 200, "prepared", "'y'", 5),
    ("b.11", 100, "prepared", "'z'", 0),
    ("b.11", 200, "committed", "'x'", 6),  # by XA COMMIT ... ONE PHASE
]
DECISIONS = [
    ("b.9", 50, "committed", "'z'"),  # of another before
    ("b.9", 400, "rolled_back", "'x'"),
    ("b.10", 150, "committed", "'x'"),
    ("b.100", 4, "committed", "'y'"),
    ("b.100", 50, "committed", None),  # a statement
]


def _parts(row: tuple[Any, ...]) -> tuple[Any, ...]:
    file, position, outcome, xid, key = row
    return file, position, (outcome, xid), key


def _changes(spark: SparkSession, rows: list[tuple[Any, ...]] = CHANGES) -> DataFrame:
    typed = [(*place, 0, *end, "insert", None, key) for *place, end, key in map(_parts, rows)]
    return spark.createDataFrame(typed, TYPED)


def _decisions(spark: SparkSession) -> DataFrame:
    return spark.createDataFrame(
        [(file, at, 0, outcome, xid, "statement") for file, at, outcome, xid in DECISIONS], FLAT
    )


def test_prepared_transactions_are_settled(spark: SparkSession) -> None:
    frame, decisions = _changes(spark), _decisions(spark)
    settled = settle(frame, decisions)
    assert settled.columns == frame.columns
    for row in settled.collect():
        expected = {-1: "rolled_back", 0: "prepared", 1: "committed"}
        assert row["_outcome"] == expected[(row["id"] > 0) - (row["id"] < 0)]
    assert sorted(row.id for row in latest(frame, "id", decisions).collect()) == [1, 4, 5, 6]
    assert sorted(row.id for row in last_changes(frame, "id", decisions).collect()) == [1, 4, 5, 6]


@pytest.mark.long
def test_prepared_without_decisions_fails(spark: SparkSession) -> None:
    with pytest.raises(PySparkException, match=r"b\.\d+: at byte \d+: expected decisions=, the"):
        latest(_changes(spark), "id").collect()
    frame = _changes(spark).where("_outcome != 'prepared'")
    assert sorted(row.id for row in latest(frame, "id").collect()) == [1, 6]


@pytest.mark.long
def test_end_that_is_not_known(spark: SparkSession) -> None:
    frame = _changes(spark, [("b.9", 100, "committed", None, 1), ("b.9", 200, None, None, 2)])
    with pytest.raises(PySparkException, match=r"b\.9: at byte 200: expected the end of the trans"):
        latest(frame, "id").collect()
    assert [row.id for row in latest(frame, "id", unended="leave_out").collect()] == [1]
    assert {row.id for row in latest(frame, "id", unended="apply").collect()} == {1, 2}
    assert {row.id for row in latest(frame.drop("_outcome", "_xid"), "id").collect()} == {1, 2}


def test_bad_usage_is_refused(spark: SparkSession) -> None:
    frame, decisions = _changes(spark), _decisions(spark)
    with pytest.raises(ValueError, match="no column _xid, which prepared"):
        settle(frame.drop("_xid"), decisions)
    with pytest.raises(ValueError, match="no column outcome, which prepared"):
        settle(frame, decisions.drop("outcome"))


# what the table of the fixture `xa` holds after each of its logs
AFTER = [
    {1: "one", 2: "two", 3: "three"},
    {1: "changed", 2: "two", 3: "three", 4: "four", 6: "six"},
    {1: "changed", 2: "two", 30: "three"},
]


def _logs(server: str) -> list[str]:
    return [str(FIXTURES / server / f"xa.{number}.binlog") for number in (1, 2, 3)]


def _rows(frame: DataFrame) -> dict[int, str]:
    return {row.id: row.v for row in frame.select("id", "v").collect()}


@pytest.mark.long
@pytest.mark.parametrize("count", mostly_long([3, 2, 1]))
@pytest.mark.parametrize("server", mostly_long(["mysql97", "mariadb118"]))
def test_logs_leave_what_the_server_selects(spark: SparkSession, server: str, count: int) -> None:
    truth = load_truth(server, "xa")["tables"]["xa.accounts"]["rows"]
    assert AFTER[-1] == dict(truth)
    logs = _logs(server)[:count]
    reader = spark.read.format("binlog").option("table", "xa.accounts")
    decisions = spark.read.format("binlog").load(logs)
    assert _rows(latest(reader.load(logs), "id", decisions)) == AFTER[count - 1]


@pytest.mark.long
@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_export_settles_what_later_files_decide(
    spark: SparkSession, server: str, tmp_path: Path
) -> None:
    logs, out = _logs(server), tmp_path / "out"
    undecided = [["kept", "late", "undone"], ["kept", "late"], ["open"]]
    for count, (expected, names) in enumerate(zip(AFTER, undecided, strict=True), 1):
        summary = export(logs[:count], out)
        dataset = out / "xa.accounts"
        frame = spark.read.parquet(str(dataset)).drop("log_date")
        assert {row["_outcome"] for row in frame.collect()} == {"committed"}
        assert _rows(latest(frame, "id")) == expected
        left = json.loads((dataset / "_export.json").read_text())["undecided"]
        assert sorted(bytes.fromhex(xid.split("'")[1]).decode() for xid, _, _ in left) == names
    # what the last file decides is no matter of the other table
    assert "xa.others" in summary.kept
    assert spark.read.parquet(str(out / "xa.others")).count() == 1
