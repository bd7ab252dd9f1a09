"""The lines of a kernel of trees while it is written, and what its expressions mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from binlog_kaitai.compiler.trees.evaluation import evaluate_number
from binlog_kaitai.compiler.trees.shapes import Cell, Member, Shape
from binlog_kaitai.compiler.trees.values import Scope, Value, Writer


class Kernels(Writer, Protocol):
    """What writes all kernels of a tree."""

    def site(self, shape: Shape, path: str) -> int:
        """Return the number of a place in a spec, by which errors tell it."""

    def function(self, shape: Shape) -> str:
        """Return the name of the function that reads a shape."""

    def getter(self, shape: Shape, member: Member) -> str:
        """Return the name of the function that reads an instance which lies elsewhere."""

    def give(self, body: Lines, shape: Shape, call: str, place: str, path: str) -> None:
        """Emit that a struct is given what it is to know before it is read."""

    def finisher(self, shape: Shape) -> str:
        """Return the name of the function that computes what may look at all that was read."""

    def is_unfinished(self, cell: Cell | None) -> bool:
        """Return whether something in a value is to be finished."""

    def is_empty(self, cell: Cell) -> bool:
        """Return whether a value is of no bytes: a struct that has instances alone."""


class Lines:
    """The lines of a kernel, and what its expressions mean.

    Attributes:
        kernels: What writes all kernels.
        shape: The shape that it reads.
        lines: Its lines.
        depth: How far the next one is indented.
        stream: The variables that tell where the stream begins, ends, and is at.
        known: The instances that are in memory.
        is_finishing: Whether all fields are read, so that no stream is.
        has_bits: Whether bits were read, of which some of a byte may be left.
        may_fail: Whether an expression since the last check may be wrong.
        index: The variable that counts items.
    """

    def __init__(self, kernels: Kernels, shape: Shape) -> None:
        self.kernels = kernels
        self.shape = shape
        self.lines: list[str] = []
        self.depth = 1
        self.stream = ("start", "end", "pos")
        self.is_finishing = False
        self.known: set[str] = set()
        self.has_bits = False
        self.may_fail = False
        self.index = ""

    # lines

    def emit(self, line: str) -> None:
        """Append a line."""
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Indent what is emitted inside, under a head."""
        self.emit(head)
        self.depth += 1
        known = set(self.known)
        yield
        self.known = known
        self.depth -= 1

    def use(self, name: str) -> str:
        """Import a function of the runtime."""
        return self.kernels.use(name)

    def reject_if(self, condition: str, path: str) -> None:
        """Emit that bytes are refused on a condition."""
        self.emit(f"if {condition}:")
        site = self.kernels.site(self.shape, path)
        place = "0" if self.is_finishing else self.stream[2]
        self.emit(f"    return {self.use('reject')}(mem, {site}, {place})")

    def pass_on(self, variable: str) -> None:
        """Emit that a kernel returns what a callee has returned in place of a position."""
        self.emit(f"if {variable} < 0:")
        self.emit(f"    return {variable}")

    def check(self, path: str) -> None:
        """Emit that bytes are refused if an expression was wrong."""
        if self.may_fail:
            self.use("WRONG")
            self.reject_if("mem[WRONG] != 0", path)
            self.may_fail = False

    # expressions

    def scope(self, path: str, item: Value | None = None) -> Scope:
        """Return where expressions of an attribute are evaluated."""
        return Scope(
            self.kernels,
            self.shape,
            "at",
            path,
            None if self.is_finishing else self.stream,
            known=frozenset(self.known),
            item=item,
            index=self.index,
            failures=self._fails,
            get=self.get,
        )

    def _fails(self) -> None:
        self.may_fail = True

    def number(self, text: object, path: str) -> str:
        """Return the code of a number that an attribute's key gives, after what checks it."""
        code = evaluate_number(self.scope(path), text)
        if self.may_fail:
            self.emit(f"number = {code}")
            self.check(path)
            return "number"
        return code

    def deepen(self, path: str) -> None:
        """Emit that what is read next lies one deeper."""
        self.use("DEPTH")
        self.reject_if(f"mem[DEPTH] >= {self.use('MAX_DEPTH')}", path)
        self.emit("mem[DEPTH] += 1")

    def get(self, shape: Shape, member: Member, at: str) -> None:
        """Emit that an instance which lies elsewhere is read, if it is not yet."""
        function = self.kernels.getter(shape, member)
        self.emit(f"got = {function}(buffer, mem, {at})")
        with self.block(f"if got == {self.use('NO_ROOM')}:"):
            self.emit("return got")

    def word(self, cell: Cell, code: str) -> str:
        """Return the code of a number as it is kept in memory."""
        if cell.kind == "float":
            return f"{self.use('bits_of')}({code})"
        return f"int({code})" if cell.kind == "bool" else code
