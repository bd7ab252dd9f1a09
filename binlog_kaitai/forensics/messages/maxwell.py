"""Messages of Maxwell for Kafka and other queues, as it writes them by default.

A TIME keeps its sign and its hours, of which Maxwell takes away whole days.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.messages.forms import (
    FLOATS,
    NULL,
    TIMESTAMPS,
    Convert,
    Form,
    Message,
    Replaced,
    Row,
    compact,
    document,
    object_of,
    quoted_bytes,
    spaced,
)
from binlog_kaitai.forensics.messages.geometries import read_geometry, well_known_text
from binlog_kaitai.model.tables import Column, ColumnType
from binlog_kaitai.model.values import quote


def _messages(rows: Iterable[Row]) -> Iterator[Message]:
    held: Row | None = None
    try:
        for row in rows:
            if held is not None:
                is_last = (row.path, row.commit) != (held.path, held.commit)
                yield _message(held, is_last=is_last)
            held = row
    except (BinlogError, OSError) as error:
        if held is not None:
            yield _message(held, is_last=_is_behind(error, held))
        raise
    if held is not None:
        yield _message(held, is_last=True)


def _is_behind(error: BinlogError | OSError, row: Row) -> bool:
    """Return whether an error is known to lie behind the transaction of a row."""
    if row.commit is None or not isinstance(error, BinlogError):
        return False
    return error.file != row.path or error.position >= row.commit.end


def _message(row: Row, *, is_last: bool) -> Message:
    return Message(row.table, _key(row), _value(row, is_last=is_last))


def _key(row: Row) -> str | None:
    """Return a key of Maxwell's default format; without a primary key it would be random."""
    names = row.table.primary_key
    if not names:
        return None
    data = (row.before or {}) | (row.after or {})
    key = {"database": quote(row.table.database), "table": quote(row.table.name)}
    return object_of(key | {f"pk.{name.lower()}": data.get(name, NULL) for name in names})


def _value(row: Row, *, is_last: bool) -> str:
    kind = "insert" if row.before is None else "update" if row.after is not None else "delete"
    before, after = row.before or {}, row.after or {}
    old = {
        name: text
        for name, text in before.items()
        if row.after is not None and after.get(name, text) != text
    }
    members = {
        "database": quote(row.table.database),
        "table": quote(row.table.name),
        "type": quote(kind),
        "ts": str(row.seconds),
    }
    if row.commit is not None and row.commit.xid_number is not None:
        members["xid"] = str(row.commit.xid_number)
    if is_last:
        members["commit"] = "true"
    members["data"] = object_of(before | after)
    return object_of(members | ({"old": object_of(old)} if old else {}))


def _labels(value: Any, text: str) -> str:
    if not isinstance(value, str):
        return text  # the bits, where the log does not tell the labels
    labels = value.split(",") if value else []
    return json.dumps(labels, ensure_ascii=False, separators=(",", ":"))


def _enum(column: Column, _: Replaced) -> Convert:
    is_no_label = column.labels is not None and "" not in column.labels
    return lambda value, text: NULL if is_no_label and value == "" else text


def _string(column: Column, _: Replaced) -> Convert:
    if not column.padded_length:
        return lambda _, text: text
    return lambda value, _: quoted_bytes(base64.b64decode(value).rstrip(b"\0"))  # as it is logged


def _geometry(_: Column, replaced: Replaced) -> Convert:
    def convert(value: Any, _: str) -> str:
        if value["wkb"]:
            return quote(well_known_text(read_geometry(value)))
        replaced()
        return NULL

    return convert


MAXWELL = Form(
    "Maxwell",
    {
        **FLOATS,
        ColumnType.newdecimal: lambda *_: lambda value, _: str(Decimal(value)),
        **dict.fromkeys(TIMESTAMPS, lambda *_: spaced),
        ColumnType.set: lambda *_: _labels,
        ColumnType.enum: _enum,
        ColumnType.string: _string,
        ColumnType.json: lambda *_: document,
        ColumnType.geometry: _geometry,
        ColumnType.vector: lambda *_: compact,
    },
    _messages,
    has_commits=True,
)
