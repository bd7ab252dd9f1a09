"""The expression language of Kaitai Struct: from text to a tree.

All of it but strings with expressions in them (`f"{a}"`). What kernels cannot be made of is refused
where it is evaluated.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Number:
    """An integer, or a boolean as 0 or 1."""

    value: int
    is_hexadecimal: bool = False


@dataclass(frozen=True)
class Float:
    """A number with a fraction or an exponent."""

    value: float


@dataclass(frozen=True)
class Text:
    """A string, in single or double quotes."""

    value: str


@dataclass(frozen=True)
class Name:
    """A field, instance or parameter, or one of the names that begin with `_`."""

    name: str


@dataclass(frozen=True)
class Attribute:
    """`owner.name`."""

    owner: Expression
    name: str


@dataclass(frozen=True)
class Call:
    """`owner.name(argument, argument)`."""

    owner: Expression
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Cast:
    """`owner.as<type>`."""

    owner: Expression
    type: str


@dataclass(frozen=True)
class Item:
    """`owner[index]`."""

    owner: Expression
    index: Expression


@dataclass(frozen=True)
class EnumMember:
    """`enum::member`, where the enum's name may have several parts."""

    enum: tuple[str, ...]
    member: str


@dataclass(frozen=True)
class SizeOf:
    """`sizeof<type>`."""

    type: str


@dataclass(frozen=True)
class Unary:
    """`not operand`, `-operand` or `~operand`."""

    operator: str
    operand: Expression


