"""Values of rows that are there when ALTER TABLE changes the type of a column, or adds one."""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal, InvalidOperation

from binlog_kaitai.catalog.expressions import DeclinedError
from binlog_kaitai.model.definitions import ColumnDefinition

_INTEGERS = {"tinyint": 8, "smallint": 16, "mediumint": 24, "int": 32, "bigint": 64}
_DOUBLE_BITS = 53
_DIGITS = {"tinyint": 3, "smallint": 5, "mediumint": 8, "int": 10, "bigint": 20}
_TEXTS = {"tinytext": 2**8 - 1, "text": 2**16 - 1, "mediumtext": 2**24 - 1, "longtext": 2**32 - 1}
_BLOBS = {"tinyblob": 2**8 - 1, "blob": 2**16 - 1, "mediumblob": 2**24 - 1, "longblob": 2**32 - 1}
_TIMES = frozenset({"datetime", "timestamp", "time"})
_MAX_BYTES_A_CHARACTER = 4
_STRICT = frozenset({"STRICT_TRANS_TABLES", "STRICT_ALL_TABLES", "TRADITIONAL"})

_HOLDS_ALL = frozenset({"utf8mb4"})
_IGNORES = re.compile(r"\balter\s+((on|off)line\s+)*ignore\b", re.IGNORECASE)
_ZERO_TIME = re.compile(r"0000-00-00( 00:00:00(\.0*)?)?")
_TIME = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?)?")


def is_strict(sql_mode: str, statement: str, engine: str | None) -> bool:
    """Return whether ALTER TABLE fails for a value that the new type does not hold."""
    is_ignored = _IGNORES.search(statement)
    is_transactional = engine is None or engine.lower() == "innodb"
    return bool(_STRICT & set(sql_mode.split(","))) and is_transactional and not is_ignored


def keeps_values(
    before: ColumnDefinition, after: ColumnDefinition, *, is_strict: bool, sql_mode: str = ""
) -> bool:
    """Return whether all values of a column stay equal when its type changes.

    Numbers are equal as numbers, a date and its midnight are equal, a label and its text too.

    Args:
        before: the column.
        after: the column that ALTER TABLE makes of it.
        is_strict: whether the statement fails for a value that the new type does not hold.
        sql_mode: the session's.
    """
    if before.is_generated or after.is_generated:
        return (before.generated, before.expression) == (after.generated, after.expression) and (
            _type_of(before) == _type_of(after)
        )
    fills_nulls = before.is_nullable and not after.is_nullable
    if fills_nulls and (not is_strict or after.kind == "timestamp"):
        return False
    if _type_of(before) == _type_of(after):
        return True
    return any(
        rule(before, after, is_strict)
        for rule in (_keeps_number, _keeps_text, _keeps_bytes, _keeps_labels, _keeps_time)
    ) and not (before.kind == "char" and "PAD_CHAR_TO_FULL_LENGTH" in sql_mode)


def _type_of(column: ColumnDefinition) -> tuple[object, ...]:
    arguments = () if column.kind in _INTEGERS else column.arguments
    unsigned = bool(column.is_unsigned)
    return column.kind, arguments, unsigned, column.charset, column.labels


def _range(column: ColumnDefinition) -> tuple[int, int]:
    bits = _INTEGERS[column.kind]
    if column.is_unsigned:
        return 0, 2**bits - 1
    return -(2 ** (bits - 1)), 2 ** (bits - 1) - 1


def _decimal(column: ColumnDefinition) -> tuple[int, int]:
    """Return the digits before and behind the point."""
    precision, scale = (*column.arguments, *(10, 0)[len(column.arguments) :])
    return precision - scale, scale


def _keeps_number(before: ColumnDefinition, after: ColumnDefinition, is_strict: bool) -> bool:
    is_integer = before.kind in _INTEGERS
    if is_integer and after.kind in _INTEGERS:
        old, new = _range(before), _range(after)
        return is_strict or (new[0] <= old[0] and old[1] <= new[1])
    if is_integer and after.kind == "double":
        return not after.arguments and _INTEGERS[before.kind] <= _DOUBLE_BITS
    if (before.kind, after.kind) in {("float", "double"), ("bit", "bit")}:
        is_wider = (before.arguments or (1,)) <= (after.arguments or (1,))
        return is_wider if before.kind == "bit" else not (before.arguments or after.arguments)
    if after.kind != "decimal" or (before.kind != "decimal" and not is_integer):
        return False
    whole, scale = _decimal(after)
    old_whole, old_scale = (_DIGITS[before.kind], 0) if is_integer else _decimal(before)
    is_signed_out = bool(after.is_unsigned) and not before.is_unsigned
    return scale >= old_scale and (is_strict or (whole >= old_whole and not is_signed_out))


