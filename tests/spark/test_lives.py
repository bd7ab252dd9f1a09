"""Lives of rows that are folded in batches of any size, without Spark."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.lake.current.lives import folded
from binlog_kaitai.lake.current.stitching import DEFAULT, KNOWN, stitched
from tests.spark.test_partial import COLUMNS, DEFAULTS, Table, work

ROW = pa.struct(
    [
        *(("_file", pa.string()), ("_position", pa.int64()), ("_ordinal", pa.int64())),
        *(("_change_type", pa.string()), ("_absent", pa.list_(pa.string())), ("id", pa.int32())),
        *(("v", pa.int32()), ("w", pa.string()), ("x", pa.list_(pa.int32()))),
    ]
)
NAMES = [field.name for field in ROW]


def _place(row: dict[str, Any]) -> tuple[int, int, int]:
    return int(row["_file"].split(".")[1]), row["_position"], row["_ordinal"]


def _batches(rows: list[dict[str, Any]], size: int) -> Iterator[pa.RecordBatch]:
    for first in range(0, len(rows), size):
        part = rows[first : first + size]
        keys = pa.array([row["id"] for row in part], pa.int32())
        yield pa.RecordBatch.from_arrays([pa.array(part, ROW), keys], names=["row", "key_0"])


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 10_000])
def test_rows_are_those_of_the_table(size: int) -> None:
    table = Table()
    work(table, random.Random(size), 600)
    rows = [dict(zip(NAMES, row, strict=True)) for row in table.logged]
    rows.sort(key=lambda row: (row["id"], _place(row)))
    ends = pa.Table.from_batches(folded(_batches(rows, size), columns=COLUMNS)).combine_chunks()
    listed = ends.to_pylist()
    is_piece = [bool(end["born"] or end["gone"]) for end in listed]
    order = sorted(range(len(listed)), key=lambda i: (not is_piece[i], _place(listed[i]["row"])))
    together = ends.take(pa.array(order)).to_batches(max_chunksize=size)
    assert any(is_piece)
    found = {}
    for end in pa.Table.from_batches(stitched(iter(together), columns=COLUMNS)).to_pylist():
        row, codes = end["row"], end["why"] or [KNOWN] * len(COLUMNS)
        if row["_change_type"] in {"insert", "update_postimage"}:
            assert set(codes) <= {KNOWN, DEFAULT}
            found[row["id"]] = {
                name: DEFAULTS[name] if code == DEFAULT else row[name]
                for name, code in zip(COLUMNS, codes, strict=True)
            }
    assert found == table.rows
