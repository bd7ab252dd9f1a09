"""The driver: all specs to modules, a type to a kernel, field by field.

This module is on top of the others. Two things lead back to it through `Context`: a kernel that
calls another one, which is then compiled first, and an instance, which is evaluated where an
expression first needs it and may itself read a field elsewhere in the stream.
"""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from binlog_kaitai.compiler.cases import write_cases
from binlog_kaitai.compiler.evaluation import evaluate, evaluate_number
from binlog_kaitai.compiler.forms import forms_of, shown_seq
from binlog_kaitai.compiler.kernel import (
    IS_LE,
    ZEROS,
    Context,
    Fields,
    Kernel,
    Mode,
    Module,
    Signature,
    Value,
    bare,
)
from binlog_kaitai.compiler.needs import DECIDING_KEYS, needed_names
from binlog_kaitai.compiler.numbers import read_number
from binlog_kaitai.compiler.output import (
    command_for,
    folder_of,
    source_of,
    write_kernel,
    write_struct,
    zeros_of,
)
from binlog_kaitai.compiler.plans import PLAN_FIELDS, planned_types
from binlog_kaitai.compiler.repeats import read_repeated
from binlog_kaitai.compiler.single_fields import leading_bits, read_bits, read_single
from binlog_kaitai.compiler.specs import (
    Node,
    RefusedError,
    Spec,
    Specs,
    Type,
    arguments_of,
    check_names,
    fixed_size,
    form_of,
    literal,
    read_specs,
    unsupported,
)
from binlog_kaitai.compiler.tables import write_table
from binlog_kaitai.compiler.texts import names_shown, show_field, show_type
from binlog_kaitai.compiler.trees.modules import write_tree

_INIT = '"""Kernels compiled from the specs in {folder}/ by `{command}`. Not to be edited."""\n'


def compile_folder(folder: Path, output: Path, *, only_hinted: bool = False) -> int:
    """Compile the specs of a folder to a package of kernels.

    Args:
        folder: Where the `.ksy` files are.
        output: The folder of the package, which is replaced.
        only_hinted: Whether specs without hints are left out, of which whole files are read.

    Returns:
        The number of modules, one for each spec that has kernels.

    Raises:
        RefusedError: A spec has a construct that kernels cannot be compiled from. The package is
            left as it was.
        ModuleNotFoundError: PyYAML is not installed.
    """
    specs = read_specs(folder)
    sources = compile_specs(specs, folder.resolve().name, only_hinted=only_hinted)
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    name = folder.resolve().name
    init = _INIT.format(folder=folder_of(name), command=command_for(name))
    (output / "__init__.py").write_text(init, encoding="utf-8")
    for name, source in sources.items():
        (output / f"{name}.py").write_text(source, encoding="utf-8")
    forms = forms_of(specs)
    if forms:
        (output / "forms.py").write_text(forms, encoding="utf-8")
    return len(sources)


def compile_specs(specs: Specs, folder: str, *, only_hinted: bool = False) -> dict[str, str]:
    """Compile all types that have kernels, and structs that are handed to kernels.

    Args:
        specs: The specs.
        folder: The name of their folder, for the modules' docstrings.
        only_hinted: Whether specs without hints are left out.

    Returns:
        The source of each module, by the name of its spec.

    Raises:
        RefusedError: A spec has a construct that kernels cannot be compiled from.
    """
    compiler = _Compiler(specs)
    for spec in specs.specs.values():
        if not only_hinted and _is_file(specs, spec):
            write_tree(compiler.module(spec), specs, spec.root)
        for type_ in spec.types:
            if type_.table is not None:
                write_table(compiler, type_)
            elif type_.exports is not None:
                compiler.signature("read", type_)
            elif type_.view is not None:
                write_struct(compiler.module(spec), type_, compiler.fields_of(type_))
    write_cases(compiler)
    if not compiler.modules:
        raise RefusedError(f"{folder}: no type has a -columnar, which says what its kernel returns")
    return {name: source_of(module, folder) for name, module in compiler.modules.items()}


def _is_file(specs: Specs, spec: Spec) -> bool:
    """Return whether a spec is one of files: it has no hints, and none of the folder imports it."""
    if any("-columnar" in key for type_ in spec.types for key in type_.node):
        return False
    imports = (of.root.node.get("meta", {}).get("imports") or [] for of in specs.specs.values())
    return spec.name not in {str(name).rpartition("/")[2] for names in imports for name in names}


