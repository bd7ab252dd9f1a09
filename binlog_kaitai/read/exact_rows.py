"""Exact values from records, for tables whose records tell them: kernels read these, and fast.

A record tells an exact value where its column's type and charset leave nothing in doubt. It does
not of JSON, of geometries and vectors, and of text in charsets that have a character twice.
"""

from __future__ import annotations

import base64
import calendar
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.changes import NOTHING, Change, RowContext
from binlog_kaitai.model.charsets import BINARY, decoder
from binlog_kaitai.model.row_batches import record_values
from binlog_kaitai.model.tables import STRINGS, Column, ColumnType, Table
from binlog_kaitai.model.transactions import COMMITTED, End, Fate, Transaction
from binlog_kaitai.model.values import Value

Convert = Callable[[Any], Value]

_UNICODE = ("utf8mb4", "utf8mb3", "ascii", None)
_MICROSECONDS = 1_000_000


def tells_exactly(table: Table) -> bool:
    """Return whether records tell exact values of all columns of a table."""
    return table.has_names and all(converter(column) for column in table.shown_columns)


class ExactRows(NamedTuple):
    """Row images of tables whose records tell exact values, both images of an update together.

    `batch` are records, maybe with `thread_id` and `user`; `tables` are described as they are for
    all of these, by database and name; `starts` are where the transaction of each row begins.
    """

    batch: pa.RecordBatch
    tables: Mapping[tuple[str, str], Table]
    starts: Any

    @property
    def are_committed(self) -> bool:
        """Whether all transactions are committed."""
        return bool(pc.all(pc.equal(self.batch.column("outcome"), COMMITTED)).as_py())

    def changes(self) -> Iterator[Change]:
        """Yield the row images."""
        for row, start in zip(record_values(self.batch), self.starts.tolist(), strict=True):
            _, position, ordinal, when, commit, server_id, gtid, outcome, xid, *rest = row
            database, name, kind, data, *context = rest
            table = self.tables[database, name]
            held = json.loads(data)
            yield Change(
                position=position,
                ordinal=ordinal,
                timestamp=when // _MICROSECONDS,
                server_id=server_id,
                transaction=Transaction(gtid, commit, None, xid),
                database=database,
                change_type=kind,
                table=table,
                cells=[
                    (column, None if held[column.name] is None else convert(held[column.name]))
                    for column, convert in _converters(table)
                    if column.name in held
                ],
                fate=Fate((start, 0), end=End(outcome)),
                context=RowContext(None, *context) if context else NOTHING,
            )


@lru_cache(16)
def _converters(table: Table) -> list[tuple[Column, Convert]]:
    found = [(column, converter(column)) for column in table.shown_columns]
    return [(column, convert) for column, convert in found if convert is not None]


def converter(column: Column) -> Convert | None:
    """Return what makes of a column's value in a record the exact one; None if nothing does."""
    if column.type in STRINGS:
        return _string(column)
    if column.type in (ColumnType.enum, ColumnType.set):
        return _labelled(column)
    return _CONVERTERS.get(column.type)


def _string(column: Column) -> Convert | None:
    if column.charset == BINARY:
        return base64.b64decode
    if column.charset in _UNICODE:
        return lambda value: value.encode() if isinstance(value, str) else _bytes(value)
    table = _bytes_of(str(column.charset))
    if table is None:
        return None
    return lambda value: (
        bytes(map(table.__getitem__, value)) if isinstance(value, str) else _bytes(value)
    )


def _bytes(value: Any) -> bytes:
    return base64.b64decode(value["base64"])


@lru_cache(64)
def _bytes_of(charset: str) -> dict[str, int] | None:
    """Return the byte of each character; None where some byte is none, or two are the same."""
    try:
        table = {decoder(charset)(bytes([byte])): byte for byte in range(256)}
    except UnicodeDecodeError:
        return None
    return table if len(table) == 256 and all(map(len, table)) else None  # noqa: PLR2004


def _labelled(column: Column) -> Convert | None:
    labels = column.labels
    if labels is None:
        return int
    numbers = {label: number for number, label in enumerate(labels)}
    if len(numbers) < len(labels) or "" in numbers or any("," in label for label in labels):
        return None
    if column.type == ColumnType.enum:
        indexes = {"": 0} | {label: number + 1 for label, number in numbers.items()}
        return lambda value: value if isinstance(value, int) else indexes[value]
    bits = {label: 1 << number for label, number in numbers.items()}
    return lambda value: (
        value
        if isinstance(value, int)
        else sum(bits[label] for label in value.split(","))
        if value
        else 0
    )


def _date(text: str) -> Date:
    return Date(*map(int, text.split("-")))


def _clock(text: str) -> tuple[int, int, int, int, int]:
    """Return hours, minutes, seconds, microseconds, and digits of the fraction."""
    clock, _, fraction = text.partition(".")
    hour, minute, second = map(int, clock.split(":"))
    return hour, minute, second, int(fraction.ljust(6, "0") or 0), len(fraction)


def _time(text: str) -> Time:
    return Time(text[0] == "-", *_clock(text.lstrip("-")))


def _datetime(text: str) -> Datetime:
    day, _, clock = text.partition(" ")
    return Datetime(*_date(day), *_clock(clock))


def _timestamp(text: str) -> Timestamp:
    _, _, fraction = text.rstrip("Z").partition(".")
    microsecond = int(fraction.ljust(6, "0") or 0)
    if text.startswith("0000"):
        return Timestamp(0, 0, len(fraction))
    seconds = calendar.timegm(datetime.fromisoformat(text[:19]).timetuple())
    return Timestamp(seconds, microsecond, len(fraction))


_CONVERTERS: dict[ColumnType, Convert] = {
    **dict.fromkeys(
        (
            *(ColumnType.tiny, ColumnType.short, ColumnType.int24, ColumnType.long),
            *(ColumnType.longlong, ColumnType.bit, ColumnType.year),
        ),
        int,
    ),
    **dict.fromkeys((ColumnType.float, ColumnType.double), float),
    ColumnType.newdecimal: Decimal,
    ColumnType.date: _date,
    **dict.fromkeys((ColumnType.time, ColumnType.time2), _time),
    **dict.fromkeys((ColumnType.datetime, ColumnType.datetime2), _datetime),
    **dict.fromkeys((ColumnType.timestamp, ColumnType.timestamp2), _timestamp),
}
