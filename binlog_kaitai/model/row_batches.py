"""Rows of a view to Arrow, and the values of rows in Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import pyarrow as pa

from binlog_kaitai.errors import BinlogError, Fault
from binlog_kaitai.model.changes import UPDATE_PREIMAGE
from binlog_kaitai.model.layouts import expected_of
from binlog_kaitai.model.schema import INSTANT

MAX_ROWS = 4096


MAX_TEXT = 2**24  # characters in the rows of a batch, but for its last row


_UNFIT = (pa.ArrowException, ValueError, OverflowError)


Row: TypeAlias = dict[str, Any]


class BatchInContext(NamedTuple):
    """Rows, some contexts of `SINCE_SCHEMA`, and the number among these of each row's."""

    batch: pa.RecordBatch
    contexts: pa.RecordBatch
    chosen: Any


def batches_of_rows(
    file: str, rows: Iterable[Row | Fault], natural: pa.Schema, schema: pa.Schema
) -> Iterator[pa.RecordBatch | Fault]:
    """Yield rows as batches of a schema, with the faults among them.

    Rows have all fields of the `natural` schema; `schema` has some of them, of types that these
    cast to. Raises BinlogError for a value that does not fit, and where the rows do, after the
    batches before.
    """
    held: list[Row] = []
    num_texts = 0
    try:
        for row in rows:
            if isinstance(row, Fault):
                if held:
                    yield from _batches(file, held, natural, schema)
                held, num_texts = [], 0
                yield row
                continue
            held.append(row)
            num_texts += sum(len(value) for value in row.values() if isinstance(value, str))
            if len(held) == MAX_ROWS or num_texts >= MAX_TEXT:
                yield from _batches(file, held, natural, schema)
                held, num_texts = [], 0
    except BinlogError:
        if held:
            yield from _batches(file, held, natural, schema)
        raise
    if held:
        yield from _batches(file, held, natural, schema)


def rows_of(arrays: Mapping[str, pa.Array]) -> list[Row]:
    """Return columns row by row, their times in microseconds since 1970."""
    numbers = {
        name: array.cast(pa.int64()) if array.type == INSTANT else array
        for name, array in arrays.items()
    }
    rows: list[Row] = pa.table(numbers).to_pylist()
    return rows


def _batches(
    file: str, rows: list[Row], natural: pa.Schema, schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    """Return the batch of some rows, or of those before one that does not fit, then the error."""
    arrays = [_array(rows, natural, field) for field in schema]
    if None not in arrays:
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)
        return
    field = schema.field(arrays.index(None))
    at = next(i for i, row in enumerate(rows) if _array([row], natural, field) is None)
    if at:
        yield from _batches(file, rows[:at], natural, schema)
    raise BinlogError(file, rows[at]["position"], expected_of(field), repr(rows[at][field.name]))


def _array(rows: list[Row], natural: pa.Schema, field: pa.Field) -> pa.Array | None:
    """Return the values of a field, or None where one does not fit it."""
    own = natural.field(field.name).type
    try:
        array = pa.array([row[field.name] for row in rows], own).cast(field.type)
    except _UNFIT:
        return None
    return array if field.nullable or not array.null_count else None


def values_of(
    batch: pa.RecordBatch | pa.Table, names: Sequence[str] | None = None
) -> Iterator[tuple[Any, ...]]:
    """Yield the values of each row, of some columns or of all."""
    columns = batch.columns if names is None else [batch.column(name) for name in names]
    return zip(*(column.to_pylist() for column in columns), strict=True)


def with_pairs(
    batches: Iterable[pa.RecordBatch], kind: str = "_change_type"
) -> Iterator[pa.RecordBatch]:
    """Yield changes in batches that do not end with the before image of an update.

    Args:
        batches: typed rows, or records.
        kind: the field of the kind of change.
    """
    held: pa.RecordBatch | None = None
    for batch in batches:
        if not len(batch):
            continue
        some = batch if held is None else concatenated([held, batch])
        is_open = some.column(kind)[-1].as_py() == UPDATE_PREIMAGE
        held = some.slice(len(some) - 1) if is_open else None
        if len(some) > is_open:
            yield some.slice(0, len(some) - is_open)
    if held is not None:
        yield held


def record_values(batch: pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
    """Yield the values of each record, its times in microseconds since 1970."""
    columns = [
        batch.column(name).cast(pa.int64()) if "timestamp" in name else batch.column(name)
        for name in batch.schema.names
    ]
    return zip(*(column.to_pylist() for column in columns), strict=True)


# since pyarrow 19
_CONCAT = getattr(pa, "concat_batches", None)


def concatenated(batches: Sequence[pa.RecordBatch]) -> pa.RecordBatch:
    """Return batches of one schema as one."""
    if _CONCAT is not None:
        return _CONCAT(batches)
    rows = pa.concat_arrays([batch.to_struct_array() for batch in batches])
    columns = [rows.field(number) for number in range(rows.type.num_fields)]
    return pa.RecordBatch.from_arrays(columns, schema=batches[0].schema)
