"""Kernels that write values as JSON text, with the names that the spec has for them.

`show_<type>` reads a value as `read_<type>` does, and writes it to `_out` from `_at` on. It returns
the position behind the value and where the text ends, which is negative where there is none. The
hint `-columnar-text` says what is written of a type or a field that reads better in another form.

Room is looked for where a text or an item begins, and then as much as anything takes besides.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from binlog_kaitai.compiler.evaluation import evaluate, evaluate_number, member
from binlog_kaitai.compiler.forms import head_of
from binlog_kaitai.compiler.kernel import Kernel, Module, Value
from binlog_kaitai.compiler.single_fields import argument_codes, read_struct
from binlog_kaitai.compiler.specs import TEXTS, Enum, Node, Type, unsupported

_RUNTIME = "json_values"
_MAX_NUMBER = 20
_WRITERS = {"uuid": "write_uuid", "text": "write_text"}

Read = Callable[[Kernel, Node, str], None]


def names_shown(type_: Type) -> set[str]:
    """Return the names of fields and instances that are needed to write a value of a type."""
    form = type_.text
    names = {node["id"] for node in type_.seq if "valid" in node}
    for number, node in enumerate(type_.seq):
        valid = node.get("valid")
        for text in valid.values() if isinstance(valid, dict) else []:
            names |= (
                set(type_.names_in(text, f"/seq/{number}/valid")) if text is not True else set()
            )
    if isinstance(form, dict):
        names |= {form.get("name"), form.get("value"), *form.get("items", [])} & {*type_.instances}
        names |= set(type_.names_in(form["if"], "/-columnar-text/if")) if "if" in form else set()
    return names


def show_type(kernel: Kernel, read_seq: Callable[[Kernel], None]) -> None:
    """Emit what reads a value and writes it, in the form that its type has.

    Raises:
        RefusedError: The type is one that kernels do not write, or has no such form.
    """
    form, type_, path = kernel.type.text, kernel.type, "/-columnar-text"
    match form:
        case None | {"head": _}:
            text = Text(kernel, {*head_of(type_)} or {node["id"] for node in type_.seq})
            text.literal("{")
            read_seq(kernel)
            text.literal("}")
        case "flags":
            text = Text(kernel, set())
            read_seq(kernel)
            text.flags()
        case {"name": name, "value": value}:
            text = Text(kernel, {value}, named_by=name)
            read_seq(kernel)
        case {"value": value}:
            is_field = any(node["id"] == value for node in type_.seq)
            text = Text(kernel, {value} if is_field else set(), is_bare=True)
            read_seq(kernel)
            if not is_field:
                text.computed(value)
        case {"items": items}:
            text = Text(kernel, set())
            read_seq(kernel)
            if "if" in form:
                kernel.reject_if(f"not {evaluate_number(kernel, form['if'], path)}")
            for number, name in enumerate(items):
                text.literal(", " if number else "[")
                text.computed(name)
            text.literal("]")
        case _:
            raise type_.refused(path, unsupported(form))
    if kernel.arrays:
        raise type_.refused(path, f"of what fills {', '.join(kernel.arrays)}")


def show_field(kernel: Kernel, node: Node, path: str, read: Read) -> None:
    """Emit what reads a field by `read`, and writes it if it is shown."""
    text = kernel.text
    if node.get("-columnar-text") == "rare" and "if" in node:
        kernel.emit(kernel.rejection)
        return
    if text is None or not text.shows(node):
        read(kernel, node, path)
        return
    text.open(node)
    read(kernel, node, path)
    text.close()


class Text:
    """The text of a value, while its kernel is written.

    Attributes:
        kernel: The kernel that writes it.
        names: The fields that are shown.
        named_by: What names the value in an object that is around it, if something does.
        is_bare: Whether a field stands for the value, without its name.
        node: The field that is read now, if it is shown.
    """

    def __init__(
        self, kernel: Kernel, names: set[str], *, named_by: str = "", is_bare: bool = False
    ) -> None:
        self.kernel = kernel
        self.names = names
        self.named_by = named_by
        self.is_bare = is_bare
        self.node: Node | None = None
        self.separator = self.suffix = ""
        self.has_members = self.may_have_members = False
        kernel.text = self

    def shows(self, node: Node) -> bool:
        """Return whether a field is written."""
        return node["id"] in self.names and node.get("-columnar-text") is not False

    # what the text consists of

    def literal(self, text: str) -> None:
        """Emit what writes a constant, together with one behind which nothing else was written."""
        kernel = self.kernel
        kernel.room += len(text)
        margin = "    " * kernel.depth
        head = f"{margin}_at = {self.use('write_literal')}(_out, _at, "
        for at in range(len(kernel.lines) - 1, -1, -1):
            line = kernel.lines[at]
            if line.startswith(head):
                text = str(ast.literal_eval(line[len(head) : -1])) + text
                del kernel.lines[at]
                break
            if "_at" in line or not line.startswith(margin):
                break
        kernel.lines.append(f"{head}{text!r})")

    def use(self, name: str) -> str:
        """Import a writer of the runtime."""
        return self.kernel.module.use_runtime(_RUNTIME, name)

    def write(self, type_: Type, node: Node, value: Value, *, is_signed: bool = False) -> None:
        """Emit what writes a value that is read; `node` says what it is, in its type."""
        kernel = self.kernel
        kernel.room += _MAX_NUMBER
        if value.kind == "bytes":
            plain = "write_string" if node.get("type") in TEXTS else "write_printable"
            writer = self.use(_WRITERS.get(str(node.get("-columnar-text")), plain))
            kernel.emit(f"_at = {writer}(_out, _at, buffer, {value.code}_ofs, {value.code}_len)")
            self.fail()
        elif "enum" in node:
            enum = kernel.specs.find_enum(type_, node["enum"].split("::"), "/enum")
            kernel.room += max(map(len, enum.members.values()))
            writer = _enum_writer(kernel, enum)
            kernel.emit(f"_at = {writer}(_out, _at, {value.code})")
        elif value.kind == "bool":
            kernel.emit(f"_at = {self.use('write_bool')}(_out, _at, {value.code})")
        elif value.kind == "int":
            of = node.get("type")
            is_signed = is_signed or (isinstance(of, str) and of.startswith("s"))
            writer = self.use("write_int" if is_signed else "write_unsigned")
            kernel.emit(f"_at = {writer}(_out, _at, {value.code})")
        else:
            raise kernel.type.refused("", f"{value.code} as text")

    def fail(self) -> None:
        """Emit that the kernel returns where nothing was written."""
        self.kernel.emit("if _at < 0:")
        self.kernel.emit(f"    return pos, _at{', _seen' if self.named_by else ''}")

    def computed(self, name: str) -> None:
        """Emit what writes a field or an instance behind all fields."""
        type_ = self.kernel.type
        value = evaluate(self.kernel, name, "/-columnar-text")
        form = type_.text
        is_signed = isinstance(form, dict) and form.get("signed", False)
        self.write(type_, _node_of(type_, name), value, is_signed=is_signed)

    def flags(self) -> None:
        """Emit what lists the names of the flags that are set."""
        self.literal("[")
        for node in self.kernel.type.seq:
            value = self.kernel.values[node["id"]]
            if value.kind == "bool":
                with self.kernel.block(f"if {value.code}:"):
                    self.kernel.emit(f"_at = {self.use('write_separator')}(_out, _at)")
                    self.literal(f'"{node["id"]}"')
        self.literal("]")

    # fields

    def open(self, node: Node) -> None:
        """Begin with a field: write its name, unless its type is a case that may be none."""
        self.node = node
        is_optional = "if" in node or self.may_be_absent(node)
        self.separator = ", " if self.has_members else "?" if self.may_have_members else ""
        self.suffix = ""
        if is_optional and not self.has_members:
            if self.is_followed(node):
                self.suffix = ", "
            else:
                self.may_have_members = True
        else:
            self.has_members = True
        if not self.may_be_absent(node):
            self.key()
        if "repeat" in node:
            self.literal(self.brackets()[0])
            if self.brackets() == "{}":
                self.kernel.emit("_seen = 0")

    def close(self) -> None:
        """End with the field."""
        node, kernel = self.node, self.kernel
        assert node is not None
        if "repeat" in node:
            self.literal(self.brackets()[1])
        elif not isinstance(node.get("type"), dict) and self.type_of(node) is None:
            value = kernel.values.get(node["id"])
            if value is None:
                raise kernel.type.refused(f"/{node['id']}", "of no value, as text")
            self.write(kernel.type, node, value)
        if self.suffix and not self.may_be_absent(node):
            self.literal(self.suffix)
        self.node = None

    def type_of(self, node: Node) -> Type | None:
        return self.kernel.specs.find_called(self.kernel.type, node.get("type"))

    def may_be_absent(self, node: Node) -> bool:
        of = node.get("type")
        return isinstance(of, dict) and "_" not in of["cases"] and "size" not in node

    def is_followed(self, node: Node) -> bool:
        """Return whether a member follows that is always there."""
        seq = self.kernel.type.seq
        behind = seq[[of["id"] for of in seq].index(node["id"]) + 1 :]
        shown = (of for of in behind if self.shows(of))
        return any("if" not in of and not self.may_be_absent(of) for of in shown)

    def brackets(self) -> str:
        """Return what is around the items of a field that repeats."""
        assert self.node is not None
        type_ = self.type_of(self.node)
        if type_ is not None and isinstance(type_.text, dict) and "name" in type_.text:
            return "{}"
        return '""' if self.node.get("-columnar-text") == "uuid" else "[]"

    def key(self) -> None:
        """Emit what writes the name of the field."""
        assert self.node is not None
        if self.named_by:
            self.name_of_member()
        elif not self.is_bare:
            if self.separator == "?":
                self.kernel.emit(f"_at = {self.use('write_separator')}(_out, _at)")
            separator = self.separator.strip("?")
            self.literal(f'{separator}"{self.node["id"]}": ')

    def name_of_member(self) -> None:
        """Emit what writes the name of the whole value, which no other in its object has."""
        kernel, name = self.kernel, self.named_by
        value = evaluate(kernel, name, "/-columnar-text")
        self.use("is_named")
        kernel.reject_if(f"not 0 <= {value.code} < 64 or _seen >> {value.code} & 1")
        kernel.emit(f"_seen |= 1 << {value.code}")
        start = f"_{name}_at"
        kernel.emit(f"{start} = _at")
        self.write(kernel.type, _node_of(kernel.type, name), value)
        kernel.reject_if(f"not is_named(_out, {start})")
        self.literal(": ")

    # what fields are read by

    def in_switch(self) -> bool:
        """Return whether what is read now is a case of the field's type."""
        return self.node is not None and isinstance(self.node.get("type"), dict)

    def number(self, text: str, value: Value) -> None:
        """Emit what writes a number that is a case."""
        with self.case():
            self.write(self.kernel.type, {"type": text}, value)

    def bytes_(self, name: str) -> None:
        """Emit what writes the bytes of a switch whose cases are all others."""
        self.write(self.kernel.type, {}, Value("bytes", name))

    @contextmanager
    def case(self) -> Iterator[None]:
        """Write the name and what is behind the value here, if it is of a case that may be none."""
        is_apart = self.node is not None and self.may_be_absent(self.node)
        if is_apart:
            self.key()
        yield
        if is_apart:
            self.literal(self.suffix)

    def struct(self, type_: Type, arguments: list[str], path: str, name: str) -> Value | None:
        """Emit what writes a value of a type; return it if an expression needs it."""
        kernel, node = self.kernel, self.node
        assert node is not None
        of, value = _stands_for(kernel, type_), None
        if of or node["id"] in kernel.needed:
            kernel.emit(f"_{name}_pos = pos")
            value = read_struct(kernel, type_, arguments, path, name)
        with self.case():
            if value is None or not of:
                if value is not None:
                    kernel.emit(f"pos = _{name}_pos")
                self.call(type_, arguments, path)
            elif node.get("-columnar-text") == "uuid":
                kernel.emit(f"_at = {self.use('write_uuid_byte')}(_out, _at, index, {name}.{of})")
            else:
                part = dict(kernel.context.fields_of(type_))[of]
                is_signed = type_.text.get("signed", False)
                self.write(type_, _node_of(type_, of), member(value, of, part), is_signed=is_signed)
        return value

    def call(self, type_: Type, arguments: list[str], path: str, *, is_last: bool = False) -> None:
        """Emit the call of the kernel that writes a value of a type."""
        kernel = self.kernel
        callee = kernel.context.signature("show", type_)
        kernel.reads_bytes = True
        kernel.room += callee.room
        codes = argument_codes(kernel, callee, arguments, path)
        function = kernel.module.use(type_.spec.name, f"show_{type_.name}")
        seen = ["_seen"] if callee.is_member else []
        call = f"{function}({', '.join([kernel.stream, *codes, '_out', '_at', *seen])})"
        if is_last:
            kernel.emit(f"return {call}")
            return
        kernel.emit(f"{', '.join(['pos', '_at', *seen])} = {call}")
        self.fail()

    def before_item(self) -> None:
        """Emit what comes before an item."""
        kernel, node = self.kernel, self.node
        if node is None:
            return
        kernel.emit(f"if {self.use('is_full')}(_out, _at):")
        kernel.emit(f"    return -1, {self.use('FULL')}{', _seen' if self.named_by else ''}")
        if node.get("-columnar-text") != "uuid":
            with kernel.block("if index > 0:"):
                self.literal(", ")

    def after_item(self, value: Value | None) -> None:
        """Emit what writes an item that is no struct."""
        if self.node is None or self.type_of(self.node) is not None:
            return
        if value is None or isinstance(self.node.get("type"), dict):
            raise self.kernel.type.refused(f"/{self.node['id']}", "items as text")
        self.write(self.kernel.type, self.node, value)


