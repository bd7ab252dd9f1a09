"""Instances: what is computed, and what lies elsewhere in a type's stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksy.kernels.attributes import Node, construct, form
from ksy.kernels.evaluation import evaluate, scalar
from ksy.kernels.once import read_once
from ksy.kernels.values import ZEROS, Value, bare

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel


def evaluate_instance(kernel: Kernel, name: str) -> Value:
    """The value of an instance, which is computed where it is first asked for."""
    node = kernel.type.instances[name]
    path = f"/instances/{name}"
    if "pos" in node:
        return _read_elsewhere(kernel, name, node, path)
    form(kernel.type, node, path)
    if "value" not in node:
        kernel.type.refuse(path, "an instance without value and pos")
    value = evaluate(kernel, node["value"], f"{path}/value")
    if "if" in node and value.kind == "bytes":
        condition = scalar(kernel, node["if"], f"{path}/if")
        for part in ("ofs", "len"):
            kernel.line(f"{name}_{part} = ({value.code}_{part} if {condition} else 0)")
        value = Value("bytes", name)
    elif "if" in node:
        if not value.is_number:
            kernel.type.refuse(f"{path}/if", f"of {value.code}, which is no number")
        condition = scalar(kernel, node["if"], f"{path}/if")
        value = Value(value.kind, f"({value.code} if {condition} else {ZEROS[value.kind]})")
    if value.is_number:
        kernel.line(f"{name} = {bare(value.code)}")
        value = Value(value.kind, name)
    kernel.values[name] = value
    return value


def _read_elsewhere(kernel: Kernel, name: str, node: Node, path: str) -> Value:
    for key in ("io", "process", "if", "repeat"):
        if key in node:
            kernel.type.refuse(f"{path}/{key}", construct(node[key]))
    kernel.num_checked = 0
    kernel.line(f"{name}_before = pos")
    kernel.line(f"pos = start + {scalar(kernel, node['pos'], f'{path}/pos')}")
    kernel.fault_if("not start <= pos <= end")
    kernel.needed.add(name)
    field = {key: value for key, value in node.items() if key != "pos"} | {"id": name}
    read_once(kernel, field, path)
    if name not in kernel.values:
        kernel.type.refuse(path, "an instance that has no value")
    kernel.line(f"pos = {name}_before")
    return kernel.values[name]
