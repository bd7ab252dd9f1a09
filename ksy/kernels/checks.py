"""What the values of attributes must be: the key `valid`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksy.kernels.attributes import Node, construct, literal
from ksy.kernels.evaluation import scalar
from ksy.kernels.values import Value

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel

_OPPOSITES = {"eq": "!=", "min": "<", "max": ">"}


def validate(kernel: Kernel, node: Node, value: Value | None, path: str) -> None:
    """Refuses bytes whose value is none of those that the spec calls valid."""
    valid = node["valid"]
    if not isinstance(valid, dict):
        valid = {"eq": literal(valid)}
    for key, expected in valid.items():
        if key == "expr":
            scope = {} if value is None else {"_": value}
            kernel.fault_if(f"not ({scalar(kernel, expected, path, scope)})")
            continue
        if value is None or not value.is_number:
            kernel.type.refuse(f"{path}/{key}", f"of {node['id']}, which is no number")
        if key == "any-of":
            codes = [f"{value.code} == {scalar(kernel, item, path)}" for item in expected]
            kernel.fault_if(f"not ({' or '.join(codes)})")
        elif key == "in-enum" and expected is True and "enum" in node:
            kernel.fault_if(f"not ({_is_in_enum(kernel, node, value, path)})")
        elif key in _OPPOSITES:
            kernel.fault_if(f"{value.code} {_OPPOSITES[key]} {scalar(kernel, expected, path)}")
        else:
            kernel.type.refuse(f"{path}/{key}", construct(expected))


def _is_in_enum(kernel: Kernel, node: Node, value: Value, path: str) -> str:
    """Compares with the first and last of each run of the members' numbers."""
    enum = kernel.specs.find_enum(kernel.type, node["enum"].split("::"), path)
    runs: list[list[int]] = []
    for number in sorted(enum.members):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    codes = [
        f"{low} <= {value.code} <= {high}" if low < high else f"{value.code} == {low}"
        for low, high in runs
    ]
    return " or ".join(codes)
