"""The specs of a folder: types, and what names in them stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import yaml

from ksy.kernels.expressions import Expression, parse


class RefusedError(Exception):
    """A construct that kernels cannot be compiled from: the spec's file, path and what it is."""


@dataclass(eq=False)
class Type:
    """A type of a spec; `name` is the key of its kernel, `path` where it stands in the file."""

    spec: Spec
    name: str
    path: str
    node: dict[str, Any]
    parent: Type | None = None
    types: dict[str, Type] = field(default_factory=dict)

    @property
    def params(self) -> list[dict[str, Any]]:
        return list(self.node.get("params", []))

    @property
    def seq(self) -> list[dict[str, Any]]:
        return list(self.node.get("seq", []))

    @property
    def instances(self) -> dict[str, dict[str, Any]]:
        return dict(self.node.get("instances", {}))

    @property
    def exports(self) -> list[str] | None:
        """What the kernel of the type returns; None where it has none."""
        return self.node.get("-columnar")

    @property
    def view(self) -> dict[str, str] | None:
        """What is known of a value of the type that is handed in, and its kinds."""
        return self.node.get("-columnar-view")

    @property
    def enums(self) -> dict[str, dict[int, Any]]:
        return dict(self.node.get("enums", {}))

    def meta(self, key: str) -> str | None:
        """A key of the section meta, its own or inherited."""
        own = self.node.get("meta", {}).get(key)
        if own is None and self.parent is not None:
            return self.parent.meta(key)
        return None if own is None else str(own)

    def parse(self, text: Any, path: str) -> Expression:
        """The tree of an expression that stands at a path inside the type."""
        try:
            return parse(str(text))
        except ValueError as error:
            self.refuse(path, str(error))

    def refuse(self, path: str, construct: str) -> NoReturn:
        raise RefusedError(f"{self.spec.file}: {self.path}{path}: {construct}")


@dataclass(eq=False)
class Spec:
    """A spec by the name of its file."""

    file: Path
    root: Type = field(init=False)
    types: list[Type] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.file.stem


@dataclass(frozen=True)
class Enum:
    """An enum, and the members' names by their numbers."""

    spec: Spec
    name: str
    members: dict[int, str]


@dataclass(eq=False)
class Specs:
    """All specs of a folder."""

    specs: dict[str, Spec]

    def find_type(self, scope: Type, name: str) -> Type | None:
        """The type that a name means in the scope of another."""
        first, *rest = name.split("::")
        at: Type | None = scope
        while at is not None and first not in at.types:
            at = at.parent
        found = at.types[first] if at else None
        if found is None and first in self.specs:
            found = self.specs[first].root
        for part in rest:
            found = found.types.get(part) if found else None
        return found

    def find_enum(self, scope: Type, enum: Sequence[str], path: str) -> Enum:
        """The enum that a name means in the scope of a type."""
        *owners, name = enum
        owner = self.find_type(scope, "::".join(owners)) if owners else scope
        while owner is not None and name not in owner.enums:
            owner = owner.parent
        if owner is None:
            scope.refuse(path, f"the enum {'::'.join(enum)}, which is not there")
        members = {
            number: str(member["id"] if isinstance(member, dict) else member)
            for number, member in owner.enums[name].items()
        }
        return Enum(owner.spec, name, members)


def read_specs(folder: Path) -> Specs:
    """Reads the specs of a folder."""
    specs = {}
    for file in sorted(folder.glob("*.ksy")):
        spec = Spec(file)
        node = yaml.safe_load(file.read_text())
        spec.root = _add_type(spec, spec.name, "", node, None)
        specs[spec.name] = spec
    return Specs(specs)


def _add_type(spec: Spec, name: str, path: str, node: dict[str, Any], parent: Type | None) -> Type:
    added = Type(spec, name, path, node, parent)
    spec.types.append(added)
    for key, inner in node.get("types", {}).items():
        added.types[key] = _add_type(spec, key, f"{path}/types/{key}", inner, added)
    return added
