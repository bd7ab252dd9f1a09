"""Tables and logs of names that are no names elsewhere."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from tests.replay import FIXTURES

FOUND = Path(__file__).parents[1] / "made_up" / "found"
AMBIGUOUS = FOUND / "ambiguous_names.binlog"


@pytest.mark.long
def test_one_of_two_tables(spark: SparkSession) -> None:
    (row,) = spark.read.format("binlog").option("table", "`a`.`b.c`").load(str(AMBIGUOUS)).collect()
    assert (row["id"], row["w"]) == (2, 22)


def test_a_file_whose_name_is_no_text(spark: SparkSession, tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "mysql97/rotated.1.binlog", tmp_path / os.fsdecode(b"bin\xfflog.1"))
    rows = spark.read.format("binlog").load(str(tmp_path)).collect()
    assert {row["file"] for row in rows} == {r"bin\xfflog.1"}
    assert len(rows) == 10
