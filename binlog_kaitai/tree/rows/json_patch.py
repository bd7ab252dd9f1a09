"""Partial updates of JSON documents: the changes that a server logs, applied to a document.

Source: MySQL's json_diff.cc.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from binlog_kaitai.model.json_paths import legs_of
from binlog_kaitai.model.values import MAX_DEPTH, JsonDiff, JsonText, Node, quote
from binlog_kaitai.tree.rows.json_values import Operation, depth_of


def apply_diffs(document: JsonText, diffs: Sequence[JsonDiff]) -> JsonText | None:
    """Return the document after the changes; None where a change does not fit it."""
    root = patched(_parse(document), diffs)
    return None if root is None else JsonText.of(root)


def patched(root: Node, diffs: Sequence[JsonDiff]) -> Node | None:
    """Change a document, and return it; None where a change does not fit it."""
    for diff in diffs:
        legs = legs_of(diff.path)
        if legs is None or len(legs) + depth_of(diff.value or "") > MAX_DEPTH:
            return None
        if not legs:
            if diff.operation != Operation.replace.name or diff.value is None:
                return None
            root = deepcopy(diff.value)  # which later changes may be of
        elif not _apply(root, legs, diff):
            return None
    return root


def _parse(document: str) -> Node:
    """Parse a document; its numbers and strings stay the text that they are."""
    return to_node(DECODER.decode(document))


class _Number(str):
    __slots__ = ()


DECODER = json.JSONDecoder(parse_float=_Number, parse_int=_Number, strict=False)
"""Decodes a document to what `to_node` takes."""


def to_node(value: Any) -> Node:
    """Return a value that `DECODER` decoded; its scalars stay the text that they are."""
    if isinstance(value, dict):
        return {key: to_node(item) for key, item in value.items()}
    if isinstance(value, list):
        return [to_node(item) for item in value]
    return str(value) if isinstance(value, _Number) else quote(value)


def order_of_keys(key: str) -> tuple[int, bytes]:
    """Return what sorts keys as the server keeps members: by their length, then by their bytes."""
    encoded = key.encode()
    return len(encoded), encoded


def _apply(root: Node, legs: list[str | int], diff: JsonDiff) -> bool:
    *parents, last = legs
    node: Any = root  # from here on a dict or a list that _has has been asked about
    for leg in parents:
        if not _has(node, leg):
            return False
        node = node[leg]
    if diff.operation == Operation.insert.name:
        return _insert(node, last, deepcopy(diff.value))
    if not _has(node, last):
        return False
    if diff.operation == Operation.remove.name:
        del node[last]
    else:
        node[last] = deepcopy(diff.value)
    return True


def _has(node: Node, leg: str | int) -> bool:
    if isinstance(node, dict):
        return leg in node
    return isinstance(node, list) and isinstance(leg, int) and leg < len(node)


def _insert(node: Node, leg: str | int, value: Node | None) -> bool:
    if value is None:
        return False
    if isinstance(node, list) and isinstance(leg, int):
        node.insert(min(leg, len(node)), value)
        return True
    if isinstance(node, dict) and isinstance(leg, str) and leg not in node:
        node[leg] = value
        members = {key: node[key] for key in sorted(node, key=order_of_keys)}
        node.clear()
        node.update(members)
        return True
    return False
