"""The module of a spec without hints: kernels that read a whole file, and what its columns are.

Each type has a function `read_<type>`, which reads a struct at a position into memory at a place
and returns the position behind it. An instance that lies elsewhere has one as well. `table` makes
Arrow of the memory, by `MEMBERS`.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.compiler.kernel import Module
from binlog_kaitai.compiler.specs import (
    RefusedError,
    Specs,
    Type,
    arguments_of,
    kind_of_param,
    unsupported,
)
from binlog_kaitai.compiler.trees.body import Body
from binlog_kaitai.compiler.trees.evaluation import evaluate, evaluate_number
from binlog_kaitai.compiler.trees.lines import Lines
from binlog_kaitai.compiler.trees.shapes import Cell, Member, Shape, Shapes
from binlog_kaitai.compiler.trees.values import NUMBERS, Valuer

_MODULES = {
    "is_utf8": "utf8", "is_ascii": "utf8", "s2be": "big_endian", "s4be": "big_endian",
    "s8be": "big_endian", "f4be": "big_endian", "f8be": "big_endian",
}  # fmt: skip
_STREAM = {
    "u1", "u2le", "u4le", "u8le", "u2be", "u4be", "u8be", "b24le", "b24be", "uxle", "word_of",
    "s1", "s2le", "s4le", "s8le", "f4le", "f8le",
}  # fmt: skip
_MAX_DEPTH = 32
_BY_KIND = {"int": "int64", "float": "float64"}

_FILL = """
@kernel
def fill(buffer, length, mem):
    end = {read}(buffer, 0, 0, length, mem, ROOT_AT)
    if end < 0:
        return end
    return min(end, {finish}(buffer, mem, ROOT_AT))
