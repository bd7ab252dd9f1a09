"""`binlog_kaitai.spark.read`: columns and rows that are chosen before they reach Spark."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from binlog_kaitai import scan
from binlog_kaitai.errors import UnknownNameError
from binlog_kaitai.spark import read
from tests.replay import FIXTURES

TYPES = FIXTURES / "mysql97" / "types.binlog"
ROTATED = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]
CONDITION = "id > 1 AND _change_type <> 'insert'"


def test_rows_and_columns_are_those_of_a_scan(spark: SparkSession) -> None:
    frame = read(spark, TYPES, table="types.wide", columns=["C01", "_position"], where=CONDITION)
    assert frame.schema.names == ["c01", "_position"]
    expected = scan(TYPES, "types.wide", columns=["c01", "_position"], where=CONDITION)
    assert frame.toArrow().to_pylist() == expected.to_table().to_pylist()
    whole = read(spark, TYPES, table="types.wide", where=CONDITION, maxPartitionBytes="64k")
    assert whole.count() == frame.count() > 0


def test_without_a_condition_all_is_read(spark: SparkSession) -> None:
    frame = read(spark, ROTATED, columns=["position"])
    expected = scan(ROTATED, columns=["position"]).to_table()
    assert frame.toArrow().column("position").to_pylist() == expected.column(0).to_pylist()


def test_a_condition_in_sql(spark: SparkSession) -> None:
    spark.sql(
        "CREATE OR REPLACE TEMP VIEW some USING binlog OPTIONS"
        f' (path "{TYPES}", table "types.wide", where "{CONDITION}")'
    )
    wanted = read(spark, TYPES, table="types.wide", where=CONDITION)
    assert spark.table("some").count() == wanted.count()


def test_what_cannot_be_asked_is_refused(spark: SparkSession) -> None:
    with pytest.raises(UnknownNameError, match=r"no column nothing in types\.wide"):
        read(spark, TYPES, table="types.wide", columns=["nothing"])
    with pytest.raises(PySparkException, match="option where: expected the option table"):
        read(spark, TYPES, where="id = 1").count()
    with pytest.raises(PySparkException, match="expected a column nothing"):
        read(spark, TYPES, table="types.wide", where="nothing = 1").count()
    with pytest.raises(PySparkException, match="expected a condition"):
        read(spark, TYPES, table="types.wide", where="id =").count()
