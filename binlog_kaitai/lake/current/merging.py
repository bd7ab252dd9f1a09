"""Tasks that make tables anew from their rows as they stood, and changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.lake.aside import Place, order
from binlog_kaitai.lake.current.lives import ENDS, folded
from binlog_kaitai.lake.current.marking import Mark, Marking
from binlog_kaitai.lake.current.ordering import buckets, hashes, in_key_order
from binlog_kaitai.lake.current.reading import (
    CascadeError,
    Rows,
    Shape,
    UntoldError,
    batches_in,
    of_bucket,
)
from binlog_kaitai.lake.current.stitching import (
    DEFAULT,
    KNOWN,
    codes_of,
    reasons,
    stitched,
)
from binlog_kaitai.lake.current.touched import TouchedRows, first_of
from binlog_kaitai.lake.facts import Piece
from binlog_kaitai.lake.gathering import in_columns
from binlog_kaitai.lake.parquet import ParquetFiles, Written
from binlog_kaitai.lake.pieces import PieceFile, batch_of
from binlog_kaitai.lake.store import Store
from binlog_kaitai.model.changes import INSERT, THERE
from binlog_kaitai.model.row_batches import concatenated, values_of

HELD = 2**25
"""Bytes of rows that a task holds, about, before it puts them down by buckets."""


class Bucket(NamedTuple):
    """A bucket of a table, by the table's number in the plan."""

    table: int
    number: int


@dataclass
class Parted:
    """Rows by buckets; and tables, by their numbers in the plan, that lack values."""

    rows: list[tuple[Bucket, Rows]] = field(default_factory=list)
    failures: list[tuple[int, UntoldError]] = field(default_factory=list)


@dataclass(frozen=True)
class PartTask:
    """Parts what is merged into buckets, so that each bucket's is read by itself."""

    store: Store
    folder: str
    table: int
    shape: Shape
    rows: tuple[Rows, ...]

    def __call__(self) -> Parted:
        """Return what was put down of each bucket."""
        parted = Parted()
        pieces = PieceFile(self.store, self.store.new_name(self.folder, ".pieces"))
        try:
            parted.rows += self._parted(pieces)
        except UntoldError as error:
            parted.failures.append((self.table, error))
        pieces.close()
        return parted

    def _parted(self, pieces: PieceFile) -> Iterator[tuple[Bucket, Rows]]:
        held: list[pa.RecordBatch] = []
        size = 0
        for rows in self.rows:
            for batch in batches_in(self.store, rows, self.shape):
                held.append(batch)
                size += batch.nbytes
                if size >= HELD:
                    yield from self._put_down(pieces, held)
                    held, size = [], 0
        if held:
            yield from self._put_down(pieces, held)

    def _put_down(
        self, pieces: PieceFile, held: Sequence[pa.RecordBatch]
    ) -> Iterator[tuple[Bucket, Rows]]:
        for bucket, batch in by_bucket(concatenated(held), self.shape):
            yield Bucket(self.table, bucket), Rows(pieces.write(batch), "form")


def by_bucket(batch: pa.RecordBatch, shape: Shape) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield rows by their buckets."""
    numbers = buckets(hashes([batch.column(name) for name in shape.keys]), shape.depth)
    order = np.argsort(numbers, kind="stable")
    ends = [*(np.flatnonzero(np.diff(numbers[order])) + 1).tolist(), len(order)]
    start = 0
    for end in ends:
        yield int(numbers[order[start]]), batch.take(pa.array(order[start:end]))
        start = end


@dataclass(frozen=True)
class Unit:
    """A bucket that is made anew; `stays` are files of it that stay, but for rows that change."""

    bucket: Bucket
    shape: Shape
    rows: tuple[Rows, ...]
    stays: tuple[Rows, ...] = ()


@dataclass
class Made:
    """The files of buckets that were made; and ends of lives that go on under other keys.

    There are `marks` for all files that stay, by the numbers of their tables.
    Of tables with `failures` the files do not count.
    """

    files: list[tuple[Bucket, Written]] = field(default_factory=list)
    marks: list[tuple[int, Mark]] = field(default_factory=list)
    loose: list[tuple[int, Piece]] = field(default_factory=list)
    failures: list[tuple[int, UntoldError]] = field(default_factory=list)


class Lack(NamedTuple):
    """A value that no image tells: its column, the code of why, and the row's key and place."""

    column: str
    code: int
    key: int
    place: Place

    def error(self, place: Place) -> UntoldError:
        """Return the failure of the table, at a place."""
        return UntoldError(
            *place, f"row images with the value of {self.column}", reasons("--defaults")[self.code]
        )


