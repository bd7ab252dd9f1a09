"""Values of typed rows as text, for CSV and for people."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pyarrow as pa

_FRACTION = re.compile(r"\.?0+(?=Z?$)")
_SECOND, _HOUR = 1_000_000, 3_600_000_000


def texts_of(column: pa.Array) -> list[str | None]:
    """Return the text of each value, None for null: as in records, but for a time's zeros."""
    kind = column.type
    if pa.types.is_timestamp(kind):
        return [_short(text) for text in _times(column)]
    if pa.types.is_duration(kind):
        return [_each(value, _time) for value in column.cast(pa.int64()).to_pylist()]
    make = next((make for is_of, make in _TEXTS if is_of(kind)), None)
    if make is None:
        texts: list[str | None] = column.cast(pa.string()).to_pylist()
        return texts
    return [_each(value, make) for value in column.to_pylist()]


def is_number(kind: pa.DataType) -> bool:
    """Return whether values of a type are numbers, which people have under each other."""
    types = pa.types
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind))


def _each(value: Any, make: Callable[[Any], str]) -> str | None:
    return None if value is None else make(value)


def _times(column: pa.Array) -> list[str | None]:
    texts: list[str | None] = column.cast(pa.timestamp("us")).cast(pa.string()).to_pylist()
    if column.type.tz is None:
        return texts
    return [None if text is None else f"{text.replace(' ', 'T')}Z" for text in texts]


def _short(text: str | None) -> str | None:
    """Leave out the zeros at the end of a second's fraction."""
    if text is None or "." not in text:
        return text
    return _FRACTION.sub("", text)


def _time(microseconds: int) -> str:
    sign, rest = "-" if microseconds < 0 else "", abs(microseconds)
    hours, rest = divmod(rest, _HOUR)
    minutes, rest = divmod(rest, 60 * _SECOND)
    seconds, fraction = divmod(rest, _SECOND)
    text = f"{sign}{hours:02d}:{minutes:02d}:{seconds:02d}"
    return f"{text}.{fraction:06d}".rstrip("0") if fraction else text


def _decimal(value: Decimal) -> str:
    return format(value, "f")


def _bytes(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_bytes)


_TEXTS: tuple[tuple[Callable[[pa.DataType], bool], Callable[[Any], str]], ...] = (
    (pa.types.is_string, str),
    (pa.types.is_decimal, _decimal),
    (pa.types.is_binary, _bytes),
    (pa.types.is_nested, _json),
)
