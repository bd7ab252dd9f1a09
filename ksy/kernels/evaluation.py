"""Expressions to the code of kernels.

All operators are put in parentheses; the printer takes out those that need not be. Numbers are
int64: one of u8 is its bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from ksy.kernels.attributes import loader
from ksy.kernels.expressions import (
    Attribute,
    Binary,
    Cast,
    Conditional,
    EnumMember,
    Expression,
    Item,
    Name,
    Number,
    Numbers,
    SizeOf,
    Unary,
)
from ksy.kernels.values import Value, bare, constant, member, result_name

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel

_PREVIOUS = Binary("-", Name("_index"), Number(1))

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def evaluate(
    kernel: Kernel, text: Any, path: str, scope: Mapping[str, Value] | None = None
) -> Value:
    """The value of an expression; names mean first what is in the scope."""
    return _Evaluation(kernel, path, scope or {}).value(kernel.type.parse(text, path))


def scalar(kernel: Kernel, text: Any, path: str, scope: Mapping[str, Value] | None = None) -> str:
    """The code of an expression that is one number."""
    return _Evaluation(kernel, path, scope or {}).number(kernel.type.parse(text, path)).code


def argument(kernel: Kernel, text: str, path: str) -> str:
    """The code of what a callee is given: a struct in structs is put together of its parts."""
    value = evaluate(kernel, text, path)
    if value.kind in ("bytes", "structs"):
        kernel.type.refuse(path, f"{text.strip()}, given to a type")
    if value.index is None or value.type is None:
        return value.code
    fields = kernel.compiler.known_of(value.type)
    for name, _ in fields:
        if name not in dict(value.parts):
            kernel.type.refuse(path, f".{name} of an item, which -columnar does not keep")
    view = kernel.module.use(value.type.spec.name, result_name(value.type))
    return f"{view}({', '.join(member(value, name, part).code for name, part in fields)})"


def enum_member(kernel: Kernel, expression: EnumMember, path: str) -> str:
    """The constant that stands for a member of an enum, in the module of its spec."""
    enum = kernel.specs.find_enum(kernel.type, expression.enum, path)
    for number, name in enum.members.items():
        if name == expression.member:
            code = f"{enum.name}_{name}".upper()
            constants = kernel.compiler.module(enum.spec).constants
            if constants.setdefault(code, str(number)) != str(number):
                kernel.type.refuse(path, f"the enum {enum.name}, of which the spec has two")
            return kernel.module.use(enum.spec.name, code)
    kernel.type.refuse(path, f"{expression.member}, which the enum {enum.name} does not have")


class _Evaluation:
    def __init__(self, kernel: Kernel, path: str, scope: Mapping[str, Value]) -> None:
        self.kernel = kernel
        self.path = path
        self.scope = scope

    def refuse(self, construct: str) -> NoReturn:
        self.kernel.type.refuse(self.path, construct)

    def value(self, expression: Expression) -> Value:
        match expression:
            case Number(number, is_hexadecimal):
                if is_hexadecimal:
                    self.kernel.module.hexadecimals.add(number)
                found = Value("int", str(number))
            case EnumMember():
                found = Value("int", enum_member(self.kernel, expression, self.path))
            case Name(name):
                found = self.name(name)
            case Unary(operator, operand):
                found = self.unary(operator, self.number(operand))
            case Binary(operator, left, right):
                found = self.binary(operator, self.number(left), self.number(right))
            case Conditional():
                found = self.conditional(expression)
            case Item(owner, index):
                found = self.item(self.value(owner), index)
            case Attribute():
                found = self.attribute(expression)
            case Cast(owner):
                found = self.case_of_switch(expression) or self.value(owner)
            case Numbers(items):
                found = self.numbers(items)
            case SizeOf(name):
                found = self.size_of(name)
        return found

    def number(self, expression: Expression) -> Value:
        value = self.value(expression)
        if not value.is_number:
            self.refuse(f"{value.code}, which is no number")
        return value

    def unary(self, operator: str, operand: Value) -> Value:
        if operator == "not":
            return Value("bool", f"(not {operand.code})")
        return Value("float" if operand.kind == "float" else "int", f"(-{operand.code})")

    def binary(self, operator: str, left: Value, right: Value) -> Value:
        code = f"({left.code} {operator} {right.code})"
        if operator in ("and", "or", *_COMPARISONS):
            return Value("bool", code)
        if "float" in (left.kind, right.kind):
            if operator not in ("+", "-", "*"):
                self.refuse(f"{operator} of floats")
            return Value("float", code)
        divisor = constant(right.code) or 0
        if operator in ("/", "%") and divisor > 1 and divisor & (divisor - 1) == 0:
            # the same for negative numbers, which both ways round down
            if operator == "/":
                return Value("int", f"({left.code} >> {divisor.bit_length() - 1})")
            self.kernel.module.hexadecimals.add(divisor - 1)
            return Value("int", f"({left.code} & {divisor - 1})")
        return Value("int", code.replace(" / ", " // ") if operator == "/" else code)

    def conditional(self, expression: Conditional) -> Value:
        then, otherwise = self.number(expression.then), self.number(expression.otherwise)
        condition = self.number(expression.condition)
        code = f"({then.code} if {condition.code} else {otherwise.code})"
        if then.kind == otherwise.kind:
            return Value(then.kind, code)
        return Value("float" if "float" in (then.kind, otherwise.kind) else "int", code)

    def numbers(self, items: tuple[Expression, ...]) -> Value:
        values = [self.number(item) for item in items if isinstance(item, Number | EnumMember)]
        if len(values) < len(items):
            self.refuse("a list of other things than numbers")
        codes = ", ".join(value.code for value in values)
        constants = self.kernel.module.constants
        name = f"NUMBERS_{len(constants)}"
        self.kernel.module.use("numpy", "array")
        constants[name] = f"array([{codes}])"
        return Value("numbers", name)

    def size_of(self, name: str) -> Value:
        number = loader(self.kernel.type, name, self.path)
        if number is None:
            self.refuse(f"sizeof<{name}>")
        return Value("int", str(number.size))

    def name(self, name: str) -> Value:
        if name in self.scope:
            return self.scope[name]
        if name == "_index" and self.kernel.repeated:
            return Value("int", "index")
        found = self.kernel.find(name)
        return found or self.refuse(f"{name}, which is not known here")

    def attribute(self, expression: Attribute) -> Value:
        names: list[str] = []
        owner: Expression = expression
        while isinstance(owner, Attribute | Cast):
            if isinstance(owner, Attribute):
                names.insert(0, owner.name)
            elif self.case_of_switch(owner):
                break
            owner = owner.owner
        if owner == Name("_io"):
            return self.stream_attribute(names)
        value = self.value(owner)
        while names:
            value, names = self.step(value, names)
        return value

    def case_of_switch(self, cast: Cast) -> Value | None:
        """What a switch read, if it is of the type; other casts only tell Kaitai's compiler."""
        if isinstance(cast.owner, Name):
            return self.kernel.cases.get((cast.owner.name, cast.type))
        return None

    def stream_attribute(self, names: list[str]) -> Value:
        known = {
            "eof": Value("bool", "(pos >= end)"),
            "size": Value("int", "(end - start)"),
            "pos": Value("int", "(pos - start)"),
        }
        name = ".".join(names)
        if name not in known:
            self.refuse(f"_io.{name}")
        if name != "size" and self.kernel.is_inside:
            self.refuse(f"_io.{name}, given to what has a size of its own")
        return known[name]

    def step(self, value: Value, names: list[str]) -> tuple[Value, list[str]]:
        """Follows as many names as one export of a struct takes."""
        first, *rest = names
        match value.kind, first:
            case (("int" | "bool"), "to_i"):
                return value, rest
            case "bytes", "size" | "length":
                return Value("int", f"{value.code}_len"), rest
            case "numbers", "size" | "length":
                return Value("int", f"len({value.code})"), rest
            case "structs", "size" if value.code.isidentifier():
                return Value("int", f"num_{value.code}"), rest
            case "structs", "last":
                return self.last(value), rest
            case "struct", _ if value.type is not None:
                fields = dict(self.kernel.compiler.known_of(value.type))
                for count in range(len(names), 0, -1):
                    name = "_".join(names[:count])
                    if name in fields:
                        self.check_part(value, name)
                        return member(value, name, fields[name]), names[count:]
                self.refuse(f".{'.'.join(names)}, which -columnar does not list")
        self.refuse(f".{first} of {value.kind}")

    def check_part(self, value: Value, name: str) -> None:
        if value.index is not None and name not in dict(value.parts):
            self.refuse(f".{name} of an item, which -columnar does not keep")

    def item(self, owner: Value, index: Expression) -> Value:
        if owner.kind == "structs" and index == _PREVIOUS:
            return self.last(owner)
        at = self.number(index).code
        match owner.kind:
            case "bytes":
                load = self.kernel.use("u1")
                return Value("int", f"{load}(buffer, {owner.code}_ofs + {at})")
            case "numbers" | "array":
                return Value("int", f"{owner.code}[{bare(at)}]")
            case "structs" if owner.type is not None:
                return Value("struct", owner.code, owner.type, owner.parts, index=at)
        self.refuse(f"an item of {owner.code}")

    def last(self, owner: Value) -> Value:
        name = f"{owner.code}_last"
        if name in self.kernel.values:
            return self.kernel.values[name]
        if owner.code != self.kernel.repeated or owner.type is None:
            self.refuse(f"the last of {owner.code}, which is not known")
        return Value("struct", name, owner.type)  # before the first it is nothing
