"""Values of flat records beside those of typed columns."""

from __future__ import annotations

import base64
import json
import struct
from decimal import Decimal
from typing import Any

import pyarrow as pa


def differing_value(records: list[dict[str, Any]], rows: pa.Table) -> str | None:
    """A value that a typed column has and the record's `data` has not, in words; None if none.

    Times and dates are left out: they have texts that no typed value has.
    """
    for name in rows.column_names:
        column = rows[name]
        for record, typed in zip(records, column.to_pylist(), strict=True):
            data = json.loads(record["data"], parse_float=Decimal)
            if name not in data:  # a partial image, whose typed row may have it from the one before
                continue
            flat = data[name]
            if not _is_same(flat, typed, column.type):
                at = record["position"], record["ordinal"]
                return f"{name} ({column.type}) at {at}: flat {flat!r}, typed {typed!r}"
    return None


def _is_same(flat: Any, typed: Any, arrow_type: pa.DataType) -> bool:  # noqa: PLR0911 - by type
    if flat == {"json": None}:  # the document null
        return bool(typed == "null")
    if flat is None or (isinstance(flat, dict) and "json_diff" in flat):
        return typed is None or arrow_type == pa.string()
    if pa.types.is_temporal(arrow_type):
        return True
    if typed is None:
        return False
    if pa.types.is_integer(arrow_type) or pa.types.is_decimal(arrow_type):
        return Decimal(flat) == Decimal(typed)
    if pa.types.is_floating(arrow_type):
        return _is_float(flat, typed, arrow_type)
    if pa.types.is_binary(arrow_type):
        return flat == _text_of(typed) or bool(_bytes_of(flat) == typed)
    if pa.types.is_list(arrow_type):
        return [_single(number) for number in flat] == typed
    if pa.types.is_struct(arrow_type):
        return bool({**flat, "wkb": _bytes_of(flat["wkb"])} == typed)
    return flat == typed or _is_document(flat, typed)


def _is_float(flat: Any, typed: float, arrow_type: pa.DataType) -> bool:
    if not isinstance(flat, int | Decimal):
        return True  # what is no number in JSON
    return (_single(flat) if arrow_type == pa.float32() else float(flat)) == typed


def _single(number: Any) -> float:
    return float(struct.unpack("<f", struct.pack("<f", float(number)))[0])


def _bytes_of(flat: Any) -> bytes:
    if isinstance(flat, dict):
        return base64.b64decode(flat["base64"])
    return base64.b64decode(flat)


def _text_of(data: bytes) -> str | None:
    """What bytes of no known charset are shown as."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _is_document(flat: Any, typed: str) -> bool:
    """Whether a text is that of a document, or of what stands for bytes that are no text."""
    return bool(json.loads(typed, parse_float=Decimal) == flat)
