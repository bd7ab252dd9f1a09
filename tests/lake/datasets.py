"""Reads datasets as plain readers of Parquet do: by what lies in their folders."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from binlog_kaitai.model.schema import INSTANT

PLACE = ("file", "position", "ordinal")


def table_of(dataset: Path) -> pa.Table:
    """Return the rows of a dataset, in the log's order, and last the day that they are in."""
    found = pa.concat_tables(map(_table_in, sorted(dataset.rglob("*.parquet"))))
    lead = "_" if "_file" in found.schema.names else ""
    return found.sort_by([(f"{lead}{name}", "ascending") for name in PLACE])


def _table_in(path: Path) -> pa.Table:
    # of files that Spark wrote, times are INT96
    found = pq.ParquetFile(path, coerce_int96_timestamp_unit="us").read()
    for number, name in enumerate(found.schema.names):
        if name.lstrip("_") in ("timestamp", "commit_timestamp"):
            found = found.set_column(number, name, found.column(name).cast(INSTANT))
    name, _, day = path.parent.name.partition("=")
    days = pa.array([date.fromisoformat(day)] * len(found), pa.date32())
    return found.append_column(name, days).replace_schema_metadata()


def rows_of(dataset: Path) -> list[dict[str, Any]]:
    """Return the rows of a dataset, in the log's order, without what it is partitioned by."""
    found = table_of(dataset)
    return found.drop([found.schema.names[-1]]).to_pylist()


def archive(out: Path) -> dict[str, list[str]]:
    """Return the rows of all datasets of changes that are there, as text."""
    return {
        path.name: list(map(repr, rows_of(path)))
        for path in sorted(out.iterdir())
        if not path.name.startswith("_")
        and not path.name.endswith(".current")
        and any(path.rglob("*.parquet"))
    }


def files_of(dataset: Path) -> set[str]:
    """Return the names of a dataset's files."""
    return {path.name for path in dataset.rglob("*.parquet")}
