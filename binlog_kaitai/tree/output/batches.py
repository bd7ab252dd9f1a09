"""Changes of the tree engine to Arrow record batches: flat records, and typed rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.json_text import to_json
from binlog_kaitai.model.layouts import TOO_LONG, RowFormat, expected_of, matched_columns
from binlog_kaitai.model.schema import (
    ABSENT,
    RECORD_FIELDS,
    RECORD_SCHEMA,
    UNFIT,
)
from binlog_kaitai.model.tables import Column, Table
from binlog_kaitai.model.values import JsonDiffs, Value
from binlog_kaitai.tree.output.arrays import array_of
from binlog_kaitai.tree.output.records import data_of, data_pieces, quoted_size, size_of

FIRST_ROWS, BATCH_ROWS = 64, 8192
"""The first batches grow from one to the other, so that what trees read is seen soon."""
MAX_BYTES = 2**24  # of text and bytes in a batch, but for its last row

MAX_TEXT = 2**31 - 1


class _Row(NamedTuple):
    change: Change
    cells: dict[str, Value]


# makes the values of one field of a batch
_MakeArray = Callable[[list[_Row]], pa.Array]


class _UnfitValueError(ValueError):
    """A value does not fit its field; `row` counts from 0 in the batch."""

    def __init__(self, row: int, expected: str, found: str) -> None:
        super().__init__(row, expected, found)
        self.row = row
        self.expected = expected
        self.found = found


def batches_of_changes(
    file: str, changes: Iterable[Change], form: RowFormat
) -> Iterator[pa.RecordBatch]:
    """Yield changes in a file as flat records, or the row images of one table as typed rows.

    Records have fields of `RECORD_SCHEMA`, in any order, each of its type or one that it casts to.
    Raises BinlogError where the changes do, after the batches before.
    """
    return (_typed if form.is_typed else _records)(file, changes, form)


def _records(file: str, changes: Iterable[Change], form: RowFormat) -> Iterator[pa.RecordBatch]:
    schema = form.schema
    makers = [_record_maker(file, field, field.name) for field in schema]
    for chunk in _chunks((_Row(change, {}) for change in changes), by_layout=False):
        yield from _batches(file, chunk, makers, schema)


def _typed(file: str, changes: Iterable[Change], form: RowFormat) -> Iterator[pa.RecordBatch]:
    makers: list[_MakeArray] = []
    layout: Table | None = None
    for chunk in _chunks((_row_of(file, change) for change in changes), by_layout=True):
        first = chunk[0].change
        if first.table is not None and first.table != layout:
            layout = first.table
            try:
                makers = _table_makers(file, matched_columns(layout, form), form.schema)
            except UnreadableError as error:
                position = first.position
                raise BinlogError(file, position, error.expected, error.found) from error
        yield from _batches(file, chunk, makers, form.schema)


def _row_of(file: str, change: Change) -> _Row:
    if change.raw_rows is not None:
        raise BinlogError(
            file,
            change.position,
            "rows in the format of MySQL 5.1.16 or later",
            "rows of MySQL 5.1.15 or older",
        )
    cells = [*(change.unchanged or ()), *(change.cells or ())]
    return _Row(change, {column.name: value for column, value in cells})


def _chunks(rows: Iterator[_Row], *, by_layout: bool) -> Iterator[list[_Row]]:
    """Return rows, of one layout or of any, also those before an error, which then is raised."""
    chunk: list[_Row] = []
    num_bytes, room = 0, min(FIRST_ROWS, BATCH_ROWS)
    try:
        for row in rows:
            size = size_of(row.change)
            is_full = len(chunk) == room or (chunk and num_bytes + size > MAX_BYTES)
            if is_full or (by_layout and chunk and _differ(chunk[-1].change, row.change)):
                yield chunk
                chunk, num_bytes, room = [], 0, min(4 * room, BATCH_ROWS)
            chunk.append(row)
            num_bytes += size
    except BinlogError:
        if chunk:
            yield chunk
        raise
    if chunk:
        yield chunk


def _differ(one: Change, other: Change) -> bool:
    return one.table is not other.table and one.table != other.table


def _batches(
    file: str, chunk: list[_Row], makers: list[_MakeArray], schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    """Return the batch of a chunk, or of the rows before one that does not fit, then the error."""
    try:
        arrays = [make(chunk) for make in makers]
    except _UnfitValueError as error:
        if error.row:
            yield from _batches(file, chunk[: error.row], makers, schema)
        position = chunk[error.row].change.position
        raise BinlogError(file, position, error.expected, error.found) from error
    yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _table_makers(file: str, matches: dict[str, Column], schema: pa.Schema) -> list[_MakeArray]:
    def maker(field: pa.Field) -> _MakeArray:
        if field.name == ABSENT:
            asked = {name: matches[name].name for name in schema.names if name in matches}
            return _absent_maker(field, asked)
        if field.name in RECORD_FIELDS:
            return _record_maker(file, field, RECORD_FIELDS[field.name].name)
        return _column_maker(field, matches.get(field.name))

    return [maker(field) for field in schema]


def _absent_maker(field: pa.Field, asked: dict[str, str]) -> _MakeArray:
    """Return the names of fields whose columns, of those `asked` for, a row has no values of."""

    def value(row: _Row) -> list[str] | None:
        cells = row.cells
        return [
            name
            for name, column in asked.items()
            if column not in cells or isinstance(cells[column], JsonDiffs)
        ] or None

    def make(rows: list[_Row]) -> pa.Array:
        return pa.array([value(row) for row in rows], field.type)

    return _checked(field, make, value)


def _column_maker(field: pa.Field, column: Column | None) -> _MakeArray:
    if column is None:
        return _checked(field, lambda rows: pa.nulls(len(rows), field.type), lambda _: None)

    def value(row: _Row) -> Any:
        return row.cells.get(column.name)

    def make(rows: list[_Row]) -> pa.Array:
        return array_of(column, [value(row) for row in rows], field.type)

    return _checked(field, make, value)


class _TooLong:
    """Stands for a text that is too long to be made."""

    def __repr__(self) -> str:
        return TOO_LONG


def _record_maker(file: str, field: pa.Field, name: str) -> _MakeArray:
    natural = RECORD_SCHEMA.field(name).type
    get = _RECORD_VALUES[name]
    base = base_name(file)

    def value(row: _Row) -> Any:
        if name == "data" and size_of(row.change) > MAX_BYTES:
            return _TooLong()
        return get(base, row.change)

    def make(rows: list[_Row]) -> pa.Array:
        if name == "data" and sum(size_of(row.change) for row in rows) > MAX_BYTES:
            return _large_data(rows).cast(field.type)
        return pa.array([value(row) for row in rows], natural).cast(field.type)

    return _checked(field, make, value)


def _large_data(rows: list[_Row]) -> pa.Array:
    """Return the data of rows, written where it is to stay."""
    out = BytesIO()
    ends = [0]
    for row in rows:
        if out.tell() + quoted_size(row.change) > MAX_TEXT:
            raise pa.ArrowInvalid(TOO_LONG)
        for piece in data_pieces(row.change):
            out.write(piece)
        ends.append(out.tell())
        if ends[-1] > MAX_TEXT:
            raise pa.ArrowInvalid(TOO_LONG)
    return pa.Array.from_buffers(
        pa.string(),
        len(rows),
        [None, pa.py_buffer(np.array(ends, np.int32)), pa.py_buffer(out.getbuffer())],
    )


def _checked(field: pa.Field, make: _MakeArray, value: Callable[[_Row], Any]) -> _MakeArray:
    """Make the array, or finds the first row whose value does not fit the field."""

    def fitting(rows: list[_Row]) -> pa.Array | None:
        try:
            array = make(rows)
        except UNFIT:
            return None
        return array if field.nullable or not array.null_count else None

    def checked(rows: list[_Row]) -> pa.Array:
        array = fitting(rows)
        if array is not None:
            return array
        at = next(i for i, row in enumerate(rows) if fitting([row]) is None)
        unfit = value(rows[at])
        is_long = isinstance(unfit, (str, bytes)) and len(unfit) > MAX_BYTES
        raise _UnfitValueError(
            at, expected_of(field), f"one of {len(unfit)}" if is_long else repr(unfit)
        )

    return checked


_RECORD_VALUES: dict[str, Callable[[str, Change], Any]] = {
    "file": lambda file, _: file,
    "position": lambda _, change: change.position,
    "ordinal": lambda _, change: change.ordinal,
    "timestamp": lambda _, change: change.timestamp * 1_000_000,
    "commit_timestamp": lambda _, change: change.transaction.commit_timestamp,
    "server_id": lambda _, change: change.server_id,
    "gtid": lambda _, change: change.transaction.gtid,
    "outcome": lambda _, change: change.outcome,
    "xid": lambda _, change: change.transaction.xid,
    "database": lambda _, change: change.database,
    "table": lambda _, change: None if change.table is None else change.table.name,
    "change_type": lambda _, change: change.change_type,
    "data": lambda _, change: to_json(data_of(change)),
}
