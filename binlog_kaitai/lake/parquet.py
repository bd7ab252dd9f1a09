"""Write Parquet files of similar sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from binlog_kaitai.lake.columns import in_parquet, with_ids
from binlog_kaitai.lake.current.ordering import digest_of
from binlog_kaitai.lake.store import Store

ENDING = ".snappy.parquet"
ROW_GROUP = 2**25
"""Approximate size of a row group in memory."""

LARGE_BATCH = 2**25
"""Minimum size of a batch that contains a large value."""


@dataclass(frozen=True)
class Written:
    """A complete Parquet file: its name in the store, its rows, size and `digest_of`."""

    name: str
    rows: int
    num_bytes: int
    digest: int | None = None


@dataclass
class ParquetFiles:
    """Writes rows of one schema to files in a folder, each of about `file_size` bytes.

    Columns get field ids, if `ids` has them by their names.
    """

    store: Store
    folder: str
    schema: pa.Schema
    file_size: int
    is_digested: bool = False
    ids: Mapping[str, int] = field(default_factory=dict)
    done: list[Written] = field(default_factory=list)
    _open: Any = None
    _has_statistics: bool = True

    def write(self, batches: Sequence[pa.RecordBatch]) -> None:
        """Write rows as one row group."""
        # the writer copies a large value five times for its statistics, and then omits it
        has_statistics = all(batch.nbytes < LARGE_BATCH for batch in batches)
        if has_statistics != self._has_statistics:
            self.close()
            self._has_statistics = has_statistics
        if self._open is None:
            name = self.store.new_name(self.folder, ENDING)
            stream = self.store.create(name)
            schema = in_parquet(with_ids(self.schema, self.ids))
            self._open = [
                name,
                stream,
                pq.ParquetWriter(
                    stream, schema, compression="snappy", write_statistics=has_statistics
                ),
                0,
                0,
            ]
        _, stream, writer, *_ = self._open
        table = pa.Table.from_batches(batches, self.schema)
        writer.write_table(table, row_group_size=max(1, len(table)))
        self._open[3] += len(table)
        if self.is_digested:
            self._open[4] += sum(map(digest_of, batches))
        if stream.tell() >= self.file_size:
            self.close()

    def write_all(self, batches: Iterator[pa.RecordBatch]) -> list[Written]:
        """Write rows by row groups, and return the files, which are complete."""
        for group in in_groups(batches):
            self.write(group)
        return self.close()

    def close(self) -> list[Written]:
        """Finish the open file, if there is one, and return all files."""
        if self._open is not None:
            name, stream, writer, rows, digest = self._open
            writer.close()
            size = stream.tell()
            stream.close()
            self.done.append(
                Written(name, rows, size, digest % 2**64 if self.is_digested else None)
            )
            self._open = None
        return self.done


def in_groups(batches: Iterator[pa.RecordBatch]) -> Iterator[list[pa.RecordBatch]]:
    """Yield batches by row groups; each list is emptied before the next one."""
    group: list[pa.RecordBatch] = []
    size = 0
    for batch in batches:
        group.append(batch)
        size += batch.nbytes
        del batch
        if size >= ROW_GROUP:
            yield group
            group.clear()
            size = 0
    if group:
        yield group
