"""`read_batches` by the tree engine alone, until the package has it; then to be deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binlog_kaitai.batches import record_batches, table_batches
from binlog_kaitai.layouts import read_layouts
from binlog_kaitai.schema import table_schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa


def read_batches(
    path: str,
    table: str | None = None,
    *,
    engine: str = "tree",  # noqa: ARG001
) -> Iterator[pa.RecordBatch]:
    """Yield the batches of a log."""
    if table is None:
        return record_batches(path)
    schema = table_schema(next(read_layouts([path], table)))
    return table_batches(path, table, schema)
