"""Texts of the values of typed rows, for CSV and text tables."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

_SECOND, _HOUR = 1_000_000, 3_600_000_000
_SPECIAL = (b'"', b",", b"\r", b"\n")
_IN_QUOTES = '[",\r\n]|^$'
_DATE = len("2026-11-25")
_TEXT = pa.large_string()  # the texts of a batch may exceed 2 GiB


def texts_of(column: pa.Array) -> pa.Array:
    """Return the text of each value, or null: as in records, without zeros that end a fraction."""
    kind = column.type
    if pa.types.is_string(kind):
        return column.cast(_TEXT)
    if pa.types.is_timestamp(kind):
        encoded = column.dictionary_encode("encode")  # few distinct values
        return _times(encoded.dictionary).take(encoded.indices)
    if pa.types.is_decimal(kind):
        return _decimals(column)
    if pa.types.is_duration(kind):
        return _each(column.cast(pa.int64()), _time)
    if pa.types.is_binary(kind):
        return _each(column, _bytes)
    return _each(column, _json) if pa.types.is_nested(kind) else column.cast(_TEXT)


def csv_lines(columns: list[pa.Array]) -> pa.Array:
    """Return a CSV line for each row, with its line end. NULL is empty, an empty text is `""`."""
    *fields, last = (_csv_field(texts_of(column)) for column in columns)
    last = _joined(last, "", separator="\n")
    return _joined(*fields, last, separator=",")


def _csv_field(texts: pa.Array) -> pa.Array:
    """Return the texts, quoted if they are empty or contain a delimiter."""
    data = texts.buffers()[2]
    content = b"" if data is None else data.to_pybytes()
    is_any_empty = pc.min(pc.binary_length(texts)).as_py() == 0
    if not is_any_empty and not any(one in content for one in _SPECIAL):
        return texts
    quoted = _joined('"', pc.replace_substring(texts, '"', '""'), '"', separator="")
    is_quoted = pc.match_substring_regex(texts, _IN_QUOTES)
    return (
        quoted
        if pc.all(is_quoted, skip_nulls=False).as_py()
        else pc.if_else(is_quoted, quoted, texts)
    )


def _joined(*texts: pa.Array | str, separator: str) -> pa.Array:
    parts = [pa.scalar(text, _TEXT) if isinstance(text, str) else text for text in texts]
    end = pa.scalar(separator, _TEXT)
    return pc.binary_join_element_wise(*parts, end, null_handling="replace", null_replacement="")


def is_number(kind: pa.DataType) -> bool:
    """Return whether values of a type are numbers, which tables align to the right."""
    types = pa.types
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind))


def _each(column: pa.Array, make: Callable[[Any], str]) -> pa.Array:
    texts = [None if value is None else make(value) for value in column.to_pylist()]
    return pa.array(texts, _TEXT)


def _times(column: pa.Array) -> pa.Array:
    """Return the texts of times, without trailing zeros of the fraction."""
    local = column.cast(pa.timestamp(column.type.unit))
    try:
        texts = local.cast(pa.timestamp("s")).cast(_TEXT)
    except pa.ArrowInvalid:  # there are fractions
        texts = local.cast(pa.timestamp("us")).cast(_TEXT)
        texts = pc.replace_substring_regex(texts, r"\.?0+$", "")
    if column.type.tz is None:
        return texts
    at_date = pc.binary_replace_slice(texts, _DATE, _DATE + 1, "T")
    return pc.binary_join_element_wise(at_date, pa.scalar("Z", _TEXT), pa.scalar("", _TEXT))


def _decimals(column: pa.Array) -> pa.Array:
    """Return decimals with all digits; Arrow writes small ones with an exponent."""
    texts = column.cast(pa.string())
    are_short = pc.fill_null(pc.match_substring(texts, "E"), False)
    if pc.any(are_short).as_py():
        whole = [_decimal(value) for value in column.filter(are_short).to_pylist()]
        texts = pc.replace_with_mask(texts, are_short, pa.array(whole, pa.string()))
    return texts.cast(_TEXT)


def _decimal(value: Decimal) -> str:
    return format(value, "f")


def _time(microseconds: int) -> str:
    sign, rest = "-" if microseconds < 0 else "", abs(microseconds)
    hours, rest = divmod(rest, _HOUR)
    minutes, rest = divmod(rest, 60 * _SECOND)
    seconds, fraction = divmod(rest, _SECOND)
    text = f"{sign}{hours:02d}:{minutes:02d}:{seconds:02d}"
    return f"{text}.{fraction:06d}".rstrip("0") if fraction else text


def _bytes(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_bytes)
