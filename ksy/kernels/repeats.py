"""Fields that repeat: what is wanted of each goes into arrays that the caller gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksy.kernels.attributes import Node, construct, find_type, loader, named_type, names_of
from ksy.kernels.calls import step_over
from ksy.kernels.evaluation import evaluate, scalar
from ksy.kernels.once import read_once
from ksy.kernels.results import zeros_of
from ksy.kernels.values import Value, bare, member

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel

Scope = dict[str, Value]
Parts = tuple[tuple[str, str], ...]

_HEADS = {"eos": "while pos < end:", "until": "while True:"}


def read_repeated(kernel: Kernel, node: Node, path: str) -> None:
    """Reads a field as often as it is there; its hint names the arrays and what they hold."""
    name, how = node["id"], node["repeat"]
    type_ = find_type(kernel.specs, kernel.type, node.get("type"))
    hint = _hint(kernel, node, path)
    kernel.num_checked = 0
    kernel.values[name] = Value("structs", name, type_)
    head = _head(kernel, node, path)
    start = len(kernel.lines)
    kernel.repeated = name
    with kernel.block(head):
        if how != "expr":
            kernel.line("index += 1")
        inside = len(kernel.lines)
        if hint:
            kernel.line(f"{name}_start = pos")
        item, params = _read_item(kernel, node, path, hint)
        parts = _store(kernel, name, hint, _scope(kernel, name, item, params), path)
        if how == "until":
            scope = {} if item is None else {"_": item}
            until = scalar(kernel, node["repeat-until"], f"{path}/repeat-until", scope)
            kernel.line(f"if {until}:")
            kernel.line("    break")
    kernel.repeated = ""
    if how != "expr":
        kernel.line(f"num_{name} = index + 1")
    _check_room(kernel, name, parts, start if how == "expr" else inside, how)
    if item is not None:
        at = start + 2 if parts and how == "expr" else start
        kernel.insert(at, *zeros_of(kernel, item))
    for array in [f"{name}_at", *(f"{name}_{part}" for part, _ in parts)] if parts else []:
        kernel.add_array(array)
    kernel.values[name] = Value("structs", name, item.type if item else None, parts)


def _hint(kernel: Kernel, node: Node, path: str) -> dict[str, str]:
    hint = node.get("-columnar", {})
    if not isinstance(hint, dict):
        kernel.type.refuse(f"{path}/-columnar", construct(hint))
    return hint if kernel.mode == "read" else {}


def _head(kernel: Kernel, node: Node, path: str) -> str:
    """Begins to count, and returns the head of the loop."""
    name, how = node["id"], node["repeat"]
    count = f"num_{name}"
    kept = {*kernel.type.instances, *(param["id"] for param in kernel.type.params)}
    if how == "expr":
        code = bare(scalar(kernel, node["repeat-expr"], f"{path}/repeat-expr"))
        if code == count:
            return f"for index in range({count}):"
        kernel.line(f"{count} = {code}")
    elif how not in _HEADS:
        kernel.type.refuse(f"{path}/repeat", construct(how))
    else:
        kernel.line("index = -1")
    if count in kept:
        kernel.type.refuse(path, f"{count}, which is another number than that of {name}")
    kernel.values.pop(count, None)  # a field of that name is not known from here on
    return _HEADS.get(how, f"for index in range({count}):")


def _check_room(kernel: Kernel, name: str, parts: Parts, at: int, how: str) -> None:
    """Looks whether the arrays have room for all, or else for one more."""
    if not parts:
        return
    room = f"len({name}_{parts[0][0]})"
    if how == "expr":
        kernel.insert(at, f"if {name}_at + num_{name} > {room}:", f"    {kernel.fault}")
    else:
        kernel.insert(at, f"if {name}_at + index >= {room}:", f"    {kernel.fault}", depth=1)


def _read_item(
    kernel: Kernel, node: Node, path: str, hint: dict[str, str]
) -> tuple[Value | None, Scope]:
    """Reads one of what repeats; returns it, and the params that it was given, by name.

    It is stepped over where nothing is wanted but where it lies and what it was given.
    """
    name = node["id"]
    kind = node.get("type")
    if isinstance(kind, str) and hint and "size" not in node and _is_struct(kernel, kind, path):
        type_, arguments = named_type(kernel.specs, kernel.type, kind, f"{path}/type")
        given = dict(zip((param["id"] for param in type_.params), arguments, strict=True))
        wanted = {
            part
            for key, text in hint.items()
            for part in names_of(kernel.type, text, f"{path}/-columnar/{key}")
        }
        is_valid_needed = "valid" in node
        if not (
            wanted - given.keys() - {"_ofs", "_"} or is_valid_needed or _looks_back(kernel, name)
        ):
            params = {}
            for param in [param for param in given if param in wanted]:
                value = evaluate(kernel, given[param], f"{path}/type")
                kernel.line(f"{name}_{param} = {value.code}")
                params[param] = Value(value.kind, f"{name}_{param}")
                kernel.values[f"{name}_{param}"] = params[param]
            texts = [f"{name}_{p}" if p in params else text for p, text in given.items()]
            step_over(kernel, type_, texts, f"{path}/type")
            return None, params
    once = {key: node[key] for key in node if not key.startswith("repeat") and key != "-columnar"}
    if kernel.wants(name):
        kernel.needed.add(f"{name}_last")
    read_once(kernel, once | {"id": f"{name}_last"}, path)
    return kernel.values.get(f"{name}_last"), {}


def _is_struct(kernel: Kernel, kind: str, path: str) -> bool:
    return loader(kernel.type, kind, f"{path}/type") is None


def _looks_back(kernel: Kernel, name: str) -> bool:
    """Whether another item than the one that is read is asked for something."""
    text = str(kernel.type.seq) + str(kernel.type.instances)
    return f"{name}.last" in text or f"{name}[_index - 1]" in text


def _scope(kernel: Kernel, name: str, item: Value | None, params: Scope) -> Scope:
    """What names mean in a hint."""
    scope = {**params, "_ofs": Value("int", f"{name}_start")}
    if item is not None:
        scope["_"] = item
    if item is not None and item.type is not None:
        for field, value in kernel.compiler.known_of(item.type):
            scope[field] = member(item, field, value)
    return scope


def _store(kernel: Kernel, name: str, hint: dict[str, str], scope: Scope, path: str) -> Parts:
    """Stores what is wanted of one of what repeats; returns the arrays' names and kinds."""
    parts: list[tuple[str, str]] = []
    for part, text in hint.items():
        value = evaluate(kernel, text, f"{path}/-columnar/{part}", scope)
        if value.kind == "bytes":
            kernel.line(f"{name}_{part}_ofs[{name}_at + index] = {value.code}_ofs")
            kernel.line(f"{name}_{part}_len[{name}_at + index] = {value.code}_len")
            parts += [(f"{part}_ofs", "int"), (f"{part}_len", "int")]
        elif value.is_number:
            kernel.line(f"{name}_{part}[{name}_at + index] = {value.code}")
            parts.append((part, value.kind))
        else:
            kernel.type.refuse(f"{path}/-columnar/{part}", f"{text}, which is no number or bytes")
    return tuple(parts)
