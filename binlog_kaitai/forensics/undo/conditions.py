"""Evaluate conditions such as `id = 5 AND state <> 'new'` on row images, without a server.

A row change matches if its before or after image does. Text comparisons are exact and
case-sensitive. Dates and times are compared in the server's format, in UTC. NULL is as in SQL.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.extras import from_extras
from binlog_kaitai.forensics.undo.rows import RowChange
from binlog_kaitai.model.calendar import Date, Datetime, Timestamp
from binlog_kaitai.model.changes import Cells
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.tables import Column, ColumnType
from binlog_kaitai.model.values import Value, text_value

Row: TypeAlias = dict[str, tuple[Column, Value]]
Test: TypeAlias = Callable[[Row], bool | None]
Operand: TypeAlias = Callable[[Row], Any]

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "EQ": operator.eq,
    "NEQ": operator.ne,
    "LT": operator.lt,
    "LTE": operator.le,
    "GT": operator.gt,
    "GTE": operator.ge,
}
_DATE = "2026-11-21"


class _Time(str):
    """A date, or a date and time, in the server's format."""

    __slots__ = ()

    def alike(self, other: str) -> tuple[str, str]:
        """Return this and another text in forms that compare like times."""
        if len(other) == len(_DATE) < len(self):
            other = f"{other} 00:00:00"
        return _without_zeros(self), _without_zeros(other)


def _without_zeros(time: str) -> str:
    return time.rstrip("0").rstrip(".") if "." in time else str(time)


MAX_SHOWN = 10
"""Maximum number of columns in an error."""


class NoColumnError(UnreadableError):
    """An image lacks a column of the condition; `name` is its name."""

    def __init__(self, name: str, others: list[str]) -> None:
        shown = [*others[:MAX_SHOWN], *(["..."] if len(others) > MAX_SHOWN else [])]
        super().__init__(f"a column {name}", ", ".join(shown) or "none")
        self.name = name


def condition_of(text: str) -> Callable[[RowChange], bool]:
    """Return a filter of row changes from an SQL condition.

    The filter raises NoColumnError if an image lacks a column of the condition, and UnreadableError
    if a value cannot be compared with the condition's.

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
    test = _test(where.this)
    return lambda change: _matches(test, change)


def _present(tree: Any) -> list[str]:
    return [name for name, value in tree.args.items() if value]


def _matches(test: Test, change: RowChange) -> bool:
    images = [image for image in (change.before, change.after) if image is not None]
    missing: UnreadableError | None = None
    for image in images:
        try:
            if test(_row(image)):
                return True
        except UnreadableError as error:
            missing = error
    if missing is not None:
        missing.expected += f" in {change.table.full_name}"
        raise missing
    return False


def _row(image: Cells) -> Row:
    return {column.name.lower(): (column, value) for column, value in image}


def _test(node: Any) -> Test:
    """Return a function that evaluates a node for a row: True, False, or None for SQL's NULL."""
    name = type(node).__name__
    if name in _COMPARISONS:
        return _comparison(name, node.this, node.expression)
    make = _TESTS.get(name)
    if make is None:
        raise _not_supported(node)
    return make(node)


def _not_supported(node: Any) -> ValueError:
    supported = "AND, OR, NOT, =, <>, <, <=, >, >=, <=>, IN, BETWEEN, IS NULL of columns and values"
    return ValueError(f"expected {supported}, found {node.sql(dialect='mysql')}")


def _negation(test: Test) -> Test:
    def negated(row: Row) -> bool | None:
        result = test(row)
        return None if result is None else not result

    return negated


def _junction(name: str, left: Test, right: Test) -> Test:
    decides = name == "Or"  # the value of a side that decides alone

    def joined(row: Row) -> bool | None:
        one, other = left(row), right(row)
        if decides in (one, other):
            return decides
        return None if one is None or other is None else not decides

    return joined


def _any(tests: list[Test]) -> Test:
    joined = tests[0]
    for test in tests[1:]:
        joined = _junction("Or", joined, test)
    return joined


def _is_in(node: Any) -> Test:
    if not node.expressions or node.args.get("query"):
        raise _not_supported(node)
    return _any([_comparison("EQ", node.this, option) for option in node.expressions])


