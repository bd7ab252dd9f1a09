"""The tree that the specs make of a binary log, in a form that all languages can write.

An object is its class, its fields in the order of the file, then its instances by name, without
those that an `if` leaves out, and without parameters. Every instance is evaluated. An object that
an instance leads to again is only named, by its number in the order of the walk; so both trees
refer to the same objects, too. Enums are their numbers.
"""

from __future__ import annotations

import inspect
import re
import struct
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from kaitaistruct import KaitaiStruct

from binlog_kaitai.generated.mysql_binlog import MysqlBinlog

MAX_SAFE = 2**53 - 1
"""The greatest integer that JavaScript's numbers hold exactly, as they do all smaller ones."""


def trees_of(log: Path, *, names_enums: bool = False, kind: Any = MysqlBinlog) -> list[Any]:
    """The tree of the start of a log, and those of its events.

    Enums are `{"enum": name}`, as Ruby has them, where `names_enums`. `kind` is the class of logs.
    """
    with kind.from_file(log) as root:
        canonical = _Canonical(names_enums)
        return [canonical.of(tree) for tree in (root.start, *root.events)]


class _Canonical:
    def __init__(self, names_enums: bool) -> None:
        self.names_enums = names_enums
        self.seen: dict[int, int] = {}

    def of(self, value: Any) -> Any:
        if self.names_enums and isinstance(value, IntEnum):
            kind = re.sub("(?<!^)(?=[A-Z])", "_", type(value).__name__).lower()
            return {"enum": f"{kind}_{value.name}"}
        return _canonical(value, self)


def _canonical(value: Any, trees: _Canonical) -> Any:
    if isinstance(value, KaitaiStruct):
        return _canonical_object(value, trees)
    if isinstance(value, list):
        return [trees.of(item) for item in value]
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, float):
        return _canonical_float(value)
    if isinstance(value, (bool, str)):
        return value
    integer = int(value)
    return integer if abs(integer) <= MAX_SAFE else {"integer": integer}


def _canonical_float(value: float) -> Any:
    """As JavaScript, which does not tell integers from floats, has it."""
    if value.is_integer() and abs(value) <= MAX_SAFE and repr(value) != "-0.0":
        return int(value)
    return {"double": struct.pack(">d", value).hex()}


def _canonical_object(value: KaitaiStruct, trees: _Canonical) -> Any:
    seen = trees.seen
    if (number := seen.get(id(value))) is not None:
        return {"same": number}
    seen[id(value)] = len(seen)
    tree: dict[str, Any] = {"class": type(value).__name__}
    parameters, instances = _names(type(value))
    fields = [name for name in vars(value) if name[0] != "_" and name not in parameters]
    for name in [*fields, *instances]:
        found = getattr(value, name)
        if found is not None:
            tree[_camel(name)] = trees.of(found)
    return tree


@cache
def _names(kind: type[KaitaiStruct]) -> tuple[frozenset[str], list[str]]:
    """The names of the parameters, and of the instances."""
    parameters = frozenset(inspect.signature(kind).parameters)
    instances = [name for name, value in vars(kind).items() if isinstance(value, property)]
    return parameters, sorted(instances, key=_camel)


@cache
def _camel(name: str) -> str:
    first, *words = name.split("_")
    return first + "".join(word.capitalize() for word in words)
