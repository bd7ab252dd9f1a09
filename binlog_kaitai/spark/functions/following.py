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
    engine: Engine = "kernels",
    verify_checksums: bool = True,
) -> DataFrame:
    """Return the changes in what servers send to a replica, in a streaming query as in any other.

    As `decode_packets`, but the rows with the same values of the columns `by` are a stream, in the
    order of the column `order`: as Spark's source `kafka` has it, a topic's partition. What a
    stream leaves for the next batch, such as the transaction that is open, is kept in the query's
    checkpoint. A batch's packets of one stream are in memory together.

        follow_packets(spark.readStream.format("kafka").options(...).load())
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
