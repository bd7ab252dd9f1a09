"""Differences between the supported releases of PySpark."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pyarrow as pa
import pyspark
from pyspark.sql.pandas import types
from pyspark.sql.types import StructType

# 4.2 changed the name and the default of the argument
_HAS_ZONE = "timezone" in inspect.signature(types.to_arrow_schema).parameters
_IN_UTC: dict[str, Any] = {"timezone": "UTC"} if _HAS_ZONE else {"timestamp_utc": True}

_NO_METADATA = {"": ""}


def to_arrow_schema(schema: StructType) -> pa.Schema:
    """Convert Spark's types to Arrow's, instants in UTC."""
    return types.to_arrow_schema(schema, **_IN_UTC)


def from_arrow_schema(schema: pa.Schema) -> StructType:
    """Convert Arrow's types to Spark's; times without a zone stay without one."""
    if not _HAS_ZONE:
        schema = pa.schema([field.with_type(_with_metadata(field.type)) for field in schema])
    return types.from_arrow_schema(schema, prefer_timestamp_ntz=True)


def _with_metadata(kind: pa.DataType) -> pa.DataType:
    """Add metadata to the fields of a type, which 4.1 expects in geometries."""
    if not pa.types.is_struct(kind):
        return kind
    return pa.struct([field.with_metadata(field.metadata or _NO_METADATA) for field in kind])


def check_release(feature: str, *oldest: int) -> None:
    """Raise RuntimeError if PySpark is older than the first release with a feature."""
    release = tuple(map(int, re.findall(r"\d+", pyspark.__version__)[: len(oldest)]))
    if release < oldest:
        required = ".".join(map(str, oldest))
        raise RuntimeError(
            f"{feature} need PySpark {required} or newer, found {pyspark.__version__}"
        )
