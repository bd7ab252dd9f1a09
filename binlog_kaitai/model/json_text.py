"""Values as JSON text, and the members of such text."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from decimal import Decimal
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

import numpy as np

from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.tables import Column
from binlog_kaitai.model.values import (
    Geometry,
    JsonDiff,
    JsonDiffs,
    JsonText,
    Node,
    Value,
    encode_json,
    quote,
)

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


_VALUE = json.JSONDecoder().scan_once  # type: ignore[attr-defined]


def members_of(text: str) -> Iterator[tuple[str, str, Any]]:
    """Yield the names of an object in order, each with its value's text and the value."""
    at = 1
    while text[at] == '"':
        name, at = scanstring(text, at + 1, False)
        start = at + len(": ")
        value, at = _VALUE(text, start)
        yield name, text[start:at], value
        if text[at] == "}":
            return
        at += len(", ")


class _Digits(str):
    """A number, as it is written."""

    __slots__ = ()


def diffs_of(text: str) -> JsonDiffs | None:
    """Return the changes to a document that `JsonDiffs.to_json` wrote; None for another text."""
    found = json.loads(text, parse_int=_Digits, parse_float=_Digits)["json_diff"]
    if not all(isinstance(diff, dict) and {"op", "path"} <= diff.keys() for diff in found):
        return None
    return JsonDiffs(
        JsonDiff(diff["op"], diff["path"], _node_of(diff["value"]) if "value" in diff else None)
        for diff in found
    )


def _node_of(value: Any) -> Node:
    if isinstance(value, dict):
        return {key: _node_of(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_node_of(item) for item in value]
    if isinstance(value, _Digits):
        return str(value)
    return quote(value) if isinstance(value, str) else json.dumps(value)
