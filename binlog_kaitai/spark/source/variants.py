"""Convert JSON text to VARIANT: with a compiled kernel, or with Spark's slow Python code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import pyarrow as pa
from pyspark.errors import PySparkException
from pyspark.sql.pandas.types import is_variant, to_arrow_type
from pyspark.sql.types import VariantType, VariantVal

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.read.engines import Engines

Variant: TypeAlias = tuple[bytes, bytes]
"""The bytes of a value, and those of its metadata."""

Convert: TypeAlias = Callable[[pa.Array, Callable[[int], Variant]], tuple[pa.Array, pa.Array]]
"""Returns the values and metadata of texts; its argument converts a single row."""

VARIANT = to_arrow_type(VariantType())
"""Spark's form of VARIANT: the bytes of a value, and those of its names."""


JSON_FIELDS = ("data", "body")
"""Fields of the views that contain JSON."""


def with_variants(schema: pa.Schema) -> pa.Schema:
    """Return the schema of a view with VARIANT in place of JSON text."""
    return pa.schema(
        field.with_type(VARIANT) if field.name in JSON_FIELDS else field for field in schema
    )


def as_text(schema: pa.Schema) -> pa.Schema:
    """Return the schema of a view with JSON text in place of VARIANT."""
    return pa.schema(
        field.with_type(pa.string()) if _is_variant(field) else field for field in schema
    )


def _is_variant(field: pa.Field) -> bool:
    is_json = field.name in JSON_FIELDS
    return is_json and pa.types.is_struct(field.type) and is_variant(field.type)


def to_variants(
    file: str,
    batches: Iterable[pa.RecordBatch],
    position: str,
    schema: pa.Schema,
    engines: Engines | None = None,
) -> Iterator[pa.RecordBatch]:
    """Convert batches with JSON text to a schema with VARIANT.

    Args:
        file: the file of the rows, for errors.
        batches: batches in the order of the schema, maybe with more fields after it.
        position: the name of the field with the position of a row, for errors.
        schema: the schema with VARIANT.
        engines: the engines that convert.

    Raises:
        BinlogError: a text is too large for Spark's VARIANT.
    """
    engines = engines or Engines("auto")
    convert: Convert | None = None
    for batch in batches:
        if convert is None and engines.have_compiled("variants"):
            from binlog_kaitai.read.variants import Variants  # noqa: PLC0415 - imports Numba

            convert = Variants().of
        arrays = [
            _array(file, batch, number, position, convert or _convert_each)
            if _is_variant(field)
            else batch.column(number)
            for number, field in enumerate(schema)
        ]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _array(
    file: str, batch: pa.RecordBatch, number: int, position: str, convert: Convert
) -> pa.Array:
    texts = batch.column(number)

    def parsed(row: int) -> Variant:
        text = texts[row].as_py()
        try:
            variant = VariantVal.parseJson(text or "null")
        except PySparkException as error:
            at = batch.column(position)[row].as_py()
            expected = f"a {batch.schema.field(number).name} that fits into a VARIANT"
            raise BinlogError(file, at, expected, f"{len(text)} characters of JSON") from error
        return variant.value, variant.metadata

    children = convert(texts, parsed)
    return pa.StructArray.from_arrays(children, fields=list(VARIANT), mask=texts.is_null())


def _convert_each(texts: pa.Array, read: Callable[[int], Variant]) -> tuple[pa.Array, pa.Array]:
    """Return the values and the metadata of texts, row by row; see `Convert`."""
    nothing: Variant = (b"", b"")
    rows = [read(row) if text.is_valid else nothing for row, text in enumerate(texts)]
    return (
        pa.array([value for value, _ in rows], pa.binary()),
        pa.array([metadata for _, metadata in rows], pa.binary()),
    )
