"""The specs of a folder: their types, and what the attributes of types say.

Paths are those of error messages: where something stands in a spec, such as `/seq/0/type`.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from binlog_kaitai.compiler.expressions import Expression, names_in, parse

Node = dict[str, Any]
"""A mapping of a spec, as YAML gives it: a type, or an attribute (in `seq` or `instances`)."""

_NUMBER = re.compile(r"([usf])([1248])(le|be)?$")
_BITS = re.compile(r"b(\d+)(le|be)?$")
_CALL = re.compile(r"([a-z_][a-z0-9_:]*)\s*(?:\((.*)\))?\s*$", re.DOTALL)

_LOADERS = {
    "u1", "u2le", "u4le", "u8le", "u2be", "u4be", "u8be", "b24le", "b24be",
    "s1", "s2le", "s4le", "s8le", "s2be", "s4be", "s8be", "f4le", "f8le", "f4be", "f8be",
}  # fmt: skip
"""The functions of the runtime that load a number."""

_SECTIONS = {
    "meta", "doc", "doc-ref", "to-string", "params", "seq", "instances", "types", "enums",
    "-columnar", "-columnar-view", "-columnar-table", "-columnar-number", "-columnar-text",
}  # fmt: skip
_ALWAYS = {"id", "-orig-id", "-columnar", "-columnar-text", "doc", "doc-ref", "if"}
_REPEAT = {"repeat", "repeat-expr", "repeat-until", "-columnar-runs"}
_FORMS = {
    "contents": {"contents"},
    "size": {"size", "size-eos", "type", "encoding", "valid", "terminator"},
    "terminator": {"terminator", "type", "encoding", "eos-error"},
    "type": {"type", "enum", "valid", "-columnar-plan"},
    "value": {"value", "enum"},
}
"""The keys that an attribute may have, by the key that says how it is read."""

TEXTS = ("str", "strz")
"""The types of text, and of the bytes of a field that has no type."""

_KEYS_OF_BYTES = {"contents", "size", "size-eos", "terminator"}

_RESERVED = {"buffer", "start", "pos", "end", "len", "range", "array", *_LOADERS}
_SUFFIXES = {
    "size": ("_ofs", "_len"),
    "size-eos": ("_ofs", "_len"),
    "terminator": ("_ofs", "_len"),
    "repeat": ("_at", "_last", "_start"),
    "pos": ("_before",),
}
"""What kernels append to the name of an attribute that has a key, to name variables of theirs."""


class RefusedError(Exception):
    """A construct that cannot be compiled: the spec's file, the path in it and the construct."""


@dataclass(eq=False)
class Type:
    """A type of a spec; that of the spec itself has the path ""."""

    spec: Spec
    name: str
    path: str
    node: Node
    parent: Type | None = None
    types: dict[str, Type] = field(default_factory=dict)

    @property
    def params(self) -> list[Node]:
        return list(self.node.get("params", []))

    @property
    def seq(self) -> list[Node]:
        return list(self.node.get("seq", []))

    @property
    def instances(self) -> dict[str, Node]:
        return dict(self.node.get("instances", {}))

    @property
    def exports(self) -> list[str] | None:
        """What the type's kernel returns; None if no kernel reads it."""
        return self.node.get("-columnar")

    @property
    def view(self) -> dict[str, str] | None:
        """The fields, and their kinds, of a struct that callers hand in; None if it is not one."""
        return self.node.get("-columnar-view")

    @property
    def table(self) -> str | None:
        """The path of the field whose items are the rows of a table; None if there is no table."""
        return self.node.get("-columnar-table")

    @property
    def text(self) -> Any:
        """How the type is written as text: None if as its fields, False if kernels do not."""
        return self.node.get("-columnar-text")

    @property
    def enums(self) -> dict[str, dict[int, Any]]:
        return dict(self.node.get("enums", {}))

    def meta(self, key: str) -> str | None:
        """Return a key of the section `meta`, the type's own or inherited."""
        own = self._owner_of(key)
        return None if own is None else str(own.node["meta"][key])

    @property
    def switching(self) -> Type | None:
        """The type whose switch decides the endianness: this one, or one that it is in."""
        owner = self._owner_of("endian")
        return owner if owner and isinstance(owner.node["meta"]["endian"], dict) else None

    def _owner_of(self, key: str) -> Type | None:
        if key in self.node.get("meta", {}):
            return self
        return self.parent._owner_of(key) if self.parent else None  # noqa: SLF001 - its own

    def parse(self, text: object, path: str) -> Expression:
        """Parse an expression that stands at `path` in the type."""
        try:
            return parse(str(text))
        except ValueError as error:
            raise self.refused(path, str(error)) from None

    def names_in(self, text: object, path: str) -> Iterator[str]:
        """Yield the names that paths in an expression begin with."""
        return names_in(self.parse(text, path))

    def refused(self, path: str, construct: str) -> RefusedError:
        """Return the error that refuses what stands at `path` in the type."""
        return RefusedError(f"{self.spec.file}: {self.path}{path}: {construct}")


