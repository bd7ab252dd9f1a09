"""What must be known of a type to step over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ksy.kernels.attributes import Node, arguments, find_type, names_of

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel

_OF_FIELDS = ("size", "if", "repeat-expr", "repeat-until")
_OF_INSTANCES = ("value", "if", "pos", "size")


def needed_to_skip(kernel: Kernel) -> set[str]:
    """The names of the fields and instances whose values decide where others lie."""
    type_ = kernel.type
    needed: set[str] = set()
    new = {
        name
        for at, node in enumerate(type_.seq)
        for name in _deciding_names(kernel, node, f"/seq/{at}")
    }
    while new:
        needed |= new
        used = {
            inner
            for name in new & type_.instances.keys()
            for inner in _names(kernel, type_.instances[name], f"/instances/{name}", _OF_INSTANCES)
        }
        new = used - needed
    return needed


def _names(kernel: Kernel, node: Node, path: str, keys: Sequence[str]) -> Iterator[str]:
    for key in keys:
        if key in node:
            yield from names_of(kernel.type, node[key], f"{path}/{key}")


def _deciding_names(kernel: Kernel, node: Node, path: str) -> Iterator[str]:
    yield from _names(kernel, node, path, _OF_FIELDS)
    if "repeat-until" in node:
        yield node["id"]
    kind = node.get("type")
    cases = [kind] if isinstance(kind, str) else []
    if isinstance(kind, dict):
        yield from names_of(kernel.type, kind["switch-on"], f"{path}/type/switch-on")
        cases = kind["cases"].values()
    if "size" in node or "size-eos" in node:
        return
    for case in cases:
        found = find_type(kernel.specs, kernel.type, case)
        if found is None:
            continue  # a number, or refused where it is read
        decide = kernel.compiler.signature("skip", found).params
        for param, text in zip(found.params, arguments(case), strict=False):
            if param["id"] in decide:
                yield from names_of(kernel.type, text, f"{path}/type")
