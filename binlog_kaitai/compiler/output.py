"""What is written: a kernel's function, the class of what it returns, and the module of both."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from binlog_kaitai.compiler.kernel import (
    INVALID,
    NOTHING,
    RUNTIME,
    STREAM,
    ZEROS,
    Fields,
    Kernel,
    Module,
    Signature,
    Value,
    result_name,
)
from binlog_kaitai.compiler.specs import Type

_HEAD = '"""Kernels of {folder}/{name}.ksy, compiled by `{command}`. Not to be edited."""'
_OURS = ("ksy", "specs")  # this project's, in a checkout and in its wheel
_WIDTH = 100


class _Part(NamedTuple):
    """A field of a result. A value may take several: of bytes their offset and length."""

    name: str
    kind: str
    code: str
    type: Type | None = None

    @property
    def annotation(self) -> str:
        return self.kind if self.kind in ZEROS else "Any"


def write_struct(module: Module, type_: Type, fields: Fields) -> None:
    """Write the class of a struct that no kernel reads, because callers hand it in."""
    _write_class(module, result_name(type_), list(_parts_of(fields)))


def write_kernel(kernel: Kernel, signature: Signature) -> None:
    """Write the function of a kernel whose lines are complete, after the class of its result."""
    parts = list(_parts_of(signature.fields))
    nothing, result = INVALID, "pos"
    lines = kernel.lines
    if parts:
        _write_class(kernel.module, signature.result, [_Part("pos", "int", "pos"), *parts])
        result = f"{signature.result}(pos, {', '.join(part.code for part in parts)})"
        nothing = _nothing_of(kernel, signature, "")
    elif kernel.mode == "skip":
        lines = [*lines, "    if pos > end:", f"        return {INVALID}"]
    given = [*signature.params, *signature.given, *signature.arrays]
    how = "inlined"
    if kernel.mode == "show":
        seen = ["_seen"] if signature.is_member else []
        given, result = [*given, "_out", "_at", *seen], ", ".join(["pos", "_at", *seen])
        how = "inlined" if kernel.type.path else "shared"
    arguments = ", ".join([STREAM, *given])
    type_ = kernel.type
    kernel.module.use_runtime("jit", how)
    block = [f"@{how}", f"def {kernel.mode}_{type_.name}({arguments}):"]
    if type_.path:
        block.append(f'    """{type_.spec.name}.ksy: {type_.path}"""')
    block += [line.replace(NOTHING, nothing) for line in lines]
    block.append(f"    return {result}")
    kernel.module.blocks.append("\n".join(block))


def zeros_of(kernel: Kernel, value: Value) -> list[str]:
    """Return the lines that set the variables of a value to zeros, for where it is absent."""
    if value.kind == "bytes":
        return [f"{value.code}_ofs = {value.code}_len = 0"]
    if value.kind == "struct" and value.type is not None:
        signature = kernel.context.signature("read", value.type)
        return [f"{value.code} = {_nothing_of(kernel, signature, f'{value.code}_')}"]
    return [f"{value.code} = {ZEROS[value.kind]}"] if value.is_number else []


def folder_of(folder: str) -> str:
    """Return what a folder of specs is called in what is compiled of it."""
    return _OURS[0] if folder in _OURS else folder


def command_for(folder: str) -> str:
    """Return the command that compiles the specs of a folder, by the folder's name."""
    return "make generate" if folder in _OURS else "python -m binlog_kaitai.compiler"


def source_of(module: Module, folder: str) -> str:
    """Return the source of a module: imports, constants, classes and functions.

    Code is printed without needless parentheses, variables and imports; numbers are hexadecimal if
    the spec writes them so.
    """
    constants = [f"{name} = {code}" for name, code in module.constants.items()]
    trees = [_without_dead_code(block) for block in (*constants, *module.blocks)]
    used = {name for tree in trees for name in names_in(tree)}
    named = {"folder": folder_of(folder), "command": command_for(folder)}
    lines = [_HEAD.format(name=module.name, **named), ""]
    for origin in sorted(module.imports, key=_group):
        names = sorted(module.imports[origin].intersection(used))
        if names:
            lines.append(_import(origin, names))
    if constants:
        lines += ["", *constants]
    for tree in trees[len(constants) :]:
        text = _text(tree, module.hexadecimals)
        lines += ["", *([""] if "\n" in text else []), text]
    return "\n".join(lines) + "\n"


