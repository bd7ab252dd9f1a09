"""Keep the row changes in typed batches that a condition is true of, as `undo --where` does.

An update is kept, with both images, if the condition is true of one of them. Text comparisons are
exact and case-sensitive, dates and times are in UTC, and NULL is as in SQL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.changes import UPDATE_PREIMAGE
from binlog_kaitai.model.conditions import (
    Comparison,
    Constant,
    IsNull,
    Negation,
    Operand,
    Test,
    columns_of,
)
from binlog_kaitai.model.row_batches import values_of, with_pairs
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS
from binlog_kaitai.read.batches import in_good_sizes

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "=": pc.equal,
    "<>": pc.not_equal,
    "<": pc.less,
    "<=": pc.less_equal,
    ">": pc.greater,
    ">=": pc.greater_equal,
}
_NEEDED = ("_file", "_position", "_change_type", ABSENT)
PLACE = ("_file", "_position", "_ordinal")
"""The fields of rows that tell them apart."""

_TIME = re.compile(r"(-?)(\d{1,3}):(\d\d)(?::(\d\d(?:\.\d{1,6})?))?")


def read_where(
    where: Where | None,
    schema: pa.Schema,
    read: Callable[..., Iterator[pa.RecordBatch]],
    fault_field: str | None = None,
) -> Iterator[pa.RecordBatch]:
    """Return what a function reads of a schema, only the changes that a condition is true of."""
    if where is None:
        return read(schema=schema)
    return in_good_sizes(where.of(read(schema=where.asked), fault_field))


def records_among(
    schema: pa.Schema,
    read: Callable[..., Iterator[pa.RecordBatch]],
    rows: Iterator[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    """Return those of flat records that are also among typed rows.

    Args:
        schema: fields of the records.
        read: returns the records with the fields of a schema, in log order.
        rows: some of them in the same order, with the fields of `PLACE`.
    """
    fields = [RECORD_FIELDS[name] for name in PLACE]
    names = [field.name for field in fields]
    missing = [field for field in fields if field.name not in schema.names]
    places = (place for batch in rows for place in values_of(batch, PLACE))
    faults: list[BinlogError] = []

    def following() -> tuple[Any, ...] | None:
        try:
            return next(places, None)
        except BinlogError as error:
            faults.append(error)  # which follows the records before it
            return None

    def found() -> Iterator[pa.RecordBatch]:
        place = following()
        for batch in read(schema=pa.schema([*schema, *missing])):
            first = _first_at(batch, place)
            kept = []
            for own in values_of(batch.slice(first), names):
                kept.append(own == place)
                if kept[-1]:
                    place = following()
            yield batch.slice(first).filter(pa.array(kept, pa.bool_())).select(schema.names)
            if faults:
                raise faults[0]
        if faults:
            raise faults[0]
        if place is not None:
            raise RuntimeError(f"expected the record of a row at {place}, found none")

    return in_good_sizes(found())


def _first_at(records: pa.RecordBatch, place: tuple[Any, ...] | None) -> int:
    """Return the number of the first record that may be at a place, or how many there are."""
    if place is None:
        return len(records)
    number: int = pc.index(records.column("position"), place[1]).as_py()
    return len(records) if number < 0 else number


class Where:
    """A condition on the fields of typed rows.

    Args:
        test: the condition.
        wanted: the fields that are returned.
        every: all fields of the rows, or None if `wanted` has those of the condition.

    Raises:
        ValueError: the rows lack a column of the condition, or one of its values is not of the
            column's type.
    """

    def __init__(self, test: Test, wanted: pa.Schema, every: pa.Schema | None = None) -> None:
        fields = {field.name.lower(): field for field in (*(every or ()), *wanted)}
        self._names: dict[str, str] = {}
        for name in columns_of(test):
            if name not in fields:
                shown = ", ".join(field.name for field in every or wanted)
                raise ValueError(f"expected a column {name}, found {shown}")
            self._names[name] = fields[name].name
        self._test, self._wanted = test, wanted
        needed = [RECORD_FIELDS[name].with_name(name) for name in _NEEDED]
        added = [*(fields[name] for name in self._names), *needed]
        self.asked = wanted
        for field in added:
            if field.name not in self.asked.names:
                self.asked = self.asked.append(field)
        self._added = set(self.asked.names) - set(wanted.names)
        empty = pa.RecordBatch.from_pylist([], self.asked)
        self._is_true(self._test, empty, {})

    def of(
        self, batches: Iterable[pa.RecordBatch], fault_field: str | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Yield the rows of changes that the condition is true of, and those of damage.

        Args:
            batches: rows with the fields of `asked`, in log order.
            fault_field: field whose text marks a row of damage.

        Raises:
            BinlogError: a change's images lack a column that decides whether it is wanted. The rows
                before it are yielded first.
        """
        for batch in with_pairs(iter(batches)):
            yield from self._kept(batch, fault_field)

    def _kept(self, batch: pa.RecordBatch, fault_field: str | None) -> Iterator[pa.RecordBatch]:
        absent = {name: _lacking(batch, field) for name, field in self._names.items()}
        try:
            result = self._is_true(self._test, batch, absent)
        except ValueError as error:
            file, position = _place(batch)
            raise BinlogError(file, position, "values that compare", str(error)) from error
        is_true = np.asarray(pc.fill_null(result, fill_value=False))
        is_null = np.asarray(pc.is_null(result))
        is_unknown = np.logical_and(is_null, np.any([*absent.values()], axis=0))
        before = np.flatnonzero(pc.equal(batch.column("_change_type"), UPDATE_PREIMAGE))
        before = before[before + 1 < batch.num_rows]
        for bits in (is_true, is_unknown):
            bits[before] |= bits[before + 1]
            bits[before + 1] |= bits[before]
        if fault_field in batch.schema.names:
            is_true |= np.asarray(pc.is_valid(batch.column(fault_field)))
        problems = np.flatnonzero(np.logical_and(is_unknown, np.logical_not(is_true)))
        end = int(problems[0]) if len(problems) else batch.num_rows
        kept = batch.slice(0, end).filter(pa.array(is_true[:end]))
        if kept.num_rows:
            yield self._without_added(kept)
        if len(problems):
            raise self._problem(batch.slice(end, 1), absent, end)

    def _problem(self, row: pa.RecordBatch, absent: dict[str, Any], number: int) -> BinlogError:
        names = [self._names[name] for name, is_absent in absent.items() if is_absent[number]]
        file, position = _place(row)
        expected = f"an image with the column {', '.join(names)} of the condition"
        return BinlogError(file, position, expected, "an image without it")

    def _without_added(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        if ABSENT in self._wanted.names and batch.column(ABSENT).null_count < len(batch):
            lists = batch.column(ABSENT).to_pylist()
            left = [[name for name in names or () if name not in self._added] for names in lists]
            absent = pa.array([names or None for names in left], RECORD_FIELDS[ABSENT].type)
            batch = batch.set_column(batch.schema.get_field_index(ABSENT), ABSENT, absent)
        columns = [batch.column(name) for name in self._wanted.names]
        return pa.RecordBatch.from_arrays(columns, schema=self._wanted)

    def _is_true(self, test: Test, rows: pa.RecordBatch, absent: dict[str, Any]) -> pa.Array:
        """Return what a test is for each row: true, false, or null if it is not known."""
        match test:
            case Negation():
                return pc.invert(self._is_true(test.test, rows, absent))
            case IsNull():
                return self._is_null(test.operand, rows, absent)
            case Comparison():
                return self._compared(test, rows, absent)
        one, other = (self._is_true(side, rows, absent) for side in (test.left, test.right))
        return pc.or_kleene(one, other) if test.is_or else pc.and_kleene(one, other)

    def _is_null(self, operand: Operand, rows: pa.RecordBatch, absent: dict[str, Any]) -> pa.Array:
        if isinstance(operand, Constant):
            return _all(rows, operand.value is None)
        is_null = pc.is_null(rows.column(self._names[operand.name]))
        is_absent = absent.get(operand.name)
        return is_null if is_absent is None else pc.if_else(is_absent, None, is_null)

    def _compared(self, test: Comparison, rows: pa.RecordBatch, absent: dict[str, Any]) -> pa.Array:
        one, other = (self._values(side, rows, absent) for side in (test.left, test.right))
        if test.operator != "<=>":
            return _comparison(test.operator, one, other, rows)
        nulls = [self._is_null(side, rows, absent) for side in (test.left, test.right)]
        same = _comparison("=", one, other, rows)
        both = pc.and_kleene(*nulls)
        return pc.if_else(pc.or_kleene(*nulls), both, pc.fill_null(same, fill_value=False))

    def _values(self, operand: Operand, rows: pa.RecordBatch, absent: dict[str, Any]) -> Any:
        if isinstance(operand, Constant):
            return operand.value
        values, is_absent = rows.column(self._names[operand.name]), absent.get(operand.name)
        if is_absent is None or not is_absent.any():
            return values
        return pc.if_else(is_absent, None, values)  # the change of a document is no value of it


def _place(rows: pa.RecordBatch) -> tuple[str, int]:
    return rows.column("_file")[0].as_py(), rows.column("_position")[0].as_py()


def _lacking(rows: pa.RecordBatch, name: str) -> Any:
    """Return for each row whether its image lacks a field."""
    lacks = np.zeros(rows.num_rows, np.bool_)
    lists = rows.column(ABSENT)
    if lists.null_count < len(lists):
        is_named = np.asarray(pc.equal(pc.list_flatten(lists), name))
        lacks[np.asarray(pc.list_parent_indices(lists))[is_named]] = True
    return lacks


def _all(rows: pa.RecordBatch, value: bool | None) -> pa.Array:
    return pa.array([value] * rows.num_rows, pa.bool_())


def _comparison(operator: str, one: Any, other: Any, rows: pa.RecordBatch) -> pa.Array:
    if one is None or other is None:
        return _all(rows, None)
    compare = _COMPARISONS[operator]
    if isinstance(one, pa.Array) and isinstance(other, pa.Array):
        try:
            return compare(one, other)
        except pa.ArrowNotImplementedError as error:
            raise ValueError(f"{one.type} and {other.type} do not compare") from error
    if isinstance(one, pa.Array):
        return compare(*_alike(one, other))
    if isinstance(other, pa.Array):
        return compare(*_alike(other, one)[::-1])
    return _all(rows, compare(*_constants(one, other)).as_py())


def _constants(one: Any, other: Any) -> tuple[pa.Scalar, pa.Scalar]:
    if type(one) is not type(other):
        raise ValueError(f"{one!r} and {other!r} do not compare")
    return pa.scalar(one), pa.scalar(other)


def _alike(column: pa.Array, value: Decimal | str | bytes) -> tuple[pa.Array, pa.Scalar]:
    """Return a column and a value in types that compare."""
    types, kind = pa.types, column.type
    try:
        if types.is_integer(kind) or types.is_decimal(kind):
            return _as_decimals(column, Decimal(_text(value)))
        if types.is_floating(kind):
            return column, pa.scalar(float(Decimal(_text(value))), kind)
        if types.is_string(kind) and isinstance(value, Decimal):
            return _as_decimals(pc.cast(column, pa.decimal256(76, 30)), value)
        if types.is_string(kind) or types.is_binary(kind):
            return pc.cast(column, pa.binary()), pa.scalar(_bytes(value))
        if types.is_duration(kind):
            return column, pa.scalar(_duration(_text(value)), kind)
        if types.is_date(kind) or types.is_timestamp(kind):
            return _as_times(column, datetime.fromisoformat(_text(value)))
    except (InvalidOperation, OverflowError, ValueError) as error:
        raise ValueError(f"expected a value of the type {kind}, found {value!r}") from error
    raise ValueError(f"values of the type {kind} do not compare with {value!r}")


def _text(value: Decimal | str | bytes) -> str:
    if isinstance(value, bytes):
        raise ValueError(value)  # noqa: TRY004 - the caller says what was expected
    return str(value)


def _bytes(value: Decimal | str | bytes) -> bytes:
    if isinstance(value, Decimal):
        raise ValueError(value)  # noqa: TRY004 - likewise
    return value.encode() if isinstance(value, str) else value


def _as_decimals(column: pa.Array, value: Decimal) -> tuple[pa.Array, pa.Scalar]:
    if pa.types.is_integer(column.type) and value == int(value) and abs(value) < 2**63:
        return column, pa.scalar(int(value), pa.int64())
    digits = getattr(column.type, "scale", 0), -int(value.normalize().as_tuple().exponent)
    kind = pa.decimal256(76, max(0, *digits))
    return pc.cast(column, kind), pa.scalar(value, kind)


def _duration(text: str) -> timedelta:
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError(text)
    sign, hours, minutes, seconds = match.groups()
    whole, _, fraction = (seconds or "0").partition(".")
    span = timedelta(
        hours=int(hours),
        minutes=int(minutes),
        seconds=int(whole),
        microseconds=int(fraction.ljust(6, "0")),
    )
    return -span if sign else span


def _as_times(column: pa.Array, value: datetime) -> tuple[pa.Array, pa.Scalar]:
    kind = column.type
    if pa.types.is_date(kind):
        kind = pa.timestamp("us")
        column = pc.cast(column, kind)
    if kind.tz is not None and value.tzinfo is None:
        value = value.replace(tzinfo=timezone.utc)
    if kind.tz is None and value.tzinfo is not None:
        raise ValueError(value)  # the caller says what was expected
    return column, pa.scalar(value, kind)
