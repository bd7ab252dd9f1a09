"""Parquet files are written, and read again, without holding more rows than a row group's."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from binlog_kaitai.lake.facts import Layout, Piece
from binlog_kaitai.lake.parquet import LARGE_BATCH, ROW_GROUP, ParquetFiles, in_groups
from binlog_kaitai.lake.pieces import batches_of
from binlog_kaitai.lake.store import Store


def test_a_row_group_is_let_go_of_before_the_next_one_is_made() -> None:
    made: list[weakref.ref[Any]] = []
    counts = []

    def batches() -> Iterator[pa.RecordBatch]:
        for _ in range(6):
            counts.append(sum(one() is not None for one in made))
            batch = pa.RecordBatch.from_pydict({"a": np.zeros(ROW_GROUP // 16, np.int64)})
            made.append(weakref.ref(batch))
            yield batch
            del batch

    for group in in_groups(batches()):
        assert len(group) == 2
    assert counts == [0, 1] * 3


def test_a_batch_has_rows_of_one_row_group(tmp_path: Path) -> None:
    store = Store.at(tmp_path)
    batch = pa.RecordBatch.from_pydict({"a": [b"x"] * 10})
    files = ParquetFiles(store, "files", batch.schema, 2**27)
    for _ in range(3):
        files.write([batch, batch])
    files.close()
    (done,) = files.done
    piece = Piece(done.name, done.rows, done.num_bytes, 0, 0)
    rows = batches_of(store, piece, Layout("", True, "", 0))
    assert [len(some) for some in rows] == [20] * 3


def test_a_large_value_has_no_statistics(tmp_path: Path) -> None:
    """The writer would make five copies of it."""
    store = Store.at(tmp_path)
    small, large = (pa.RecordBatch.from_pydict({"a": [b"x" * size]}) for size in (9, LARGE_BATCH))
    files = ParquetFiles(store, "files", small.schema, 2**30)
    for batch in (small, large, large, small):
        files.write([batch])
    files.close()
    found = []
    for done in files.done:
        group = pq.ParquetFile(tmp_path / done.name).metadata.row_group(0)
        found.append((done.rows, group.column(0).is_stats_set))
    assert found == [(1, True), (2, False), (1, True)]
