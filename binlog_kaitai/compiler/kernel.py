"""What the steps of compiling share: values, modules and the kernel that is being written.

Nothing here knows how a spec is read. Each step is a function in a module above this one. It takes
the `Kernel`, emits lines into it, and records there what the names of the spec stand for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, Protocol

from binlog_kaitai.compiler.specs import Loader, Node, Spec, Specs, Type, kind_of_param

RUNTIME = "binlog_kaitai.kernels.runtime"
"""The package that generated kernels import: its modules jit, stream and utf8."""

INVALID = "-1"
"""The position that a kernel returns if the bytes are not what the spec says."""

BIG_ENDIAN = {"s2be", "s4be", "s8be", "f4be", "f8be"}
"""The loaders that are in a module of their own."""

ZEROS = {"int": "0", "bool": "False", "float": "0.0"}
"""The kinds of values that are one number, and the code of such a value that is absent."""

CONSTANTS = {"True": True, "False": False}
"""The code of values that are known while kernels are compiled."""

STREAM = "buffer, start, pos, end"
"""The arguments of each kernel: `pos` is in a stream from `start` to `end` in the buffer."""

IS_LE = "_is_le"
"""The variable that tells which endianness holds where a spec switches it."""

OF_ROOT = "_root_"
"""How the variables begin that hold values of the spec's root in kernels of other types."""

NOTHING = "<nothing>"
"""Stands in lines for what a kernel returns of invalid bytes, which is known once all are there."""

Mode = Literal["read", "skip", "show"]


@dataclass(frozen=True)
class Value:
    """The value of an expression, field or instance.

    Attributes:
        kind: int, bool or float; bytes; numbers (a constant list), array (of the caller);
            struct (what another kernel returned) or structs (what repeats, as one array a part).
        code: The Python that gives it. Of bytes and structs: what the names of their variables
            begin with, such as `data` of `data_ofs` and `data_len`.
        type: The type of a struct, or of each of structs.
        parts: The names of the arrays of structs, and the kinds of what is in them.
        index: Which item of structs it is, if it is a struct that lies in their arrays.
    """

    kind: str
    code: str
    type: Type | None = None
    parts: tuple[tuple[str, str], ...] = ()
    index: str | None = None

    @property
    def is_number(self) -> bool:
        return self.kind in ZEROS


Fields = list[tuple[str, Value]]
"""The fields of a struct: their names and values."""


@dataclass
class Signature:
    """How a kernel is called, and what it returns.

    Attributes:
        type: The type that it reads or steps over.
        params: Those parameters of the type that it takes.
        given: What else it takes, after the parameters: `IS_LE`, and values of the spec's root.
        arrays: The arrays that it fills, which it takes last.
        fields: What it returns behind the position.
        is_static: Whether it reads no bytes: what it returns follows from its parameters.
        room: How many bytes its text takes at most, but for strings and for what repeats.
    """

    type: Type
    params: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    arrays: list[str] = field(default_factory=list)
    fields: Fields = field(default_factory=list)
    is_static: bool = False
    room: int = 0

    @property
    def result(self) -> str:
        return result_name(self.type)

    @property
    def is_member(self) -> bool:
        """Whether its text is a name and a value, which an object has."""
        return isinstance(self.type.text, dict) and "name" in self.type.text


@dataclass
class Module:
    """A module of kernels, one for each spec.

    Attributes:
        name: The name of the spec.
        imports: The names that it imports, by module.
        constants: The code of its constants, by name.
        blocks: The source of its classes and functions, in order.
        hexadecimals: The numbers that the spec writes as hexadecimals.
    """

    name: str
    imports: dict[str, set[str]] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    blocks: list[str] = field(default_factory=list)
    hexadecimals: set[int] = field(default_factory=set)

    def use(self, module: str, name: str) -> str:
        """Import a name from another module, if it is another, and return the name."""
        if module != self.name:
            self.imports.setdefault(module, set()).add(name)
        return name

    def use_runtime(self, module: str, name: str) -> str:
        """Import a name from a module of the runtime, and return the name."""
        return self.use(f"{RUNTIME}.{module}", name)