class _Compiler(Context):
    """The modules and kernels of all specs, each kernel compiled at its first use."""

    def __init__(self, specs: Specs) -> None:
        self.specs = specs
        self.modules: dict[str, Module] = {}
        self.signatures: dict[tuple[Mode, Type], Signature | None] = {}
        self.planned = planned_types(specs)

    def module(self, spec: Spec) -> Module:
        return self.modules.setdefault(spec.name, Module(spec.name))

    def signature(self, mode: Mode, type_: Type) -> Signature:
        key = (mode, type_)
        if key not in self.signatures:
            if mode == "read" and type_.exports is None:
                raise type_.refused("", "no -columnar, which says what its kernel returns")
            self.signatures[key] = None
            self.signatures[key] = _compile_type(self, mode, type_)
        found = self.signatures[key]
        if found is None:
            raise type_.refused("", "a type that contains itself")
        return found

    def fields_of(self, type_: Type) -> Fields:
        if type_.view is None:
            return self.signature("read", type_).fields
        fields = []
        for path, kind in type_.view.items():
            name = path.replace(".", "_")
            if kind in ZEROS or kind == "array":
                fields.append((name, Value(kind, name)))
                continue
            item = self.specs.find_type(type_, str(kind))
            if item is None:
                raise type_.refused(f"/-columnar-view/{path}", f"the type {kind}")
            parts = tuple((part, value.kind) for part, value in self.fields_of(item))
            fields.append((name, Value("structs", name, item, parts)))
        if type_ in self.planned:
            fields += [(name, Value("int", name)) for name in PLAN_FIELDS]
        return fields

    def evaluate_instance(self, kernel: Kernel, name: str) -> Value:
        node = kernel.type.instances[name]
        path = f"/instances/{name}"
        if "pos" in node:
            return _read_elsewhere(kernel, name, node, path)
        return _compute(kernel, name, node, path)


def _compile_type(context: Context, mode: Mode, type_: Type) -> Signature:
    """Write the kernel of a type into its module."""
    check_names(type_)
    seq = shown_seq(type_) if mode == "show" else type_.seq
    others = names_shown(type_) if mode == "show" else set()
    is_read = mode == "read"
    needed = {node["id"] for node in seq} if is_read else needed_names(context, type_, others, seq)
    kernel = Kernel(context, type_, mode, needed)
    if mode == "show":
        show_type(kernel, _read_seq)
    elif mode == "read" and "-columnar-number" in type_.node:
        read_number(kernel, type_.node["-columnar-number"])
    else:
        _read_seq(kernel)
    signature = Signature(type_, given=kernel.given, arrays=kernel.arrays, room=kernel.room)
    if mode == "read":
        signature.fields = [_export(kernel, name) for name in type_.exports or ()]
        if type_.table is not None:
            signature.fields.append(_export(kernel, f"{type_.table}.size"))
    if kernel.decides_endian:
        _decide_endianness(kernel)
    signature.params = [param["id"] for param in type_.params if param["id"] in kernel.params]
    signature.is_static = not kernel.reads_bytes
    write_kernel(kernel, signature)
    return signature


def _read_seq(kernel: Kernel) -> None:
    seq, at = shown_seq(kernel.type) if kernel.mode == "show" else kernel.type.seq, 0
    while at < len(seq):
        bits = leading_bits(seq[at:])
        if bits:
            read_bits(kernel, bits, at)
            for node in bits if kernel.mode == "show" else []:
                show_field(kernel, node, f"/seq/{at}", lambda *_: None)
        else:
            _read_field(kernel, seq[at:], f"/seq/{at}")
        at += len(bits) or 1


def _decide_endianness(kernel: Kernel) -> None:
    """Put what decides the endianness before all that a kernel does."""
    after, kernel.lines = kernel.lines, []
    path, switch = "/meta/endian", kernel.type.node["meta"]["endian"]
    on = evaluate_number(kernel, switch["switch-on"], f"{path}/switch-on")
    branch = "if"
    for label, endian in switch["cases"].items():
        if endian not in ("le", "be"):
            raise kernel.type.refused(f"{path}/cases/{label}", unsupported(endian))
        if label == "_":
            kernel.emit("else:")
        else:
            member = evaluate_number(kernel, literal(label), f"{path}/cases")
            kernel.emit(f"{branch} {on} == {member}:")
        kernel.emit(f"    {IS_LE} = {endian == 'le'}")
        branch = "elif"
    if "_" not in switch["cases"]:
        kernel.emit("else:")
        kernel.emit(f"    {kernel.rejection}")
    kernel.lines += after