@dataclass(frozen=True)
class Binary:
    """`left operator right`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Conditional:
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True)
class Numbers:
    """`[item, item]`."""

    items: tuple[Expression, ...]


Expression: TypeAlias = (
    Number
    | Float
    | Text
    | Name
    | Attribute
    | Call
    | Cast
    | Item
    | EnumMember
    | SizeOf
    | Unary
    | Binary
    | Conditional
    | Numbers
)

_LEXEME = re.compile(
    r"\s*(?:(?P<float>\d[\d_]*(?:\.\d[\d_]*(?:[eE][-+]?\d+)?|[eE][-+]?\d+))"
    r"|(?P<number>0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*)"
    r"|(?P<text>'[^']*'|\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<name>[a-z_][a-z0-9_]*(?:::[a-z_][a-z0-9_]*)*)"
    r"|(?P<operator><<|>>|<=|>=|==|!=|[-+*/%&|^<>?:()\[\].,~])"
    r")",
    re.DOTALL,
)

_PRECEDENCE = {
    operator: level
    for level, operators in enumerate(
        (
            ("or",),
            ("and",),
            ("==", "!=", "<", "<=", ">", ">="),
            ("|",),
            ("^",),
            ("&",),
            ("<<", ">>"),
            ("+", "-"),
            ("*", "/", "%"),
        )
    )
    for operator in operators
}
_COMPARISON = _PRECEDENCE["=="]
_SIGN = max(_PRECEDENCE.values()) + 1


def parse(text: str) -> Expression:
    """Parse an expression.

    Raises:
        ValueError: The text is not of this part of the language.
    """
    parser = _Parser(text.strip())
    expression = parser.conditional()
    parser.expect("")
    return expression


def names_in(expression: Expression) -> Iterator[str]:
    """Yield the names that paths in an expression begin with: a and c of `a.b + _root.c`."""
    match expression:
        case Name(name):
            yield name
            inner: tuple[Expression, ...] = ()
        case Attribute(Name("_root"), name):
            yield name
            inner = ()
        case Attribute(owner) | Cast(owner) | Unary(_, owner):
            inner = (owner,)
        case Item(left, right) | Binary(_, left, right):
            inner = (left, right)
        case Call(owner, _, arguments):
            inner = (owner, *arguments)
        case Conditional(condition, then, otherwise):
            inner = (condition, then, otherwise)
        case Numbers(items):
            inner = items
        case _:
            inner = ()
    for part in inner:
        yield from names_in(part)


class _Parser:
    """A recursive descent parser; binary operators climb by precedence."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lexemes = list(_lexemes(text))

    def peek(self) -> str:
        return self.lexemes[0] if self.lexemes else ""

    def take(self) -> str:
        return self.lexemes.pop(0) if self.lexemes else ""

    def expect(self, lexeme: str) -> None:
        found = self.take()
        if found != lexeme:
            raise self.error(f"{found or 'the end'!r} in place of {lexeme or 'the end'!r}")

    def error(self, found: str) -> ValueError:
        return ValueError(f"{found}, in {self.text!r}")

    def conditional(self) -> Expression:
        condition = self.binary(0)
        if self.peek() != "?":
            return condition
        self.take()
        then = self.conditional()
        self.expect(":")
        return Conditional(condition, then, self.conditional())

    def binary(self, level: int) -> Expression:
        left = self.unary()
        while _PRECEDENCE.get(self.peek(), -1) >= level:
            operator = self.take()
            left = Binary(operator, left, self.binary(_PRECEDENCE[operator] + 1))
            if _PRECEDENCE[operator] == _PRECEDENCE.get(self.peek()) == _COMPARISON:
                raise self.error(f"{self.peek()!r} after another comparison")
        return left

    def unary(self) -> Expression:
        if self.peek() == "not":
            self.take()
            return Unary("not", self.binary(_COMPARISON))
        if self.peek() in ("-", "~"):
            return Unary(self.take(), self.binary(_SIGN))
        return self.postfix()

    def postfix(self) -> Expression:
        expression = self.primary()
        while self.peek() in (".", "["):
            if self.take() == "[":
                expression = Item(expression, self.conditional())
                self.expect("]")
            elif self.peek() == "as":
                self.take()
                expression = Cast(expression, self.type_argument())
            else:
                expression = Attribute(expression, self.name())
                if self.peek() == "(":
                    self.take()
                    expression = Call(expression.owner, expression.name, self.items(")"))
        return expression

    def primary(self) -> Expression:
        lexeme = self.take()
        found: Expression
        if lexeme == "(":
            found = self.conditional()
            self.expect(")")
        elif lexeme == "[":
            found = Numbers(self.items("]"))
        elif lexeme[:1].isdecimal():
            found = _number(lexeme.replace("_", ""))
        elif lexeme[:1] == "'":
            found = Text(lexeme[1:-1])
        elif lexeme[:1] == '"':
            found = Text(str(ast.literal_eval(lexeme)))
        elif lexeme in ("true", "false"):
            found = Number(int(lexeme == "true"))
        elif lexeme == "sizeof":
            found = SizeOf(self.type_argument())
        elif "::" in lexeme:
            *enum, member = lexeme.split("::")
            found = EnumMember(tuple(enum), member)
        elif re.match("[a-z_]", lexeme):
            found = Name(lexeme)
        else:
            raise self.error(f"{lexeme or 'the end'!r} in place of a value")
        return found

    def name(self) -> str:
        found = self.take()
        if not re.fullmatch("[a-z_][a-z0-9_]*", found):
            raise self.error(f"{found or 'the end'!r} in place of a name")
        return found

    def type_argument(self) -> str:
        self.expect("<")
        name = self.take()
        self.expect(">")
        return name

    def items(self, end: str) -> tuple[Expression, ...]:
        found = []
        while self.peek() != end:
            found.append(self.conditional())
            if self.peek() == ",":
                self.take()
            elif self.peek() != end:
                break
        self.expect(end)
        return tuple(found)


def _number(lexeme: str) -> Expression:
    if lexeme[1:2] not in "xXbBoO" or lexeme == "0":
        is_whole = lexeme.isdecimal()
        return Number(int(lexeme)) if is_whole else Float(float(lexeme))
    return Number(int(lexeme, 0), lexeme.startswith("0x"))


def _lexemes(text: str) -> Iterator[str]:
    at = 0
    end = len(text.rstrip())
    while at < end:
        lexeme = _LEXEME.match(text, at)
        if lexeme is None:
            raise ValueError(f"{text[at:].split(maxsplit=1)[0]!r}, in {text!r}")
        yield lexeme[lexeme.lastgroup or 0]
        at = lexeme.end()
