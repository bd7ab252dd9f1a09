"""Values of cells that Python has no type for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Union

from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.charsets import BINARY, decoder
from binlog_kaitai.model.tables import Column


@dataclass(frozen=True, slots=True)
class Geometry:
    """A geometry: its spatial reference system, None if it is empty, and OGC well-known binary."""

    srid: int | None
    wkb: bytes


Node = Union[dict[str, "Node"], list["Node"], str]  # noqa: UP007 - recursive, so quoted


MAX_DEPTH = 100  # the server's own limit


class JsonScalar(str):
    """The server's text of a scalar, which is a `Node`, with what the text does not tell.

    `type` is the name of its type in a document, and `value` what is stored: of an opaque value,
    the number of its column type, and a Decimal, Date, Time, Datetime or the bytes.
    """

    __slots__ = ("type", "value")

    type: str
    value: Any

    @classmethod
    def of(cls, text: str, kind: str, value: Any) -> JsonScalar:
        """Return a scalar of a kind."""
        scalar = cls(text)
        scalar.type = kind
        scalar.value = value
        return scalar


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """A document whose scalars are `JsonScalar`s."""

    node: Node


class JsonText(str):
    """A JSON document in the server's text form: a blank after each `:` and `,`."""

    __slots__ = ()

    @classmethod
    def of(cls, node: Node) -> JsonText:
        return cls(text_of_node(node))


class CellFields(JsonText):
    """The fields of a cell of a type that the specs describe, and the code does not."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class JsonDiff:
    """One change to a document: `operation` is replace, insert or remove; `path` is as in SQL."""

    operation: str
    path: str
    value: Node | None

    def to_json(self) -> JsonText:
        value = "" if self.value is None else f', "value": {text_of_node(self.value)}'
        return JsonText(f'{{"op": "{self.operation}", "path": {quote(self.path)}{value}}}')


class JsonDiffs(tuple[JsonDiff, ...]):
    """The changes of a partial update, in order."""

    __slots__ = ()

    def to_json(self) -> JsonText:
        return JsonText(f'{{"json_diff": [{", ".join(diff.to_json() for diff in self)}]}}')


encode_json = json.JSONEncoder(ensure_ascii=False).encode
"""Returns JSON text, as `json.dumps` does, which makes an encoder for each value."""


def quote(text: str) -> str:
    """Return a text between the quotes of JSON."""
    return encode_json(text)


def text_of_node(node: Node) -> str:
    """Return a document as the server's text."""
    if isinstance(node, str):
        return node
    if isinstance(node, list):
        return f"[{', '.join(map(text_of_node, node))}]"
    return f"{{{', '.join(f'{quote(key)}: {text_of_node(value)}' for key, value in node.items())}}}"


Value = (
    int
    | float
    | str
    | bytes
    | Decimal
    | Date
    | Time
    | Datetime
    | Timestamp
    | Geometry
    | JsonText
    | JsonDocument
    | JsonDiffs
    | list[float]
    | None
)
"""What a cell is read as."""


def text_value(column: Column, encoded: bytes) -> str | bytes:
    """Return text in a column's charset, or its bytes where they are not valid in it."""
    if column.charset == BINARY:
        return encoded
    try:
        return decoder(column.charset or "utf8mb4")(encoded)
    except UnicodeDecodeError:
        return encoded
