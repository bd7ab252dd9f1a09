"""Fields and items of a tree that are read once: bytes, numbers, types, switches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from binlog_kaitai.compiler.specs import (
    TEXTS,
    Node,
    literal,
    loader_of,
    num_bits,
    terminator_of,
    unsupported,
)
from binlog_kaitai.compiler.trees.evaluation import compared, evaluate, evaluate_number
from binlog_kaitai.compiler.trees.lines import Lines
from binlog_kaitai.compiler.trees.shapes import Cell, Shape
from binlog_kaitai.compiler.trees.sizes import contents_of
from binlog_kaitai.compiler.trees.values import Value, value_at

_CHECKS = {"UTF-8": "is_utf8", "ASCII": "is_ascii"}
_OPPOSITES = {"eq": "==", "min": ">=", "max": "<="}


class SingleFields(Lines):
    """The body of a kernel: what is read once."""

    def one(self, cell: Cell, node: Node, place: str, path: str) -> None:
        """Emit what reads a field, or an item of it."""
        of = node.get("type")
        if "contents" in node or of is None or of in TEXTS:
            self.bytes(cell, node, place, path)
        elif {"size", "size-eos"} & node.keys():
            self.inside(cell, node, place, path)
        else:
            self.typed(cell, of, place, path)
        if "valid" in node:
            self.valid(cell, node, place, f"{path}/valid")

    def inside(self, cell: Cell, node: Node, place: str, path: str) -> None:
        """Emit what reads a type in a stream of its own."""
        if {"terminator", "pad-right"} & node.keys():
            raise self.shape.type.refused(path, "a terminator of what is no bytes")
        self.emit(f"stop = {self.end_of_size(node, path)}")
        self.emit("first = inner = pos")
        self.stream = ("first", "stop", "inner")
        self.typed(cell, node["type"], place, path)
        self.stream = ("start", "end", "pos")
        self.emit("pos = stop")

    def end_of_size(self, node: Node, path: str) -> str:
        """Return the code of where a field of a size ends."""
        if "size" not in node:
            return "end"
        size = self.number(literal(node["size"]), f"{path}/size")
        if size.isdecimal():
            self.reject_if(f"end - pos < {size}", path)
            return f"pos + {size}"
        self.emit(f"size = {size}")
        self.reject_if("not 0 <= size <= end - pos", f"{path}/size")
        return "pos + size"

    # bytes

    def bytes(self, cell: Cell, node: Node, place: str, path: str) -> None:
        """Emit what reads bytes, or a text."""
        terminator = terminator_of(node)
        for key in ("terminator", "pad-right"):
            if not isinstance(node.get(key, 0), int):
                raise self.shape.type.refused(f"{path}/{key}", unsupported(node[key]))
        self.emit("first = pos")
        if "contents" in node:
            self.contents(node, path)
        elif {"size", "size-eos"} & node.keys():
            self.emit(f"pos = stop = {self.end_of_size(node, path)}")
            if "pad-right" in node:
                use = self.use("without_padding")
                self.emit(f"stop = {use}(buffer, first, stop, {node['pad-right']})")
            if terminator is not None:
                find = f"{self.use('end_of_text')}(buffer, first, stop, {terminator})"
                self.emit(
                    f"stop = min({find} + 1, stop)" if node.get("include") else f"stop = {find}"
                )
        else:
            find = f"{self.use('end_of_text')}(buffer, pos, end, {terminator})"
            self.emit(f"stop = {find}")
            if node.get("eos-error", True):
                self.reject_if("stop >= end", path)
            self.emit("pos = min(stop + 1, end)" if node.get("consume", True) else "pos = stop")
            if node.get("include"):
                self.emit("stop = min(stop + 1, end)")
        self.emit(f"mem[{place}] = first")
        self.emit(f"mem[{place} + 1] = stop - first")
        if cell.of in _CHECKS:
            check = self.use(_CHECKS[cell.of])
            self.reject_if(f"not {check}(buffer, first, stop - first)", path)

    def contents(self, node: Node, path: str) -> None:
        """Emit a check of bytes that are always the same."""
        data = contents_of(node)
        if data is None:
            raise self.shape.type.refused(f"{path}/contents", unsupported(node["contents"]))
        size = node.get("size", len(data))
        if size != len(data):
            raise self.shape.type.refused(f"{path}/size", unsupported(size))
        self.reject_if(f"end - pos < {len(data)}", path)
        for number, byte in enumerate(data):
            self.reject_if(
                f"{self.use('u1')}(buffer, pos + {number}) != {byte}", f"{path}/contents"
            )
        self.emit(f"pos = stop = first + {len(data)}")

    # numbers, types and switches

    def typed(self, cell: Cell, of: Any, place: str, path: str) -> None:
        """Emit what reads a number, a struct, or whatever of a switch there is."""
        if not isinstance(of, dict):
            self.single(cell, of, place, f"{path}/type")
            return
        numbers = {text: number for number, (text, _) in enumerate(cell.cases, 1)}
        branch = "if"
        labels: dict[str, list[Any]] = {}
        for label, text in of["cases"].items():
            labels.setdefault(text if label != "_" else "_", []).append(label)
        on = self.kept(of["switch-on"], f"{path}/type/switch-on")
        others = labels.pop("_", None)
        for text, with_text in labels.items():
            conditions = [self.is_case(on, label, f"{path}/type") for label in with_text]
            with self.block(f"{branch} {' or '.join(conditions)}:"):
                self.case(cell, numbers[text], place, f"{path}/type/cases/{with_text[0]}")
            branch = "elif"
        last = of["cases"]["_"] if others else "" if "" in numbers else None
        if last is not None:
            with self.block("else:" if labels else "if True:"):
                self.case(cell, numbers[last], place, f"{path}/type/cases/_")

    def kept(self, text: object, path: str) -> Value:
        """Emit that variables keep what a switch is on, and return them."""
        value = evaluate(self.scope(path), literal(text))
        self.emit(f"on = {value.code}")
        if value.more:
            self.emit(f"on_size = {value.more}")
        self.check(path)
        return replace(value, code="on", more="on_size" if value.more else "")

    def is_case(self, on: Value, label: Any, path: str) -> str:
        """Return the code that tells whether a switch is at a case."""
        return compared(self.scope(f"{path}/cases/{label}", on), "==", literal(label))

    def case(self, cell: Cell, number: int, place: str, path: str) -> None:
        """Emit what reads a case of a switch."""
        text, inner = cell.cases[number - 1]
        self.emit(f"mem[{place}] = {number}")
        if not text:
            self.emit(f"mem[{place} + 1] = first")
            self.emit(f"mem[{place} + 2] = stop - first")
        else:
            self.single(inner, text, f"{place} + 1", path)

    def single(self, cell: Cell, of: str, place: str, path: str) -> None:
        """Emit what reads a value of a type."""
        _, end, pos = self.stream
        bits = num_bits({"type": of})
        if of in TEXTS:
            if pos != "pos":  # in a stream of its own, which it fills
                self.emit(f"{pos} = pos")
            self.text_of_case(cell, of, place, path)
        elif bits is not None:
            self.bits(of, bits, place, path)
        elif cell.shape is not None:
            self.struct(cell, cell.shape, of, place, path)
        else:
            loader = loader_of(self.shape.type, of, path)
            assert loader is not None
            self.reject_if(f"{end} - {pos} < {loader.size}", path)
            if loader.is_switched:
                either = [f"{self.use(loader.function + e)}(buffer, {pos})" for e in ("le", "be")]
                is_le = f"mem[at + {self.shape.constant('_is_le')}] != 0"
                code = f"({either[0]} if {is_le} else {either[1]})"
            else:
                code = f"{self.use(loader.function)}(buffer, {pos})"
            self.emit(f"mem[{place}] = {self.word(cell, code)}")
            self.emit(f"{pos} += {loader.size}")

    def text_of_case(self, cell: Cell, of: str, place: str, path: str) -> None:
        """Emit what reads a text that is a case of a switch."""
        _, end, pos = self.stream
        if of == "str" and pos == "pos":
            raise self.shape.type.refused(path, "a text without size")
        use, stop = self.use("end_of_text"), end
        if of == "strz":
            stop = f"{use}(buffer, {pos}, {end}, 0)"
        self.emit(f"text_end = {stop}")
        if pos == "pos":
            self.reject_if(f"text_end >= {end}", path)
        self.emit(f"mem[{place}] = {pos}")
        self.emit(f"mem[{place} + 1] = text_end - {pos}")
        if cell.of in _CHECKS:
            check = self.use(_CHECKS[cell.of])
            self.reject_if(f"not {check}(buffer, {pos}, text_end - {pos})", path)
        self.emit(f"{pos} = text_end + 1")

    def bits(self, of: str, count: int, place: str, path: str) -> None:
        """Emit what reads bits, which need not begin or end with a byte."""
        endian = of[-2:] if of[-2:] in ("le", "be") else self.shape.type.meta("bit-endian") or "be"
        if count > 64 or not count:  # noqa: PLR2004 - a word
            raise self.shape.type.refused(path, f"{count} bits")
        if not self.has_bits:  # a case, which ends with a byte
            self.emit("bit = 0")
        self.reject_if(f"pos + (bit + {count} + 7 >> 3) > end", path)
        use = self.use(f"bits_{endian}")
        self.emit(f"mem[{place}] = {use}(buffer, pos, bit, {count})")
        self.emit(f"pos += bit + {count} >> 3")
        self.emit(f"bit = bit + {count} & 7")
        if not self.has_bits:
            self.emit("pos += 1 if bit else 0")

    def struct(self, cell: Cell, shape: Shape, of: str, place: str, path: str) -> None:
        """Emit what reads a struct, after what it is to know: its parent, and arguments."""
        start, end, pos = self.stream
        if cell.kind == "ref":
            self.deepen(path)
            width = f"{shape.name.upper()}_WIDTH"
            self.emit(f"found = {self.use('allocate')}(mem, {cell.region}, {width})")
            self.pass_on("found")
            self.emit(f"mem[{place}] = found")
            place = "found"
        self.kernels.give(self, shape, of, place, path)
        function = self.kernels.function(shape)
        self.emit(f"{pos} = {function}(buffer, {start}, {pos}, {end}, mem, {place})")
        self.pass_on(pos)
        if cell.kind == "ref":
            self.emit("mem[DEPTH] -= 1")

    # what bytes have to be

    def valid(self, cell: Cell, node: Node, place: str, path: str) -> None:
        """Emit checks of what the key `valid` says of a value."""
        valid, item = node["valid"], value_at(cell, place)
        for key, expected in (valid if isinstance(valid, dict) else {"eq": valid}).items():
            scope = self.scope(f"{path}/{key}", item)
            if key == "expr":
                code = evaluate_number(scope, expected)
            elif key == "in-enum":
                enum = self.kernels.specs.find_enum(self.shape.type, node["enum"].split("::"), path)
                code = " or ".join(f"{item.code} == {number}" for number in enum.members)
            elif key in ("any-of", *_OPPOSITES):
                operator = _OPPOSITES.get(key, "==")
                texts = expected if key == "any-of" else [expected]
                code = " or ".join(compared(scope, operator, literal(text)) for text in texts)
            else:
                raise self.shape.type.refused(f"{path}/{key}", unsupported(expected))
            self.reject_if(f"not ({code})", f"{path}/{key}")
            self.check(path)
