"""Fields that repeat: a loop, which stores what is wanted of each item in arrays of the caller.

The attribute's hint `-columnar` names these arrays and the expressions stored in them. The caller
also says where in the arrays the first item goes, in `<field>_at`.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from binlog_kaitai.compiler.evaluation import Scope, evaluate, evaluate_number, member
from binlog_kaitai.compiler.kernel import CONSTANTS, Kernel, Value, bare
from binlog_kaitai.compiler.output import zeros_of
from binlog_kaitai.compiler.runs import open_runs, write_runs
from binlog_kaitai.compiler.single_fields import read_single, skip_type
from binlog_kaitai.compiler.specs import Node, loader_of, unsupported

_HEADS = {"eos": "while pos < end:", "until": "while True:"}


class _Item(NamedTuple):
    """What is known of the item that the loop is at: its value, and the arguments it was given."""

    value: Value | None
    params: dict[str, Value]


class _Loop(NamedTuple):
    """What a loop reads: an item, the arrays' names and kinds, and the number of its first line."""

    item: _Item
    parts: tuple[tuple[str, str], ...]
    inside: int


def read_repeated(kernel: Kernel, node: Node, path: str) -> None:
    """Emit the loop that reads a field as often as it repeats.

    Args:
        kernel: The kernel that reads it.
        node: The attribute of the field.
        path: Where the attribute stands.

    Raises:
        RefusedError: The field has a construct that is not supported.
    """
    name, how = node["id"], node["repeat"]
    kernel.num_checked = 0
    type_ = kernel.specs.find_called(kernel.type, node.get("type"))
    kernel.values[name] = Value("structs", name, type_)
    head = _emit_count(kernel, node, path)
    before = len(kernel.lines)
    kernel.repeated = name
    if "-columnar-runs" in node:
        item, parts, inside = _read_by_runs(kernel, node, path, head)
    else:
        item, parts, inside = _read_items(kernel, node, path, head)
    kernel.repeated = ""
    if how != "expr":
        kernel.emit(f"num_{name} = index + 1")
    if parts:
        room = f"len({name}_{parts[0][0]})"
        if how == "expr":
            _insert_check(kernel, before, f"{name}_at + num_{name} > {room}", depth=0)
        else:
            _insert_check(kernel, inside, f"{name}_at + index >= {room}", depth=1)
    if item.value is not None:
        at = before + 2 if parts and how == "expr" else before
        kernel.insert(at, *zeros_of(kernel, item.value))
    for array in ["at", *(part for part, _ in parts)] if parts else []:
        kernel.add_array(f"{name}_{array}")
    kernel.values[name] = Value("structs", name, item.value.type if item.value else None, parts)


def _read_by_runs(kernel: Kernel, node: Node, path: str, head: str) -> _Loop:
    """Emit the loop for where items are taken by runs, and the one for where they are not."""
    name, condition = open_runs(kernel, node, path)
    hint = _hint(kernel, node, path)
    with kernel.block(f"if {condition.code}:"):
        kernel.values[name] = Value("bool", "True")
        write_runs(kernel, node, path, hint, partial(_skip_item, kernel, node, path, hint))
    with kernel.block("else:"):
        kernel.values[name] = Value("bool", "False")
        loop = _read_items(kernel, node, path, head)
    kernel.values[name] = condition
    return loop


def _read_items(kernel: Kernel, node: Node, path: str, head: str) -> _Loop:
    """Emit the loop."""
    name, how, hint = node["id"], node["repeat"], _hint(kernel, node, path)
    with kernel.block(head):
        if how != "expr":
            kernel.emit("index += 1")
        inside = len(kernel.lines)
        if hint:
            kernel.emit(f"{name}_start = pos")
        if kernel.text is not None:
            kernel.text.before_item()
        item = _read_item(kernel, node, path, hint)
        if kernel.text is not None:
            kernel.text.after_item(item.value)
        parts = _store(kernel, name, hint, item, path)
        if how == "until":
            scope = {} if item.value is None else {"_": item.value}
            text = node["repeat-until"]
            until = evaluate_number(kernel, text, f"{path}/repeat-until", scope)
            kernel.emit(f"if {until}:")
            kernel.emit("    break")
    return _Loop(item, parts, inside)


def _hint(kernel: Kernel, node: Node, path: str) -> dict[str, str]:
    hint = node.get("-columnar", {})
    if not isinstance(hint, dict):
        raise kernel.type.refused(f"{path}/-columnar", unsupported(hint))
    return hint if kernel.mode == "read" else {}


