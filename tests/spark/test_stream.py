"""spark.readStream.format("binlog") over folders of logs that grow, rotate and are purged."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import StreamingQueryException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.streaming import StreamingQuery
from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadMaxBytes
from pyspark.sql.types import StructType

from binlog_kaitai.errors import DataLossError
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.schemas import infer_schema
from binlog_kaitai.spark.source.stream import BinlogStreamReader
from tests.marks import mostly_long
from tests.records import read_rows
from tests.replay import FIXTURES

SERVERS = ["mysql97", "mysql56", "mariadb118"]

Row = dict[str, Any]


def fixture(server: str, number: int) -> bytes:
    return (FIXTURES / server / f"rotated.{number}.binlog").read_bytes()


class Stream:
    """A folder of logs, and a query that appends what it reads of them to Parquet files."""

    def __init__(self, spark: SparkSession, folder: Path) -> None:
        self.spark = spark
        self.logs = folder / "logs"
        self.out = folder / "out"
        self.checkpoint = folder / "checkpoint"
        self.logs.mkdir()

    def write(self, number: int, data: bytes) -> None:
        (self.logs / f"binlog.{number:06d}").write_bytes(data)

    def run(self, **options: str) -> list[Row]:
        """Read what there is; return all that was ever read, and how many batches it took."""
        frame = self.spark.readStream.format("binlog").options(**options).load(str(self.logs))
        query = self._ended(frame)
        self.num_batches = sum(1 for batch in query.recentProgress if batch.numInputRows)
        self.sources = [batch.sources[0] for batch in query.recentProgress]
        rows = self.spark.read.schema(frame.schema).parquet(str(self.out)).toArrow().to_pylist()
        return sorted(rows, key=lambda row: (row["file"], row["position"], row["ordinal"]))

    def _ended(self, frame: DataFrame, attempts: int = 5) -> StreamingQuery:
        """Start a query, and again where a worker of Spark's is not there within ten seconds."""
        query = (
            frame.writeStream.format("parquet")
            .option("checkpointLocation", str(self.checkpoint))
            .trigger(availableNow=True)
            .start(str(self.out))
        )
        try:
            query.awaitTermination(240)
        except StreamingQueryException as error:
            if attempts == 1 or "failed to connect back" not in str(error):
                raise
            return self._ended(frame, attempts - 1)
        assert not query.isActive
        return query


@pytest.fixture
def stream(spark: SparkSession, tmp_path: Path) -> Stream:
    return Stream(spark, tmp_path)


def expected(stream: Stream) -> list[tuple[str, int, int]]:
    return [
        (record.file, record.position, record.ordinal)
        for path in sorted(stream.logs.iterdir())
        for record in read_rows(path)
    ]


def identities(rows: list[Row]) -> list[tuple[str, int, int]]:
    return [(row["file"], row["position"], row["ordinal"]) for row in rows]


