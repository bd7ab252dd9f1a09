"""Write JSON documents as SQL that creates the same types of values.

From text, a server creates integers, doubles, texts and literals. Documents also contain values of
columns: decimals, unsigned integers, times and bytes. Functions of MySQL create these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.texts import text_sql
from binlog_kaitai.model.tables import ColumnType
from binlog_kaitai.model.values import JsonDiff, JsonScalar, Node, text_of_node

# scalars that a server creates from their text
_FROM_TEXT = frozenset(("literal", "int16", "int32", "int64", "string"))
_UNSIGNED = frozenset(("uint16", "uint32", "uint64"))

_BITS_OF_BYTE = 8


def document_sql(node: Node) -> str:
    """Return a document as SQL of the type JSON. Raises UnreadableError if no SQL creates it."""
    if _is_from_text(node):
        return f"CAST({_text(text_of_node(node))} AS JSON)"
    return _value(node) if isinstance(node, (dict, list)) else f"CAST({_value(node)} AS JSON)"


def diffs_sql(column: str, diffs: Sequence[JsonDiff]) -> str:
    """Return SQL that applies changes to the document of a column, by its quoted name."""
    document = column
    for diff in diffs:
        path = _text(diff.path)
        if diff.value is None:
            document = f"JSON_REMOVE({document}, {path})"
        elif diff.operation == "replace":
            document = f"JSON_REPLACE({document}, {path}, {_value(diff.value)})"
        elif diff.path.endswith("]"):
            document = f"JSON_ARRAY_INSERT({document}, {path}, {_value(diff.value)})"
        else:
            document = f"JSON_INSERT({document}, {path}, {_value(diff.value)})"
    return document


def double_sql(number: float) -> str:
    """Return a number as SQL of the type DOUBLE."""
    text = repr(number)
    return text if "e" in text else f"{text}e0"


def _text(text: str) -> str:
    return text_sql(text.encode(), "utf8mb4")


def _is_from_text(node: Node) -> bool:
    if isinstance(node, dict):
        return all(map(_is_from_text, node.values()))
    if isinstance(node, list):
        return all(map(_is_from_text, node))
    return isinstance(node, JsonScalar) and node.type in _FROM_TEXT


def _value(node: Node) -> str:
    """Return a node as an argument of a JSON function."""
    if _is_from_text(node):
        return f"CAST({_text(text_of_node(node))} AS JSON)"
    if isinstance(node, dict):
        members = (f"{_text(key)}, {_value(value)}" for key, value in node.items())
        return f"JSON_OBJECT({', '.join(members)})"
    if isinstance(node, list):
        return f"JSON_ARRAY({', '.join(map(_value, node))})"
    assert isinstance(node, JsonScalar)
    if node.type in _UNSIGNED:
        return f"CAST({node} AS UNSIGNED)"
    if node.type == "double":
        return double_sql(node.value)
    return _opaque(*node.value)


def _opaque(kind: int, value: Any) -> str:
    if isinstance(value, Decimal):
        text = format(value, "f")
        return text if "." in text else f"CAST({text} AS DECIMAL(65,0))"
    write = _OPAQUE.get(kind)
    if write is None:
        expected = "a value in a JSON document that SQL can express"
        raise UnreadableError(expected, f"an opaque value of column type {kind}")
    return write(value)


def _bytes(value: bytes) -> str:
    return f"X'{value.hex().upper()}'"


def _of_column(document: str, kind: str) -> str:
    """Return SQL for the only member of a document, converted to a column type."""
    columns = f"COLUMNS (c {kind} PATH '$')"
    return f"(SELECT c FROM JSON_TABLE({document}, '$[*]' {columns}) AS t)"


def _bits(value: bytes) -> str:
    # in a numeric context, hexadecimal digits are a number
    return _of_column(f"JSON_ARRAY({_bytes(value)} + 0)", f"BIT({_BITS_OF_BYTE * len(value)})")


def _column_of_bytes(kind: str) -> Callable[[bytes], str]:
    return lambda value: _of_column(f"JSON_ARRAY({_bytes(value)})", kind.format(len(value)))


_OPAQUE: dict[int, Callable[[Any], str]] = {
    ColumnType.date.value: "CAST('{}' AS DATE)".format,
    ColumnType.time.value: "CAST('{}' AS TIME(6))".format,
    ColumnType.datetime.value: "CAST('{}' AS DATETIME(6))".format,
    ColumnType.timestamp.value: lambda value: _of_column(f"JSON_ARRAY('{value}')", "TIMESTAMP(6)"),
    ColumnType.varchar.value: _bytes,
    ColumnType.bit.value: _bits,
    ColumnType.string.value: _column_of_bytes("BINARY({})"),
    ColumnType.tiny_blob.value: _column_of_bytes("TINYBLOB"),
    ColumnType.medium_blob.value: _column_of_bytes("MEDIUMBLOB"),
    ColumnType.long_blob.value: _column_of_bytes("LONGBLOB"),
    ColumnType.blob.value: _column_of_bytes("BLOB"),
}
