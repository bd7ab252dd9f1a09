"""Flat records and events as lines of JSON."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.model.calendar import EPOCH

MICROSECONDS = 1_000_000
PIECE = 2**20
_ESCAPED = r'["\\\x00-\x1f]'
DATA = "\0"  # no other field has it: JSON escapes it


def lines_of(batch: pa.RecordBatch) -> Iterator[str]:
    """Yield each row of a batch as `Record.to_json`, or `Event.to_json`, writes it.

    The batch has fields of `RECORD_SCHEMA`, or of events.
    """
    columns = [texts_of(batch.column(field.name), field.name) for field in batch.schema]
    keys = ", ".join(f'"{name}": %s' for name in batch.schema.names)
    line = f"{{{keys}}}"
    for values in zip(*columns, strict=True):
        yield line % values


def pieces_of(batch: pa.RecordBatch) -> Iterator[str]:
    """Yield the lines of a batch, with their ends, in pieces of which none is large."""
    at = batch.schema.get_field_index("data")
    if at < 0:
        yield from (f"{line}\n" for line in lines_of(batch))
        return
    for number in range(batch.num_rows):
        row = batch.slice(number, 1)
        placeholder = pa.array([DATA], pa.string())
        (line,) = lines_of(row.set_column(at, "data", placeholder))
        before, after = line.rsplit(DATA, 1)
        yield before
        decode = codecs.getincrementaldecoder("utf-8")().decode
        data = memoryview(row.column(at)[0].as_buffer())
        for start in range(0, len(data), PIECE):
            yield decode(data[start : start + PIECE])
        yield after + "\n"


def texts_of(column: pa.Array, name: str) -> Iterator[str]:
    """Yield the values of a field in JSON."""
    if pa.types.is_integer(column.type):
        numbers = column.to_pylist()
        return map(str, numbers) if not column.null_count else map(json.dumps, numbers)
    if name == "timestamp":
        return map(_timestamp, column.cast(pa.int64()).to_pylist())
    if name == "commit_timestamp":
        return _commit_timestamps(column)
    if name == "gtid":
        return _distinct(column)
    if name in ("data", "body"):
        return iter(column.to_pylist())
    return map(_quoted, column.to_pylist())


@lru_cache(1024)
def _quoted(text: str | None) -> str:
    return json.dumps(text, ensure_ascii=False)


@lru_cache(1024)
def _timestamp(microseconds: int) -> str:
    when = EPOCH + timedelta(microseconds=microseconds)
    return f'"{when:%Y-%m-%dT%H:%M:%SZ}"'


def _commit_timestamps(column: pa.Array) -> Iterator[str]:
    """Return the times of a column, most of which are seen only once."""
    times = column.cast(pa.int64()).fill_null(0).to_numpy().astype("datetime64[us]")
    texts = pa.array(np.datetime_as_string(times).tolist(), pa.string())
    quoted = pc.binary_join_element_wise('"', texts, 'Z"', "")
    return iter(pc.if_else(column.is_valid(), quoted, "null").to_pylist())


def _distinct(column: pa.Array) -> Iterator[str]:
    """Return the texts of a column, most of which are seen only once, in quotes."""
    if pc.any(pc.match_substring_regex(column, _ESCAPED)).as_py():
        return map(_quoted, column.to_pylist())
    return iter(pc.binary_join_element_wise('"', column, '"', "").fill_null("null").to_pylist())
