"""Fields of a sequence: those that are there on a condition, and those that repeat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksy.kernels.attributes import Node, arguments, fixed_size, form, names_of
from ksy.kernels.evaluation import scalar
from ksy.kernels.once import read_once
from ksy.kernels.repeats import read_repeated
from ksy.kernels.results import zeros_of

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel


def read_field(kernel: Kernel, nodes: list[Node], path: str) -> None:
    """Reads the first of the fields that come next."""
    node = nodes[0]
    form(kernel.type, node, path)
    _evaluate_instances(kernel, node, path)
    if kernel.mode == "read" and not kernel.num_checked:
        _check_run(kernel, nodes)
    if "if" not in node:
        _read(kernel, node, path)
        return
    kernel.num_checked = 0
    condition = scalar(kernel, node["if"], f"{path}/if")
    at = len(kernel.lines)
    with kernel.block(f"if {condition}:"):
        _read(kernel, node, path)
    name = node["id"]
    values = [value for (owner, _), value in kernel.cases.items() if owner == name]
    if name in kernel.values and kernel.wants(name):
        values.append(kernel.values[name])
    for value in values:
        kernel.insert(at, *zeros_of(kernel, value))


def _read(kernel: Kernel, node: Node, path: str) -> None:
    if "repeat" in node:
        read_repeated(kernel, node, path)
    else:
        read_once(kernel, node, path)


def _evaluate_instances(kernel: Kernel, node: Node, path: str) -> None:
    """Evaluates the instances that a field needs before the blocks that the field opens."""
    texts = [node[key] for key in ("if", "size", "repeat-expr", "repeat-until") if key in node]
    kind = node.get("type")
    is_stepped_over = not kernel.wants(node["id"]) and ("size" in node or "size-eos" in node)
    if isinstance(kind, dict):
        texts.append(kind["switch-on"])
        if "-columnar-plan" not in node:
            texts += [text for case in kind["cases"].values() for text in arguments(case)]
    elif isinstance(kind, str) and not is_stepped_over:
        texts += arguments(kind)
    for text in texts:
        for name in names_of(kernel.type, text, path):
            if name in kernel.type.instances and name not in kernel.values:
                kernel.num_checked = 0
                kernel.find(name)


def _check_run(kernel: Kernel, nodes: list[Node]) -> None:
    """Looks once whether the fields of known length that come next are all there."""
    total = 0
    for node in nodes:
        size = fixed_size(node)
        if size is None:
            break
        total += size
    if total:
        kernel.fault_if(f"end - pos < {total}")
        kernel.num_checked = total
