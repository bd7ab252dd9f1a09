"""The feed of a table's changes that Spark's AUTO CDC takes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents
from pyspark.sql.types import BooleanType, StringType, StructField, StructType

from binlog_kaitai.lake.current.feed import IS_DELETE, SEQUENCE, feed
from binlog_kaitai.lake.current.reading import Unended
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS
from binlog_kaitai.spark.current.settling import applied

DIGITS = 20
"""How many digits a number is filled up to, with zeros: more than 64 bits have."""

NEEDED = ("_file", "_position", "_ordinal", "_change_type", ABSENT)


def auto_cdc(df: DataFrame, keys: str | Sequence[str], *, unended: Unended = "fail") -> DataFrame:
    """Return changes as `pyspark.pipelines.create_auto_cdc_flow` takes them, also of a stream.

    Args:
        df: typed changes of one table, as the data source with the option `table` gives them, of
            the logs of one server.
        keys: the columns that tell rows of the table apart: its primary key, best.
        unended: what is done with changes whose `_outcome` is null, as their log ends before their
            transaction: `fail` the query, `leave_out` or `apply` them.

    Returns:
        The columns of the table; `_sequence`, a text that sorts as changes do in the logs; and
        `_is_delete`. An update is its after image; if it changes the key, a delete of the old key
        is in front of it. What was rolled back does not count. The query fails for an image without
        a value that the other image of the update does not have either, and for a change of a
        transaction that was prepared (XA), as its decision may come in a later micro-batch.

    Raises:
        ValueError: `df` does not have the columns that tell of changes, or there are no keys.
    """
    names = [keys] if isinstance(keys, str) else list(keys)
    missing = [name for name in (*NEEDED, *names) if name not in df.columns]
    if missing or not names:
        raise ValueError(
            "expected changes from the data source with the option table, and its key columns;"
            f" found no {', '.join(missing) or 'keys'}"
        )
    columns = [field for field in df.schema if field.name not in RECORD_FIELDS]
    ends = [StructField(SEQUENCE, StringType()), StructField(IS_DELETE, BooleanType())]
    changes = applied(df, None, unended).withColumn(SEQUENCE, sequence(df))
    return changes.mapInArrow(partial(feed, keys=names), StructType([*columns, *ends]))


def sequence(df: DataFrame) -> Column:
    """Return a text that sorts as typed changes do in the logs of one server.

    Args:
        df: typed changes.

    Returns:
        A text, for which numbers in names of files count as numbers: that of `binlog.1000000` is
        behind that of `binlog.999999`.

    Raises:
        AnalysisException: `df` lacks `_file`, `_position` or `_ordinal`.
    """
    numbers = F.regexp_extract_all(df["_file"], F.lit(r"\d+"), F.lit(0))
    file = F.zip_with(
        F.split(df["_file"], r"\d+"),
        numbers,
        lambda text, number: F.concat(text, F.coalesce(_filled(number), F.lit(""))),
    )
    place = (_filled(df[name].cast("string")) for name in ("_position", "_ordinal"))
    return F.concat_ws(":", F.array_join(file, ""), *place)


def _filled(number: Column) -> Column:
    return F.lpad(number, F.greatest(F.length(number), F.lit(DIGITS)), F.lit("0"))