@pytest.mark.long
@pytest.mark.parametrize("server", mostly_long(SERVERS))
def test_growing_and_rotating_logs_are_read_once(stream: Stream, server: str) -> None:
    first, second = fixture(server, 1), fixture(server, 2)
    for logs in ({1: first[: len(first) * 2 // 3]}, {1: first, 2: second[:700]}, {2: second}):
        for number, data in logs.items():
            stream.write(number, data)
        rows = stream.run()
        assert len(set(identities(rows))) == len(rows)
    assert identities(rows) == expected(stream)


@pytest.mark.long
def test_batches_are_as_large_as_is_asked_for(stream: Stream) -> None:
    for number in (1, 2):
        stream.write(number, fixture("mysql97", number))
    rows = stream.run(maxBytesPerTrigger="500", maxPartitionBytes="200")
    assert identities(rows) == expected(stream)
    assert stream.num_batches > 4
    stream.write(3, fixture("mysql97", 1))
    assert identities(stream.run(maxFilesPerTrigger="1")) == expected(stream)


@pytest.mark.long
def test_a_batch_takes_so_many_files(stream: Stream) -> None:
    for number in (8, 9, 10, 11):
        stream.write(number, fixture("mysql97", 1 + number % 2))
    rows = stream.run(maxFilesPerTrigger="2")
    assert identities(rows) == expected(stream)
    assert stream.num_batches == 2


def test_progress_tells_how_far_a_stream_is_behind(stream: Stream) -> None:
    for number in (9, 10):
        stream.write(number, fixture("mysql97", number - 8))
    stream.run(maxFilesPerTrigger="1")
    ends = [json.loads(source.endOffset)["file"] for source in stream.sources]
    assert ends[:2] == ["binlog.000009", "binlog.000010"]
    latest = {source.latestOffset for source in stream.sources}
    size = len(fixture("mysql97", 2))
    assert [json.loads(offset) for offset in latest] == [
        {"file": "binlog.000010", "position": size, "is_closed": False}
    ]


@pytest.mark.long
def test_logs_may_be_purged_once_they_were_read(stream: Stream) -> None:
    stream.write(1, fixture("mysql97", 1))
    stream.run()
    (stream.logs / "binlog.000001").unlink()
    stream.write(2, fixture("mysql97", 2))
    rows = stream.run()
    assert {row["file"] for row in rows} == {"binlog.000001", "binlog.000002"}


@pytest.mark.long
def test_logs_may_be_compressed_once_they_were_read(stream: Stream) -> None:
    stream.write(1, fixture("mysql97", 1))
    before = stream.run()
    path = stream.logs / "binlog.000001"
    (stream.logs / "binlog.000001.gz").write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    assert stream.run() == before
    stream.write(2, fixture("mysql97", 2))
    assert len(stream.run()) == len(before) + len(list(read_rows(stream.logs / "binlog.000002")))


@pytest.mark.long
@pytest.mark.parametrize("left", [[2], [3]])
def test_a_log_that_was_not_read_and_is_gone_is_missed(stream: Stream, left: list[int]) -> None:
    data = fixture("mysql97", 1)
    stream.write(1, data[:-60] if left == [2] else data)
    stream.run()
    (stream.logs / "binlog.000001").unlink()
    for number in left:
        stream.write(number, fixture("mysql97", 2))
    gone = "binlog.000001" if left == [2] else "binlog.000002"
    with pytest.raises(StreamingQueryException, match=f"log file {gone} not found"):
        stream.run()
    rows = stream.run(failOnDataLoss="false")
    assert {row["file"] for row in rows} >= {f"binlog.{left[0]:06d}"}


def test_damage_ends_the_query_with_its_place(stream: Stream) -> None:
    data = bytearray(fixture("mysql97", 1))
    data[1300] ^= 0xFF
    stream.write(1, bytes(data))
    with pytest.raises(StreamingQueryException, match=r"binlog.000001: at byte \d+: expected"):
        stream.run()


@pytest.mark.long
def test_an_empty_folder_is_waited_for(stream: Stream) -> None:
    frame = stream.spark.readStream.format("binlog").load(str(stream.logs))
    query = frame.writeStream.format("noop").trigger(availableNow=True).start()
    query.awaitTermination(60)
    assert query.exception() is None


def reader_of(folder: Path, **options: str) -> BinlogStreamReader:
    parsed = Options.parse({"path": str(folder), **options})
    return BinlogStreamReader(parsed, StructType(infer_schema(parsed).fields), is_inferred=True)


def make_fresh(reader: BinlogStreamReader) -> None:
    reader._listed = float("-inf")  # noqa: SLF001 - or a second would have to pass


def test_offsets_lie_between_transactions(tmp_path: Path) -> None:
    data = fixture("mysql97", 1)
    log = tmp_path / "binlog.000001"
    reader = reader_of(tmp_path)
    start = reader.initialOffset()
    assert reader.latestOffset(start, ReadAllAvailable()) == start
    positions = []
    for size in range(150, len(data) + 1, 50):
        log.write_bytes(data[:size])
        make_fresh(reader)
        offset = reader.latestOffset(start, ReadAllAvailable())
        assert offset["position"] <= size
        positions.append(offset["position"])
    assert positions == sorted(positions)
    log.write_bytes(data)
    make_fresh(reader)
    last = reader.latestOffset(start, ReadAllAvailable())
    assert last.pop("head")["size"] == len(data)
    assert last == {"file": "binlog.000001", "position": len(data), "is_closed": True}
    assert reader.latestOffset(last, ReadAllAvailable()) == last
    assert reader.partitions(last, last) == []
    half = reader_of(tmp_path, maxBytesPerTrigger="400")
    assert half.getDefaultReadLimit() == ReadMaxBytes(400)
    assert 400 <= half.latestOffset(start, ReadMaxBytes(400))["position"] < len(data)


def test_start_position_is_where_a_stream_starts(tmp_path: Path) -> None:
    (tmp_path / "binlog.000001").write_bytes(fixture("mysql97", 1))
    records = list(read_rows(tmp_path / "binlog.000001"))
    middle = records[len(records) // 2].position
    offset = reader_of(tmp_path, startPosition=str(middle)).initialOffset()
    assert offset["file"] == "binlog.000001"
    assert offset["position"] >= middle


def test_a_stream_has_no_last_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="stopPosition: not for streams"):
        reader_of(tmp_path, stopPosition="4")


def test_two_logs_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "binlog.000001").write_bytes(fixture("mysql97", 1))
    reader = reader_of(tmp_path / "*")
    with pytest.raises(ValueError, match=r"two log files named binlog.000001"):
        reader.latestOffset(reader.initialOffset(), ReadAllAvailable())


def test_a_gap_is_found_at_once(tmp_path: Path) -> None:
    for number in (1, 3):
        (tmp_path / f"binlog.{number:06d}").write_bytes(fixture("mysql97", 1))
    reader = reader_of(tmp_path)
    with pytest.raises(DataLossError, match=r"log file binlog.000002 not found"):
        reader.latestOffset(reader.initialOffset(), ReadAllAvailable())
