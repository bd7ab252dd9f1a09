"""Write values as SQL with exactly the same meaning, on MySQL and MariaDB.

A literal depends only on the session settings that `binlog_kaitai.forensics.undo.scripts` makes:
names in utf8mb4, times in UTC, and an SQL mode that stores quotes and dates unchanged. Literals
contain no backslash, because its meaning depends on the SQL mode.

Bytes are hexadecimal. So are geometries, in the storage format of both servers, which mysqldump
uses, too: it contains the SRID, and does not swap axes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Any

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.documents import document_sql, double_sql
from binlog_kaitai.forensics.undo.texts import bytes_sql, readable, text_sql
from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.definitions import Flavor
from binlog_kaitai.model.names import quoted_part
from binlog_kaitai.model.tables import STRINGS, Column, ColumnType
from binlog_kaitai.model.values import CellFields, JsonDiffs, JsonDocument, Value, text_of_node

_LARGE_FLOAT = 3.4e38


def literal(column: Column, value: Value, flavor: Flavor) -> str:
    """Return a value of a column as SQL for a kind of server.

    Args:
        column: the column.
        value: a value from `binlog_kaitai.tree.rows.exact`.
        flavor: the kind of server.

    Raises:
        UnreadableError: no SQL has exactly this value.
    """
    if isinstance(value, CellFields):
        found = f"{column.type.name} ({column.type.value}), which only the specs describe"
        raise UnreadableError("a column type that SQL has literals of", found)
    for kind, write in _WRITERS:
        if isinstance(value, kind):
            return write(column, value)
    if isinstance(value, JsonDiffs):
        raise UnreadableError(
            "a complete JSON document", "changes to a document that is not in the log"
        )
    if isinstance(value, JsonDocument):
        if flavor == "mysql":
            return document_sql(value.node)
        return text_sql(text_of_node(value.node).encode(), "utf8mb4")
    assert isinstance(value, (Date, Time, Datetime))
    return f"'{value}'"


def condition(column: Column, value: Value, flavor: Flavor) -> str:
    """Return SQL that is true for a row with exactly this value in the column, also NULL."""
    name = quoted_part(column.name)
    if value is None and column.type == ColumnType.vector:
        return f"{name} IS NULL"  # MySQL compares no VECTOR
    if isinstance(value, bytes) and _compares_loosely(column, flavor):
        return f"CAST({name} AS BINARY) <=> {_stored(column, value)}"
    return f"{name} <=> {compared(column, value, flavor)}"


def compared(column: Column, value: Value, flavor: Flavor) -> str:
    """Return a value of a column as SQL that the column is equal to."""
    if isinstance(value, float) and column.type == ColumnType.float:
        # servers compare FLOAT as its exact double, which no shorter text equals
        return double_sql(ctypes.c_float(value).value)
    if isinstance(value, int) and column.type == ColumnType.bit:
        return str(value)
    return literal(column, value, flavor)


def is_invalid_label(column: Column, value: Value) -> bool:
    """Return whether a value is ENUM's marker of an invalid label, which strict modes reject."""
    return value == 0 and column.type == ColumnType.enum


def _float(column: Column, value: float) -> str:
    # the shortest text of the largest FLOAT exceeds its range
    is_large = column.type == ColumnType.float and abs(value) > _LARGE_FLOAT
    return double_sql(ctypes.c_float(value).value if is_large else value)


def _number(column: Column, value: int) -> str:
    if column.type == ColumnType.bit:
        return f"b'{value:b}'"
    if column.labels is not None and column.type in (ColumnType.enum, ColumnType.set):
        labels = _quoted_labels(column.labels)
        chosen = _chosen(column.type, value, len(labels))
        if chosen and all(labels[i] for i in chosen):
            return f"'{','.join(labels[i] for i in chosen)}'"
    return str(value)


def _chosen(kind: ColumnType, value: int, count: int) -> list[int]:
    """Return the numbers of the labels of a value; none if a label is missing in the log."""
    numbers = [value] if kind == ColumnType.enum else _set_bits(value)
    return [number - 1 for number in numbers] if all(0 < n <= count for n in numbers) else []


def _set_bits(value: int) -> list[int]:
    """Return the numbers of the members of a SET, from 1 on."""
    return [number for number, bit in enumerate(reversed(f"{value:b}"), 1) if bit == "1"]


@lru_cache(64)
def _quoted_labels(labels: tuple[str, ...]) -> list[str]:
    """Return labels quoted; empty for labels that a server may confuse with another label."""
    folded = [label.casefold().rstrip() for label in labels]
    return [
        label.replace("'", "''")
        if label and readable(label) and folded.count(fold) == 1 and not label[-1].isspace()
        else ""
        for label, fold in zip(labels, folded, strict=True)
    ]


def _string(column: Column, value: bytes) -> str:
    if column.type not in STRINGS or column.charset in (None, BINARY):
        return bytes_sql(value)
    assert column.charset is not None
    return text_sql(value, column.charset)


def _compares_loosely(column: Column, flavor: Flavor) -> bool:
    """Return whether `=` would also match other bytes, or none."""
    if column.type == ColumnType.vector:
        return flavor == "mysql"
    return column.type in STRINGS and column.charset != BINARY


def _stored(column: Column, value: bytes) -> str:
    """Return bytes to compare with, as text if it has the same bytes in utf8mb4."""
    if column.type in STRINGS and (
        column.charset in ("utf8mb4", "utf8mb3") or (value.isascii() and column.charset == "latin1")
    ):
        text = text_sql(value, "utf8mb4")
        return text if text.startswith("'") else bytes_sql(value)
    return bytes_sql(value)


_WRITERS: tuple[tuple[type, Callable[[Column, Any], str]], ...] = (
    (type(None), lambda _, __: "NULL"),
    (bytes, _string),
    (int, _number),
    (float, _float),
    (Decimal, lambda _, value: format(value, "f")),
    (Timestamp, lambda _, value: f"'{str(value).rstrip('Z').replace('T', ' ')}'"),
)
