"""Values of a column to an Arrow array of the type that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import pyarrow as pa

from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.json_text import json_value, to_json
from binlog_kaitai.model.schema import arrow_type
from binlog_kaitai.model.tables import Column
from binlog_kaitai.model.values import Geometry, Value

MICROSECOND = timedelta(microseconds=1)


def array_of(column: Column, values: Sequence[Value], target: pa.DataType) -> pa.Array:
    """Return the values of a column as an array of a type that it `converts` to.

    Dates that the calendar does not have, zero dates among them, are null. Text that is not valid
    in its charset is `{"base64": ...}` in a string array. Raises pyarrow.ArrowException, ValueError
    or OverflowError for a value that does not fit the type.
    """
    natural = arrow_type(column)
    if pa.types.is_string(target):
        return pa.array([_text(column, value) for value in values], target)
    if pa.types.is_binary(target):
        return pa.array([_bytes(column, value) for value in values], target)
    array = pa.array([_plain(value) for value in values], natural)
    return array if natural == target else array.cast(target)


def _text(column: Column, value: Value) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if (
        isinstance(value, bytes)
        and column.charset is not None
        and arrow_type(column) == pa.binary()
    ):
        return value.decode()
    as_json = json_value(column, value)
    return as_json if isinstance(as_json, str) else to_json(as_json)


def _bytes(column: Column, value: Value) -> bytes | None:
    if value is None or isinstance(value, bytes):
        return value
    text = _text(column, value)
    return None if text is None else text.encode()


def _plain(value: Value) -> Any:
    convert = _PLAIN.get(type(value))
    return value if convert is None else convert(value)


def _date(value: Date) -> date | None:
    try:
        return date(*value)
    except ValueError:
        return None


def _datetime(value: Datetime) -> datetime | None:
    try:
        return datetime(*value[:-1])  # noqa: DTZ001 - a DATETIME has no zone
    except ValueError:
        return None


def _timestamp(value: Timestamp) -> int | None:
    return None if value.is_zero_date else value.seconds * 1_000_000 + value.microsecond


def _time(value: Time) -> int:
    duration = timedelta(
        hours=value.hour,
        minutes=value.minute,
        seconds=value.second,
        microseconds=value.microsecond,
    )
    return (-duration if value.is_negative else duration) // MICROSECOND


_PLAIN: dict[type, Callable[[Any], Any]] = {
    Date: _date,
    Datetime: _datetime,
    Time: _time,
    Timestamp: _timestamp,
    Geometry: lambda value: {"srid": value.srid, "wkb": value.wkb},
}
