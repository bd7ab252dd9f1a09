"""Flat records as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache

import pyarrow as pa

from binlog_kaitai.schema import RECORD_SCHEMA
from binlog_kaitai.temporal import EPOCH

MICROSECONDS = 1_000_000


def lines_of(batch: pa.RecordBatch) -> Iterator[str]:
    """Yields each record of a batch of `RECORD_SCHEMA` as `Record.to_json` writes it."""
    columns = [_texts(batch.column(field.name), field.name) for field in RECORD_SCHEMA]
    keys = ", ".join(f'"{name}": %s' for name in RECORD_SCHEMA.names)
    line = f"{{{keys}}}"
    for values in zip(*columns, strict=True):
        yield line % values


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
