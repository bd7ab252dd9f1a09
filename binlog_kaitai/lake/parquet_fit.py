"""Whether values in Parquet files are those that a server's column can have, and in which form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.model.definitions import ColumnDefinition
from binlog_kaitai.model.printed_values import array_of
from binlog_kaitai.model.tables import Column

_TEMPORAL = frozenset({"date", "datetime", "timestamp"})
"""Kinds of which dates that the calendar lacks, such as 0000-00-00, are null."""

_BOUNDS = {
    ("mediumint", False): (-(2**23), 2**23 - 1),
    ("mediumint", True): (0, 2**24 - 1),
    ("int", True): (0, 2**32 - 1),
    ("smallint", True): (0, 2**16 - 1),
    ("tinyint", True): (0, 2**8 - 1),
    ("bigint", True): (0, 2**64 - 1),
}
"""Bounds of integers whose Arrow type holds others, too."""

_TIME = 838 * 3600 + 59 * 60 + 60
"""Seconds that a TIME is less than."""

_TEXTS, _BYTES = frozenset({"char", "varchar"}), frozenset({"binary", "varbinary"})


class Misfit(NamedTuple):
    """Which values of an array do not fit, and what is expected instead."""

    are_bad: pa.Array
    expected: str


def fits_type(found: pa.DataType, target: pa.DataType, *, is_own: bool) -> bool:
    """Return whether values of a type may become those of a column without a change.

    `is_own`: this project wrote the file, in a format without intervals.
    """
    kinds = pa.types
    if kinds.is_dictionary(found):
        return fits_type(found.value_type, target, is_own=is_own)
    if found == target or kinds.is_null(found):
        return True
    if kinds.is_integer(found):
        is_whole = kinds.is_decimal(target) and target.scale == 0
        return kinds.is_integer(target) or is_whole or (is_own and kinds.is_duration(target))
    if kinds.is_timestamp(found) and kinds.is_timestamp(target):
        return (found.tz is None) == (target.tz is None)
    return any(
        all(is_kind(one) for one in (found, target))
        for is_kind in (kinds.is_decimal, kinds.is_date, kinds.is_duration, _is_text, _is_bytes)
    )


def _is_text(kind: pa.DataType) -> bool:
    return kind in {pa.string(), pa.large_string()}


def _is_bytes(kind: pa.DataType) -> bool:
    return kind in {pa.binary(), pa.large_binary()} or bool(pa.types.is_fixed_size_binary(kind))


def fitted(
    array: pa.Array, defined: ColumnDefinition, column: Column, kind: pa.DataType
) -> pa.Array:
    """Return values as logs have them. Raises MisfitError for one that the column cannot have."""
    found = array.dictionary_decode() if pa.types.is_dictionary(array.type) else array
    try:
        cast = found if found.type == kind else found.cast(kind)
    except pa.ArrowInvalid:
        raise MisfitError(_first(found, kind), found, f"a value of the type {kind}") from None
    for misfit in _misfits(cast, defined):
        at = pc.index(misfit.are_bad, True).as_py()
        if at >= 0:
            raise MisfitError(at, cast, misfit.expected)
    if defined.kind == "json" and pa.types.is_string(kind):
        return array_of(column, cast.cast(pa.binary()).to_pylist(), kind)
    return cast


class MisfitError(ValueError):
    """A value does not fit; `at` is its number in the array."""

    def __init__(self, at: int, array: pa.Array, expected: str) -> None:
        super().__init__(f"expected {expected}, found {array[at]}")
        self.at = at


def _first(array: pa.Array, kind: pa.DataType) -> int:
    """Return the number of the first value that a type does not have."""
    for at in range(len(array)):
        try:
            array.slice(at, 1).cast(kind)
        except pa.ArrowInvalid:
            return at
    return 0


def _misfits(array: pa.Array, defined: ColumnDefinition) -> Iterator[Misfit]:
    kind, length = defined.kind, (*defined.arguments, 0)[0]
    if not defined.is_nullable and kind not in _TEMPORAL:
        yield Misfit(array.is_null(), "a value")
    bounds = _bounds(defined)
    if bounds is not None and pa.types.is_integer(array.type):
        low, high = bounds
        are_bad = pc.or_(pc.less(array, low), pc.greater(array, high))
        yield Misfit(are_bad, f"a number from {low} to {high}")
    if kind in _TEXTS and length and pa.types.is_string(array.type):
        yield Misfit(pc.greater(pc.utf8_length(array), length), f"at most {length} characters")
    if kind == "char" and pa.types.is_string(array.type):
        yield Misfit(pc.ends_with(array, " "), "a CHAR without spaces at its end")
    if kind in _BYTES and length:
        are_bad = pc.greater(pc.binary_length(array), length)
        if kind == "binary":
            are_bad = pc.not_equal(pc.binary_length(array), length)
        yield Misfit(are_bad, f"{length} bytes")
    # servers print a question mark for a character of a label that has four bytes in UTF-8
    are_known = defined.labels is not None and "?" not in "".join(defined.labels)
    if are_known and pa.types.is_string(array.type):
        yield _labels(array, defined)
    if pa.types.is_timestamp(array.type) or pa.types.is_duration(array.type):
        unit = 10 ** (6 - length)
        micros = array.cast(pa.int64())
        rest = pc.subtract(micros, pc.multiply(pc.divide(micros, unit), unit))
        yield Misfit(pc.not_equal(rest, 0), f"at most {length} digits of a second")
    if pa.types.is_duration(array.type):
        are_bad = pc.greater_equal(pc.abs(array.cast(pa.int64())), _TIME * 10**6)
        yield Misfit(are_bad, "a time below 839 hours")


def _bounds(defined: ColumnDefinition) -> tuple[int, int] | None:
    if defined.kind == "bit":
        return 0, 2 ** (*defined.arguments, 1)[0] - 1
    if defined.kind == "year":
        return 0, 2155
    return _BOUNDS.get((defined.kind, bool(defined.is_unsigned)))


def _labels(array: pa.Array, defined: ColumnDefinition) -> Misfit:
    labels = list(defined.labels or ())
    if defined.kind == "enum":
        # the empty text is what a value became that was none
        known = pc.is_in(array, pa.array([*labels, "", None], pa.string()))
        return Misfit(pc.invert(known), "a label of the ENUM")

    def is_set(text: str | None) -> bool:
        some = text.split(",") if text else []
        return some == [one for one in labels if one in some]

    are_bad = pa.array([not is_set(one) for one in array.to_pylist()], pa.bool_())
    return Misfit(are_bad, "labels of the SET, in their order")
