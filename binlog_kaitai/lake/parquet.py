"""Parquet files of about one size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from binlog_kaitai.lake.columns import in_parquet
from binlog_kaitai.lake.store import Store

ENDING = ".snappy.parquet"
ROW_GROUP = 2**25
"""Bytes of rows in memory that are written together, about."""


@dataclass(frozen=True)
class Written:
    """A Parquet file that is whole: its name in the store, its rows and bytes."""

    name: str
    rows: int
    num_bytes: int


@dataclass
class ParquetFiles:
    """Writes rows of one schema into a folder, into files that end behind `file_size` bytes."""

    store: Store
    folder: str
    schema: pa.Schema
    file_size: int
    done: list[Written] = field(default_factory=list)
    _open: Any = None

    def write(self, batches: Sequence[pa.RecordBatch]) -> None:
        """Write rows as a group of their own."""
        if self._open is None:
            name = self.store.new_name(self.folder, ENDING)
            stream = self.store.create(name)
            schema = in_parquet(self.schema)
            self._open = [name, stream, pq.ParquetWriter(stream, schema, compression="snappy"), 0]
        _, stream, writer, _ = self._open
        table = pa.Table.from_batches(batches, self.schema)
        writer.write_table(table, row_group_size=max(1, len(table)))
        self._open[3] += len(table)
        if stream.tell() >= self.file_size:
            self.close()

    def close(self) -> None:
        """Finish the file that is open, if one is."""
        if self._open is not None:
            name, stream, writer, rows = self._open
            writer.close()
            size = stream.tell()
            stream.close()
            self.done.append(Written(name, rows, size))
            self._open = None


def in_groups(batches: Iterator[pa.RecordBatch]) -> Iterator[list[pa.RecordBatch]]:
    """Yield batches by row groups."""
    group: list[pa.RecordBatch] = []
    size = 0
    for batch in batches:
        group.append(batch)
        size += batch.nbytes
        if size >= ROW_GROUP:
            yield group
            group, size = [], 0
    if group:
        yield group
