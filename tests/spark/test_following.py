"""Packets followed across the batches of streaming queries, against whole streams."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.layouts import inferred_schema
from binlog_kaitai.spark import decode_packets, follow_packets
from tests.replay import FIXTURES
from tests.test_packets import ROTATED, events_of, packets_of

TOPIC = "topic string, partition int, offset long, value binary"

Row = dict[str, Any]
Packet = tuple[str, int, int, bytes]


def rows_of(frame: DataFrame) -> list[Row]:
    found: list[Row] = frame.toArrow().to_pylist()
    return sorted(found, key=lambda row: (row["file"], row["position"], row["ordinal"]))


class Topic:
    """A folder with a file for each batch of a topic, and a query that follows it."""

    def __init__(self, spark: SparkSession, folder: Path) -> None:
        self.spark = spark
        self.folder = folder

    def add(self, packets: list[Packet]) -> None:
        frame = self.spark.createDataFrame(packets, TOPIC).coalesce(1)
        frame.write.mode("append").parquet(f"{self.folder}/topic")

    def follow(self, **options: Any) -> None:
        """Takes what is there, a file a batch, from where the query before ended."""
        reader = self.spark.readStream.schema(TOPIC).option("maxFilesPerTrigger", 1)
        followed = follow_packets(reader.parquet(f"{self.folder}/topic"), **options)
        writer = followed.writeStream.format("parquet").trigger(availableNow=True)
        writer = writer.option("checkpointLocation", f"{self.folder}/checkpoint")
        writer.start(f"{self.folder}/changes").awaitTermination()

    @property
    def changes(self) -> DataFrame:
        return self.spark.read.parquet(f"{self.folder}/changes")


@pytest.fixture
def topic(spark: SparkSession, tmp_path: Path) -> Topic:
    spark.conf.set("spark.sql.shuffle.partitions", 2)
    return Topic(spark, tmp_path)


def shuffled(packets: list[Packet]) -> list[Packet]:
    return Random(len(packets)).sample(packets, len(packets))


@pytest.mark.long
def test_a_stream_goes_on_from_batch_to_batch_and_query_to_query(topic: Topic) -> None:
    servers = {("a", 0): "mysql97", ("a", 1): "mariadb118", ("b", 1): "mysql97"}
    sent = {key: packets_of(server) for key, server in servers.items()}
    expected: list[Row] = []
    pieces: list[list[Packet]] = [[], [], [], []]
    for (name, number), packets in sent.items():
        rows = [(name, number, offset, packet) for offset, packet in enumerate(packets)]
        cuts = sorted(Random(name).sample(range(1, len(rows)), 3))
        for piece, first, end in zip(pieces, [0, *cuts], [*cuts, len(rows)], strict=True):
            piece.extend(rows[first:end])
        whole = topic.spark.createDataFrame(rows, TOPIC).coalesce(1)
        expected += rows_of(decode_packets(whole, framing="semi_sync"))
    for piece in pieces[:2]:
        topic.add(shuffled(piece))
    topic.follow(by=["topic", "partition"], framing="semi_sync")
    before = topic.changes.count()
    for piece in pieces[2:]:
        topic.add(shuffled(piece))
    topic.follow(by=["topic", "partition"], framing="semi_sync")
    assert 0 < before < len(expected)
    assert sorted(map(str, rows_of(topic.changes))) == sorted(map(str, expected))


@pytest.mark.long
def test_typed_rows_are_those_of_the_logs(topic: Topic) -> None:
    path = FIXTURES / "mysql97" / "types.binlog"
    inferred = inferred_schema([path], Scope("types.wide"), merge_schema=False)
    assert inferred is not None
    fields = [field for field in inferred if field.name != "_file"]
    schema = StructType([from_arrow_schema(inferred)[field.name] for field in fields])
    packets = [("t", 0, offset, event) for offset, event in enumerate(events_of(path))]
    half = len(packets) // 2
    for piece in (packets[:half], packets[half:]):
        topic.add(piece)
    topic.follow(table="types.wide", schema=schema, framing="event")
    names = [field.name for field in fields]
    expected = [
        row | {"_outcome": None}  # which no packet tells of those before
        for batch in read_batches(path, "types.wide")
        for row in batch.select(names).to_pylist()
    ]
    found = topic.changes.orderBy("_position", "_ordinal").toArrow().to_pylist()
    assert found == expected
    assert len(found) > 10


def test_a_streaming_query_is_not_decoded_anew_each_batch(topic: Topic) -> None:
    topic.add([("t", 0, 0, events_of(ROTATED[0])[0])])
    frame = topic.spark.readStream.schema(TOPIC).parquet(f"{topic.folder}/topic")
    with pytest.raises(ValueError, match="a streaming query requires follow_packets"):
        decode_packets(frame)
