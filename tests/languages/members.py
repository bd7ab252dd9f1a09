"""What the specs declare, for programs that look at trees by reflection."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

SPECS = Path(__file__).parents[2] / "ksy"


@dataclass(frozen=True)
class Members:
    """The fields of a type in the order of the file, and its instances by name.

    `path` has the names of the types around it, and then its own.
    """

    path: tuple[str, ...]
    fields: dict[str, Any]
    instances: dict[str, Any]

    def without(self, left_out: Collection[tuple[str, str]]) -> Members:
        """Return the members but those that are left out, each by its type and its name."""

        def kept(nodes: dict[str, Any]) -> dict[str, Any]:
            return {name: nodes[name] for name in nodes if (self.path[-1], name) not in left_out}

        return Members(self.path, kept(self.fields), kept(self.instances))


def members_of_specs() -> list[Members]:
    """Return the members of all types of all specs."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # by libyaml, in a tenth of the time
    found: list[Members] = []
    for file in sorted(SPECS.glob("*.ksy")):
        spec = yaml.load(file.read_text(), loader)
        found.extend(_members(spec, (file.stem,)))
    return found


def _members(node: dict[str, Any], path: tuple[str, ...]) -> Iterator[Members]:
    instances = node.get("instances", {})
    yield Members(
        path,
        {field["id"]: field for field in node.get("seq", [])},
        {name: instances[name] for name in sorted(instances, key=lower_camel)},
    )
    for name, inner in node.get("types", {}).items():
        yield from _members(inner, (*path, name))


def table_of(members: list[Members]) -> str:
    """Return a line for each type: its class, its fields and its instances, as the specs say."""
    return "".join(
        f"{'.'.join(map(upper_camel, type_.path))}\t{','.join(type_.fields)}"
        f"\t{','.join(type_.instances)}\n"
        for type_ in members
    )


def upper_camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def lower_camel(name: str) -> str:
    first, *words = name.split("_")
    return first + "".join(word.capitalize() for word in words)