@dataclass(eq=False)
class Spec:
    """A spec: its root type, and all types in it."""

    file: Path
    root: Type = field(init=False)
    types: list[Type] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.file.stem


class Enum(NamedTuple):
    """An enum: names of members by their numbers."""

    spec: Spec
    name: str
    members: dict[int, str]


@dataclass(eq=False)
class Specs:
    """All specs of a folder, by name."""

    specs: dict[str, Spec]

    def find_type(self, scope: Type, name: str) -> Type | None:
        """Return the type that a name like `rows_event::row` means; of a handle, its parent."""
        first, *rest = name.split("::")
        at: Type | None = scope
        while at is not None and first not in at.types:
            at = at.parent
        found = at.types[first] if at else None
        if found is None and first in self.specs:
            found = self.specs[first].root
        for part in rest:
            found = found.types.get(part) if found else None
        return found.parent if found and name.endswith("_handle") else found

    def find_called(self, scope: Type, call: object) -> Type | None:
        """Return the type that a call like `set_cell(num_bytes)` names; None if it is built in."""
        match = _CALL.match(call.strip()) if isinstance(call, str) else None
        return self.find_type(scope, match[1]) if match else None

    def resolve(self, scope: Type, call: str, path: str) -> tuple[Type, list[str]]:
        """Return the type that a call names, and the texts of its arguments.

        Raises:
            RefusedError: There is no such type, or it takes another number of arguments.
        """
        found = self.find_called(scope, call)
        if found is None:
            raise scope.refused(path, f"the type {call.strip()}")
        given = arguments_of(call)
        if len(given) != len(found.params):
            count = len(found.params)
            raise scope.refused(path, f"{call.strip()}, of a type with {count} params")
        return found, given

    def find_enum(self, scope: Type, enum: Sequence[str], path: str) -> Enum:
        """Return the enum that a name means inside a type.

        Args:
            scope: The type.
            enum: The parts of the enum's name, of which the first ones may name types.
            path: Where the name stands.

        Raises:
            RefusedError: There is no such enum.
        """
        *owners, name = enum
        owner = self.find_type(scope, "::".join(owners)) if owners else scope
        while owner is not None and name not in owner.enums:
            owner = owner.parent
        if owner is None:
            raise scope.refused(path, f"the enum {'::'.join(enum)}, which is not there")
        members = {
            number: str(member["id"] if isinstance(member, dict) else member)
            for number, member in owner.enums[name].items()
        }
        return Enum(owner.spec, name, members)


def read_specs(folder: Path) -> Specs:
    """Read all specs of a folder.

    Raises:
        RefusedError: The folder has no specs, or one that is not YAML.
        ModuleNotFoundError: PyYAML is not installed. Only this compiler needs it.
    """
    try:
        import yaml  # noqa: PLC0415 - the project does without it where nothing is compiled
    except ModuleNotFoundError:
        message = "specs are read with PyYAML, which is missing: python -m pip install pyyaml"
        raise ModuleNotFoundError(message, name="yaml") from None
    specs = {}
    for file in sorted(folder.glob("*.ksy")):
        spec = Spec(file)
        try:
            node = yaml.safe_load(file.read_text(encoding="utf-8"))
        except yaml.YAMLError as error:
            raise RefusedError(f"{file}: {' '.join(str(error).split())}") from None
        spec.root = _add_type(spec, spec.name, "", node, None)
        specs[spec.name] = spec
    if not specs:
        raise RefusedError(f"{folder}: no specs (*.ksy) in this folder")
    return Specs(specs)


def _add_type(spec: Spec, name: str, path: str, node: Node, parent: Type | None) -> Type:
    added = Type(spec, name, path, node, parent)
    spec.types.append(added)
    for key, inner in node.get("types", {}).items():
        added.types[key] = _add_type(spec, key, f"{path}/types/{key}", inner or {}, added)
    return added


class Loader(NamedTuple):
    """A function of the runtime that loads a number: the bytes it takes, and the kind of value.

    Where the endianness is switched, there are two, whose names go on with `le` and `be`.
    """

    function: str
    size: int
    kind: str
    is_switched: bool = False


