"""Statements that empty a table, or change its rows without row images in the log."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.expressions import DeclinedError
from binlog_kaitai.catalog.known import ALL_OF_DATABASE
from binlog_kaitai.catalog.row_statements import changed_tables
from binlog_kaitai.catalog.steps import TableName, TableStep
from binlog_kaitai.catalog.tokens import Version
from binlog_kaitai.lake.current.operations import added_columns, alter_operation, is_create
from binlog_kaitai.lake.current.sessions import is_ddl
from binlog_kaitai.lake.facts import short_text
from binlog_kaitai.model.changes import STATEMENT
from binlog_kaitai.model.names import parts_of
from binlog_kaitai.model.schema import column_field
from binlog_kaitai.read.logged_ddl import LoggedStatement, statements_in
from binlog_kaitai.spark.current.settling import file_order, order_of

Statements: TypeAlias = Literal["fail", "ignore"]
"""The action for statements that change a table without row images."""

NEEDED = (
    *("file", "position", "gtid", "server_id", "outcome", "database", "change_type", "data"),
    "timestamp",
)
"""The fields of flat records by which effects of statements are known."""

EMPTIES, ALTERS, MOVES, CHANGES = "empties", "alters", "moves", "changes"
"""Effects: the table has no rows; its rows or columns are altered if it has any; it gets rows of
another; or the log has the statement in place of the changes of its rows."""

_EFFECTS_OF = {
    **dict.fromkeys(("created", "dropped", "emptied"), EMPTIES),
    **dict.fromkeys(("partitions_emptied", "partitions_dropped", "doubtful"), ALTERS),
    **dict.fromkeys(("renamed", "partition_exchanged"), MOVES),
    "rows_changed": CHANGES,
}
"""Effects by the kinds of the catalog's steps."""

_COLUMNS = (
    "file string, position bigint, effect string, database string, table string, gtid string,"
    " statement string"
)

_SCHEMA = pa.schema(
    [
        *(("file", pa.string()), ("position", pa.int64()), ("effect", pa.string())),
        *((name, pa.string()) for name in ("database", "table", "gtid", "statement")),
    ]
)


class UncheckedStatementsWarning(UserWarning):
    """The rows may be wrong after statements, which were not checked."""


@dataclass(frozen=True)
class Checks:
    """The statements that matter for a table, each frame with one row.

    `emptied` has the `order` of the last statement that emptied the table, or null. `refused` has
    the `message` about the first statement that has no row images, or null.
    """

    emptied: DataFrame
    refused: DataFrame


def checks_of(  # noqa: PLR0913
    df: DataFrame,
    log: DataFrame | None,
    table: str | None,
    *,
    keeps_rows: bool,
    has_baseline: bool = False,
    is_placed: bool = True,
) -> Checks | None:
    """Find the statements that matter for the table of some changes.

    Args:
        df: typed changes of one table.
        log: flat records of the same logs.
        table: the full name of the table; None to take it from the changes.
        keeps_rows: whether rows of before are kept elsewhere, so that a statement must not empty
            the table.
        has_baseline: whether the table has rows from before the changes.
        is_placed: whether `log` begins at the moment of these rows.

    Returns:
        None, after a warning, if the columns that are needed are not there.
    """
    names = ("_database", "_table")
    has_names = table is not None or all(name in df.columns for name in names)
    if log is None or not has_names or any(name not in log.columns for name in NEEDED):
        warnings.warn(
            "expected decisions=, the flat records of the logs with all their columns, to find"
            " statements that change the table without row images; found none, so rows may be wrong"
            " after such statements. Pass statements='ignore' if there are none",
            UncheckedStatementsWarning,
            stacklevel=5,
        )
        return None
    effects = _effects(log)
    since = F.min(_place(df, "_")).alias("since")
    if table is None:
        tables = df.groupBy(*(df[name].alias(f"of{name}") for name in names)).agg(since)
    else:
        parts = zip(names, parts_of(table), strict=True)
        tables = df.agg(since).select(
            "since", *(F.lit(one).alias(f"of{name}") for name, one in parts)
        )
    own = effects.join(F.broadcast(tables), _is_of(effects, tables))
    own = own.withColumn("order", _place(own, ""))
    empties = own["effect"] == EMPTIES
    is_new = F.lower(own["statement"]).startswith("create table")
    is_kept = F.lit(False)
    if keeps_rows:
        is_kept = ~is_new
    elif not is_placed:  # the baseline may be older or newer than the statement
        is_kept = own["since"].isNull() | (own["order"] < own["since"])
    kept = own.where(empties & is_kept)
    emptied = own.where(empties).agg(F.max("order").alias("emptied"))
    ordered = own.crossJoin(F.broadcast(emptied))
    is_later = ordered["emptied"].isNull() | (ordered["order"] > ordered["emptied"])
    has_rows = F.lit(keeps_rows or has_baseline) | (ordered["since"] < ordered["order"])
    matters = ordered["effect"].isin(CHANGES, MOVES)
    matters = matters | ((ordered["effect"] == ALTERS) & has_rows)
    others = ordered.where(matters & is_later).drop("emptied")
    first = others.unionByName(kept).agg(F.min_by(F.struct(*own.columns), "order").alias("first"))
    return Checks(emptied, first.select(_message(first["first"]).alias("message")))


def without_emptied(changes: DataFrame, checks: Checks) -> DataFrame:
    """Return the changes behind the last statement that emptied the table."""
    joined = changes.crossJoin(F.broadcast(checks.emptied))
    is_left = joined["emptied"].isNull() | (_place(joined, "_") > joined["emptied"])
    return joined.where(is_left).drop("emptied")