def _is_between(node: Any) -> Test:
    low = _comparison("GTE", node.this, node.args["low"])
    return _junction("And", low, _comparison("LTE", node.this, node.args["high"]))


def _is_null(node: Any) -> Test:
    operand = _operand(node.this)
    if type(node.expression).__name__ != "Null":
        raise _not_supported(node)
    return lambda row: operand(row) is None


def _is_same(node: Any) -> Test:
    left, right = _operand(node.this), _operand(node.expression)
    return lambda row: _null_safe(left(row), right(row))


_TESTS: dict[str, Callable[[Any], Test]] = {
    "Paren": lambda node: _test(node.this),
    "Not": lambda node: _negation(_test(node.this)),
    "And": lambda node: _junction("And", _test(node.left), _test(node.right)),
    "Or": lambda node: _junction("Or", _test(node.left), _test(node.right)),
    "Is": _is_null,
    "NullSafeEQ": _is_same,
    "In": _is_in,
    "Between": _is_between,
}


def _comparison(name: str, left: Any, right: Any) -> Test:
    compare, one, other = _COMPARISONS[name], _operand(left), _operand(right)

    def compared(row: Row) -> bool | None:
        values = one(row), other(row)
        return None if None in values else compare(*_alike(*values))

    return compared


def _null_safe(one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is other
    first, second = _alike(one, other)
    return bool(first == second)


def _operand(node: Any) -> Operand:
    name = type(node).__name__
    if name == "Column" and not node.table:
        column = node.name.lower()
        return lambda row: _of_row(row, column)
    if name == "Paren":
        return _operand(node.this)
    value = _constant(name, node)
    return lambda _: value


def _constant(name: str, node: Any) -> Any:
    if name == "Literal":
        return node.this if node.is_string else Decimal(node.this)
    if name == "Neg" and type(node.this).__name__ == "Literal" and not node.this.is_string:
        return -Decimal(node.this.this)
    if name == "Boolean":
        return Decimal(int(node.this))
    if name == "HexString":
        return bytes.fromhex("0" * (len(node.this) % 2) + node.this)
    if name == "Null":
        return None
    raise _not_supported(node)


def _of_row(row: Row, name: str) -> Any:
    if name not in row:
        raise NoColumnError(name, [column.name for column, _ in row.values()])
    return _comparable(*row[name])


def _comparable(column: Column, value: Value) -> Any:
    """Return a value as a Decimal, a text or bytes; None for NULL."""
    if value is None:
        return None
    if isinstance(value, int) and column.labels is not None:
        return _labels(column, value)
    if isinstance(value, (int, float, Decimal)):
        return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if isinstance(value, bytes):
        return value if column.charset == BINARY else text_value(column, value)
    if isinstance(value, (Date, Datetime, Timestamp)):
        return _Time(str(value).rstrip("Z").replace("T", " "))
    raise UnreadableError(f"a column with comparable values, not {column.name}", column.type.name)


def _labels(column: Column, value: int) -> str:
    assert column.labels is not None
    if column.type == ColumnType.enum:
        return column.labels[value - 1] if 0 < value <= len(column.labels) else ""
    bits = reversed(f"{value:b}")  # the first label is the lowest
    return ",".join(label for label, bit in zip(column.labels, bits, strict=False) if bit == "1")


def _alike(one: Any, other: Any) -> tuple[Any, Any]:
    """Convert two values to a common type. Raises UnreadableError if there is none."""
    if isinstance(one, _Time) and isinstance(other, str):
        return one.alike(other)
    if isinstance(other, _Time) and isinstance(one, str):
        return other.alike(one)[::-1]
    try:
        if isinstance(one, Decimal) or isinstance(other, Decimal):
            return Decimal(one), Decimal(other)
        if isinstance(one, bytes) or isinstance(other, bytes):
            return _encoded(one), _encoded(other)
    except (InvalidOperation, TypeError, ValueError) as error:
        raise UnreadableError(f"a value to compare with {other!r}", repr(one)) from error
    return one, other


def _encoded(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value
