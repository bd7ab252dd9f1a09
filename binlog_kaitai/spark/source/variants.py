"""JSON text as VARIANT: by a kernel once it is compiled, else by Spark's own way, which is slow."""

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
"""Returns the values and metadata of texts; the function given to it makes those of one row."""

VARIANT = to_arrow_type(VariantType())
"""As Spark takes it: the bytes of a value, and those of the names in it."""


JSON_FIELDS = ("data", "body")
"""Those of the views that hold JSON."""


def with_variants(schema: pa.Schema) -> pa.Schema:
    """Return the schema of a view where VARIANT is in place of JSON text."""
    return pa.schema(
        field.with_type(VARIANT) if field.name in JSON_FIELDS else field for field in schema
    )


def as_text(schema: pa.Schema) -> pa.Schema:
    """Return the schema of a view where JSON text is in place of VARIANT."""
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
    """Yield batches of JSON text in a schema where it is VARIANT, as `engines` read it.

    The batches are in the order of the schema, and may have fields behind it. Raises BinlogError
    for a text that Spark takes for too large to be VARIANT, with its place from the field
    `position`.
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
    """Return the values and the metadata of texts, each by itself; see `Convert`."""
    nothing: Variant = (b"", b"")
    rows = [read(row) if text.is_valid else nothing for row, text in enumerate(texts)]
    return (
        pa.array([value for value, _ in rows], pa.binary()),
        pa.array([metadata for _, metadata in rows], pa.binary()),
    )
