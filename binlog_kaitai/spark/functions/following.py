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
from binlog_kaitai.spark.functions.decoding import decoder_of_packets, named


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
    """Return the changes in what servers send to a replica, in a streaming query as in any other.

        follow_packets(spark.readStream.format("kafka").options(...).load())

    What a stream leaves for the next batch, such as the transaction that is open, is kept in the
    query's checkpoint. A batch's packets of one stream are in memory together.

    Args:
        df: the events, streaming or not.
        table: as of `decode_packets`, like `schema`, `packet`, `framing` and the rest.
        schema: as of `decode_packets`.
        by: the columns whose values tell streams apart: a topic's partition, as Spark's source
            `kafka` has it.
        order: the column that a stream's events are sorted by.
        packet: as of `decode_packets`.
        framing: as of `decode_packets`.
        engine: as of `decode_packets`.
        verify_checksums: as of `decode_packets`.

    Returns:
        The changes, as of `decode_packets`.

    Raises:
        ValueError: for a field that no record has, a framing or an engine that there is not.
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

    chosen = df.select(*map(named, keys), named(order), named(packet)).toDF(
        *names, "order", "value"
    )
    return chosen.groupBy(*names).applyInPandasWithState(
        follow, output, "memory string", "append", GroupStateTimeout.NoTimeout
    )
