"""Types of text, whose size and bytes depend on the charset."""

from __future__ import annotations

from dataclasses import replace

from binlog_kaitai.catalog.charsets import Charset
from binlog_kaitai.catalog.literals import NotUnderstoodError
from binlog_kaitai.model.charsets import BINARY, WIDE
from binlog_kaitai.model.column_types import TEXTS
from binlog_kaitai.model.definitions import ColumnDefinition

TEXT_SIZES = {"tinytext": 255, "text": 65535, "mediumtext": 16777215, "longtext": 2**32}
"""Types of text by the most bytes that each holds."""

_MAX_VARCHAR = 65535
_OF_BYTES = {
    "char": "binary",
    "varchar": "varbinary",
    "tinytext": "tinyblob",
    "text": "blob",
    "mediumtext": "mediumblob",
    "longtext": "longblob",
}
BLOBS = frozenset(_OF_BYTES.values()) - {"binary", "varbinary"}
"""Types of bytes that have four sizes."""


def with_charset(column: ColumnDefinition, charset: Charset) -> ColumnDefinition:
    """Return a column of text with a charset; text in `binary` has a type of bytes.

    Raises NotUnderstoodError for labels in `binary` whose bytes are not known.
    """
    if charset.name == BINARY and column.labels and not _are_ascii(column.labels):
        raise NotUnderstoodError(f"labels of {column.name} in ASCII")
    if charset.name == BINARY and column.labels is None:
        return replace(column, kind=_OF_BYTES[column.kind], charset=None, collation=None)
    return replace(column, charset=charset.name, collation=charset.collation)


def sized(column: ColumnDefinition, charset: Charset) -> ColumnDefinition:
    """Return a column whose type holds its length: TEXT(n) is of the size that n characters need.

    Raises NotUnderstoodError if that depends on a charset that is not known.
    """
    kind, arguments = column.kind, column.arguments
    is_sized = kind in {"text", "blob"} and arguments
    is_long = kind in {"varchar", "varbinary"} and arguments and arguments[0] * 4 > _MAX_VARCHAR
    if not (is_sized or is_long):
        return column
    width = 1 if kind in {"blob", "varbinary"} else charset.width
    if width is None:
        raise NotUnderstoodError(f"the charset of {column.name}, on which its size depends")
    size = arguments[0] * width
    if is_long and size <= _MAX_VARCHAR:
        return column
    name = next((name for name, limit in TEXT_SIZES.items() if size <= limit), "longtext")
    if kind in {"blob", "varbinary"}:
        name = _OF_BYTES[name]
    return replace(column, kind=name, arguments=())


def converted(column: ColumnDefinition, charset: Charset) -> ColumnDefinition:
    """Return a column as CONVERT TO CHARACTER SET makes it. Raises NotUnderstoodError."""
    if column.kind not in TEXTS or column.charset == BINARY:
        return column
    is_wide = bool(WIDE & {column.charset, charset.name})
    if column.labels and is_wide and column.charset != charset.name:
        raise NotUnderstoodError(f"labels of {column.name} in a charset with ASCII")
    if column.kind in TEXT_SIZES and column.kind != "longtext" and charset.name != BINARY:
        old = Charset(column.charset).width
        new = charset.width
        if old is None or new is None:
            raise NotUnderstoodError(f"the charset of {column.name}, on which its size depends")
        size = TEXT_SIZES[column.kind] // old * new
        kind = next((name for name, limit in TEXT_SIZES.items() if size <= limit), "longtext")
        column = replace(column, kind=kind)
    result = with_charset(column, charset)
    if sized(result, charset).kind != result.kind:
        raise NotUnderstoodError(f"a {column.kind} {column.name} that holds its length")
    return result


def _are_ascii(labels: tuple[str, ...]) -> bool:
    return all(label.isascii() for label in labels)
