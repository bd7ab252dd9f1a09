"""States as of a moment: a snapshot, the changes behind it, and those before the moment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timezone
from typing import TypeAlias

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents

from binlog_kaitai.model.changes import INSERT, STATEMENT
from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.model.schema import RECORD_FIELDS
from binlog_kaitai.model.transactions import COMMITTED
from binlog_kaitai.spark.current.settling import failure, is_prepared, quoted, undecided

Moment: TypeAlias = datetime | str
"""A time, in UTC unless it has a zone, or the set of the transactions that a server had executed
then (`gtid_executed`), or its position by GTIDs (`gtid_binlog_pos`)."""

COUNTS = "counts"
"""The field of statements that says whether they are behind the moment of a baseline."""


def between(
    df: DataFrame, decisions: DataFrame | None, since: Moment | None, until: Moment | None
) -> tuple[DataFrame, DataFrame | None]:
    """Return the changes, and what is decided, from one moment to another.

    What was prepared before the first moment stays: it may be decided behind it.

    Raises:
        ValueError: for what is no set of GTIDs, or where the columns that tell are missing. The
            query fails for a change without a GTID where moments are sets of these.
    """
    if since is not None:
        if decisions is not None and "_outcome" in df.columns:
            # an xid may be used again: what was decided before must not wait for another decision
            df = undecided(df, decisions.where(_is_decided_before(decisions, since)))
        is_new = ~_is_before(df, since, "_")
        df = df.where(is_new | is_prepared(df) if "_outcome" in df.columns else is_new)
    if until is not None:
        df = df.where(_is_before(df, until, "_"))
        if decisions is not None:
            decisions = decisions.where(_is_decided_before(decisions, until))
    return df, decisions


def statements_between(
    log: DataFrame | None, since: Moment | None, until: Moment | None
) -> DataFrame | None:
    """Return the statements among flat records up to a moment, and which `COUNTS` of them.

    Those before the first moment define tables, and do nothing else.
    """
    if log is None or "change_type" not in log.columns:
        return log
    log = log.where(log["change_type"] == STATEMENT)
    if until is not None:
        log = log.where(_is_before(log, until, ""))
    return log if since is None else log.withColumn(COUNTS, ~_is_before(log, since, ""))


def _is_decided_before(decisions: DataFrame, moment: Moment) -> Column:
    for name in ("change_type", "xid"):
        if name not in decisions.columns:
            raise ValueError(f"decisions: no column {name}, which prepared transactions require")
    is_decision = (decisions["change_type"] == STATEMENT) & decisions["xid"].isNotNull()
    return F.when(is_decision, _is_before(decisions, moment, "")).otherwise(F.lit(False))


def _is_before(df: DataFrame, moment: Moment, prefix: str) -> Column:
    names = ("gtid",) if isinstance(moment, str) else ("commit_timestamp", "timestamp")
    for name in names:
        if prefix + name not in df.columns:
            raise ValueError(f"no column {prefix}{name}, which since and until require")
    columns = [df[prefix + name] for name in names]
    if isinstance(moment, datetime):
        zoned = moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
        return F.coalesce(*columns) < F.lit(zoned)
    gtid = columns[0]
    found = failure(df, "a GTID, because since or until is a GTID set", "none", prefix)
    executed = _executed(moment)
    # PySpark warns of a function whose types it knows
    holds = F.udf(lambda text: executed.holds(text), "boolean")  # noqa: PLW0108
    return F.when(gtid.isNull(), found).otherwise(holds(gtid))


def _executed(text: str) -> GtidSet:
    found = parse_gtid_set(text)
    if any(one.first == one.last != 1 for one in found.intervals) and len(found.intervals) == 1:
        raise ValueError(f"expected a GTID set such as uuid:1-7 or 0-1-7, found {text!r}")
    return found


def as_inserted(baseline: DataFrame, df: DataFrame, keys: Sequence[str]) -> DataFrame:
    """Return the rows of a snapshot as changes like those of `df`, before all of them.

    Raises:
        ValueError: where the snapshot has not the table's columns. The query fails for a row
            without a value for a key.
    """
    expected = {one.name: one.dataType for one in df.schema if one.name not in RECORD_FIELDS}
    found = {one.name: one.dataType for one in baseline.schema}
    for name in {**expected, **found}:
        kinds = [
            f"{name} {of[name].simpleString()}" if name in of else f"no column {name}"
            for of in (expected, found)
        ]
        if kinds[0] != kinds[1]:
            raise ValueError(f"baseline: expected {kinds[0]}, found {kinds[1]}")
    values = {name: baseline[quoted(name)] for name in found}
    for name in keys:
        fails = F.raise_error(F.lit(f"baseline: expected a value for the key {name}, found none"))
        values[name] = F.when(values[name].isNull(), fails).otherwise(values[name])
    told = {
        # sorts before all names of logs
        "_file": F.lit(""),
        # spreads them
        "_position": F.xxhash64(*(baseline[quoted(name)] for name in keys)),
        "_ordinal": F.lit(0).cast("bigint"),
        "_change_type": F.lit(INSERT),
        "_outcome": F.lit(COMMITTED),
    }
    every = told | values
    return baseline.select(
        *(every.get(one.name, F.lit(None)).cast(one.dataType).alias(one.name) for one in df.schema)
    )
