"""What is not the same in all releases of PySpark that are supported."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pyarrow as pa
import pyspark
from pyspark.sql.pandas import types
from pyspark.sql.types import StructType

# 4.2 gave the argument another name, and another default
_HAS_ZONE = "timezone" in inspect.signature(types.to_arrow_schema).parameters
_IN_UTC: dict[str, Any] = {"timezone": "UTC"} if _HAS_ZONE else {"timestamp_utc": True}

_NO_METADATA = {"": ""}


def to_arrow_schema(schema: StructType) -> pa.Schema:
    """Return Spark's types as those of Arrow, instants in UTC."""
    return types.to_arrow_schema(schema, **_IN_UTC)


def from_arrow_schema(schema: pa.Schema) -> StructType:
    """Return Arrow's types as those of Spark, where times without a zone stay so."""
    if not _HAS_ZONE:
        schema = pa.schema([field.with_type(_noted(field.type)) for field in schema])
    return types.from_arrow_schema(schema, prefer_timestamp_ntz=True)


def _noted(kind: pa.DataType) -> pa.DataType:
    """Return a type whose fields have metadata, which 4.1 looks for in geometries."""
    if not pa.types.is_struct(kind):
        return kind
    return pa.struct([field.with_metadata(field.metadata or _NO_METADATA) for field in kind])


def check_release(what: str, *oldest: int) -> None:
    """Raise RuntimeError where PySpark is older than the release that brought something."""
    release = tuple(map(int, re.findall(r"\d+", pyspark.__version__)[: len(oldest)]))
    if release < oldest:
        wanted = ".".join(map(str, oldest))
        raise RuntimeError(f"{what} need PySpark {wanted} or newer, found {pyspark.__version__}")