class Context(Protocol):
    """What a kernel asks of the compiler, which knows all others."""

    specs: Specs

    def module(self, spec: Spec) -> Module:
        """Return the module of a spec."""

    def signature(self, mode: Mode, type_: Type) -> Signature:
        """Return the signature of a kernel, which is compiled at its first use."""

    def fields_of(self, type_: Type) -> Fields:
        """Return the fields of a struct, whether a kernel returns it or callers hand it in."""

    def evaluate_instance(self, kernel: Kernel, name: str) -> Value:
        """Emit the code that evaluates an instance of the kernel's type, and return the value."""


class Writer(Protocol):
    """What writes the fields of a value as text, while they are read.

    Attributes:
        named_by: What names the value in an object that is around it, if something does.
        node: The field that is read now, if it is written.
    """

    named_by: str
    node: Node | None

    def shows(self, node: Node) -> bool:
        """Return whether a field is written."""

    def open(self, node: Node) -> None:
        """Begin with a field that is written."""

    def close(self) -> None:
        """End with the field."""

    def in_switch(self) -> bool:
        """Return whether what is read now is a case of a field that is written."""

    def number(self, text: str, value: Value) -> None:
        """Emit what writes a number that is a case, of a type with this text."""

    def bytes_(self, name: str) -> None:
        """Emit what writes the bytes of a switch whose cases are all others."""

    def struct(self, type_: Type, arguments: list[str], path: str, name: str) -> Value | None:
        """Emit what reads and writes a value of a type; return it if it is needed."""

    def before_item(self) -> None:
        """Emit what comes before an item."""

    def after_item(self, value: Value | None) -> None:
        """Emit what writes an item that is no struct."""


