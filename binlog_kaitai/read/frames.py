"""The methods of a scan for its users: streams that it can close, frames, previews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import escape
from importlib import import_module
from itertools import islice
from mmap import mmap
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar
from weakref import WeakSet

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.extras import missing_library
from binlog_kaitai.io.given import GivenLog
from binlog_kaitai.io.log_paths import HeldFile
from binlog_kaitai.printable import printable

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow.dataset as ds

_Self = TypeVar("_Self", bound="Frames")

CLOSED = "the scan is closed"
MAX_EXACT = 2**53  # the integers up to it are floating point numbers
PREVIEW_ROWS = 10
PREVIEW_CHARACTERS = 100  # of a value, which may be a large document or BLOB


class _Stream(Iterator[pa.RecordBatch]):
    """Record batches, until they are closed: then an error, for the logs have not ended."""

    def __init__(self, batches: Iterator[pa.RecordBatch]) -> None:
        self._batches = batches
        self._is_closed = False

    def __next__(self) -> pa.RecordBatch:
        if self._is_closed:
            self.close()
            raise ValueError(CLOSED)
        return next(self._batches)

    def close(self) -> None:
        """Close files and end threads; if another thread reads a batch now, it does at its next."""
        self._is_closed = True
        with suppress(ValueError):  # another thread is inside the generator
            self._batches.close()  # type: ignore[attr-defined]


class Frames:
    """An Arrow stream that can be closed and converted.

    A subclass has `schema` and yields the record batches of `logs` in `_read_batches`.
    """

    schema: pa.Schema

    def __init__(self, logs: Sequence[GivenLog]) -> None:
        self._logs: Sequence[GivenLog] | None = logs
        self._streams: WeakSet[_Stream] = WeakSet()

    def __getstate__(self) -> dict[str, Any]:
        """Return all but the streams, which stay here: Python 3.11 copies no weak sets."""
        return {name: value for name, value in self.__dict__.items() if name != "_streams"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over the state of the scan that this is a copy of."""
        self.__dict__.update(state, _streams=WeakSet())

    def __dir__(self) -> list[str]:
        """Return the names that users need."""
        return ["close", "logs", "schema", "to_dataset", "to_pandas", "to_polars", "to_table"]

    def __enter__(self: _Self) -> _Self:  # noqa: PYI019 - typing.Self came with 3.11
        """Return the scan, which the end of a `with` block closes."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the scan."""
        self.close()

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        """Read the logs. Raises BinlogError for damage, UnknownNameError, OSError."""
        stream = _Stream(self._read_batches())
        self._streams.add(stream)
        return stream

    @property
    def logs(self) -> Sequence[GivenLog]:
        """The log files. Raises ValueError if the scan is closed."""
        if self._logs is None:
            raise ValueError(CLOSED)
        return self._logs

    def close(self) -> None:
        """Close open log files, end threads and release temporary copies of piped logs.

        A stream that is not read to its end, and each new use of the scan, then raises ValueError.
        """
        for stream in list(self._streams):
            stream.close()
        for log in self._logs or ():
            if isinstance(log.path, HeldFile) and isinstance(log.path.content, mmap):
                with suppress(BufferError):  # in use; released with its last user
                    log.path.content.close()
        self._logs = None

    def _read_batches(self) -> Iterator[pa.RecordBatch]:
        raise NotImplementedError

    def with_columns(self, names: Sequence[str]) -> Frames:  # noqa: ARG002 - a subclass may read less
        """Return a scan that reads at least these columns."""
        return self

    def to_dataset(self) -> ds.Dataset:
        """Return the rows as a pyarrow dataset, of which queries read only what they need."""
        from binlog_kaitai.read.datasets import LogDataset  # noqa: PLC0415 - only queries need it

        return LogDataset(self)

    def to_table(self) -> pa.Table:
        """Read all rows into a pyarrow table. Raises as iterating does."""
        return pa.Table.from_batches(self, schema=self.schema)

    def to_pandas(self, **options: Any) -> pd.DataFrame:
        """Read all rows into a pandas DataFrame.

        Integers beside NULL are floating point numbers, as pandas has them; but if some of these
        would lose digits, all of them are Python's own integers.

        Args:
            options: keyword arguments of `pyarrow.Table.to_pandas`, such as `types_mapper`.

        Raises:
            ModuleNotFoundError: pandas is not installed; else as iterating does.
        """
        _library("pandas")
        table = self.to_table()
        options.setdefault("integer_object_nulls", any(map(_loses_digits, table.columns)))
        return table.to_pandas(**options)

    def to_polars(self) -> pl.DataFrame:
        """Read all rows into a Polars DataFrame.

        Raises:
            ModuleNotFoundError: Polars is not installed; else as iterating does.
        """
        frame: pl.DataFrame = _library("polars").DataFrame(self)
        return frame

    def __array__(self, *_: object, **__: object) -> NoReturn:
        """Refuse NumPy, by which `pandas.DataFrame(scan)` would take batches for rows."""
        raise TypeError("a scan is no array; use scan.to_pandas() or scan.to_table()")

    def _repr_html_(self) -> str:
        """Return the first rows as an HTML table, which notebooks show, or an error."""
        rows: list[tuple[Any, ...]] = []
        names: list[str] = []
        more = ""
        try:
            names = self.schema.names
            for batch in self:
                columns = batch.slice(0, PREVIEW_ROWS + 1).to_pydict().values()
                rows += islice(zip(*columns, strict=True), PREVIEW_ROWS + 1 - len(rows))
                if len(rows) > PREVIEW_ROWS:
                    more = f"<p>first {PREVIEW_ROWS} rows</p>"
                    break
        except (LookupError, OSError, ValueError) as error:  # a notebook would print its traceback
            more = f"<p>error: {escape(printable(str(error)))}</p>"
        head = "".join(f"<th>{_cell(name)}</th>" for name in names)
        body = "".join(
            "<tr>{}</tr>".format("".join(f"<td>{_cell(value)}</td>" for value in row))
            for row in rows[:PREVIEW_ROWS]
        )
        return f"<p>{_cell(self)}</p><table><tr>{head}</tr>{body}</table>{more}"


def _loses_digits(column: pa.ChunkedArray) -> bool:
    """Return whether numbers of a column are not the same as floating point numbers."""
    if not pa.types.is_int64(column.type) or not column.null_count:
        return False
    least, largest = pc.min_max(column).as_py().values()
    return least is not None and max(-least, largest) > MAX_EXACT


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise missing_library(name) from error


def _cell(value: Any) -> str:
    if value is None:
        return "NULL"
    text = str(value)
    is_long = len(text) > PREVIEW_CHARACTERS
    return escape(printable(text[:PREVIEW_CHARACTERS])) + ("…" if is_long else "")
