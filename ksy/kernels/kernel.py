"""One kernel, while it grows: its lines, and what its names stand for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from ksy.kernels import bits, fields, instances
from ksy.kernels.attributes import check_type, param_kind
from ksy.kernels.evaluation import evaluate
from ksy.kernels.needs import needed_to_skip
from ksy.kernels.results import write_kernel
from ksy.kernels.specs import Type
from ksy.kernels.values import FAULT, Signature, Value

if TYPE_CHECKING:
    from ksy.kernels.compiler import Compiler


class Kernel:
    """The kernel that reads a type (mode `read`) or steps over it (mode `skip`).

    `values` are those that lines before have named; `cases` are those that switches read, by the
    names of field and type, which are nothing where the case is another; `needed` are the names
    whose values the kernel needs; `arrays` are those that the caller gives; `num_checked` bytes
    after `pos` are known to be there; `repeated` is the field of a loop, while in it; `stream` are
    the arguments that tell a callee where its stream lies.
    """

    NOTHING: ClassVar = "<nothing>"
    STREAM: ClassVar = "buffer, start, pos, end"

    def __init__(self, compiler: Compiler, type_: Type, mode: str) -> None:
        check_type(type_)
        self.compiler = compiler
        self.specs = compiler.specs
        self.type = type_
        self.mode = mode
        self.module = compiler.module(type_.spec)
        self.lines: list[str] = []
        self.depth = 1
        self.values: dict[str, Value] = {}
        self.cases: dict[tuple[str, str], Value] = {}
        self.params: set[str] = set()
        self.arrays: list[str] = []
        self.reads_bytes = False
        self.repeated = ""
        self.num_checked = 0
        self.stream = self.STREAM
        self.needed = {node["id"] for node in type_.seq}
        if mode == "skip":
            self.needed = needed_to_skip(self)

    def compile(self) -> Signature:
        """Writes the function into its module."""
        seq = self.type.seq
        at = 0
        while at < len(seq):
            run = bits.run_of_bits(seq[at:])
            if run:
                bits.read_bits(self, run, at)
            else:
                fields.read_field(self, seq[at:], f"/seq/{at}")
            at += len(run) or 1
        signature = Signature(self.type, arrays=self.arrays)
        if self.mode == "read":
            signature.fields = [self._export(name) for name in self.type.exports or ()]
        signature.params = [p["id"] for p in self.type.params if p["id"] in self.params]
        signature.is_static = not self.reads_bytes
        write_kernel(self, signature)
        return signature

    def _export(self, name: str) -> tuple[str, Value]:
        value = evaluate(self, name, "/-columnar")
        if value.kind == "numbers" or (value.kind == "structs" and not value.parts):
            self.type.refuse("/-columnar", f"{name}, of which nothing is stored")
        return name.replace(".", "_"), value

    # lines

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def insert(self, at: int, *lines: str, depth: int = 0) -> None:
        """Puts lines before those that were written after there were `at`."""
        self.lines[at:at] = ["    " * (self.depth + depth) + line for line in lines]

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """What is computed inside is not known behind it; what is read is, if only as nothing."""
        self.line(head)
        self.depth += 1
        known = set(self.values)
        yield
        for name in self.values.keys() & self.type.instances.keys() - known:
            del self.values[name]
        self.depth -= 1
        self.num_checked = 0

    @property
    def is_inside(self) -> bool:
        """Whether what is read has a stream of its own in this one."""
        return self.stream != self.STREAM

    @property
    def fault(self) -> str:
        return f"return {self.NOTHING if self.mode == 'read' else FAULT}"

    def fault_if(self, condition: str) -> None:
        self.line(f"if {condition}:")
        self.line(f"    {self.fault}")

    def check_room(self, size: int) -> None:
        """Looks whether there are so many bytes, where that is not known."""
        if self.num_checked < size:
            self.fault_if(f"end - pos < {size}")
            self.num_checked = 0
        self.num_checked = max(self.num_checked - size, 0)

    # names

    def use(self, function: str) -> str:
        """A function that loads a number."""
        self.reads_bytes = True
        return self.module.use("binlog_kaitai.machine.stream", function)

    def wants(self, name: str) -> bool:
        """Whether the value of a field is needed."""
        return self.mode == "read" or name in self.needed

    def add_array(self, name: str) -> None:
        if name not in self.arrays:
            self.arrays.append(name)

    def find(self, name: str) -> Value | None:
        """What a name stands for: a field that was read, a param or an instance."""
        if name in self.values:
            return self.values[name]
        for number, param in enumerate(self.type.params):
            if param["id"] == name:
                return self._param(name, param.get("type", "bytes"), f"/params/{number}")
        if name in self.type.instances:
            return instances.evaluate_instance(self, name)
        return None

    def _param(self, name: str, type_: str, path: str) -> Value:
        self.params.add(name)
        kind = param_kind(type_)
        if kind is not None:
            return Value(kind, name)
        found = self.specs.find_type(self.type, type_)
        if found is None:
            self.type.refuse(path, f"a param of type {type_}")
        return Value("struct", name, found)
