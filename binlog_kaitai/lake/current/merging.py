"""Tasks that make tables anew from their rows as they stood, and changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.lake.current.lives import ENDS, folded
from binlog_kaitai.lake.current.ordering import buckets, hashes, in_key_order
from binlog_kaitai.lake.current.reading import Rows, Shape, batches_in, of_bucket
from binlog_kaitai.lake.current.stitching import (
    BEFORE,
    CHANGES,
    DEFAULT,
    KNOWN,
    MOVED,
    codes_of,
    stitched,
)
from binlog_kaitai.lake.facts import Piece
from binlog_kaitai.lake.gathering import in_columns
from binlog_kaitai.lake.parquet import ParquetFiles, Written, in_groups
from binlog_kaitai.lake.pieces import PieceFile, batch_of
from binlog_kaitai.lake.store import Store
from binlog_kaitai.model.changes import INSERT, UPDATE_POSTIMAGE
from binlog_kaitai.model.concatenation import concatenated

HELD = 2**25
"""Bytes of rows that a task holds, about, before it puts them down by buckets."""

_THERE = pa.array([INSERT, UPDATE_POSTIMAGE])

REASONS = {
    BEFORE: "partial images of a row that was there before the first log",
    DEFAULT: "an insert that leaves it to its default, which is not known",
    MOVED: "partial images of a row that an update gave another key",
    CHANGES: "changes to a JSON document that no image holds",
}
"""Why no image tells the value of a column."""


class Bucket(NamedTuple):
    """A bucket of a table, by the table's number in the plan."""

    table: int
    number: int


@dataclass(frozen=True)
class PartTask:
    """Parts what is merged into buckets, so that each bucket's is read by itself."""

    store: Store
    folder: str
    table: int
    shape: Shape
    rows: tuple[Rows, ...]

    def __call__(self) -> list[tuple[Bucket, Rows]]:
        """Return what was put down of each bucket."""
        shape, found = self.shape, list[tuple[Bucket, Rows]]()
        pieces = PieceFile(self.store, self.store.new_name(self.folder, ".pieces"))
        held: list[pa.RecordBatch] = []
        size = 0
        for rows in self.rows:
            for batch in batches_in(self.store, rows, shape):
                held.append(batch)
                size += batch.nbytes
                if size >= HELD:
                    found += self._put_down(pieces, held)
                    held, size = [], 0
        if held:
            found += self._put_down(pieces, held)
        pieces.close()
        return found

    def _put_down(
        self, pieces: PieceFile, held: Sequence[pa.RecordBatch]
    ) -> Iterator[tuple[Bucket, Rows]]:
        for bucket, batch in by_bucket(concatenated(held), self.shape):
            yield Bucket(self.table, bucket), Rows(put_down(pieces, batch), "form")


def by_bucket(batch: pa.RecordBatch, shape: Shape) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield rows by their buckets."""
    numbers = buckets(hashes([batch.column(name) for name in shape.keys]), shape.depth)
    order = np.argsort(numbers, kind="stable")
    ends = [*(np.flatnonzero(np.diff(numbers[order])) + 1).tolist(), len(order)]
    start = 0
    for end in ends:
        yield int(numbers[order[start]]), batch.take(pa.array(order[start:end]))
        start = end


def put_down(pieces: PieceFile, batch: pa.RecordBatch) -> Piece:
    """Return rows as a piece."""
    offset, length = pieces.write(batch)
    return Piece(pieces.name, len(batch), batch.nbytes, 0, 0, offset, length)


@dataclass(frozen=True)
class Unit:
    """A bucket that is made anew."""

    bucket: Bucket
    shape: Shape
    rows: tuple[Rows, ...]


@dataclass
class Made:
    """The files of buckets that were made; and ends of lives that go on under other keys."""

    files: list[tuple[Bucket, Written]] = field(default_factory=list)
    loose: list[tuple[int, Piece]] = field(default_factory=list)


@dataclass(frozen=True)
class MergeTask:
    """Makes buckets anew."""

    store: Store
    folder: str
    file_size: int
    units: tuple[Unit, ...]

    def __call__(self) -> Made:
        """Return what was made. Raises BinlogError for a value that no image tells."""
        made = Made()
        pieces = PieceFile(self.store, self.store.new_name(self.folder, ".pieces"))
        for unit in self.units:
            rows = self._rows_of(unit, pieces, made)
            files = files_of(self.store, self.folder, unit.shape, self.file_size)
            made.files += ((unit.bucket, one) for one in _written(files, rows))
        pieces.close()
        return made

    def _rows_of(self, unit: Unit, pieces: PieceFile, made: Made) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a bucket."""
        shape = unit.shape

        def read() -> Iterator[pa.RecordBatch]:
            for rows in unit.rows:
                for batch in batches_in(self.store, rows, shape):
                    some = batch
                    if rows.kind != "form":
                        some = of_bucket(batch, shape, unit.bucket.number)
                    if len(some):
                        yield some

        for ends in folded(map(_by_keys(shape), in_key_order(read, shape.keys)), shape.others):
            is_loose = pc.or_(ends.column("born").is_valid(), ends.column("gone").is_valid())
            loose = ends.filter(is_loose)
            if len(loose):
                made.loose.append((unit.bucket.table, put_down(pieces, _flat(loose))))
            last = ends.filter(pc.and_(pc.invert(is_loose), ends.column("is_last")))
            yield rows_there(last, shape)


