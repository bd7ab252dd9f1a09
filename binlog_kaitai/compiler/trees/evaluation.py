"""Expressions over a tree in memory, to the Python of its kernels.

All names lead to places in memory. Integers are int64: one of type u8 is its bits.
"""

from __future__ import annotations

from dataclasses import replace

from binlog_kaitai.compiler.expressions import (
    Attribute,
    Binary,
    Call,
    Cast,
    Conditional,
    EnumMember,
    Expression,
    Float,
    Item,
    Name,
    Number,
    Numbers,
    SizeOf,
    Text,
    Unary,
)
from binlog_kaitai.compiler.specs import Node, RefusedError
from binlog_kaitai.compiler.trees.shapes import Member, Shape
from binlog_kaitai.compiler.trees.sizes import size_of
from binlog_kaitai.compiler.trees.values import NUMBERS, Scope, Value, value_at

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_COUNTED = ("", "UTF-8", "ASCII", "ISO-8859-1")
"""The encodings whose characters are counted, and that of bytes."""

_WORD = 7  # bytes of which numbers of 8 bytes are made that are positive
_PARTS_OF_STREAMS = {"size": "({1} - {0})", "pos": "({2} - {0})", "eof": "({2} >= {1})"}


def evaluate(scope: Scope, text: object) -> Value:
    """Return the value of an expression.

    Raises:
        RefusedError: The expression is not supported.
    """
    return _Evaluation(scope).value(scope.parsed(text))


def evaluate_number(scope: Scope, text: object) -> str:
    """Return the code of an expression that is a number; else as `evaluate`."""
    return _Evaluation(scope).number(scope.parsed(text)).code


def evaluate_instance(scope: Scope, member: Member) -> Value:
    """Return the value of an instance, a number that is absent being 0; else as `evaluate`."""
    found = evaluate(scope, member.node["value"])
    if "if" in member.node and found.kind in NUMBERS:
        condition = evaluate_number(scope, member.node["if"])
        nothing = {"bool": "False", "float": "0.0"}.get(found.kind, "0")
        return Value(found.kind, f"({found.code} if {condition} else {nothing})")
    return found


def compared(scope: Scope, operator: str, text: object) -> str:
    """Return the code that compares `_` with an expression."""
    return _Evaluation(scope).number(Binary(operator, Name("_"), scope.parsed(text))).code


