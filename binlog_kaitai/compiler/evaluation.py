"""Expressions to code: from their trees to the Python of kernels.

All operators are put in parentheses; the output drops those that need not be. Integers are int64:
one of type u8 is its bits.
"""

from __future__ import annotations

from collections.abc import Mapping

from binlog_kaitai.compiler.expressions import (
    Attribute,
    Binary,
    Call,
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
from binlog_kaitai.compiler.kernel import (
    CONSTANTS,
    OF_ROOT,
    Kernel,
    Value,
    bare,
    constant,
    result_name,
)
from binlog_kaitai.compiler.specs import RefusedError, Type, loader_of, num_bits

Scope = Mapping[str, Value]
"""What names mean in an expression before they mean fields of its type."""

_PREVIOUS = Binary("-", Name("_index"), Number(1))
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def evaluate(kernel: Kernel, text: object, path: str, scope: Scope | None = None) -> Value:
    """Return the value of an expression, and emit the code of instances that it needs.

    Args:
        kernel: The kernel that evaluates it.
        text: The expression.
        path: Where it stands in the type.
        scope: What names mean before they mean fields of the type.

    Raises:
        RefusedError: The expression is not supported, or has a name that is not known here.
    """
    return _Evaluation(kernel, path, scope or {}).value(kernel.type.parse(text, path))


def evaluate_number(kernel: Kernel, text: object, path: str, scope: Scope | None = None) -> str:
    """Return the code of an expression that is one number; else as `evaluate`."""
    return _Evaluation(kernel, path, scope or {}).number(kernel.type.parse(text, path)).code


def evaluate_argument(kernel: Kernel, text: str, path: str) -> str:
    """Return the code of an argument of a kernel, a number or a struct.

    A struct whose fields lie in arrays is made of them.
    """
    value = evaluate(kernel, text, path)
    if value.kind in ("bytes", "structs"):
        raise kernel.type.refused(path, f"{text.strip()}, given to a type")
    if value.index is None or value.type is None:
        return value.code
    fields = kernel.context.fields_of(value.type)
    for name, _ in fields:
        if name not in dict(value.parts):
            construct = f".{name} of an item, which -columnar does not keep"
            raise kernel.type.refused(path, construct)
    struct = kernel.module.use(value.type.spec.name, result_name(value.type))
    return f"{struct}({', '.join(member(value, name, part).code for name, part in fields)})"


def enum_member(kernel: Kernel, expression: EnumMember, path: str) -> str:
    """Return the constant of an enum's member, which is in the module of the enum's spec."""
    enum = kernel.specs.find_enum(kernel.type, expression.enum, path)
    for number, name in enum.members.items():
        if name == expression.member:
            code = f"{enum.name}_{name}".upper()
            constants = kernel.context.module(enum.spec).constants
            if constants.setdefault(code, str(number)) != str(number):
                construct = f"the enum {enum.name}, of which the spec has two"
                raise kernel.type.refused(path, construct)
            return kernel.module.use(enum.spec.name, code)
    construct = f"{expression.member}, which the enum {enum.name} does not have"
    raise kernel.type.refused(path, construct)


def member(owner: Value, name: str, value: Value) -> Value:
    """Return a field of a struct, which may lie in an array.

    Args:
        owner: The struct.
        name: The name of the field.
        value: The field, as the kernel that reads the struct knows it.
    """
    if owner.index is not None:
        item = f"{owner.code}_{name}[{owner.code}_at + {owner.index}]"
        return Value(value.kind, item, value.type)
    return Value(value.kind, f"{owner.code}.{name}", value.type, value.parts)


class _Evaluation:
    """One expression, by the kernel that evaluates it: a method for each kind of node."""

    def __init__(self, kernel: Kernel, path: str, scope: Scope) -> None:
        self.kernel = kernel
        self.path = path
        self.scope = scope

    def refused(self, construct: str) -> RefusedError:
        return self.kernel.type.refused(self.path, construct)

    def value(self, expression: Expression) -> Value:
        match expression:
            case Unary() | Binary() | Conditional():
                found = self.operation(expression)
            case Name(name):
                found = self.name(name)
            case Item(owner, index):
                found = self.item(self.value(owner), index)
            case Attribute():
                found = self.attribute(expression)
            case Cast(owner):
                found = self.case_of_switch(expression) or self.value(owner)
            case Number() | EnumMember() | SizeOf() | Numbers():
                found = self.constant(expression)
            case Call(_, name):
                raise self.refused(f".{name}()")
            case _:
                raise self.refused(f"{expression.value!r}, a constant that is no integer")
        return found

    def number(self, expression: Expression) -> Value:
        value = self.value(expression)
        if not value.is_number:
            raise self.refused(f"{value.code}, which is no number")
        return value

    def constant(self, expression: Number | EnumMember | SizeOf | Numbers) -> Value:
        match expression:
            case Number(number, is_hexadecimal):
                if is_hexadecimal:
                    self.kernel.module.hexadecimals.add(number)
                found = Value("int", str(number))
            case EnumMember():
                found = Value("int", enum_member(self.kernel, expression, self.path))
            case SizeOf(name):
                loader = loader_of(self.kernel.type, name, self.path)
                if loader is None:
                    raise self.refused(f"sizeof<{name}>")
                found = Value("int", str(loader.size))
            case Numbers(items):
                found = self.numbers(items)
        return found

    def numbers(self, items: tuple[Expression, ...]) -> Value:
        values = [self.number(item) for item in items if isinstance(item, Number | EnumMember)]
        if len(values) < len(items):
            raise self.refused("a list of other things than numbers")
        codes = ", ".join(value.code for value in values)
        constants = self.kernel.module.constants
        name = f"NUMBERS_{len(constants)}"
        self.kernel.module.use("numpy", "array")
        constants[name] = f"array([{codes}])"
        return Value("numbers", name)

    def operation(self, expression: Unary | Binary | Conditional) -> Value:
        match expression:
            case Unary(operator, operand):
                found = self.unary(operator, self.number(operand))
            case Binary(operator, left, right):
                found = self.binary(operator, self.number(left), self.number(right))
            case Conditional():
                found = self.conditional(expression)
        return found

    def unary(self, operator: str, operand: Value) -> Value:
        if operator == "not":
            if operand.code in CONSTANTS:
                return Value("bool", str(not CONSTANTS[operand.code]))
            return Value("bool", f"(not {operand.code})")
        return Value("float" if operand.kind == "float" else "int", f"({operator}{operand.code})")

    def binary(self, operator: str, left: Value, right: Value) -> Value:
        if operator in ("and", "or") and left.code in CONSTANTS:
            return right if (operator == "and") == CONSTANTS[left.code] else left
        code = f"({left.code} {operator} {right.code})"
        if operator in ("and", "or", *_COMPARISONS):
            return Value("bool", code)
        if "float" in (left.kind, right.kind):
            if operator not in ("+", "-", "*"):
                raise self.refused(f"{operator} of floats")
            return Value("float", code)
        divisor = constant(right.code) or 0
        if operator in ("/", "%") and divisor > 1 and divisor.bit_count() == 1:
            # the same for negative numbers, because division and shift both round down
            if operator == "/":
                return Value("int", f"({left.code} >> {divisor.bit_length() - 1})")
            self.kernel.module.hexadecimals.add(divisor - 1)
            return Value("int", f"({left.code} & {divisor - 1})")
        return Value("int", code.replace(" / ", " // ") if operator == "/" else code)

    def conditional(self, expression: Conditional) -> Value:
        then, otherwise = self.number(expression.then), self.number(expression.otherwise)
        condition = self.number(expression.condition)
        if condition.code in CONSTANTS:
            return then if CONSTANTS[condition.code] else otherwise
        code = f"({then.code} if {condition.code} else {otherwise.code})"
        if then.kind == otherwise.kind:
            return Value(then.kind, code)
        return Value("float" if "float" in (then.kind, otherwise.kind) else "int", code)

    def name(self, name: str) -> Value:
        if name in self.scope:
            return self.scope[name]
        if name == "_index" and self.kernel.repeated:
            return Value("int", "index")
        found = self.kernel.find(name)
        if found is None:
            raise self.refused(f"{name}, which is not known here")
        return found

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
        is_of_root = owner == Name("_root")
        value = self.of_root(names.pop(0)) if is_of_root else self.value(owner)
        while names:
            value, names = self.step(value, names)
        return value

    def of_root(self, name: str) -> Value:
        """Return a field, param or computed instance of the root of the type's spec."""
        root = self.kernel.type.spec.root
        if self.kernel.type is root:
            return self.name(name)
        node = root.instances.get(name, {})
        if "value" in node and "if" not in node:
            names = root.names_in(node["value"], f"/instances/{name}/value")
            scope = {inner: self.of_root(inner) for inner in names}
            return evaluate(self.kernel, node["value"], self.path, scope)
        kind, type_ = self.kind_in_root(root, name)
        code = f"{OF_ROOT}{name}"
        self.kernel.take(code)
        return Value(kind, code, type_)

    def kind_in_root(self, root: Type, name: str) -> tuple[str, Type | None]:
        node = next((node for node in (*root.params, *root.seq) if node["id"] == name), {})
        text = node.get("type")
        if isinstance(text, str) and not {"repeat", "size", "size-eos"} & node.keys():
            if num_bits(node) is not None:
                return ("bool" if num_bits(node) == 1 and "enum" not in node else "int"), None
            loader = loader_of(root, text, self.path)
            if loader is not None:
                return loader.kind, None
            found = self.kernel.specs.find_called(root, text)
            if found is not None:
                return "struct", found
        raise self.refused(f"_root.{name}, which is no number and no struct")

    def case_of_switch(self, cast: Cast) -> Value | None:
        """Return what a switch read if it is of the type; other casts are for Kaitai's compiler."""
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
            raise self.refused(f"_io.{name}")
        if name != "size" and self.kernel.is_inside:
            raise self.refused(f"_io.{name}, given to what has a size of its own")
        return known[name]

    def step(self, value: Value, names: list[str]) -> tuple[Value, list[str]]:
        """Follow the first name of a path, or as many as one field of a struct stands for.

        Returns:
            The value that they lead to, and the names behind them.
        """
        first, *rest = names
        match value.kind, first:
            case (("int" | "bool"), "to_i"):
                found = value
            case "bytes", "size" | "length":
                found = Value("int", f"{value.code}_len")
            case "numbers", "size" | "length":
                found = Value("int", f"len({value.code})")
            case "structs", "size" if value.code.isidentifier():
                found = Value("int", f"num_{value.code}")
            case "structs", "last":
                found = self.last(value)
            case "struct", _ if value.type is not None:
                found, rest = self.field(value, value.type, names)
            case _:
                raise self.refused(f".{first} of {value.kind}")
        return found, rest

    def field(self, value: Value, type_: Type, names: list[str]) -> tuple[Value, list[str]]:
        fields = dict(self.kernel.context.fields_of(type_))
        for count in range(len(names), 0, -1):
            name = "_".join(names[:count])
            if name in fields:
                if value.index is not None and name not in dict(value.parts):
                    raise self.refused(f".{name} of an item, which -columnar does not keep")
                return member(value, name, fields[name]), names[count:]
        if self.is_same(type_, names[0]):
            return value, names[1:]
        raise self.refused(f".{'.'.join(names)}, which -columnar does not list")

    def is_same(self, type_: Type, name: str) -> bool:
        """Whether a name of a struct leads to its handle, or from the handle back to it."""
        call = type_.instances.get(name, {}).get("type")
        return name == "_parent" or self.kernel.specs.find_called(type_, call) is type_

    def item(self, owner: Value, index: Expression) -> Value:
        if owner.kind == "structs" and index == _PREVIOUS:
            return self.last(owner)
        at = self.number(index).code
        match owner.kind:
            case "bytes":
                load = self.kernel.use_loader("u1")
                found = Value("int", f"{load}(buffer, {owner.code}_ofs + {at})")
            case "numbers" | "array":
                found = Value("int", f"{owner.code}[{bare(at)}]")
            case "structs" if owner.type is not None:
                found = Value("struct", owner.code, owner.type, owner.parts, index=at)
            case _:
                raise self.refused(f"an item of {owner.code}")
        return found

    def last(self, owner: Value) -> Value:
        name = f"{owner.code}_last"
        if name in self.kernel.values:
            return self.kernel.values[name]
        if owner.code != self.kernel.repeated or owner.type is None:
            raise self.refused(f"the last of {owner.code}, which is not known")
        return Value("struct", name, owner.type)  # zeros before the first
