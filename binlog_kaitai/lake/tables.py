"""Datasets in table formats with their own commits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

import pyarrow as pa

from binlog_kaitai.extras import from_extras
from binlog_kaitai.lake.snapshots import Maintained
from binlog_kaitai.lake.store import Store

Format: TypeAlias = Literal["parquet", "delta", "iceberg"]
FORMATS: tuple[Format, ...] = ("parquet", "delta", "iceberg")


class Tables(Protocol):
    """Tables by their folders."""

    def active_files(self, folder: str) -> Iterator[tuple[str, int]]:
        """Yield the paths and sizes of a table's current files."""

    def snapshot(self, folder: str) -> tuple[list[str], Iterator[pa.RecordBatch]]:
        """Return the paths of the current snapshot's files, and its rows."""

    def has_commit(self, folder: str, number: int) -> bool:
        """Return whether the last change of a table has this number."""

    def exists(self, folder: str) -> bool:
        """Return whether there is a table."""

    def commit(self, folder: str, change: dict[str, Any]) -> None:
        """Commit a change, a `TableCommit` as JSON, unless it is committed.

        Raises:
            ConflictError: the snapshot is no longer that of the plan.
        """

    def ids(self, folder: str, columns: str, sources: dict[str, str] | None) -> dict[str, int]:
        """Return the ids that files have for columns, and for those in them, by their names.

        Args:
            folder: that of the table.
            columns: those that a commit gives the table.
            sources: earlier names of columns, as of `TableCommit`.
        """

    def mark(self, folder: str, reason: str) -> None:
        """Set the property `STALE` of a table, if there is one, unless it has this reason.

        An empty reason removes it, or makes it empty.
        """

    def maintain(
        self, folder: str, done: Maintained, file_size: int, retain: float, *, merges: bool
    ) -> None:
        """Expire snapshots and remove files that none has used for `retain` seconds.

        If it `merges`, tables whose library can merge small files get larger ones. What is done is
        added to `done`.
        """

    def drop(self, folder: str) -> None:
        """Remove a table from the catalog, if there is one."""


def tables_of(store: Store, options: Mapping[str, str | None]) -> Tables | None:
    """Return the tables of an archive; None for Parquet datasets.

    Raises:
        MissingExtraError: the format's library is not installed.
        ValueError: the output cannot contain such tables.
    """
    if options["format"] == "delta":
        return _delta_tables(store)
    if options["format"] == "iceberg":
        return _iceberg_tables(store, options.get("catalog"))
    return None


@lru_cache(maxsize=1)
def _delta_tables(store: Store) -> Tables:
    """Return the tables of the last store, which stay open for its next export."""
    with from_extras():
        from binlog_kaitai.lake.delta import DeltaTables  # noqa: PLC0415 - an extra

    return DeltaTables(store)


@lru_cache(maxsize=1)
def _iceberg_tables(store: Store, catalog: str | None) -> Tables:
    """Return the tables of the last store and catalog, which stays open for its next export."""
    with from_extras():
        from binlog_kaitai.lake.iceberg import IcebergTables  # noqa: PLC0415 - an extra

    return IcebergTables(store, catalog)


def check_format(out: str | Path, file_format: Format, catalog: str | None = None) -> Store:
    """Return the store of an output that a format can be written to.

    Raises:
        ValueError: it cannot.
        MissingExtraError: the format's library is not installed.
    """
    if catalog is not None and file_format != "iceberg":
        raise ValueError(f"--catalog requires the format iceberg, found {file_format}")
    store = Store.at(out)
    tables_of(store, {"format": file_format, "catalog": catalog})
    return store
