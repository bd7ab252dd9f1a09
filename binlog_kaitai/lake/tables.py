"""Datasets that are tables of a format with commits of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, Protocol, TypeAlias

import pyarrow as pa

from binlog_kaitai.extras import from_extras
from binlog_kaitai.lake.store import Store

Format: TypeAlias = Literal["parquet", "delta", "iceberg"]
FORMATS: tuple[Format, ...] = ("parquet", "delta", "iceberg")


class Tables(Protocol):
    """Tables by their folders."""

    def active_files(self, folder: str) -> Iterator[tuple[str, int]]:
        """Yield the files of a table as it stands, each with its bytes, by their paths in it."""

    def snapshot(self, folder: str) -> tuple[list[str], Iterator[pa.RecordBatch]]:
        """Return the files of the current snapshot by their paths, and its rows."""

    def has_commit(self, folder: str, number: int) -> bool:
        """Return whether the last change of a table has this number."""

    def exists(self, folder: str) -> bool:
        """Return whether there is a table."""

    def commit(self, folder: str, change: dict[str, Any]) -> None:
        """Make a change of a table, a `TableChange` as JSON has it, unless it is made.

        Raises ConflictError if the snapshot is no longer the one of the plan.
        """

    def drop(self, folder: str) -> None:
        """Forget a table, if there is one."""


def tables_of(store: Store, options: Mapping[str, str | None]) -> Tables | None:
    """Return the tables of an archive; None where datasets are folders of Parquet alone.

    Raises MissingExtraError where what writes them is not installed, ValueError for an output that
    they cannot be in.
    """
    if options["format"] == "delta":
        with from_extras():
            from binlog_kaitai.lake.delta import DeltaTables  # noqa: PLC0415 - an extra

        return DeltaTables(store)
    if options["format"] == "iceberg":
        with from_extras():
            from binlog_kaitai.lake.iceberg import IcebergTables  # noqa: PLC0415 - an extra

        return IcebergTables(store, options.get("catalog"))
    return None
