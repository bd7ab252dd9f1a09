"""What a whole tree of a spec consists of, and where in memory each part of it lies.

A shape is a type as it occurs below others: types that look at `_parent` have a shape for each
type that they are in. Each of its members lies at an offset that a constant of the module names,
such as PACKET__BODY, so that the code can be written before all offsets are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from binlog_kaitai.compiler.specs import (
    TEXTS,
    Node,
    RefusedError,
    Specs,
    Type,
    literal,
    loader_of,
    num_bits,
    terminator_of,
    unsupported,
)

_PARENTS = re.compile(r"\b_parent(?:\._parent)*")
_STREAMS = re.compile(r"(?<!_root)(?<!_parent)\._io\b")
_BY_LETTER = {"u": "uint", "s": "int", "f": "float"}


@dataclass(eq=False)
class Cell:
    """What lies at a place in memory.

    Attributes:
        kind: int, bool, float (one word); bytes (their offset and length); struct (its members
            follow); ref (a word: where a struct is); list (where its first item is, and their
            number); switch (which case, and then that); stream; none (nothing is kept).
        of: Of a number the name of its type in Arrow, of text its encoding, of none the reason.
        shape: The shape of a struct.
        item: What the items of a list are.
        region: The name of the constant that tells where the items of a list, or a struct that a
            ref leads to, are kept.
        cases: What may follow in a switch, and the texts of their types.
        is_deep: Whether its type may contain itself.
    """

    kind: str
    of: str = ""
    shape: Shape | None = None
    item: Cell | None = None
    region: str = ""
    cases: list[tuple[str, Cell]] = field(default_factory=list)
    is_deep: bool = False

    @property
    def width(self) -> int:
        """How many words it takes."""
        if self.kind == "struct" and self.shape is not None:
            return self.shape.width
        if self.kind == "switch":
            return 1 + max((cell.width for _, cell in self.cases), default=0)
        return {"bytes": 2, "list": 2, "stream": 2, "none": 0}.get(self.kind, 1)


@dataclass(eq=False)
class Member:
    """A field, instance or param of a shape.

    Attributes:
        name: Its name.
        path: Where its attribute stands in the type.
        node: The attribute.
        is_optional: Whether a word before it tells that it is there: 1, or 2 if it is wrong.
        is_instance: Whether it is one.
        cell: What it is; None until that is known.
        offset: Where it lies in its shape, once all is known.
    """

    name: str
    path: str
    node: Node
    is_optional: bool = False
    is_instance: bool = False
    cell: Cell | None = None
    offset: int = -1


@dataclass(eq=False)
class Shape:
    """A type as it occurs below others.

    Attributes:
        type: The type.
        parent: The shape that it is in, if it looks there.
        name: Its name, which no other shape has.
        members: Its members, by name; those that are not shown begin with `_`.
        width: How many words it takes, once all is known.
    """

    type: Type
    parent: Shape | None
    name: str
    members: dict[str, Member] = field(default_factory=dict)
    width: int = -1

    def constant(self, name: str) -> str:
        """Return the name of the constant that is a member's offset."""
        return f"{self.name}__{name}".upper()


def attributes_of(type_: Type) -> Iterator[tuple[str, str, Node]]:
    """Yield the name, the path and the attribute of each field of a type."""
    for number, node in enumerate(type_.seq):
        yield str(node.get("id", f"_unnamed{number}")), f"/seq/{number}", node


def calls_in(type_: Type) -> Iterator[str]:
    """Yield the texts of the types of all fields and instances of a type."""
    for node in (*type_.seq, *type_.instances.values()):
        of = node.get("type")
        yield from of["cases"].values() if isinstance(of, dict) else [of] if of else []


