"""Tables: what a module has beside kernels where a spec says that what repeats is rows.

The hint `-columnar-table` of a root type is the path of a repeated field. The function `table` then
reads a file into a table of Arrow, with a column for each name in the field's hint `-columnar`.
"""

from __future__ import annotations

from collections.abc import Iterator

from binlog_kaitai.compiler.expressions import Attribute, Expression, Name
from binlog_kaitai.compiler.kernel import STREAM, Context
from binlog_kaitai.compiler.specs import (
    TEXTS,
    Node,
    Specs,
    Type,
    fixed_size,
    loader_of,
    num_bits,
    terminator_of,
)

_BY_KIND = {"int": "int64", "float": "float64", "bool": "bool", "bytes": "binary"}
_BY_LETTER = {"u": "uint", "s": "int", "f": "float"}


def write_table(context: Context, type_: Type) -> None:
    """Write the function that reads a file into a table, and the kernel by which it does.

    Raises:
        RefusedError: The hint names no repeated field, or the type's kernel takes other things.
    """
    if type_.parent is not None:
        raise type_.refused("/-columnar-table", "in a type that is inside another")
    path, signature = str(type_.table), context.signature("read", type_)
    owner, node = _repeated(context.specs, type_, path.split("."))
    name = path.replace(".", "_")
    others = [array for array in signature.arrays if not array.startswith(f"{name}_")]
    taken = [*signature.params, *signature.given, *others]
    if taken:
        raise type_.refused("/-columnar-table", f"a type that takes {', '.join(taken)}")
    size = _least_size(context.specs, owner, node)
    if not size:
        raise type_.refused("/-columnar-table", f"{path}, of which an item may be empty")
    arguments = ", ".join([STREAM, *signature.arrays])
    columns = "".join(
        f'    ("{part}", "{kind}"),\n' for part, kind in _columns(context, owner, node)
    )
    module = context.module(type_.spec)
    module.use_runtime("jit", "kernel")
    module.use_runtime("tables", "read_table")
    what = f"{path} of {type_.spec.file.name}"
    fill = [
        f"@kernel\ndef fill({arguments}):",
        f"    found = read_{type_.name}({arguments})",
        f"    return found.pos, found.{name}_size",
    ]
    table = [
        "def table(file):",
        f'    """A table of Arrow, with a row for each of {what}."""',
        f'    return read_table(file, fill, COLUMNS, {size}, "{what}")',
    ]
    module.blocks += [f"COLUMNS = (\n{columns})", "\n".join(fill), "\n".join(table)]


def _repeated(specs: Specs, type_: Type, names: list[str]) -> tuple[Type, Node]:
    """Return the type that has the repeated field of a path, and the field."""
    owner: Type | None = type_
    for name in names[:-1]:
        owner = _type_of(specs, owner, _node(owner, name))
    node = _node(owner, names[-1])
    if owner is None or "repeat" not in node or not isinstance(node.get("-columnar"), dict):
        construct = f"{'.'.join(names)}, which is no field that repeats and has a -columnar"
        raise type_.refused("/-columnar-table", construct)
    return owner, node


def _type_of(specs: Specs, owner: Type | None, node: Node) -> Type | None:
    return specs.find_called(owner, node.get("type")) if owner else None


def _node(type_: Type | None, name: str) -> Node:
    if type_ is None:
        return {}
    found = (node for node in (*type_.params, *type_.seq) if node["id"] == name)
    return next(found, type_.instances.get(name, {}))


def _least_size(specs: Specs, type_: Type, node: Node) -> int:
    """Return how many bytes a field, or an item of it, takes at least."""
    if isinstance(node.get("size"), int):
        return int(node["size"])
    if "contents" in node:
        return len(node["contents"])
    if {"size", "size-eos"} & node.keys():
        return 0
    if terminator_of(node) is not None:
        return 1
    inner = _type_of(specs, type_, node)
    if inner is None:
        return fixed_size({key: node[key] for key in node if key != "repeat"}) or 0
    parts = [part for part in inner.seq if not {"repeat", "if"} & part.keys()]
    bits = sum(num_bits(part) or 0 for part in parts)
    return bits // 8 + sum(_least_size(specs, inner, part) for part in parts)


def _columns(context: Context, owner: Type, node: Node) -> Iterator[tuple[str, str]]:
    """Yield the names of columns and those of their types in Arrow.

    A column of what the spec declares has its type, and any other that of all such values.
    """
    kinds = dict(dict(context.fields_of(owner))[node["id"]].parts)
    item = _type_of(context.specs, owner, node)
    exports = {name.replace(".", "_"): name for name in (item.exports or [])} if item else {}
    for part, text in node["-columnar"].items():
        path = _path(owner.parse(text, "/-columnar"))
        first, *rest = path or [""]
        if path == ["_"]:
            found = _declared(owner, node)
        else:
            names = [*exports.get(first, first).split("."), *rest] if first != "_" else rest
            found = _declared_at(context.specs, item, names)
        yield part, found or _BY_KIND[kinds.get(part, "bytes")]


def _path(expression: Expression) -> list[str]:
    """Return the names of a path; none, if it is another expression."""
    match expression:
        case Name(name):
            return [name]
        case Attribute(owner, name):
            before = _path(owner)
            return [*before, name] if before else []
    return []


def _declared_at(specs: Specs, type_: Type | None, names: list[str]) -> str | None:
    for name in names[:-1]:
        type_ = _type_of(specs, type_, _node(type_, name))
    node = _node(type_, names[-1]) if names else {}
    return _declared(type_, node) if type_ else None


def _declared(type_: Type, node: Node) -> str | None:
    """Return the name of the type in Arrow of a field that is a number, a flag or bytes."""
    of = node.get("type")
    if of in TEXTS:
        return "string"
    if not isinstance(of, str) or of.startswith("b"):
        return None
    loader = loader_of(type_, of, "")
    if loader is None:
        return None
    return f"{_BY_LETTER[of[:1]]}{loader.size * 8}"
