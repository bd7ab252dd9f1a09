"""A scan as a pyarrow dataset, which engines ask for the columns and rows that a query needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, Protocol

import pyarrow as pa
import pyarrow.dataset as ds


class Readable(Protocol):
    """A scan: what a dataset needs of it."""

    @property
    def schema(self) -> pa.Schema:
        """The schema of the rows."""
        ...

    def with_columns(self, names: Sequence[str]) -> Readable:
        """Return a scan that reads at least these columns."""
        ...

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        """Read the logs."""
        ...


class LogDataset(ds.Dataset):  # type: ignore[misc]
    """The rows of a scan, for DuckDB, Polars and pyarrow.

    A query reads only the values of its columns. Its conditions drop rows batch by batch.

    Args:
        scan: the scan.
    """

    def __init__(self, scan: Readable) -> None:
        self._scan = scan

    def __reduce__(self) -> tuple[Any, ...]:
        return LogDataset, (self._scan,)

    @property
    def schema(self) -> pa.Schema:
        """The schema of all rows. Raises as that of the scan."""
        return self._scan.schema

    def scanner(
        self,
        columns: Sequence[str] | dict[str, ds.Expression] | None = None,
        filter: ds.Expression | None = None,  # noqa: A002 - as in pyarrow
        **options: Any,
    ) -> ds.Scanner:
        """Return a scanner of the logs.

        Args:
            columns: names of columns, or expressions by names; all columns if None.
            filter: a condition that rows fulfil.
            options: of `pyarrow.dataset.Scanner`; those of files are without effect.

        Raises:
            BinlogError, OSError: on reading, as those of the scan.
        """
        names = self.schema.names
        if columns is not None:
            # an expression does not tell its fields: what may be the name of one counts
            told = [filter, *(columns.values() if isinstance(columns, dict) else ())]
            text = " ".join(str(one) for one in told if one is not None)
            words = {*re.findall(r"\w+", text), *columns}
            names = [n for n in names if n in words or (not re.fullmatch(r"\w+", n) and n in text)]
        found = self._scan.with_columns(names or self.schema.names[:1])
        kept = {name: options[name] for name in ("batch_size", "use_threads") if name in options}
        return ds.Scanner.from_batches(
            iter(found), schema=found.schema, columns=columns, filter=filter, **kept
        )

    def to_batches(self, **options: Any) -> Iterator[pa.RecordBatch]:
        """Return the rows in batches. Arguments and errors are those of `scanner`."""
        batches: Iterator[pa.RecordBatch] = self.scanner(**options).to_batches()
        return batches

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise NotImplementedError("binary logs support scanner, to_table, to_batches, head, take")

    # those of pyarrow are of datasets of files
    get_fragments = replace_schema = filter = join = join_asof = sort_by = _refuse
    partition_expression = property(_refuse)
