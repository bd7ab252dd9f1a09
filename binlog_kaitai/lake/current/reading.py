"""What is merged, in one form: changes of a table, and its rows as inserts before all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from binlog_kaitai.catalog.expressions import DeclinedError
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.finding import in_order
from binlog_kaitai.lake.aside import Place, order
from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.current.files import Deleted
from binlog_kaitai.lake.current.lineage import Passage
from binlog_kaitai.lake.current.ordering import buckets, hashes
from binlog_kaitai.lake.current.positions import left_in
from binlog_kaitai.lake.facts import Piece
from binlog_kaitai.lake.gathering import between, in_columns
from binlog_kaitai.lake.pieces import batch_of, rows_of
from binlog_kaitai.lake.store import Store
from binlog_kaitai.model.changes import INSERT
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS
from binlog_kaitai.model.transactions import COMMITTED

Unended: TypeAlias = Literal["fail", "leave_out", "apply"]
"""What is done with changes whose transaction's end the logs do not tell."""

_TRANSACTION = ("_file", "_gtid", "_commit_timestamp")

_PLACE = ("_file", "_position", "_ordinal")
_NEEDED = (*_PLACE, "_change_type", ABSENT)


class UntoldError(BinlogError):
    """Row images lack a value that their table needs; other tables are not concerned."""


class CascadeError(UntoldError):
    """A change of a parent may have changed rows by a foreign key, without row images.

    `gtid` and `commit` name its transaction.
    """

    gtid: str | None = None
    commit: object = None


@dataclass(frozen=True)
class Cascade:
    """Changes of a parent that may change rows by a foreign key.

    The rows have the keys in `columns`; none are known if that is empty. `triggers` are the
    changes, with the old keys in `KEY` columns: null if the log does not have them. `logs` are the
    paths of logs by the names in `triggers`.
    """

    parent: str
    columns: tuple[str, ...]
    triggers: pa.Table
    logs: tuple[tuple[str, str], ...]


KEY = "key_"
"""What the names of the columns with keys begin with, before their numbers."""


@dataclass(frozen=True)
class Shape:
    """How a table is merged.

    `columns` are those of its rows, as Spark's JSON. There are two to the power of `depth` buckets.
    Changes up to `wiped`, a log and a position in it, do not count, for a statement emptied the
    table there, nor do those behind `until`. `defaults` are values of columns that rows may be
    inserted without. If it `is_digested`, files of the table get a digest of their rows.
    Columns that are `unlogged` are null. Files have the `ids` of columns, see `Tables.ids`.
    `cascades` are changes of other tables that may change rows of this one. With a format of
    `marks`, files stay in which few rows change, and these are deleted by their positions.
    """

    name: str
    columns: str
    keys: tuple[str, ...]
    depth: int = 0
    wiped: Place | None = None
    unended: Unended = "fail"
    defaults: tuple[tuple[str, object], ...] = ()
    is_digested: bool = False
    until: Place | None = None
    unlogged: tuple[str, ...] = ()
    ids: Mapping[str, int] = field(default_factory=dict)
    cascades: tuple[Cascade, ...] = ()
    marks: str | None = None

    @cached_property
    def rows(self) -> pa.Schema:
        """The schema of the table's rows."""
        return schema_from(self.columns)

    @cached_property
    def form(self) -> pa.Schema:
        """The schema of what is merged."""
        record = [RECORD_FIELDS[name].with_name(name) for name in _NEEDED]
        return pa.schema([*record, *self.rows])

    @property
    def others(self) -> list[str]:
        """The columns that are no keys."""
        return [name for name in self.rows.names if name not in self.keys]


@dataclass(frozen=True)
class Rows:
    """A piece of what is merged: `changes` of a dataset, a `table`'s rows, or in the `form`.

    Its rows become those of the table by a `passage`, if there is one. `deleted` rows of a file of
    a table do not count.
    """

    piece: Piece
    kind: Literal["changes", "table", "form"]
    passage: Passage | None = None
    deleted: Deleted | None = None


def batches_in(store: Store, rows: Rows, shape: Shape) -> Iterator[pa.RecordBatch]:
    """Yield what is merged in its form. Raises UntoldError, or BinlogError, for what cannot be."""
    if rows.kind == "form":
        yield batch_of(store, rows.piece, shape.form)
        return
    passage = rows.passage
    names = list(shape.rows.names if passage is None else passage.columns)
    if rows.kind == "changes":
        names = [*_NEEDED, "_outcome", *names]
    deleted = rows.deleted and rows.deleted.name
    for batch in left_in(store, rows.piece.name, deleted, names):
        some = batch if passage is None else _passed(batch, passage, rows, shape)
        some = _inserted(some) if rows.kind == "table" else _that_count(some, shape, passage)
        if len(some):
            yield in_columns(some, shape.form)