def failing(rows: DataFrame, checks: Checks) -> DataFrame:
    """Return the rows; the query fails if a statement was refused, also if there are no rows."""
    refused = checks.refused
    fails = F.when(refused["message"].isNotNull(), F.raise_error(refused["message"]))
    joined = rows.crossJoin(F.broadcast(refused))
    checked = joined.where(fails.otherwise(F.lit(True))).drop("message")
    nothing = refused.where(fails.otherwise(F.lit(False)))
    kinds = rows.schema
    empty = nothing.select(*(F.lit(None).cast(one.dataType).alias(one.name) for one in kinds))
    return checked.unionByName(empty)


def _effects(log: DataFrame) -> DataFrame:
    """Return the effects of all statements, which one task reads in the order of the logs."""
    statements = log.where(log["change_type"] == STATEMENT)
    ordered = statements.withColumn("order", order_of(statements)).repartition(1)
    return ordered.sortWithinPartitions("order").select(*NEEDED).mapInArrow(effects_in, _COLUMNS)


def effects_in(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the effects of statements, flat records in the order of the logs."""
    effects = _Effects()
    for batch in batches:
        names = batch.column("file").to_pylist()
        rows: list[dict[str, object]] = []
        for start, end in _runs(names):
            run = batch.slice(start, end - start)
            for one in statements_in(run, _newest_of_kind(run.column("gtid"))):
                place = {"file": names[start], "position": one.position, "gtid": one.gtid}
                place |= {"statement": short_text(one.text)}
                rows += (
                    place
                    | {"effect": effect, "database": name.database, "table": name.table or None}
                    for effect, name in effects.of(one, names[start])
                )
        yield pa.RecordBatch.from_pylist(rows, _SCHEMA)


class _Effects:
    """Finds the effects of statements on tables that are not temporary."""

    def __init__(self) -> None:
        self._catalog = Catalog()
        self._dropped: dict[TableName, set[str]] = {}

    def of(self, one: LoggedStatement, log: str) -> Iterator[tuple[str, TableName]]:
        """Yield the effects of a statement; those on all of a database have an empty name."""
        place = f"{log} at byte {one.position}"
        if not is_ddl(one.text):
            for database, table, is_derived in changed_tables(one.text, one.session):
                name = TableName(database, table or ALL_OF_DATABASE)
                is_temporary = self._catalog.is_temporary(name, one.session.key, place)
                if not is_temporary:
                    yield ALTERS if is_derived or is_temporary is None else CHANGES, name
            return
        for step in self._catalog.apply(one.text, one.session, place):
            effect = _EFFECTS_OF.get(step.kind)
            if step.kind == "altered":
                effect = ALTERS if self._moves(step, one) else None
            if step.kind == "doubtful" and is_create(one.text):
                effect = None
            if step.kind in {"created", "dropped"}:
                self._dropped.pop(step.name, None)
            if effect is not None and step.session is None:
                yield from ((effect, name) for name in (step.name, step.other) if name is not None)

    def _moves(self, step: TableStep, one: LoggedStatement) -> bool:
        """Return whether a column gets a name that another had, or a value that is not NULL."""
        try:
            operation = alter_operation(step, one.text, one.session.sql_mode)
        except DeclinedError:
            return True
        dropped = self._dropped.setdefault(step.name, set())
        dropped |= set(operation.dropped)
        names = {column_field(column.name).lower() for column in added_columns(step)}
        return bool(operation.renamed or operation.added or dropped & names)


def _newest_of_kind(gtids: pa.Array) -> Version:
    """Return the newest version of MariaDB or MySQL, by GTIDs; the records lack the version."""
    first = next((one for one in gtids.to_pylist() if one is not None), "")
    is_mariadb = bool(first) and ":" not in first
    return Version((12, 3, 0) if is_mariadb else (9, 7, 0), is_mariadb)


def _runs(names: list[str]) -> Iterator[tuple[int, int]]:
    start = 0
    for end in range(1, len(names) + 1):
        if end == len(names) or names[end] != names[start]:
            yield start, end
            start = end


def _is_of(effects: DataFrame, tables: DataFrame) -> Column:
    """Return whether an effect is on a table: names differ in case on some servers only."""
    is_database = F.lower(effects["database"]) == F.lower(tables["of_database"])
    is_table = F.lower(effects["table"]) == F.lower(tables["of_table"])
    return is_database & (effects["table"].isNull() | is_table)


def _place(df: DataFrame, prefix: str) -> Column:
    """Return what sorts as the places of statements and changes do in the logs."""
    file, position = df[f"{prefix}file"], df[f"{prefix}position"]
    return F.struct(file_order(file).alias("log"), file.alias("file"), position.alias("position"))


def _message(first: Column) -> Column:
    parts = (
        *(first["file"], ": at byte ", first["position"].cast("string"), ": expected row images"),
        *(" of the changes of ", first["database"], ".", F.coalesce(first["table"], F.lit("*"))),
        *(", found the statement ", first["statement"], " (GTID "),
        *(F.coalesce(first["gtid"], F.lit("none")), "); use export --current, which follows"),
        " or sets aside such tables, or pass statements='ignore' if ",
        F.when(
            first["effect"] == EMPTIES,
            "the target of MERGE or the baseline is newer (pass since= with a baseline)",
        ).otherwise("it leaves the rows as they are"),
    )
    made = F.concat(*(F.lit(part) if isinstance(part, str) else part for part in parts))
    return F.when(first.isNotNull(), made)
