"""Changes to JSON documents that partial updates log, and the documents after them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tests.documented_bytes import packed, u1, u4
from tests.made_up.cells import Cell, Json, Outcome, happens
from tests.made_up.damage import mutated
from tests.made_up.documents import KEYS, binary, odd_document, some_node, value_of

REPLACE, INSERT, REMOVE = OPERATIONS = range(3)
_NAMES = ("replace", "insert", "remove")

Leg = str | int


class _MisfitError(Exception):
    """The document has no such place."""


class _Path(NamedTuple):
    """A path as text; its steps, or None where its form leads nowhere."""

    text: str
    legs: list[Leg] | None


def changed(node: Json, legs: Sequence[Leg], operation: int, value: Json) -> Json:
    """A document after a change. Raises _MisfitError."""
    if not legs:
        if operation != REPLACE:
            raise _MisfitError
        return value
    leg, rest = legs[0], legs[1:]
    is_list = isinstance(node, list) and isinstance(leg, int)
    is_object = isinstance(node, dict) and isinstance(leg, str)
    is_there = (is_list and leg < len(node)) or (is_object and leg in node)
    if operation == INSERT and not rest and (is_list or (is_object and not is_there)):
        if is_list:
            return [*node[:leg], value, *node[leg:]]
        keys = sorted([*node, leg], key=lambda key: (len(key.encode()), key.encode()))
        return {key: value if key == leg else node[key] for key in keys}
    if not is_there or (operation == INSERT and not rest):
        raise _MisfitError
    after = list(node) if is_list else dict(node)
    if operation == REMOVE and not rest:
        del after[leg]
    else:
        after[leg] = changed(node[leg], rest, operation, value) if rest else value
    return after


def diffs(chance: Random, document: Json) -> Cell:
    """Changes to a document, in its place; some do not fit it.

    `document` is what the before image holds, or an Outcome where it does not, or none is known.
    """
    data, after, shown = b"", document, []
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        operation = chance.choice(OPERATIONS)
        path = _some_path(chance, after)
        data += u1(operation) + packed(len(path.text.encode())) + path.text.encode()
        shown.append({"op": _NAMES[operation], "path": path.text})
        value = None
        if operation != REMOVE:
            node = some_node(chance, 2)
            value = shown[-1]["value"] = value_of(node)
            encoded = binary(node, chance)
            data += packed(len(encoded)) + encoded
        if not isinstance(after, Outcome):
            try:
                after = (
                    Outcome.FAILS
                    if path.legs is None
                    else changed(after, path.legs, operation, value)
                )
            except _MisfitError:
                after = Outcome.FAILS
    is_shown = after is Outcome.FAILS
    return Cell(u4(len(data)) + data, {"json_diff": shown} if is_shown else after)


def odd_diffs(chance: Random, document: Json) -> Cell:
    """Changes that may be none."""
    operation, path, value = chance.choice(OPERATIONS), _some_path(chance, document).text, b"\4\1"
    match chance.randrange(5):
        case 0:
            operation = chance.choice([3, 4, 255])
        case 1:
            path += "".join(chance.choices('$.[]"\\0a9\x01\x7fé\u0660*', k=chance.randint(1, 6)))
        case 2:
            path += chance.choice(['."\\u0061"', '."\\/"', '."\\u000a"', '."a', '."\\"', "[07]"])
        case 3:
            value = odd_document(chance).data[4:]
        case _:
            data = mutated(diffs(chance, document).data[4:] or b"\0", chance)
            return Cell(u4(len(data)) + data, Outcome.UNSURE)
    data = u1(operation) + packed(len(path.encode())) + path.encode()
    if operation != REMOVE:
        data += packed(len(value)) + value
    return Cell(u4(len(data)) + data, Outcome.UNSURE)


def _some_path(chance: Random, node: Json) -> _Path:
    """A path into a document, or to where it has nothing."""
    path, legs = "$", list[Leg]()
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        if isinstance(node, list) and not happens(chance, 0.05):
            index = chance.randint(0, len(node) + 1)
            path += f"[{index}]"
            legs.append(index)
            node = node[index] if index < len(node) else None
            continue
        key = chance.choice([*(node if isinstance(node, dict) else KEYS), "a", "x"])
        is_plain = key.isalpha() and happens(chance, 0.7)
        path += f".{key}" if is_plain else f".{json.dumps(key, ensure_ascii=False)}"
        legs.append(key)
        node = node.get(key) if isinstance(node, dict) else None
    if happens(chance, 0.05):
        return _Path(path + chance.choice(["[", ".", "**", "[last]"]), None)
    return _Path(path, legs)