class Shapes:
    """The shapes of all that is below a spec's root.

    Attributes:
        specs: The specs.
        root: The root's shape.
        all: All shapes, by their types.
        regions: The names of regions, and how many each is, one for each depth.
    """

    def __init__(self, specs: Specs, root: Type, max_depth: int) -> None:
        self.specs = specs
        self.max_depth = max_depth
        self.all: dict[tuple[Type, Shape | None], Shape] = {}
        self.regions: dict[str, int] = {}
        self.inner = self._inner_types(root)
        self.deep = {type_ for type_ in self.inner if type_ in self._below(type_)}
        self.looks_up = self._levels()
        self.lazy = {
            type_
            for type_ in self.inner
            if any(of.instances for of in {type_, *self._below(type_)})
        }
        texts = " ".join(str(_own(type_)) for type_ in self.inner)
        self.has_streams = bool(_STREAMS.search(texts))
        self.root = self.shape(root, None)

    def shape(self, type_: Type, parent: Shape | None) -> Shape:
        """Return the shape of a type that occurs in another shape."""
        parent = parent if self.looks_up.get(type_) else None
        above = parent
        while above is not None and above.type is not type_:
            above = above.parent
        if above is not None:
            raise type_.refused("", "a type that contains itself, and looks at what it is in")
        key = (type_, parent)
        if key not in self.all:
            base = type_.path.replace("/types/", "_").strip("_") or type_.spec.name
            if type_.path and type_.spec is not self.root_spec:
                base = f"{type_.spec.name}_{base}"
            used = {shape.name for shape in self.all.values()}
            names = [base, *(f"{base}_{number}" for number in range(2, len(used) + 3))]
            found = self.all[key] = Shape(type_, parent, next(n for n in names if n not in used))
            self._add_members(found)
        return self.all[key]

    @property
    def root_spec(self) -> object:
        return self.inner[0].spec

    def _inner_types(self, root: Type) -> list[Type]:
        found = [root]
        for type_ in found:
            found += [inner for inner in self._called(type_) if inner not in found]
        return found

    def _called(self, type_: Type) -> list[Type]:
        called = (self.specs.find_called(type_, text) for text in calls_in(type_))
        return list(dict.fromkeys(inner for inner in called if inner is not None))

    def _below(self, type_: Type) -> set[Type]:
        found, new = set[Type](), set(self._called(type_))
        while new:
            found |= new
            new = {inner for of in new for inner in self._called(of)} - found
        return found

    def _levels(self) -> dict[Type, int]:
        """Return how many levels up each type looks, itself or for those in it."""
        found = {
            type_: max((len(of.split(".")) for of in _PARENTS.findall(str(_own(type_)))), default=0)
            for type_ in self.inner
        }
        for _ in self.inner:
            for type_ in self.inner:
                below = [found[inner] - 1 for inner in self._called(type_)]
                found[type_] = max(found[type_], *below, 0)
        return found

    def _add_members(self, shape: Shape) -> None:
        type_ = shape.type
        hidden = {
            "_parent": shape.parent is not None,
            "_root": self._needs_root(type_),
            "_is_le": type_.switching is not None,
        }
        pos = any("pos" in node and "io" not in node for node in type_.instances.values())
        is_inner_root = not type_.path and type_.spec is not self.root_spec
        hidden["_io"] = self.has_streams or pos or is_inner_root or "_io" in str(type_.instances)
        for name, is_needed in hidden.items():
            if is_needed:
                cell = Cell("stream") if name == "_io" else Cell("int")
                shape.members[name] = Member(name, "", {}, cell=cell)
        for number, param in enumerate(type_.params):
            shape.members[param["id"]] = Member(param["id"], f"/params/{number}", param)
        for name, path, node in attributes_of(type_):
            shape.members[name] = Member(name, path, node, is_optional="if" in node)
        for name, node in type_.instances.items():
            path = f"/instances/{name}"
            shape.members[name] = Member(name, path, node, is_optional=True, is_instance=True)

    def _needs_root(self, type_: Type) -> bool:
        uses = "_root" in str(type_.spec.root.node)
        return uses and type_.spec is not self.root_spec and bool(type_.path)

    def hoisted(self, shape: Shape) -> set[str]:
        """Return the instances that are computed while the shape's fields are read."""
        return {
            name
            for _, path, node in attributes_of(shape.type)
            for name in deciding_instances(shape, node, path)
        }

    # what fields are

    def cell_of(self, shape: Shape, member: Member) -> Cell:
        """Return what a field, or an instance that is read, is."""
        node = member.node
        cell = self._single(shape, node, member.path)
        if "repeat" not in node or cell.kind == "none":
            return cell
        is_deep = cell.is_deep or any(inner.is_deep for _, inner in cell.cases)
        region = self._region(shape, member.name, is_deep=is_deep)
        return Cell("list", item=cell, region=region, is_deep=is_deep)

    def _region(self, shape: Shape, name: str, *, is_deep: bool) -> str:
        region = f"{shape.constant(name)}__ITEMS"
        self.regions[region] = self.max_depth if is_deep else 1
        return region

    def _single(self, shape: Shape, node: Node, path: str) -> Cell:
        if "process" in node:
            return Cell("none", f"{path}/process: {unsupported(node['process'])}")
        if "contents" in node:
            return Cell("bytes")
        of = node.get("type")
        if not isinstance(of, dict):
            return self._cell(shape, node, of, path)
        cases: list[tuple[str, Cell]] = []
        for label, text in of["cases"].items():
            if text not in dict(cases):
                cases.append((text, self._cell(shape, node, text, f"{path}/type/cases/{label}")))
        if "_" not in of["cases"] and {"size", "size-eos"} & node.keys():
            cases.append(("", Cell("bytes")))
        return Cell("switch", cases=cases)

    def _cell(self, shape: Shape, node: Node, of: str | None, path: str) -> Cell:
        if of is None or of in TEXTS:
            if of is None and not {"size", "size-eos", "terminator"} & node.keys():
                raise shape.type.refused(path, "an attribute without type and size")
            encoding = node.get("encoding") or shape.type.meta("encoding")
            if of in TEXTS and encoding is None:
                raise shape.type.refused(path, "text in None")
            return Cell("bytes", str(encoding).upper() if of in TEXTS else "")
        size = num_bits({"type": of})
        if size is not None:
            is_flag = size == 1 and "enum" not in node
            return Cell("bool") if is_flag else Cell("int", _least_unsigned(size))
        loader = loader_of(shape.type, of, f"{path}/type")
        if loader is not None:
            kind = _BY_LETTER.get(of[0], "uint")
            name = f"{kind}{loader.size * 8}" if loader.size != 3 else "uint32"  # noqa: PLR2004
            return Cell(loader.kind, name)
        type_, _ = self.specs.resolve(shape.type, of, f"{path}/type")
        if type_ in self.deep and shape.type in self._below(type_):
            is_in_list = "repeat" in node
            inner = self.shape(type_, shape)
            if is_in_list:
                return Cell("struct", shape=inner, is_deep=True)
            name = f"{node.get('id', path.rpartition('/')[2])}_{type_.name}"
            self.regions[region := f"{shape.constant(name)}__ONE"] = 1
            return Cell("ref", shape=inner, region=region, is_deep=True)
        return Cell("struct", shape=self.shape(type_, shape))

    def finish(self) -> dict[str, int]:
        """Lay out all shapes, and return the constants: offsets, and widths."""
        constants = {}
        done: set[Shape] = set()

        def lay_out(shape: Shape) -> None:
            if shape in done:
                return
            done.add(shape)
            offset = 0
            for member in shape.members.values():
                assert member.cell is not None
                for inner in structs_in(member.cell):
                    lay_out(inner)
                member.offset = offset
                constants[shape.constant(member.name)] = offset
                if member.cell.kind != "none":
                    offset += member.cell.width + member.is_optional
            shape.width = offset

        for shape in list(self.all.values()):
            lay_out(shape)
        for shape in self.all.values():
            for member in shape.members.values():
                cell = member.cell
                if cell is not None and cell.kind == "list" and cell.item is not None:
                    constants[f"{cell.region}_WIDTH"] = cell.item.width
        return constants


def deciding_instances(shape: Shape, node: Node, path: str) -> Iterator[str]:
    """Yield the instances that a field needs before it is read; those keep what they were then."""
    for key in ("if",) if "if" in node else ("size", "repeat-expr"):
        for name in shape.type.names_in(literal(node[key]), path) if key in node else ():
            member = shape.members.get(name)
            if member is not None and member.is_instance and "value" in member.node:
                yield name


def structs_in(cell: Cell) -> Iterator[Shape]:
    """Yield the shapes that lie within a cell."""
    if cell.kind == "struct" and cell.shape is not None:
        yield cell.shape
    for _, inner in cell.cases:
        yield from structs_in(inner)


def _own(type_: Type) -> Node:
    return {key: type_.node.get(key) for key in ("params", "seq", "instances")}


def _least_unsigned(num_bits: int) -> str:
    return next(f"uint{size}" for size in (8, 16, 32, 64) if num_bits <= size or size == 64)  # noqa: PLR2004


__all__ = [
    "Cell",
    "Member",
    "RefusedError",
    "Shape",
    "Shapes",
    "attributes_of",
    "calls_in",
    "structs_in",
    "terminator_of",
]