def _export(kernel: Kernel, name: str) -> tuple[str, Value]:
    value = evaluate(kernel, name, "/-columnar")
    if value.kind == "numbers" or (value.kind == "structs" and not value.parts):
        raise kernel.type.refused("/-columnar", f"{name}, of which nothing is stored")
    return name.replace(".", "_"), value


# Fields of a sequence.


def _read_field(kernel: Kernel, nodes: list[Node], path: str) -> None:
    """Read the first of the fields that follow; `path` is where it stands."""
    node = nodes[0]
    form_of(kernel.type, node, path)
    _evaluate_needed_instances(kernel, node, path)
    if kernel.mode != "skip" and not kernel.num_checked:
        _require_leading(kernel, nodes)
    read = read_repeated if "repeat" in node else read_single
    if kernel.mode == "show":
        read = partial(show_field, read=read)
    if "if" not in node:
        read(kernel, node, path)
        return
    kernel.num_checked = 0
    condition = evaluate_number(kernel, node["if"], f"{path}/if")
    before = len(kernel.lines)
    with kernel.block(f"if {condition}:"):
        read(kernel, node, path)
    name = node["id"]
    if kernel.mode == "show" and name not in kernel.needed:
        return
    values = [value for (owner, _), value in kernel.cases.items() if owner == name]
    if name in kernel.values and kernel.wants(name):
        values.append(kernel.values[name])
    for value in values:
        kernel.insert(before, *zeros_of(kernel, value))


def _evaluate_needed_instances(kernel: Kernel, node: Node, path: str) -> None:
    """Evaluate the instances that a field needs before the blocks that the field opens."""
    texts = [node[key] for key in DECIDING_KEYS if key in node]
    of = node.get("type")
    is_skipped = not kernel.wants(node["id"]) and ("size" in node or "size-eos" in node)
    if isinstance(of, dict):
        texts.append(of["switch-on"])
        if "-columnar-plan" not in node:
            texts += [text for case in of["cases"].values() for text in arguments_of(case)]
    elif isinstance(of, str) and not is_skipped:
        texts += arguments_of(of)
    for text in texts:
        for name in kernel.type.names_in(text, path):
            if name in kernel.type.instances and name not in kernel.values:
                kernel.num_checked = 0
                kernel.find(name)


def _require_leading(kernel: Kernel, nodes: list[Node]) -> None:
    """Check once that the bytes follow of all fields of fixed size that come first."""
    total = 0
    for node in nodes:
        size = fixed_size(node)
        if size is None:
            break
        total += size
    if total:
        kernel.reject_if(f"end - pos < {total}")
        kernel.num_checked = total


# Instances.


def _compute(kernel: Kernel, name: str, node: Node, path: str) -> Value:
    """Emit the code that computes an instance with a `value`."""
    form_of(kernel.type, node, path)
    if "value" not in node:
        raise kernel.type.refused(path, "an instance without value and pos")
    value = evaluate(kernel, node["value"], f"{path}/value")
    if "if" in node:
        value = _compute_conditional(kernel, name, node["if"], value, path)
    if value.is_number:
        kernel.emit(f"{name} = {bare(value.code)}")
        value = Value(value.kind, name)
    kernel.values[name] = value
    return value


def _compute_conditional(kernel: Kernel, name: str, text: str, value: Value, path: str) -> Value:
    if value.kind != "bytes" and not value.is_number:
        raise kernel.type.refused(f"{path}/if", f"of {value.code}, which is no number")
    condition = evaluate_number(kernel, text, f"{path}/if")
    if value.is_number:
        return Value(value.kind, f"({value.code} if {condition} else {ZEROS[value.kind]})")
    for part in ("ofs", "len"):
        kernel.emit(f"{name}_{part} = ({value.code}_{part} if {condition} else 0)")
    return Value("bytes", name)


def _read_elsewhere(kernel: Kernel, name: str, node: Node, path: str) -> Value:
    """Emit the code that reads an instance with a `pos`, and then goes back."""
    for key in ("io", "process", "if", "repeat"):
        if key in node:
            raise kernel.type.refused(f"{path}/{key}", unsupported(node[key]))
    kernel.num_checked = 0
    kernel.emit(f"{name}_before = pos")
    kernel.emit(f"pos = start + {evaluate_number(kernel, node['pos'], f'{path}/pos')}")
    kernel.reject_if("not start <= pos <= end")
    kernel.needed.add(name)
    field = {key: value for key, value in node.items() if key != "pos"} | {"id": name}
    read_single(kernel, field, path)
    if name not in kernel.values:
        raise kernel.type.refused(path, "an instance that has no value")
    kernel.emit(f"pos = {name}_before")
    return kernel.values[name]
