"""What must be known of a type to step over a value of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from binlog_kaitai.compiler.kernel import OF_ROOT, Context
from binlog_kaitai.compiler.specs import Node, Type, arguments_of

DECIDING_KEYS = ("if", "size", "repeat-expr", "repeat-until")
"""The keys of a field whose expressions decide how long it is."""

_KEYS_OF_INSTANCES = ("value", "if", "pos", "size")


def needed_names(context: Context, type_: Type, others: set[str], seq: list[Node]) -> set[str]:
    """Return the names of fields and instances that decide how long a value is, and of `others`."""
    needed: set[str] = set()
    new = others | {
        name
        for at, node in enumerate(seq)
        for name in _deciding_names(context, type_, node, f"/seq/{at}")
    }
    while new:
        needed |= new
        instances = {name: type_.instances[name] for name in new & type_.instances.keys()}
        used = {
            inner
            for name, node in instances.items()
            for inner in _names(type_, node, f"/instances/{name}", _KEYS_OF_INSTANCES)
        }
        new = used - needed
    return needed


def _names(type_: Type, node: Node, path: str, keys: Sequence[str]) -> Iterator[str]:
    for key in keys:
        if key in node:
            yield from type_.names_in(node[key], f"{path}/{key}")


def _deciding_names(context: Context, type_: Type, node: Node, path: str) -> Iterator[str]:
    yield from _names(type_, node, path, DECIDING_KEYS)
    if "repeat-until" in node:
        yield node["id"]
    of = node.get("type")
    cases = [of] if isinstance(of, str) else []
    if isinstance(of, dict):
        yield from type_.names_in(of["switch-on"], f"{path}/type/switch-on")
        cases = of["cases"].values()
    if "size" in node or "size-eos" in node:
        return
    for case in cases:
        callee = context.specs.find_called(type_, case)
        if callee is None:
            continue  # a number, or refused where it is read
        deciding = context.signature("skip", callee).params
        for param, text in zip(callee.params, arguments_of(case), strict=False):
            if param["id"] in deciding:
                yield from type_.names_in(text, f"{path}/type")
        for name in context.signature("skip", callee).given:
            yield name.removeprefix(OF_ROOT)
