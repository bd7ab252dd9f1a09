"""What kernels return: their classes, and what stands for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksy.kernels.modules import Module
from ksy.kernels.specs import Type
from ksy.kernels.values import FAULT, ZEROS, Part, Signature, Value, parts_of, result_name

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel


def write_view(module: Module, type_: Type, known: list[tuple[str, Value]]) -> None:
    """The class of what is handed in, and not read."""
    _write_class(module, result_name(type_), list(parts_of(known)))


def write_kernel(kernel: Kernel, signature: Signature) -> None:
    """The function, after the class of what it returns."""
    parts = list(parts_of(signature.fields))
    nothing, result = FAULT, "pos"
    lines = kernel.lines
    if parts:
        pos = Part("pos", "int", "pos", None)
        _write_class(kernel.module, signature.result, [pos, *parts])
        result = f"{signature.result}(pos, {', '.join(part.code for part in parts)})"
        nothing = nothing_of(kernel, signature, "")
    elif kernel.mode == "skip":
        lines = [*lines, "    if pos > end:", f"        return {FAULT}"]
    names = ["buffer", "start", "pos", "end", *signature.params, *signature.arrays]
    type_ = kernel.type
    kernel.module.use("binlog_kaitai.machine.jit", "inlined")
    block = ["@inlined", f"def {kernel.mode}_{type_.name}({', '.join(names)}):"]
    if type_.path:
        block.append(f'    """{type_.spec.name}.ksy: {type_.path}"""')
    block += [line.replace(kernel.NOTHING, nothing) for line in lines]
    block.append(f"    return {result}")
    kernel.module.blocks.append("\n".join(block))


def nothing_of(kernel: Kernel, signature: Signature, prefix: str) -> str:
    """What a kernel returns where the bytes are not what the spec says.

    Arrays are those that were given, whose names begin with the prefix.
    """
    kernel.module.use(signature.type.spec.name, signature.result)
    parts = list(parts_of(signature.fields))
    codes = [_nothing_of_part(kernel, signature, part, prefix) for part in parts]
    nothing = f"{signature.result}({FAULT}, {', '.join(codes)})"
    if signature.arrays or any(part.kind == "struct" for part in parts):
        return nothing
    name = f"NO_{signature.type.name.upper()}"
    if signature.type.spec.name == kernel.module.name:
        block = f"{name} = {nothing}"
        if block not in kernel.module.blocks:
            kernel.module.blocks.append(block)
    return kernel.module.use(signature.type.spec.name, name)


def _nothing_of_part(kernel: Kernel, signature: Signature, part: Part, prefix: str) -> str:
    if part.type is not None:
        inner = kernel.compiler.signature("read", part.type)
        return nothing_of(kernel, inner, f"{prefix}{part.name}_")
    if part.kind in ZEROS and part.name not in signature.arrays:
        return ZEROS[part.kind]
    return prefix + part.name


def _write_class(module: Module, name: str, parts: list[Part]) -> None:
    module.use("typing", "NamedTuple")
    if any(part.annotation == "Any" for part in parts):
        module.use("typing", "Any")
    lines = [f"    {part.name}: {part.annotation}" for part in parts]
    module.blocks.append("\n".join([f"class {name}(NamedTuple):", *lines]))


def zeros_of(kernel: Kernel, value: Value) -> list[str]:
    """Lines that make a value nothing, where it is not there."""
    if value.kind == "bytes":
        return [f"{value.code}_ofs = {value.code}_len = 0"]
    if value.kind == "struct" and value.type is not None:
        signature = kernel.compiler.signature("read", value.type)
        return [f"{value.code} = {nothing_of(kernel, signature, f'{value.code}_')}"]
    return [f"{value.code} = {ZEROS[value.kind]}"] if value.is_number else []
