"""One file in many partitions, of which each is read by a worker of its own."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from binlog_kaitai.io.finding import find_files
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.indexing import update_index
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.partitions import LogPart, LogPartition
from binlog_kaitai.spark.source.reader import BinlogReader
from binlog_kaitai.spark.source.schemas import infer_schema
from tests import HANG_SECONDS
from tests.marks import mostly_long
from tests.replay import FIXTURES

CASES = ["mysql97/compressed", "mysql97/types", "mysql56/types", "mariadb118/types"]


def rows_of(spark: SparkSession, path: Path | str, **options: str) -> list[dict[str, Any]]:
    frame = spark.read.format("binlog").options(**options).load(str(path))
    found: list[dict[str, Any]] = frame.toArrow().to_pylist()
    return found


def partitions_of(path: Path | str, **options: str) -> list[LogPartition]:
    parsed = Options.parse({"path": str(path), **options})
    return list(BinlogReader(parsed, infer_schema(parsed), is_inferred=True).partitions())


@pytest.mark.parametrize("case", mostly_long(CASES))
def test_parts_read_by_workers_are_the_whole(spark: SparkSession, case: str) -> None:
    path = FIXTURES / f"{case}.binlog"
    whole = rows_of(spark, path)
    frame = spark.read.format("binlog").option("maxPartitionBytes", "6k").load(str(path))
    assert frame.rdd.getNumPartitions() == -(-path.stat().st_size // 6144)
    assert frame.toArrow().to_pylist() == whole


@pytest.mark.parametrize(
    ("where", "names"),
    [("id = 99", []), ("id = 2", ["rotated.1.binlog"]), ("id < 99", ["rotated.1.binlog"])],
)
def test_logs_are_not_planned_whose_index_rules_them_out(
    tmp_path: Path, where: str, names: list[str]
) -> None:
    for path in (FIXTURES / "mysql97").glob("[rt][oy][tp]*[1s].binlog"):
        shutil.copy(path, tmp_path)
    options = {"table": "rotated.events", "where": where}
    whole = [row for part in partitions_of(tmp_path, **options) for row in part.paths]
    assert {Path(path).name for path in whole} == {"rotated.1.binlog", "types.binlog"}
    update_index(find_files([str(tmp_path)]))
    found = [path for part in partitions_of(tmp_path, **options) for path in part.paths]
    assert [Path(path).name for path in found] == names


def test_small_files_of_a_task_are_read_together(tmp_path: Path) -> None:
    """One that is damaged tells so in its place."""
    data = (FIXTURES / "mysql97" / "rotated.1.binlog").read_bytes()
    for number in range(6):
        is_cut = number == 3
        (tmp_path / f"binlog.00000{number}").write_bytes(data[:-1] if is_cut else data)
    given = {"path": str(tmp_path)}
    schema = infer_schema(Options.parse(given)).add("damage", "string")
    given |= {"mode": "PERMISSIVE", "columnNameOfCorruptRecord": "damage"}
    reader = BinlogReader(Options.parse(given), schema, is_inferred=False)
    (partition,) = reader.partitions()
    batches = list(reader.read(partition))
    one_by_one = [LogPartition((part,)) for part in partition.parts]
    apart = [batch for one in one_by_one for batch in reader.read(one)]
    assert len(batches) < len(apart)
    rows = pa.Table.from_batches(batches).to_pylist()
    assert rows == pa.Table.from_batches(apart).to_pylist()
    (fault,) = [row for row in rows if row["damage"] is not None]
    assert fault["file"] == "binlog.000003"


def test_planning_reads_no_more_than_heads(tmp_path: Path) -> None:
    """Of a file of 8 GiB, which is all holes behind its first events."""
    path = tmp_path / "binlog.000001"
    path.write_bytes((FIXTURES / "mysql97" / "rotated.1.binlog").read_bytes())
    with path.open("r+b") as stream:
        stream.truncate(2**33)
    partitions = partitions_of(path)
    assert len(partitions) == 64
    assert partitions[0] == LogPartition(
        (LogPart(str(path), Span(0, 2**27, has_parts_behind=True)),)
    )
    assert partitions[-1] == LogPartition(
        (LogPart(str(path), Span(63 * 2**27, has_parts_before=True)),)
    )


@pytest.mark.parametrize(
    ("sizes", "options", "counts"),
    [
        ([2000] * 140, {}, [128, 12]),  # of 1 MiB each and little more
        ([2000] * 40, {"openCostInBytes": "4m"}, [32, 8]),
        ([2000] * 40, {"openCostInBytes": "64m"}, [2] * 20),
        ([2000] * 3, {"openCostInBytes": "128m"}, [1, 1, 1]),
        ([2000, 3000, 1000], {"maxPartitionBytes": "5500", "openCostInBytes": "1"}, [2, 1]),
        ([100, 7000, 100], {"maxPartitionBytes": "4k", "openCostInBytes": "1"}, [2, 2]),
    ],
)
def test_small_files_share_a_partition(
    tmp_path: Path, sizes: list[int], options: dict[str, str], counts: list[int]
) -> None:
    head = (FIXTURES / "mysql97" / "rotated.1.binlog").read_bytes()
    for number, size in enumerate(sizes):
        path = tmp_path / f"binlog.{number:06d}"
        path.write_bytes(head[:size])
        os.truncate(path, size)
    partitions = partitions_of(tmp_path, view="events", **options)
    assert [len(partition.parts) for partition in partitions] == counts
    parts = [part for partition in partitions for part in partition.parts]
    assert [part.path for part in parts] == sorted(part.path for part in parts)
    assert sum(part.span.start == 0 for part in parts) == len(sizes)


@pytest.mark.parametrize("options", [{}, {"view": "transactions"}, {"table": "rotated.events"}])
def test_files_of_a_partition_are_read_as_alone(options: dict[str, str], tmp_path: Path) -> None:
    case = FIXTURES / "mysql97" / "rotated.1.binlog"
    paths = [shutil.copy(case, tmp_path / f"binlog.{number:06d}") for number in range(3)]

    def read(path: Path) -> list[pa.RecordBatch]:
        parsed = Options.parse({"path": str(path), **options})
        reader = BinlogReader(parsed, infer_schema(parsed), is_inferred=True)
        (partition,) = reader.partitions()
        return list(reader.read(partition))

    together = read(tmp_path)
    apart = [batch for path in paths for batch in read(path)]
    rows = pa.Table.from_batches(together).to_pylist()
    assert rows == pa.Table.from_batches(apart).to_pylist()
    assert len(rows) > len(paths)
    assert (len(together) < len(apart)) == ("view" not in options)


def test_a_compressed_file_is_one_partition(spark: SparkSession, tmp_path: Path) -> None:
    source = FIXTURES / "mysql97" / "types.binlog"
    path = tmp_path / "types.binlog"
    path.write_bytes(gzip.compress(source.read_bytes()))
    whole = LogPartition((LogPart(str(path), Span()),))
    assert partitions_of(path, maxPartitionBytes="100") == [whole]
    assert rows_of(spark, path) == rows_of(spark, source)


def test_start_position_is_in_the_first_file(spark: SparkSession) -> None:
    logs = FIXTURES / "mysql97" / "rotated.*.binlog"
    rows = rows_of(spark, logs)
    middle = [row["position"] for row in rows if row["file"] == "rotated.1.binlog"][4]
    for size in ("128m", "500"):
        found = rows_of(spark, logs, startPosition=str(middle - 300), maxPartitionBytes=size)
        first = [row["position"] for row in found if row["file"] == "rotated.1.binlog"]
        assert first
        assert min(first) >= middle - 300
        assert found == rows[len(rows) - len(found) :]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("options", "is_wanted"),
    [
        (
            {"startTimestamp": "2026-11-21T09:21:54", "endTimestamp": "2026-11-21T09:21:55"},
            lambda row: str(row["timestamp"]).startswith("2026-11-21 09:21:54"),
        ),
        (
            {"excludeGtids": "fbde3e80-e58c-11f1-9cc5-02fc00000001:1-4"},
            lambda row: int(row["gtid"].split(":")[1]) > 4,
        ),
        (
            {"includeGtids": "fbde3e80-e58c-11f1-9cc5-02fc00000001:2-4"},
            lambda row: 2 <= int(row["gtid"].split(":")[1]) <= 4,
        ),
        (
            {"stopPosition": "1100", "serverId": "97"},
            lambda row: row["file"] == "rotated.1.binlog" or row["position"] < 1100,
        ),
    ],
)
def test_options_narrow_down_what_is_read(
    spark: SparkSession, options: dict[str, str], is_wanted: Any
) -> None:
    logs = FIXTURES / "mysql97" / "rotated.*.binlog"
    expected = [row for row in rows_of(spark, logs) if is_wanted(row)]
    assert expected
    assert rows_of(spark, logs, **options) == expected
    assert rows_of(spark, logs, maxPartitionBytes="900", **options) == expected


@pytest.mark.long
def test_sql_reads_tables(spark: SparkSession) -> None:
    spark.sql(
        "CREATE OR REPLACE TEMP VIEW numbers USING binlog"
        f" OPTIONS (path '{FIXTURES}/mysql97/types.binlog', table 'types.wide',"
        " maxPartitionBytes '24k')"
    )
    counts = spark.sql("SELECT _change_type, count(*) FROM numbers GROUP BY 1").collect()
    rows = rows_of(spark, FIXTURES / "mysql97" / "types.binlog")
    wide = [row["change_type"] for row in rows if row["table"] == "wide"]
    assert {row[0]: row[1] for row in counts} == {kind: wide.count(kind) for kind in set(wide)}


@pytest.mark.long
def test_a_local_cluster_reads_parts(spark: SparkSession, tmp_path: Path) -> None:
    """Executors are other processes, which know nothing but what is sent to them."""
    path, out = FIXTURES / "mysql97" / "types.binlog", tmp_path / "out"
    code = f"""
from binlog_kaitai.spark.session import start_session
spark = start_session("local-cluster[2,1,1024]")
frame = spark.read.format("binlog").option("maxPartitionBytes", "9k").load({str(path)!r})
frame.write.parquet({str(out)!r})
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=HANG_SECONDS)
    frame = spark.read.parquet(str(out)).orderBy("position", "ordinal")
    assert frame.toArrow().to_pylist() == rows_of(spark, path)
