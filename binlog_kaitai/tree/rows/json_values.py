"""JSON documents: MySQL's binary form to the server's text.

A document is held as dicts and lists whose leaves are the text of a scalar, so that numbers
keep the form that the server gives them. Sources: MySQL's json_dom.cc and json_diff.h.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeAlias

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.column_metadata import ColumnMetadata
from binlog_kaitai.generated.json_binary import JsonBinary
from binlog_kaitai.generated.json_diffs import JsonDiffs as JsonDiffsSpec
from binlog_kaitai.model.calendar import Date, Datetime, Time
from binlog_kaitai.model.values import MAX_DEPTH, JsonDiff, JsonDiffs, Node, quote
from binlog_kaitai.tree.rows.decimals import decimal_of

ColumnType: TypeAlias = ColumnMetadata.ColumnType
JsonType = JsonBinary.JsonType
Literal = JsonBinary.JsonLiteralValue
Operation = JsonDiffsSpec.JsonDiffOperation


MAX_PLACES = 15  # of a double that the server prints without an exponent


def read_json(document: Any, scalar: Callable[[Any], str] | None = None) -> Node:
    """Return the document of a `JsonBinary`; `scalar` makes a leaf of a scalar in it.

    Raises UnreadableError for one that is nested too deep or points back into itself.
    """
    return _Reader(document.len_document, scalar or scalar_text).node(document.root, 0)


def depth_of(node: Node) -> int:
    """Return how many containers are around the innermost scalar of a node."""
    if isinstance(node, str):
        return 0
    members = node.values() if isinstance(node, dict) else node
    return 1 + max(map(depth_of, members), default=0)


def read_diffs(diffs: Any, scalar: Callable[[Any], str] | None = None) -> JsonDiffs:
    """Return the changes of a `JsonDiffs` of the specs; `scalar` is as for `read_json`."""
    return JsonDiffs(diff_of(diff, scalar) for diff in diffs.diffs)


def diff_of(diff: Any, scalar: Callable[[Any], str] | None = None) -> JsonDiff:
    """Return a change of a `JsonDiffs` of the specs; `scalar` is as for `read_json`."""
    is_removal = diff.operation == Operation.remove
    value = None if is_removal else read_json(diff.value, scalar)
    return JsonDiff(diff.operation.name, diff.path, value)


class _Reader:
    """Follows a document's offsets, and reads no byte twice: a server writes none that overlap."""

    def __init__(self, num_bytes: int, scalar: Callable[[Any], str]) -> None:
        self.num_bytes = num_bytes
        self.scalar = scalar
        self.unread = num_bytes

    def _spend(self, num_bytes: int) -> None:
        self.unread -= num_bytes
        if self.unread < 0:
            expected = f"a JSON document of {self.num_bytes} bytes"
            raise UnreadableError(expected, "overlapping members")

    def node(self, value: Any, depth: int) -> Node:
        if not value.is_container:
            return self._scalar(value)
        if depth == MAX_DEPTH:
            raise UnreadableError(f"a JSON document of depth {MAX_DEPTH}", "a deeper document")
        self._spend(value.container_header.len_table)
        container = value.content
        nodes = (self.node(member.value, depth + 1) for member in container.members)
        if not container.is_object:
            return list(nodes)
        return {self._key(key): node for key, node in zip(container.keys, nodes, strict=True)}

    def _scalar(self, value: Any) -> str:
        content = value.content
        if value.type == JsonType.string:
            self._spend(content.len_text.value)
        elif value.type == JsonType.opaque:
            self._spend(content.len_data.value)
        return self.scalar(value)

    def _key(self, key: Any) -> str:
        self._spend(key.len_text)
        text: str = key.text
        return text


def scalar_text(value: Any) -> str:
    """Return the server's text of a scalar."""
    return _SCALARS[value.type](value.content)


def _integer(content: Any) -> str:
    return str(content.value)


def _double(number: float) -> str:
    """Return the server's text of a double: shortest digits, exponents only beyond 15 places."""
    if not math.isfinite(number):
        raise UnreadableError("a JSON number", str(number))
    mantissa, _, exponent = f"{number!r}e0".partition("e")
    exponent, _, _ = exponent.partition("e")
    sign, mantissa = ("-", mantissa[1:]) if mantissa[0] == "-" else ("", mantissa)
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if not digits:
        return f"{sign}0.0"
    if not -MAX_PLACES < point <= MAX_PLACES:
        fraction = f".{digits[1:]}" if digits[1:] else ""
        return f"{sign}{digits[0]}{fraction}e{point - 1}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    return f"{sign}{digits[:point].ljust(point, '0')}.{digits[point:] or '0'}"


def opaque_value(content: Any) -> Decimal | Date | Time | Datetime | bytes:
    """Return the value of a scalar of a type that JSON lacks; its bytes if it is none of these."""
    data = content.data
    if content.type == ColumnType.newdecimal:
        return decimal_of(data.value)
    if content.type == ColumnType.date:
        return Date(data.year, data.month, data.day)
    if content.type == ColumnType.time:
        time = (data.is_negative, data.time_hour, data.minute, data.second, data.microsecond, 6)
        return Time(*time)
    if content.type in (ColumnType.datetime, ColumnType.timestamp):
        date = (data.year, data.month, data.day)
        return Datetime(*date, data.hour, data.minute, data.second, data.microsecond, 6)
    return bytes(data)


def _opaque(content: Any) -> str:
    value = opaque_value(content)
    if isinstance(value, Decimal):
        return format(value, "f")
    if not isinstance(value, bytes):
        return quote(str(value))
    encoded = base64.encodebytes(value).decode().rstrip()  # in lines of 76, as the server has it
    return quote(f"base64:type{int(content.type)}:{encoded}")


_SCALARS: dict[Any, Callable[[Any], str]] = {
    JsonType.literal: lambda content: content.value.name.removeprefix("json_"),
    JsonType.int16: _integer,
    JsonType.uint16: _integer,
    JsonType.int32: _integer,
    JsonType.uint32: _integer,
    JsonType.int64: _integer,
    JsonType.uint64: _integer,
    JsonType.double: lambda content: _double(content.value),
    JsonType.string: lambda content: quote(content.text),
    JsonType.opaque: _opaque,
}