def _stands_for(kernel: Kernel, type_: Type) -> str:
    """Return the number or bytes that a type is written as and its kernel returns, if there is."""
    form = type_.text
    name = str(form.get("value", "")) if isinstance(form, dict) and "name" not in form else ""
    if name not in (type_.exports or ()):
        return ""
    value = dict(kernel.context.fields_of(type_))[name]
    return name if value.is_number or value.kind == "bytes" else ""


def _node_of(type_: Type, name: str) -> Node:
    found: list[Any] = [node for node in type_.seq if node["id"] == name]
    return found[0] if found else {"enum": enum} if (enum := _enum_of(type_, name)) else {}


def _enum_of(type_: Type, name: str) -> str | None:
    return type_.instances.get(name, {}).get("enum")


def _enum_writer(kernel: Kernel, enum: Enum) -> str:
    """Return the function that writes the name of an enum's number, or a number without one."""
    module: Module = kernel.context.module(enum.spec)
    name = f"write_{enum.name}"
    lines = ["@shared", f"def {name}(_out, _at, value):"]
    for number, member_name in enum.members.items():
        text = repr(f'"{member_name}"')
        lines += [f"    if value == {number}:", f"        return write_literal(_out, _at, {text})"]
    block = "\n".join([*lines, "    return write_unsigned(_out, _at, value)"])
    if block not in module.blocks:
        if any(f"def {name}(" in other for other in module.blocks):
            raise kernel.type.refused("/enum", f"the enum {enum.name}, of which the spec has two")
        module.use_runtime("jit", "shared")
        module.use_runtime(_RUNTIME, "write_literal")
        module.use_runtime(_RUNTIME, "write_unsigned")
        module.blocks.append(block)
    return kernel.module.use(enum.spec.name, name)