def _parts_of(fields: Fields) -> Iterator[_Part]:
    for name, value in fields:
        if value.kind == "bytes":
            yield _Part(f"{name}_ofs", "int", f"{value.code}_ofs")
            yield _Part(f"{name}_len", "int", f"{value.code}_len")
        elif value.kind == "structs":
            yield _Part(f"{name}_at", "int", f"{value.code}_at")
            for part, _ in value.parts:
                yield _Part(f"{name}_{part}", "array", f"{value.code}_{part}")
        else:
            yield _Part(name, value.kind, value.code, value.type)


def _write_class(module: Module, name: str, parts: list[_Part]) -> None:
    module.use("typing", "NamedTuple")
    if any(part.annotation == "Any" for part in parts):
        module.use("typing", "Any")
    lines = [f"    {part.name}: {part.annotation}" for part in parts]
    module.blocks.append("\n".join([f"class {name}(NamedTuple):", *lines]))


def _nothing_of(kernel: Kernel, signature: Signature, prefix: str) -> str:
    """Return the code of what a kernel returns of invalid bytes.

    Args:
        kernel: The kernel whose code it is: the one itself, or one that calls it.
        signature: The kernel that returns it.
        prefix: How the names of the arrays begin that it is given.
    """
    kernel.module.use(signature.type.spec.name, signature.result)
    parts = list(_parts_of(signature.fields))
    codes = [_nothing_of_part(kernel, signature, part, prefix) for part in parts]
    nothing = f"{signature.result}({INVALID}, {', '.join(codes)})"
    if signature.arrays or any(part.kind == "struct" for part in parts):
        return nothing
    name = f"NO_{signature.type.name.upper()}"
    if signature.type.spec.name == kernel.module.name:
        block = f"{name} = {nothing}"
        if block not in kernel.module.blocks:
            kernel.module.blocks.append(block)
    return kernel.module.use(signature.type.spec.name, name)


def _nothing_of_part(kernel: Kernel, signature: Signature, part: _Part, prefix: str) -> str:
    if part.type is not None:
        inner = kernel.context.signature("read", part.type)
        return _nothing_of(kernel, inner, f"{prefix}{part.name}_")
    if part.kind in ZEROS and part.name not in signature.arrays:
        return ZEROS[part.kind]
    return prefix + part.name


def _without_dead_code(block: str) -> ast.Module:
    tree = ast.parse(block)
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            remove_unused(statement)
    return tree


def _text(tree: ast.Module, hexadecimals: set[int]) -> str:
    return re.sub(
        r"\b\d{2,}\b",
        lambda found: hex(int(found[0])) if int(found[0]) in hexadecimals else found[0],
        ast.unparse(tree),
    )


def _import(origin: str, names: list[str]) -> str:
    is_of_specs = _group(origin)[0] == _OF_SPECS
    line = f"from {'.' if is_of_specs else ''}{origin} import {', '.join(names)}"
    if len(line) <= _WIDTH:
        return line
    head, _, _ = line.partition(" import ")
    return f"{head} import (\n" + "".join(f"    {name},\n" for name in names) + ")"


_OF_SPECS = 3


def _group(origin: str) -> tuple[int, str]:
    """Order imports as generated modules have them: typing, numpy, the runtime, other specs."""
    if origin.startswith(f"{RUNTIME}."):
        return 2, origin
    return {"typing": 0, "numpy": 1}.get(origin, _OF_SPECS), origin


_EFFECTS = ("read_", "skip_")
"""How the names of functions begin that do more than return a value: they fill arrays."""


def remove_unused(function: ast.FunctionDef) -> None:
    """Remove assignments to variables that a function never loads, and blocks left empty."""
    names: set[str] = set()
    while names != (names := names_in(function)):
        function.body = list(_used(function.body, names))


def names_in(tree: ast.AST) -> set[str]:
    """Return the names that code loads or adds to."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            names.add(node.id)
    return names


def _used(body: list[ast.stmt], names: set[str]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.Assign) and not _has_effects(statement):
            statement.targets = [t for t in statement.targets if _is_used(t, names)]
            if statement.targets:
                yield statement
        elif isinstance(statement, ast.If):
            statement.body = list(_used(statement.body, names))
            statement.orelse = list(_used(statement.orelse, names))
            if statement.body or statement.orelse:
                statement.body = statement.body or [ast.Pass()]
                yield statement
        elif isinstance(statement, ast.For | ast.While):
            statement.body = list(_used(statement.body, names)) or [ast.Pass()]
            yield statement
        elif not isinstance(statement, ast.Pass):
            yield statement


def _has_effects(statement: ast.stmt) -> bool:
    return any(name.startswith(_EFFECTS) for name in names_in(statement))


def _is_used(target: ast.expr, names: set[str]) -> bool:
    return not isinstance(target, ast.Name) or target.id in names
