"""The expression language of Kaitai Struct, as far as the specs use it: text to a tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn, TypeAlias


@dataclass(frozen=True)
class Number:
    value: int
    is_hexadecimal: bool = False


@dataclass(frozen=True)
class Name:
    name: str


@dataclass(frozen=True)
class Attribute:
    owner: Expression
    name: str


@dataclass(frozen=True)
class Cast:
    owner: Expression
    type: str


@dataclass(frozen=True)
class Item:
    owner: Expression
    index: Expression


@dataclass(frozen=True)
class EnumMember:
    enum: tuple[str, ...]
    member: str


@dataclass(frozen=True)
class SizeOf:
    type: str


@dataclass(frozen=True)
class Unary:
    operator: str
    operand: Expression


@dataclass(frozen=True)
class Binary:
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Conditional:
    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True)
class Numbers:
    items: tuple[Expression, ...]


Expression: TypeAlias = (
    Number
    | Name
    | Attribute
    | Cast
    | Item
    | EnumMember
    | SizeOf
    | Unary
    | Binary
    | Conditional
    | Numbers
)

_TOKEN = re.compile(
    r"\s*(?:(?P<number>0x[0-9a-fA-F_]+|\d[\d_]*)"
    r"|(?P<name>[a-z_][a-z0-9_]*(?:::[a-z_][a-z0-9_]*)*)"
    r"|(?P<operator><<|>>|<=|>=|==|!=|[-+*/%&|^<>?:()\[\].,]))"
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
    """The tree of an expression. Raises ValueError for what is not of this part of the language."""
    parser = _Parser(text.strip())
    expression = parser.conditional()
    parser.expect("")
    return expression


def parts_in(expression: Expression) -> Iterator[Expression]:
    """An expression and all that it is made of."""
    yield expression
    match expression:
        case Attribute(owner) | Cast(owner):
            inner: tuple[Expression, ...] = (owner,)
        case Item(owner, index):
            inner = (owner, index)
        case Unary(_, operand):
            inner = (operand,)
        case Binary(_, left, right):
            inner = (left, right)
        case Conditional(condition, then, otherwise):
            inner = (condition, then, otherwise)
        case Numbers(items):
            inner = items
        case _:
            inner = ()
    for part in inner:
        yield from parts_in(part)


def names_in(expression: Expression) -> Iterator[str]:
    """The names that an expression begins paths with."""
    return (part.name for part in parts_in(expression) if isinstance(part, Name))


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_tokens(text))

    def peek(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def take(self) -> str:
        return self.tokens.pop(0) if self.tokens else ""

    def expect(self, token: str) -> None:
        found = self.take()
        if found != token:
            self.fail(f"{found or 'the end'!r} in place of {token or 'the end'!r}")

    def fail(self, found: str) -> NoReturn:
        raise ValueError(f"{found}, in {self.text!r}")

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
                self.fail(f"{self.peek()!r} after another comparison")
        return left

    def unary(self) -> Expression:
        if self.peek() == "not":
            self.take()
            return Unary("not", self.binary(_COMPARISON))
        if self.peek() == "-":
            self.take()
            return Unary("-", self.binary(_SIGN))
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
        return expression

    def name(self) -> str:
        found = self.take()
        if not re.fullmatch("[a-z_][a-z0-9_]*", found):
            self.fail(f"{found or 'the end'!r} in place of a name")
        return found

    def type_argument(self) -> str:
        self.expect("<")
        name = self.take()
        self.expect(">")
        return name

    def primary(self) -> Expression:
        token = self.take()
        if token == "(":
            inner = self.conditional()
            self.expect(")")
            return inner
        if token == "[":
            return self.numbers()
        if token[:1].isdecimal():
            return Number(int(token.replace("_", ""), 0), token.startswith("0x"))
        if token in ("true", "false"):
            return Number(int(token == "true"))
        if token == "sizeof":
            return SizeOf(self.type_argument())
        if "::" in token:
            *enum, member = token.split("::")
            return EnumMember(tuple(enum), member)
        if not re.match("[a-z_]", token):
            self.fail(f"{token or 'the end'!r} in place of a value")
        return Name(token)

    def numbers(self) -> Expression:
        items = []
        while self.peek() != "]":
            items.append(self.conditional())
            if self.peek() == ",":
                self.take()
        self.expect("]")
        return Numbers(tuple(items))


def _tokens(text: str) -> Iterator[str]:
    at = 0
    end = len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            raise ValueError(f"{text[at:].split(maxsplit=1)[0]!r}, in {text!r}")
        yield token[token.lastgroup or 0]
        at = token.end()
