"""What expressions and kernels give: values, and the code that stands for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ksy.kernels.specs import Type

FAULT = "-1"
"""The position that a kernel returns where the bytes are not what the spec says."""

ZEROS = {"int": "0", "bool": "False", "float": "0.0"}
"""The kinds of values that are one number, and what those that are not there are."""


@dataclass(frozen=True)
class Value:
    """An expression's value: `kind` is int, bool, float, bytes, numbers, array, struct or structs.

    `code` is Python, of bytes and of structs (arrays of one length) what their parts' names begin
    with; `type` is that of a struct; `parts` are the kinds of structs' arrays, by name; `index` is
    that of a struct in structs.
    """

    kind: str
    code: str
    type: Type | None = None
    parts: tuple[tuple[str, str], ...] = ()
    index: str | None = None

    @property
    def is_number(self) -> bool:
        return self.kind in ZEROS


@dataclass
class Signature:
    """A kernel: the params and arrays it takes, and the names and values of what it returns."""

    type: Type
    params: list[str] = field(default_factory=list)
    arrays: list[str] = field(default_factory=list)
    fields: list[tuple[str, Value]] = field(default_factory=list)
    is_static: bool = False
    """It reads no bytes: what it returns follows from its params."""

    @property
    def result(self) -> str:
        return result_name(self.type)


class Part(NamedTuple):
    """One of the values that a result is made of."""

    name: str
    kind: str
    code: str
    type: Type | None

    @property
    def annotation(self) -> str:
        return self.kind if self.kind in ZEROS else "Any"


def parts_of(fields: Iterable[tuple[str, Value]]) -> Iterator[Part]:
    """The values that a result of these fields is made of."""
    for name, value in fields:
        if value.kind == "bytes":
            yield Part(f"{name}_ofs", "int", f"{value.code}_ofs", None)
            yield Part(f"{name}_len", "int", f"{value.code}_len", None)
        elif value.kind == "structs":
            yield Part(f"{name}_at", "int", f"{value.code}_at", None)
            for part, _ in value.parts:
                yield Part(f"{name}_{part}", "array", f"{value.code}_{part}", None)
        else:
            yield Part(name, value.kind, value.code, value.type)


def member(owner: Value, name: str, value: Value) -> Value:
    """A field of a struct; of one in an array of structs, from the arrays of its parts."""
    if owner.index is not None:
        item = f"{owner.code}_{name}[{owner.code}_at + {owner.index}]"
        return Value(value.kind, item, value.type)
    return Value(value.kind, f"{owner.code}.{name}", value.type, value.parts)


def result_name(type_: Type) -> str:
    """The name of what a type's kernel returns."""
    return "".join(word.capitalize() for word in type_.name.split("_"))


def constant(code: str) -> int | None:
    """The number that code is, if it is one."""
    try:
        return int(code, 0)
    except ValueError:
        return None


def bare(code: str) -> str:
    """Code without parentheses around all of it."""
    if not code.startswith("("):
        return code
    depth = 0
    for i, character in enumerate(code):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return code[1:-1] if i == len(code) - 1 else code
    return code
