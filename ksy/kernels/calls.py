"""Values of one type: numbers, and what other kernels read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksy.kernels.attributes import loader, named_type
from ksy.kernels.evaluation import argument
from ksy.kernels.specs import Type
from ksy.kernels.values import Signature, Value

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel


def read_type(kernel: Kernel, kind: str, path: str, name: str, *, is_wanted: bool) -> Value | None:
    """Reads a value of a type at `pos` into a variable, or steps over it where nobody wants it."""
    number = loader(kernel.type, kind, path)
    if number is None:
        kernel.num_checked = 0
        return _call(kernel, kind, path, name, is_wanted=is_wanted)
    if not is_wanted:
        kernel.line(f"pos += {number.size}")
        return None
    kernel.check_room(number.size)
    kernel.line(f"{name} = {kernel.use(number.function)}(buffer, pos)")
    kernel.line(f"pos += {number.size}")
    return Value(number.kind, name)


def step_over(kernel: Kernel, type_: Type, arguments: list[str], path: str) -> None:
    """Moves `pos` behind a value of a type, of which nothing else is wanted."""
    callee = kernel.compiler.signature("skip", type_)
    kernel.reads_bytes = kernel.reads_bytes or not callee.is_static
    codes = _argument_codes(kernel, callee, arguments, path)
    function = kernel.module.use(type_.spec.name, f"skip_{type_.name}")
    kernel.line(f"pos = {function}({', '.join([kernel.stream, *codes])})")
    kernel.fault_if("pos < 0")


def _call(kernel: Kernel, kind: str, path: str, name: str, *, is_wanted: bool) -> Value | None:
    type_, arguments = named_type(kernel.specs, kernel.type, kind, path)
    if not is_wanted:
        step_over(kernel, type_, arguments, path)
        return None
    callee = kernel.compiler.signature("read", type_)
    kernel.reads_bytes = True
    codes = _argument_codes(kernel, callee, arguments, path)
    for array in callee.arrays:
        kernel.add_array(f"{name}_{array}")
        codes.append(f"{name}_{array}")
    function = kernel.module.use(type_.spec.name, f"read_{type_.name}")
    call = f"{function}({', '.join([kernel.stream, *codes])})"
    if not callee.fields:
        kernel.line(f"pos = {call}")
        kernel.fault_if("pos < 0")
        return None
    kernel.line(f"{name} = {call}")
    kernel.line(f"pos = {name}.pos")
    kernel.fault_if("pos < 0")
    return Value("struct", name, type_)


def _argument_codes(
    kernel: Kernel, callee: Signature, arguments: list[str], path: str
) -> list[str]:
    params = [param["id"] for param in callee.type.params]
    by_name = dict(zip(params, arguments, strict=True))
    return [argument(kernel, by_name[name], path) for name in callee.params]