@dataclass(frozen=True)
class StitchTask:
    """Makes rows whose lives went on under other keys, which may be in other buckets."""

    store: Store
    folder: str
    file_size: int
    table: int
    shape: Shape
    loose: tuple[Piece, ...]

    def __call__(self) -> list[tuple[Bucket, Written]]:
        """Return files with the rows of each bucket. Raises BinlogError as `MergeTask` does."""
        shape = self.shape
        schema = pa.schema([*shape.form, ("why", pa.list_(pa.int8())), *ENDS])

        def read() -> Iterator[pa.RecordBatch]:
            return (batch_of(self.store, piece, schema) for piece in self.loose)

        ends = map(_ends(shape), in_key_order(read, ()))
        files: dict[int, ParquetFiles] = {}
        for batch in stitched(ends, shape.others):
            rows = rows_there(batch, shape)
            if not len(rows):
                continue
            for bucket, some in by_bucket(rows, shape):
                if bucket not in files:
                    files[bucket] = files_of(self.store, self.folder, shape, self.file_size)
                files[bucket].write([some])
        return [
            (Bucket(self.table, bucket), one)
            for bucket, some in files.items()
            for one in _closed(some)
        ]


def files_of(store: Store, folder: str, shape: Shape, file_size: int) -> ParquetFiles:
    """Return files for a table's rows."""
    return ParquetFiles(store, folder, shape.rows, file_size, shape.is_digested)


def _written(files: ParquetFiles, rows: Iterable[pa.RecordBatch]) -> list[Written]:
    for group in in_groups(batch for batch in rows if len(batch)):
        files.write(group)
    return _closed(files)


def _closed(files: ParquetFiles) -> list[Written]:
    files.close()
    return files.done


def _by_keys(shape: Shape) -> Callable[[pa.RecordBatch], pa.RecordBatch]:
    """Return what makes changes of the form those that `folded` takes."""

    def made(batch: pa.RecordBatch) -> pa.RecordBatch:
        keys = [batch.column(name) for name in shape.keys]
        names = ["row", *(f"key_{number}" for number in range(len(keys)))]
        return pa.RecordBatch.from_arrays([_struct(batch, shape.form), *keys], names=names)

    return made


def _flat(ends: pa.RecordBatch) -> pa.RecordBatch:
    """Return ends of lives with the columns of their rows, by whose places they are sorted."""
    rows = pa.RecordBatch.from_struct_array(ends.column("row"))
    names = [*rows.schema.names, *ends.schema.names[1:]]
    return pa.RecordBatch.from_arrays([*rows.columns, *ends.columns[1:]], names=names)


def _ends(shape: Shape) -> Callable[[pa.RecordBatch], pa.RecordBatch]:
    """Return what makes of `_flat` ends those that `stitched` takes."""

    def made(batch: pa.RecordBatch) -> pa.RecordBatch:
        others = batch.columns[len(shape.form) :]
        return pa.RecordBatch.from_arrays(
            [_struct(batch, shape.form), *others], names=["row", "why", *ENDS.names]
        )

    return made


def _struct(batch: pa.RecordBatch, schema: pa.Schema) -> pa.StructArray:
    columns = [batch.column(number) for number in range(len(schema))]
    return pa.StructArray.from_arrays(columns, fields=list(schema))


def rows_there(last: pa.RecordBatch, shape: Shape) -> pa.RecordBatch:
    """Return the rows that are there after the last changes of their keys."""
    changes = last.column("row")
    is_there = pc.is_in(changes.field("_change_type"), _THERE)
    there = last.filter(is_there)
    rows = pa.RecordBatch.from_struct_array(there.column("row"))
    why = there.column("why")
    if why.null_count < len(why):
        rows = _with_defaults(rows, codes_of(why, len(shape.others)), shape)
    rows = in_columns(rows, shape.rows)
    for name in shape.unlogged:
        number = rows.schema.get_field_index(name)
        kind = rows.schema.field(number)
        rows = rows.set_column(number, kind, pa.nulls(len(rows), kind.type))
    return rows


def _with_defaults(rows: pa.RecordBatch, codes: object, shape: Shape) -> pa.RecordBatch:
    """Return rows whose columns are all told. Raises BinlogError for one that is not."""
    defaults = dict(shape.defaults)
    for name, of_column in zip(shape.others, np.asarray(codes), strict=True):
        if name in shape.unlogged:
            continue
        is_open = of_column != KNOWN
        if name in defaults and is_open.any():
            number = rows.schema.get_field_index(name)
            kind = rows.schema.field(number)
            given = pa.array([defaults[name]]).cast(kind.type)[0]
            is_default = pa.array(of_column == DEFAULT)
            column = pc.if_else(is_default, given, rows.column(number))
            rows = rows.set_column(number, kind, column)
            is_open &= of_column != DEFAULT
        if is_open.any():
            at = int(np.flatnonzero(is_open)[0])
            file, position = (rows.column(one)[at].as_py() for one in ("_file", "_position"))
            expected = f"row images with the value of {name}"
            raise BinlogError(file, position, expected, REASONS[int(of_column[at])])
    return rows
