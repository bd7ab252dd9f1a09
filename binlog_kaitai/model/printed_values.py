"""Values as servers print them, as bytes, and with the types of the rows in logs."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.geometry_cell import GeometryCell
from binlog_kaitai.generated.vector_cell import VectorCell
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.definitions import ColumnDefinition, column_of
from binlog_kaitai.model.json_text import json_value, to_json
from binlog_kaitai.model.schema import INSTANT
from binlog_kaitai.model.tables import Column, ColumnType
from binlog_kaitai.model.values import text_value

_UTF8 = frozenset({None, "ascii", "utf8mb3", "utf8mb4"})

_TIME = re.compile(rb"(-?)(\d+):(\d+):(\d+)(?:\.(\d+))?")
_NO_DATE = r"^0000|^\d+-00|^\d+-\d+-00"

_Values: TypeAlias = Sequence["bytes | None"]


def logged_column(defined: ColumnDefinition, *, is_mariadb: bool) -> Column | None:
    """Return a column as the logs of a server have it; None if its type is not known."""
    column = column_of(defined)
    if column is not None and column.type == ColumnType.vector and is_mariadb:
        # it logs the bytes that it stores
        return Column(column.name, ColumnType.varchar, column.is_nullable, charset=BINARY)
    return column


def array_of(column: Column, values: _Values, kind: pa.DataType) -> pa.Array:
    """Return the values of a column, as a server prints them, as an array of a type."""
    own = _OWN.get(column.type)
    if own is not None:
        return pa.array([None if one is None else own(one) for one in values], kind)
    array = pa.array(values, pa.binary())
    if pa.types.is_binary(kind):
        return array
    texts = None
    with suppress(pa.ArrowInvalid):
        texts = array.cast(pa.string()) if column.charset in _UTF8 else None
    if texts is None:
        texts = pa.array([_text(column, one) for one in values], pa.string())
    if pa.types.is_date(kind) or pa.types.is_timestamp(kind):
        return _dates(texts, kind)
    return (texts.cast(pa.float64()) if kind == pa.float32() else texts).cast(kind)


def _text(column: Column, value: bytes | None) -> str | None:
    text = None if value is None else text_value(column, value)
    return text if text is None or isinstance(text, str) else to_json(json_value(column, text))


def _dates(texts: pa.Array, kind: pa.DataType) -> pa.Array:
    """Return dates; those that the calendar does not have are null, as those of logs."""
    plain = pa.timestamp("us") if kind == INSTANT else kind
    texts = pc.if_else(pc.match_substring_regex(texts, _NO_DATE), None, texts)
    try:
        dates = texts.cast(plain)
    except pa.ArrowInvalid:
        dates = pa.array([_date(one, plain) for one in texts], plain)
    return dates.cast(pa.int64()).cast(kind) if kind == INSTANT else dates


def _date(text: pa.Scalar, kind: pa.DataType) -> pa.Scalar | None:
    try:
        return text.cast(kind)
    except pa.ArrowInvalid:
        return None


def _time(text: bytes) -> timedelta:
    found = _TIME.fullmatch(text)
    assert found is not None, text
    sign, hours, minutes, seconds, fraction = found.groups()
    time = timedelta(
        hours=int(hours),
        minutes=int(minutes),
        seconds=int(seconds),
        microseconds=int((fraction or b"").ljust(6, b"0")),
    )
    return -time if sign else time


def _geometry(value: bytes) -> dict[str, object]:
    geometry = GeometryCell.GeometryValue(KaitaiStream(io.BytesIO(value)))
    return {"srid": getattr(geometry, "srid", None), "wkb": geometry.wkb}


def _vector(value: bytes) -> list[float]:
    items: list[float] = VectorCell.VectorValue(KaitaiStream(io.BytesIO(value))).items
    return items


_OWN: dict[ColumnType, Callable[[bytes], object]] = {
    ColumnType.geometry: _geometry,
    ColumnType.vector: _vector,
    ColumnType.time: _time,
    ColumnType.time2: _time,
}
