"""The flat record: one shape for a change, wherever it is shown."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import numpy as np

from binlog_kaitai.changes import Change, read_changes
from binlog_kaitai.charsets import BINARY
from binlog_kaitai.json_values import JsonDiffs, JsonText
from binlog_kaitai.places import base_name
from binlog_kaitai.scopes import Scope
from binlog_kaitai.sources import logs_of
from binlog_kaitai.statements import Statement
from binlog_kaitai.tables import Column
from binlog_kaitai.temporal import EPOCH, Date, Datetime, Time, Timestamp
from binlog_kaitai.values import Geometry, Value

Data = dict[str, Any]

PIECE = 3 * 2**18  # bytes, which base64 takes in threes


@dataclass(frozen=True, slots=True)
class Record:
    """One row image, or one statement.

    - `file`: the file's base name
    - `position`: byte offset in the file of the event
    - `ordinal`: 0, 1, 2 ... of the image within the event
    - `timestamp`: the event header's, UTC
    - `commit_timestamp`: UTC, where the server writes one
    - `server_id`
    - `gtid`: `uuid:gno`, `uuid:tag:gno` or `domain-server-sequence`, where there is one
    - `outcome`: committed, rolled_back, prepared; None where the log ends before the transaction
    - `xid`: of a transaction of XA, or of the one that a statement decides: `X'6162',X'',1`
    - `database`, `table`: `table` is None for a statement
    - `change_type`: insert, update_preimage, update_postimage, delete or statement
    - `data`: column name to value in JSON's terms, in column order, without the columns that the
      image does not hold; a JSON column's value is a `JsonText`, `{"json": None}` for the
      document null, or the `JsonDiffs` of a partial
      update whose before image lacks the document. Of a
      statement: `statement`, the default `database`, the `timestamp` with its fraction where it is
      logged, and what else a replay needs, where there is any: `insert_id`, `last_insert_id`,
      `rand_seeds`, `user_variables`, `time_zone`, `load` (where the data of LOAD DATA lie),
      `alter_phase`. `{"raw": base64}` of rows that nothing in the log tells how to read.
    """

    file: str
    position: int
    ordinal: int
    timestamp: datetime
    commit_timestamp: datetime | None
    server_id: int
    gtid: str | None
    outcome: str | None
    xid: str | None
    database: str
    table: str | None
    change_type: str
    data: Data

    def to_json(self) -> str:
        """The record as one line of JSON; JSON columns in it as the server writes them."""
        commit = self.commit_timestamp
        return to_json(
            {
                "file": self.file,
                "position": self.position,
                "ordinal": self.ordinal,
                "timestamp": f"{self.timestamp:%Y-%m-%dT%H:%M:%SZ}",
                "commit_timestamp": commit and f"{commit:%Y-%m-%dT%H:%M:%S.%fZ}",
                "server_id": self.server_id,
                "gtid": self.gtid,
                "outcome": self.outcome,
                "xid": self.xid,
                "database": self.database,
                "table": self.table,
                "change_type": self.change_type,
                "data": self.data,
            }
        )


def read_rows(
    path: str | os.PathLike[str], table: str | None = None, *, verify_checksums: bool = True
) -> Iterator[Record]:
    """Yields the records of a binary log file, or of those that an `.index` file lists, in order.

    With `table`, written `database.table`, only those of its row images. Raises BinlogError where
    the file is damaged or not a binary log, after the records before the damage; not for wrong
    checksums, without `verify_checksums`.
    """
    scope = Scope(table, verify_checksums=verify_checksums)
    for log in logs_of(path):
        for change in read_changes(log, scope):
            assert isinstance(change, Change)
            yield record_of(base_name(log), change)


def record_of(file: str, change: Change) -> Record:
    """The record of a change in the file of this base name."""
    transaction = change.transaction
    commit = transaction.commit_timestamp
    return Record(
        file=file,
        position=change.position,
        ordinal=change.ordinal,
        timestamp=EPOCH + timedelta(seconds=change.timestamp),
        commit_timestamp=None if commit is None else EPOCH + timedelta(microseconds=commit),
        server_id=change.server_id,
        gtid=transaction.gtid,
        outcome=change.outcome,
        xid=transaction.xid,
        database=change.database,
        table=None if change.table is None else change.table.name,
        change_type=change.change_type,
        data=data_of(change),
    )


def data_of(change: Change) -> Data:
    """The values of a change by column name, in JSON's terms."""
    if change.statement is not None:
        return _statement_data(change, change.statement)
    if change.cells is None:
        return {"raw": base64.b64encode(change.raw_rows or b"").decode()}
    return {column.name: json_value(column, value) for column, value in change.cells}


