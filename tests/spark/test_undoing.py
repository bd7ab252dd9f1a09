"""Scripts of rows that a query chose, beside those of the command line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai.cli.commands import main
from binlog_kaitai.spark import redo_sql, undo_sql
from tests.replay import FIXTURES

LOGS = [str(FIXTURES / f"mysql97/rotated.{number}.binlog") for number in (1, 2)]


def lines(df: DataFrame) -> list[str]:
    return [row.line for row in df.orderBy("number").collect()]


def without_comments(script: list[str]) -> list[str]:
    """Of DDL that is not undone the command tells by a comment, which no row image chose."""
    return [line for line in script if line and not line.startswith("--")]


def printed(*words: str) -> list[str]:
    return CliRunner().invoke(main, list(words)).stdout.splitlines()


def test_scripts_are_those_of_the_command(spark: SparkSession) -> None:
    flat = spark.read.format("binlog").load(LOGS)
    typed = spark.read.format("binlog").option("table", "rotated.events").load(LOGS)
    table = ("--table", "rotated.events")
    undone = without_comments(lines(undo_sql(typed, LOGS)))
    assert undone == without_comments(printed("undo", *table, *LOGS))
    assert lines(redo_sql(flat, LOGS, batch=1)) == printed("redo", "--batch", "1", *LOGS)
    one = undo_sql(typed.where("id = 2 AND v = 'two'"), LOGS, rewrite_db={"rotated": "trial"})
    where = ("--where", "id = 2 AND v = 'two'", "--rewrite-db", "rotated=trial")
    expected = without_comments(printed("undo", *table, *where, *LOGS))
    assert without_comments(lines(one)) == expected
    assert sum(line.startswith("UPDATE") for line in expected) == 1
    assert lines(undo_sql(typed.where("id = 4711"), LOGS)) == []


def test_what_cannot_be_written_fails(spark: SparkSession) -> None:
    log = str(FIXTURES / "mysql97/altered.1.binlog")
    flat = spark.read.format("binlog").load(log)
    with pytest.raises(PySparkException, match="ALTER TABLE orders ADD COLUMN note"):
        lines(undo_sql(flat, log))
    with pytest.raises(PySparkException, match=r"expected one log file altered\.1\.binlog"):
        lines(undo_sql(flat, LOGS))
    with pytest.raises(ValueError, match="expected the fields file, position, ordinal"):
        undo_sql(flat.drop("ordinal"), log)
