"""The body of a kernel of trees: fields as they lie, what repeats, and instances."""

from __future__ import annotations

from dataclasses import replace

from binlog_kaitai.compiler.specs import Node, RefusedError, literal, num_bits, unsupported
from binlog_kaitai.compiler.trees.evaluation import (
    evaluate,
    evaluate_instance,
    evaluate_number,
)
from binlog_kaitai.compiler.trees.shapes import Cell, Member, deciding_instances
from binlog_kaitai.compiler.trees.single_fields import SingleFields
from binlog_kaitai.compiler.trees.values import NUMBERS, Scope, Value, Valuer, value_at

_KEYS = {
    "id", "type", "size", "size-eos", "contents", "terminator", "encoding", "if", "enum", "valid",
    "repeat", "repeat-expr", "repeat-until", "pad-right", "include", "consume", "eos-error",
    "doc", "doc-ref", "pos", "io", "value", "process",
}  # fmt: skip
_LONG = 300  # characters of code: longer values are computed by functions, not wherever they occur


class Body(SingleFields):
    """The body of a kernel."""

    # fields

    def field(self, member: Member) -> None:
        """Emit what reads a field and stores it.

        Raises:
            RefusedError: The field has a construct that is not supported.
        """
        node, path, shape = member.node, member.path, self.shape
        for key in sorted(node.keys() - _KEYS):
            if not key.startswith("-"):
                raise shape.type.refused(f"{path}/{key}", unsupported(node[key]))
        cell = self.kernels.cell(shape, member)
        self.align(is_bits=num_bits(node) is not None)
        self.hoist(node, path)
        place = f"at + {shape.constant(member.name)}"
        if not member.is_optional:
            self.cell(cell, node, place, path)
            return
        with self.block(f"if {self.number(node['if'], f'{path}/if')}:"):
            self.emit(f"mem[{place}] = 1")
            self.cell(cell, node, f"{place} + 1", path)

    def hoist(self, node: Node, path: str) -> None:
        """Emit that the instances are computed that a field needs, which then keep their values."""
        for name in deciding_instances(self.shape, node, path):
            self.instance(self.shape.members[name])

    def align(self, *, is_bits: bool) -> None:
        """Emit that what is left of a byte is skipped, unless more bits follow."""
        if is_bits:
            if not self.has_bits:
                self.emit("bit = 0")
            self.has_bits = True
        elif self.has_bits:
            self.emit("pos += 1 if bit else 0")
            self.has_bits = False

    def cell(self, cell: Cell, node: Node, place: str, path: str) -> None:
        """Emit what reads a field, once or as often as it repeats."""
        if cell.kind == "list":
            self.items(cell, node, place, path)
        elif cell.kind == "none":
            if not {"size", "size-eos"} & node.keys() or "repeat" in node:
                where, _, construct = cell.of.partition(": ")
                raise self.shape.type.refused(where, construct)
            self.emit(f"pos = {self.end_of_size(node, path)}")
        else:
            self.one(cell, node, place, path)

    def items(self, cell: Cell, node: Node, place: str, path: str) -> None:
        """Emit the loop that reads the items of a field."""
        assert cell.item is not None
        region, width, how = cell.region, f"{cell.region}_WIDTH", node["repeat"]
        if cell.is_deep:
            self.deepen(path)
            self.emit(f"region = {region} + 2 * (mem[DEPTH] - 1)")
            region = "region"
        self.emit(f"mem[{place}] = mem[{region}]")
        self.emit("index = 0")
        if how == "expr":
            count = self.number(node["repeat-expr"], f"{path}/repeat-expr")
            self.emit(f"count = {count}")
        heads = {
            "eos": f"while {self.stream[2]} < end:",
            "until": "while True:",
            "expr": "while index < count:",
        }
        if how not in heads:
            raise self.shape.type.refused(f"{path}/repeat", unsupported(how))
        self.index = "index"
        with self.block(heads[how]):
            self.emit(f"row = {self.use('allocate')}(mem, {region}, {width})")
            self.pass_on("row")
            self.one(cell.item, node, "row", path)
            self.emit("index += 1")
            self.emit(f"mem[{place} + 1] = index")
            if how == "until":
                self.index = "(index - 1)"
                scope = self.scope(f"{path}/repeat-until", value_at(cell.item, "row"))
                until = evaluate_number(scope, node["repeat-until"])
                self.emit(f"is_last = {until}")
                self.check(path)
                self.emit("if is_last:")
                self.emit("    break")
        self.index = ""
        if cell.is_deep:
            self.emit("mem[DEPTH] -= 1")

    # instances

    def instance(self, member: Member) -> None:
        """Emit that an instance is computed, and stored."""
        name, node = member.name, member.node
        if name in self.known:
            return
        cell = self.kernels.cell(self.shape, member)
        place = f"at + {self.shape.constant(name)}"
        if cell.kind == "none":
            return
        if "value" not in node:
            self.get(self.shape, member, "at")
            self.known.add(name)
            return
        scope = self.scope(member.path)
        before = self.may_fail
        self.may_fail = False
        if "if" in node:
            condition = evaluate_number(scope, node["if"])
            with self.block(f"if {condition}:"):
                self.computed(scope, cell, member, place)
        else:
            self.computed(scope, cell, member, place)
        self.may_fail = before
        self.known.add(name)

    def computed(self, scope: Scope, cell: Cell, member: Member, place: str) -> None:
        """Emit that the value of an instance is computed."""
        value = evaluate(scope, member.node["value"])
        if value.kind == "bytes":
            self.emit(f"mem[{place} + 1] = {value.code}")
            self.emit(f"mem[{place} + 2] = {value.more}")
        else:
            self.emit(f"mem[{place} + 1] = {self.word(cell, value.code)}")
        self.emit(f"mem[{place}] = 1")
        if self.may_fail:
            with self.block(f"if mem[{self.use('WRONG')}] != 0:"):
                self.emit("mem[WRONG] = 0")
                self.emit(f"mem[{place}] = 2")

    def valuer(self, member: Member, name: str) -> Valuer | None:
        """Emit the body of a function that computes an instance, if it is to be one."""
        self.is_finishing = True
        scope = replace(self.scope(member.path), is_alone=True)
        try:
            value = evaluate_instance(scope, member)
        except RefusedError:
            return None
        if value.kind not in NUMBERS or len(value.code) < _LONG or self.lines:
            return None
        self.emit(f"return {value.code}")
        return Valuer(value.kind, name, self.may_fail)

    def finish(self, member: Member) -> None:
        """Emit that what is in a member is finished, if something there is to be."""
        cell = self.kernels.cell(self.shape, member)
        if not self.kernels.is_unfinished(cell):
            return
        place = f"at + {self.shape.constant(member.name)}"
        if member.is_optional:
            with self.block(f"if mem[{place}] == 1:"):
                self.finish_cell(cell, f"{place} + 1")
        else:
            self.finish_cell(cell, place)

    def finish_cell(self, cell: Cell, place: str) -> None:
        """Emit that a value is finished."""
        if cell.kind == "list" and cell.item is not None:
            self.emit(f"first = mem[{place}]")
            with self.block(f"for index in range(mem[{place} + 1]):"):
                self.finish_cell(cell.item, f"(first + index * {cell.region}_WIDTH)")
        elif cell.kind == "switch":
            for number, (_, inner) in enumerate(cell.cases, 1):
                if self.kernels.is_unfinished(inner):
                    with self.block(f"if mem[{place}] == {number}:"):
                        self.finish_cell(inner, f"{place} + 1")
        elif cell.shape is not None:
            function = self.kernels.finisher(cell.shape)
            to = f"mem[{place}]" if cell.kind == "ref" else place
            self.emit(f"done = {function}(buffer, mem, {to})")
            self.pass_on("done")

    def elsewhere(self, member: Member) -> None:
        """Emit the body of the function that reads an instance, for `get`."""
        node, path, shape = member.node, member.path, self.shape
        cell = self.kernels.cell(shape, member)
        place = f"at + {shape.constant(member.name)}"
        stream = Value("stream", *self.own_stream())
        if "io" in node:
            self.stream = (*self.own_stream(), "start")
            stream = evaluate(self.scope(f"{path}/io"), node["io"])
            if stream.kind != "stream":
                raise shape.type.refused(f"{path}/io", unsupported(node["io"]))
        self.emit(f"start = {stream.code}")
        self.emit(f"end = {stream.more}")
        self.emit("pos = start")
        self.stream = ("start", "end", "pos")
        if "if" in node:
            with self.block(f"if not {self.number(node['if'], f'{path}/if')}:"):
                self.emit("return 0")
        if "pos" in node:
            self.emit(f"pos = start + {self.number(literal(node['pos']), f'{path}/pos')}")
            self.reject_if("not start <= pos <= end", f"{path}/pos")
        elif not self.kernels.is_empty(cell):
            raise shape.type.refused(path, "an instance without value and pos")
        self.emit(f"mem[{place}] = 1")
        self.cell(cell, node, f"{place} + 1", path)
        self.emit("return 0")

    def own_stream(self) -> tuple[str, str]:
        """Return the code of where the stream of the shape begins and ends, which it keeps."""
        place = f"at + {self.shape.constant('_io')}"
        return f"mem[{place}]", f"mem[{place} + 1]"
