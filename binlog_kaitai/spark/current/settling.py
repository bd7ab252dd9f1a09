"""Which changes count: how their transactions ended, where that is decided later in the logs."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents

from binlog_kaitai.lake.current.reading import Unended
from binlog_kaitai.model.changes import STATEMENT
from binlog_kaitai.model.transactions import COMMITTED, PREPARED, ROLLED_BACK

PLACE = ("file", "position", "ordinal")

LANES = 1024
"""Partitions at most, over which rows are spread that need not meet others."""


def settle(df: DataFrame, decisions: DataFrame | None = None) -> DataFrame:
    """Return typed changes, of which those that were prepared have the `_outcome` that was decided.

    Args:
        df: typed changes; those without a column `_outcome` stay as they are.
        decisions: flat records of all logs from the first of the changes on, of which the XA COMMIT
            and XA ROLLBACK count: the first one of a change's `_xid` behind it decides it. What
            none decides stays `prepared`.

    Returns:
        All changes, with the same columns.

    Raises:
        ValueError: where a column that is needed is not there. Without `decisions`, the query fails
            for a change that waits for one.
    """
    if "_outcome" not in df.columns:
        return df
    if decisions is None:
        message = "decisions=, the flat records of the logs, for a prepared XA transaction"
        failed = F.when(is_prepared(df), failure(df, message, "none"))
        outcome = failed.otherwise(df["_outcome"])
        return df.withColumn("_outcome", outcome)
    decided = _decisions_among(decisions, df)
    decision = F.struct(order_of(decided).alias("order"), decided["outcome"].alias("outcome"))
    by_xid = decided.groupBy(decided["xid"].alias("xid")).agg(
        F.sort_array(F.collect_list(decision)).alias("decisions")
    )
    rows = df.select(
        F.struct(*(df[quoted(name)] for name in df.columns)).alias("row"),
        _waits_for(df).alias("waits_for"),
        order_of(df, "_").alias("order"),
    )
    joined = rows.join(by_xid, rows["waits_for"] == by_xid["xid"], "left")
    behind = F.filter("decisions", lambda one: one["order"] > F.col("order"))
    outcome = F.coalesce(F.get(behind, F.lit(0))["outcome"], F.col("row")["_outcome"])
    return joined.select(
        *(
            (outcome if name == "_outcome" else F.col("row")[name]).alias(name)
            for name in df.columns
        )
    )


def undecided(df: DataFrame, decisions: DataFrame) -> DataFrame:
    """Return the changes without those that were prepared and have a decision behind them.

    Arguments and errors are those of `settle`.
    """
    decided = _decisions_among(decisions, df)
    last = decided.groupBy(decided["xid"].alias("xid")).agg(F.max(order_of(decided)).alias("order"))
    is_decided = (_waits_for(df) == last["xid"]) & (order_of(df, "_") < last["order"])
    return df.join(last, is_decided, "left_anti")


def _decisions_among(log: DataFrame, df: DataFrame) -> DataFrame:
    """Return the decisions among flat records. Raises ValueError where a column is not there."""
    for name, frame in (("_xid", df), *((name, log) for name in (*PLACE, "xid", "outcome"))):
        if name not in frame.columns:
            raise ValueError(f"no column {name}, which prepared transactions require")
    is_decision = (log["change_type"] == STATEMENT) & log["xid"].isNotNull()
    return log.where(is_decision & log["outcome"].isin(COMMITTED, ROLLED_BACK))


def _waits_for(df: DataFrame) -> Column:
    """Return the xid of a change that was prepared; for any other, one of many texts without it."""
    other = F.concat(F.lit(" "), F.pmod(df["_position"], F.lit(LANES)).cast("string"))
    return F.when(is_prepared(df), df["_xid"]).otherwise(other)


def applied(df: DataFrame, decisions: DataFrame | None, unended: Unended) -> DataFrame:
    """Return the changes that took effect; `unended` is for those without a known end."""
    if "_outcome" not in df.columns:
        return df
    settled = settle(df, decisions)
    outcome = settled["_outcome"]
    if unended == "fail":
        message = "the end of the transaction (or unended='leave_out' or 'apply')"
        found = failure(settled, message, "the end of the logs or packets")
        applies = F.when(outcome.isNull(), found)
    else:
        applies = F.when(outcome.isNull(), F.lit(unended == "apply"))
    return settled.where(applies.otherwise(outcome == COMMITTED))


def is_prepared(df: DataFrame) -> Column:
    """Return whether a change was prepared (XA), and waits for a decision."""
    return df["_outcome"].eqNullSafe(PREPARED)


def failure(
    change: DataFrame | Column, expected: str | Column, found: str | Column, prefix: str = "_"
) -> Column:
    """Fail the query with the place of a change, in columns that begin with `prefix`."""
    at = change[f"{prefix}position"].cast("string")
    parts = (change[f"{prefix}file"], ": at byte ", at, ": expected ", expected, ", found ", found)
    return F.raise_error(F.concat(*(F.lit(part) for part in parts)))


def quoted(name: str) -> str:
    """Return a column's name, whatever it has in it, as Spark takes names."""
    return f"`{name.replace('`', '``')}`"


def order_of(df: DataFrame | Column, prefix: str = "") -> Column:
    """Return what sorts as the places of changes do in the logs."""
    places = [df[prefix + name] for name in PLACE]
    return F.struct(file_order(places[0]).alias("log"), *places)


def file_order(file: Column) -> Column:
    """Return what sorts as names of files do whose numbers are compared as numbers."""
    texts = F.split(file, r"\d+")
    numbers = F.transform(
        F.regexp_extract_all(file, F.lit(r"\d+"), F.lit(0)),
        lambda number: number.cast("decimal(38,0)"),
    )
    return F.arrays_zip(texts, numbers)
