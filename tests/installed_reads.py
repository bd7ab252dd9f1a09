"""Reads a log with what is installed, and nothing of the checkout: run as a file, by `installs`."""

from __future__ import annotations

import importlib.metadata
import os
import sys
from collections.abc import Iterable
from typing import Any

import pyarrow as pa

import binlog_kaitai
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.read.views import transaction_batches

PACKAGES = ("numba", "numpy", "pyarrow", "pyspark", "pandas", "click", "rich", "sqlglot")


def main(log: str, table: str, *how: str) -> None:
    """Compare what the engines read and, if asked, what Spark reads."""
    place = os.path.dirname(binlog_kaitai.__file__)  # noqa: PTH120
    assert "site-packages" in place, place
    assert not is_positive(2**31), "LLVM was told that no product is over 63 bits"
    flat, typed = both(log), both(log, table)
    transactions = both(log, is_transactions=True)
    assert len(flat) > len(typed) > 0
    assert transactions
    if how:
        check_spark(log, table, flat, typed)
    versions = (f"{name} {version_of(name)}" for name in PACKAGES if version_of(name))
    python = ".".join(map(str, sys.version_info[:3]))
    found = f"{len(flat)} flat and {len(typed)} typed rows {'with' if how else 'without'} Spark"
    sys.stdout.write(f"read {found}: python {python}, {', '.join(versions)}\n")


@kernel
def is_positive(upper_half: int) -> bool:
    """Return the sign of a word, of which the upper 32 bits are given."""
    return (upper_half & 0xFFFFFFFF) * 2**32 >= 0


def both(log: str, table: str | None = None, *, is_transactions: bool = False) -> list[Any]:
    """Return what the kernels read, which is what the tree reads."""
    found = []
    for engine in ("kernels", "tree"):
        if is_transactions:
            batches = transaction_batches(log, engine=engine)
        else:
            batches = binlog_kaitai.read_batches(log, table, engine=engine)
        found.append(rows_of(batches))
    assert found[0] == found[1]
    return found[0]


def rows_of(batches: Iterable[pa.RecordBatch]) -> list[Any]:
    return [row for batch in batches for row in batch.to_pylist()]


def check_spark(log: str, table: str, flat: list[Any], typed: list[Any]) -> None:
    """Compare what Spark reads of flat records and of a table with what was read without."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession  # noqa: PLC0415

    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    source = spark.read.format("binlog")
    order = ("position", "ordinal")
    rows = source.load(log).orderBy(*order).collect()
    assert [row["data"] for row in rows] == [row["data"] for row in flat]
    rows = source.option("table", table).load(log).orderBy(*(f"_{name}" for name in order))
    names = [name for name in rows.columns if not name.startswith("_")]
    shown = [[plain(row[name]) for name in names] for row in rows.collect()]
    assert shown == [[plain(row[name]) for name in names] for row in typed]
    spark.stop()


def plain(value: Any) -> Any:
    """Return a value as Python has it, whether it came by Arrow or by Spark."""
    if isinstance(value, bytearray):
        return bytes(value)
    if hasattr(value, "asDict"):
        return {name: plain(part) for name, part in value.asDict().items()}
    if getattr(value, "tzinfo", None) is not None:
        return value.replace(tzinfo=None)
    return value


def version_of(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


if __name__ == "__main__":
    main(*sys.argv[1:])
