"""The Arrow types of a table's columns, and of the record's fields that stand before them.

| column | Arrow type |
|---|---|
| TINYINT, UNSIGNED | int8, int16 |
| SMALLINT, UNSIGNED | int16, int32 |
| MEDIUMINT, UNSIGNED | int32, int32 |
| INT, UNSIGNED | int32, int64 |
| BIGINT, UNSIGNED | int64, decimal128(20, 0) |
| FLOAT, DOUBLE | float32, float64 |
| DECIMAL(p, s) | decimal128(p, s); string where p is over 38 |
| BIT, BIT(64) | int64, decimal128(20, 0) |
| YEAR | int32 |
| DATE | date32 |
| TIME | duration[us] |
| DATETIME | timestamp[us] |
| TIMESTAMP | timestamp[us, UTC] |
| text, JSON | string |
| ENUM, SET | string; without labels int64, or decimal128(20, 0) for a SET of over 56 members |
| binary strings and blobs | binary |
| strings, where the log does not tell the charset | binary |
| GEOMETRY | struct<srid: int32, wkb: binary> |
| VECTOR | list<float32> |

Numbers are signed where the log does not tell. A string of unknown charset may be text or bytes
(MySQL 5.6 and 5.7 tell neither), and only binary holds both; who knows that it is text asks for a
string.
"""

from __future__ import annotations

import re

import pyarrow as pa

from binlog_kaitai.charsets import BINARY
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.tables import Column, ColumnType, Table

MAX_DECIMAL_DIGITS = 38
MAX_INT64_BITS = 63

INSTANT = pa.timestamp("us", "UTC")
UNSIGNED_64 = pa.decimal128(20, 0)
GEOMETRY = pa.struct([("srid", pa.int32()), ("wkb", pa.binary())])

# signed, unsigned
_INTEGERS = {
    ColumnType.tiny: (pa.int8(), pa.int16()),
    ColumnType.short: (pa.int16(), pa.int32()),
    ColumnType.int24: (pa.int32(), pa.int32()),
    ColumnType.long: (pa.int32(), pa.int64()),
    ColumnType.longlong: (pa.int64(), UNSIGNED_64),
}

_OTHERS = {
    ColumnType.float: pa.float32(),
    ColumnType.double: pa.float64(),
    ColumnType.year: pa.int32(),
    ColumnType.date: pa.date32(),
    ColumnType.newdate: pa.date32(),
    ColumnType.time: pa.duration("us"),
    ColumnType.time2: pa.duration("us"),
    ColumnType.datetime: pa.timestamp("us"),
    ColumnType.datetime2: pa.timestamp("us"),
    ColumnType.timestamp: INSTANT,
    ColumnType.timestamp2: INSTANT,
    ColumnType.json: pa.string(),
    ColumnType.geometry: GEOMETRY,
    ColumnType.vector: pa.list_(pa.float32()),
}

_STRINGS = frozenset(
    {
        ColumnType.string,
        ColumnType.varchar,
        ColumnType.var_string,
        ColumnType.varchar_compressed,
        ColumnType.tiny_blob,
        ColumnType.blob,
        ColumnType.medium_blob,
        ColumnType.long_blob,
        ColumnType.blob_compressed,
    }
)

RECORD_SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("position", pa.int64()),
        ("ordinal", pa.int64()),
        ("timestamp", INSTANT),
        ("commit_timestamp", INSTANT),
        ("server_id", pa.int64()),
        ("gtid", pa.string()),
        ("database", pa.string()),
        ("table", pa.string()),
        ("change_type", pa.string()),
        ("data", pa.string()),
    ]
)

# in front of a table's columns
RECORD_FIELDS = {f"_{field.name}": field for field in RECORD_SCHEMA if field.name != "data"}

_LIKE_RECORD_FIELD = re.compile(f"_*({'|'.join(RECORD_FIELDS)})", re.IGNORECASE)


def arrow_type(column: Column) -> pa.DataType:
    """The Arrow type of a column's values.

    Raises UnreadableError for a column type that has none, such as those only servers use inside.
    """
    column_type = column.type
    if column_type in _INTEGERS:
        signed, unsigned = _INTEGERS[column_type]
        return unsigned if column.is_unsigned else signed
    if column_type in _STRINGS:
        return pa.binary() if column.charset in (None, BINARY) else pa.string()
    if column_type in _OTHERS:
        return _OTHERS[column_type]
    if column_type == ColumnType.newdecimal:
        if column.precision > MAX_DECIMAL_DIGITS:
            return pa.string()
        return pa.decimal128(column.precision, column.scale)
    if column_type == ColumnType.bit:
        return _bits(column.num_bits)
    if column_type in (ColumnType.enum, ColumnType.set):
        if column.labels is not None:
            return pa.string()
        return pa.int64() if column_type == ColumnType.enum else _bits(8 * column.length)
    raise UnreadableError(
        "a column type that has an Arrow type", f"{column_type.name} ({column_type.value})"
    )


def _bits(count: int) -> pa.DataType:
    return pa.int64() if count <= MAX_INT64_BITS else UNSIGNED_64


def column_field(name: str) -> str:
    """The name of a column's field: its own, with one `_` more where it is like a record's field.

    So a column `_file` is the field `__file`, and a column `__file` is `___file`.
    """
    return f"_{name}" if _LIKE_RECORD_FIELD.fullmatch(name) else name


def table_schema(table: Table) -> pa.Schema:
    """The typed schema of a table: the record's fields, then the columns, all nullable.

    Raises UnreadableError as `arrow_type` does.
    """
    columns = [pa.field(column_field(column.name), arrow_type(column)) for column in table.columns]
    return pa.schema([field.with_name(name) for name, field in RECORD_FIELDS.items()] + columns)


def converts(column: Column, target: pa.DataType) -> bool:
    """Whether a column's values can be had as another type; single ones may still not fit it.

    Beyond what `casts` allows, everything can be had as text, but for ENUM and SET without
    labels, whose numbers would pass for labels.
    """
    if pa.types.is_string(target):
        is_enumerated = column.type in (ColumnType.enum, ColumnType.set)
        return not is_enumerated or column.labels is not None
    return casts(arrow_type(column), target)


def casts(source: pa.DataType, target: pa.DataType) -> bool:
    """Whether Arrow casts one type to another without change of meaning or loss unseen."""
    types = pa.types
    if source == target:
        return True
    if types.is_integer(source) or types.is_decimal(source):
        return (
            types.is_signed_integer(target)
            or types.is_decimal128(target)
            or (types.is_float64(target) and types.is_integer(source))
        )
    if types.is_float32(source):
        return bool(types.is_float64(target))
    if types.is_string(source) or types.is_binary(source):
        return bool(types.is_binary(target) or types.is_string(target))
    return bool(types.is_date32(source) and target == pa.timestamp("us"))
