"""Values as SQL that means exactly them, on MySQL and MariaDB.

A literal leans on no more of the session than what `binlog_kaitai.forensics.undo.scripts` sets:
names in utf8mb4, times in UTC, and a mode that has quotes and dates as servers store them. There is
no backslash in a literal, whose meaning is a mode's.

Bytes are hexadecimal. So are geometries, in the form in which both servers store them and
mysqldump dumps them: it has the SRID, and turns no axes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.documents import document_sql, double_sql
from binlog_kaitai.forensics.undo.texts import bytes_sql, readable, text_sql
from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.names import quoted_part
from binlog_kaitai.model.tables import Column, ColumnType
from binlog_kaitai.model.values import CellFields, JsonDiffs, JsonDocument, Value, text_of_node

Family: TypeAlias = Literal["mysql", "mariadb"]

_LARGE_FLOAT = 3.4e38

_TEXTS = frozenset(
    (
        *(ColumnType.string, ColumnType.varchar, ColumnType.var_string, ColumnType.blob),
        *(ColumnType.tiny_blob, ColumnType.medium_blob, ColumnType.long_blob),
        *(ColumnType.varchar_compressed, ColumnType.blob_compressed),
    )
)


def literal(column: Column, value: Value, family: Family) -> str:
    """Return a value of a column as SQL for a server of a family.

    The value is one that `binlog_kaitai.tree.rows.exact` reads. Raises UnreadableError where no SQL
    means it.
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
        if family == "mysql":
            return document_sql(value.node)
        return text_sql(text_of_node(value.node).encode(), "utf8mb4")
    assert isinstance(value, (Date, Time, Datetime))
    return f"'{value}'"


def condition(column: Column, value: Value, family: Family) -> str:
    """Return SQL that is true of a row whose column holds exactly a value, NULL included."""
    name = quoted_part(column.name)
    if value is None and column.type == ColumnType.vector:
        return f"{name} IS NULL"  # MySQL compares no VECTOR
    if isinstance(value, bytes) and _compares_loosely(column, family):
        return f"CAST({name} AS BINARY) <=> {_stored(column, value)}"
    return f"{name} <=> {compared(column, value, family)}"


def compared(column: Column, value: Value, family: Family) -> str:
    """Return a value of a column as SQL that the column is equal to."""
    if isinstance(value, float) and column.type == ColumnType.float:
        # servers compare FLOAT as the double that it is exactly, which no shorter text means
        return double_sql(ctypes.c_float(value).value)
    if isinstance(value, int) and column.type == ColumnType.bit:
        return str(value)
    return literal(column, value, family)


def is_invalid_label(column: Column, value: Value) -> bool:
    """Return whether a value is what ENUM keeps of an invalid one, which strict modes refuse."""
    return value == 0 and column.type == ColumnType.enum


def _float(column: Column, value: float) -> str:
    # the shortest text of the largest FLOAT is too large for one
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
    """Return which labels a number stands for; none where one is not told."""
    numbers = [value] if kind == ColumnType.enum else _set_bits(value)
    return [number - 1 for number in numbers] if all(0 < n <= count for n in numbers) else []


def _set_bits(value: int) -> list[int]:
    """Return the numbers of the members of a SET, from 1 on."""
    return [number for number, bit in enumerate(reversed(f"{value:b}"), 1) if bit == "1"]


@lru_cache(64)
def _quoted_labels(labels: tuple[str, ...]) -> list[str]:
    """Return labels as they stand in quotes; empty those that a server may take for another."""
    folded = [label.casefold().rstrip() for label in labels]
    return [
        label.replace("'", "''")
        if label and readable(label) and folded.count(fold) == 1 and not label[-1].isspace()
        else ""
        for label, fold in zip(labels, folded, strict=True)
    ]


def _string(column: Column, value: bytes) -> str:
    if column.type not in _TEXTS or column.charset in (None, BINARY):
        return bytes_sql(value)
    assert column.charset is not None
    return text_sql(value, column.charset)


def _compares_loosely(column: Column, family: Family) -> bool:
    """Return whether `=` would find other bytes too, or none."""
    if column.type == ColumnType.vector:
        return family == "mysql"
    return column.type in _TEXTS and column.charset != BINARY


def _stored(column: Column, value: bytes) -> str:
    """Return bytes to compare with, as text where it is the same bytes in utf8mb4."""
    if column.type in _TEXTS and (
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
