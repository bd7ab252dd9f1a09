"""From the changes of a table to its rows."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents

from binlog_kaitai.images import INSERT, UPDATE_POSTIMAGE
from binlog_kaitai.schema import RECORD_FIELDS

PLACE = ("_file", "_position", "_ordinal")


def latest(df: DataFrame, keys: str | Sequence[str]) -> DataFrame:
    """The rows that a table has after its changes: the columns of the table, one row a key.

    `df` are typed changes of one table, as the data source with the option `table` gives them, of
    the logs of one server; the columns `keys` tell rows of the table apart, and are its primary
    key, best. `last_changes` says in which order changes count, and what it raises. Rows that were
    there before the first log, and did not change, are not in the logs; nor is what statements do
    to rows (TRUNCATE, and all with `binlog_format=STATEMENT`) among a table's changes.
    """
    is_there = F.col("_change_type").isin(INSERT, UPDATE_POSTIMAGE)
    return last_changes(df, keys).where(is_there).drop(*RECORD_FIELDS)


def last_changes(df: DataFrame, keys: str | Sequence[str]) -> DataFrame:
    """The last change of each key, with the columns of `df`: what MERGE brings into a table.

    One whose `_change_type` is `delete` or `update_preimage` has left no row of its key: the row
    was deleted, or an update gave it another key.

    Changes are in the order of their files, in which the numbers in names count as numbers, then of
    their positions and ordinals. Times do not count: clocks go back, and MariaDB logs no time of
    the commit. So logs must not have been numbered anew in between (RESET MASTER).

    Row images must be whole (`binlog_row_image=FULL`): what they leave out cannot be told from
    NULL. The query fails for a change that has no value for a key, as the images of updates do
    otherwise. Raises ValueError where `df` does not have the columns that tell a change's place.
    """
    missing = [name for name in (*PLACE, "_change_type") if name not in df.columns]
    if missing:
        raise ValueError(
            f"no column {', '.join(missing)}: changes are what the data source gives with the"
            " option table"
        )
    names = [keys] if isinstance(keys, str) else list(keys)
    if not names:
        raise ValueError("no keys, by which rows are told apart")
    row = F.struct(*(df[_quoted(name)] for name in df.columns))
    by_key = [_present(df, name).alias(f"key_{number}") for number, name in enumerate(names)]
    order = F.struct(file_order(df["_file"]), *(df[name] for name in PLACE))
    return df.groupBy(*by_key).agg(F.max_by(row, order).alias("row")).select("row.*")


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"


def _present(df: DataFrame, name: str) -> Column:
    """A key's value; the query fails where there is none."""
    key = df[_quoted(name)]
    message = F.concat(
        df["_file"],
        F.lit(": at byte "),
        df["_position"].cast("string"),
        F.lit(f": expected a row image with a value for the key {name}, found none"),
    )
    return F.when(key.isNull(), F.raise_error(message)).otherwise(key)


def file_order(file: Column) -> Column:
    """What sorts as names of files do whose numbers are compared as numbers."""
    texts = F.split(file, r"\d+")
    numbers = F.transform(
        F.regexp_extract_all(file, F.lit(r"\d+"), F.lit(0)),
        lambda number: number.cast("decimal(38,0)"),
    )
    return F.arrays_zip(texts, numbers)
