"""Redacts members of JSON documents by their paths."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from typing import Any, NoReturn, TypeAlias

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.writers.json_binary import JsonBinary
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.json_paths import Leg, Route, legs_of
from binlog_kaitai.model.masking import HASH, TEXTS, masked_json
from binlog_kaitai.model.tables import Column, ColumnType, Mask
from binlog_kaitai.model.values import JsonDiff, JsonScalar, JsonText, Node
from binlog_kaitai.tree.rows.json_patch import DECODER, order_of_keys, to_node
from binlog_kaitai.tree.rows.json_values import Operation, read_json, scalar_text
from binlog_kaitai.tree.rows.json_writing import encoded_document

_ASCII_LIKE = frozenset({"utf8mb4", "utf8mb3", "ascii", BINARY, None})
"""Charsets of JSON texts that are redacted; None if the log does not tell."""

_BLANKS = re.compile(r"[ \t\n\r]*")

_MOVES = frozenset({Operation.insert.name, Operation.remove.name})


_CLOSING = {"[": "]", "{": "}"}

_Part: TypeAlias = tuple[int, int, str]
"""Where a value is in a text, and what takes its place."""


class Masks:
    """Redacts the documents in a column.

    Args:
        column: whose mask has paths.

    Attributes:
        num_values: how many values were redacted.
    """

    def __init__(self, column: Column) -> None:
        assert column.mask is not None
        if column.type != ColumnType.json and column.type not in TEXTS:
            found = f"{column.type.name}; add :json or :text to the column"
            raise UnreadableError(f"JSON in {column.name}, to redact members of it", found)
        self._column = column
        self._mask: Mask = column.mask
        self.num_values = 0
        self._start = _start(tuple(rule.path for rule in self._mask.paths))

    def document(self, data: bytes) -> bytes:
        """Return a document in MySQL's binary form with other values, and without gaps.

        Raises:
            UnreadableError: it cannot be read.
        """
        if not data:  # the JSON null
            return data
        document = document_of(data)
        return encoded_document(self.node(read_json(document, stored_scalar)))

    def _masked(self, number: int, value: JsonText) -> JsonScalar:
        self.num_values += 1
        return masked_json(self._mask, number, value)

    def node(self, node: Node) -> Node:
        """Return a document with other values."""
        return self._node(node, self._start)

    def _node(self, node: Node, route: Route) -> Node:
        if not isinstance(node, list):
            route = route.as_no_array()
        number = route.matched
        if number is not None:
            return self._masked(number, JsonText.of(node))
        if route.is_dead or isinstance(node, str):
            return node
        if isinstance(node, list):
            return [self._node(one, route.into(index)) for index, one in enumerate(node)]
        return {key: self._node(one, route.into(key)) for key, one in node.items()}

    def diffs(self, diff: JsonDiff) -> list[JsonDiff]:
        """Return a change to a document as changes to the redacted document.

        There are none if it is in a redacted value. A value with redacted members is removed and
        inserted: it may be as it was, and servers refuse to replace a value by an equal one.

        Raises:
            UnreadableError: what it does to redacted values takes the whole document.
        """
        legs = legs_of(diff.path)
        if legs is None:
            raise UnreadableError("a path in a JSON document", diff.path)
        route = self._start
        for number, leg in enumerate(legs, 1):
            if isinstance(leg, str):
                route = route.as_no_array()
            if route.matched is not None:
                self._refuse_hash(route.matched)
                return []
            moves_cells = number == len(legs) and diff.operation in _MOVES
            if isinstance(leg, int) and moves_cells and route.has_index_from(leg):
                self._refuse("[*] in place of an index to redact", "an array whose cells move")
            route = route.into(leg)
        if diff.value is None:
            return [diff]
        before = self.num_values
        value = self._node(diff.value, route)
        if diff.operation != Operation.replace.name or self.num_values == before or not legs:
            return [JsonDiff(diff.operation, diff.path, value)]
        removal = JsonDiff(Operation.remove.name, diff.path, None)
        return [removal, JsonDiff(Operation.insert.name, diff.path, value)]

    def _refuse_hash(self, number: int) -> None:
        rule = self._mask.paths[number]
        self._masked(number, JsonText("null"))  # counts it
        if rule.action == HASH:
            self._refuse(f"whole values at {rule.path} to hash", "changes within one")

    def _refuse(self, expected: str, found: str) -> NoReturn:
        expected = f"{expected} in {self._column.name}"
        raise UnreadableError(expected, f"{found} (binlog_row_value_options=PARTIAL_JSON)")

    def text(self, data: bytes) -> bytes:
        """Return a document in text form with other values.

        Raises:
            UnreadableError: it is no JSON, too long for the column, or in a charset unlike ASCII.
        """
        if self._column.charset not in _ASCII_LIKE:
            self._refuse_text(f"a text in {self._column.charset}")
        try:
            text = data.decode()
            parts: list[_Part] = []
            end = self._scan(text, _behind_blanks(text, 0), self._start, parts)
            is_whole = _behind_blanks(text, end) == len(text)
        except (ValueError, IndexError, RecursionError):
            is_whole = False
        if not is_whole:
            self._refuse_text("another text")
        end, written = 0, list[str]()
        for start, after, other in parts:
            written += [text[end:start], other]
            end = after
        encoded = "".join([*written, text[end:]]).encode()
        others = "".join(other for _, _, other in parts)
        if self._column.charset in {"ascii", "utf8mb3"} and not others.isascii():
            self._refuse_text("characters that its charset may lack")
        if len(encoded) > self._mask.limit:
            self._refuse_text("a longer one")
        return encoded

    def _scan(self, text: str, at: int, route: Route, parts: list[_Part]) -> int:
        """Find the redacted members of a value, and return where it ends.

        Raises:
            ValueError, IndexError: it is no JSON.
        """
        opening = text[at]
        if opening != "[":
            route = route.as_no_array()
        number = route.matched
        if number is not None or route.is_dead or opening not in _CLOSING:
            value, end = DECODER.raw_decode(text, at)
            if number is not None:
                whole = JsonText.of(_ordered(to_node(value)))
                parts.append((at, end, self._masked(number, whole)))
            return end
        at, index = _behind_blanks(text, at + 1), 0
        if text[at] == _CLOSING[opening]:
            return at + 1
        while True:
            leg: Leg = index
            if opening == "{":
                _behind(text, at, '"')
                leg, at = DECODER.raw_decode(text, at)
                at = _behind_blanks(text, _behind(text, _behind_blanks(text, at), ":"))
            at = _behind_blanks(text, self._scan(text, at, route.into(leg), parts))
            if text[at] == _CLOSING[opening]:
                return at + 1
            at, index = _behind_blanks(text, _behind(text, at, ",")), index + 1

    def _refuse_text(self, found: str) -> NoReturn:
        limit = f"of at most {self._mask.limit} bytes" if found == "a longer one" else "in UTF-8"
        expected = f"a JSON document {limit} in {self._column.name}, to redact members of it"
        raise UnreadableError(expected, found)


def document_of(data: bytes) -> JsonBinary:
    """Return a document of the classes that write."""
    document = JsonBinary(KaitaiStream(BytesIO(data)))
    document._read()  # noqa: SLF001 - Kaitai's name
    return document


@lru_cache(maxsize=256)
def _start(patterns: tuple[str, ...]) -> Route:
    return Route.of(patterns)


def stored_scalar(value: Any) -> JsonScalar:
    """Return a scalar with its content in the document."""
    return JsonScalar.of(scalar_text(value), value.type.name, value.content)


def _ordered(node: Node) -> Node:
    """Return a document with members in the order in which MySQL keeps them."""
    if isinstance(node, list):
        return [_ordered(one) for one in node]
    if isinstance(node, str):
        return node
    return {key: _ordered(node[key]) for key in sorted(node, key=order_of_keys)}


def _behind_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    assert found is not None
    return found.end()


def _behind(text: str, at: int, sign: str) -> int:
    if text[at] != sign:
        raise ValueError(sign)
    return at + 1