def size_of(change: Change) -> int:
    """How many bytes or characters the strings of a change are."""
    return sum(len(value) for _, value in change.cells or () if isinstance(value, (bytes, str)))


def data_pieces(change: Change) -> Iterator[bytes]:
    """Yields `data_of` a row image as JSON text, in pieces of which none is much above PIECE."""
    separator = "{"
    for column, value in change.cells or ():
        yield f"{separator}{_quote(column.name)}: ".encode()
        separator = ", "
        if not isinstance(value, (bytes, str)) or len(value) <= PIECE:
            yield to_json(json_value(column, value)).encode()
            continue
        opening, closing = '"', '"'
        if isinstance(value, JsonText):
            opening = closing = ""
        elif isinstance(value, bytes) and column.charset != BINARY:
            opening, closing = '{"base64": "', '"}'
        yield opening.encode()
        for start in range(0, len(value), PIECE):
            piece = value[start : start + PIECE]
            if isinstance(piece, bytes):
                yield base64.b64encode(piece)
            elif isinstance(value, JsonText):
                yield piece.encode()
            else:
                yield _quote(piece)[1:-1].encode()
        yield closing.encode()
    yield b"}" if separator == ", " else b"{}"


def quoted_size(change: Change) -> int:
    """How many bytes the texts of a row image take in JSON, without what is around them."""
    size = 0
    for _, value in change.cells or ():
        if isinstance(value, bytes):
            size += 4 * ((len(value) + 2) // 3)
        elif isinstance(value, str):
            for start in range(0, len(value), PIECE):
                piece = np.asarray(memoryview(value[start : start + PIECE].encode()))
                size += len(piece) if isinstance(value, JsonText) else quoted_length(piece)
    return size


def quoted_length(text: Any) -> int:
    """How many bytes a text, an array of its UTF-8, takes between the quotes of JSON."""
    counts = np.bincount(text, minlength=256)
    longer = 5 * int(counts[:32].sum()) - 4 * int(counts[list(b"\b\t\n\f\r")].sum())
    return len(text) + longer + int(counts[ord('"')]) + int(counts[ord("\\")])


def _statement_data(change: Change, statement: Statement) -> Data:
    timestamp = EPOCH + timedelta(seconds=change.timestamp)
    context = dict(statement.context)
    fraction = context.pop("microseconds", None)
    when = f"{timestamp:%Y-%m-%dT%H:%M:%S}"
    data: Data = {
        "statement": statement.text,
        "database": statement.database,
        "timestamp": f"{when}Z" if fraction is None else f"{when}.{fraction:06d}Z",
    }
    if change.transaction.alter_phase:
        data["alter_phase"] = change.transaction.alter_phase
    return data | context


def json_value(column: Column, value: Value) -> Any:
    """A value in JSON's terms: None, bool, int, float, str, list, dict or JsonText."""
    match value:
        case JsonText() if value == "null":
            return {"json": None}  # NULL is no document
        case None | str() | int() | float() | list() | JsonDiffs():
            return value
        case bytes():
            encoded = base64.b64encode(value).decode()
            return encoded if column.charset == BINARY else {"base64": encoded}
        case Decimal():
            return format(value, "f")
        case Date() | Time() | Datetime() | Timestamp():
            return str(value)
        case Geometry():
            return {"srid": value.srid, "wkb": base64.b64encode(value.wkb).decode()}
    raise TypeError(f"no JSON form of {type(value).__name__}")


def to_json(value: Any) -> str:
    """JSON text of dicts, lists and scalars, where a `JsonText` stands for itself."""
    if isinstance(value, JsonText):
        return str(value)
    if isinstance(value, JsonDiffs):
        return value.to_json()
    if isinstance(value, dict):
        items = (f"{_quote(key)}: {to_json(item)}" for key, item in value.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(to_json, value))}]"
    return _quote(value)


def _quote(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