def check_names(type_: Type) -> None:
    """Refuse unknown sections, and names that collide with variables of the type's kernels."""
    for key in sorted(type_.node.keys() - _SECTIONS):
        if not key.startswith("-") or key.startswith("-columnar"):
            raise type_.refused(f"/{key}", unsupported(type_.node[key]))
    nodes = {f"/params/{i}": param for i, param in enumerate(type_.params)}
    nodes |= {f"/seq/{i}": node for i, node in enumerate(type_.seq)}
    nodes |= {f"/instances/{key}": {"id": key, **node} for key, node in type_.instances.items()}
    variables = {name for node in nodes.values() for name in _variables_of(node)}
    for path, node in nodes.items():
        if "id" not in node:
            raise type_.refused(path, "an attribute without id")
        taken = variables if _is_bytes(node) else {*_RESERVED, *keyword.kwlist, *variables}
        if node["id"] in taken:
            raise type_.refused(path, f"the name {node['id']}, which kernels use")


def _is_bytes(node: Node) -> bool:
    """Return whether no variable has the name of the attribute itself."""
    of = node.get("type", "str")
    return of == "strz" or (of == "str" and bool(_KEYS_OF_BYTES & node.keys()))


def _variables_of(node: Node) -> Iterator[str]:
    for key, suffixes in _SUFFIXES.items():
        if key in node:
            yield from (f"{node.get('id')}{suffix}" for suffix in suffixes)
    if node.get("type") == "strz":
        yield from (f"{node.get('id')}{suffix}" for suffix in _SUFFIXES["terminator"])
    if "repeat" in node:
        yield "index"
    if num_bits(node) is not None:
        yield "bits"


def form_of(type_: Type, node: Node, path: str) -> str:
    """Return the key of an attribute that says how it is read: a key of `_FORMS`.

    Raises:
        RefusedError: The attribute has no such key, or others that do not go with it.
    """
    keys = {key for key in node if not key.startswith("-") or key.startswith("-columnar")}
    found = next((name for name in _FORMS if name in keys), None)
    if "size-eos" in keys:
        found = "size"
    elif found == "type" and node["type"] == "strz":
        found = "terminator"
    if terminator_of(node) is not None and node.get("type", "str") not in TEXTS:
        raise type_.refused(f"{path}/terminator", f"of {node['type']}")
    if found is None:
        raise type_.refused(path, "an attribute without type and size")
    for key in sorted(keys - _ALWAYS - _REPEAT - _FORMS[found]):
        raise type_.refused(f"{path}/{key}", unsupported(node[key]))
    return found


def terminator_of(node: Node) -> Any:
    """Return the byte that ends a field of bytes or text, if one does."""
    return node.get("terminator", 0 if node.get("type") == "strz" else None)


def unsupported(value: object) -> str:
    """Return what an error says of a key whose value is not supported."""
    return f"{value!r} is not supported"


def literal(value: object) -> str:
    """Return a value that YAML has parsed as expressions write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def loader_of(type_: Type, text: str, path: str) -> Loader | None:
    """Return what loads a number of a built-in type; None if the text names another type."""
    if text in ("b24le", "b24be"):
        return Loader(text, 3, "int")
    match = _NUMBER.match(text)
    if match is None:
        return None
    letter, size, endian = match.groups()
    is_switched = size != "1" and endian is None and type_.switching is not None
    endian = "" if size == "1" or is_switched else endian or type_.meta("endian")
    if endian is None:
        raise type_.refused(path, f"{text} without an endianness")
    if f"{letter}{size}{'le' if is_switched else endian}" not in _LOADERS:
        raise type_.refused(path, f"the type {letter}{size}{endian}")
    kind = "float" if letter == "f" else "int"
    return Loader(f"{letter}{size}{endian}", int(size), kind, is_switched)


def kind_of_param(text: str) -> str | None:
    """Return the kind of a parameter that is a number, by the text of its type."""
    if text == "bool" or not _NUMBER.match(text):
        return "bool" if text == "bool" else None
    return "float" if text.startswith("f") else "int"


def fixed_size(node: Node) -> int | None:
    """Return how many bytes a field takes, if it is a number that is always there."""
    text = node.get("type")
    if not isinstance(text, str) or {"if", "repeat", "size"} & node.keys():
        return None
    match = _NUMBER.match(text)
    return int(match[2]) if match else None


def num_bits(node: Node) -> int | None:
    """Return how many bits a field takes, if its type counts bits."""
    text = node.get("type")
    if not isinstance(text, str) or text in ("b24le", "b24be"):
        return None
    match = _BITS.match(text)
    return int(match[1]) if match else None


def arguments_of(call: str) -> list[str]:
    """Return the texts of the arguments of a call, such as `cell(column, true)`."""
    match = _CALL.match(call.strip())
    if match is None or match[2] is None:
        return []
    text, found, depth, at = match[2], [], 0, 0
    for i, character in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            found.append(text[at:i])
            at = i + 1
    return [*found, text[at:]]
