"""The flat record: one shape for a change, wherever it is shown."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from datetime import timedelta

import numpy as np

from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.changes import Change, Statement
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.json_text import PIECE, Data, json_value, quoted_length, to_json
from binlog_kaitai.model.records import Record
from binlog_kaitai.model.values import JsonText, quote


def record_of(file: str, change: Change) -> Record:
    """Return the record of a change in the file of this base name."""
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
    """Return the values of a change by column name, in JSON's terms."""
    if change.statement is not None:
        return _statement_data(change, change.statement)
    if change.cells is None:
        return {"raw": base64.b64encode(change.raw_rows or b"").decode()}
    return {column.name: json_value(column, value) for column, value in change.cells}


def size_of(change: Change) -> int:
    """Return how many bytes or characters the strings of a change are."""
    return sum(len(value) for _, value in change.cells or () if isinstance(value, (bytes, str)))


def data_pieces(change: Change) -> Iterator[bytes]:
    """Yield `data_of` a row image as JSON text, in pieces of which none is much above PIECE."""
    separator = "{"
    for column, value in change.cells or ():
        yield f"{separator}{quote(column.name)}: ".encode()
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
                yield quote(piece)[1:-1].encode()
        yield closing.encode()
    yield b"}" if separator == ", " else b"{}"


def quoted_size(change: Change) -> int:
    """Return how many bytes the texts of a row image take in JSON, without what is around them."""
    size = 0
    for _, value in change.cells or ():
        if isinstance(value, bytes):
            size += 4 * ((len(value) + 2) // 3)
        elif isinstance(value, str):
            for start in range(0, len(value), PIECE):
                piece = np.asarray(memoryview(value[start : start + PIECE].encode()))
                size += len(piece) if isinstance(value, JsonText) else quoted_length(piece)
    return size


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
