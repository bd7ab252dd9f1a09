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
| text, JSON | string; binary for JSON whose charset is binary |
| ENUM, SET | string; without labels int64, or decimal128(20, 0) for a SET of over 56 members |
| binary strings and blobs | binary |
| strings, where the log does not tell the charset | binary |
| GEOMETRY | struct<srid: int32, wkb: binary> |
| VECTOR | list<float32> |
| types that only the specs describe | string, the JSON text of their fields |

Numbers are signed where the log does not tell. A string of unknown charset may be text or bytes
(MySQL 5.6 and 5.7 tell neither), and only binary holds both; who knows that it is text asks for a
string.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pyarrow as pa

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.tables import STRINGS, Column, ColumnType, Table

MAX_DECIMAL_DIGITS = 38
MAX_INT64_BITS = 63

_TypeOf = Callable[[Column], pa.DataType]

INSTANT = pa.timestamp("us", "UTC")
UNSIGNED_64 = pa.decimal128(20, 0)
GEOMETRY = pa.struct([("srid", pa.int32()), ("wkb", pa.binary())])

RECORD_SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("position", pa.int64()),
        ("ordinal", pa.int64()),
        ("timestamp", INSTANT),
        ("commit_timestamp", INSTANT),
        ("server_id", pa.int64()),
        ("gtid", pa.string()),
        ("outcome", pa.string()),
        ("xid", pa.string()),
        ("database", pa.string()),
        ("table", pa.string()),
        ("change_type", pa.string()),
        ("data", pa.string()),
    ]
)

CONTEXT_SCHEMA = pa.schema(
    [("statement", pa.string()), ("thread_id", pa.int64()), ("user", pa.string())]
)
"""What changed a row, as far as the log tells; told where it is asked for."""

SINCE_SCHEMA = pa.schema([("position", pa.int64()), ("ordinal", pa.int64()), *CONTEXT_SCHEMA])
"""A context, which holds from a place on: a position, and an ordinal there."""

ABSENT = "_absent"
"""The field that names the columns whose values a typed row does not hold."""

# in front of a table's columns
RECORD_FIELDS = {f"_{field.name}": field for field in RECORD_SCHEMA if field.name != "data"} | {
    ABSENT: pa.field("absent", pa.list_(pa.string()))
}

_LIKE_RECORD_FIELD = re.compile(f"_*({'|'.join(RECORD_FIELDS)})", re.IGNORECASE)


def arrow_type(column: Column) -> pa.DataType:
    """Return the Arrow type of a column's values.

    Raises UnreadableError for a column type that has none, such as those only servers use inside.
    """
    if column.type in _INTERNAL:
        raise UnreadableError(
            "a column type with an Arrow type", f"{column.type.name} ({column.type.value})"
        )
    return pa.string() if is_added(column) else _TYPES[column.type](column)


def is_added(column: Column) -> bool:
    """Return whether only the specs describe a column's type: it was added to them."""
    return column.type not in _TYPES and column.type not in _INTERNAL


def _always(data_type: pa.DataType) -> _TypeOf:
    return lambda _: data_type


def _integer(signed: pa.DataType, unsigned: pa.DataType) -> _TypeOf:
    return lambda column: unsigned if column.is_unsigned else signed


def _decimal(column: Column) -> pa.DataType:
    if column.precision > MAX_DECIMAL_DIGITS:
        return pa.string()
    return pa.decimal128(column.precision, column.scale)


def _bits(count: int) -> pa.DataType:
    return pa.int64() if count <= MAX_INT64_BITS else UNSIGNED_64


def _string(column: Column) -> pa.DataType:
    return pa.binary() if column.charset in (None, BINARY) else pa.string()


def _labelled(column: Column) -> pa.DataType:
    if column.labels is not None:
        return pa.string()
    return pa.int64() if column.type == ColumnType.enum else _bits(8 * column.length)


_INTERNAL = (ColumnType.decimal, ColumnType.null, ColumnType.typed_array)

