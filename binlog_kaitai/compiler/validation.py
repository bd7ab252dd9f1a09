"""What makes bytes invalid that have the right length: the key `valid`, and encodings of texts."""

from __future__ import annotations

from binlog_kaitai.compiler.evaluation import evaluate_number
from binlog_kaitai.compiler.kernel import Kernel, Value
from binlog_kaitai.compiler.specs import Node, literal, unsupported

_CHECKS_OF_ENCODINGS = {"UTF-8": "is_utf8", "ASCII": "is_ascii"}
_OPPOSITES = {"eq": "!=", "min": "<", "max": ">"}


def check_text(kernel: Kernel, node: Node, path: str) -> None:
    """Emit a check that the bytes of a text are of its encoding.

    Raises:
        RefusedError: The encoding is not known.
    """
    encoding = node.get("encoding") or kernel.type.meta("encoding")
    if encoding not in _CHECKS_OF_ENCODINGS:
        raise kernel.type.refused(path, f"text in {encoding}")
    if kernel.mode != "skip":
        name = node["id"]
        check = kernel.module.use_runtime("utf8", _CHECKS_OF_ENCODINGS[encoding])
        kernel.reject_if(f"not {check}(buffer, {name}_ofs, {name}_len)")


def validate(kernel: Kernel, node: Node, value: Value | None, path: str) -> None:
    """Emit checks of what the key `valid` says of a value.

    Raises:
        RefusedError: The key says something else than of numbers, or the value is none.
    """
    valid = node["valid"]
    if not isinstance(valid, dict):
        valid = {"eq": literal(valid)}
    for key, expected in valid.items():
        if key == "expr":
            scope = {} if value is None else {"_": value}
            kernel.reject_if(f"not ({evaluate_number(kernel, expected, path, scope)})")
            continue
        if value is None or not value.is_number:
            raise kernel.type.refused(f"{path}/{key}", f"of {node['id']}, which is no number")
        if key == "any-of":
            numbers = [evaluate_number(kernel, item, path) for item in expected]
            codes = [f"{value.code} == {number}" for number in numbers]
            kernel.reject_if(f"not ({' or '.join(codes)})")
        elif key == "in-enum" and expected is True and "enum" in node:
            kernel.reject_if(f"not ({_is_in_enum(kernel, node, value, path)})")
        elif key in _OPPOSITES:
            number = evaluate_number(kernel, expected, path)
            kernel.reject_if(f"{value.code} {_OPPOSITES[key]} {number}")
        else:
            raise kernel.type.refused(f"{path}/{key}", unsupported(expected))


def _is_in_enum(kernel: Kernel, node: Node, value: Value, path: str) -> str:
    """Return the code that compares a value with each run of consecutive numbers of an enum."""
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
