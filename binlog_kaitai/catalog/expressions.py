"""Integer expressions of partitioning functions, evaluated as the servers do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any, TypeAlias

Value: TypeAlias = int | date | datetime | timedelta | str | None
Row: TypeAlias = Mapping[str, Any]
"""The values of a row, by names of columns in lower case."""

Expression: TypeAlias = Callable[[Row], Any]


class DeclinedError(ValueError):
    """An expression, type or value whose result this package does not know exactly."""


_TOKEN = re.compile(
    r"""\s*(?:(?P<name>`(?:[^`]|``)*`|[^\W\d][\w$]*)|(?P<number>\d+)(?![\w.])"""
    r"""|(?P<text>'(?:[^'\\]|'')*')|(?P<sign>[-+*%(),]))""",
)

_DAYS = 365
"""Days of the year 0 that TO_DAYS counts and Python does not."""

_SECONDS = 86400
_LOWEST, _HIGHEST = -(2**63), 2**64 - 1


def compiled(text: str, columns: Sequence[str], time_zone: str | None = None) -> Expression:
    """Compile an integer expression.

    Args:
        text: the expression in SQL.
        columns: the names of columns that it may use.
        time_zone: the session's time zone, by which UNIX_TIMESTAMP reads literals.

    Returns:
        A function of a row, whose result is None for NULL.

    Raises:
        DeclinedError: the expression uses an operator or a function that is not supported.
    """
    return _Parser(text, {name.lower() for name in columns}, time_zone).parse()


class _Parser:
    """Parse by precedence: signs, then products, then sums."""

    def __init__(self, text: str, columns: set[str], time_zone: str | None) -> None:
        self._text = text
        self._columns = columns
        self._time_zone = time_zone
        self._tokens: list[tuple[str, str]] = []
        at = 0
        while text[at:].strip():
            found = _TOKEN.match(text, at)
            if found is None or found.lastgroup is None:
                raise self._declined()
            self._tokens.append((found.lastgroup, found[found.lastgroup]))
            at = found.end()

    def _declined(self) -> DeclinedError:
        return DeclinedError(f"the expression {self._text.strip()}")

    def parse(self) -> Expression:
        found = self._sum()
        if self._tokens:
            raise self._declined()
        return found

    def _next(self) -> tuple[str, str]:
        if not self._tokens:
            raise self._declined()
        return self._tokens.pop(0)

    def _operator(self, *operators: str) -> str | None:
        if self._tokens and self._tokens[0][1].upper() in operators:
            return self._next()[1].upper()
        return None

    def _expect(self, sign: str) -> None:
        if self._operator(sign) is None:
            raise self._declined()

    def _sum(self) -> Expression:
        left = self._product()
        while (operator := self._operator("+", "-")) is not None:
            left = _applied(_OPERATORS[operator], left, self._product())
        return left

    def _product(self) -> Expression:
        left = self._factor()
        while (operator := self._operator("*", "%", "MOD", "DIV")) is not None:
            left = _applied(_OPERATORS[operator], left, self._factor())
        return left

    def _factor(self) -> Expression:
        if self._operator("-"):
            return _applied(lambda value: -_integer(value), self._factor())
        if self._operator("+"):
            return self._factor()
        if self._operator("("):
            found = self._sum()
            self._expect(")")
            return found
        kind, text = self._next()
        if kind == "name":
            return self._call(text.upper()) if self._operator("(") else self._named(text)
        if kind == "sign":
            raise self._declined()
        value = int(text) if kind == "number" else text[1:-1].replace("''", "'")
        return _constant(value)

    def _named(self, text: str) -> Expression:
        name = text.strip("`").replace("``", "`").lower()
        if name in self._columns:
            return lambda row: row[name]
        if name != "null":
            raise self._declined()
        return _constant(None)

    def _call(self, name: str) -> Expression:
        if name == "EXTRACT":
            name = self._next()[1].upper()
            self._expect("FROM")
        arguments = [self._sum()]
        while self._operator(","):
            arguments.append(self._sum())
        self._expect(")")
        if name == "UNIX_TIMESTAMP":
            zone = self._time_zone
            return _applied(lambda value: _unix_timestamp(value, zone), *arguments)
        function, count = _FUNCTIONS.get(name, (None, 0))
        if function is None or count != len(arguments):
            raise self._declined()
        return _applied(function, *arguments)


def _constant(value: Value) -> Expression:
    return lambda _: value


def _applied(function: Callable[..., Any], *arguments: Expression) -> Expression:
    """Return the call of a function, which is NULL if an argument is."""

    def call(row: Row) -> Any:
        values = [one(row) for one in arguments]
        found = None if None in values else function(*values)
        if isinstance(found, int) and not _LOWEST <= found <= _HIGHEST:
            raise DeclinedError(f"the number {found}")
        return found

    return call


def _integer(value: Any) -> int:
    if isinstance(value, Decimal) and value == value.to_integral_value():
        return int(value)
    if not isinstance(value, int):
        raise DeclinedError(f"{value!r} as an integer")
    return value


def _divided(one: Any, other: Any) -> int | None:
    left, right = _integer(one), _integer(other)
    if not right:
        return None
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _remainder(one: Any, other: Any) -> int | None:
    quotient = _divided(one, other)
    return None if quotient is None else _integer(one) - quotient * _integer(other)


_OPERATORS: Mapping[str, Callable[[Any, Any], int | None]] = {
    "+": lambda one, other: _integer(one) + _integer(other),
    "-": lambda one, other: _integer(one) - _integer(other),
    "*": lambda one, other: _integer(one) * _integer(other),
    "%": _remainder,
    "MOD": _remainder,
    "DIV": _divided,
}


def as_datetime(value: Any) -> datetime:
    """Return a date, a time of a day or its text as a datetime; DeclinedError for all else."""
    if isinstance(value, str):
        if re.fullmatch(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?)?", value) is None:
            raise DeclinedError(f"the text {value!r} as a time")
        day, _, clock = value.partition(" ")
        whole, _, fraction = clock.partition(".")
        try:
            found = datetime.fromisoformat(f"{day} {whole or '00:00:00'}")
        except ValueError as error:
            raise DeclinedError(f"the text {value!r} as a time") from error
        return found.replace(microsecond=int(fraction.ljust(6, "0")))
    if isinstance(value, datetime) and value.tzinfo is None:
        return value
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time())
    raise DeclinedError(f"{value!r} as a time")


def _of_date(function: Callable[[datetime], int]) -> tuple[Callable[..., Any], int]:
    return lambda value: function(as_datetime(value)), 1


def _to_days(value: datetime) -> int:
    return value.toordinal() + _DAYS


def _to_seconds(value: datetime) -> int:
    clock = value.hour * 3600 + value.minute * 60 + value.second
    return _to_days(value) * _SECONDS + clock


def _unix_timestamp(value: Any, time_zone: str | None) -> int:
    """Return the seconds since 1970 of an instant, or of a literal in UTC."""
    if not isinstance(value, datetime):
        if time_zone not in {"UTC", "+00:00"}:
            raise DeclinedError(f"UNIX_TIMESTAMP of {value!r} in the time zone {time_zone}")
        value = as_datetime(value).replace(tzinfo=timezone.utc)
    if value.tzinfo is None or value.microsecond:
        raise DeclinedError(f"UNIX_TIMESTAMP of {value!r}")
    return int(value.timestamp())


_FUNCTIONS: Mapping[str, tuple[Callable[..., Any], int]] = {
    "ABS": (lambda value: abs(_integer(value)), 1),
    "CEILING": (_integer, 1),
    "CEIL": (_integer, 1),
    "FLOOR": (_integer, 1),
    "MOD": (_remainder, 2),
    "YEAR": _of_date(lambda value: value.year),
    "QUARTER": _of_date(lambda value: (value.month + 2) // 3),
    "MONTH": _of_date(lambda value: value.month),
    "DAY": _of_date(lambda value: value.day),
    "DAYOFMONTH": _of_date(lambda value: value.day),
    "DAYOFYEAR": _of_date(lambda value: value.timetuple().tm_yday),
    "DAYOFWEEK": _of_date(lambda value: value.isoweekday() % 7 + 1),
    "WEEKDAY": _of_date(lambda value: value.weekday()),
    "HOUR": _of_date(lambda value: value.hour),
    "MINUTE": _of_date(lambda value: value.minute),
    "SECOND": _of_date(lambda value: value.second),
    "MICROSECOND": _of_date(lambda value: value.microsecond),
    "TO_DAYS": _of_date(_to_days),
    "TO_SECONDS": _of_date(_to_seconds),
}
