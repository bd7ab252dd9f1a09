"""The schemas of Debezium's messages, as Kafka Connect's JSON converter writes them.

They are those of Debezium 3.6 as far as a log tells: without defaults of columns, BOOLEAN is an
int16, and FLOAT(7,3) a float.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeAlias

from binlog_kaitai.forensics.messages.forms import TIMESTAMPS, WITH_MILLISECONDS
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.tables import STRINGS, Column, ColumnType, Table

Schema: TypeAlias = dict[str, Any]

POINT = "POINT"

_SNAPSHOTS = "true,first,first_in_data_collection,last_in_data_collection,last,false,incremental"


def _schema(kind: str, *, optional: bool = False, **more: Any) -> Schema:
    inner: Schema = {name: more.pop(name) for name in ("items", "fields") if name in more}
    return {"type": kind, **inner, "optional": optional, **more}


def _logical(name: str, kind: str, **parameters: str) -> Schema:
    """Return a schema that has a name of its own; `_` stands for a dot in names of parameters."""
    given = {key.replace("_", "."): value for key, value in parameters.items()}
    more: Schema = {"parameters": given} if given else {}
    return _schema(kind, name=name, version=1, **more)


def _integer(signed: str, unsigned: str) -> Callable[[Column], Schema]:
    return lambda column: _schema(unsigned if column.is_unsigned else signed)


def escaped_label(label: str) -> str:
    """Return a label of ENUM, in which Debezium has a backslash before each comma."""
    return label.replace(",", r"\,")


def _labelled(name: str) -> Callable[[Column], Schema]:
    def of(column: Column) -> Schema:
        if column.labels is None:
            return _schema("int64")
        return _logical(
            f"io.debezium.data.{name}",
            "string",
            allowed=",".join(map(escaped_label, column.labels)),
        )

    return of


def _datetime(column: Column) -> Schema:
    is_short = column.fraction_digits <= WITH_MILLISECONDS
    return _logical(f"io.debezium.time.{'' if is_short else 'Micro'}Timestamp", "int64")


def _time(_: Column) -> Schema:
    return _logical("io.debezium.time.MicroTime", "int64")


def _decimal(column: Column) -> Schema:
    digits = {"scale": str(column.scale), "connect_decimal_precision": str(column.precision)}
    return _logical("org.apache.kafka.connect.data.Decimal", "bytes", **digits)


def _bits(column: Column) -> Schema:
    if column.num_bits == 1:
        return _schema("boolean")
    return _logical("io.debezium.data.Bits", "bytes", length=str(column.num_bits))


def _geometry(column: Column) -> Schema:
    is_point = column.geometry == POINT
    coordinates = [_schema("double", field=name) for name in ("x", "y") if is_point]
    fields = [
        *coordinates,
        _schema("bytes", optional=is_point, field="wkb"),
        _schema("int32", optional=True, field="srid"),
    ]
    return _schema(
        "struct",
        fields=fields,
        optional=True,
        name=f"io.debezium.data.geometry.{'Point' if is_point else 'Geometry'}",
        version=1,
        doc=f"Geometry{' (POINT)' if is_point else ''}",
    )


def _vector(_: Column) -> Schema:
    items = _schema("float")
    return _schema("array", items=items, name="io.debezium.data.FloatVector", version=1)


_OF_TYPES: dict[ColumnType, Callable[[Column], Schema]] = {
    ColumnType.tiny: _integer("int16", "int16"),
    ColumnType.short: _integer("int16", "int32"),
    ColumnType.int24: _integer("int32", "int32"),
    ColumnType.long: _integer("int32", "int64"),
    ColumnType.longlong: _integer("int64", "int64"),
    ColumnType.float: lambda _: _schema("float"),
    ColumnType.double: lambda _: _schema("double"),
    ColumnType.newdecimal: _decimal,
    ColumnType.bit: _bits,
    ColumnType.year: lambda _: _logical("io.debezium.time.Year", "int32"),
    ColumnType.date: lambda _: _logical("io.debezium.time.Date", "int32"),
    **dict.fromkeys((ColumnType.time, ColumnType.time2), _time),
    **dict.fromkeys((ColumnType.datetime, ColumnType.datetime2), _datetime),
    **dict.fromkeys(TIMESTAMPS, lambda _: _logical("io.debezium.time.ZonedTimestamp", "string")),
    ColumnType.enum: _labelled("Enum"),
    ColumnType.set: _labelled("EnumSet"),
    ColumnType.json: lambda _: _logical("io.debezium.data.Json", "string"),
    ColumnType.geometry: _geometry,
    ColumnType.vector: _vector,
    **dict.fromkeys(
        STRINGS, lambda column: _schema("bytes" if column.charset == BINARY else "string")
    ),
}


def _field(column: Column) -> Schema:
    schema = _OF_TYPES[column.type](column) if column.type in _OF_TYPES else _schema("string")
    optional = schema["optional"] or column.is_nullable
    return schema | {"optional": optional, "field": column.name}


def _fields(*fields: tuple[str, str, bool]) -> list[Schema]:
    return [_schema(kind, optional=optional, field=name) for name, kind, optional in fields]


def _source(connector: str) -> Schema:
    snapshot = _logical("io.debezium.data.Enum", "string", allowed=_SNAPSHOTS)
    fields = [
        *_fields(
            *(("version", "string", False), ("connector", "string", False)),
            *(("name", "string", False), ("ts_ms", "int64", False)),
        ),
        snapshot | {"optional": True, "default": "false", "field": "snapshot"},
        *_fields(
            *(("db", "string", False), ("sequence", "string", True), ("ts_us", "int64", True)),
            *(("ts_ns", "int64", True), ("table", "string", True), ("server_id", "int64", False)),
            *(("gtid", "string", True), ("file", "string", False), ("pos", "int64", False)),
            *(("row", "int32", False), ("thread", "int64", True), ("query", "string", True)),
        ),
    ]
    name = f"io.debezium.connector.{connector}.Source"
    return _schema("struct", fields=fields, name=name, version=1, field="source")


def _transaction() -> Schema:
    fields = _fields(
        *(("id", "string", False), ("total_order", "int64", False)),
        ("data_collection_order", "int64", False),
    )
    return _schema(
        "struct", fields=fields, optional=True, name="event.block", version=1, field="transaction"
    )


def schemas_of(table: Table, connector: str, server: str) -> tuple[str, str]:
    """Return the schemas of the keys and of the values of a table's messages.

    Args:
        table: as its log describes it.
        connector: `mysql` or `mariadb`.
        server: what names of topics begin with.

    Returns:
        Two JSON texts, without spaces.
    """
    topic = re.sub(r"[^A-Za-z0-9._-]", "_", f"{server}.{table.database}.{table.name}")
    columns = {column.name: _field(column) for column in table.shown_columns}
    keys = [columns[name] for name in table.primary_key]
    key = _schema("struct", fields=keys, name=f"{topic}.Key")
    row: Schema = {"fields": [*columns.values()], "optional": True, "name": f"{topic}.Value"}
    value = _schema(
        "struct",
        fields=[
            _schema("struct", **row, field="before"),
            _schema("struct", **row, field="after"),
            _source(connector),
            _transaction(),
            *_fields(
                *(("op", "string", False), ("ts_ms", "int64", True)),
                *(("ts_us", "int64", True), ("ts_ns", "int64", True)),
            ),
        ],
        name=f"{topic}.Envelope",
        version=2,
    )
    return _compact(key), _compact(value)


def _compact(schema: Schema) -> str:
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
