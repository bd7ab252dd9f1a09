"""JSON documents in MySQL's binary form, and the JSON that they stand for."""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import NamedTuple, Union

from tests.documented_bytes import u1, u2, u4
from tests.made_up.cells import (
    Cell,
    Json,
    Outcome,
    decimal_text,
    double,
    encoded_decimal,
    happens,
    number,
    packed_datetime,
    some_clock,
    some_day,
    some_digits,
)

SMALL_OBJECT, LARGE_OBJECT, SMALL_ARRAY, LARGE_ARRAY = range(4)
LITERAL, INT16, UINT16, INT32, UINT32, INT64, UINT64, DOUBLE, STRING = range(4, 13)
OPAQUE = 15

KEYS = ("a", "b", "c", "key", "é", "", 'q"', "with blank", "long" * 20)


class Scalar(NamedTuple):
    type: int
    data: bytes
    value: Json


Node = Union[Scalar, list["Node"], dict[str, "Node"]]  # noqa: UP007 - recursive, so quoted


def value_of(node: Node) -> Json:
    """The JSON that a node stands for."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, list):
        return [value_of(item) for item in node]
    return {key: value_of(item) for key, item in node.items()}


def _varlen(length: int) -> bytes:
    data = b""
    while length >= 0x80:
        data += u1(length % 0x80 | 0x80)
        length //= 0x80
    return data + u1(length)


def _text(text: str) -> Scalar:
    return Scalar(STRING, _varlen(len(text.encode())) + text.encode(), text)


def _opaque(column_type: int, data: bytes, value: Json) -> Scalar:
    return Scalar(OPAQUE, u1(column_type) + _varlen(len(data)) + data, value)


def _literal(chance: Random) -> Scalar:
    index = chance.randrange(3)
    return Scalar(LITERAL, u1(index), (None, True, False)[index])


def _integer(chance: Random) -> Scalar:
    json_type = chance.choice([INT16, UINT16, INT32, UINT32, INT64, UINT64])
    size = {INT16: 2, UINT16: 2, INT32: 4, UINT32: 4}.get(json_type, 8)
    data = number(chance, size).to_bytes(size, "little")
    is_signed = json_type in (INT16, INT32, INT64)
    return Scalar(json_type, data, int.from_bytes(data, "little", signed=is_signed))


def _double(chance: Random) -> Scalar:
    return Scalar(DOUBLE, *double(chance))


def _string(chance: Random) -> Scalar:
    size = chance.choice([0, 1, 5, chance.randint(0, 30), chance.randint(100, 300)])
    return _text("".join(chance.choices('abcé漢😀 "\\\n\t\0\x1f\x7f/', k=size)))


def _decimal(chance: Random) -> Scalar:
    precision = chance.randint(1, 65)
    scale = chance.randint(0, min(precision, 30))
    digits = some_digits(chance, precision)
    is_negative = happens(chance, 0.4) and digits.strip("0") != ""
    data = encoded_decimal(digits, scale, is_negative=is_negative)
    value = Decimal(decimal_text(digits, scale, is_negative=is_negative))
    return _opaque(246, u1(precision) + u1(scale) + data, value)


def _temporal(chance: Random) -> Scalar:
    microsecond = chance.choice([0, 1, 999_999, chance.randrange(10**6)])
    column_type = chance.choice([7, 10, 11, 12])
    fraction = f"{microsecond:06d}"
    day, clock = some_day(chance), some_clock(chance)
    if column_type == 11:
        clock = some_clock(chance, 838)
        whole = clock.hour << 12 | clock.minute << 6 | clock.second
        magnitude = (whole << 24) + microsecond
        is_negative = bool(magnitude) and happens(chance, 0.4)
        data = struct.pack("<q", -magnitude if is_negative else magnitude)
        return _opaque(column_type, data, f"{'-' if is_negative else ''}{clock}.{fraction}")
    data = struct.pack("<q", (packed_datetime(day, clock) << 24) + microsecond)
    text = str(day) if column_type == 10 else f"{day} {clock}.{fraction}"
    return _opaque(column_type, data, text)


def _bytes(chance: Random) -> Scalar:
    data = chance.randbytes(chance.choice([0, 1, 8, 57, 58, chance.randint(0, 200)]))
    column_type = chance.choice([15, 16, 252, 253, 254, 255, 13, 3, 200])
    text = base64.encodebytes(data).decode().rstrip()
    return _opaque(column_type, data, f"base64:type{column_type}:{text}")


_SCALARS: tuple[Callable[[Random], Scalar], ...] = (
    *(_literal, _integer, _integer, _double, _string, _string),
    *(_decimal, _temporal, _bytes),
)


def some_node(chance: Random, depth: int = 0) -> Node:
    if depth == 3 or happens(chance, 0.3 + 0.2 * depth):
        return chance.choice(_SCALARS)(chance)
    count = chance.choice([0, 1, 2, chance.randint(0, 6)])
    items = [some_node(chance, depth + 1) for _ in range(count)]
    if happens(chance, 0.4):
        return items
    keys = chance.sample(KEYS, k=min(count, len(KEYS)))
    keys.sort(key=lambda key: (len(key.encode()), key.encode()))
    return dict(zip(keys, items, strict=False))


def encoded(node: Node, *, chance: Random | None = None) -> tuple[int, bytes]:
    """The type and the bytes of a node; with `chance`, containers are large now and then."""
    if isinstance(node, Scalar):
        return node.type, node.data
    if chance is None or not happens(chance, 0.15):
        data = _container(node, 2, chance)
        if data is not None:
            return SMALL_OBJECT if isinstance(node, dict) else SMALL_ARRAY, data
    data = _container(node, 4, chance)
    assert data is not None
    return LARGE_OBJECT if isinstance(node, dict) else LARGE_ARRAY, data


def _container(
    node: list[Node] | dict[str, Node], size: int, chance: Random | None
) -> bytes | None:
    """A container whose offsets have `size` bytes; None where they do not reach."""
    keys = [key.encode() for key in node] if isinstance(node, dict) else []
    items = list(node.values()) if isinstance(node, dict) else node
    offset = 2 * size + len(keys) * (size + 2) + len(items) * (1 + size)
    key_entries, entries, contents = b"", b"", b""
    width = "<H" if size == 2 else "<I"
    limit = 256**size
    for key in keys:
        if offset >= limit:
            return None
        key_entries += struct.pack(width, offset) + u2(len(key))
        contents += key
        offset += len(key)
    for item in items:
        item_type, data = encoded(item, chance=chance)
        if item_type in _inlined(size):
            entries += u1(item_type) + data.ljust(size, b"\0")
        elif offset >= limit:
            return None
        else:
            entries += u1(item_type) + struct.pack(width, offset)
            contents += data
            offset += len(data)
    if offset >= limit:
        return None
    header = struct.pack(width, len(items)) + struct.pack(width, offset)
    return header + key_entries + entries + contents


def _inlined(size: int) -> set[int]:
    return {LITERAL, INT16, UINT16} | ({INT32, UINT32} if size == 4 else set())


def binary(node: Node, chance: Random | None = None) -> bytes:
    """A whole document."""
    json_type, data = encoded(node, chance=chance)
    return u1(json_type) + data


def document(chance: Random) -> Cell:
    """A cell of a JSON column, with its length in four bytes."""
    if happens(chance, 0.03):
        return Cell(u4(0), None)
    if happens(chance, 0.003):
        return _cell(["x" * 70_000], [_text("x" * 70_000)])
    node = some_node(chance)
    data = binary(node, chance)
    return Cell(u4(len(data)) + data, value_of(node))


def _cell(value: Json, node: Node) -> Cell:
    data = binary(node)
    return Cell(u4(len(data)) + data, value)


def nested(depth: int) -> Node:
    node: Node = _text("x")
    for _ in range(depth):
        node = [node]
    return node


def odd_document(chance: Random) -> Cell:
    """A document that may not be one."""
    match chance.randrange(6):
        case 0:
            data = bytearray(binary(some_node(chance)))
            for _ in range(chance.randint(1, 3)):
                data[chance.randrange(len(data))] = chance.choice([0, 1, 2, 12, 15, 0x80, 0xFF])
        case 1:
            data = bytearray(chance.randbytes(chance.randint(1, 20)))
            data[0] %= 16
        case 2:
            data = bytearray(binary(nested(chance.choice([99, 100, 101]))))
        case 3:
            data = bytearray(binary(some_node(chance)))
            del data[chance.randrange(len(data)) :]
        case 4:
            odd = chance.choice([float("nan"), float("inf")])
            data = bytearray(u1(DOUBLE) + struct.pack("<d", odd))
        case _:
            # two members that are the same bytes
            entries = 2 * (u1(STRING) + u2(10))
            text = b"x" * chance.choice([0, 1, 20])
            content = u2(2) + u2(11 + len(text)) + entries + _varlen(len(text)) + text
            data = bytearray(u1(SMALL_ARRAY) + content)
    return Cell(u4(len(data)) + bytes(data), Outcome.UNSURE)
