"""Values as JSON text."""

from __future__ import annotations

import base64
from decimal import Decimal
from typing import Any

import numpy as np

from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.tables import Column
from binlog_kaitai.model.values import Geometry, JsonDiffs, JsonText, Value, encode_json, quote

Data = dict[str, Any]


_SCALARS = {str, int, float, bool, type(None)}

PIECE = 3 * 2**18  # bytes, which base64 takes in threes


def quoted_length(text: Any) -> int:
    """Return how many bytes a text, an array of its UTF-8, takes between the quotes of JSON."""
    counts = np.bincount(text, minlength=256)
    longer = 5 * int(counts[:32].sum()) - 4 * int(counts[list(b"\b\t\n\f\r")].sum())
    return len(text) + longer + int(counts[ord('"')]) + int(counts[ord("\\")])


def json_value(column: Column, value: Value) -> Any:
    """Return a value in JSON's terms: None, bool, int, float, str, list, dict or JsonText."""
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
    if type(value) in _SCALARS:
        return encode_json(value)
    if isinstance(value, JsonText):
        return str(value)
    if isinstance(value, JsonDiffs):
        return value.to_json()
    if isinstance(value, dict):
        items = (f"{quote(key)}: {to_json(item)}" for key, item in value.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(to_json, value))}]"
    return encode_json(value)
