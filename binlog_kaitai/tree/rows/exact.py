"""The values of cells with all that the log holds of them, for who writes them as SQL.

They are those of `binlog_kaitai.tree.rows.values`, but for text, which is its bytes, ENUM and SET,
which are numbers, GEOMETRY and VECTOR, which are the bytes that are stored, and JSON, which is a
`JsonDocument`, or `JsonDiffs` whose values are such.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.blob_cell import BlobCell
from binlog_kaitai.generated.compressed_blob_cell import CompressedBlobCell
from binlog_kaitai.generated.compressed_string_cell import CompressedStringCell
from binlog_kaitai.generated.enum_cell import EnumCell
from binlog_kaitai.generated.geometry_cell import GeometryCell
from binlog_kaitai.generated.json_binary import JsonBinary
from binlog_kaitai.generated.json_cell import JsonCell
from binlog_kaitai.generated.set_cell import SetCell
from binlog_kaitai.generated.string_cell import StringCell
from binlog_kaitai.generated.vector_cell import VectorCell
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.tables import Column, ColumnType
from binlog_kaitai.model.values import JsonDiffs, JsonDocument, JsonScalar, Value
from binlog_kaitai.tree.rows.json_values import (
    opaque_value,
    read_diffs,
    read_json,
    scalar_text,
)
from binlog_kaitai.tree.rows.values import read_value

_STRINGS = (BlobCell, CompressedBlobCell, CompressedStringCell, StringCell)
_LABELLED = (EnumCell, SetCell)
_STORED = (GeometryCell, VectorCell)

# as which text is read for its bytes, and labels for their numbers
_BYTES = Column("", ColumnType.varchar, is_nullable=True, charset=BINARY)
_NUMBERS = Column("", ColumnType.enum, is_nullable=True)

JsonType = JsonBinary.JsonType


def read_exact(column: Column, cell: Any) -> Value:
    """Return the value of a `Cell` that its row image holds; None for NULL.

    Raises UnreadableError as `read_value` does.
    """
    if cell.is_null:
        return None
    kind = type(cell.value)
    if kind is JsonCell:
        return _json(cell.value)
    if kind in _STORED:
        stored: bytes = cell.value._raw_value  # noqa: SLF001 - Kaitai's name for them
        return stored
    if kind in _LABELLED:
        return read_value(_NUMBERS, cell)
    if kind in _STRINGS and column.charset != BINARY:
        return read_value(_BYTES, cell)
    return read_value(column, cell)


def _json(cell: Any) -> JsonDocument | JsonDiffs:
    if cell.is_partial:
        return read_diffs(cell.diffs, _scalar)
    if cell.len_value.value == 0:
        return JsonDocument(JsonScalar.of("null", JsonType.literal.name, None))
    return JsonDocument(read_json(cell.document, _scalar))


def _scalar(value: Any) -> JsonScalar:
    content = value.content
    text = scalar_text(value)
    if value.type == JsonType.opaque:
        return JsonScalar.of(text, value.type.name, (int(content.type), opaque_value(content)))
    stored = content.value if value.type == JsonType.double else None
    return JsonScalar.of(text, value.type.name, stored)
