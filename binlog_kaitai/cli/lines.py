"""Flat records as lines of JSON."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache

import pyarrow as pa

from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.schema import RECORD_SCHEMA

MICROSECONDS = 1_000_000
PIECE = 2**20
DATA = "\0"  # no other field has it: JSON escapes it


def lines_of(batch: pa.RecordBatch) -> Iterator[str]:
    """Yield each record of a batch of `RECORD_SCHEMA` as `Record.to_json` writes it."""
    columns = [_texts(batch.column(field.name), field.name) for field in RECORD_SCHEMA]
    keys = ", ".join(f'"{name}": %s' for name in RECORD_SCHEMA.names)
    line = f"{{{keys}}}"
    for values in zip(*columns, strict=True):
        yield line % values


def pieces_of(batch: pa.RecordBatch) -> Iterator[str]:
    """Yield the lines of a batch, with their ends, in pieces of which none is large."""
    at = batch.schema.get_field_index("data")
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


def _texts(column: pa.Array, name: str) -> Iterator[str]:
    if name in ("position", "ordinal", "server_id"):
        return map(str, column.to_pylist())
    if name == "timestamp":
        return map(_timestamp, column.cast(pa.int64()).to_pylist())
    if name == "commit_timestamp":
        return map(_commit_timestamp, column.cast(pa.int64()).to_pylist())
    if name == "data":
        return iter(column.to_pylist())
    return map(_quoted, column.to_pylist())


@lru_cache(1024)
def _quoted(text: str | None) -> str:
    return json.dumps(text, ensure_ascii=False)


@lru_cache(1024)
def _timestamp(microseconds: int) -> str:
    when = EPOCH + timedelta(microseconds=microseconds)
    return f'"{when:%Y-%m-%dT%H:%M:%SZ}"'


@lru_cache(1024)
def _commit_timestamp(microseconds: int | None) -> str:
    if microseconds is None:
        return "null"
    when = EPOCH + timedelta(microseconds=microseconds)
    return f'"{when:%Y-%m-%dT%H:%M:%S.%fZ}"'
