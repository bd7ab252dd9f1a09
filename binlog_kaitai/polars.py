"""Binary logs in lazy queries of Polars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from binlog_kaitai.extras import missing_library
from binlog_kaitai.read.scan import Paths, scan

try:
    import polars as pl
    from polars.io.plugins import register_io_source
except ModuleNotFoundError as error:
    raise missing_library("polars") from error


def scan_binlog(paths: Paths, table: str | None = None, **options: Any) -> pl.LazyFrame:
    """Return the rows of logs as a LazyFrame.

    A query reads only the values of its columns, drops rows batch by batch, and stops behind the
    last row that it needs.

    Args:
        paths: as of `binlog_kaitai.scan`, like `table`.
        table: the table whose rows are typed.
        options: keyword arguments of `binlog_kaitai.scan`.

    Raises:
        ModuleNotFoundError: Polars is not installed.
        TypeError, ValueError, OSError: as `binlog_kaitai.scan`. Errors on reading are those of
            Polars, with the same text.
    """
    changes = scan(paths, table, **options)

    def batches(
        columns: list[str] | None, predicate: pl.Expr | None, num_rows: int | None, _: int | None
    ) -> Iterator[pl.DataFrame]:
        names = changes.schema.names if columns is None else columns
        left = num_rows
        for batch in changes.with_columns(names or changes.schema.names[:1]):
            frame = pl.DataFrame(pa.table(batch))
            if left is not None:
                frame = frame.head(left)
                left -= frame.height
            if predicate is not None:
                frame = frame.filter(predicate)
            yield frame.select(names)
            if left == 0:
                return

    def schema() -> pl.Schema:
        return pl.DataFrame(changes.schema.empty_table()).schema

    return register_io_source(batches, schema=schema)
