"""Types to the source of their kernels.

`read_<type>(buffer, start, pos, end, <params>, <arrays>)` reads one value of a type at `pos`, in a
stream that lies from `start` to `end` in the buffer, and returns what the type's `-columnar` key
lists, after the position behind it, which is negative where the bytes are not what the spec says.
`skip_<type>` only finds that position, and looks at nothing that does not decide it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ksy.kernels.expressions import (
    Attribute,
    Binary,
    Conditional,
    EnumMember,
    Expression,
    Item,
    Name,
    Number,
    Numbers,
    SizeOf,
    Unary,
    names_in,
    parse,
)
from ksy.kernels.specs import RefusedError, Specs, Type

STREAM = "buffer, start, pos, end"
FAULT = -1

_PRIMITIVE = re.compile(r"([usf])([1248])(le|be)?$")
_BITS = re.compile(r"b(\d+)(le|be)?$")
_CALL = re.compile(r"([a-z_][a-z0-9_:]*)\s*(?:\((.*)\))?\s*$", re.DOTALL)
_TEXTS = {"UTF-8": "is_utf8", "ASCII": "is_ascii"}
PLAN = ("plan_case", "plan_0", "plan_1", "plan_length")

Node = dict[str, Any]

_PREVIOUS = Binary("-", Name("_index"), Number(1))


@dataclass(frozen=True)
class Value:
    """An expression's value: `kind` is int, bool, float, bytes, numbers, array, struct or structs.

    `code` is Python, of bytes and of structs (arrays of one length) what their parts' names begin
    with; `type` is that of a struct; `parts` are the kinds of structs' arrays, by name; `index` is
    that of a struct in structs.
    """

    kind: str
    code: str
    type: Type | None = None
    parts: tuple[tuple[str, str], ...] = ()
    index: str | None = None


@dataclass
class Compiled:
    """A compiled type: `fields` are the names and values of what it returns."""

    type: Type
    params: list[str]
    arrays: list[str] = field(default_factory=list)
    fields: list[tuple[str, Value]] = field(default_factory=list)
    is_static: bool = False

    @property
    def result(self) -> str:
        return _result_name(self.type)


@dataclass
class Module:
    """The kernels of one spec."""

    name: str
    imports: dict[str, set[str]] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    blocks: list[str] = field(default_factory=list)
    hexadecimals: set[int] = field(default_factory=set)

    def use(self, module: str, name: str) -> str:
        if module != self.name:
            self.imports.setdefault(module, set()).add(name)
        return name


class Compiler:
    """Compiles the types of specs that say what their kernels return, each once."""

    def __init__(self, specs: Specs) -> None:
        self.specs = specs
        self.modules: dict[str, Module] = {}
        self.compiled: dict[tuple[str, Type], Compiled] = {}
        self.planned = dict(_planned_types(specs))

    def compile_all(self) -> dict[str, Module]:
        for spec in self.specs.specs.values():
            for type_ in spec.types:
                if type_.exports is not None:
                    self.compile("read", type_)
                elif "-columnar-view" in type_.node:
                    self._write_view(type_)
        return self.modules

    def module(self, type_: Type) -> Module:
        return self.modules.setdefault(type_.spec.name, Module(type_.spec.name))

    def compile(self, mode: str, type_: Type) -> Compiled:
        key = (mode, type_)
        if key not in self.compiled:
            if mode == "read" and type_.exports is None:
                type_.refuse("", "no -columnar, which says what its kernel returns")
            self.compiled[key] = _Function(self, type_, mode).compile()
        return self.compiled[key]

    def _write_view(self, type_: Type) -> None:
        module = self.module(type_)
        module.use("typing", "NamedTuple")
        block = [f"class {_result_name(type_)}(NamedTuple):"]
        for name, kind, _ in _flat(self.view(type_)):
            if kind == "array":
                module.use("typing", "Any")
            block.append(f"    {name}: {'Any' if kind == 'array' else kind}")
        module.blocks.append("\n".join(block))

    def view(self, type_: Type) -> list[tuple[str, Value]]:
        """What is known of a struct that is handed in: the values of its exports."""
        if "-columnar-view" not in type_.node:
            return self.compile("read", type_).fields
        fields = []
        for path, kind in type_.node["-columnar-view"].items():
            name = path.replace(".", "_")
            if isinstance(kind, str) and kind not in ("int", "bool", "array"):
                item = self.specs.find_type(type_, kind)
                if item is None:
                    type_.refuse(f"/-columnar-view/{path}", f"no type {kind}")
                parts = tuple((part, value.kind) for part, value in self.view(item))
                fields.append((name, Value("structs", name, item, parts)))
            else:
                fields.append((name, Value(kind, name)))
        if type_ in self.planned.values():
            fields += [(name, Value("int", name)) for name in PLAN]
        return fields


def _result_name(type_: Type) -> str:
    return "".join(word.capitalize() for word in type_.name.split("_"))


def _planned_types(specs: Specs) -> Iterator[tuple[Type, Type]]:
    """The types with a field that is planned, and those of the param by which it is."""
    for spec in specs.specs.values():
        for type_ in spec.types:
            for node in type_.seq:
                if "-columnar-plan" in node:
                    param = next(p for p in type_.params if p["id"] == node["-columnar-plan"])
                    planned = specs.find_type(type_, param["type"])
                    if planned is not None:
                        yield type_, planned


class _Function:
    """The body of one kernel, while it grows."""

    def __init__(self, compiler: Compiler, type_: Type, mode: str) -> None:
        self.compiler = compiler
        self.specs = compiler.specs
        self.type = type_
        self.mode = mode
        self.module = compiler.module(type_)
        self.lines: list[str] = []
        self.depth = 1
        self.values: dict[str, Value] = {}
        self.used_params: set[str] = set()
        self.arrays: list[str] = []
        self.loads = False
        self.checked = 0  # bytes after pos that are known to be there
        self.nothings: list[int] = []
        self.needed = {node["id"] for node in type_.seq}
        if mode == "skip":
            self.needed = self._needed_to_skip()

    # the whole function

    def compile(self) -> Compiled:
        seq = self.type.seq
        at = 0
        while at < len(seq):
            path = f"/seq/{at}"
            run = self._bit_run(seq[at:])
            if run:
                self._bit_fields(run, path)
                at += len(run)
                continue
            self._prepare(seq[at])
            if self.mode == "read" and not self.checked:
                self._check_run(seq[at:])
            self._field(seq[at], path)
            at += 1
        params = [p["id"] for p in self.type.params]
        compiled = Compiled(self.type, params, self.arrays)
        if self.mode == "read":
            compiled.fields = [
                (export.replace(".", "_"), self._named(self._evaluate_text(export, "/-columnar")))
                for export in self.type.exports or ()
            ]
        compiled.params = [name for name in params if name in self.used_params]
        compiled.is_static = not self.loads
        self._write(compiled)
        return compiled

    def _write(self, compiled: Compiled) -> None:
        names = ["buffer", "start", "pos", "end", *compiled.params, *compiled.arrays]
        fields = list(_flat(compiled.fields))
        lines = self.lines
        nothing = str(FAULT)
        if fields:
            self.module.use("typing", "NamedTuple")
            kinds = {"int": "int", "bool": "bool", "float": "float"}
            block = [f"class {compiled.result}(NamedTuple):", "    pos: int"]
            block += [f"    {name}: {kinds.get(kind, 'Any')}" for name, kind, _ in fields]
            if any(kind not in kinds for _, kind, _ in fields):
                self.module.use("typing", "Any")
            self.module.blocks.append("\n".join(block))
            result = f"{compiled.result}(pos, {', '.join(code for _, _, code in fields)})"
            nothing = self._nothing(compiled, "")
        else:
            if self.mode == "skip":
                lines.append("    if pos > end:")
                lines.append(f"        return {FAULT}")
            result = "pos"
        self.module.use("binlog_kaitai.machine.jit", "inlined")
        block = ["@inlined", f"def {self.mode}_{self.type.name}({', '.join(names)}):"]
        if self.type.path:
            block.append(f'    """{self.type.spec.name}.ksy: {self.type.path}"""')
        block += [line.replace("<nothing>", nothing) for line in lines]
        block.append(f"    return {result}")
        self.module.blocks.append("\n".join(block))

    def _nothing(self, compiled: Compiled, prefix: str) -> str:
        """What a kernel returns where the bytes are not what the spec says."""
        zeros = {"int": "0", "bool": "False", "float": "0.0"}
        own = set(compiled.arrays)
        codes = []
        for name, kind, _ in _flat(compiled.fields):
            if kind in zeros and name not in own:
                codes.append(zeros[kind])
            elif kind == "struct":
                inner = next(value.type for field, value in compiled.fields if field == name)
                assert inner is not None
                callee = self.compiler.compile("read", inner)
                self.module.use(inner.spec.name, callee.result)
                codes.append(self._nothing(callee, f"{prefix}{name}_"))
            else:
                codes.append(prefix + name)
        if compiled.arrays or any(kind == "struct" for _, kind, _ in _flat(compiled.fields)):
            return f"{compiled.result}({FAULT}, {', '.join(codes)})"
        name = f"NO_{compiled.type.name.upper()}"
        if compiled.type.spec.name == self.module.name:
            text = f"{name} = {compiled.result}({FAULT}, {', '.join(codes)})"
            if text not in self.module.blocks:
                self.module.blocks.append(text)
        return self.module.use(compiled.type.spec.name, name)

    # lines

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.line(head)
        self.depth += 1
        yield
        self.depth -= 1
        self.checked = 0

    def fault_if(self, condition: str) -> None:
        self.line(f"if {condition}:")
        self.line(f"    return {'<nothing>' if self.mode == 'read' else FAULT}")

    def use(self, name: str) -> str:
        """A function of the machine's streams."""
        self.loads = True
        return self.module.use("binlog_kaitai.machine.stream", name)

    # fields

    def _needed_to_skip(self) -> set[str]:
        """The fields and instances whose values decide where others lie."""
        needed: set[str] = set()
        new = {name for node in self.type.seq for name in self._deciding_names(node)}
        while new:
            needed |= new
            used = set()
            for name in new:
                instance = self.type.instances.get(name)
                if instance is not None:
                    used |= set(self._names(instance))
            new = used - needed
        return needed

    def _deciding_names(self, node: Node) -> Iterator[str]:
        yield from self._names(node, keys=("size", "if", "repeat-expr"))
        kind = node.get("type")
        is_sized = "size" in node or "size-eos" in node
        if isinstance(kind, dict):
            yield from self._text_names(kind["switch-on"])
            cases = kind["cases"].values()
        else:
            cases = [kind] if isinstance(kind, str) else []
        for case in () if is_sized else cases:
            if self._primitive(case, "") is None:
                type_, arguments = self._typed(case, "")
                used = self.compiler.compile("skip", type_).params
                for param, text in zip(type_.params, arguments, strict=True):
                    if param["id"] in used:
                        yield from self._text_names(text)

    def _text_names(self, text: Any) -> Iterator[str]:
        yield from names_in(parse(str(text)))

    def _names(
        self, node: Node, keys: Sequence[str] = ("value", "if", "pos", "size")
    ) -> Iterator[str]:
        for key in keys:
            if key in node:
                yield from self._text_names(node[key])

    def _prepare(self, node: Node) -> None:
        """Evaluates the instances that a field needs before the blocks that the field opens."""
        texts = [node[key] for key in ("if", "size", "repeat-expr", "repeat-until") if key in node]
        kind = node.get("type")
        if isinstance(kind, dict):
            texts.append(kind["switch-on"])
            if "-columnar-plan" not in node:
                texts += [a for case in kind["cases"].values() for a in _arguments(case)]
        elif isinstance(kind, str):
            texts += _arguments(kind)
        is_skipped = self.mode == "skip" and node["id"] not in self.needed
        if isinstance(kind, str) and is_skipped and ("size" in node or "size-eos" in node):
            texts = [node[key] for key in ("if", "size") if key in node]
        for text in texts:
            for name in self._text_names(text):
                if name in self.type.instances and name not in self.values:
                    self.checked = 0
                    self._instance(name)

    def _check_run(self, nodes: list[Node]) -> None:
        """Looks once whether the fields of known length that come next are all there."""
        total = 0
        for node in nodes:
            size = self._fixed_size(node)
            if size is None:
                break
            total += size
        if total:
            self.fault_if(f"end - pos < {total}")
            self.checked = total

    def _fixed_size(self, node: Node) -> int | None:
        kind = node.get("type")
        if not isinstance(kind, str) or {"if", "repeat", "size"} & node.keys():
            return None
        primitive = _PRIMITIVE.match(kind)
        return int(primitive[2]) if primitive else None

    def _field(self, node: Node, path: str) -> None:
        known = {
            "id", "-orig-id", "type", "size", "size-eos", "contents", "enum", "encoding",
            "repeat", "repeat-expr", "repeat-until", "if", "valid", "doc", "doc-ref",
            "terminator", "-columnar", "-columnar-plan",
        }  # fmt: skip
        for key in node.keys() - known:
            self.type.refuse(path, f"the key {key}")
        if "if" not in node:
            self._unconditional(node, path)
            return
        self.checked = 0
        condition = self._scalar(node["if"], f"{path}/if")
        if not self._is_wanted(node):
            with self.block(f"if {condition}:"):
                self._unconditional(node, path)
            return
        at = len(self.lines)
        with self.block(f"if {condition}:"):
            self._unconditional(node, path)
        value = self.values.get(node["id"])
        if value is not None:
            indent = "    " * self.depth
            self.lines[at:at] = [f"{indent}{line}" for line in self._zeros(value)]

    def _is_wanted(self, node: Node) -> bool:
        return self.mode == "read" or node["id"] in self.needed

    def _zeros(self, value: Value) -> list[str]:
        if value.kind == "bytes":
            return [f"{value.code}_ofs = {value.code}_len = 0"]
        if value.kind == "struct":
            assert value.type is not None
            callee = self.compiler.compile("read", value.type)
            self.module.use(value.type.spec.name, callee.result)
            return [f"{value.code} = {self._nothing(callee, f'{value.code}_')}"]
        if value.kind == "structs":
            return []
        zero = {"bool": "False", "float": "0.0"}.get(value.kind, "0")
        return [f"{value.code} = {zero}"]

    def _unconditional(self, node: Node, path: str) -> None:
        if "repeat" in node:
            self._repeated(node, path)
            return
        if "contents" in node:
            self._contents(node)
            return
        if "size" in node or "size-eos" in node:
            self._sized(node, path)
            return
        if "terminator" in node:
            self._terminated(node)
            return
        kind = node.get("type")
        if kind is None:
            self.type.refuse(path, "a field without type and size")
        value = self._read(kind, node, path, node["id"])
        if value is not None:
            self.values[node["id"]] = value
            if self.mode == "read":
                self._validate(node, value, path)

    def _read(self, kind: Any, node: Node, path: str, name: str) -> Value | None:
        """Reads a value of a type at `pos` into a variable; in vain where nobody wants it."""
        if isinstance(kind, dict):
            return self._switch(kind, node, path, name)
        primitive = self._primitive(kind, path)
        if primitive is not None:
            function, size, result = primitive
            if not self._is_wanted(node):
                self.line(f"pos += {size}")
                return None
            if self.checked < size:
                self.fault_if(f"end - pos < {size}")
                self.checked = 0
            self.checked = max(self.checked - size, 0)
            self.line(f"{name} = {self.use(function)}(buffer, pos)")
            self.line(f"pos += {size}")
            return Value(result, name)
        self.checked = 0
        return self._call(kind, node, path, name)

    def _primitive(self, kind: str, path: str) -> tuple[str, int, str] | None:
        """The function that loads a number, its size in bytes and its kind."""
        match = _PRIMITIVE.match(kind)
        if match:
            letter, size, endian = match.groups()
            endian = "" if size == "1" else endian or self.type.meta("endian")
            if endian is None:
                self.type.refuse(path, f"{kind} without an endianness")
            return f"{letter}{size}{endian}", int(size), "float" if letter == "f" else "int"
        if kind in ("b24le", "b24be"):
            return kind, 3, "int"
        return None

    def _call(self, kind: str, node: Node, path: str, name: str) -> Value | None:
        type_, arguments = self._typed(kind, path)
        if not self._is_wanted(node):
            self._step_over(type_, arguments, path)
            return None
        callee = self.compiler.compile("read", type_)
        self.loads = True
        codes = self._argument_codes(type_, callee, arguments, path)
        for array in callee.arrays:
            self._array(f"{name}_{array}")
        codes += [f"{name}_{array}" for array in callee.arrays]
        function = self.module.use(type_.spec.name, f"read_{type_.name}")
        call = f"{function}({', '.join([STREAM, *codes])})"
        if not callee.fields:
            self.line(f"pos = {call}")
            self.fault_if("pos < 0")
            return None
        self.line(f"{name} = {call}")
        self.line(f"pos = {name}.pos")
        self.fault_if("pos < 0")
        return Value("struct", name, type_)

    def _step_over(self, type_: Type, arguments: list[str], path: str) -> None:
        callee = self.compiler.compile("skip", type_)
        self.loads = self.loads or not callee.is_static
        codes = self._argument_codes(type_, callee, arguments, path)
        function = self.module.use(type_.spec.name, f"skip_{type_.name}")
        self.line(f"pos = {function}({', '.join([STREAM, *codes])})")
        self.fault_if("pos < 0")

    def _array(self, name: str) -> None:
        if name not in self.arrays:
            self.arrays.append(name)

    def _typed(self, kind: str, path: str) -> tuple[Type, list[str]]:
        call = _CALL.match(kind.strip())
        found = self.specs.find_type(self.type, call[1]) if call else None
        if found is None:
            self.type.refuse(path, f"the type {kind.strip()}")
        return found, _arguments(kind)

    def _argument_codes(
        self, type_: Type, callee: Compiled, arguments: list[str], path: str
    ) -> list[str]:
        by_name = {param["id"]: text for param, text in zip(type_.params, arguments, strict=True)}
        return [self._argument(by_name[name], f"{path}/type") for name in callee.params]

    def _argument(self, text: str, path: str) -> str:
        value = self._evaluate_text(text, path)
        if value.kind != "struct" or value.index is None:
            return value.code
        assert value.type is not None
        members = [_member(value, name, part) for name, part in self.compiler.view(value.type)]
        view = self.module.use(value.type.spec.name, _result_name(value.type))
        return f"{view}({', '.join(member.code for member in members)})"

    def _switch(self, kind: Node, node: Node, path: str, name: str) -> Value | None:
        if "-columnar-plan" in node:
            self._planned(kind, node, path)
            return None
        on = self._scalar(kind["switch-on"], f"{path}/type/switch-on")
        self.checked = 0
        cases = kind["cases"]
        numbers = [c for c in cases.values() if self._primitive(c, path) is not None]
        keyword = "if"
        for label, case in cases.items():
            if label == "_":
                head = "else:"
            else:
                text = str(label).lower() if isinstance(label, bool) else str(label)
                head = f"{keyword} {on} == {self._scalar(text, f'{path}/type/cases')}:"
            keyword = "elif"
            with self.block(head):
                self._read(case, node, path, name)
        if "_" not in cases and numbers:
            with self.block("else:"):
                if self._is_wanted(node):
                    self.line(f"{name} = 0")
                else:
                    self.line("pass")
        if len(numbers) == len(cases):
            return Value("int", name)
        return None

    def _planned(self, kind: Node, node: Node, path: str) -> None:
        """A switch that a param decides once for many values: its case is looked up there."""
        if self.mode == "read":
            self.type.refuse(path, "-columnar-plan in a type that is read, not stepped over")
        param = node["-columnar-plan"]
        self.used_params.add(param)
        plan: list[str] = []
        names: list[str] = []
        with self.block(f"if {param}.plan_length >= 0:"):
            self.line(f"pos += {param}.plan_length")
        fixed: list[str] = []
        for label, case in kind["cases"].items():
            type_, arguments = self._typed(case, path)
            decided = [text for text in arguments if set(self._text_names(text)) <= {param}]
            if type_.name not in names:
                names.append(type_.name)
                head = f"{param}.plan_case == {names.index(type_.name)}:"
                call, is_static = self._planned_call(type_, arguments, param, path)
                if is_static:
                    fixed += [f"    if {head}".replace(f"{param}.", ""), f"        return {call}"]
                else:
                    with self.block(f"elif {head}"):
                        self.line(f"pos = {call}")
                        self.fault_if("pos < 0")
            number = names.index(type_.name)
            plan.append(self._plan_case(kind["switch-on"], label, number, decided, param))
        with self.block("else:"):
            self.line(f"return {FAULT}")
        self.loads = True
        self._write_plan(param, names, plan, fixed)

    def _planned_call(
        self, type_: Type, arguments: list[str], param: str, path: str
    ) -> tuple[str, bool]:
        """The call of a case with the arguments that were decided, and whether it reads nothing."""
        callee = self.compiler.compile("skip", type_)
        by_name = {p["id"]: text for p, text in zip(type_.params, arguments, strict=True)}
        decided = [n for n, text in by_name.items() if set(self._text_names(text)) <= {param}]
        codes = [
            f"{param}.plan_{decided.index(name)}"
            if name in decided
            else self._scalar(by_name[name], f"{path}/type")
            for name in callee.params
        ]
        function = self.module.use(type_.spec.name, f"skip_{type_.name}")
        call = f"{function}({', '.join([STREAM, *codes])})"
        if callee.is_static:
            call = call.replace(f"{param}.", "")
        return call, callee.is_static

    def _plan_case(self, on: str, label: Any, number: int, args: list[str], param: str) -> str:
        tree = [_of_tree(parse(text), self, param) for text in args]
        result = f"return {number}, ({''.join(f'{code}, ' for code in tree)})"
        if label == "_":
            return f"    {result}"
        member = _of_tree(parse(str(label)), self, param)
        return f"    if {_of_tree(parse(on), self, param)} == {member}:\n        {result}"

    def _write_plan(self, param: str, names: list[str], plan: list[str], fixed: list[str]) -> None:
        cases = "".join(f'    "{name}",\n' for name in names)
        name = self.type.name
        self.module.blocks += [
            f"CASES = (\n{cases})",
            "\n".join(
                [
                    f"def plan_{name}({param}):",
                    f'    """The number in CASES and the arguments that a {param} decides."""',
                    *plan,
                ]
            ),
            "\n".join(
                [
                    "@inlined",
                    f"def length_{name}(buffer, start, pos, end, plan_case, plan_0, plan_1):",
                    '    """How many bytes a case takes, if its arguments tell; else negative."""',
                    *fixed,
                    f"    return {FAULT}",
                ]
            ),
        ]

    def _contents(self, node: Node) -> None:
        contents = node["contents"]
        expected = contents if isinstance(contents, list) else list(contents.encode())
        self.fault_if(f"end - pos < {len(expected)}")
        self.checked = 0
        if self.mode == "read":
            for number, byte in enumerate(expected):
                self.fault_if(f"{self.use('u1')}(buffer, pos + {number}) != {byte}")
        self.line(f"pos += {len(expected)}")

    def _sized(self, node: Node, path: str) -> None:
        name = node["id"]
        self.checked = 0
        if "size" in node:
            size = self._scalar(node["size"], f"{path}/size")
            if not size.isidentifier() and not size.isdecimal():
                self.line(f"{name}_len = {size}")
                size = f"{name}_len"
            if size.isdecimal():
                self.fault_if(f"end - pos < {size}")
            else:
                self.fault_if(f"not 0 <= {size} <= end - pos")
        else:
            size = "end - pos"
        if not self._is_wanted(node):
            self.line(f"pos += {size}")
            return
        self.line(f"{name}_ofs = pos")
        if size != f"{name}_len":
            self.line(f"{name}_len = {size}")
        kind = node.get("type")
        value = Value("bytes", name)
        if kind == "str":
            self._check_text(node.get("encoding"), name, path)
        elif kind is not None and self._is_read_inside(node):
            inner = self._inside(kind, node, path, name)
            value = inner if inner is not None else value
        self.line(f"pos = {name}_ofs + {name}_len")
        self.values[name] = value
        if self.mode == "read":
            self._validate(node, value, path)

    def _is_read_inside(self, node: Node) -> bool:
        """Whether a sized field is read, or is only to be located, which an export then says."""
        return node.get("-columnar") != "located"

    def _inside(self, kind: Any, node: Node, path: str, name: str) -> Value | None:
        """Reads a type in a stream of its own."""
        at = len(self.lines)
        value = self._read(kind, {"id": name}, path, name)
        body = self.lines[at:]
        del self.lines[at:]
        self.lines += [
            line.replace(
                "(buffer, start, pos, end", f"(buffer, {name}_ofs, pos, {name}_ofs + {name}_len"
            )
            for line in body
        ]
        return value

    def _check_text(self, encoding: str | None, name: str, path: str) -> None:
        if encoding not in _TEXTS:
            self.type.refuse(path, f"text in {encoding}")
        if self.mode == "read":
            check = self.module.use("binlog_kaitai.machine.utf8", _TEXTS[encoding])
            self.fault_if(f"not {check}(buffer, {name}_ofs, {name}_len)")

    def _terminated(self, node: Node) -> None:
        self.checked = 0
        self.line(f"while pos < end and {self.use('u1')}(buffer, pos) != {node['terminator']}:")
        self.line("    pos += 1")
        self.fault_if("pos >= end")
        self.line("pos += 1")

    def _repeated(self, node: Node, path: str) -> None:
        name = node["id"]
        hint: dict[str, Any] = node.get("-columnar", {}) if self.mode == "read" else {}
        self.checked = 0
        self.values[name] = Value("structs", name, self._item_type(node))
        once = {key: value for key, value in node.items() if not key.startswith("repeat")}
        how = node["repeat"]
        parts: list[tuple[str, str]] = []
        at = len(self.lines)
        if how == "expr":
            count = self._scalar(node["repeat-expr"], f"{path}/repeat-expr")
            if _bare(count) != f"num_{name}":
                self.line(f"num_{name} = {count}")
            head = f"for index in range(num_{name}):"
        elif how == "eos":
            self.line("index = -1")
            head = "while pos < end:"
        elif how == "until":
            self.line("index = -1")
            head = "while True:"
        else:
            self.type.refuse(path, f"repeat: {how}")
        start = len(self.lines)
        with self.block(head):
            if how != "expr":
                self.line("index += 1")
            if hint:
                self.line(f"{name}_start = pos")
            item, params = self._item(once, path, hint)
            for part, text in hint.items():
                parts += self._store(name, part, str(text), item, params, f"{path}/-columnar")
            if how == "until":
                scope = {"_": item} if item else {}
                until = self._scalar(node["repeat-until"], f"{path}/repeat-until", scope)
                self.line(f"if {until}:")
                self.line("    break")
        if how != "expr":
            self.line(f"num_{name} = index + 1")
        if item is not None and item.code.endswith("_last"):
            indent = "    " * self.depth
            self.lines[start:start] = [f"{indent}{line}" for line in self._zeros(item)]
        if parts:
            first = f"{name}_{parts[0][0]}"
            check = f"{name}_at + num_{name} > len({first})"
            self._room(at, start, how, name, first, check)
            arrays = [f"{name}_at", *(f"{name}_{part}" for part, _ in parts)]
            for array in arrays:
                self._array(array)
        self.values[name] = Value("structs", name, item.type if item else None, tuple(parts))

    def _item_type(self, node: Node) -> Type | None:
        kind = node.get("type")
        call = _CALL.match(kind.strip()) if isinstance(kind, str) else None
        return self.specs.find_type(self.type, call[1]) if call else None

    def _room(self, at: int, start: int, how: str, name: str, first: str, check: str) -> None:
        indent = "    " * self.depth
        fault = f"{indent}    return {'<nothing>' if self.mode == 'read' else FAULT}"
        if how == "expr":
            self.lines[start:start] = [f"{indent}if {check}:", fault]
            return
        head = next(i for i in range(start, len(self.lines)) if "index += 1" in self.lines[i])
        self.lines[head + 1 : head + 1] = [
            f"{indent}    if {name}_at + index >= len({first}):",
            f"    {fault}",
        ]

    def _item(
        self, node: Node, path: str, hint: dict[str, Any]
    ) -> tuple[Value | None, dict[str, Value]]:
        """Reads one of what repeats; returns it, and the params that it was given, by name."""
        name = node["id"]
        kind = node.get("type")
        bare = {key: value for key, value in node.items() if key != "-columnar"}
        bare["id"] = f"{name}_last"
        if self._is_wanted(node):
            self.needed.add(f"{name}_last")
        if not isinstance(kind, str) or self._primitive(kind, path) is not None:
            self._unconditional(bare, path)
            return self.values.get(f"{name}_last"), {}
        type_, arguments = self._typed(kind, path)
        names = {n for text in hint.values() for n in self._text_names(text)}
        given = {p["id"]: text for p, text in zip(type_.params, arguments, strict=True)}
        wanted = names - given.keys() - {"_ofs", "_"}
        if hint and not wanted and not self._is_looked_back_at(name):
            params = {}
            for param in [name for name in given if name in names]:
                value = self._evaluate_text(given[param], f"{path}/type")
                self.line(f"{name}_{param} = {value.code}")
                params[param] = Value(value.kind, f"{name}_{param}")
            self._step_over(type_, self._with_locals(given, params, name), path)
            return None, params
        self._unconditional(bare, path)
        return self.values.get(f"{name}_last"), {}

    def _is_looked_back_at(self, name: str) -> bool:
        """Whether another item than the one that is read is asked for something."""
        text = str(self.type.node.get("seq")) + str(self.type.node.get("instances"))
        return f"{name}.last" in text or f"{name}[_index - 1]" in text

    def _with_locals(self, given: dict[str, str], params: dict[str, Value], name: str) -> list[str]:
        for param, value in params.items():
            self.values[f"{name}_{param}"] = value
        return [f"{name}_{param}" if param in params else text for param, text in given.items()]

    def _store(
        self,
        name: str,
        part: str,
        text: str,
        item: Value | None,
        params: dict[str, Value],
        path: str,
    ) -> list[tuple[str, str]]:
        """Stores what is wanted of one of what repeats in the arrays that the caller gives."""
        scope = {**params, "_ofs": Value("int", f"{name}_start")}
        if item is not None:
            scope["_"] = item
            if item.kind == "struct":
                assert item.type is not None
                for field_, value in self.compiler.view(item.type):
                    scope[field_] = _member(item, field_, value)
        value = self._evaluate(parse(text), path, scope)
        if value.kind == "bytes":
            self.line(f"{name}_{part}_ofs[{name}_at + index] = {value.code}_ofs")
            self.line(f"{name}_{part}_len[{name}_at + index] = {value.code}_len")
            return [(f"{part}_ofs", "int"), (f"{part}_len", "int")]
        self.line(f"{name}_{part}[{name}_at + index] = {value.code}")
        return [(part, value.kind)]

    # bits

    def _bit_run(self, nodes: list[Node]) -> list[Node]:
        run = []
        for node in nodes:
            kind = node.get("type")
            if not isinstance(kind, str) or not _BITS.match(kind) or kind in ("b24le", "b24be"):
                break
            run.append(node)
        return run

    def _bit_fields(self, run: list[Node], path: str) -> None:
        sizes = [int(_BITS.match(node["type"])[1]) for node in run]  # type: ignore[index]
        total = sum(sizes)
        endian = self.type.meta("bit-endian") or "be"
        load = {8: "u1", 16: f"u2{endian}", 24: f"b24{endian}", 32: f"u4{endian}"}.get(total)
        if load is None or any("if" in node or "repeat" in node for node in run):
            self.type.refuse(path, f"{total} bits in a row")
        self.checked = 0
        self.fault_if(f"end - pos < {total // 8}")
        self.line(f"bits = {self.use(load)}(buffer, pos)")
        self.line(f"pos += {total // 8}")
        at = 0
        for node, size in zip(run, sizes, strict=True):
            shift = at if endian == "le" else total - at - size
            at += size
            code = f"bits >> {shift} & {2**size - 1:#x}" if shift else f"bits & {2**size - 1:#x}"
            is_flag = size == 1 and "enum" not in node
            self.line(f"{node['id']} = {code} != 0" if is_flag else f"{node['id']} = {code}")
            value = Value("bool" if is_flag else "int", node["id"])
            self.values[node["id"]] = value
            if self.mode == "read":
                self._validate(node, value, path)

    # what must hold

    def _validate(self, node: Node, value: Value, path: str) -> None:
        valid = node.get("valid")
        if valid is None:
            return
        path = f"{path}/valid"
        if not isinstance(valid, dict):
            valid = {"eq": str(valid).lower() if isinstance(valid, bool) else valid}
        for key, expected in valid.items():
            if key == "in-enum":
                self.fault_if(f"not ({self._in_enum(node, value)})")
            elif key == "any-of":
                codes = [f"{value.code} == {self._scalar(item, path)}" for item in expected]
                self.fault_if(f"not ({' or '.join(codes)})")
            elif key == "expr":
                expr = self._scalar(expected, path, {"_": value})
                self.fault_if(f"not ({expr})")
            elif key in ("eq", "min", "max"):
                operator = {"eq": "!=", "min": "<", "max": ">"}[key]
                self.fault_if(f"{value.code} {operator} {self._scalar(expected, path)}")
            else:
                self.type.refuse(path, f"the key {key}")

    def _in_enum(self, node: Node, value: Value) -> str:
        _, _, members = self.specs.find_enum(self.type, tuple(node["enum"].split("::")))
        runs: list[list[int]] = []
        for number in sorted(members):
            if runs and runs[-1][1] == number - 1:
                runs[-1][1] = number
            else:
                runs.append([number, number])
        codes = [
            f"{low} <= {value.code} <= {high}" if low < high else f"{value.code} == {low}"
            for low, high in runs
        ]
        return " or ".join(codes)

    # expressions

    def _scalar(self, text: Any, path: str, scope: dict[str, Value] | None = None) -> str:
        return self._evaluate(self._parsed(text, path), path, scope).code

    def _evaluate_text(self, text: Any, path: str) -> Value:
        return self._evaluate(self._parsed(text, path), path)

    def _parsed(self, text: Any, path: str) -> Expression:
        try:
            return parse(str(text))
        except ValueError as error:
            self.type.refuse(path, str(error))

    def _named(self, value: Value) -> Value:
        return value

    def _evaluate(
        self, expression: Expression, path: str, scope: dict[str, Value] | None = None
    ) -> Value:
        def scalar(part: Expression) -> Value:
            return self._evaluate(part, path, scope)

        match expression:
            case Number(value, is_hexadecimal):
                if is_hexadecimal:
                    self.module.hexadecimals.add(value)
                return Value("int", str(value))
            case EnumMember(enum, member):
                return Value("int", self._enum_member(enum, member, path))
            case Name(name):
                return self._name(name, path, scope)
            case Unary("not", operand):
                return Value("bool", f"(not {scalar(operand).code})")
            case Unary(operator, operand):
                return Value("int", f"({operator}{scalar(operand).code})")
            case Binary(operator, left, right):
                return self._binary(operator, scalar(left), scalar(right))
            case Conditional(condition, then, otherwise):
                first, second = scalar(then), scalar(otherwise)
                code = f"({first.code} if {scalar(condition).code} else {second.code})"
                return Value(first.kind if first.kind == second.kind else "int", code)
            case Item(owner, index):
                return self._item_of(scalar(owner), index, path, scope)
            case Attribute():
                return self._attribute(expression, path, scope)
            case Numbers(items):
                name = f"NUMBERS_{len(self.module.constants)}"
                self.module.use("numpy", "array")
                numbers = ", ".join(scalar(item).code for item in items)
                self.module.constants[name] = f"array([{numbers}])"
                return Value("numbers", name)
            case SizeOf(type_):
                primitive = self._primitive(type_, path)
                if primitive is not None:
                    return Value("int", str(primitive[1]))
        self.type.refuse(path, f"the expression {expression}")

    def _binary(self, operator: str, left: Value, right: Value) -> Value:
        a, b = left.code, right.code
        if operator in ("and", "or"):
            return Value("bool", f"({a} {operator} {b})")
        if operator in ("==", "!=", "<", "<=", ">", ">="):
            return Value("bool", f"({a} {operator} {b})")
        number = int(b) if b.isdecimal() else 0
        if number and number & (number - 1) == 0:
            # the same for negative numbers: both round down
            if operator == "/":
                return Value("int", f"({a} >> {number.bit_length() - 1})")
            if operator == "%":
                self.module.hexadecimals.add(number - 1)
                return Value("int", f"({a} & {number - 1})")
        return Value("int", f"({a} {'//' if operator == '/' else operator} {b})")

    def _enum_member(self, enum: tuple[str, ...], member: str, path: str) -> str:
        spec, name, members = self.specs.find_enum(self.type, enum)
        for number, known in members.items():
            if known == member:
                constant = f"{name}_{member}".upper()
                owner = self.compiler.modules.setdefault(spec.name, Module(spec.name))
                owner.constants.setdefault(constant, str(number))
                return self.module.use(spec.name, constant)
        self.type.refuse(path, f"the enum {name} has no {member}")

    def _name(self, name: str, path: str, scope: dict[str, Value] | None) -> Value:
        if scope and name in scope:
            return scope[name]
        if name == "_index":
            return Value("int", "index")
        if name in self.values:
            return self.values[name]
        for param in self.type.params:
            if param["id"] == name:
                return self._param(param, path)
        if name in self.type.instances:
            return self._instance(name)
        self.type.refuse(path, f"{name}, which is not known here")

    def _param(self, param: Node, path: str) -> Value:
        name, kind = param["id"], param.get("type", "bytes")
        self.used_params.add(name)
        if kind == "bool":
            return Value("bool", name)
        if _PRIMITIVE.match(kind):
            return Value("float" if kind.startswith("f") else "int", name)
        type_ = self.specs.find_type(self.type, kind)
        if type_ is None:
            self.type.refuse(path, f"a param of type {kind}")
        return Value("struct", name, type_)

    def _instance(self, name: str) -> Value:
        node = self.type.instances[name]
        path = f"/instances/{name}"
        if "pos" in node:
            return self._instance_elsewhere(name, node, path)
        if "value" not in node:
            self.type.refuse(path, "an instance without a value")
        value = self._evaluate_text(node["value"], path)
        if "if" in node and value.kind in ("int", "bool", "float"):
            condition = self._scalar(node["if"], f"{path}/if")
            zero = {"bool": "False", "float": "0.0"}.get(value.kind, "0")
            value = Value(value.kind, f"({value.code} if {condition} else {zero})")
        if value.kind in ("int", "bool", "float"):
            self.line(f"{name} = {_bare(value.code)}")
            value = Value(value.kind, name)
        self.values[name] = value
        return value

    def _instance_elsewhere(self, name: str, node: Node, path: str) -> Value:
        """An instance that lies at a position of the stream of its own."""
        if "if" in node or "io" in node or "process" in node:
            self.type.refuse(path, "an instance that is conditional, processed or elsewhere")
        self.checked = 0
        self.line(f"{name}_before = pos")
        self.line(f"pos = start + {self._scalar(node['pos'], f'{path}/pos')}")
        self.fault_if("not start <= pos <= end")
        bare = {key: value for key, value in node.items() if key != "pos"} | {"id": name}
        self.needed.add(name)
        self._unconditional(bare, path)
        self.line(f"pos = {name}_before")
        return self.values[name]

    def _attribute(self, expression: Attribute, path: str, scope: dict[str, Value] | None) -> Value:
        names = [expression.name]
        owner = expression.owner
        while isinstance(owner, Attribute):
            names.insert(0, owner.name)
            owner = owner.owner
        if owner == Name("_io"):
            return self._stream_attribute(names, path)
        value = self._evaluate(owner, path, scope)
        while names:
            value, names = self._step(value, names, path)
        return value

    def _stream_attribute(self, names: list[str], path: str) -> Value:
        codes = {
            "eof": Value("bool", "(pos >= end)"),
            "size": Value("int", "(end - start)"),
            "pos": Value("int", "(pos - start)"),
        }
        if len(names) != 1 or names[0] not in codes:
            self.type.refuse(path, f"_io.{'.'.join(names)}")
        return codes[names[0]]

    def _step(self, value: Value, names: list[str], path: str) -> tuple[Value, list[str]]:
        """Follows as many names as one export of a struct takes."""
        if names[0] == "to_i":
            return value, names[1:]
        if value.kind in ("bytes", "numbers") and names[0] in ("size", "length"):
            code = f"{value.code}_len" if value.kind == "bytes" else f"len({value.code})"
            return Value("int", code), names[1:]
        if value.kind == "structs" and names[0] == "size":
            return Value("int", f"num_{value.code}"), names[1:]
        if value.kind == "structs" and names[0] == "last":
            return self.values[f"{value.code}_last"], names[1:]
        if value.kind == "struct" and value.type is not None:
            fields = dict(self.compiler.view(value.type))
            for count in range(len(names), 0, -1):
                name = "_".join(names[:count])
                if name in fields:
                    return _member(value, name, fields[name]), names[count:]
        self.type.refuse(path, f".{'.'.join(names)}, which -columnar does not list")

    def _item_of(
        self, owner: Value, index: Expression, path: str, scope: dict[str, Value] | None
    ) -> Value:
        if owner.kind == "structs" and index == _PREVIOUS:
            known = self.values.get(f"{owner.code}_last")
            return known or self._last_of(owner)
        at = self._evaluate(index, path, scope).code
        if owner.kind == "bytes":
            return Value("int", f"{self.use('u1')}(buffer, {owner.code}_ofs + {at})")
        if owner.kind in ("numbers", "array"):
            return Value("int", f"{owner.code}[{_bare(at)}]")
        if owner.kind == "structs":
            return Value("struct", owner.code, owner.type, index=at)
        self.type.refuse(path, "an item of what is no array")

    def _last_of(self, owner: Value) -> Value:
        return Value("struct", f"{owner.code}_last", owner.type)


