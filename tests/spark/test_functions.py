"""Logs in columns, against the records."""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.spark import decode_files, decode_packets, files_udtf, packets_udtf
from tests.made_up.damage import MAGIC
from tests.replay import FIXTURES
from tests.test_packets import WIRES, events_of, packets_of

LOGS = FIXTURES / "mysql97"
ROTATED = [LOGS / f"rotated.{number}.binlog" for number in (1, 2)]
STREAM = [event for path in ROTATED for event in events_of(path)]

Row = dict[str, Any]


@pytest.fixture(autouse=True)
def _small_batches(spark: SparkSession) -> Iterator[None]:
    """States have to live from batch to batch."""
    settings = {
        "spark.sql.execution.arrow.maxRecordsPerBatch": 3,
        "spark.sql.shuffle.partitions": 1,
    }
    for name, value in settings.items():
        spark.conf.set(name, value)
    yield
    for name in settings:
        spark.conf.unset(name)


def rows_of(frame: DataFrame) -> list[Row]:
    found: list[Row] = frame.toArrow().to_pylist()
    return found


def in_order(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row["file"] or "", row["position"], row["ordinal"]))


def records_of(*paths: Path, **options: Any) -> list[Row]:
    return [
        row
        for path in paths
        for batch in read_batches(path, **options)
        for row in batch.to_pylist()
    ]


def files(spark: SparkSession, *paths: Path | str) -> DataFrame:
    return spark.read.format("binaryFile").load(list(map(str, paths)))


def held(spark: SparkSession, rows: list[tuple[str, bytes]]) -> DataFrame:
    return spark.createDataFrame(rows, "path string, content binary").coalesce(1)


def stream(spark: SparkSession, packets: list[Any]) -> DataFrame:
    """Packets in one partition, in order."""
    return spark.createDataFrame(list(enumerate(packets)), "offset long, value binary").coalesce(1)


# whole files


@pytest.mark.long
def test_files_give_the_records(spark: SparkSession) -> None:
    paths = [*ROTATED, LOGS / "types.binlog", LOGS / "compressed.binlog"]
    frame = decode_files(files(spark, *paths))
    assert frame.columns == RECORD_SCHEMA.names
    assert in_order(rows_of(frame)) == in_order(records_of(*paths))


def test_files_of_one_table(spark: SparkSession) -> None:
    frame = decode_files(files(spark, *ROTATED), "rotated.events")
    assert in_order(rows_of(frame)) == records_of(*ROTATED, table="rotated.events", is_typed=False)


def test_files_give_typed_rows(spark: SparkSession) -> None:
    schema = "id bigint, n decimal(20,0), _position long, _change_type string"
    rows = rows_of(decode_files(files(spark, *ROTATED), "rotated.events", schema))
    names = ["id", "n", "_position", "_change_type"]
    expected = records_of(*ROTATED, table="rotated.events")
    assert sorted(map(str, rows)) == sorted(
        str({name: row[name] for name in names}) for row in expected
    )
    assert list(rows[0]) == names


def test_schema_projects_the_record(spark: SparkSession) -> None:
    rows = rows_of(decode_files(files(spark, ROTATED[0]), schema="ordinal int, file string"))
    expected = records_of(ROTATED[0])
    assert rows == [{"ordinal": row["ordinal"], "file": row["file"]} for row in expected]


def test_columns_may_have_other_names(spark: SparkSession) -> None:
    frame = held(spark, [("a/log.1", ROTATED[0].read_bytes())]).toDF("the name", "the `bytes`")
    rows = rows_of(decode_files(frame, path="the name", content="the `bytes`"))
    assert rows == [row | {"file": "log.1"} for row in records_of(ROTATED[0])]


