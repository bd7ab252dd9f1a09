"""Compact the spilled rows of datasets, in the current columns of each dataset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.io.finding import in_order
from binlog_kaitai.lake.aside import Place
from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.facts import Layout, Piece
from binlog_kaitai.lake.parquet import ParquetFiles, Written
from binlog_kaitai.lake.pieces import batches_of
from binlog_kaitai.lake.settling import committed, of_transactions
from binlog_kaitai.lake.store import Store
from binlog_kaitai.model.schema import RECORD_FIELDS, widens


@dataclass(frozen=True)
class PieceSource:
    """A piece with the layout of its rows; for undecided rows, the committed transactions.

    Rows after `until`, a log and a position in it, do not count.
    """

    piece: Piece
    layout: Layout
    xids: tuple[str, ...] | None = None
    until: Place | None = None


@dataclass(frozen=True)
class CompactionUnit:
    """The sources of the files of one dataset and day, with the number of the unit in the plan."""

    number: int
    columns: str
    sources: tuple[PieceSource, ...]


@dataclass(frozen=True)
class CompactionTask:
    """Writes Parquet files into a folder of the store."""

    store: Store
    folder: str
    file_size: int
    units: tuple[CompactionUnit, ...]

    def __call__(self) -> list[tuple[int, list[Written]]]:
        """Return the files of each unit."""
        return [(unit.number, self._write(unit)) for unit in self.units]

    def _write(self, unit: CompactionUnit) -> list[Written]:
        schema = schema_from(unit.columns)
        files = ParquetFiles(self.store, self.folder, schema, self.file_size)
        rows = (batch for source in unit.sources for batch in _rows_of(self.store, source, schema))
        return files.write_all(rows)


def _rows_of(store: Store, source: PieceSource, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    for rows in batches_of(store, source.piece, source.layout):
        batch = rows
        if source.xids is not None:
            batch = committed(of_transactions(rows, source.xids))
        batch = between(batch, None, source.until)
        if len(batch):
            yield in_columns(batch, schema)


def between(batch: pa.RecordBatch, after: Place | None, until: Place | None) -> pa.RecordBatch:
    """Return the rows after a position, up to another."""
    found = batch
    if after is not None and len(found):
        found = found.filter(pa.array(are_behind(found, after)))
    if until is not None and len(found):
        found = found.filter(pc.invert(pa.array(are_behind(found, until))))
    return found


def are_behind(batch: pa.RecordBatch, place: Place) -> list[bool]:
    """Return for each row whether it is after a position."""
    log, position = in_order(place[0]), place[1]
    files = batch.column("_file").dictionary_encode()
    orders = [in_order(name) for name in files.dictionary.to_pylist()]
    where = np.array([(one > log) - (one < log) for one in orders])[np.asarray(files.indices)]
    is_later = np.asarray(batch.column("_position")) > position
    is_behind = np.where(where == 0, is_later, where > 0)
    flags: list[bool] = is_behind.tolist()
    return flags


def in_columns(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """Convert rows to a wider schema; missing columns are null."""
    columns = {name.lower(): column for name, column in _named(batch)}
    arrays = []
    for one in schema:
        column = columns.get(one.name.lower())
        if column is None:
            column = pa.nulls(len(batch), one.type)
        arrays.append(column if column.type == one.type else column.cast(one.type))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _named(batch: pa.RecordBatch) -> Iterator[tuple[str, pa.Array]]:
    return zip(batch.schema.names, batch.columns, strict=True)


def widen_alike(layout: Layout, target: pa.Schema, *, has_names: bool) -> bool:
    """Return whether the rows of a layout can be converted to a schema by Arrow types alone.

    Other rows must be read again from the log, because they lack column names, or the bytes of
    invalid texts.
    """
    if layout.has_names != has_names:
        return False
    fields: Mapping[str, pa.Field] = {one.name.lower(): one for one in target}
    return all(
        one.name in RECORD_FIELDS or _widens(one.type, fields[one.name.lower()].type)
        for one in schema_from(layout.columns)
    )


def _widens(source: pa.DataType, target: pa.DataType) -> bool:
    is_text_as_bytes = pa.types.is_string(source) and pa.types.is_binary(target)
    is_interval_as_number = source == pa.duration("us") and target == pa.int64()
    return (widens(source, target) or is_interval_as_number) and not is_text_as_bytes
