"""Statements that empty a table, or change its rows without row images in the log."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.encoding import from_json, to_json
from binlog_kaitai.catalog.expressions import DeclinedError
from binlog_kaitai.catalog.known import ALL_OF_DATABASE
from binlog_kaitai.catalog.row_statements import changed_tables, only_adds
from binlog_kaitai.catalog.steps import TableName, TableStep
from binlog_kaitai.catalog.tokens import Version
from binlog_kaitai.lake.aside import Place, order
from binlog_kaitai.lake.current.operations import added_columns, alter_operation, is_create
from binlog_kaitai.lake.current.sessions import is_ddl
from binlog_kaitai.lake.facts import short_text
from binlog_kaitai.model.changes import STATEMENT
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.names import parts_of
from binlog_kaitai.model.schema import column_field
from binlog_kaitai.read.followed_keys import FollowedKeys
from binlog_kaitai.read.logged_ddl import LoggedStatement, statements_in
from binlog_kaitai.read.lost_keys import Link
from binlog_kaitai.spark.current.moments import COUNTS
from binlog_kaitai.spark.current.settling import file_order, order_of

Statements: TypeAlias = Literal["fail", "ignore"]
"""The action for statements that change a table without row images."""

NEEDED = (
    *("file", "position", "gtid", "server_id", "outcome", "database", "change_type", "data"),
    "timestamp",
)
"""The fields of flat records by which effects of statements are known."""

_OF_ROWS = ("ordinal", "table", "xid")
"""Further fields, by which changes of parents are known."""

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


class UncheckedStatementsWarning(UserWarning):
    """The rows may be wrong after statements, which were not checked."""


class Effect(NamedTuple):
    """An effect of a statement on a table, or on all of a database if `table` is None."""

    kind: str
    database: str
    table: str | None
    place: Place
    gtid: str | None
    statement: str


@dataclass(frozen=True)
class Checks:
    """What the statements of logs say of a table.

    Attributes:
        emptied: the place of the last statement that emptied it.
        refused: the message about the first statement that changed it without row images.
        links: the foreign keys that may change it.
    """

    emptied: Place | None
    refused: str | None
    links: Sequence[Link]


class _Table(NamedTuple):
    """A table, and the place of the first of its changes."""

    database: str
    table: str
    since: Place | None

    def is_of(self, effect: Effect) -> bool:
        """Return whether an effect is on the table: names differ in case on some servers only."""
        is_database = effect.database.lower() == self.database.lower()
        return is_database and (effect.table or self.table).lower() == self.table.lower()


@dataclass(frozen=True)
class Question:
    """Asks statements for what matters of a table.

    Attributes:
        definitions: those of tables that are older than the logs, by their full names.
        keeps_rows: whether rows of before are kept elsewhere, so that a statement must not empty
            the table.
        has_baseline: whether the table has rows from before the changes.
        is_placed: whether the logs begin at the moment of these rows.
        tables: the table, or those whose changes are taken as of one.
    """

    definitions: Mapping[str, Definition]
    keeps_rows: bool
    has_baseline: bool = False
    is_placed: bool = True
    tables: tuple[_Table, ...] = ()

    def answer(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the `answer` of statements, flat records in the order of the logs, as JSON."""
        keys = FollowedKeys(Catalog(), self.definitions)
        emptied: Place | None = None
        first: Effect | None = None
        kept: Effect | None = None
        for effect in effects_in(batches, keys):
            for table in self.tables:
                if not table.is_of(effect):
                    continue
                if effect.kind == EMPTIES:
                    emptied, first = effect.place, None
                    kept = kept or (effect if self._is_kept(effect, table) else None)
                elif first is None and effect.place != emptied and self._matters(effect, table):
                    first = effect
        refused = kept or first
        links = [link for one in self.tables for link in keys.links_to(TableName(*one[:2]))]
        answer = {
            "emptied": emptied,
            "refused": None if refused is None else _message(refused),
            "links": to_json(links),
        }
        yield pa.RecordBatch.from_pylist([{"answer": json.dumps(answer)}])

    def _is_kept(self, effect: Effect, table: _Table) -> bool:
        """Return whether rows may be left of a table that a statement emptied."""
        if self.keeps_rows:
            return not effect.statement.lower().startswith("create table")
        # the baseline may be older or newer than the statement
        return not self.is_placed and (
            table.since is None or order(effect.place) < order(table.since)
        )

    def _matters(self, effect: Effect, table: _Table) -> bool:
        has_rows = self.keeps_rows or self.has_baseline
        if table.since is not None:
            has_rows |= order(table.since) < order(effect.place)
        return effect.kind in {CHANGES, MOVES} or (effect.kind == ALTERS and has_rows)


