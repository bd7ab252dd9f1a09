"""What the images of each key say of the row that it last had, by Spark."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents
from pyspark.sql.types import ArrayType, ByteType, StructField, StructType

from binlog_kaitai.lake.current.lives import ENDS, folded
from binlog_kaitai.lake.current.stitching import stitched
from binlog_kaitai.spark.current.settling import order_of, quoted
from binlog_kaitai.spark.releases import from_arrow_schema

_LANES = 1024


def last_lives(df: DataFrame, keys: Sequence[Column], columns: Sequence[str]) -> DataFrame:
    """Return each key's last change as `row`, with what the key's last life tells in `columns`.

    `why` holds a code for each column, and is null where all are known. Changes are typed ones of
    a table that took effect.
    """
    by = [f"key_{number}" for number in range(len(keys))]
    changes = df.select(
        F.struct(*(df[quoted(name)] for name in df.columns)).alias("row"),
        order_of(df, "_").alias("order"),
        *(key.alias(name) for key, name in zip(keys, by, strict=True)),
    )
    in_order = changes.repartition(*by).sortWithinPartitions(*by, "order").select("row", *by)
    told = [in_order.schema["row"], StructField("why", ArrayType(ByteType()))]
    ends = StructType([*told, *from_arrow_schema(ENDS).fields])
    lives = in_order.mapInArrow(partial(folded, columns=list(columns)), ends)
    # the few whose lives go on under other keys come together, and in order
    is_piece = lives["born"].isNotNull() | lives["gone"].isNotNull()
    anywhere = 1 + F.pmod(lives["row"]["_position"], F.lit(_LANES))
    lane = F.when(is_piece, F.lit(0)).otherwise(anywhere)
    place = order_of(lives["row"], "_")
    pieces = lives.withColumns({"lane": lane, "order": place}).repartition("lane")
    together = pieces.sortWithinPartitions("lane", "order").drop("lane", "order")
    return together.mapInArrow(partial(stitched, columns=list(columns)), StructType(told))
