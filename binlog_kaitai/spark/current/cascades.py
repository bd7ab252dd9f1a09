"""Changes of parents that foreign keys hand on to a table, without row images in the log.

Servers do not log these rows, but for MySQL 9.6 and later. A row is touched if its parent lost its
key later than it got this.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import and_, or_

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents
from pyspark.sql.types import StructType

from binlog_kaitai.catalog.dumps import read_dump
from binlog_kaitai.lake.current.reading import Unended
from binlog_kaitai.model.changes import INSERT, STATEMENT
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.schema import ABSENT
from binlog_kaitai.model.transactions import COMMITTED
from binlog_kaitai.read.lost_keys import ANY, Link, LostKeys, keys_of, lower
from binlog_kaitai.spark.current.moments import Moment, between
from binlog_kaitai.spark.current.settling import order_of, quoted, settle

ALL = "all"
"""The key of rows that may have any: each lost key counts as this one, too."""

_PLACE = "file string, position bigint, ordinal bigint"
_HELD = f"link int, key string, {_PLACE}"
_LOSSES = f"{_HELD}, gtid string"
_HELD_SCHEMA = pa.schema(
    [
        *(("link", pa.int32()), ("key", pa.string()), ("file", pa.string())),
        *(("position", pa.int64()), ("ordinal", pa.int64())),
    ]
)
_LOSS_SCHEMA = _HELD_SCHEMA.append(pa.field("gtid", pa.string()))
_RECORD = ("file", "position", "ordinal", "gtid", "database", "table", "change_type", "data")
_ROWS_EVENTS = "(WRITE|UPDATE|DELETE)_ROWS"
_FLAGS = "no_foreign_key_checks|use_sql_foreign_key"


@dataclass(frozen=True)
class ForeignKeys:
    """What is known of foreign keys beside the changes.

    Attributes:
        ddl: the path of a dump that defines tables that are older than the logs, as the option
            `ddl` of the data source.
        events: the events of the same logs (`view=events`), which show the changes of sessions with
            `foreign_key_checks=0`, and of servers that log cascades. Without them, each change of a
            parent counts.
        target: for `last_changes`, the rows of the target of MERGE. Without them, each change of a
            parent counts that a foreign key may hand on.
    """

    ddl: str | os.PathLike[str] | None = None
    events: DataFrame | None = None
    target: DataFrame | None = None

    def definitions(self) -> Mapping[str, Definition]:
        """Return the definitions of tables, by their full names. Raises ValueError, OSError."""
        return {} if self.ddl is None else read_dump(self.ddl).tables


@dataclass(frozen=True)
class Bounds:
    """Which changes count: those between two moments, as `latest` has them.

    If it `is_whole`, tables have no other rows from before.
    """

    since: Moment | None
    until: Moment | None
    unended: Unended
    is_whole: bool


NO_FOREIGN_KEYS = ForeignKeys()


def refused_cascades(
    links: Sequence[Link],
    log: DataFrame,
    rows: DataFrame | None,
    bounds: Bounds,
    foreign_keys: ForeignKeys,
) -> DataFrame:
    """Return one row, whose `message` names the first change that may have touched a row, or null.

    Args:
        links: the foreign keys of the table.
        log: flat records of the logs.
        rows: `row`, the rows of the table with the record fields of their last images, those
            without being older than the logs. None if they are not known: each change counts.
        bounds: which changes of parents count.
        foreign_keys: what else is known of them.
    """
    losses = _losses(links, log, bounds)
    if foreign_keys.events is not None:
        losses = losses.join(
            _without_cascades(foreign_keys.events), ["file", "position"], "left_anti"
        )
    losses = losses.withColumn("order", order_of(losses))
    if rows is not None:
        every = F.explode(F.array(F.col("key"), F.lit(ALL)))
        losses = losses.withColumn("of_row", every)
        held = rows.mapInArrow(partial(held_keys_in, links=links), _HELD)
        held = held.select("link", held["key"].alias("of_row"), order_of(held).alias("since"))
        joined = losses.join(held, ["link", "of_row"])
        losses = joined.where(joined["order"] > joined["since"])
    names = ("file", "position", "gtid", "link")
    first = losses.agg(F.min_by(F.struct(*names), "order").alias("first"))
    texts = [f"{one.child_name} by its foreign key {one.text}" for one in links]
    message = _message(F.col("first"), texts, foreign_keys, is_sure=rows is not None)
    return first.select(message.alias("message"))


def with_older(changed: DataFrame, target: DataFrame, keys: str | Sequence[str]) -> DataFrame:
    """Return `row`, the rows of a table after changes, and those of its target without changes.

    Rows whose images lack columns are those of the target.

    Args:
        changed: `row`, the last changes of keys, and whether the row `is_gone`.
        target: the rows of before.
        keys: the columns that tell rows apart.
    """
    names = [keys] if isinstance(keys, str) else list(keys)
    changed = changed.where(changed["is_gone"] | changed["row"][ABSENT].isNull())
    left = changed.where(~changed["is_gone"]).select("row")
    is_same = [target[quoted(name)].eqNullSafe(changed["row"][name]) for name in names]
    older = target.join(changed, reduce(and_, is_same), "left_anti")
    schema = changed.schema["row"].dataType
    assert isinstance(schema, StructType)
    fields = {one.name: one.dataType for one in schema.fields}
    values = [
        (older[quoted(name)] if name in target.columns else F.lit(None)).cast(kind).alias(name)
        for name, kind in fields.items()
    ]
    return left.unionByName(older.select(F.struct(*values).alias("row")))


def _losses(links: Sequence[Link], log: DataFrame, bounds: Bounds) -> DataFrame:
    """Return the keys that the parents of a table lost."""
    parents = {lower(one.reference.parent) for one in links}
    through = {lower(one.reference.child) for one in links}
    is_of = []
    for one in sorted(parents):
        is_table = (F.lower(log["database"]) == one.database) & (F.lower(log["table"]) == one.table)
        is_of.append(is_table if one in through else is_table & (log["change_type"] != INSERT))
    rows = log.where((log["change_type"] != STATEMENT) & reduce(or_, is_of))
    changes = rows.select(*(rows[name].alias(f"_{name}") for name in log.columns))
    changes, decisions = between(changes, log, bounds.since, bounds.until)
    changes = settle(changes, decisions)
    outcome = changes["_outcome"]
    if bounds.unended != "leave_out":
        outcome = F.coalesce(outcome, F.lit(COMMITTED))
    changes = changes.where(outcome == COMMITTED)
    changes = changes.select(*(changes[f"_{name}"].alias(name) for name in _RECORD))
    ordered = changes.withColumn("order", order_of(changes)).repartition(1)
    in_order = ordered.sortWithinPartitions("order").select(*_RECORD)
    if not bounds.is_whole:  # rows of parents' children may be older than the changes
        links = [link._replace(is_whole=False) for link in links]
    return in_order.mapInArrow(partial(losses_in, links=links), _LOSSES)


def losses_in(batches: Iterator[pa.RecordBatch], links: Sequence[Link]) -> Iterator[pa.RecordBatch]:
    """Yield the lost keys of a table's own foreign keys, by the changes of its parents."""
    follower = LostKeys(links)
    for batch in batches:
        losses = (loss for one in batch.to_pylist() for loss in follower.take(one))
        rows = [loss._asdict() for loss in losses if links[loss.link].is_own]
        yield pa.RecordBatch.from_pylist(rows, _LOSS_SCHEMA)


