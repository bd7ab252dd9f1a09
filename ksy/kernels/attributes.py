"""Attributes of specs: what their keys and the texts of their types say."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ksy.kernels.expressions import names_in
from ksy.kernels.specs import Specs, Type

Node = dict[str, Any]

_NUMBER = re.compile(r"([usf])([1248])(le|be)?$")
_BITS = re.compile(r"b(\d+)(le|be)?$")
_CALL = re.compile(r"([a-z_][a-z0-9_:]*)\s*(?:\((.*)\))?\s*$", re.DOTALL)

_LOADERS = {
    "u1", "u2le", "u4le", "u8le", "u2be", "u4be", "u8be",
    "s1", "s2le", "s4le", "s8le", "f4le", "f8le", "b24le", "b24be",
}  # fmt: skip
"""The functions of binlog_kaitai.machine.stream."""

_SECTIONS = {
    "meta", "doc", "doc-ref", "to-string", "params", "seq", "instances", "types", "enums",
    "-columnar", "-columnar-view",
}  # fmt: skip
_ALWAYS = {"id", "-orig-id", "-columnar", "doc", "doc-ref", "if"}
_REPEAT = {"repeat", "repeat-expr", "repeat-until"}
_FORMS = {
    "contents": {"contents"},
    "size": {"size", "size-eos", "type", "encoding", "valid"},
    "terminator": {"terminator"},
    "type": {"type", "enum", "valid", "-columnar-plan"},
    "value": {"value", "enum"},
}
"""The keys that an attribute may have, by the one that says how it is read."""

_TAKEN = {"buffer", "start", "pos", "end", "len", "range", "array", *_LOADERS}
_SUFFIXES = {
    "size": ("_ofs", "_len"),
    "size-eos": ("_ofs", "_len"),
    "repeat": ("_at", "_last", "_start"),
    "pos": ("_before",),
}
"""What kernels put behind the names of attributes with a key."""


class Loader(NamedTuple):
    """The function that loads a number, how many bytes it takes and the kind of value."""

    function: str
    size: int
    kind: str


def form(type_: Type, node: Node, path: str) -> str:
    """How an attribute is read: the key of it that says so. Refuses keys that do not go with it."""
    keys = {key for key in node if not key.startswith("-") or key.startswith("-columnar")}
    found = next((name for name in _FORMS if name in keys), None)
    if "size-eos" in keys:
        found = "size"
    if found is None:
        type_.refuse(path, "an attribute without type and size")
    for key in sorted(keys - _ALWAYS - _REPEAT - _FORMS[found]):
        type_.refuse(f"{path}/{key}", construct(node[key]))
    return found


def construct(found: Any) -> str:
    """What an error calls something that is not supported."""
    return f"{found!r} is not supported"


def check_type(type_: Type) -> None:
    """Refuses sections that are not known, and names that kernels use or make of another name."""
    for key in sorted(type_.node.keys() - _SECTIONS):
        if not key.startswith("-") or key.startswith("-columnar"):
            type_.refuse(f"/{key}", construct(type_.node[key]))
    nodes = {f"/params/{i}": param for i, param in enumerate(type_.params)}
    nodes |= {f"/seq/{i}": node for i, node in enumerate(type_.seq)}
    nodes |= {f"/instances/{key}": {"id": key, **node} for key, node in type_.instances.items()}
    made = {name for node in nodes.values() for name in _made_names(node)}
    for path, node in nodes.items():
        if "id" not in node:
            type_.refuse(path, "an attribute without id")
        taken = made if _is_bytes(node) else {*_TAKEN, *keyword.kwlist, *made}
        if node["id"] in taken:
            type_.refuse(path, f"the name {node['id']}, which kernels use")


def _is_bytes(node: Node) -> bool:
    """Whether no variable has the name itself."""
    return bool({"contents", "size", "size-eos"} & node.keys()) and node.get("type", "str") == "str"


def _made_names(node: Node) -> Iterator[str]:
    for key, suffixes in _SUFFIXES.items():
        if key in node:
            yield from (f"{node.get('id')}{suffix}" for suffix in suffixes)
    if "repeat" in node:
        yield "index"
    if num_bits(node) is not None:
        yield "bits"


def literal(found: Any) -> str:
    """A value that YAML has read by itself, as an expression has it."""
    return str(found).lower() if isinstance(found, bool) else str(found)


def loader(type_: Type, kind: str, path: str) -> Loader | None:
    """What loads a number of a type, if the type is one of numbers."""
    if kind in ("b24le", "b24be"):
        return Loader(kind, 3, "int")
    match = _NUMBER.match(kind)
    if match is None:
        return None
    letter, size, endian = match.groups()
    endian = "" if size == "1" else endian or type_.meta("endian")
    if endian is None:
        type_.refuse(path, f"{kind} without an endianness")
    if f"{letter}{size}{endian}" not in _LOADERS:
        type_.refuse(path, f"the type {letter}{size}{endian}")
    return Loader(f"{letter}{size}{endian}", int(size), "float" if letter == "f" else "int")


def param_kind(type_: str) -> str | None:
    """The kind of a param that is a number."""
    if type_ == "bool":
        return "bool"
    if _NUMBER.match(type_):
        return "float" if type_.startswith("f") else "int"
    return None


def fixed_size(node: Node) -> int | None:
    """How many bytes a field takes, if it is always the same."""
    kind = node.get("type")
    if not isinstance(kind, str) or {"if", "repeat", "size"} & node.keys():
        return None
    match = _NUMBER.match(kind)
    return int(match[2]) if match else None


def num_bits(node: Node) -> int | None:
    """How many bits a field takes, if its type counts them."""
    kind = node.get("type")
    if not isinstance(kind, str) or kind in ("b24le", "b24be"):
        return None
    match = _BITS.match(kind)
    return int(match[1]) if match else None


def named_type(specs: Specs, type_: Type, kind: str, path: str) -> tuple[Type, list[str]]:
    """The type that the text of a type names, and the texts of its arguments."""
    found = find_type(specs, type_, kind)
    if found is None:
        type_.refuse(path, f"the type {kind.strip()}")
    given = arguments(kind)
    if len(given) != len(found.params):
        type_.refuse(path, f"{kind.strip()}, of a type with {len(found.params)} params")
    return found, given


def find_type(specs: Specs, type_: Type, kind: Any) -> Type | None:
    """The type that the text of a type names, if it is not a built-in one."""
    match = _CALL.match(kind.strip()) if isinstance(kind, str) else None
    return specs.find_type(type_, match[1]) if match else None


def arguments(kind: str) -> list[str]:
    """The arguments of a type, as texts."""
    match = _CALL.match(kind.strip())
    if match is None or match[2] is None:
        return []
    found, depth, at = [], 0, 0
    text = match[2]
    for i, character in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            found.append(text[at:i])
            at = i + 1
    return [*found, text[at:]]


def names_of(type_: Type, text: Any, path: str) -> Iterator[str]:
    """The names that an expression begins paths with."""
    return names_in(type_.parse(text, path))