"""
_TABLE = '''
def table(file, rows=None):
    """A table of Arrow: the file as a row or, by their path, the items of a repeated field."""
    of = fill, {root!r}, ROOT_AT, {used}, REGIONS, SITES, MEMBERS
    return read_tree(file, of, rows)
'''


def write_tree(module: Module, specs: Specs, root: Type) -> dict[str, str]:
    """Write the functions that read files of a spec into its module.

    Returns:
        The instances and fields that are left out, and why.

    Raises:
        RefusedError: The spec has a construct that kernels cannot be compiled from.
    """
    if root.params:
        raise root.refused("/params", "of a type that is a file")
    return _Kernels(module, specs, root).write()


class _Kernels:
    """The kernels of a tree, each written at its first use."""

    def __init__(self, module: Module, specs: Specs, root: Type) -> None:
        self.module = module
        self.specs = specs
        self.shapes = Shapes(specs, root, _MAX_DEPTH)
        self.root = self.shapes.root
        self.sites: dict[str, int] = {}
        self.functions: dict[str, str] = {}
        self.left_out: dict[str, str] = {}
        self.words: dict[str, str] = {}
        self.valuers: dict[Member, Valuer | None] = {}

    def use(self, name: str) -> str:
        of = _MODULES.get(name, "stream" if name in _STREAM else "trees")
        return self.module.use_runtime(of, name)

    def word(self, data: bytes) -> str:
        code = f"{self.use('word_of')}({data!r})"
        return self.words.setdefault(code, f"WORD_{len(self.words) + 1}")

    def root_at(self) -> str:
        return "ROOT_AT"

    def site(self, shape: Shape, path: str) -> int:
        where = f"{shape.type.spec.file.name}: {shape.type.path}{path}"
        return self.sites.setdefault(where, len(self.sites))

    def hoisted(self, shape: Shape) -> set[str]:
        return self.shapes.hoisted(shape)

    # what members are

    def cell(self, shape: Shape, member: Member) -> Cell:
        """Return what a member is; an instance that cannot be is left out, and why is kept."""
        if member.cell is None:
            if member.is_instance:
                member.cell = Cell("none", f"{member.path}: depends on itself")
            try:
                member.cell = self._cell(shape, member)
            except RefusedError as error:
                if not member.is_instance:
                    raise
                member.cell = Cell("none", str(error))
        if member.cell.kind == "none":
            name = f"{shape.type.spec.name}: {shape.type.path}{member.path}"
            self.left_out.setdefault(name, member.cell.of)
        return member.cell

    def _cell(self, shape: Shape, member: Member) -> Cell:
        node = member.node
        if member.path.startswith("/params"):
            return self._param(shape, member)
        if "value" in node:
            return self._computed(shape, member)
        cell = self.shapes.cell_of(shape, member)
        if member.is_instance and cell.kind != "none":
            body = Body(self, shape)
            before = member.cell
            member.cell = cell
            try:
                body.elsewhere(member)
            finally:
                member.cell = before
        return cell

    def _param(self, shape: Shape, member: Member) -> Cell:
        of = member.node.get("type", "bytes")
        kind = kind_of_param(of)
        if kind is not None:
            return Cell(kind, _BY_KIND.get(kind, ""))
        if of in ("bytes", "str"):
            return Cell("bytes")
        if of == "io":
            return Cell("stream")
        found = self.specs.find_type(shape.type, of)
        if found is None:
            raise shape.type.refused(member.path, f"a param of type {of}")
        fitting = self.shape_of(found)
        if fitting is None:
            raise shape.type.refused(member.path, f"a param of type {of}, which is several")
        return Cell("ref", shape=fitting)

    def shape_of(self, type_: Type) -> Shape | None:
        found = [shape for (of, _), shape in self.shapes.all.items() if of is type_]
        return found[0] if len(found) == 1 else None

    def _computed(self, shape: Shape, member: Member) -> Cell:
        body = Body(self, shape)
        if member.name not in self.shapes.hoisted(shape):
            body.is_finishing = True
        scope = body.scope(member.path)
        value = evaluate(scope, member.node["value"])
        if "if" in member.node:
            evaluate_number(scope, member.node["if"])
        if value.kind in ("int", "bool", "float"):
            return Cell(value.kind, _BY_KIND.get(value.kind, ""))
        if value.kind == "bytes":
            return Cell("bytes", value.encoding)
        raise scope.refused(f"a value that is another name of a {value.kind}")

    def is_empty(self, cell: Cell) -> bool:
        shapes = [cell.shape, *(inner.shape for _, inner in cell.cases)]
        return cell.kind in ("struct", "switch") and not any(
            shape is None or shape.type.seq for shape in shapes[cell.kind == "switch" :]
        )

    # functions

    def function(self, shape: Shape) -> str:
        name = f"read_{shape.name}"
        if name not in self.functions:
            self.functions[name] = ""
            body = Body(self, shape)
            if "_io" in shape.members:
                for at, code in enumerate(("start", "end")):
                    body.emit(f"mem[at + {shape.constant('_io')} + {at}] = {code}")
            if shape.type.switching is shape.type:
                self._decide(body, shape)
            for member in list(shape.members.values()):
                if member.path.startswith("/seq"):
                    body.field(member)
            body.align(is_bits=False)
            body.emit("return pos")
            self._write(name, "buffer, start, pos, end, mem, at", shape, body)
        return name

    def finisher(self, shape: Shape) -> str:
        """Return the name of the function that computes what may look at all that was read."""
        name = f"finish_{shape.name}"
        if name not in self.functions:
            self.functions[name] = ""
            body = Body(self, shape)
            body.is_finishing = True
            for member in shape.members.values():
                if member.is_instance and member.name not in self.shapes.hoisted(shape):
                    body.instance(member)
            for member in shape.members.values():
                if member.path.startswith(("/seq", "/instances")):
                    body.finish(member)
            body.emit("return 0")
            self._write(name, "buffer, mem, at", shape, body)
        return name

    def is_unfinished(self, cell: Cell | None) -> bool:
        return any(of.shape and of.shape.type in self.shapes.lazy for of in _cells_in(cell))

    def getter(self, shape: Shape, member: Member) -> str:
        name = f"get_{shape.name}_{member.name}"
        if name not in self.functions:
            self.functions[name] = ""
            self.cell(shape, member)
            body = Body(self, shape)
            body.elsewhere(member)
            self._write(f"read_{name}", "buffer, mem, at", shape, body)
            place = f"at + {shape.constant(member.name)}"
            outer = Body(self, shape)
            with outer.block(f"if mem[{place}] != 0:"):
                outer.emit("return 0")
            outer.emit(f"depth = mem[{self.use('DEPTH')}]")
            outer.emit(f"found = read_{name}(buffer, mem, at)")
            with outer.block(f"if found == {self.use('INVALID')}:"):
                outer.emit(f"mem[{self.use('WRONG')}] = 0")
                outer.emit("mem[DEPTH] = depth")
                outer.emit(f"mem[{place}] = 2")
                outer.emit("return 0")
            outer.emit("return found")
            self._write(name, "buffer, mem, at", shape, outer)
        return name

    def valuer(self, shape: Shape, member: Member) -> Valuer | None:
        if member not in self.valuers:
            self.valuers[member] = None
            body, name = Body(self, shape), f"value_{shape.name}_{member.name}"
            self.valuers[member] = body.valuer(member, name)
            if self.valuers[member]:
                self._write(name, "buffer, mem, at", shape, body)
        return self.valuers[member]

    def _write(self, name: str, arguments: str, shape: Shape, body: Body) -> None:
        how = "recursive" if shape.type in self.shapes.deep else "shared"
        self.module.use_runtime("jit", how)
        block = [f"@{how}", f"def {name}({arguments}):", *body.lines]
        self.module.blocks.append("\n".join(block))

    def _decide(self, body: Body, shape: Shape) -> None:
        """Emit what decides the endianness."""
        path, switch = "/meta/endian", shape.type.node["meta"]["endian"]
        place = f"at + {shape.constant('_is_le')}"
        branch = "if"
        on = body.kept(switch["switch-on"], f"{path}/switch-on")
        for label, endian in switch["cases"].items():
            if endian not in ("le", "be"):
                raise shape.type.refused(f"{path}/cases/{label}", unsupported(endian))
            head = "else:" if label == "_" else ""
            if not head:
                head = f"{branch} {body.is_case(on, label, path)}:"
            body.emit(head)
            body.emit(f"    mem[{place}] = {int(endian == 'le')}")
            branch = "elif"
        if "_" not in switch["cases"]:
            body.emit("else:")
            body.emit(f"    return {self.use('reject')}(mem, {self.site(shape, path)}, pos)")

    def give(self, body: Lines, shape: Shape, call: str, place: str, path: str) -> None:
        """Emit that a struct is given what it is to know before it is read."""
        outer = body.shape
        known = {"_parent": "at"} if "_parent" in shape.members else {}
        if "_is_le" in shape.members and shape.type.switching is not shape.type:
            if outer.type.switching is not shape.type.switching:
                construct = f"{shape.type.name}, which takes over the endianness of another type"
                raise outer.type.refused(path, construct)
            known["_is_le"] = f"mem[at + {outer.constant('_is_le')}]"
        if "_root" in shape.members and outer.type.spec.root is outer.type:
            known["_root"] = "at"
        elif "_root" in shape.members and "_root" in outer.members:
            known["_root"] = f"mem[at + {outer.constant('_root')}]"
        for name, code in known.items():
            body.emit(f"mem[{place} + {shape.constant(name)}] = {code}")
        given = arguments_of(call)
        if len(given) != len(shape.type.params):
            count = len(shape.type.params)
            raise outer.type.refused(path, f"{call.strip()}, of a type with {count} params")
        for param, text in zip(shape.type.params, given, strict=True):
            self._give_param(body, shape, (param["id"], text), place, path)
        body.check(path)

    def _give_param(
        self, body: Lines, shape: Shape, given: tuple[str, str], place: str, path: str
    ) -> None:
        name, text = given
        cell = self.cell(shape, shape.members[name])
        value = evaluate(body.scope(path), text)
        to = f"{place} + {shape.constant(name)}"
        wanted = {"ref": "struct"}.get(cell.kind, cell.kind)
        is_number = {value.kind, wanted} <= {*NUMBERS}
        if (value.kind != wanted and not is_number) or value.shape is not cell.shape:
            raise body.shape.type.refused(path, f"{value.kind}, given to a param of {wanted}")
        body.emit(f"mem[{to}] = {body.word(cell, value.code)}")
        if value.more:
            body.emit(f"mem[{to} + 1] = {value.more}")

    # the module

    def write(self) -> dict[str, str]:
        self.use("float_of")  # where a word of memory is one, none imports it
        entry, finish = self.function(self.root), self.finisher(self.root)
        for shape in list(self.shapes.all.values()):
            for member in list(shape.members.values()):
                self.cell(shape, member)
            self.function(shape)
            self.finisher(shape)
        constants = self.shapes.finish()
        width = max(shape.width for shape in self.shapes.all.values())
        place = 8
        for region, count in self.shapes.regions.items():
            constants[region] = place
            place += 2 * count
        constants |= {"NOTHING_AT": place, "ROOT_AT": place + width}
        for shape in self.shapes.all.values():
            constants[f"{shape.name.upper()}_WIDTH"] = shape.width
        self.module.constants = {name: str(value) for name, value in constants.items()}
        self.module.constants |= {name: code for code, name in self.words.items()}
        regions = tuple(
            (constants[region] + 2 * number, self._width(region, constants))
            for region, count in self.shapes.regions.items()
            for number in range(count)
        )
        members = {shape.name: self._members(shape) for shape in self.shapes.all.values()}
        used = place + 2 * width
        self.module.use_runtime("jit", "kernel")
        self.module.use_runtime("tree_tables", "read_tree")
        self.module.blocks += [
            f"REGIONS = {regions!r}",
            f"SITES = {tuple(self.sites)!r}",
            f"MEMBERS = {members!r}",
            f"LEFT_OUT = {self.left_out!r}",
            _FILL.format(read=entry, finish=finish),
            _TABLE.format(root=self.root.name, used=used),
        ]
        return self.left_out

    def _width(self, region: str, constants: dict[str, int]) -> int:
        if f"{region}_WIDTH" in constants:
            return constants[f"{region}_WIDTH"]
        for shape in self.shapes.all.values():
            for member in shape.members.values():
                for cell in _cells_in(member.cell):
                    if cell.region == region and cell.shape is not None:
                        return cell.shape.width
        return 1

    def _members(self, shape: Shape) -> tuple[Any, ...]:
        return tuple(
            (member.name, member.offset, member.is_optional, _described(member.cell))
            for member in shape.members.values()
            if member.path
            and not member.path.startswith("/params")
            and member.cell
            and member.cell.kind != "none"
        )


def _cells_in(cell: Cell | None) -> list[Cell]:
    if cell is None:
        return []
    inner = [one for _, case in cell.cases for one in _cells_in(case)]
    return [cell, *_cells_in(cell.item), *inner]


def _described(cell: Cell) -> tuple[Any, ...]:
    """Return what makes Arrow of a cell, as the runtime takes it."""
    match cell.kind:
        case "list":
            assert cell.item is not None
            return "list", cell.item.width, _described(cell.item), cell.is_deep
        case "switch":
            return "switch", tuple(
                (text.partition("(")[0].strip(), _described(inner)) for text, inner in cell.cases
            )
        case "struct" | "ref":
            assert cell.shape is not None
            return cell.kind, cell.shape.name
    return cell.kind, cell.of