_TYPES: dict[ColumnType, _TypeOf] = {
    ColumnType.tiny: _integer(pa.int8(), pa.int16()),
    ColumnType.short: _integer(pa.int16(), pa.int32()),
    ColumnType.int24: _integer(pa.int32(), pa.int32()),
    ColumnType.long: _integer(pa.int32(), pa.int64()),
    ColumnType.longlong: _integer(pa.int64(), UNSIGNED_64),
    ColumnType.float: _always(pa.float32()),
    ColumnType.double: _always(pa.float64()),
    ColumnType.newdecimal: _decimal,
    ColumnType.bit: lambda column: _bits(column.num_bits),
    ColumnType.year: _always(pa.int32()),
    ColumnType.date: _always(pa.date32()),
    ColumnType.newdate: _always(pa.date32()),
    ColumnType.time: _always(pa.duration("us")),
    ColumnType.time2: _always(pa.duration("us")),
    ColumnType.datetime: _always(pa.timestamp("us")),
    ColumnType.datetime2: _always(pa.timestamp("us")),
    ColumnType.timestamp: _always(INSTANT),
    ColumnType.timestamp2: _always(INSTANT),
    **dict.fromkeys(STRINGS, _string),
    ColumnType.enum: _labelled,
    ColumnType.set: _labelled,
    ColumnType.json: lambda column: pa.binary() if column.charset == BINARY else pa.string(),
    ColumnType.geometry: _always(GEOMETRY),
    ColumnType.vector: _always(pa.list_(pa.float32())),
}


def with_context(schema: pa.Schema, *, is_typed: bool) -> pa.Schema:
    """Return a schema with the fields of contexts, behind those of the record.

    Raises ValueError for a table that has a column of such a name.
    """
    fields = [field.with_name(f"_{field.name}") if is_typed else field for field in CONTEXT_SCHEMA]
    names = set(map(str.lower, schema.names))
    for field in fields:
        if field.name in names:
            raise ValueError(f"the table has a column {field.name}, the name of a context field")
    record = RECORD_FIELDS if is_typed else RECORD_SCHEMA.names
    count = sum(name in record for name in schema.names)
    every = list(schema)
    return pa.schema([*every[:count], *fields, *every[count:]])


def column_field(name: str) -> str:
    """Name a column's field: as the column, with one `_` more where that is like a record's.

    So a column `_file` is the field `__file`, and a column `__file` is `___file`.
    """
    return f"_{name}" if _LIKE_RECORD_FIELD.fullmatch(name) else name


def table_schema(table: Table) -> pa.Schema:
    """Return the typed schema of a table: the record's fields, then the columns, all nullable.

    Raises UnreadableError as `arrow_type` does.
    """
    shown = table.shown_columns
    columns = [pa.field(column_field(column.name), arrow_type(column)) for column in shown]
    return behind_record(columns)


def behind_record(columns: Iterable[pa.Field]) -> pa.Schema:
    """Return the record's fields, and columns behind them."""
    return pa.schema([*(one.with_name(name) for name, one in RECORD_FIELDS.items()), *columns])


def converts(column: Column, target: pa.DataType) -> bool:
    """Return whether a column's values can be had as another type.

    Single ones may still not fit it. Beyond what `casts` allows, everything can be had as text, but
    for ENUM and SET without labels, whose numbers would pass for labels.
    """
    if pa.types.is_string(target):
        is_enumerated = column.type in (ColumnType.enum, ColumnType.set)
        return not is_enumerated or column.labels is not None
    return casts(arrow_type(column), target)


def casts(source: pa.DataType, target: pa.DataType) -> bool:
    """Return whether Arrow casts values from one type to another, or else refuses them one by one.

    What would change their meaning, or lose digits unseen, is none of it.
    """
    types = pa.types
    if types.is_integer(source):
        return bool(types.is_signed_integer(target) or widens(source, target))
    if types.is_decimal(source):
        return bool(types.is_signed_integer(target) or types.is_decimal128(target))
    if types.is_binary(source):
        return bool(types.is_string(target) or types.is_binary(target))
    return widens(source, target)


