"""JSON lines of flat records and events."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.values import encode_json

MICROSECONDS = 1_000_000
PIECE = 2**20
_ESCAPED = r'["\\\x00-\x1f]'
DATA = "\0"  # occurs in no other field, because JSON escapes it


def lines_of(batch: pa.RecordBatch) -> pa.Array:
    """Return each row as a JSON line with its line end, equal to `to_json` of its record or event.

    Args:
        batch: rows with fields of `RECORD_SCHEMA` or of the events view.
    """
    parts: list[Any] = []
    before = "{"
    for field in batch.schema:
        parts += [f'{before}"{field.name}": ', _texts(batch.column(field.name), field.name)]
        before = ", "
    return pc.binary_join_element_wise(*parts, "}\n", "")


def pieces_of(batch: pa.RecordBatch) -> Iterator[str]:
    """Yield the lines of a batch, with line ends, in pieces of limited size."""
    at = batch.schema.get_field_index("data")
    if at < 0:
        yield from lines_of(batch).to_pylist()
        return
    for number in range(batch.num_rows):
        row = batch.slice(number, 1)
        placeholder = pa.array([DATA], pa.string())
        (line,) = lines_of(row.set_column(at, "data", placeholder)).to_pylist()
        before, after = line.rsplit(DATA, 1)
        yield before
        decode = codecs.getincrementaldecoder("utf-8")().decode
        data = memoryview(row.column(at)[0].as_buffer())
        for start in range(0, len(data), PIECE):
            yield decode(data[start : start + PIECE])
        yield after


def texts_of(column: pa.Array, name: str) -> Iterator[str]:
    """Yield the JSON texts of a field's values."""
    return iter(_texts(column, name).to_pylist())


def _texts(column: pa.Array, name: str) -> pa.Array:
    if pa.types.is_integer(column.type):
        return pc.fill_null(column.cast(pa.string()), "null")
    if name == "timestamp":
        return _each(column.cast(pa.int64()), _timestamp)
    if name == "commit_timestamp":
        return _commit_timestamps(column)
    if name == "gtid":
        return _distinct(column)
    return column if name in ("data", "body") else _each(column, encode_json)


def _each(column: pa.Array, text_of: Callable[[Any], str]) -> pa.Array:
    """Return the texts of a column with few distinct values. `text_of` also gets None."""
    encoded = column.dictionary_encode("encode")
    texts = pa.array([text_of(value) for value in encoded.dictionary.to_pylist()], pa.string())
    return texts.take(encoded.indices)


def _timestamp(microseconds: int) -> str:
    when = EPOCH + timedelta(microseconds=microseconds)
    return f'"{when:%Y-%m-%dT%H:%M:%SZ}"'


def _commit_timestamps(column: pa.Array) -> pa.Array:
    """Return the texts of a column of mostly distinct times."""
    times = column.cast(pa.int64()).fill_null(0).to_numpy().astype("datetime64[us]")
    texts = pa.array(np.datetime_as_string(times).tolist(), pa.string())
    quoted = pc.binary_join_element_wise('"', texts, 'Z"', "")
    return pc.if_else(column.is_valid(), quoted, "null")


def _distinct(column: pa.Array) -> pa.Array:
    """Return the quoted texts of a column of mostly distinct values."""
    if pc.any(pc.match_substring_regex(column, _ESCAPED)).as_py():
        return pa.array([encode_json(text) for text in column.to_pylist()], pa.string())
    return pc.binary_join_element_wise('"', column, '"', "").fill_null("null")