def _member(owner: Value, name: str, value: Value) -> Value:
    """A field of a struct; of one in an array of structs, from the arrays of its parts."""
    if owner.index is not None:
        item = f"{owner.code}_{name}[{owner.code}_at + {owner.index}]"
        return Value(value.kind, item, value.type)
    return Value(value.kind, f"{owner.code}.{name}", value.type, value.parts)


def _flat(fields: Iterable[tuple[str, Value]]) -> Iterator[tuple[str, str, str]]:
    """The fields of a result: name, kind, code."""
    for name, value in fields:
        if value.kind == "bytes":
            yield f"{name}_ofs", "int", f"{value.code}_ofs"
            yield f"{name}_len", "int", f"{value.code}_len"
        elif value.kind == "structs":
            yield f"{name}_at", "int", f"{value.code}_at"
            for part, _ in value.parts:
                yield f"{name}_{part}", "array", f"{value.code}_{part}"
        else:
            yield name, value.kind, value.code


def _arguments(kind: str) -> list[str]:
    """The arguments of a type, as texts."""
    call = _CALL.match(kind.strip())
    if call is None or call[2] is None:
        return []
    arguments, depth, at = [], 0, 0
    text = call[2]
    for i, character in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            arguments.append(text[at:i])
            at = i + 1
    return [*arguments, text[at:]]


def _bare(code: str) -> str:
    """Code without parentheses around all of it."""
    if not code.startswith("("):
        return code
    depth = 0
    for i, character in enumerate(code):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return code[1:-1] if i == len(code) - 1 else code
    return code


def _of_tree(expression: Expression, function: _Function, param: str) -> str:
    """The code of an expression over a parsed tree, in plain Python."""
    match expression:
        case Name(name) if name == param:
            return name
        case Attribute(owner, name):
            return f"{_of_tree(owner, function, param)}.{name}"
        case Number(value):
            return str(value)
        case EnumMember(enum, member):
            return function._enum_member(enum, member, "")
    raise RefusedError(f"{function.type.spec.name}.ksy: a plan from {expression}")
