"""Messages of Debezium 3.6 by Kafka Connect's JSON converter, without schemas or with them.

Values are those of its defaults: decimals are exact bytes, times are in microseconds or as precise
as their column, BIGINT UNSIGNED is a signed number, and binary values are bytes. Debezium puts the
time of its own work beside `source`; here it is the time in `source`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from importlib.metadata import version
from typing import Any

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.messages.forms import (
    FLOATS,
    MAX_TABLES,
    NULL,
    TIMESTAMPS,
    WITH_MILLISECONDS,
    Convert,
    Form,
    Message,
    Replaced,
    Row,
    document,
    java_number,
    object_of,
    quoted_bytes,
)
from binlog_kaitai.forensics.messages.geometries import read_geometry
from binlog_kaitai.forensics.messages.schemas import POINT, escaped_label, schemas_of
from binlog_kaitai.model.calendar import EPOCH, microseconds_of
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.model.values import quote

_BEYOND = re.compile("[\U00010000-\U0010ffff]")
_VERSION = quote(version("binlog-kaitai"))

_SERVER = "binlog-kaitai"
_LEAST_YEAR, _FIRST_OF_1900S = 100, 70

MAX_LONG = 2**63 - 1


def _messages(rows: Iterable[Row], *, has_schemas: bool = False) -> Iterator[Message]:
    known: dict[tuple[str, str], tuple[Table, tuple[str, str]]] = {}

    def schemas(table: Table, connector: str) -> tuple[str, str]:
        name = table.database, table.name
        if name not in known or known[name][0] is not table:
            if len(known) == MAX_TABLES:
                known.clear()
            known[name] = table, schemas_of(table, connector, _SERVER)
        return known[name][1]

    for row in rows:
        _check_images(row)
        connector = "mariadb" if row.gtid is not None and ":" not in row.gtid else "mysql"
        for part in _parts(row):
            key, value = _key(part), _value(part, connector)
            if has_schemas:
                of_key, of_value = schemas(row.table, connector)
                value = object_of({"schema": of_value, "payload": value})
                key = None if key is None else object_of({"schema": of_key, "payload": key})
            key = None if key is None else _escaped(key)
            yield Message(row.table, key, _escaped(value))
            if part.after is None:
                yield Message(row.table, key, None)


def _escaped(text: str) -> str:
    """Return JSON whose characters beyond U+FFFF are escaped, as Jackson does."""
    return _BEYOND.sub(lambda found: json.dumps(found[0])[1:-1].upper().replace("U", "u"), text)


def _parts(row: Row) -> Iterator[Row]:
    """Yield a change; that of a primary key is a row that ends, and another that begins."""
    is_update = row.before is not None and row.after is not None
    parts = row._replace(after=None), row._replace(before=None)
    if is_update and row.table.primary_key and _key(parts[0]) != _key(parts[1]):
        yield from parts
    else:
        yield row


def _key(row: Row) -> str | None:
    image = row.before if row.after is None else row.after
    names = row.table.primary_key
    return object_of({name: image[name] for name in names}) if names and image else None


def _value(row: Row, connector: str) -> str:
    before = NULL if row.before is None else object_of(row.before)
    after = NULL if row.after is None else object_of(row.after)
    operation = "c" if row.before is None else "u" if row.after is not None else "d"
    ms = f'"ts_ms":{row.microseconds // 1000}'
    us_and_ns = f'"ts_us":{row.microseconds},"ts_ns":{row.microseconds * 1000}'
    source = (
        f'{{"version":{_VERSION},"connector":"{connector}"'
        f',"name":"{_SERVER}",{ms},"snapshot":"false","db":{quote(row.table.database)}'
        f',"sequence":null,{us_and_ns},"table":{quote(row.table.name)}'
        f',"server_id":{row.server_id},"gtid":{NULL if row.gtid is None else quote(row.gtid)}'
        f',"file":{quote(row.file)},"pos":{row.position},"row":{row.number}'
        f',"thread":{NULL if row.thread is None else row.thread}'
        f',"query":{NULL if row.statement is None else quote(row.statement)}}}'
    )
    return (
        f'{{"before":{before},"after":{after},"source":{source},"transaction":null'
        f',"op":"{operation}",{ms},{us_and_ns}}}'
    )


def _check_images(row: Row) -> None:
    for image in filter(None, (row.before, row.after)):
        for column in row.table.shown_columns:
            if column.name not in image:
                expected = (
                    "whole row images for messages of Debezium (binlog_row_image=FULL; MariaDB"
                    " leaves generated columns out of updates and deletes)"
                )
                found = f"one without the column {column.name}"
                raise BinlogError(row.path, row.position, expected, found)


def _decimal(value: Any, _: str) -> str:
    """Return the digits as a number in two's complement, the highest byte first."""
    number = int(value.replace(".", ""))
    length = (number + (number < 0)).bit_length() // 8 + 1
    return quoted_bytes(number.to_bytes(length, "big", signed=True))