def held_keys_in(
    batches: Iterator[pa.RecordBatch], links: Sequence[Link]
) -> Iterator[pa.RecordBatch]:
    """Yield the keys that rows have, by the table's own foreign keys, and since which place."""
    for batch in batches:
        rows: list[dict[str, object]] = []
        for row in batch.column("row").to_pylist():
            for at, link in enumerate(links):
                if not link.is_own:
                    continue
                known = list(keys_of(row, link))
                # a key of the parent that is not known may be that of the row
                every = [ALL] if known == [ANY] else [*known, ANY] if known else []
                rows += (_since(row, link) | {"link": at, "key": key} for key in every)
        yield pa.RecordBatch.from_pylist(rows, _HELD_SCHEMA)


def _since(row: Mapping[str, object], link: Link) -> dict[str, object]:
    """Return the place from which on a row has its key."""
    absent = row.get(ABSENT) or ()
    assert isinstance(absent, Sequence)
    is_old = row.get("_file") is None or link.is_among(absent)
    if is_old:
        return {"file": "", "position": 0, "ordinal": -1}
    return {name: row[f"_{name}"] for name in ("file", "position", "ordinal")}


def _without_cascades(events: DataFrame) -> DataFrame:
    """Return the places at which all rows events are of sessions that did not check.

    Or of a server that logs cascades.
    """
    flags = F.coalesce(F.get_json_object("body", "$.flags"), F.lit(""))
    rows = events.where(events["type"].rlike(_ROWS_EVENTS))
    by_place = rows.groupBy("file", "position").agg(F.min(flags.rlike(_FLAGS)).alias("are_all"))
    return by_place.where("are_all").drop("are_all")


def _message(
    first: Column, texts: Sequence[str], foreign_keys: ForeignKeys, *, is_sure: bool
) -> Column:
    advice = ["statements='ignore' if no row changed"]
    if foreign_keys.events is None:
        advice.insert(0, "the events of the logs as ForeignKeys(events=) if checks were off")
    if not is_sure:
        advice.insert(0, "the target of MERGE as ForeignKeys(target=)")
    parts = (
        *(first["file"], ": at byte ", first["position"].cast("string"), ": expected row images"),
        *(" of the changes of ", F.get(F.array(*map(F.lit, texts)), first["link"])),
        ", found none, though its parent lost a key (GTID ",
        *(F.coalesce(first["gtid"], F.lit("none")), "); use export --current, which sets aside"),
        f" such tables, or pass {' or '.join(advice)}",
    )
    made = F.concat(*(F.lit(part) if isinstance(part, str) else part for part in parts))
    return F.when(first.isNotNull(), made)