def test_content_counts_not_the_path(spark: SparkSession) -> None:
    """Paths may be anything: what lies there is not looked at."""
    contents = [path.read_bytes() for path in ROTATED]
    rows = [
        ("/no/such/binlog.index", contents[0]),
        ("s3://no-such-bucket/log?x=y", contents[1]),
        (str(ROTATED[0]), contents[1]),
        ("same.gz", gzip.compress(contents[0])),
        ("same.gz", gzip.compress(contents[1])),
    ]
    frame = decode_files(held(spark, rows), schema="file string, position long, data string")
    found = [(row["file"], row["position"], row["data"]) for row in rows_of(frame)]
    names = ["binlog.index", "log", "rotated.1.binlog", "same.gz", "same.gz"]
    expected = [
        (name, row["position"], row["data"])
        for name, path in zip(names, [*ROTATED, ROTATED[1], *ROTATED], strict=True)
        for row in records_of(path)
    ]
    assert found == expected


DAMAGED = [
    (b"", "at byte 0: expected a binary log, which starts with fe62696e, found an empty file"),
    (b"PAR1 and so on", "at byte 0: expected a binary log, which starts with fe62696e"),
    (ROTATED[0].read_bytes()[:1500], "at byte 1470: expected an event of 79 bytes"),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("content", "message"), DAMAGED)
@pytest.mark.parametrize("is_udtf", [False, True])
def test_damaged_file_is_named(
    spark: SparkSession, content: bytes, message: str, is_udtf: bool
) -> None:
    frame = held(spark, [("s3://archive/binlog.000007", content)])
    with pytest.raises(PySparkException) as raised:
        (files_udtf(frame.asTable()) if is_udtf else decode_files(frame)).collect()
    assert f"Error: s3://archive/binlog.000007: {message}" in str(raised.value)


@pytest.mark.long
def test_udtf_reads_files_in_sql(spark: SparkSession) -> None:
    spark.udtf.register("binlog_files", files_udtf)
    files(spark, *ROTATED).createOrReplaceTempView("files")
    rows = rows_of(spark.sql("SELECT * FROM binlog_files(TABLE(files))"))
    assert in_order(rows) == in_order(records_of(*ROTATED))
    rows = rows_of(spark.sql("SELECT * FROM binlog_files(TABLE(files), 'rotated.other')"))
    assert in_order(rows) == records_of(*ROTATED, table="rotated.other", is_typed=False)


@pytest.mark.long
def test_udtf_reads_stale_checksums_where_asked(spark: SparkSession) -> None:
    sound = events_of(ROTATED[0])
    wrong = [event[:-4] + bytes(byte ^ 0x5A for byte in event[-4:]) for event in sound]
    magic = ROTATED[0].read_bytes()[:MAGIC]
    frame = held(spark, [(str(ROTATED[0]), magic + b"".join(wrong))])
    with pytest.raises(PySparkException, match="the checksum"):
        files_udtf(frame.asTable()).collect()
    rows = rows_of(files_udtf(frame.asTable(), verify_checksums=F.lit(False)))
    assert in_order(rows) == in_order(records_of(ROTATED[0]))
    topic = stream(spark, wrong)
    with pytest.raises(PySparkException, match="the checksum"):
        packets_udtf(topic.asTable().withSinglePartition(), F.lit("event")).collect()
    found = packets_udtf(
        topic.asTable().withSinglePartition(), F.lit("event"), verify_checksums=F.lit(False)
    )
    assert rows_of(found) == sent(ROTATED[0], None)


# streams


def sent(path: Path, file: str | None) -> list[dict[str, Any]]:
    """Return the records of a log that was sent, where no end of a transaction is known ahead."""
    return [row | {"file": file, "outcome": None} for row in records_of(path)]


@pytest.mark.parametrize("engine", ENGINES)
def test_events_give_the_records(spark: SparkSession, engine: Engine) -> None:
    rows = rows_of(decode_packets(stream(spark, STREAM), framing="event", engine=engine))
    assert rows == sent(ROTATED[0], None) + sent(ROTATED[1], "binlog.000003")


@pytest.mark.parametrize("engine", ENGINES)
def test_events_give_typed_rows(spark: SparkSession, engine: Engine) -> None:
    schema = "id int, v string, _file string"
    frame = decode_packets(
        stream(spark, STREAM), "rotated.events", schema, framing="event", engine=engine
    )
    files = [None] * len(records_of(ROTATED[0], table="rotated.events"))
    expected = records_of(*ROTATED, table="rotated.events")
    files += ["binlog.000003"] * (len(expected) - len(files))
    assert rows_of(frame) == [
        {"id": row["id"], "v": row["v"], "_file": file}
        for row, file in zip(expected, files, strict=True)
    ]