class _Evaluation:
    """One expression: a method for each kind of node."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.writer = scope.writer

    def refused(self, construct: str) -> RefusedError:
        return self.scope.refused(construct)

    def use(self, name: str, *, may_fail: bool = False) -> str:
        if may_fail:
            self.scope.failures()
        return self.writer.use(name)

    def number(self, expression: Expression) -> Value:
        found = self.value(expression)
        if found.kind not in NUMBERS:
            raise self.refused(f"{found.kind}, which is no number")
        return found

    def value(self, expression: Expression) -> Value:
        match expression:
            case Unary(operator, operand):
                found = self.unary(operator, self.number(operand))
            case Binary(operator, left, right):
                found = self.binary(operator, self.value(left), self.value(right))
            case Conditional():
                found = self.conditional(expression)
            case Name() | Item() | Attribute() | Call() | Cast():
                found = self.path(expression)
            case _:
                found = self.constant(expression)
        return found

    def path(self, expression: Name | Item | Attribute | Call | Cast) -> Value:
        match expression:
            case Name(name):
                found = self.name(name)
            case Item(owner, index):
                found = self.item(self.value(owner), self.number(index).code)
            case Attribute(owner, name):
                members = self.scope.shape.members
                if name == "_sizeof" and isinstance(owner, Name) and owner.name in members:
                    return self.size_of_node(members[owner.name].node, f"{owner.name}._sizeof")
                found = self.attribute(self.value(owner), name)
            case Call(owner, name, arguments):
                found = self.call(self.value(owner), name, arguments)
            case Cast(owner, of):
                found = self.cast(self.value(owner), of)
        return found

    def constant(self, expression: Expression) -> Value:
        match expression:
            case SizeOf(name):
                return self.size_of_node({"type": name}, f"sizeof<{name}>")
            case Number(value):
                word = value - 2**64 if value >= 2**63 else value
                return Value("int", str(word) if word >= 0 else f"({word})")
            case Float(number):
                return Value("float", repr(number))
            case Text(text):
                return Value("text", data=text.encode())
            case Numbers(items) if all(isinstance(item, Number) for item in items):
                return Value("text", data=bytes(i.value for i in items if isinstance(i, Number)))
            case EnumMember(enum, member):
                numbers = self.writer.specs.find_enum(self.scope.shape.type, enum, self.scope.path)
                found = [number for number, name in numbers.members.items() if name == member]
                if found:
                    return self.constant(Number(found[0]))
                raise self.refused(f"{member}, which the enum {numbers.name} does not have")
        raise self.refused("a list of other things than numbers")

    def unary(self, operator: str, operand: Value) -> Value:
        if operator == "not":
            return Value("bool", f"(not {operand.code})")
        return Value("float" if operand.kind == "float" else "int", f"({operator}{operand.code})")

    def binary(self, operator: str, left: Value, right: Value) -> Value:
        if "bytes" in (left.kind, right.kind):
            return self.compared(operator, left, right)
        for of in (left, right):
            if of.kind not in NUMBERS:
                raise self.refused(f"{operator} of {of.kind}")
        code = f"({left.code} {operator} {right.code})"
        if operator in ("and", "or", *_COMPARISONS):
            return Value("bool", code)
        is_float = "float" in (left.kind, right.kind)
        if operator == "/" or (operator == "%" and not is_float):
            if not right.code.isdecimal() or right.code == "0":
                name = "ratio" if is_float else "quotient" if operator == "/" else "remainder"
                use = self.use(name, may_fail=True)
                code = f"{use}(mem, {left.code}, {right.code})"
            elif not is_float:
                code = code.replace(" / ", " // ")
        elif is_float and operator not in "+-*":
            raise self.refused(f"{operator} of floats")
        elif operator in ("<<", ">>") and not right.code.isdecimal():
            use = self.use("shifted_left" if operator == "<<" else "shifted_right")
            code = f"{use}({left.code}, {right.code})"
        return Value("float" if is_float else "int", code)

    def compared(self, operator: str, left: Value, right: Value) -> Value:
        """Compare bytes with others, or with constant ones."""
        if operator not in ("==", "!=") or {left.kind, right.kind} - {"bytes", "text"}:
            raise self.refused(f"{left.kind} {operator} {right.kind}")
        if left.kind == "text":
            left, right = right, left
        if right.kind == "bytes":
            use = self.use("are_equal")
            code = f"{use}(buffer, {left.code}, {left.more}, {right.code}, {right.more})"
        else:
            data = right.data
            parts = [f"{left.more} == {len(data)}"]
            for at in range(0, len(data), _WORD):
                part = data[at : at + _WORD]
                use, word = self.use("uxle"), self.writer.word(part)
                parts.append(f"{use}(buffer, {left.code} + {at}, {len(part)}) == {word}")
            code = f"({' and '.join(parts)})"
        return Value("bool", code if operator == "==" else f"(not {code})")

    def conditional(self, expression: Conditional) -> Value:
        then, otherwise = self.value(expression.then), self.value(expression.otherwise)
        condition = self.number(expression.condition).code

        def either(one: str, other: str) -> str:
            return f"({one} if {condition} else {other})"

        code = either(then.code, otherwise.code)
        if {then.kind, otherwise.kind} <= {*NUMBERS}:
            kinds = (then.kind, otherwise.kind)
            kind = then.kind if len(set(kinds)) == 1 else "float" if "float" in kinds else "int"
            return Value(kind, code)
        is_same = then.kind == otherwise.kind and then.shape is otherwise.shape
        if not is_same or then.kind not in ("bytes", "struct"):
            raise self.refused(f"{then.kind} or {otherwise.kind}")
        return replace(then, code=code, more=either(then.more, otherwise.more))

    # names

    def name(self, name: str) -> Value:
        scope, shape = self.scope, self.scope.shape
        stream = scope.stream
        match name:
            case "_" if scope.item is not None:
                found: Value | None = scope.item
            case "_index" if scope.index:
                found = Value("int", scope.index)
            case "_io" if stream is not None:
                found = Value("stream", *stream[:2], data=stream[2].encode())
            case "_root" | "_io" | "_sizeof":
                found = self.of_struct(Value("struct", scope.at, shape=shape), shape, name)
            case _:
                found = self.member(shape, scope.at, name)
        if found is None:
            raise self.refused(f"{name}, which is not known here")
        return found

    def root(self) -> Value:
        shape = self.scope.shape
        if not shape.type.path:
            return Value("struct", self.scope.at, shape=shape)
        if shape.type.spec is not self.writer.root.type.spec:
            root = self.writer.shape_of(shape.type.spec.root)
            if root is None or "_root" not in shape.members:
                raise self.refused("_root of another spec")
            return Value("struct", f"mem[{self.scope.at} + {shape.constant('_root')}]", shape=root)
        return Value("struct", self.writer.root_at(), shape=self.writer.root)

    def size(self, shape: Shape) -> Value:
        parts = [size_of(self.writer.specs, shape.type, node) for node in shape.type.seq]
        if None in parts:
            raise self.refused("._sizeof of what has no fixed size")
        return Value("int", str(sum(part or 0 for part in parts)))

    def size_of_node(self, node: Node, name: str) -> Value:
        size = size_of(self.writer.specs, self.scope.shape.type, node)
        if size is None:
            raise self.refused(f"{name}, of no fixed size")
        return Value("int", str(size))

    def member(self, shape: Shape, at: str, name: str) -> Value | None:
        """Return a field, instance or param of a struct."""
        if name == "_parent" and shape.parent is not None:
            place = f"mem[{at} + {shape.constant(name)}]"
            return Value("struct", place, shape=shape.parent)
        member = shape.members.get(name)
        if member is None:
            return None
        place = f"{at} + {shape.constant(name)}"
        is_here = shape is self.scope.shape and at == self.scope.at
        is_known = is_here and name in self.scope.known
        if self.scope.stream is None:  # all has been read
            is_hoisted = name in self.writer.hoisted(shape)
            if is_hoisted and is_here and self.scope.is_alone:
                raise self.refused(f"{name}, which may not be computed yet")
            is_known = is_known or is_hoisted
        if member.is_instance and not is_known:
            if "value" in member.node:
                return self.computed(shape, at, member)
            self.scope.get(shape, member, at)
        cell = self.writer.cell(shape, member)
        if cell.kind == "none":
            raise self.refused(f"{name}, which is left out")
        return value_at(cell, f"{place} + 1" if member.is_optional else place)

    def computed(self, shape: Shape, at: str, member: Member) -> Value:
        """Return the value of an instance that is computed from others."""
        function = self.writer.valuer(shape, member)
        if function is not None:
            if function.may_fail:
                self.scope.failures()
            return Value(function.kind, f"{function.name}(buffer, mem, {at})")
        is_here = shape is self.scope.shape and at == self.scope.at
        stream = self.scope.stream if is_here else None
        known = self.scope.known if is_here else frozenset[str]()
        scope = replace(
            self.scope,
            shape=shape,
            at=at,
            path=member.path,
            stream=stream,
            known=known,
            item=None,
            index="",
            is_alone=self.scope.is_alone and is_here,
        )
        return evaluate_instance(scope, member)

    # parts of values

    def attribute(self, owner: Value, name: str) -> Value:
        if owner.kind == "struct" and owner.shape is not None:
            return self.of_struct(owner, owner.shape, name)
        match owner.kind, name:
            case "bytes", "to_s":
                found = owner
            case "bytes", "_io":
                found = Value("stream", owner.code, f"({owner.code} + {owner.more})")
            case "bytes", "size" | "length":
                found = self.length(owner)
            case "list", "size" | "length":
                found = Value("int", owner.more)
            case "list", "first" | "last":
                found = self.item(owner, "0" if name == "first" else f"({owner.more} - 1)")
            case "stream", "size" | "pos" | "eof" if owner.data or name == "size":
                code = _PARTS_OF_STREAMS[name].format(owner.code, owner.more, owner.data.decode())
                found = Value("bool" if name == "eof" else "int", code)
            case "int" | "bool" | "float", "to_i":
                found = Value("int", owner.code if owner.kind == "int" else f"int({owner.code})")
            case _:
                raise self.refused(f".{name} of {owner.kind}")
        return found

    def of_struct(self, owner: Value, shape: Shape, name: str) -> Value:
        if name == "_sizeof":
            return self.size(shape)
        if name == "_io" and shape is self.writer.root:
            return Value("stream", "0", f"mem[{self.use('LENGTH')}]")
        if name == "_io" and "_io" in shape.members:
            place = f"{owner.code} + {shape.constant('_io')}"
            return Value("stream", f"mem[{place}]", f"mem[{place} + 1]")
        if name == "_root":
            return self.root()
        found = self.member(shape, owner.code, name)
        if found is None:
            raise self.refused(f".{name}, which {shape.type.name} does not have")
        return found

    def length(self, owner: Value) -> Value:
        if owner.encoding.upper() not in _COUNTED:
            raise self.refused(f".length of text in {owner.encoding}")
        if owner.encoding.upper() != "UTF-8":
            return Value("int", owner.more)
        use = self.use("num_characters")
        return Value("int", f"{use}(buffer, {owner.code}, {owner.more})")

    def call(self, owner: Value, name: str, arguments: tuple[Expression, ...]) -> Value:
        if (owner.kind, name) == ("bytes", "to_s") and isinstance(arguments[0], Text):
            return replace(owner, encoding=arguments[0].value)
        if (owner.kind, name) == ("bytes", "substring") and len(arguments) == 2:  # noqa: PLR2004
            return self.substring(owner, *(self.number(of).code for of in arguments))
        raise self.refused(f".{name}() of {owner.kind}")

    def substring(self, owner: Value, start: str, end: str) -> Value:
        """Return the part of a text between two characters."""
        if owner.encoding.upper() not in _COUNTED:
            raise self.refused(f".substring() of text in {owner.encoding}")
        ends = [start, end]
        if owner.encoding.upper() == "UTF-8":
            use = self.use("place_of_character")
            ends = [f"{use}(buffer, {owner.code}, {owner.more}, {of})" for of in ends]
        return replace(owner, code=f"({owner.code} + {ends[0]})", more=f"({ends[1]} - {ends[0]})")

    def cast(self, owner: Value, of: str) -> Value:
        if owner.kind != "switch" or owner.cell is None:
            return owner
        for number, (text, cell) in enumerate(owner.cell.cases, 1):
            is_struct = cell.shape is not None and cell.shape.type.name == of.rpartition("::")[2]
            if is_struct or text == of or (of == "bytes" and cell.kind == "bytes"):
                place = f"{owner.code} + 1"
                if cell.kind in ("struct", "bytes"):
                    place = f"({place} if mem[{owner.code}] == {number} else NOTHING_AT)"
                return value_at(cell, place)
        raise self.refused(f".as<{of}>, which is no case")

    def item(self, owner: Value, index: str) -> Value:
        if owner.kind == "text":
            raise self.refused("an item of a constant")
        if owner.kind == "bytes":
            use = self.use("byte_at", may_fail=True)
            return Value("int", f"{use}(buffer, mem, {owner.code}, {owner.more}, {index})")
        cell = owner.cell
        if owner.kind != "list" or cell is None or cell.item is None:
            raise self.refused(f"an item of {owner.kind}")
        use, width = self.use("item_at", may_fail=True), f"{cell.region}_WIDTH"
        place = f"{use}(mem, {owner.code}, {owner.more}, {width}, {index}, NOTHING_AT)"
        return value_at(cell.item, place)
