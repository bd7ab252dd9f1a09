"""Fields that count bits: as many in a row as fill a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksy.kernels.attributes import Node, num_bits
from ksy.kernels.checks import validate
from ksy.kernels.values import Value

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel

_KEYS = {"id", "-orig-id", "type", "enum", "valid", "doc", "doc-ref"}


def run_of_bits(nodes: list[Node]) -> list[Node]:
    """The fields of bits that nodes begin with."""
    count = next((i for i, node in enumerate(nodes) if num_bits(node) is None), len(nodes))
    return nodes[:count]


def read_bits(kernel: Kernel, run: list[Node], at: int) -> None:
    """Loads the number that the fields fill, and takes it apart; the first is the `at`th field."""
    sizes = [num_bits(node) or 0 for node in run]
    total = sum(sizes)
    endian = kernel.type.meta("bit-endian") or "be"
    load = {8: "u1", 16: f"u2{endian}", 24: f"b24{endian}", 32: f"u4{endian}"}.get(total)
    if load is None or endian not in ("le", "be"):
        kernel.type.refuse(f"/seq/{at}", f"{total} bits in a row")
    for number, node in enumerate(run, at):
        if not node["type"][1:].isdecimal():
            kernel.type.refuse(f"/seq/{number}/type", f"{node['type']} among other bits")
        for key in sorted(node.keys() - _KEYS):
            kernel.type.refuse(f"/seq/{number}/{key}", "of bits")
    kernel.num_checked = 0
    kernel.fault_if(f"end - pos < {total // 8}")
    kernel.line(f"bits = {kernel.use(load)}(buffer, pos)")
    kernel.line(f"pos += {total // 8}")
    done = 0
    for number, (node, size) in enumerate(zip(run, sizes, strict=True), at):
        shift = done if endian == "le" else total - done - size
        done += size
        _take(kernel, node, shift, size)
        if "valid" in node and kernel.mode == "read":
            validate(kernel, node, kernel.values[node["id"]], f"/seq/{number}/valid")


def _take(kernel: Kernel, node: Node, shift: int, size: int) -> None:
    name, mask = node["id"], hex(2**size - 1)
    code = f"bits >> {shift} & {mask}" if shift else f"bits & {mask}"
    is_flag = size == 1 and "enum" not in node
    kernel.line(f"{name} = {code} != 0" if is_flag else f"{name} = {code}")
    kernel.values[name] = Value("bool" if is_flag else "int", name)