def as_form(rows: pa.RecordBatch, shape: Shape) -> pa.RecordBatch:
    """Return rows of the table in the form of what is merged."""
    return in_columns(_inserted(rows), shape.form)


def of_bucket(batch: pa.RecordBatch, shape: Shape, bucket: int) -> pa.RecordBatch:
    """Return the rows of one bucket."""
    if not shape.depth:
        return batch
    found = buckets(hashes([batch.column(name) for name in shape.keys]), shape.depth)
    return batch.filter(pa.array(found == bucket))


def _inserted(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return rows as inserts that no log holds, which sort before all that logs do."""
    count = len(batch)
    zeros = pa.array(np.zeros(count, np.int64))
    record = [_repeated("", count), zeros, zeros, _repeated(INSERT, count)]
    return pa.RecordBatch.from_arrays(
        [*record, *batch.columns], names=[*_PLACE, "_change_type", *batch.schema.names]
    )


def _repeated(text: str, count: int) -> pa.Array:
    return pa.repeat(pa.scalar(text), count)


def _passed(batch: pa.RecordBatch, passage: Passage, rows: Rows, shape: Shape) -> pa.RecordBatch:
    """Return the rows of a piece as those of the table."""
    some = passage.between(batch) if rows.kind == "changes" else batch
    try:
        return passage.passed(some, shape.rows)
    except DeclinedError as error:
        place = rows.piece.name, 0
        raise BinlogError(*place, "rows whose partition can be computed", str(error)) from error


def _that_count(
    found: pa.RecordBatch, shape: Shape, passage: Passage | None = None
) -> pa.RecordBatch:
    """Return the changes that took effect, between the places that bound them."""
    batch = between(found, None, shape.until)
    outcome = batch.column("_outcome")
    counts = pc.equal(outcome, COMMITTED)
    if outcome.null_count:
        if shape.unended == "fail":
            raise BinlogError(
                *_place(batch.filter(outcome.is_null())),
                "the end of the transaction (or --unended leave_out or apply)",
                "the end of the logs",
            )
        counts = counts.fill_null(shape.unended == "apply")
    batch = batch.filter(counts)
    if passage is None:
        batch = between(batch, shape.wiped, None)
    for name in shape.keys:
        key = batch.column(name)
        if key.null_count:
            expected = f"a row image with a value for the key {name}"
            raise UntoldError(*_place(batch.filter(key.is_null())), expected, "none")
    return batch


def _place(batch: pa.RecordBatch) -> Place:
    """Return the place of the first of some changes."""
    file, position = (batch.column(name)[0].as_py() for name in ("_file", "_position"))
    return file, position


def transaction_at(store: Store, changes: Sequence[Rows], place: Place) -> tuple[str | None, int]:
    """Return the GTID of a change's transaction, and the position of its first change.

    Where the log has neither GTIDs nor times of commits, all changes of the log count as one
    transaction.
    """
    for batch in _batches_of(store, changes):
        is_it = pc.equal(batch.column("_file"), place[0])
        some = batch.filter(pc.and_(is_it, pc.equal(batch.column("_position"), place[1])))
        if len(some):
            gtid, commit = (some.column(name)[0].as_py() for name in _TRANSACTION[1:])
            return gtid, transaction_start(store, changes, place, gtid, commit)
    return None, place[1]


def transaction_start(
    store: Store, changes: Sequence[Rows], place: Place, gtid: str | None, commit: object
) -> int:
    """Return the position of the first change of a transaction, at the latest that of a place."""
    first = place[1]
    for batch in _batches_of(store, changes):
        some = batch
        for name, value in zip(_TRANSACTION, (place[0], gtid, commit), strict=True):
            column = some.column(name)
            is_it = column.is_null() if value is None else pc.equal(column, value)
            some = some.filter(is_it)
        first = min(first, *some.column("_position").to_pylist(), first)
    return first


def before_first(store: Store, pieces: Iterable[Piece]) -> tuple[Place, str | None] | None:
    """Return the place before the first of some changes, and the GTID of this; None of none."""
    found: list[tuple[Place, str | None]] = []
    for batch in _batches_of(store, [Rows(piece, "changes") for piece in pieces]):
        if not len(batch):
            continue
        log = min(pc.unique(batch.column("_file")).to_pylist(), key=in_order)
        some = batch.filter(pc.equal(batch.column("_file"), log))
        first = pc.min(some.column("_position"))
        at = pc.index(some.column("_position"), first).as_py()
        found.append(((log, first.as_py() - 1), some.column("_gtid")[at].as_py()))
        found = [min(found, key=lambda one: order(one[0]))]
    return found[0] if found else None


def _batches_of(store: Store, changes: Sequence[Rows]) -> Iterator[pa.RecordBatch]:
    for rows in changes:
        with store.open(rows.piece.name) as file:
            yield from rows_of(pq.ParquetFile(file), [*_TRANSACTION, "_position"])
