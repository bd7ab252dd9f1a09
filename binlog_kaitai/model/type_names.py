"""The types of columns as SQL writes them, as far as a log tells."""

from __future__ import annotations

import itertools

from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.tables import GEOMETRIES, Column, ColumnType

_NAMES = {
    ColumnType.tiny: "TINYINT",
    ColumnType.short: "SMALLINT",
    ColumnType.int24: "MEDIUMINT",
    ColumnType.long: "INT",
    ColumnType.longlong: "BIGINT",
    ColumnType.float: "FLOAT",
    ColumnType.double: "DOUBLE",
    ColumnType.newdecimal: "DECIMAL",
    ColumnType.newdate: "DATE",
    ColumnType.time: "TIME",
    ColumnType.time2: "TIME",
    ColumnType.datetime: "DATETIME",
    ColumnType.datetime2: "DATETIME",
    ColumnType.timestamp: "TIMESTAMP",
    ColumnType.timestamp2: "TIMESTAMP",
}
# of text and of bytes
_STRINGS = dict.fromkeys(
    (ColumnType.varchar, ColumnType.var_string, ColumnType.varchar_compressed),
    ("VARCHAR", "VARBINARY"),
) | dict.fromkeys(
    (
        *(ColumnType.tiny_blob, ColumnType.blob, ColumnType.medium_blob, ColumnType.long_blob),
        ColumnType.blob_compressed,
    ),
    ("TEXT", "BLOB"),
)


_ANY_GEOMETRY = "GEOMETRY"

_OTHERS = ("CHAR", "BINARY", "ENUM", "SET", "BIT", "YEAR", "DATE", "JSON", "VECTOR")

NAMES = frozenset(
    (*_NAMES.values(), *itertools.chain(*_STRINGS.values()), *GEOMETRIES.values(), *_OTHERS)
) | {_ANY_GEOMETRY}
"""The names of types without attributes, as `possible_types` has them."""


def possible_types(column: Column) -> list[set[str]]:
    """Return the types that a column may have, without attributes, each by all of its names.

    They are more than one where the log does not tell text from bytes.
    """
    if column.type in (ColumnType.string, *_STRINGS):
        text, data = _STRINGS.get(column.type, ("CHAR", "BINARY"))
        if column.charset is None:
            return [{text}, {data}]
        return [{data if column.charset == BINARY else text}]
    name = _NAMES.get(column.type, str(column.type.name).upper())
    return [{name, column.geometry or _ANY_GEOMETRY} if name == _ANY_GEOMETRY else {name}]


def sql_type(column: Column) -> str:
    """Return a column's type; lengths of VARCHAR and the sizes of BLOB and TEXT are left out.

    A CHAR's length is in bytes. Of what the log does not tell, there is nothing: whether a number
    is UNSIGNED, labels, and the charset of text, which then may as well be bytes.
    """
    if column.type in (ColumnType.string, ColumnType.enum, ColumnType.set, *_STRINGS):
        charset = "" if column.charset in (None, BINARY) else f" CHARACTER SET {column.charset}"
        return f"{_text_type(column)}{charset}"
    # servers count YEAR among the unsigned numbers
    is_unsigned = column.is_unsigned and column.type != ColumnType.year
    return f"{_plain_type(column)}{' UNSIGNED' if is_unsigned else ''}"


def _text_type(column: Column) -> str:
    text, data = _STRINGS.get(column.type, ("CHAR", "BINARY"))
    if column.type in _STRINGS:
        return data if column.charset == BINARY else text
    if column.type == ColumnType.string:
        return f"{data if column.charset == BINARY else text}({column.length})"
    name = str(column.type.name).upper()
    if column.labels is None:
        return name
    labels = ",".join("'" + label.replace("'", "''") + "'" for label in column.labels)
    return f"{name}({labels})"


def _plain_type(column: Column) -> str:
    name = column.geometry or _NAMES.get(column.type, str(column.type.name).upper())
    if column.type == ColumnType.newdecimal:
        return f"{name}({column.precision},{column.scale})"
    if column.type == ColumnType.bit:
        return f"{name}({column.num_bits})"
    return f"{name}({column.fraction_digits})" if column.fraction_digits else name
