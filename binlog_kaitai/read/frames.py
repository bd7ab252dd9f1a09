"""A scan as a pyarrow table, a pandas or Polars frame, or a preview in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn

import pyarrow as pa

from binlog_kaitai.printable import printable

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

PREVIEW_ROWS = 10
PREVIEW_CHARACTERS = 100  # of a value, which may be a large document or BLOB


class Frames:
    """Conversions of an Arrow stream. A subclass has `schema` and yields its record batches."""

    schema: pa.Schema

    def __dir__(self) -> list[str]:
        """Return the names that users need."""
        return ["logs", "schema", "to_pandas", "to_polars", "to_table"]

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        """Yield the record batches."""
        raise NotImplementedError

    def to_table(self) -> pa.Table:
        """Read all rows into a pyarrow table. Raises as iterating does."""
        return pa.Table.from_batches(self, schema=self.schema)

    def to_pandas(self, **options: Any) -> pd.DataFrame:
        """Read all rows into a pandas DataFrame.

        Args:
            options: keyword arguments of `pyarrow.Table.to_pandas`, such as `types_mapper`.

        Raises:
            ModuleNotFoundError: pandas is not installed; else as iterating does.
        """
        return self.to_table().to_pandas(**options)

    def to_polars(self) -> pl.DataFrame:
        """Read all rows into a Polars DataFrame.

        Raises:
            ModuleNotFoundError: Polars is not installed; else as iterating does.
        """
        frame: pl.DataFrame = import_module("polars").DataFrame(self)
        return frame

    def __array__(self, *_: object, **__: object) -> NoReturn:
        """Refuse NumPy, by which `pandas.DataFrame(scan)` would take batches for rows."""
        raise TypeError("a scan is no array; use scan.to_pandas() or scan.to_table()")

    def _repr_html_(self) -> str:
        """Return the first rows as an HTML table, which notebooks show."""
        rows: list[tuple[Any, ...]] = []
        for batch in self:
            columns = batch.slice(0, PREVIEW_ROWS + 1).to_pydict().values()
            rows += islice(zip(*columns, strict=True), PREVIEW_ROWS + 1 - len(rows))
            if len(rows) > PREVIEW_ROWS:
                break
        head = "".join(f"<th>{_cell(name)}</th>" for name in self.schema.names)
        body = "".join(
            "<tr>{}</tr>".format("".join(f"<td>{_cell(value)}</td>" for value in row))
            for row in rows[:PREVIEW_ROWS]
        )
        more = f"<p>first {PREVIEW_ROWS} rows</p>" if len(rows) > PREVIEW_ROWS else ""
        return f"<p>{_cell(self)}</p><table><tr>{head}</tr>{body}</table>{more}"


def _cell(value: Any) -> str:
    if value is None:
        return "NULL"
    text = str(value)
    is_long = len(text) > PREVIEW_CHARACTERS
    return escape(printable(text[:PREVIEW_CHARACTERS])) + ("…" if is_long else "")
