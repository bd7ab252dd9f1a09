"""An export whose tasks run in other processes than the one that started it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pyspark
import pytest
from pyspark.sql import SparkSession

from tests import HANG_SECONDS
from tests.records import read_rows
from tests.replay import FIXTURES

PROGRAM = Path(sys.executable).with_name("binlog-kaitai")
LOGS = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]


@pytest.mark.long
def test_master_takes_the_export_to_other_processes(spark: SparkSession, tmp_path: Path) -> None:
    done = subprocess.run(
        [PROGRAM, "export", "--master", "local-cluster[2,1,1024]", "--out", tmp_path, *LOGS],
        env=os.environ | {"SPARK_HOME": str(Path(pyspark.__file__).parent)},
        capture_output=True,
        check=False,
        timeout=HANG_SECONDS,
    )
    assert (done.returncode, done.stderr.strip()) == (0, b"")
    expected = Counter(
        (f"{record.database}.{record.table}", record.file, record.position, record.ordinal)
        for log in LOGS
        for record in read_rows(log)
        if record.table is not None
    )
    found = Counter(
        (name, row["_file"], row["_position"], row["_ordinal"])
        for name in ("rotated.events", "rotated.other")
        for row in spark.read.parquet(str(tmp_path / name)).collect()
    )
    assert found == expected
