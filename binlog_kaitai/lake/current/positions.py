"""Positions of deleted rows in files of current tables, in files as the table's format has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from binlog_kaitai.extras import from_extras
from binlog_kaitai.lake.current.ordering import Array
from binlog_kaitai.lake.parquet import Written
from binlog_kaitai.lake.pieces import rows_of
from binlog_kaitai.lake.store import Store

ENDING = ".deletes.parquet"

FILE_PATH, POS = 2147483546, 2147483545
"""Ids that the specification of Iceberg gives the columns of position deletes."""

_ID = "PARQUET:field_id"

_SCHEMA = pa.schema(
    [
        pa.field("file_path", pa.string(), nullable=False, metadata={_ID: str(FILE_PATH)}),
        pa.field("pos", pa.int64(), nullable=False, metadata={_ID: str(POS)}),
    ]
)


def write_positions(
    store: Store, folder: str, name: str, positions: Array, file_format: str
) -> Written:
    """Write the sorted positions of the rows of a file that are deleted.

    Args:
        store: the store.
        folder: that of the new file.
        name: that of the file with the rows, in its final place.
        positions: all of them.
        file_format: that of the table.
    """
    if file_format == "delta":
        written: Written = _vectors().write_vector(store, folder, positions)
        return written
    path = pa.repeat(pa.scalar(store.location(name)), len(positions))
    table = pa.table([path, pa.array(positions, pa.int64())], schema=_SCHEMA)
    target = store.new_name(folder, ENDING)
    with store.create(target) as stream:
        pq.write_table(table, stream, compression="zstd", use_dictionary=["file_path"])
        return Written(target, len(positions), stream.tell())


def positions_in(store: Store, name: str | None) -> Array:
    """Return the positions in a file, in order; none without a file."""
    if name is None:
        return np.empty(0, np.int64)
    with store.open(name) as file:
        return positions_of(file, name)


def positions_of(file: object, name: str) -> Array:
    """Return the positions in an open file with a name, in order."""
    if not name.endswith(ENDING):
        return _vectors().vector_in(file)
    return np.asarray(pq.ParquetFile(file).read(["pos"]).column("pos"))


def _vectors() -> Any:
    with from_extras():
        from binlog_kaitai.lake import delta_vectors  # noqa: PLC0415 - an extra

    return delta_vectors


def left_of(batches: Iterator[pa.RecordBatch], positions: Array) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a file without those at some positions."""
    start = 0
    for batch in batches:
        first, last = np.searchsorted(positions, [start, start + len(batch)])
        stays = np.ones(len(batch), np.bool_)
        stays[positions[first:last] - start] = False
        start += len(batch)
        yield batch if first == last else batch.filter(pa.array(stays))


def left_in(
    store: Store, name: str, deleted: str | None, columns: list[str]
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a file without those that another file says are deleted."""
    positions = positions_in(store, deleted)
    with store.open(name) as file:
        yield from left_of(rows_of(pq.ParquetFile(file), columns), positions)
