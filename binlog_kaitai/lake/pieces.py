"""Spill rows until all logs are read: rows of many datasets in one file.

A piece is a record batch in Arrow's IPC format, without its schema, which the facts contain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.facts import Layout, Piece
from binlog_kaitai.lake.store import Store

BATCH_ROWS = 2**14


class PieceFile:
    """Writes pieces; the file exists after `close`, if there are any pieces."""

    def __init__(self, store: Store, name: str) -> None:
        self.name = name
        self._store = store
        self._stream: Any = None
        self._at = 0

    def write(self, batch: pa.RecordBatch) -> Piece:
        """Write a batch, and return it as a piece."""
        if self._stream is None:
            self._stream = self._store.create(self.name)
        start = self._at
        buffer = batch.serialize()
        self._stream.write(buffer)
        self._at += buffer.size
        return Piece(self.name, len(batch), batch.nbytes, offset=start, length=buffer.size)

    def close(self) -> None:
        """Finish the file."""
        if self._stream is not None:
            self._stream.close()


def batch_of(store: Store, piece: Piece, schema: pa.Schema) -> pa.RecordBatch:
    """Read the rows of a piece that is a part of a file."""
    with store.open(piece.name) as file:
        buffer = pa.py_buffer(file.read_at(piece.length, piece.offset))
        return pa.ipc.read_record_batch(buffer, schema)


def batches_of(store: Store, piece: Piece, layout: Layout) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a piece, with the types of its file."""
    if not piece.is_parquet:
        yield batch_of(store, piece, schema_from(layout.columns))
        return
    with store.open(piece.name) as file:
        # Spark's files have INT96 times, whose range exceeds nanoseconds
        yield from rows_of(pq.ParquetFile(file, coerce_int96_timestamp_unit="us"))


def rows_of(
    parquet: pq.ParquetFile, columns: list[str] | None = None, groups: Iterable[int] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a file, at most one row group at a time, because rows may be large."""
    for number in range(parquet.num_row_groups) if groups is None else groups:
        # tasks run in parallel: more threads would only need more memory
        yield from parquet.iter_batches(
            BATCH_ROWS, row_groups=[number], columns=columns, use_threads=False
        )