def _emit_count(kernel: Kernel, node: Node, path: str) -> str:
    """Emit what counts the items, and return the head of the loop."""
    name, how = node["id"], node["repeat"]
    count = f"num_{name}"
    kept = {*kernel.type.instances, *(param["id"] for param in kernel.type.params)}
    if how == "expr":
        code = bare(evaluate_number(kernel, node["repeat-expr"], f"{path}/repeat-expr"))
        if code == count:
            return f"for index in range({count}):"
        kernel.emit(f"{count} = {code}")
    elif how not in _HEADS:
        raise kernel.type.refused(f"{path}/repeat", unsupported(how))
    else:
        kernel.emit("index = -1")
    if count in kept:
        construct = f"{count}, which is another number than that of {name}"
        raise kernel.type.refused(path, construct)
    kernel.values.pop(count, None)  # a field of that name is overwritten
    return _HEADS.get(how, f"for index in range({count}):")


def _insert_check(kernel: Kernel, at: int, is_full: str, *, depth: int) -> None:
    kernel.insert(at, f"if {is_full}:", f"    {kernel.rejection}", depth=depth)


def _read_item(kernel: Kernel, node: Node, path: str, hint: dict[str, str]) -> _Item:
    """Read an item, or step over it if nothing in it is wanted."""
    name, text = node["id"], node.get("type")
    if isinstance(text, str) and hint and "size" not in node:
        is_struct = loader_of(kernel.type, text, f"{path}/type") is None
        if is_struct and not _looks_inside(kernel, node, path, hint):
            return _skip_item(kernel, node, path, hint)
    single = {key: node[key] for key in node if not key.startswith(("repeat", "-columnar"))}
    if kernel.wants(name):
        kernel.needed.add(f"{name}_last")
    read_single(kernel, single | {"id": f"{name}_last"}, path)
    return _Item(kernel.values.get(f"{name}_last"), {})


def _looks_inside(kernel: Kernel, node: Node, path: str, hint: dict[str, str]) -> bool:
    """Return whether anything but an item's place and arguments is wanted."""
    name = node["id"]
    type_, _ = kernel.specs.resolve(kernel.type, node["type"], f"{path}/type")
    known = {"_ofs", "_", *(param["id"] for param in type_.params)}
    expressions = str(kernel.type.seq) + str(kernel.type.instances)
    looks_back = f"{name}.last" in expressions or f"{name}[_index - 1]" in expressions
    return "valid" in node or looks_back or not _wanted(kernel, path, hint) <= known


def _wanted(kernel: Kernel, path: str, hint: dict[str, str]) -> set[str]:
    return {
        name
        for part, text in hint.items()
        for name in kernel.type.names_in(text, f"{path}/-columnar/{part}")
    }


def _skip_item(
    kernel: Kernel, node: Node, path: str, hint: dict[str, str], known: Scope | None = None
) -> _Item:
    """Step over an item, but keep those of its arguments that are wanted; some may be known."""
    name = node["id"]
    wanted = _wanted(kernel, path, hint)
    type_, texts = kernel.specs.resolve(kernel.type, node["type"], f"{path}/type")
    params = {}
    for number, param in enumerate(param["id"] for param in type_.params):
        if param in wanted:
            value = (known or {}).get(param) or evaluate(kernel, texts[number], f"{path}/type")
            texts[number] = f"{name}_{param}"
            params[param] = value
            if value.code not in CONSTANTS:
                kernel.emit(f"{name}_{param} = {value.code}")
                params[param] = Value(value.kind, f"{name}_{param}")
            kernel.values[f"{name}_{param}"] = params[param]
    skip_type(kernel, type_, texts, f"{path}/type")
    return _Item(None, params)


def _store(
    kernel: Kernel, name: str, hint: dict[str, str], item: _Item, path: str
) -> tuple[tuple[str, str], ...]:
    """Store what is wanted of an item; return the arrays' names and the kinds of their values."""
    scope = _scope(kernel, name, item)
    parts: list[tuple[str, str]] = []
    for part, text in hint.items():
        value = evaluate(kernel, text, f"{path}/-columnar/{part}", scope)
        if value.kind == "bytes":
            kernel.emit(f"{name}_{part}_ofs[{name}_at + index] = {value.code}_ofs")
            kernel.emit(f"{name}_{part}_len[{name}_at + index] = {value.code}_len")
            parts += [(f"{part}_ofs", "int"), (f"{part}_len", "int")]
        elif value.is_number:
            kernel.emit(f"{name}_{part}[{name}_at + index] = {value.code}")
            parts.append((part, value.kind))
        else:
            construct = f"{text}, which is no number or bytes"
            raise kernel.type.refused(f"{path}/-columnar/{part}", construct)
    return tuple(parts)


def _scope(kernel: Kernel, name: str, item: _Item) -> Scope:
    """Return what names mean in a hint."""
    scope = {**item.params, "_ofs": Value("int", f"{name}_start")}
    value = item.value
    if value is not None:
        scope["_"] = value
    if value is not None and value.type is not None:
        for field, inner in kernel.context.fields_of(value.type):
            scope[field] = member(value, field, inner)
    return scope
