"""Evaluate conditions such as `id = 5 AND state <> 'new'` on row images, without a server.

A row change matches if its before or after image does. Text comparisons are exact and
case-sensitive. Dates and times are compared in the server's format, in UTC. NULL is as in SQL.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple, TypeAlias

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.rows import RowChange
from binlog_kaitai.model.calendar import Date, Datetime, Timestamp
from binlog_kaitai.model.changes import Cells
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.conditions import (
    ColumnOf,
    Comparison,
    IsNull,
    Negation,
    Operand,
    Test,
    parse_condition,
)
from binlog_kaitai.model.tables import Column, ColumnType
from binlog_kaitai.model.values import Value, text_value

Row: TypeAlias = dict[str, tuple[Column, Value]]

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_DATE = re.compile(r"(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d(?:\.\d{1,6})?))?(Z?))?", re.ASCII)


class _Time(NamedTuple):
    """A date, or a date and time, as texts compare like times; `is_utc` if it is a TIMESTAMP."""

    text: str
    is_utc: bool

    def __repr__(self) -> str:
        return repr(self.text)

    @classmethod
    def of(cls, text: str, *, is_utc: bool) -> _Time:
        """Return the time of a text. Raises ValueError for another text, and for a wrong zone."""
        match = _DATE.fullmatch(text)
        if match is None or (match[4] and not is_utc):
            raise ValueError(text)
        seconds = match[3] or "00"
        seconds = seconds.rstrip("0") if "." in seconds else f"{seconds}."
        return cls(f"{match[1]} {match[2] or '00:00'}:{seconds}", is_utc)


MAX_SHOWN = 10
"""Maximum number of columns in an error."""


class NoColumnError(UnreadableError):
    """An image lacks a column of the condition; `name` is its name."""

    def __init__(self, name: str, others: list[str]) -> None:
        shown = [*others[:MAX_SHOWN], *(["..."] if len(others) > MAX_SHOWN else [])]
        super().__init__(f"a column {name}", ", ".join(shown) or "none")
        self.name = name


@dataclass(frozen=True, slots=True)
class RowFilter:
    """A filter of row changes by an SQL condition.

    It raises NoColumnError if an image lacks a column of the condition, and UnreadableError if a
    value cannot be compared with the condition's.
    """

    test: Test

    def __call__(self, change: RowChange) -> bool:
        return _matches(self.test, change)


def condition_of(text: str) -> RowFilter:
    """Return a filter of row changes. Raises as `parse_condition`."""
    return RowFilter(parse_condition(text))


def _matches(test: Test, change: RowChange) -> bool:
    images = [image for image in (change.before, change.after) if image is not None]
    missing: UnreadableError | None = None
    for image in images:
        try:
            if _is_true(test, _row(image)):
                return True
        except UnreadableError as error:
            missing = error
    if missing is not None:
        missing.expected += f" in {change.table.full_name}"
        raise missing
    return False


def _row(image: Cells) -> Row:
    return {column.name.lower(): (column, value) for column, value in image}


def _is_true(test: Test, row: Row) -> bool | None:
    """Return what a test is for a row: True, False, or None for SQL's NULL."""
    match test:
        case Negation():
            result = _is_true(test.test, row)
            return None if result is None else not result
        case IsNull():
            return _value(test.operand, row) is None
        case Comparison():
            return _compared(test.operator, _value(test.left, row), _value(test.right, row))
    one, other = _is_true(test.left, row), _is_true(test.right, row)
    if test.is_or in (one, other):  # the value of a side that decides alone
        return test.is_or
    return None if one is None or other is None else not test.is_or


def _compared(sign: str, one: Any, other: Any) -> bool | None:
    if one is None or other is None:
        return one is other if sign == "<=>" else None
    return _COMPARISONS["=" if sign == "<=>" else sign](*_alike(one, other))


def _value(operand: Operand, row: Row) -> Any:
    return _of_row(row, operand.name) if isinstance(operand, ColumnOf) else operand.value


def _of_row(row: Row, name: str) -> Any:
    if name not in row:
        raise NoColumnError(name, [column.name for column, _ in row.values()])
    return _comparable(*row[name])


def _comparable(column: Column, value: Value) -> Any:
    """Return a value as a number, a time, a text or bytes; None for NULL."""
    if value is None:
        return None
    if isinstance(value, int) and column.labels is not None:
        return _labels(column, value)
    if isinstance(value, float):
        return value
    if isinstance(value, (int, Decimal)):
        return Decimal(value)
    if isinstance(value, bytes):
        return value if column.charset == BINARY else text_value(column, value)
    if isinstance(value, (Date, Datetime, Timestamp)):
        return _Time.of(str(value), is_utc=isinstance(value, Timestamp))
    raise UnreadableError(f"a column with comparable values, not {column.name}", column.type.name)


def _labels(column: Column, value: int) -> str:
    assert column.labels is not None
    if column.type == ColumnType.enum:
        return column.labels[value - 1] if 0 < value <= len(column.labels) else ""
    bits = reversed(f"{value:b}")  # the first label is the lowest
    return ",".join(label for label, bit in zip(column.labels, bits, strict=False) if bit == "1")


def _alike(one: Any, other: Any) -> tuple[Any, Any]:
    """Convert two values to a common type. Raises UnreadableError if there is none."""
    try:
        if isinstance(one, _Time) or isinstance(other, _Time):
            is_utc = (one if isinstance(one, _Time) else other).is_utc
            return _text_of(one, is_utc=is_utc), _text_of(other, is_utc=is_utc)
        if isinstance(one, float) or isinstance(other, float):  # as servers compare them
            return float(Decimal(one)), float(Decimal(other))
        if isinstance(one, Decimal) or isinstance(other, Decimal):
            return Decimal(one), Decimal(other)
        if isinstance(one, bytes) or isinstance(other, bytes):
            return _encoded(one), _encoded(other)
    except (InvalidOperation, TypeError, ValueError) as error:
        raise UnreadableError(f"a value to compare with {other!r}", repr(one)) from error
    return one, other


def _text_of(value: Any, *, is_utc: bool) -> str:
    if isinstance(value, str):
        value = _Time.of(value, is_utc=is_utc)
    if not isinstance(value, _Time):
        raise TypeError(value)
    return value.text


def _encoded(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value