@dataclass
class Kernel:
    """The kernel of one type, while it is written.

    Attributes:
        context: The compiler.
        type: The type that it reads or steps over.
        mode: `read` returns what the type exports; `skip` only finds the position behind it;
            `show` writes it as text.
        needed: The names whose values are needed even in mode `skip`.
        lines: The body of the function, as far as it is written.
        depth: How far the next line is indented.
        values: What names stand for, of fields and instances that lines before have evaluated.
        cases: The structs that switches read, by names of field and type; they are zeros if the
            case was another.
        params: The parameters that it uses.
        given: What else it is given, by name: an endianness, values of the spec's root.
        decides_endian: Whether it uses an endianness that its own type switches.
        arrays: The arrays that it takes of the caller.
        reads_bytes: Whether it looks at the buffer.
        repeated: The field of the loop that is being written, if one is.
        num_checked: How many bytes behind `pos` are known to be there.
        stream: The arguments that tell a callee where its stream lies.
        text: What writes the value, in mode `show`.
        room: How many bytes the text takes at most, but for strings and for what repeats.
    """

    context: Context
    type: Type
    mode: Mode
    needed: set[str]
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    values: dict[str, Value] = field(default_factory=dict)
    cases: dict[tuple[str, str], Value] = field(default_factory=dict)
    params: set[str] = field(default_factory=set)
    given: list[str] = field(default_factory=list)
    decides_endian: bool = False
    arrays: list[str] = field(default_factory=list)
    reads_bytes: bool = False
    repeated: str = ""
    num_checked: int = 0
    stream: str = STREAM
    text: Writer | None = None
    room: int = 0

    @property
    def specs(self) -> Specs:
        return self.context.specs

    @property
    def module(self) -> Module:
        return self.context.module(self.type.spec)

    @property
    def is_inside(self) -> bool:
        """Whether what is read now has a stream of its own, a part of the kernel's."""
        return self.stream != STREAM

    @property
    def rejection(self) -> str:
        """The statement that returns from the kernel because the bytes are invalid."""
        if self.text is not None:
            return f"return {INVALID}, {INVALID}{', _seen' if self.text.named_by else ''}"
        return f"return {NOTHING if self.mode == 'read' else INVALID}"

    def wants(self, name: str) -> bool:
        """Return whether the value of a field is needed."""
        return self.mode != "skip" or name in self.needed

    def emit(self, line: str) -> None:
        """Append a line."""
        self.lines.append("    " * self.depth + line)

    def insert(self, at: int, *lines: str, depth: int = 0) -> None:
        """Insert lines before the line number `at`, `depth` levels deeper than the current one."""
        self.lines[at:at] = ["    " * (self.depth + depth) + line for line in lines]

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Indent what is emitted inside, under a head such as `if a > 1:`.

        Instances that are evaluated inside are forgotten after it; fields that are read inside are
        not, because they are made zero where they are absent.
        """
        self.emit(head)
        self.depth += 1
        known = set(self.values)
        yield
        for name in self.values.keys() & self.type.instances.keys() - known:
            del self.values[name]
        self.depth -= 1
        self.num_checked = 0

    def reject_if(self, condition: str) -> None:
        """Emit that bytes are invalid on a condition."""
        self.emit(f"if {condition}:")
        self.emit(f"    {self.rejection}")

    def require_bytes(self, size: int) -> None:
        """Emit a check that `size` bytes follow, unless that is known already."""
        if self.num_checked < size:
            self.reject_if(f"end - pos < {size}")
            self.num_checked = 0
        self.num_checked = max(self.num_checked - size, 0)

    def use_loader(self, function: str) -> str:
        """Import a function of the runtime that loads a number."""
        self.reads_bytes = True
        module = "big_endian" if function in BIG_ENDIAN else "stream"
        return self.module.use_runtime(module, function)

    def load(self, loader: Loader) -> str:
        """Return the code that loads a number at `pos`."""
        if not loader.is_switched:
            return f"{self.use_loader(loader.function)}(buffer, pos)"
        little, big = (self.use_loader(loader.function + endian) for endian in ("le", "be"))
        return f"{little}(buffer, pos) if {self.endianness()} else {big}(buffer, pos)"

    def endianness(self) -> str:
        """Return the variable of an endianness that is switched, by this type or one around it."""
        if self.type.switching is self.type:
            self.decides_endian = True
        else:
            self.take(IS_LE)
        return IS_LE

    def take(self, name: str) -> None:
        """Have those that call the kernel give something else than params and arrays."""
        if name not in self.given:
            self.given.append(name)

    def add_array(self, name: str) -> None:
        """Have the caller give an array."""
        if name not in self.arrays:
            self.arrays.append(name)

    def find(self, name: str) -> Value | None:
        """Return what a name stands for: a field that was read, a parameter or an instance."""
        if name in self.values:
            return self.values[name]
        for number, param in enumerate(self.type.params):
            if param["id"] == name:
                return self._param(name, param.get("type", "bytes"), f"/params/{number}")
        if name in self.type.instances:
            return self.context.evaluate_instance(self, name)
        return None

    def _param(self, name: str, type_name: str, path: str) -> Value:
        self.params.add(name)
        kind = kind_of_param(type_name)
        if kind is not None:
            return Value(kind, name)
        found = self.specs.find_type(self.type, type_name)
        if found is None:
            raise self.type.refused(path, f"a param of type {type_name}")
        return Value("struct", name, found)


def result_name(type_: Type) -> str:
    """Return the name of the class that a type's kernel returns: `JsonCell` of json_cell."""
    return "".join(word.capitalize() for word in type_.name.split("_"))


def constant(code: str) -> int | None:
    """Return the number that code is, if it is one."""
    try:
        return int(code, 0)
    except ValueError:
        return None


def bare(code: str) -> str:
    """Return code without parentheses around all of it."""
    if not code.startswith("("):
        return code
    depth = 0
    for i, character in enumerate(code):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return code[1:-1] if i == len(code) - 1 else code
    return code