class Lacks:
    """The `values` that rows of a table lack, and the first change that `touched` one of them."""

    def __init__(self, shape: Shape) -> None:
        self.values: list[Lack] = []
        self.touched: CascadeError | None = None
        self._rows = TouchedRows(shape)

    def look_for_touched(self, rows: pa.RecordBatch) -> None:
        """Note the first change of a parent that may have changed one of some rows."""
        found = self._rows.first_in(rows)
        if found is not None:
            self.touched = found if self.touched is None else first_of(self.touched, found)

    def first(self, error: UntoldError) -> UntoldError:
        """Return the first of an error and the change that touched a row."""
        return error if self.touched is None else first_of(error, self.touched)


@dataclass(frozen=True)
class MergeTask:
    """Makes buckets anew."""

    store: Store
    folder: str
    file_size: int
    units: tuple[Unit, ...]

    def __call__(self) -> Made:
        """Return what was made."""
        made = Made()
        pieces = PieceFile(self.store, self.store.new_name(self.folder, ".pieces"))
        for one in self.units:
            lacks = Lacks(one.shape)
            files = files_of(self.store, self.folder, one.shape, self.file_size)
            marking = Marking(self.store, self.folder, one.shape)
            unit = one
            try:
                changes = [rows for rows in one.rows if rows.kind != "table"]
                taken = marking.take_out(changes, one.stays)
                unit = replace(one, rows=(*one.rows, *taken))
                rows = self._rows_of(unit, pieces, made, lacks)
                written = files.write_all(batch for batch in rows if len(batch))
                if lacks.values:
                    raise lacks.first(self._failure(unit, lacks.values))
                if lacks.touched is not None:
                    raise lacks.touched
            except UntoldError as error:
                files.close()
                made.failures.append((unit.bucket.table, error))
            else:
                made.files += ((unit.bucket, each) for each in written)
                made.marks += ((unit.bucket.table, each) for each in marking.marks())
        pieces.close()
        return made

    def _read(self, unit: Unit) -> Iterator[pa.RecordBatch]:
        for rows in unit.rows:
            for batch in batches_in(self.store, rows, unit.shape):
                some = batch
                if rows.kind != "form":
                    some = of_bucket(batch, unit.shape, unit.bucket.number)
                if len(some):
                    yield some

    def _rows_of(
        self, unit: Unit, pieces: PieceFile, made: Made, lacks: Lacks
    ) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a bucket."""
        shape = unit.shape
        rows = in_key_order(lambda: self._read(unit), shape.keys)
        for ends in folded(map(_by_keys(shape), rows), shape.others):
            is_loose = pc.or_(ends.column("born").is_valid(), ends.column("gone").is_valid())
            loose = ends.filter(is_loose)
            if len(loose):
                made.loose.append((unit.bucket.table, pieces.write(_flat(loose))))
            last = ends.filter(pc.and_(pc.invert(is_loose), ends.column("is_last")))
            yield rows_there(last, shape, lacks)

    def _failure(self, unit: Unit, lacks: Sequence[Lack]) -> UntoldError:
        """Return the first failure, each where its row began: by an insert, or its first change."""
        keys = np.array([one.key for one in lacks], np.uint64)
        begun: dict[int, Place] = {}
        for batch in in_key_order(lambda: self._read(unit), unit.shape.keys):
            numbers = hashes([batch.column(name) for name in unit.shape.keys])
            chosen = np.flatnonzero(np.isin(numbers, keys))
            some = batch.take(pa.array(chosen))
            fields = values_of(some, ("_file", "_position", "_change_type"))
            for key, (file, position, kind) in zip(numbers[chosen].tolist(), fields, strict=True):
                if file and (key not in begun or kind == INSERT):
                    begun[key] = file, position
        first = min(lacks, key=lambda one: order(begun.get(one.key, one.place)))
        return first.error(begun.get(first.key, first.place))


@dataclass(frozen=True)
class StitchTask:
    """Makes rows whose lives went on under other keys, which may be in other buckets."""

    store: Store
    folder: str
    file_size: int
    table: int
    shape: Shape
    loose: tuple[Piece, ...]

    def __call__(self) -> Made:
        """Return files with the rows of each bucket."""
        shape = self.shape
        schema = pa.schema([*shape.form, ("why", pa.list_(pa.int8())), *ENDS])

        def read() -> Iterator[pa.RecordBatch]:
            return (batch_of(self.store, piece, schema) for piece in self.loose)

        ends = map(_ends(shape), in_key_order(read, ()))
        files: dict[int, ParquetFiles] = {}
        lacks = Lacks(shape)
        for batch in stitched(ends, shape.others):
            rows = rows_there(batch, shape, lacks)
            if not len(rows):
                continue
            for bucket, some in by_bucket(rows, shape):
                if bucket not in files:
                    files[bucket] = files_of(self.store, self.folder, shape, self.file_size)
                files[bucket].write([some])
        made = Made()
        for bucket, some_files in files.items():
            made.files += ((Bucket(self.table, bucket), one) for one in some_files.close())
        if lacks.values:
            first = min(lacks.values, key=lambda one: order(one.place))
            made.failures.append((self.table, lacks.first(first.error(first.place))))
        elif lacks.touched is not None:
            made.failures.append((self.table, lacks.touched))
        return made


def files_of(store: Store, folder: str, shape: Shape, file_size: int) -> ParquetFiles:
    """Return files for a table's rows."""
    return ParquetFiles(store, folder, shape.rows, file_size, shape.is_digested, shape.ids)


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


