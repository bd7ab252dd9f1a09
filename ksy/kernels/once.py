"""Fields that are there once: what says how long they are, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ksy.kernels import plans
from ksy.kernels.attributes import Node, construct, form, loader
from ksy.kernels.checks import validate
from ksy.kernels.evaluation import scalar
from ksy.kernels.switches import read_kind
from ksy.kernels.values import Value, constant

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel

_ENCODINGS = {"UTF-8": "is_utf8", "ASCII": "is_ascii"}


def read_once(kernel: Kernel, node: Node, path: str) -> None:
    """Reads a field at `pos` into a variable of its name, and looks whether it is valid."""
    match form(kernel.type, node, path):
        case "contents":
            _read_contents(kernel, node, path)
        case "terminator":
            _read_terminated(kernel, node)
        case "size":
            _read_sized(kernel, node, path)
        case "type":
            _read_typed(kernel, node, path)
        case _:
            kernel.type.refuse(path, "a value outside of instances")


def _read_typed(kernel: Kernel, node: Node, path: str) -> None:
    name = node["id"]
    if "enum" in node:
        kernel.specs.find_enum(kernel.type, node["enum"].split("::"), f"{path}/enum")
    if "-columnar-plan" in node:
        plans.read_planned(kernel, node, path)
        return
    is_wanted = kernel.wants(name)
    value = read_kind(kernel, node["type"], f"{path}/type", name, is_wanted=is_wanted)
    if value is not None:
        kernel.values[name] = value
    if "valid" in node and kernel.mode == "read":
        validate(kernel, node, value, f"{path}/valid")


def _read_contents(kernel: Kernel, node: Node, path: str) -> None:
    contents = node["contents"]
    expected = contents if isinstance(contents, list) else list(str(contents).encode())
    if not all(isinstance(byte, int) for byte in expected):
        kernel.type.refuse(f"{path}/contents", construct(contents))
    kernel.fault_if(f"end - pos < {len(expected)}")
    kernel.num_checked = 0
    if kernel.mode == "read":
        for number, byte in enumerate(expected):
            kernel.fault_if(f"{kernel.use('u1')}(buffer, pos + {number}) != {byte}")
    kernel.line(f"pos += {len(expected)}")


def _read_terminated(kernel: Kernel, node: Node) -> None:
    kernel.num_checked = 0
    load = kernel.use("u1")
    kernel.line(f"while pos < end and {load}(buffer, pos) != {node['terminator']}:")
    kernel.line("    pos += 1")
    kernel.fault_if("pos >= end")
    kernel.line("pos += 1")


def _read_sized(kernel: Kernel, node: Node, path: str) -> None:
    name = node["id"]
    hint = node.get("-columnar", "located")
    if hint != "located":
        kernel.type.refuse(f"{path}/-columnar", construct(hint))
    kernel.num_checked = 0
    size = _size(kernel, node, path)
    if not kernel.wants(name):
        kernel.line(f"pos += {size}")
        return
    kernel.line(f"{name}_ofs = pos")
    if size != f"{name}_len":
        kernel.line(f"{name}_len = {size}")
    value = _read_inside(kernel, node, path) or Value("bytes", name)
    kernel.line(f"pos = {name}_ofs + {name}_len")
    kernel.values[name] = value
    if "valid" in node and kernel.mode == "read":
        validate(kernel, node, value, f"{path}/valid")


def _size(kernel: Kernel, node: Node, path: str) -> str:
    """The code of how many bytes a field takes, which are there."""
    if "size" not in node:
        return "end - pos"
    size = scalar(kernel, node["size"], f"{path}/size")
    if constant(size) is not None:
        kernel.fault_if(f"end - pos < {size}")
        return size
    if not size.isidentifier():
        kernel.line(f"{node['id']}_len = {size}")
        size = f"{node['id']}_len"
    kernel.fault_if(f"not 0 <= {size} <= end - pos")
    return size


def _read_inside(kernel: Kernel, node: Node, path: str) -> Value | None:
    """Reads what a field's bytes hold; nothing where they are bytes, or only to be located."""
    name, kind = node["id"], node.get("type")
    if kind == "str":
        _check_text(kernel, node, path)
        return None
    if kind is None or "-columnar" in node:
        return None
    for case in kind["cases"].values() if isinstance(kind, dict) else [kind]:
        if loader(kernel.type, case, f"{path}/type") is not None:
            kernel.type.refuse(f"{path}/type", f"{case} with a size")
    with _stream_of(kernel, name):
        return read_kind(kernel, kind, f"{path}/type", name, is_wanted=True)


@contextmanager
def _stream_of(kernel: Kernel, name: str) -> Iterator[None]:
    before = kernel.stream
    kernel.stream = f"buffer, {name}_ofs, pos, {name}_ofs + {name}_len"
    yield
    kernel.stream = before


def _check_text(kernel: Kernel, node: Node, path: str) -> None:
    encoding = node.get("encoding") or kernel.type.meta("encoding")
    if encoding not in _ENCODINGS:
        kernel.type.refuse(path, f"text in {encoding}")
    if kernel.mode == "read":
        name = node["id"]
        check = kernel.module.use("binlog_kaitai.machine.utf8", _ENCODINGS[encoding])
        kernel.fault_if(f"not {check}(buffer, {name}_ofs, {name}_len)")
