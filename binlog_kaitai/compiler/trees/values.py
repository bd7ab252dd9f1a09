"""What expressions over a tree in memory give, and what their names mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from binlog_kaitai.compiler.expressions import Expression
from binlog_kaitai.compiler.specs import RefusedError, Specs, Type
from binlog_kaitai.compiler.trees.shapes import Cell, Member, Shape

NUMBERS = ("int", "bool", "float")
"""The kinds of values that are numbers."""


@dataclass(frozen=True)
class Value:
    """What an expression gives.

    Attributes:
        kind: int, bool, float; bytes, struct, list, switch, stream; text (constant bytes).
        code: The code of a number; of where bytes, a struct, the first item or a stream begin.
        more: The code of how many bytes or items there are, or of where a stream ends.
        cell: What a list or a switch is of.
        shape: The shape of a struct.
        encoding: Of bytes that are text.
        data: Of constant bytes.
    """

    kind: str
    code: str = ""
    more: str = ""
    cell: Cell | None = None
    shape: Shape | None = None
    encoding: str = ""
    data: bytes = b""


class Valuer(NamedTuple):
    """A function that computes an instance: what kind of number, its name, and if it may fail."""

    kind: str
    name: str
    may_fail: bool


class Writer(Protocol):
    """What expressions ask of the compiler, and of the kernel that is being written."""

    specs: Specs
    root: Shape

    def use(self, name: str) -> str:
        """Import a function of the runtime."""

    def cell(self, shape: Shape, member: Member) -> Cell:
        """Return what a member is."""

    def word(self, data: bytes) -> str:
        """Return the name of a constant: bytes as one number, the lowest first."""

    def root_at(self) -> str:
        """Return the code of where the root is."""

    def hoisted(self, shape: Shape) -> set[str]:
        """Return the instances of a shape that are computed while its fields are read."""

    def shape_of(self, type_: Type) -> Shape | None:
        """Return the shape of a type, if it has just one."""

    def valuer(self, shape: Shape, member: Member) -> Valuer | None:
        """Return the function that computes an instance, if it is long, and can be a function."""


@dataclass(frozen=True)
class Scope:
    """Where an expression is evaluated.

    Attributes:
        writer: What writes the kernel.
        shape: The shape that names are of.
        at: The code of where it is.
        path: Where the expression stands in the type, for errors.
        stream: Where the stream that is being read begins, ends, and is at.
        known: The instances that are in memory.
        item: What `_` means.
        index: What `_index` means.
        failures: What tells that an expression may be wrong: is called where one may.
        get: What emits that an instance which lies elsewhere is read, if it is not yet.
        is_alone: Whether the code is a function, which is called while fields are read and later.
    """

    writer: Writer
    shape: Shape
    at: str
    path: str
    stream: tuple[str, str, str] | None = None
    known: frozenset[str] = frozenset()
    item: Value | None = None
    index: str = ""
    failures: Callable[[], None] = lambda: None
    get: Callable[[Shape, Member, str], None] = lambda *_: None
    is_alone: bool = False

    def parsed(self, text: object) -> Expression:
        """Return the tree of an expression."""
        return self.shape.type.parse(text, self.path)

    def refused(self, construct: str) -> RefusedError:
        """Return the error that refuses the expression."""
        return self.shape.type.refused(self.path, construct)


def value_at(cell: Cell, place: str) -> Value:
    """Return what lies at a place in memory."""
    match cell.kind:
        case "int":
            found = Value("int", f"mem[{place}]")
        case "bool":
            found = Value("bool", f"(mem[{place}] != 0)")
        case "float":
            found = Value("float", f"float_of(mem[{place}])")
        case "struct":
            found = Value("struct", f"({place})", shape=cell.shape)
        case "ref":
            found = Value("struct", f"mem[{place}]", shape=cell.shape)
        case "switch":
            kinds = {inner.kind for _, inner in cell.cases}
            if len(kinds) == 1 and kinds <= {*NUMBERS, "bytes"}:
                found = value_at(cell.cases[0][1], f"{place} + 1")
            else:
                found = Value("switch", place, cell=cell)
        case _:
            pair = f"mem[{place}]", f"mem[{place} + 1]"
            is_text = cell.kind == "bytes"
            found = Value(cell.kind, *pair, cell=cell, encoding=cell.of if is_text else "")
    return found