def rows_there(last: pa.RecordBatch, shape: Shape, lacks: Lacks) -> pa.RecordBatch:
    """Return the rows that are there after the last changes of their keys.

    Values that no image tells are null in them, and added to `lacks`.
    """
    changes = last.column("row")
    is_there = pc.is_in(changes.field("_change_type"), pa.array(THERE))
    there = last.filter(is_there)
    rows = pa.RecordBatch.from_struct_array(there.column("row"))
    why = there.column("why")
    if why.null_count < len(why):
        rows = _with_defaults(rows, codes_of(why, len(shape.others)), shape, lacks.values)
    if shape.cascades:
        lacks.look_for_touched(rows)
    rows = in_columns(rows, shape.rows)
    for name in shape.unlogged:
        number = rows.schema.get_field_index(name)
        kind = rows.schema.field(number)
        rows = rows.set_column(number, kind, pa.nulls(len(rows), kind.type))
    return rows


def _with_defaults(
    rows: pa.RecordBatch, codes: object, shape: Shape, lacks: list[Lack]
) -> pa.RecordBatch:
    """Return rows with defaults; what is then not told is added to `lacks`."""
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
            some = rows.filter(pa.array(is_open))
            keys = hashes([some.column(key) for key in shape.keys]).tolist()
            places = values_of(some, ("_file", "_position"))
            lacks += map(Lack, [name] * len(some), of_column[is_open].tolist(), keys, places)
    return rows