@pytest.mark.parametrize(("server", "framing"), WIRES)
def test_packets_of_a_server(spark: SparkSession, server: str, framing: Framing) -> None:
    rows = rows_of(decode_packets(stream(spark, packets_of(server)), framing=framing))
    assert {row["file"] for row in rows} == {"binlog.000002"}
    assert "CREATE DATABASE encrypted" in rows[0]["data"]
    assert "sesame" in rows[-1]["data"]


def test_udtf_sorts_streams_apart(spark: SparkSession) -> None:
    """Two topics' partitions, in any order, in one of Spark's."""
    spark.udtf.register("binlog_packets", packets_udtf)
    other = events_of(FIXTURES / "mariadb118" / "types.binlog")
    rows = [(0, i, event) for i, event in enumerate(STREAM)]
    rows += [(1, i, event) for i, event in enumerate(other)]
    frame = spark.createDataFrame(rows, "partition int, offset long, value binary")
    frame.orderBy(F.rand(1)).createOrReplaceTempView("topic")
    found = rows_of(
        spark.sql(
            "SELECT * FROM binlog_packets("
            "TABLE(topic) PARTITION BY (partition) ORDER BY (offset), 'event')"
        )
    )
    by_server = {
        server_id: [row for row in found if row["server_id"] == server_id]
        for server_id in (97, 118)
    }
    assert sum(map(len, by_server.values())) == len(found)
    assert by_server[97] == sent(ROTATED[0], None) + sent(ROTATED[1], "binlog.000003")
    assert by_server[118] == sent(FIXTURES / "mariadb118" / "types.binlog", None)


@pytest.mark.few(1)
@pytest.mark.parametrize("is_udtf", [False, True])
@pytest.mark.parametrize("engine", ENGINES)
def test_stream_out_of_order_fails(spark: SparkSession, is_udtf: bool, engine: Engine) -> None:
    frame = stream(spark, [*STREAM[:2], STREAM[1]])
    if is_udtf:
        found = packets_udtf(frame.asTable(), F.lit("event"), F.lit(engine))
    else:
        found = decode_packets(frame, framing="event", engine=engine)
    with pytest.raises(PySparkException) as raised:
        found.collect()
    assert (
        "BinlogError: a replication stream: at byte 158: expected an event that ends at byte 189"
        " or later, found an event that ends at 158: repeated or out of order"
    ) in str(raised.value)


@pytest.mark.parametrize("option", ["framing", "engine"])
def test_what_there_is_not_is_refused(spark: SparkSession, option: str) -> None:
    with pytest.raises(ValueError, match=f"unknown {option} 'raw'; {option}s are "):
        decode_packets(stream(spark, []), **{option: "raw"})  # type: ignore[arg-type]


BAD_SCHEMAS = [
    ("int", None, TypeError, "expected a schema with column names and types, found 'int'"),
    ("nope int", None, ValueError, "a record has no field nope; it has file, position"),
    ("position date", None, ValueError, "position: int64 does not cast to date32"),
    ("id int, _gtid int", "a.b", ValueError, "_gtid: string does not cast to int32"),
]


@pytest.mark.parametrize(("schema", "table", "error", "message"), BAD_SCHEMAS)
def test_bad_schema_is_refused(
    spark: SparkSession, schema: str, table: str | None, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        decode_packets(stream(spark, [STREAM[0]]), table, schema)
    with pytest.raises(error, match=message):
        decode_files(held(spark, [("log", b"")]), table, schema)


def test_functions_are_imported_when_they_are_used() -> None:
    script = (
        "import sys, binlog_kaitai.spark as s; print('pyarrow' in sys.modules);"
        "[getattr(s, name) for name in s.__all__]; print('pyarrow' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == ["False", "True"]
