"""Which changes count: how their transactions ended, where that is decided later in the logs."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents

from binlog_kaitai.lake.current.reading import Unended
from binlog_kaitai.model.changes import STATEMENT
from binlog_kaitai.model.transactions import COMMITTED, PREPARED, ROLLED_BACK

PLACE = ("file", "position", "ordinal")

_SALT = 1024  # changes that wait for no decision go everywhere


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
    for name, frame in (("_xid", df), *((name, decisions) for name in (*PLACE, "xid", "outcome"))):
        if name not in frame.columns:
            raise ValueError(f"no column {name}, which prepared transactions require")
    decided = decisions.where(
        (decisions["change_type"] == STATEMENT)
        & decisions["xid"].isNotNull()
        & decisions["outcome"].isin(COMMITTED, ROLLED_BACK)
    )
    decision = F.struct(order_of(decided).alias("order"), decided["outcome"].alias("outcome"))
    by_xid = decided.groupBy(decided["xid"].alias("xid")).agg(
        F.sort_array(F.collect_list(decision)).alias("decisions")
    )
    order = order_of(df, "_")
    rows = df.select(
        F.struct(*(df[quoted(name)] for name in df.columns)).alias("row"),
        F.when(is_prepared(df), df["_xid"]).alias("waits_for"),
        F.when(is_prepared(df), 0).otherwise(F.pmod(df["_position"], F.lit(_SALT))).alias("salt"),
        order.alias("order"),
    )
    is_decided = (rows["waits_for"] == by_xid["xid"]) & (rows["salt"] == 0)
    joined = rows.join(by_xid, is_decided, "left")
    behind = F.filter("decisions", lambda one: one["order"] > F.col("order"))
    outcome = F.coalesce(F.get(behind, F.lit(0))["outcome"], F.col("row")["_outcome"])
    return joined.select(
        *(
            (outcome if name == "_outcome" else F.col("row")[name]).alias(name)
            for name in df.columns
        )
    )


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
