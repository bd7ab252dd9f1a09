"""Current rows of tables that statements empty, or change without row images in the log."""

from __future__ import annotations

import json
import warnings
from datetime import datetime, timezone
from pathlib import Path

import pyarrow as pa
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.read.followed_keys import FollowedKeys
from binlog_kaitai.spark import last_changes, latest
from binlog_kaitai.spark.current.statements import UncheckedStatementsWarning, effects_in
from tests.marks import mostly_long
from tests.spark.test_latest import changes, rows_of

pytestmark = pytest.mark.usefixtures("few_partitions")

LAKE = Path(__file__).parents[1] / "lake"
MOVED = [str(LAKE / f"moved/binlog.00000{number}") for number in (1, 2)]

REFUSED = [
    ("emptied", "ALTER TABLE emptied TRUNCATE PARTITION p1"),
    ("one", "RENAME TABLE one TO three, two TO one, three TO two"),
    ("other", "ALTER TABLE exchanged EXCHANGE PARTITION p0 WITH TABLE other"),
    ("renamed", "ALTER TABLE renamed RENAME COLUMN v TO w"),
]


@pytest.fixture
def log(spark: SparkSession) -> DataFrame:
    return spark.read.format("binlog").load(MOVED)


def gtids(spark: SparkSession) -> str:
    """Return the GTIDs of the first log."""
    first = spark.read.format("binlog").load(MOVED[:1])
    gtid = first.selectExpr("max_by(gtid, position) AS gtid").collect()[0]["gtid"]
    server, _, number = gtid.partition(":")
    return f"{server}:1-{number}"


@pytest.mark.parametrize(("name", "statement"), mostly_long(REFUSED, short=1))
def test_a_statement_without_row_images_fails_the_query(
    spark: SparkSession, log: DataFrame, name: str, statement: str
) -> None:
    reader = spark.read.format("binlog").option("mergeSchema", "true")
    df = reader.option("table", f"moved.{name}").load(MOVED)
    later = log.where(log["file"].endswith("2"))  # without DROP DATABASE
    for frame in (latest(df, "id", log), last_changes(df, "id", later)):
        expected = rf"binlog\.000002: at byte \d+: expected row images .* of moved\.{name}, found"
        with pytest.raises(PySparkException, match=rf"{expected} .*{statement} \(GTID .+:\d+\)"):
            frame.collect()
    assert latest(df, "id", log, statements="ignore").count()


def test_changes_before_a_statement_that_empties_the_table_do_not_count(
    spark: SparkSession, log: DataFrame
) -> None:
    df = changes(spark, MOVED, "moved.again")
    assert rows_of(latest(df, "id", log)) == [{"id": 3, "v": 3}]
    baseline = spark.createDataFrame([(7, 7)], "id int, v int")
    with pytest.raises(PySparkException, match=r"pass since= with a baseline"):
        latest(df, "id", log, baseline=baseline).collect()
    since = gtids(spark)
    rows = rows_of(latest(df, "id", log, baseline=baseline, since=since))
    assert rows == [{"id": 3, "v": 3}]
    later = log.where(log["file"].endswith("2"))
    with pytest.raises(PySparkException, match=r"TRUNCATE TABLE again .* if the target of MERGE"):
        last_changes(df, "id", later).collect()


def test_a_statement_does_not_matter_for_other_tables_and_moments(
    spark: SparkSession, log: DataFrame
) -> None:
    reader = spark.read.format("binlog").option("mergeSchema", "true")
    df = reader.option("table", "moved.kept").load(MOVED)
    assert [row["w"] for row in rows_of(latest(df, "id", log))] == [5, 5]
    df = changes(spark, MOVED[:1], "moved.emptied")
    first = spark.read.format("binlog").load(MOVED[:1])
    assert latest(df, "id", first).count() == 3
    df = changes(spark, MOVED, "moved.emptied")
    assert latest(df, "id", log, until=gtids(spark)).count() == 3


def test_a_statement_fails_a_query_without_changes(spark: SparkSession, log: DataFrame) -> None:
    df = changes(spark, MOVED[:1], "moved.kept").where("false")
    assert latest(df, "id", log).count() == 0
    with pytest.raises(PySparkException, match="RENAME TABLE made TO unseen"):
        latest(df, "id", log, table="moved.unseen").collect()


def test_statements_that_cannot_be_checked_are_a_warning(spark: SparkSession) -> None:
    df = changes(spark, MOVED[:1], "moved.kept")
    with pytest.warns(UncheckedStatementsWarning, match="rows may be wrong after such statements"):
        latest(df, "id")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        latest(df, "id", statements="ignore")


def test_ddl_that_adds_or_converts_values() -> None:
    """ADD COLUMN without a default, and wider types, are no matter; a name that had values is."""
    statements = [
        "CREATE TABLE t (id INT PRIMARY KEY, v INT)",
        "ALTER TABLE t ADD COLUMN w INT, MODIFY v BIGINT",
        "ALTER TABLE t ADD COLUMN x INT DEFAULT 7",
        "ALTER TABLE t MODIFY v FLOAT",
        "ALTER TABLE unknown ADD COLUMN x INT",
        "ALTER TABLE unknown MODIFY x BIGINT",
        "ALTER TABLE t DROP COLUMN w",
        "ALTER TABLE t ADD COLUMN w INT",
    ]
    rows = [
        {
            "file": "b.1",
            "position": number,
            "gtid": None,
            "server_id": 1,
            "outcome": "committed",
            "database": "d",
            "change_type": "statement",
            "data": json.dumps({"statement": text, "thread_id": 1}),
            "timestamp": datetime(2026, 1, 1, tzinfo=timezone.utc),
            "counts": True,
        }
        for number, text in enumerate(statements)
    ]
    keys = FollowedKeys(Catalog(), {})
    found = list(effects_in(iter([pa.RecordBatch.from_pylist(rows)]), keys))
    alters = [one for one in found if one.kind == "alters"]
    assert [(one.place[1], one.table) for one in alters] == [
        *((2, "t"), (3, "t"), (5, "unknown"), (7, "t")),
    ]


@pytest.mark.parametrize(("gtid", "num_emptied"), [("0-1-7", 1), ("u:7", 0)])
def test_a_comment_for_mariadb_counts_by_the_gtid(gtid: str, num_emptied: int) -> None:
    row = {
        "file": "b.1",
        "position": 4,
        "gtid": gtid,
        "server_id": 1,
        "outcome": "committed",
        "database": "d",
        "change_type": "statement",
        "data": json.dumps({"statement": "/*M!100101 TRUNCATE t */", "thread_id": 1}),
        "timestamp": datetime(2026, 1, 1, tzinfo=timezone.utc),
        "counts": True,
    }
    keys = FollowedKeys(Catalog(), {})
    found = list(effects_in(iter([pa.RecordBatch.from_pylist([row])]), keys))
    assert [one.kind for one in found] == ["empties"] * num_emptied
