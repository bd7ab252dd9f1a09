"""From the changes of a table to its rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial, reduce
from operator import or_
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents
from pyspark.sql.types import ArrayType, ByteType, StructField, StructType

from binlog_kaitai.lake.current.lives import ENDS, folded
from binlog_kaitai.lake.current.reading import Unended
from binlog_kaitai.lake.current.stitching import BEFORE, DEFAULT, KNOWN, reasons, stitched
from binlog_kaitai.model.changes import THERE
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS
from binlog_kaitai.spark.current.cascades import (
    NO_FOREIGN_KEYS,
    Bounds,
    ForeignKeys,
    refused_cascades,
    with_older,
)
from binlog_kaitai.spark.current.moments import (
    Moment,
    as_inserted,
    between,
    statements_between,
)
from binlog_kaitai.spark.current.settling import LANES, applied, failure, order_of, quoted
from binlog_kaitai.spark.current.statements import (
    Checks,
    Question,
    Statements,
    checks_of,
    failing,
    without_emptied,
)
from binlog_kaitai.spark.releases import from_arrow_schema

_NEEDED = ("_file", "_position", "_ordinal", "_change_type", ABSENT)


def latest(  # noqa: PLR0913
    df: DataFrame,
    keys: str | Sequence[str],
    decisions: DataFrame | None = None,
    *,
    defaults: Mapping[str, Any] | None = None,
    unended: Unended = "fail",
    baseline: DataFrame | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
    table: str | None = None,
    statements: Statements = "fail",
    foreign_keys: ForeignKeys = NO_FOREIGN_KEYS,
) -> DataFrame:
    """Return the rows that a table has after its changes: the columns of the table, one row a key.

    Rows that were there before the first log, and did not change, are not in the logs, but they may
    be in a `baseline`. Changes before a statement that empties the table do not count. The query
    fails for a statement that changes the table in another way without row images, such as RENAME,
    or DML with `binlog_format=STATEMENT`, and for a row that a foreign key may have changed as its
    parent lost the row's key. `last_changes` says in which order changes count, and which of them
    do.

    Args:
        df: typed changes of one table, as the data source with the option `table` gives them, of
            the logs of one server.
        keys: the columns that tell rows of the table apart: its primary key, best.
        decisions: as of `last_changes`, like `defaults` and `unended`.
        defaults: as of `last_changes`.
        unended: as of `last_changes`.
        baseline: the table's rows at some moment, with its columns alone: a snapshot, or what this
            function returned.
        since: the moment of the baseline, if `df` has changes before it: a time, in UTC unless it
            has a zone, or a set of GTIDs, all that was executed then (`gtid_executed`, or MariaDB's
            `gtid_binlog_pos`).
        until: the moment as of which the rows are, like `since`. What was committed before that
            time counts, or by these transactions. Where servers log no time of the commit, that of
            the statement counts.
        table: as of `last_changes`, like `statements` and `foreign_keys`.
        statements: as of `last_changes`.
        foreign_keys: as of `last_changes`.

    Returns:
        The rows, without the columns that tell of changes.

    Raises:
        ValueError: where `df` does not have the columns that tell of changes, or there are no
            keys; for a baseline with other columns than the table's, and for what is no moment. The
            query fails for each value that no image tells.
    """
    if since is not None and baseline is None:
        raise ValueError("since requires baseline")
    log = statements_between(decisions, since, until)
    changes, decided = between(df, decisions, since, until)
    has_baseline = baseline is not None
    checks = None
    if statements == "fail":
        question = Question(
            foreign_keys.definitions(),
            keeps_rows=False,
            has_baseline=has_baseline,
            is_placed=since is not None or not has_baseline,
        )
        checks = checks_of(changes, log, table, question)
    folded = _folded(changes, keys, decided, defaults, unended, baseline, checks, may_lack=())
    last, images = folded
    rows = last.where(last["_change_type"].isin(*THERE)).drop(*RECORD_FIELDS)
    bounds = Bounds(since, until, unended, is_whole=not has_baseline)
    there = images.where(images["row"]["_change_type"].isin(*THERE))
    return _checked(rows, checks, decisions, there, bounds, foreign_keys)


def last_changes(  # noqa: PLR0913
    df: DataFrame,
    keys: str | Sequence[str],
    decisions: DataFrame | None = None,
    *,
    defaults: Mapping[str, Any] | None = None,
    unended: Unended = "fail",
    table: str | None = None,
    statements: Statements = "fail",
    foreign_keys: ForeignKeys = NO_FOREIGN_KEYS,
) -> DataFrame:
    """Return the last change of each key, with the columns of `df`: what MERGE brings into a table.

    One whose `_change_type` is `delete` or `update_preimage` has left no row of its key: the row
    was deleted, or an update gave it another key.

    Changes are in the order of their files, in which the numbers in names count as numbers, then of
    their positions and ordinals. Times do not count: clocks go back, and MariaDB logs no time of
    the commit. So logs must not have been numbered anew in between (RESET MASTER).

    What was rolled back does not count. Without a column `_outcome`, all count.

    Of partial images (`binlog_row_image=MINIMAL` and the like), a column has the last value that an
    image holds, also of an image of the key that the row had before. `_absent` names the columns
    that no image tells of a row that was there before the first change: the target of MERGE has
    them.

    Args:
        df: typed changes of one table, as the data source with the option `table` gives them, of
            the logs of one server.
        keys: the columns that tell rows of the table apart: its primary key, best.
        decisions: flat records of the logs, whose XA COMMIT count for what was prepared, see
            `settle`; what is not decided yet is left out.
        defaults: values by name of columns that rows may be inserted without.
        unended: what is done with changes whose `_outcome` is null, as their log ends before their
            transaction, or they come from packets: `fail` the query, `leave_out` or `apply` them.
        table: the full name of the table, `database.table`; by default that of the changes. It is
            needed if there may be statements and no changes.
        statements: the action for statements of `decisions` that change the table without row
            images, or empty it, and for changes of its parents that foreign keys hand on: `fail`
            the query or `ignore` them. CREATE TABLE does not count.
        foreign_keys: what is known of them beside `decisions`.

    Returns:
        One change a key.

    Raises:
        ValueError: where `df` does not have the columns that tell of changes, or there are no
            keys. The query fails for values that no image can tell otherwise: columns that a row
            was inserted without, unless they are in `defaults`; what a row had before, when it got
            its key; changes to a JSON document that no image holds. It also fails for a change
            without a value for a key, but for the after images of updates, whose before images
            hold it.
    """
    checks = None
    if statements == "fail":
        question = Question(foreign_keys.definitions(), keeps_rows=True)
        checks = checks_of(df, decisions, table, question)
    folded = _folded(df, keys, decisions, defaults, unended, None, checks, may_lack=(BEFORE,))
    last, images = folded
    target = foreign_keys.target
    rows = None
    if target is not None:
        is_gone = ~images["row"]["_change_type"].isin(*THERE)
        rows = with_older(images.withColumn("is_gone", is_gone), target, keys)
    bounds = Bounds(None, None, unended, is_whole=False)
    return _checked(last, checks, decisions, rows, bounds, foreign_keys)


def _checked(  # noqa: PLR0913, PLR0917
    rows: DataFrame,
    checks: Checks | None,
    log: DataFrame | None,
    images: DataFrame | None,
    bounds: Bounds,
    foreign_keys: ForeignKeys,
) -> DataFrame:
    """Return rows; the query fails if statements or foreign keys changed them without images."""
    if checks is None or log is None:
        return rows
    if checks.refused is not None:
        return failing(rows, checks.refused)
    if not checks.links:
        return rows
    return failing(rows, refused_cascades(checks.links, log, images, bounds, foreign_keys))


def _folded(  # noqa: PLR0913, PLR0917
    df: DataFrame,
    keys: str | Sequence[str],
    decisions: DataFrame | None,
    defaults: Mapping[str, Any] | None,
    unended: Unended,
    baseline: DataFrame | None,
    checks: Checks | None,
    *,
    may_lack: Sequence[int],
) -> tuple[DataFrame, DataFrame]:
    """Return the last change of each key, or its row after that; and these with all values, `row`.

    The latter have `_absent` as the last images have it.
    """
    missing = [name for name in _NEEDED if name not in df.columns]
    if missing:
        raise ValueError(
            f"expected changes from the data source with the option table, found no column"
            f" {', '.join(missing)}"
        )
    names = [keys] if isinstance(keys, str) else list(keys)
    if not names:
        raise ValueError("expected at least one key column, found none")
    given = dict(defaults or {})
    columns = [name for name in df.columns if name not in (*RECORD_FIELDS, *names)]
    others = [name for name in given if name not in columns]
    if others:
        raise ValueError(f"defaults: no column {', '.join(others)}")
    changes = applied(df, decisions, unended)
    if baseline is not None:
        changes = changes.unionByName(as_inserted(baseline, df, names))
    if checks is not None:
        changes = without_emptied(changes, checks)
    last = last_lives(changes, [_present(changes, name) for name in names], columns)
    row, why = last["row"], last["why"]
    images = last.select("row")
    told = {name: row[name] for name in df.columns}
    for name, value in given.items():
        is_default = F.get(why, F.lit(columns.index(name))) == DEFAULT
        told[name] = F.when(is_default, F.lit(value).cast(df.schema[name].dataType)).otherwise(
            row[name]
        )
    if not columns:
        return last.select(*(value.alias(name) for name, value in told.items())), images
    codes = F.arrays_zip(F.array(*map(F.lit, columns)).alias("name"), why.alias("code"))

    def is_unknown(column: Column) -> Column:
        is_default = (column["code"] == DEFAULT) & _is_among(column["name"], given)
        return (column["code"] != KNOWN) & ~is_default

    unknown = F.filter(codes, is_unknown)
    fatal = F.get(F.filter(unknown, lambda column: ~_is_among(column["code"], may_lack)), F.lit(0))
    pairs = reasons("defaults=").items()
    told_reasons = F.create_map(*(F.lit(item) for pair in pairs for item in pair))
    expected = F.concat(F.lit("row images with the value of "), fatal["name"])
    fails = row["_change_type"].isin(*THERE) & fatal.isNotNull()
    failed = F.when(fails, failure(row, expected, told_reasons[fatal["code"].cast("int")]))
    told[ABSENT] = F.when(F.size(unknown) > 0, F.transform(unknown, lambda one: one["name"]))
    sound = last.where(failed.otherwise(F.lit(True)))
    return sound.select(*(value.alias(name) for name, value in told.items())), images


def _is_among(column: Column, values: Iterable[Any]) -> Column:
    """Return whether a value is one of some; `isin` knows no empty list where this is used."""
    return reduce(or_, (column == value for value in values), F.lit(False))


def _present(df: DataFrame, name: str) -> Column:
    """Return a key's value; the query fails where there is none."""
    key = df[quoted(name)]
    expected = f"a row image with a value for the key {name}"
    return F.when(key.isNull(), failure(df, expected, "none")).otherwise(key)


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
    anywhere = 1 + F.pmod(lives["row"]["_position"], F.lit(LANES))
    lane = F.when(is_piece, F.lit(0)).otherwise(anywhere)
    place = order_of(lives["row"], "_")
    pieces = lives.withColumns({"lane": lane, "order": place}).repartition("lane")
    together = pieces.sortWithinPartitions("lane", "order").drop("lane", "order")
    return together.mapInArrow(partial(stitched, columns=list(columns)), StructType(told))
