"""Conditions such as `id = 5 AND state <> 'new'`, as trees that row images are tested by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias

from binlog_kaitai.extras import from_extras


@dataclass(frozen=True, slots=True)
class ColumnOf:
    """The value of a column; `name` is in lower case, for the case of names does not matter."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A value that stands in the condition; None is NULL."""

    value: Decimal | str | bytes | None


Operand: TypeAlias = ColumnOf | Constant


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two values that are compared; `operator` is one of `COMPARISONS`, or `<=>`."""

    operator: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class IsNull:
    """Whether a value is NULL."""

    operand: Operand


@dataclass(frozen=True, slots=True)
class Negation:
    """True where its test is false."""

    test: Test


@dataclass(frozen=True, slots=True)
class Junction:
    """Two tests, of which both have to be true, or one."""

    is_or: bool
    left: Test
    right: Test


Test: TypeAlias = Comparison | IsNull | Negation | Junction

_COMPARISONS = {"EQ": "=", "NEQ": "<>", "LT": "<", "LTE": "<=", "GT": ">", "GTE": ">="}


def parse_condition(text: str) -> Test:
    """Parse an SQL condition of comparisons, IN, BETWEEN, IS NULL, AND, OR and NOT.

    Raises:
        ValueError: the condition is not supported.
        MissingExtraError: sqlglot is not installed.
    """
    # importing sqlglot is slow
    with from_extras():
        from sqlglot import parse_one  # noqa: PLC0415
        from sqlglot.errors import SqlglotError  # noqa: PLC0415

    try:
        tree = parse_one(f"SELECT 1 WHERE {text}", read="mysql")
    except SqlglotError as error:
        raise ValueError(f"expected a condition, found {text!r}") from error
    where = tree.args.get("where")
    if where is None or set(_present(tree)) != {"expressions", "where"}:
        raise ValueError(f"expected a condition, found {text!r}")
    return _test(where.this)


def columns_of(test: Test) -> Iterator[str]:
    """Yield the names of the columns in a condition, each time that one stands there."""
    match test:
        case Negation():
            yield from columns_of(test.test)
        case Junction():
            yield from columns_of(test.left)
            yield from columns_of(test.right)
        case IsNull():
            yield from _names_of(test.operand)
        case Comparison():
            yield from _names_of(test.left)
            yield from _names_of(test.right)


def _names_of(operand: Operand) -> list[str]:
    return [operand.name] if isinstance(operand, ColumnOf) else []


def _present(tree: Any) -> list[str]:
    return [name for name, value in tree.args.items() if value]


def _test(node: Any) -> Test:
    name = type(node).__name__
    if name in _COMPARISONS:
        return Comparison(_COMPARISONS[name], _operand(node.this), _operand(node.expression))
    make = _TESTS.get(name)
    if make is None:
        raise _not_supported(node)
    return make(node)


def _not_supported(node: Any) -> ValueError:
    supported = "AND, OR, NOT, =, <>, <, <=, >, >=, <=>, IN, BETWEEN, IS NULL of columns and values"
    return ValueError(f"expected {supported}, found {node.sql(dialect='mysql')}")


def _is_in(node: Any) -> Test:
    if not node.expressions or node.args.get("query"):
        raise _not_supported(node)
    value = _operand(node.this)
    first, *others = (Comparison("=", value, _operand(option)) for option in node.expressions)
    test: Test = first
    for other in others:
        test = Junction(is_or=True, left=test, right=other)
    return test


def _is_between(node: Any) -> Test:
    value = _operand(node.this)
    low = Comparison(">=", value, _operand(node.args["low"]))
    return Junction(
        is_or=False, left=low, right=Comparison("<=", value, _operand(node.args["high"]))
    )


def _is_null(node: Any) -> Test:
    operand = _operand(node.this)
    if type(node.expression).__name__ != "Null":
        raise _not_supported(node)
    return IsNull(operand)


_TESTS: dict[str, Callable[[Any], Test]] = {
    "Paren": lambda node: _test(node.this),
    "Not": lambda node: Negation(_test(node.this)),
    "And": lambda node: Junction(is_or=False, left=_test(node.left), right=_test(node.right)),
    "Or": lambda node: Junction(is_or=True, left=_test(node.left), right=_test(node.right)),
    "Is": _is_null,
    "NullSafeEQ": lambda node: Comparison("<=>", _operand(node.left), _operand(node.right)),
    "In": _is_in,
    "Between": _is_between,
}


def _operand(node: Any) -> Operand:
    name = type(node).__name__
    if name == "Column" and not node.table:
        return ColumnOf(node.name.lower())
    if name == "Paren":
        return _operand(node.this)
    return Constant(_constant(name, node))


def _constant(name: str, node: Any) -> Decimal | str | bytes | None:
    if name == "Literal":
        return str(node.this) if node.is_string else Decimal(node.this)
    if name == "Neg" and type(node.this).__name__ == "Literal" and not node.this.is_string:
        return -Decimal(node.this.this)
    if name == "Boolean":
        return Decimal(int(node.this))
    if name == "HexString":
        return bytes.fromhex("0" * (len(node.this) % 2) + node.this)
    if name == "Null":
        return None
    raise _not_supported(node)
