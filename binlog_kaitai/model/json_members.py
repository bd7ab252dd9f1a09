"""JSON text that this project wrote, taken apart without losing how its values are written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from binlog_kaitai.model.values import JsonDiff, JsonDiffs, Node, quote

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
