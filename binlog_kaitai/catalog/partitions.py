"""The partition of each row of a partitioned table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime
from decimal import Decimal
from operator import xor
from typing import Any, TypeAlias

import pyarrow as pa

from binlog_kaitai.catalog.expressions import DeclinedError, Row, as_datetime, compiled
from binlog_kaitai.model.definitions import (
    ColumnDefinition,
    Definition,
    Flavor,
    PartitionFunction,
)

_MAXVALUE = "MAXVALUE"

Numbers: TypeAlias = Callable[[Row], int | None]
"""Returns the number of the partition of a row, None if there is none for it."""

_INTEGERS = {"tinyint": 1, "smallint": 2, "mediumint": 3, "int": 4, "bigint": 8}
"""The bytes of integers by their types."""

_TEXTS = frozenset({"char", "varchar"})

_FOLDS = re.compile(
    r"ascii_general_ci|latin1_(general|swedish)_ci|utf8(mb[34])?_(general|unicode|unicode_520)_ci"
    r"|utf8mb4_0900_ai_ci|(utf8mb[34]_)?uca1400_ai_ci"
)
"""Collations that order digits and letters of ASCII by their lower case."""

_WORD = re.compile(r"[0-9A-Za-z]*")
_MODULUS, _SHIFTED = 2**64, 2**8

_ACCENTED = b"AAAA\\[\\CEEEEIIIIDNOOOO]"
_WEIGHTS = (
    bytes(range(256))[:0x61]
    + bytes(range(0x41, 0x5B))
    + bytes(range(0x7B, 0xC0))
    + (_ACCENTED + b"\xd7\xd8UUUYY\xde\xdf" + _ACCENTED + b"\xf7\xd8UUUYY\xde\xff")
)
"""The weights of latin1_swedish_ci, by which servers hash the bytes of numbers as if of a text."""


class Partitions:
    """Finds the partitions of rows."""

    def __init__(
        self,
        definition: Definition,
        *,
        family: Flavor | None = None,
        time_zone: str | None = None,
    ) -> None:
        """Compile the functions of a table.

        Args:
            definition: the table's.
            family: of the server: hashes of dates differ.
            time_zone: the time zone of the session that defined the bounds.

        Raises:
            DeclinedError: a function or a type is not supported.
        """
        partitioning = definition.partitioning
        if partitioning is None:
            raise DeclinedError("a table without partitions")
        self._definition = definition
        self._partitions = partitioning.partitions
        self._family = family
        self._time_zone = time_zone
        function, other = partitioning.function, partitioning.subpartition_function
        self._partition = self._numbers(function, len(self._partitions))
        self._subpartition: Numbers | None = None
        used = self._columns_of(function)
        if other is not None:
            self._subpartition = self._numbers(other, len(self._partitions[0].subpartitions))
            used += self._columns_of(other)
        self.columns = tuple(dict.fromkeys(used))
        """The names of the columns that the partitions depend on, in lower case."""

    def of_rows(self, rows: pa.RecordBatch) -> list[tuple[str, ...]]:
        """Return the partition of each row, and its subpartition if the table has some.

        A row for which the table has no partition has none. Raises DeclinedError for a value whose
        partition is not known.
        """
        names = {name.lower(): name for name in rows.schema.names}
        try:
            columns = [rows.column(names[name]).to_pylist() for name in self.columns]
        except (OverflowError, ValueError) as error:  # years that Python does not have
            raise DeclinedError(f"a time of the columns {', '.join(self.columns)}") from error
        found: list[tuple[str, ...]] = []
        for values in zip(*columns, strict=True):
            row = dict(zip(self.columns, values, strict=True))
            number = self._partition(row)
            if number is None:
                found.append(())
                continue
            partition = self._partitions[number]
            if self._subpartition is None:
                found.append((partition.name,))
                continue
            sub = self._subpartition(row)
            assert sub is not None
            found.append((partition.name, partition.subpartitions[sub]))
        return found

    def _columns_of(self, function: PartitionFunction) -> list[str]:
        names = function.columns
        if function.expression is not None:
            words = {
                word.lower() for word in re.findall(r"[^\W\d][\w$]*|`[^`]+`", function.expression)
            }
            columns = [one.name for one in self._definition.columns]
            names = tuple(one for one in columns if words & {one.lower(), f"`{one.lower()}`"})
        elif function.kind == "key" and not names:
            names = self._definition.primary_key
        return [name.lower() for name in names]

    def _numbers(self, function: PartitionFunction, count: int) -> Numbers:
        columns = self._columns_of(function)
        if function.kind == "key":
            if function.algorithm not in {None, 2}:
                raise DeclinedError(f"the hash algorithm {function.algorithm}")
            return self._of_key(columns, count, is_linear=function.is_linear)
        if function.kind == "hash":
            return self._of_hash(function, columns, count)
        if function.expression is None:
            kinds = [self._kind(name) for name in columns]
            values = [_comparable(kind, kind.name.lower()) for kind in kinds]
            bounds = [_comparable(kind, "") for kind in kinds]
        else:
            values = [compiled(function.expression, columns, self._time_zone)]
            bounds = [_of_bound]
        if function.kind == "range":
            return self._of_range(values, bounds)
        if function.kind == "list":
            return self._of_list(values, bounds)
        raise DeclinedError(f"partitions by {function.kind}")

    def _kind(self, name: str) -> ColumnDefinition:
        found = self._definition.column(name)
        if found is None:
            raise DeclinedError(f"the column {name}")
        return found

    def _bound(self, texts: tuple[str, ...], bounds: Sequence[Any]) -> tuple[Any, ...]:
        if len(texts) != len(bounds):
            raise DeclinedError(f"the bound ({', '.join(texts)})")
        return tuple(
            _rank(None, is_above=True)
            if text.strip(" ()").upper() == _MAXVALUE
            else _rank(bound({"": compiled(text, (), self._time_zone)({})}))
            for text, bound in zip(texts, bounds, strict=True)
        )

    def _of_range(self, values: Sequence[Any], bounds: Sequence[Any]) -> Numbers:
        ends = [self._bound(one.less_than or (), bounds) for one in self._partitions]

        def number(row: Row) -> int | None:
            ranks = tuple(_rank(value(row)) for value in values)
            if len(ranks) == 1 and ranks[0][0] == 0:  # NULL is in the lowest partition
                return 0
            return next((at for at, end in enumerate(ends) if ranks < end), None)

        return number

    def _of_list(self, values: Sequence[Any], bounds: Sequence[Any]) -> Numbers:
        partitions = self._partitions
        places = {
            self._bound(texts, bounds): at
            for at, one in enumerate(partitions)
            for texts in one.values or ()
        }
        default = next((at for at, one in enumerate(partitions) if one.is_default), None)

        return lambda row: places.get(tuple(_rank(value(row)) for value in values), default)

    def _of_hash(self, function: PartitionFunction, columns: Sequence[str], count: int) -> Numbers:
        expression = compiled(function.expression or "", columns)

        def number(row: Row) -> int:
            value = _of_bound({"": expression(row)})
            value = -(2**63) if value is None else value
            return _linear(value, count) if function.is_linear else abs(_signed(value)) % count

        return number

    def _of_key(self, columns: Sequence[str], count: int, *, is_linear: bool) -> Numbers:
        if not columns:
            raise DeclinedError("the columns of KEY ()")
        coders = {name: self._coder(self._kind(name)) for name in columns}

        def number(row: Row) -> int:
            # the servers' hash of a text
            first, second = 1, 4
            for name, code in coders.items():
                value = row[name]
                if value is None:
                    first = xor(first, first * 2 + 1) % _MODULUS
                    continue
                for byte in code(value):
                    mixed = (first % 64 + second) * byte + first * _SHIFTED
                    first = xor(first, mixed) % _MODULUS
                    second += 3
            value = first % 2**32
            return _linear(value, count) if is_linear else value % count

        return number

    def _coder(self, column: ColumnDefinition) -> Callable[[Any], bytes]:
        """Return what makes a value the bytes of which KEY hashes a column."""
        size = _INTEGERS.get(column.kind)
        if size is not None:
            width = 8 * size
            return lambda value: _weights((int(value) % 2**width).to_bytes(size, "little"))
        if column.kind == "date" and self._family == "mysql":
            return lambda value: _weights(_date_bytes(value))
        if column.kind == "date" and self._family == "mariadb":
            return _date_bytes
        raise DeclinedError(f"the hash of the column {column.name} of the type {column.text}")


def _weights(value: bytes) -> bytes:
    return value.rstrip(b" ").translate(_WEIGHTS)


def _signed(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63


def _linear(value: int, count: int) -> int:
    """Return the number of a partition by the hash that keeps most rows when it grows."""
    size = 1 << (count - 1).bit_length()
    number = value % size
    return number if number < count else value % (size // 2)


def _of_bound(row: Row) -> int | None:
    value = row[""]
    if isinstance(value, Decimal):
        value = int(value)
    if value is not None and not isinstance(value, int):
        raise DeclinedError(f"{value!r} as an integer")
    return value


def _rank(value: Any, *, is_above: bool = False) -> tuple[int, Any]:
    """Return what sorts values: NULL first, MAXVALUE last."""
    if is_above:
        return 2, 0
    if isinstance(value, Decimal):
        value = int(value)
    return (0, 0) if value is None else (1, value)


def _comparable(column: ColumnDefinition, key: str) -> Callable[[Row], Any]:
    """Return what makes of a value in a row one that compares as the column's values do."""
    if column.kind in _INTEGERS:
        return lambda row: _of_bound({"": row[key]})
    if column.kind in {"date", "datetime"}:

        def as_time(row: Row) -> datetime | None:
            value = row[key]
            return None if value is None else as_datetime(value)

        return as_time
    collation = column.collation or ""
    folds = _FOLDS.fullmatch(collation) is not None
    if column.kind not in _TEXTS or not (folds or collation.endswith("_bin")):
        raise DeclinedError(
            f"the column {column.name} of the type {column.text} {collation}".strip()
        )

    def as_text(row: Row) -> str | None:
        value = row[key]
        if value is None:
            return None
        if not isinstance(value, str) or _WORD.fullmatch(value) is None:
            raise DeclinedError(f"the order of {value!r} in {collation}")
        return value.lower() if folds else value

    return as_text


def _date_bytes(value: date) -> bytes:
    return (value.year * 512 + value.month * 32 + value.day).to_bytes(3, "little")
