"""Options that decide on the columns of a table: mergeSchema, and ddl."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from binlog_kaitai.model.schema import widens
from binlog_kaitai.read.batches import read_batches
from tests.records import read_rows
from tests.replay import FIXTURES, load_truth
from tests.test_ddl_places import TRUTH, dump_of, logs_of
from tests.typed import expected_rows, in_order, replay_typed

ALTERED = [FIXTURES / "mysql97" / f"altered.{number}.binlog" for number in (1, 2)]
NAMELESS = FIXTURES / "mysql56" / "types.binlog"
DUMP = FIXTURES / "mysql56" / "types.sql"


def load(
    spark: SparkSession, paths: list[Path], schema: str | None = None, **options: Any
) -> DataFrame:
    reader = spark.read.format("binlog").options(**options)
    if schema is not None:
        reader = reader.schema(schema)
    return reader.load([str(path) for path in paths])


def rows_of(frame: DataFrame) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = frame.toArrow().to_pylist()
    return found


@pytest.mark.long
def test_merged_schema_takes_all_columns_of_all_files(spark: SparkSession) -> None:
    frame = load(spark, ALTERED, table="altered.orders", mergeSchema="true")
    assert [column for column in frame.dtypes if not column[0].startswith("_")] == [
        ("id", "int"),
        ("small", "bigint"),
        ("amount", "decimal(12,4)"),
        ("day", "timestamp_ntz"),
        ("ratio", "double"),
        ("gone", "string"),
        ("note", "string"),
        ("late", "decimal(20,0)"),
    ]
    rows = sorted(rows_of(frame), key=lambda row: (row["_file"], row["_position"], row["_ordinal"]))
    assert rows == [
        row
        for path in ALTERED
        for batch in read_batches(
            path, "altered.orders", schema=frame.limit(0).toArrow().schema, merge_schema=True
        )
        for row in batch.to_pylist()
    ]
    assert {row["amount"] for row in rows if row["id"] == 1} == {Decimal("1.5")}


def test_altered_table_fails_without(spark: SparkSession) -> None:
    departure = next(read_rows(ALTERED[0], "altered.orders"))
    with pytest.raises(PySparkException) as raised:
        load(spark, ALTERED[:1], table="altered.orders").collect()
    text = f"{ALTERED[0]}: at byte {departure.position}: expected a column note in altered.orders"
    assert f"{text}, or mergeSchema=true" in str(raised.value)


def test_schema_of_the_user_is_still_a_projection(spark: SparkSession) -> None:
    rows = load(spark, ALTERED, "late decimal(20,0), id long", table="altered.orders").collect()
    assert [tuple(row) for row in rows] == [
        (r.data.get("late"), r.data["id"])
        for path in ALTERED
        for r in read_rows(path, "altered.orders")
    ]


def test_definitions_tell_what_the_log_lacks(spark: SparkSession) -> None:
    for table in ("types.wide", "types.labels", "types.integers"):
        rows = rows_of(load(spark, [NAMELESS], table=table, ddl=str(DUMP)))
        truth = load_truth("mysql56", "types")["tables"][table]
        expected = expected_rows(truth, has_names=True, has_charsets=True)
        assert in_order(replay_typed(rows)) == in_order(expected)


def test_definitions_tell_a_schema_of_the_user_the_names(spark: SparkSession) -> None:
    frame = load(spark, [NAMELESS], "c05 string, id int", table="types.wide", ddl=str(DUMP))
    inferred = load(spark, [NAMELESS], table="types.wide", ddl=str(DUMP))
    assert frame.collect() == inferred.select("c05", "id").collect()


@pytest.mark.parametrize(
    "options", [{"ddl": str(dump_of("mysql97"))}, {"ddlInLogs": "true"}], ids=["dump", "logs"]
)
def test_names_follow_the_ddl_in_the_logs(spark: SparkSession, options: dict[str, str]) -> None:
    """In partitions of one kilobyte, which end inside the parts that a definition holds for."""
    logs = logs_of("mysql97", *(range(1, 5) if "ddlInLogs" in options else range(2, 5)))
    more = {"mergeSchema": "true", "maxPartitionBytes": "1024"}
    found = rows_of(load(spark, logs, table="d.u", **options, **more))
    rows = sum(table == "u" for table, _ in TRUTH["mysql97"])
    own = {"id", "a", "b", "c", "d", "x"}
    assert len(found) == rows - ("ddl" in options)  # the first log has one of them
    assert {name for row in found for name in row if name[0] != "_"} == own


REFUSED = [
    ({"mergeSchema": "yes"}, "option mergeSchema: expected true or false, found 'yes'"),
    ({"ddl": str(DUMP), "table": "types.none"}, f"{DUMP}: expected a definition of types.none"),
    ({"ddl": "/no/such.sql"}, "No such file or directory: '/no/such.sql'"),
    (
        {"mergeSchema": "true", "table": "altered.conflicting"},
        "that merges with int32 (at byte",
    ),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_bad_usage_is_refused(spark: SparkSession, options: dict[str, str], message: str) -> None:
    with pytest.raises(AnalysisException) as raised:
        load(spark, ALTERED, **{"table": "altered.orders"} | options).collect()
    assert message in str(raised.value)


DECIMAL = pa.array([Decimal("1.25")], pa.decimal128(5, 2))
DATE = pa.array([date(2026, 11, 21)])

# what a Parquet file holds, and as what it is read
PARQUET = [
    (pa.array([1], pa.int8()), pa.int32(), True),
    (pa.array([1], pa.int16()), pa.int64(), True),
    (pa.array([1], pa.int32()), pa.int64(), True),
    (pa.array([1], pa.int32()), pa.float64(), True),
    (pa.array([1], pa.int32()), pa.decimal128(12, 2), True),
    (pa.array([1], pa.int64()), pa.decimal128(20, 0), True),
    (pa.array([0.5], pa.float32()), pa.float64(), True),
    (DECIMAL, pa.decimal128(7, 4), True),
    (DECIMAL, pa.decimal128(12, 2), True),
    (DATE, pa.timestamp("us"), True),
    (pa.array(["é"]), pa.binary(), True),
    (pa.array([1], pa.int64()), pa.int32(), False),
    (pa.array([1], pa.int64()), pa.float64(), False),
    (pa.array([1], pa.int32()), pa.float32(), False),
    (pa.array([1], pa.int32()), pa.decimal128(11, 2), False),
    (pa.array([1], pa.int32()), pa.string(), False),
    (DECIMAL, pa.decimal128(6, 4), False),
    (DECIMAL, pa.float64(), False),
    (pa.array([0.5], pa.float64()), pa.float32(), False),
    (DATE, pa.timestamp("us", "UTC"), False),
]


@pytest.mark.parametrize(("array", "target", "is_read"), PARQUET)
def test_types_widen_as_sparks_parquet_source_reads_them(
    spark: SparkSession, tmp_path: Path, array: pa.Array, target: pa.DataType, *, is_read: bool
) -> None:
    assert widens(array.type, target) == is_read
    pq.write_table(pa.table({"v": array}), tmp_path / "v.parquet")
    schema = from_arrow_schema(pa.schema([("v", target)]))
    frame = spark.read.schema(schema).parquet(str(tmp_path / "v.parquet"))
    if is_read:
        assert rows_of(frame)[0]["v"] == array.cast(target).to_pylist()[0]
    else:
        with pytest.raises(Py4JJavaError, match="PARQUET_COLUMN_DATA_TYPE_MISMATCH"):
            frame.collect()