def _keeps_text(before: ColumnDefinition, after: ColumnDefinition, is_strict: bool) -> bool:
    del is_strict  # a text that is cut loses spaces without an error
    if before.kind not in {"char", "varchar", *_TEXTS} or None in {before.charset, after.charset}:
        return False
    if after.charset not in {before.charset, *_HOLDS_ALL} and before.charset != "ascii":
        return False
    if after.kind in _TEXTS:
        if before.kind in _TEXTS:
            is_same = before.charset == after.charset
            return is_same and _TEXTS[before.kind] <= _TEXTS[after.kind]
        return _length(before) * _MAX_BYTES_A_CHARACTER <= _TEXTS[after.kind]
    is_padded = after.kind == "char" and before.kind != "char"
    kinds = {"char", "varchar"}
    return (
        {before.kind, after.kind} <= kinds and not is_padded and _length(before) <= _length(after)
    )


def _length(column: ColumnDefinition) -> int:
    return column.arguments[0] if column.arguments else 1


def _keeps_bytes(before: ColumnDefinition, after: ColumnDefinition, is_strict: bool) -> bool:
    new = _capacity(after)
    if new is None:
        return False
    if before.kind == "varchar" and before.charset is not None:  # its bytes
        return is_strict or _length(before) * _MAX_BYTES_A_CHARACTER <= new
    old = _capacity(before)
    return old is not None and old <= new


def _capacity(column: ColumnDefinition) -> int | None:
    """Return how many bytes a column of bytes holds; None for others."""
    return _length(column) if column.kind == "varbinary" else _BLOBS.get(column.kind)


def _keeps_labels(before: ColumnDefinition, after: ColumnDefinition, is_strict: bool) -> bool:
    del is_strict
    if before.labels is None or before.charset != after.charset:
        return False
    if after.kind == before.kind and after.labels is not None:
        return after.labels[: len(before.labels)] == before.labels
    longest = max(map(len, before.labels), default=0)
    return before.kind == "enum" and after.kind == "varchar" and longest <= _length(after)


def _keeps_time(before: ColumnDefinition, after: ColumnDefinition, is_strict: bool) -> bool:
    del is_strict
    if before.kind == "date":
        return after.kind == "datetime"
    digits = [one.arguments[0] if one.arguments else 0 for one in (before, after)]
    return before.kind == after.kind and before.kind in _TIMES and digits[0] <= digits[1]


def added_value(column: ColumnDefinition) -> str | None:
    """Return the value that rows get in a column that ALTER TABLE adds.

    Returns:
        The value as a text: digits, a text, a label, bytes in hexadecimal digits, a time in ISO
        8601. None is NULL, or a date of zeros, which typed rows have as NULL.

    Raises:
        DeclinedError: the value is not a constant, or the server may change it.
    """
    declined = DeclinedError(f"the default of the column {column.name} {column.text}")
    if column.is_generated or column.is_auto_increment:
        raise declined
    default = column.default
    if default is None:
        return None if column.is_nullable else _implicit(column, declined)
    text = default.text
    if default.kind not in {"string", "number"}:
        raise declined
    if _is_number(column):
        return _number(column, text, declined)
    if column.kind in {"date", "datetime", "timestamp"} and default.kind == "string":
        return _time(column, text, declined)
    values = {
        **dict.fromkeys(("varchar", *_TEXTS), text),
        "char": text.rstrip(" "),
        **dict.fromkeys(("enum", "set") if text in (column.labels or ()) else (), text),
        **dict.fromkeys(("varbinary", *_BLOBS) if text.isascii() else (), text.encode().hex()),
    }
    if column.kind not in values:
        raise declined
    return values[column.kind]


def _is_number(column: ColumnDefinition) -> bool:
    return column.kind in {*_INTEGERS, "decimal", "float", "double"}


def _implicit(column: ColumnDefinition, declined: DeclinedError) -> str | None:
    """Return the value of a column that is NOT NULL and has no default."""
    values: dict[Collection[str], str | None] = {
        (*_INTEGERS, "decimal", "float", "double", "year", "bit"): "0",
        ("char", "varchar", "set", "varbinary", *_TEXTS, *_BLOBS): "",
        ("date", "datetime"): None,
    }
    for kinds, value in values.items():
        if column.kind in kinds:
            return value
    if column.kind == "enum" and column.labels:
        return column.labels[0]
    raise declined


def _number(column: ColumnDefinition, text: str, declined: DeclinedError) -> str:
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise declined from None
    if column.kind in {"float", "double"}:
        if column.arguments:
            raise declined
        return text
    scale = _decimal(column)[1] if column.kind == "decimal" else 0
    if number != round(number, scale) or "e" in text.lower():
        raise declined
    return str(round(number, scale))


def _time(column: ColumnDefinition, text: str, declined: DeclinedError) -> str | None:
    if _ZERO_TIME.fullmatch(text):
        return None
    digits = column.arguments[0] if column.arguments else 0
    fraction = text.partition(".")[2]
    is_date = column.kind == "date"
    if column.kind == "timestamp" or _TIME.fullmatch(text) is None or len(fraction) > digits:
        raise declined  # the session's time zone decides about an instant
    if is_date and " " in text:
        raise declined
    return text
