"""Messages of Canal in its flat format, one for each event of rows.

All values are texts: bytes are read as ISO 8859-1, ENUM and SET are numbers, floating points are
Java's. A TIMESTAMP is in UTC, where Canal takes the time zone of its JVM. What only a running
Canal knows has its defaults: the `id` of a batch is 0, `gtid` is empty.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.messages.forms import (
    NULL,
    TIMESTAMPS,
    Convert,
    Form,
    Image,
    Message,
    Replaced,
    Row,
    java_number,
    object_of,
    spaced,
)
from binlog_kaitai.generated.writers.geometry_cell import GeometryCell
from binlog_kaitai.model.charsets import BINARY, width_of
from binlog_kaitai.model.tables import STRINGS, Column, ColumnType
from binlog_kaitai.model.type_names import sql_type
from binlog_kaitai.model.values import quote

MAX_TEXT = 2**20
"""Characters of the rows in a message of a compressed transaction, in which all lie at one byte."""

_ROOM = 64
"""Bytes, more than a geometry has in front of its Well-Known Binary."""


def _messages(rows: Iterable[Row]) -> Iterator[Message]:
    held: list[Row] = []
    event: tuple[Any, ...] = ()
    num_texts = 0
    try:
        for row in rows:
            kind = row.before is None, row.after is None
            own = row.path, row.position, row.table.database, row.table.name, kind
            if held and (own != event or num_texts >= MAX_TEXT):
                yield _message(held)
                held, num_texts = [], 0
            event = own
            held.append(row)
            num_texts += sum(map(len, (row.after or row.before or {}).values()))
    except (BinlogError, OSError):
        if held:
            yield _message(held)
        raise
    if held:
        yield _message(held)


def _message(rows: list[Row]) -> Message:
    row = rows[0]
    kind = "INSERT" if row.before is None else "UPDATE" if row.after is not None else "DELETE"
    data = [(row.before if row.after is None else row.after) or {} for row in rows]
    columns = {column.name: column for column in row.table.shown_columns}
    last = {name: text for image in data for name, text in image.items()}
    keys = [quote(name) for name in data[0] if name in row.table.primary_key]
    members = {
        "data": f"[{','.join(map(object_of, data))}]",
        "database": quote(row.table.database),
        "es": str(row.seconds * 1000),
        "gtid": '""',
        "id": "0",
        "isDdl": "false",
        "mysqlType": object_of({name: quote(_mysql_type(columns[name])) for name in last}),
        "old": f"[{','.join(map(object_of, _old(rows)))}]" if kind == "UPDATE" else NULL,
        "pkNames": f"[{','.join(keys)}]" if keys else NULL,
        "sql": '""',
        "sqlType": object_of({name: str(_sql_type(columns[name], last[name])) for name in last}),
        "table": quote(row.table.name),
        "ts": str(row.microseconds // 1000),
        "type": quote(kind),
    }
    return Message(row.table, None, object_of(members))


def _old(rows: list[Row]) -> Iterator[Image]:
    """Yield what was before of columns that a row changed, or one before it in the event."""
    changed = set[str]()
    for row in rows:
        before, after = row.before or {}, row.after or {}
        changed.update(name for name, text in after.items() if before.get(name) != text)
        yield {name: text for name, text in before.items() if name in changed}


def _mysql_type(column: Column) -> str:
    """Return a type as servers write it, without what the log does not tell."""
    if column.type == ColumnType.string and column.charset not in (None, BINARY):
        return f"char({column.length // width_of(str(column.charset))})"
    name, *labels = sql_type(column).partition(" CHARACTER SET ")[0].partition("(")
    return name.lower() + "".join(labels).replace(" UNSIGNED", " unsigned")


_SQL_TYPES = {
    ColumnType.tiny: -6,
    ColumnType.short: 5,
    ColumnType.int24: 4,
    ColumnType.long: 4,
    ColumnType.longlong: -5,
    ColumnType.newdecimal: 3,
    ColumnType.float: 7,
    ColumnType.double: 8,
    ColumnType.bit: -7,
    ColumnType.set: -7,
    ColumnType.enum: 4,
    ColumnType.year: 12,
    ColumnType.date: 91,
    **dict.fromkeys((ColumnType.time, ColumnType.time2), 92),
    **dict.fromkeys((ColumnType.datetime, ColumnType.datetime2, *TIMESTAMPS), 93),
    ColumnType.string: 1,
    **dict.fromkeys((ColumnType.varchar, ColumnType.var_string), 12),
    ColumnType.json: 12,
    ColumnType.geometry: 2004,
}
"""The numbers that JDBC has for types."""
_CLOB, _BLOB, _OTHER = 2005, 2004, 1111
_BEYOND_SIGNED = {
    ColumnType.tiny: (2**7, 5),
    ColumnType.short: (2**15, 4),
    ColumnType.int24: (2**23, 4),
    ColumnType.long: (2**31, -5),
    ColumnType.longlong: (2**63, 3),
}
"""From which number on an unsigned value has another type, and which."""
_OF_NULL = {ColumnType.set: _BLOB, ColumnType.json: _OTHER}


def _sql_type(column: Column, text: str) -> int:
    if column.type in STRINGS and column.charset == BINARY:
        return _BLOB
    own = _SQL_TYPES.get(column.type, _CLOB if column.type in STRINGS else _OTHER)
    if text == NULL:
        return _OF_NULL.get(column.type, own)
    least, larger = _BEYOND_SIGNED.get(column.type, (0, 0))
    return larger if column.is_unsigned and larger and int(text[1:-1]) >= least else own


def _plain(_: Any, text: str) -> str:
    return text if text.startswith('"') else quote(text)


def _floating(value: Any, text: str) -> str:
    return quote(java_number(value, text))


def _document(value: Any, text: str) -> str:
    return quote(NULL) if value == {"json": None} else quote(text)


def _string(column: Column, _: Replaced) -> Convert:
    if column.padded_length:
        return lambda value, _: _bytes(base64.b64decode(value).rstrip(b"\0"))  # as it is logged
    if column.charset == BINARY:
        return lambda value, _: _bytes(base64.b64decode(value))
    return _text


def _text(value: Any, text: str) -> str:
    """Return a text, or the bytes of what is not valid in its charset."""
    return _bytes(base64.b64decode(value["base64"])) if isinstance(value, dict) else text


def _bytes(data: bytes) -> str:
    return quote(data.decode("latin-1"))


def _geometry(value: Any, _: str) -> str:
    wkb = base64.b64decode(value["wkb"])
    return _bytes(wkb if value["srid"] is None else _stored(value["srid"], wkb))


def _stored(srid: int, wkb: bytes) -> bytes:
    """Return a geometry as servers store it."""
    known = GeometryCell.GeometryValue(KaitaiStream(BytesIO(bytes(_ROOM))))
    known._read()  # noqa: SLF001 - Kaitai's names
    stream = KaitaiStream(BytesIO(bytearray(_ROOM - len(known.wkb) + len(wkb))))
    written = GeometryCell.GeometryValue()
    written.srid, written.wkb = srid, wkb
    written._check()  # noqa: SLF001
    written._write__seq(stream)  # noqa: SLF001
    data: bytes = stream.to_byte_array()
    return data


def _enum(column: Column, _: Replaced) -> Convert:
    if column.labels is None:
        return _plain
    numbers = {"": 0} | {label: number for number, label in enumerate(column.labels, 1)}
    return lambda value, _: quote(str(numbers[value]))


def _set(column: Column, _: Replaced) -> Convert:
    if column.labels is None:
        return _plain
    bits = {label: 1 << number for number, label in enumerate(column.labels)}
    return lambda value, _: quote(str(sum(bits[label] for label in value.split(",") if value)))


CANAL = Form(
    "Canal",
    dict.fromkeys(ColumnType, lambda *_: _plain)
    | dict.fromkeys(STRINGS, _string)
    | {
        **dict.fromkeys((ColumnType.float, ColumnType.double), lambda *_: _floating),
        ColumnType.year: lambda *_: lambda value, _: quote(f"{value:04}"),
        **dict.fromkeys(TIMESTAMPS, lambda *_: spaced),
        ColumnType.enum: _enum,
        ColumnType.set: _set,
        ColumnType.json: lambda *_: _document,
        ColumnType.geometry: lambda *_: _geometry,
    },
    _messages,
)