def _long(column: Column, replaced: Replaced) -> Convert:
    def convert(value: Any, text: str) -> str:
        if not column.is_unsigned or value <= MAX_LONG:
            return text
        replaced()
        return str(value - 2 * (MAX_LONG + 1))

    return convert


def _enum(_: Column, __: Replaced) -> Convert:
    return lambda value, text: quote(escaped_label(value)) if isinstance(value, str) else text


def _bits(column: Column, _: Replaced) -> Convert:
    if column.num_bits == 1:
        return lambda value, _: "true" if value else "false"
    length = -(-column.num_bits // 8)
    return lambda value, _: quoted_bytes(value.to_bytes(length, "little"))


def _or_zero(convert: Callable[[Any], str], zero: str) -> Callable[[Column, Replaced], Convert]:
    """Return conversions of dates: what is none has null, or `zero` where that is not allowed."""

    def make(column: Column, replaced: Replaced) -> Convert:
        def converted(value: Any, _: str) -> str:
            year = int(value[:4])
            if 0 < year < _LEAST_YEAR:
                replaced()
                value = f"{year + (2000 if year < _FIRST_OF_1900S else 1900)}{value[4:]}"
            try:
                return convert(value)
            except ValueError:
                replaced()
                return NULL if column.is_nullable else zero

        return converted

    return make


def _year(_: Column, replaced: Replaced) -> Convert:
    def convert(value: Any, text: str) -> str:
        if value:
            return text
        replaced()
        return "1900"

    return convert


def _days(value: Any) -> str:
    return str((datetime.fromisoformat(f"{value}T00:00:00+00:00") - EPOCH).days)


def _since_1970(value: Any) -> str:
    """Return microseconds where the fraction has more than three digits, else milliseconds."""
    whole, _, fraction = value.partition(".")
    seconds = microseconds_of(datetime.fromisoformat(whole)) // 1_000_000
    digits = 6 if len(fraction) > WITH_MILLISECONDS else 3
    return str(seconds * 10**digits + int(fraction.ljust(digits, "0")))


def _zoned(value: Any) -> str:
    if value.startswith("0000"):
        raise ValueError(value)
    return quote(value)


def _duration(value: Any, _: str) -> str:
    clock, _, fraction = value.lstrip("-").partition(".")
    hours, minutes, seconds = map(int, clock.split(":"))
    whole = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + int(fraction.ljust(6, "0"))
    return str(-whole if value.startswith("-") else whole)


def _geometry(column: Column, replaced: Replaced) -> Convert:
    def convert(value: Any, _: str) -> str:
        members = {}
        if column.geometry == POINT:
            if not value["wkb"]:
                replaced()
                return NULL
            point = read_geometry(value).body
            members = {"x": _double(point.x), "y": _double(point.y)}
        srid = str(value["srid"]) if value["srid"] else NULL
        return object_of(members | {"wkb": quote(value["wkb"]), "srid": srid})

    return convert


def _double(number: float) -> str:
    return java_number(number, str(number))


def _vector(value: Any, _: str) -> str:
    return f"[{','.join(map(_double, value))}]"


DEBEZIUM = Form(
    "Debezium",
    {
        **FLOATS,
        ColumnType.year: _year,
        ColumnType.newdecimal: lambda *_: _decimal,
        ColumnType.longlong: _long,
        ColumnType.enum: _enum,
        ColumnType.bit: _bits,
        ColumnType.date: _or_zero(_days, "0"),
        ColumnType.datetime: _or_zero(_since_1970, "0"),
        ColumnType.datetime2: _or_zero(_since_1970, "0"),
        ColumnType.time: lambda *_: _duration,
        ColumnType.time2: lambda *_: _duration,
        **dict.fromkeys(TIMESTAMPS, _or_zero(_zoned, quote("1970-01-01T00:00:00Z"))),
        ColumnType.json: lambda *_: lambda value, text: quote(document(value, text)),
        ColumnType.geometry: _geometry,
        ColumnType.vector: lambda *_: _vector,
    },
    _messages,
    partial(_messages, has_schemas=True),
)