def widens(source: pa.DataType, target: pa.DataType) -> bool:
    """Return whether every value of one type has a like one of another."""
    types = pa.types
    if types.is_integer(source) and types.is_integer(target):
        return bool(types.is_signed_integer(target) and source.bit_width <= target.bit_width)
    if types.is_integer(source) and types.is_decimal128(target):
        return bool(_DIGITS[source] <= target.precision - target.scale)
    if types.is_decimal(source) and types.is_decimal128(target):
        whole = target.precision - target.scale
        return bool(source.scale <= target.scale and source.precision - source.scale <= whole)
    return source == target or (source, target) in _WIDER


def wider(one: pa.DataType, other: pa.DataType) -> pa.DataType | None:
    """Return the narrowest type that two widen into; None where there is none."""
    if widens(one, other):
        return other
    if widens(other, one):
        return one
    some, more = _digits(one), _digits(other)
    if some is not None and more is not None:
        whole, scale = max(some[0], more[0]), max(some[1], more[1])
        fits = whole + scale <= MAX_DECIMAL_DIGITS
        return pa.decimal128(whole + scale, scale) if fits else None
    if widens(one, pa.float64()) and widens(other, pa.float64()):
        return pa.float64()
    return None


def _digits(data_type: pa.DataType) -> tuple[int, int] | None:
    """Return how many digits a number has before and behind its point; None of what is none."""
    if pa.types.is_decimal128(data_type):
        return data_type.precision - data_type.scale, data_type.scale
    return (_DIGITS[data_type], 0) if data_type in _DIGITS else None


_DIGITS = {pa.int8(): 3, pa.int16(): 5, pa.int32(): 10, pa.int64(): 19}

_WIDER = {
    (pa.int8(), pa.float64()),
    (pa.int16(), pa.float64()),
    (pa.int32(), pa.float64()),
    (pa.float32(), pa.float64()),
    (pa.string(), pa.binary()),
    (pa.date32(), pa.timestamp("us")),
}


# not all of pa.ArrowException: memory that does not suffice is no fault of a value
UNFIT = (
    *(pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowCapacityError, pa.ArrowNotImplementedError),
    *(ValueError, OverflowError),
)


KINDS = ("inserts", "updates", "deletes")
DDL_FIELDS = [
    ("position", pa.int64()),
    ("timestamp", pa.int64()),
    ("database", pa.string()),
    ("statement", pa.string()),
]
TABLES = pa.list_(pa.struct([("table", pa.string()), ("rows", pa.int64()), ("bytes", pa.int64())]))


EVENT_SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("position", pa.int64()),
        ("ordinal", pa.int64()),
        ("size", pa.int64()),
        ("type", pa.string()),
        ("type_code", pa.int32()),
        ("timestamp", INSTANT),
        ("server_id", pa.int64()),
        ("flags", pa.int32()),
        ("checksum", pa.string()),
        ("body", pa.string()),
    ]
)


TRANSACTION_SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("position", pa.int64()),
        ("end_position", pa.int64()),
        ("timestamp", INSTANT),
        ("commit_timestamp", INSTANT),
        ("server_id", pa.int64()),
        ("gtid", pa.string()),
        ("outcome", pa.string()),
        ("xid", pa.string()),
        ("kind", pa.string()),
        ("ended_by", pa.string()),
        ("num_events", pa.int64()),
        ("num_bytes", pa.int64()),
        ("num_rows", pa.int64()),
        ("tables", TABLES),
    ]
)


SUMMARY_SCHEMA = pa.unify_schemas(
    [
        TRANSACTION_SCHEMA,
        pa.schema(
            [
                ("first_change", pa.int64()),
                ("last_change", pa.int64()),
                ("xid_number", pa.uint64()),
                ("table_kinds", pa.list_(pa.struct([(k, pa.int64()) for k in KINDS]))),
                ("ddl", pa.list_(pa.struct(DDL_FIELDS))),
            ]
        ),
    ]
)
"""All that engines tell of transactions, with what only `stats` asks for.

Times are in seconds since 1970; `table_kinds` are the rows of each of the `tables` by their kind.
"""
