"""A server's events in a column, followed across the batches of a streaming query."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.streaming.state import GroupState, GroupStateTimeout
from pyspark.sql.types import StructType

from binlog_kaitai.model.framings import Framing
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.packet_batches import PacketMemory
from binlog_kaitai.spark.current.settling import quoted
from binlog_kaitai.spark.functions.decoding import decoder_of_packets


def follow_packets(  # noqa: PLR0913
    df: DataFrame,
    table: str | None = None,
    schema: StructType | str | None = None,
    *,
    by: str | Sequence[str] = "partition",
    order: str = "offset",
    packet: str = "value",
    framing: Framing = "packet",
    engine: Engine = "auto",
    verify_checksums: bool = True,
) -> DataFrame:
    """Return the changes in the events of servers, in streaming and batch queries.

        follow_packets(spark.readStream.format("kafka").options(...).load())

    The state of a stream between batches, such as its open transaction, is in the query's
    checkpoint. All packets of a stream in a batch are in memory at the same time.

    Args:
        df: the events, streaming or not.
        table: as for `decode_packets`.
        schema: as for `decode_packets`.
        by: the columns whose values identify streams: by default, a topic's partition in Spark's
            source `kafka`.
        order: the column by which the events of a stream are sorted.
        packet: as for `decode_packets`.
        framing: as for `decode_packets`.
        engine: as for `decode_packets`.
        verify_checksums: as for `decode_packets`.

    Returns:
        The changes, as for `decode_packets`.

    Raises:
        ValueError: the record lacks a field, or the framing or the engine is unknown.
    """
    output, stream = decoder_of_packets(
        table, schema, framing=framing, engine=engine, verify_checksums=verify_checksums
    )
    keys = [by] if isinstance(by, str) else list(by)
    names = [f"by_{number}" for number in range(len(keys))]

    def follow(
        _: tuple[Any, ...], frames: Iterator[pd.DataFrame], state: GroupState
    ) -> Iterator[pd.DataFrame]:
        packets = stream()
        if state.exists:
            packets.resume(PacketMemory.from_json(state.get[0]))
        rows = pd.concat(list(frames)).sort_values("order", kind="stable")
        for batch in packets.of(pa.array(rows["value"], pa.binary())):
            yield batch.to_pandas(
                integer_object_nulls=True, timestamp_as_object=True, date_as_object=True
            )
        state.update((packets.memory.to_json(),))

    chosen = df.select(*map(quoted, keys), quoted(order), quoted(packet)).toDF(
        *names, "order", "value"
    )
    return chosen.groupBy(*names).applyInPandasWithState(
        follow, output, "memory string", "append", GroupStateTimeout.NoTimeout
    )
