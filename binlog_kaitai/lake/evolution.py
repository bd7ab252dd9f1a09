"""Schemas in each format, and the schema changes that the formats support."""

from __future__ import annotations

import pyarrow as pa

from binlog_kaitai.lake.columns import schema_from


def in_format(schema: pa.Schema, file_format: str | None) -> pa.Schema:
    """Convert a schema to a format.

    Delta and Iceberg have no intervals, so these become microseconds. Iceberg has no short
    integers.
    """
    kinds = _KINDS.get(file_format or "", {})
    return pa.schema([one.with_type(kinds.get(one.type, one.type)) for one in schema])


_INTERVALS = {pa.duration("us"): pa.int64()}
_KINDS = {
    "delta": _INTERVALS,
    "iceberg": {**_INTERVALS, pa.int8(): pa.int32(), pa.int16(): pa.int32()},
}


def evolves(columns: str, target: str, file_format: str | None) -> bool:
    """Return whether existing files can stay when the columns of a table change.

    Both are Spark's JSON. In a Parquet dataset, all files have the same columns. Delta accepts
    files without a column, Iceberg also files with some narrower types.
    """
    if columns == target:
        return True
    if file_format == "parquet":
        return False
    after = {one.name: one.type for one in schema_from(target)}
    return all(
        one.name in after
        and (
            one.type == after[one.name]
            or (file_format == "iceberg" and promotes(one.type, after[one.name]))
        )
        for one in schema_from(columns)
    )


def promotes(source: pa.DataType, target: pa.DataType) -> bool:
    """Return whether a type equals another by Iceberg's rules, or widens to it."""
    if source == target:
        return True
    if pa.types.is_decimal(source) and pa.types.is_decimal(target):
        return bool(source.scale == target.scale and source.precision <= target.precision)
    return (source, target) in {(pa.int32(), pa.int64()), (pa.float32(), pa.float64())}
