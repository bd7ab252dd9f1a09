"""Changes to Arrow record batches: flat records, and rows with the types of their table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from binlog_kaitai.arrays import array_of
from binlog_kaitai.changes import Change, read_changes
from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.layouts import match_columns
from binlog_kaitai.records import data_of, to_json
from binlog_kaitai.schema import (
    RECORD_FIELDS,
    RECORD_SCHEMA,
    arrow_type,
    column_field,
    converts,
)
from binlog_kaitai.tables import Column, Table
from binlog_kaitai.values import Value

BATCH_ROWS = 8192

_UNFIT = (pa.ArrowException, ValueError, OverflowError)


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


def record_batches(
    path: str | os.PathLike[str], schema: pa.Schema = RECORD_SCHEMA
) -> Iterator[pa.RecordBatch]:
    """Yields the records of a file, `data` as JSON text, in batches of at most 8192 rows.

    `schema` holds fields of `RECORD_SCHEMA`, in any order, each of its type or one that it casts
    to. Raises BinlogError where the file is damaged, after the batches before the damage.
    """
    file = os.fspath(path)
    makers = [_record_maker(file, field, field.name) for field in schema]
    for chunk in _chunks((_Row(change, {}) for change in read_changes(path)), by_layout=False):
        yield from _batches(file, chunk, makers, schema)


def table_batches(
    path: str | os.PathLike[str], table: str, schema: pa.Schema, *, is_projection: bool = False
) -> Iterator[pa.RecordBatch]:
    """Yields the row images of a table (`database.table`) in batches of at most 8192 rows.

    `schema` is that of `binlog_kaitai.schema.table_schema`, or another with fields of the same
    names, of types that those convert to. A field that an image does not hold is null. A column
    that the schema lacks raises BinlogError, unless `is_projection` says that it is left out on
    purpose; so does a column or a value that does not fit its field's type, and a damaged file,
    after the batches before it.
    """
    file = os.fspath(path)
    makers: list[_MakeArray] = []
    layout: Table | None = None
    changes = read_changes(path, table)
    for chunk in _chunks((_row_of(file, change) for change in changes), by_layout=True):
        first = chunk[0].change
        if first.table is not None and first.table != layout:
            layout = first.table
            try:
                makers = _table_makers(file, layout, schema, is_projection=is_projection)
            except UnreadableError as error:
                position = first.position
                raise BinlogError(file, position, error.expected, error.found) from error
        yield from _batches(file, chunk, makers, schema)


def _row_of(file: str, change: Change) -> _Row:
    if change.raw_rows is not None:
        raise BinlogError(
            file,
            change.position,
            "rows whose layout the log tells",
            "rows of MySQL 5.1.15 or older",
        )
    return _Row(change, {column.name: value for column, value in change.cells or ()})


def _chunks(rows: Iterator[_Row], *, by_layout: bool) -> Iterator[list[_Row]]:
    """Rows, of one layout or of any, also those before an error, which then is raised."""
    chunk: list[_Row] = []
    try:
        for row in rows:
            is_full = len(chunk) == BATCH_ROWS
            if is_full or (by_layout and chunk and _differ(chunk[-1].change, row.change)):
                yield chunk
                chunk = []
            chunk.append(row)
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
    """The batch of a chunk, or of the rows before one that does not fit, then the error."""
    try:
        arrays = [make(chunk) for make in makers]
    except _UnfitValueError as error:
        if error.row:
            yield from _batches(file, chunk[: error.row], makers, schema)
        position = chunk[error.row].change.position
        raise BinlogError(file, position, error.expected, error.found) from error
    yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _table_makers(
    file: str, table: Table, schema: pa.Schema, *, is_projection: bool
) -> list[_MakeArray]:
    matches = match_columns(table, schema)
    matched = {column.name for column in matches.values()}
    for column in table.columns:
        if column.name not in matched and not is_projection:
            raise UnreadableError(
                f"{table.full_name} with the columns {', '.join(matches) or 'of the schema'}",
                f"another column, {column_field(column.name)} ({arrow_type(column)})",
            )
    return [
        _record_maker(file, field, RECORD_FIELDS[field.name].name)
        if field.name in RECORD_FIELDS
        else _column_maker(table, field, matches.get(field.name))
        for field in schema
    ]


def _column_maker(table: Table, field: pa.Field, column: Column | None) -> _MakeArray:
    if column is None:
        return _checked(field, lambda rows: pa.nulls(len(rows), field.type), lambda _: None)
    if not converts(column, field.type):
        raise UnreadableError(
            f"{table.full_name} with a column {field.name} that converts to {field.type}",
            f"{column.type.name}, {arrow_type(column)}",
        )

    def value(row: _Row) -> Any:
        return row.cells.get(column.name)

    def make(rows: list[_Row]) -> pa.Array:
        return array_of(column, [value(row) for row in rows], field.type)

    return _checked(field, make, value)


def _record_maker(file: str, field: pa.Field, name: str) -> _MakeArray:
    natural = RECORD_SCHEMA.field(name).type
    base_name = Path(file).name
    get = _RECORD_VALUES[name]

    def value(row: _Row) -> Any:
        return get(base_name, row.change)

    def make(rows: list[_Row]) -> pa.Array:
        return pa.array([value(row) for row in rows], natural).cast(field.type)

    return _checked(field, make, value)


def _checked(field: pa.Field, make: _MakeArray, value: Callable[[_Row], Any]) -> _MakeArray:
    """Makes the array, or finds the first row whose value does not fit the field."""

    def fitting(rows: list[_Row]) -> pa.Array | None:
        try:
            array = make(rows)
        except _UNFIT:
            return None
        return array if field.nullable or not array.null_count else None

    def checked(rows: list[_Row]) -> pa.Array:
        array = fitting(rows)
        if array is not None:
            return array
        at = next(i for i, row in enumerate(rows) if fitting([row]) is None)
        null = "" if field.nullable else " not null"
        expected = f"a value for {field.name} {field.type}{null}"
        raise _UnfitValueError(at, expected, repr(value(rows[at])))

    return checked


_RECORD_VALUES: dict[str, Callable[[str, Change], Any]] = {
    "file": lambda file, _: file,
    "position": lambda _, change: change.position,
    "ordinal": lambda _, change: change.ordinal,
    "timestamp": lambda _, change: change.timestamp * 1_000_000,
    "commit_timestamp": lambda _, change: change.transaction.commit_timestamp,
    "server_id": lambda _, change: change.server_id,
    "gtid": lambda _, change: change.transaction.gtid,
    "database": lambda _, change: change.database,
    "table": lambda _, change: None if change.table is None else change.table.name,
    "change_type": lambda _, change: change.change_type,
    "data": lambda _, change: to_json(data_of(change)),
}
