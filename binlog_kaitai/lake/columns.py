"""Convert the schema of a dataset between Arrow's form and Spark's form in Parquet files."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pyarrow as pa

from binlog_kaitai.model.schema import INSTANT

DATE = "log_date"
"""The partition column of a dataset; without leading `_`, because readers skip such folders."""

_NAMES = {
    pa.int8(): "byte",
    pa.int16(): "short",
    pa.int32(): "integer",
    pa.int64(): "long",
    pa.float32(): "float",
    pa.float64(): "double",
    pa.string(): "string",
    pa.binary(): "binary",
    pa.date32(): "date",
    INSTANT: "timestamp",
    pa.timestamp("us"): "timestamp_ntz",
    pa.duration("us"): "interval day to second",
}
_TYPES = {name: kind for kind, name in _NAMES.items()}
_DECIMAL = re.compile(r"decimal\((\d+),(\d+)\)")

# Parquet has no intervals: this marks a number as an interval for Spark
_SPARK_SCHEMA = b"org.apache.spark.sql.parquet.row.metadata"
# without it, Spark's settings decide the calendar of old dates
_SPARK_VERSION = b"org.apache.spark.version"
_FIELD_ID = "PARQUET:field_id"


@lru_cache(4096)
def columns_of(schema: pa.Schema) -> str:
    """Return a schema as Spark's JSON."""
    return json.dumps(_struct(schema), separators=(",", ":"))


@lru_cache(4096)
def schema_from(columns: str) -> pa.Schema:
    """Parse a schema from Spark's JSON."""
    return pa.schema(list(_type(json.loads(columns))))


def kind_of(name: str) -> pa.DataType:
    """Return the Arrow type of Spark's type name."""
    return _TYPES[name]


def in_parquet(schema: pa.Schema) -> pa.Schema:
    """Return a schema with the metadata that Spark expects in its files."""
    return schema.with_metadata(
        {_SPARK_SCHEMA: columns_of(schema).encode(), _SPARK_VERSION: b"4.0.0"}
    )


def with_ids(schema: pa.Schema, ids: Mapping[str, int]) -> pa.Schema:
    """Return a schema whose columns have field ids, if there are any."""
    return pa.schema([_with_id(one, one.name, ids) for one in schema]) if ids else schema


def _with_id(field: pa.Field, name: str, ids: Mapping[str, int]) -> pa.Field:
    if pa.types.is_list(field.type):
        element = _with_id(field.type.value_field, f"{name}.element", ids)
        field = field.with_type(pa.list_(element))
    elif pa.types.is_struct(field.type):
        parts = [_with_id(part, f"{name}.{part.name}", ids) for part in field.type]
        field = field.with_type(pa.struct(parts))
    return field.with_metadata({_FIELD_ID: str(ids[name])})


def date_name(schema: pa.Schema) -> str:
    """Return the partition column of a dataset: `DATE`, or a free name."""
    return free_name(DATE, schema)


def free_name(name: str, schema: pa.Schema) -> str:
    """Return a name that is not a column's, with as many `_` appended as necessary."""
    used = {column.casefold() for column in schema.names}
    while name in used:
        name += "_"
    return name


def _struct(fields: Any) -> dict[str, Any]:
    return {
        "type": "struct",
        "fields": [
            {"name": one.name, "type": _name(one.type), "nullable": one.nullable, "metadata": {}}
            for one in fields
        ],
    }


def _name(kind: pa.DataType) -> Any:
    if pa.types.is_decimal128(kind):
        return f"decimal({kind.precision},{kind.scale})"
    if pa.types.is_list(kind):
        return {"type": "array", "elementType": _name(kind.value_type), "containsNull": True}
    if pa.types.is_struct(kind):
        return _struct(kind)
    return _NAMES[kind]


def _type(name: Any) -> pa.DataType:
    if isinstance(name, str):
        decimal = _DECIMAL.fullmatch(name)
        return pa.decimal128(int(decimal[1]), int(decimal[2])) if decimal else _TYPES[name]
    if name["type"] == "array":
        return pa.list_(_type(name["elementType"]))
    return pa.struct(
        [pa.field(one["name"], _type(one["type"]), one["nullable"]) for one in name["fields"]]
    )