def checks_of(
    df: DataFrame, log: DataFrame | None, table: str | None, question: Question
) -> Checks | None:
    """Find what matters for the table of some changes; this reads the statements.

    Args:
        df: typed changes of one table.
        log: flat records of the same logs.
        table: the full name of the table; None to take it from the changes.
        question: which statements matter.

    Returns:
        None, after a warning, if the columns that are needed are not there.
    """
    has_names = table is not None or {"_database", "_table"}.issubset(df.columns)
    needed = {*NEEDED, *_OF_ROWS}
    if log is None or not has_names or not needed.issubset(log.columns):
        warnings.warn(
            "expected decisions=, the flat records of the logs with all their columns, to find"
            " statements that change the table without row images; found none, so rows may be wrong"
            " after such statements. Pass statements='ignore' if there are none",
            UncheckedStatementsWarning,
            stacklevel=5,
        )
        return None
    asked = replace(question, tables=tuple(_tables_of(df, table)))
    statements = log.where(log["change_type"] == STATEMENT)
    if COUNTS not in log.columns:
        statements = statements.withColumn(COUNTS, F.lit(True))
    ordered = statements.withColumn("order", order_of(statements)).repartition(1)
    in_order = ordered.sortWithinPartitions("order").select(*NEEDED, COUNTS)
    rows = in_order.mapInArrow(asked.answer, "answer string").collect()
    text = rows[0]["answer"] if rows else next(asked.answer(iter(()))).column(0)[0].as_py()
    answer = json.loads(text)
    emptied = None if answer["emptied"] is None else tuple(answer["emptied"])
    links = [from_json(Link, one) for one in answer["links"]]
    return Checks(emptied, answer["refused"], links)


def _tables_of(df: DataFrame, table: str | None) -> Iterator[_Table]:
    since = F.min(_place(df["_file"], df["_position"])).alias("since")
    names = [] if table is not None else ["_database", "_table"]
    for row in df.groupBy(*names).agg(since).collect():
        database, name = parts_of(table) if table is not None else (row[one] for one in names)
        place = row["since"] and (row["since"]["file"], row["since"]["position"])
        yield _Table(database, name, place)


def without_emptied(changes: DataFrame, checks: Checks) -> DataFrame:
    """Return the changes behind the last statement that emptied the table."""
    if checks.emptied is None:
        return changes
    file, position = map(F.lit, checks.emptied)
    emptied = _place(file, position.cast("bigint"))
    return changes.where(_place(changes["_file"], changes["_position"]) > emptied)


def failing(rows: DataFrame, refused: DataFrame | str) -> DataFrame:
    """Return the rows; the query fails, also without rows, if there is a message.

    Args:
        rows: the rows.
        refused: the message, or one row with the `message`, or null.
    """
    is_sure = isinstance(refused, str)
    if isinstance(refused, str):
        refused = rows.sparkSession.range(1).select(F.lit(refused).alias("message"))
    fails = F.when(refused["message"].isNotNull(), F.raise_error(refused["message"]))
    nothing = refused.where(fails.otherwise(F.lit(False)))
    kinds = rows.schema
    empty = nothing.select(*(F.lit(None).cast(one.dataType).alias(one.name) for one in kinds))
    if is_sure:
        return empty
    joined = rows.crossJoin(F.broadcast(refused))
    return joined.where(fails.otherwise(F.lit(True))).drop("message").unionByName(empty)


def effects_in(batches: Iterator[pa.RecordBatch], keys: FollowedKeys) -> Iterator[Effect]:
    """Yield the effects of statements, flat records in the order of the logs."""
    effects = _Effects(keys)
    for batch in batches:
        names = batch.column("file").to_pylist()
        for start, end in _runs(names):
            run = batch.slice(start, end - start)
            is_older = pc.invert(run.column(COUNTS))
            older = set(run.column("position").filter(is_older).to_pylist())
            for one in statements_in(run, _newest_of_kind(run.column("gtid"))):
                place = names[start], one.position
                facts = place, one.gtid, short_text(one.text)
                for kind, name in effects.of(one, names[start]):
                    if one.position not in older:
                        yield Effect(kind, name.database, name.table or None, *facts)


class _Effects:
    """Finds the effects of statements on tables that are not temporary."""

    def __init__(self, keys: FollowedKeys) -> None:
        self._catalog = keys.catalog
        self._dropped: dict[TableName, set[str]] = {}
        self._keys = keys

    def of(self, one: LoggedStatement, log: str) -> Iterator[tuple[str, TableName]]:
        """Yield the effects of a statement; those on all of a database have an empty name."""
        place = f"{log} at byte {one.position}"
        if not is_ddl(one.text):
            for database, table, is_derived in changed_tables(one.text, one.session):
                name = TableName(database, table or ALL_OF_DATABASE)
                is_temporary = self._catalog.is_temporary(name, one.session.key, place)
                if not is_temporary:
                    yield ALTERS if is_derived or is_temporary is None else CHANGES, name
                    if one.checks_foreign_keys and not only_adds(one.text):
                        children = self._keys.references.children_of(name)
                        yield from ((ALTERS, child) for child in children)
            return
        steps = self._catalog.apply(one.text, one.session, place)
        self._keys.follow(steps, (log, one.position))
        for step in steps:
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


def _place(file: Column, position: Column) -> Column:
    """Return what sorts as the places of statements and changes do in the logs."""
    return F.struct(file_order(file).alias("log"), file.alias("file"), position.alias("position"))


def _message(effect: Effect) -> str:
    log, position = effect.place
    reason = "it leaves the rows as they are"
    if effect.kind == EMPTIES:
        reason = "the target of MERGE or the baseline is newer (pass since= with a baseline)"
    return (
        f"{log}: at byte {position}: expected row images of the changes of"
        f" {effect.database}.{effect.table or '*'}, found the statement {effect.statement} (GTID"
        f" {effect.gtid or 'none'}); use export --current, which follows or sets aside such tables,"
        f" or pass statements='ignore' if {reason}"
    )
