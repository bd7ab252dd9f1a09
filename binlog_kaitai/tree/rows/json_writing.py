"""Writes JSON documents in MySQL's binary form, by the spec.

A container is written as if it were the whole document: its offsets count from its own start, so
its bytes are the same wherever it lies.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.writers.json_binary import JsonBinary
from binlog_kaitai.io.written import size_of, written
from binlog_kaitai.model.values import JsonScalar, Node

JsonType = JsonBinary.JsonType

_SIZES = {False: 2**16, True: 2**32}
"""What counts and offsets in small and large containers are less than."""

_CONTAINERS = {
    (True, False): JsonType.small_object,
    (True, True): JsonType.large_object,
    (False, False): JsonType.small_array,
    (False, True): JsonType.large_array,
}
"""Types by whether they are objects, and whether they are large."""


class _Value(NamedTuple):
    type: Any
    content: bytes


def encoded_document(node: Node) -> bytes:
    """Return a document in binary form.

    Args:
        node: the document; its scalars are `JsonScalar`s, whose values are contents of the classes
            that write, or None where the text tells all.
    """
    value = _value(node)
    document = JsonBinary()
    document.type = value.type
    document.root = JsonBinary.JsonValue(value.type, 1, None, document, document)
    document.content = value.content
    return written(document, 1 + len(value.content))


def _value(node: Node) -> _Value:
    if isinstance(node, str):
        assert isinstance(node, JsonScalar)
        content = _content(node) if node.value is None else node.value
        return _Value(getattr(JsonType, node.type), written(content, size_of(content)))
    is_object = isinstance(node, dict)
    keys = [key.encode() for key in node] if isinstance(node, dict) else []
    values = list(map(_value, node.values() if isinstance(node, dict) else node))
    for is_large in (False, True):
        content = _container(keys, values, is_object=is_object, is_large=is_large)
        if content is not None:
            return _Value(_CONTAINERS[is_object, is_large], content)
    raise ValueError("a JSON document of less than 4 GB")


def _content(scalar: JsonScalar) -> Any:
    """Return the content of a scalar that is not in a document yet."""
    value = json.loads(scalar)
    kind = getattr(JsonType, scalar.type)
    if kind == JsonType.literal:
        content: Any = JsonBinary.JsonLiteral()
        content.value = getattr(JsonBinary.JsonLiteralValue, f"json_{scalar}")
    elif kind == JsonType.int64:
        content = JsonBinary.JsonInt64()
        content.high, content.low = divmod(value, 2**32)
    else:
        content = JsonBinary.JsonString()
        content.text = value
        content.len_text = _length(len(value.encode()), content)
    return content


def _length(number: int, parent: Any) -> Any:
    """Return the length of a text."""
    last, followed = _length_bytes()
    length = JsonBinary.JsonLength(None, parent, None)
    length.bytes = []
    scale, before = 1, 0
    while True:
        rest, digit = divmod(number, len(last))
        byte = JsonBinary.JsonLengthByte(scale, before, None, length, None)
        byte.raw = (followed if rest else last)[digit]
        length.bytes = [*length.bytes, byte]
        if not rest:
            return length
        number, scale, before = rest, scale * len(last), byte.value


@cache
def _length_bytes() -> tuple[dict[int, int], dict[int, int]]:
    """Return the bytes by what they add to a length: the last ones, and those with more behind."""
    last, followed = dict[int, int](), dict[int, int]()
    for raw in range(256):
        byte = JsonBinary.JsonLengthByte(1, 0)
        byte.raw = raw
        (followed if byte.is_followed else last)[byte.value] = raw
    return last, followed


def _container(
    keys: Sequence[bytes], values: Sequence[_Value], *, is_object: bool, is_large: bool
) -> bytes | None:
    """Return the content of a container; None if it is too large for its sizes."""
    container = JsonBinary.JsonContainer(0, is_object, is_large)
    count, behind, limit = len(values), list[bytes](), _SIZES[is_large]
    len_table = end = _len_table(count, is_object=is_object, is_large=is_large)
    len_member = _len_table(1, is_large=is_large) - _len_table(0, is_large=is_large)
    end += sum(map(len, keys))
    end += sum(len(one.content) for one in values if not _is_inlined(one, is_large=is_large))
    if max(count, end) >= limit or any(len(key) >= _SIZES[False] for key in keys):
        return None
    end, container.keys, container.members = len_table, [], []
    for text in keys:
        key = JsonBinary.JsonKey(0, is_large, None, container, None)
        key.ofs_text, key.len_text = _size(end, key, is_large=is_large), len(text)
        container.keys.append(key)
        behind.append(text)
        end += len(text)
    for number, value in enumerate(values):
        place = len_table - (count - number) * len_member
        member = JsonBinary.JsonMember(place, 0, is_large, None, container, None)
        member.type = value.type
        if member.is_inlined:
            member.content_or_offset = _inlined(value.content, member, is_large=is_large)
            ofs_content = place + 1
        else:
            member.content_or_offset = _size(end, member, is_large=is_large)
            ofs_content = end
            behind.append(value.content)
            end += len(value.content)
        member.value = JsonBinary.JsonValue(value.type, ofs_content, None, member, None)
        container.members.append(member)
    container.header = _header(count, end, container)
    return b"".join([written(container, len_table), *behind])


def _is_inlined(value: _Value, *, is_large: bool) -> bool:
    member = JsonBinary.JsonMember(0, 0, is_large)
    member.type = value.type
    return bool(member.is_inlined)


def _header(count: int, size: int, container: Any) -> Any:
    is_large = container.is_large
    header = JsonBinary.JsonContainerHeader(container.is_object, is_large, None, container, None)
    header.num_members = _size(count, header, is_large=is_large)
    header.len_container = _size(size, header, is_large=is_large)
    return header


def _len_table(count: int, *, is_large: bool, is_object: bool = False) -> int:
    """Return the length of what is in front of the texts of keys and the contents."""
    header = JsonBinary.JsonContainerHeader(is_object, is_large)
    header.num_members = _size(count, header, is_large=is_large)
    return int(header.len_table)


def _size(number: int, parent: Any, *, is_large: bool) -> Any:
    size = JsonBinary.JsonSize(is_large, None, parent, None)
    if is_large:
        size.large = number
    else:
        size.small = number
    return size


def _inlined(content: bytes, parent: Any, *, is_large: bool) -> Any:
    """Return content in the place of its offset."""
    size = _size(0, parent, is_large=is_large)
    padded = content.ljust(size_of(size), b"\0")
    size._io = KaitaiStream(BytesIO(padded))  # noqa: SLF001 - Kaitai's names
    size._read()  # noqa: SLF001
    return size
