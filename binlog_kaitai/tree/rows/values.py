"""The values of cells: from what the specs located to Python.

| column | value |
|---|---|
| integers, BIT, YEAR | int |
| FLOAT, DOUBLE | float; of FLOAT, the one whose shortest form is that of the 32-bit value |
| DECIMAL | decimal.Decimal |
| DATE, TIME, DATETIME, TIMESTAMP | Date, Time, Datetime, Timestamp |
| text | str, or bytes where they are not valid in the column's charset |
| binary strings and blobs | bytes |
| ENUM, SET | str, or int where the log does not tell the labels |
| JSON | JsonText, or JsonDiffs; the document's bytes if the column's charset is binary |
| GEOMETRY | Geometry |
| VECTOR | list of float |
| types that only the specs describe | CellFields |
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any, TypeVar

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.binlog_cell import BinlogCell
from binlog_kaitai.generated.bit_cell import BitCell
from binlog_kaitai.generated.blob_cell import BlobCell
from binlog_kaitai.generated.compressed_blob_cell import CompressedBlobCell
from binlog_kaitai.generated.compressed_string_cell import CompressedStringCell
from binlog_kaitai.generated.compressed_value import CompressedValue
from binlog_kaitai.generated.date_cell import DateCell
from binlog_kaitai.generated.datetime2_cell import Datetime2Cell
from binlog_kaitai.generated.datetime_cell import DatetimeCell
from binlog_kaitai.generated.decimal_cell import DecimalCell
from binlog_kaitai.generated.double_cell import DoubleCell
from binlog_kaitai.generated.enum_cell import EnumCell
from binlog_kaitai.generated.float_cell import FloatCell
from binlog_kaitai.generated.geometry_cell import GeometryCell
from binlog_kaitai.generated.integer_cell import IntegerCell
from binlog_kaitai.generated.json_cell import JsonCell
from binlog_kaitai.generated.set_cell import SetCell
from binlog_kaitai.generated.string_cell import StringCell
from binlog_kaitai.generated.time2_cell import Time2Cell
from binlog_kaitai.generated.time_cell import TimeCell
from binlog_kaitai.generated.timestamp2_cell import Timestamp2Cell
from binlog_kaitai.generated.timestamp_cell import TimestampCell
from binlog_kaitai.generated.vector_cell import VectorCell
from binlog_kaitai.generated.year_cell import YearCell
from binlog_kaitai.io.inflate import inflate
from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.json_text import to_json
from binlog_kaitai.model.masking import integer_of
from binlog_kaitai.model.tables import Column
from binlog_kaitai.model.values import CellFields, Geometry, JsonDiffs, JsonText, Value, text_value
from binlog_kaitai.tree.forms import Forms, all_fields_of
from binlog_kaitai.tree.rows.decimals import decimal_of
from binlog_kaitai.tree.rows.json_values import read_diffs, read_json


def read_value(column: Column, cell: Any) -> Value:
    """Return the value of a `Cell` that its row image holds; None for NULL.

    Raises UnreadableError where the bytes are no value of the column's type.
    """
    if cell.is_null:
        return None
    kind = type(cell.value)
    if kind in _READERS:
        return _READERS[kind](cell.value)
    if kind in _COLUMN_READERS:
        return _COLUMN_READERS[kind](column, cell.value)
    pass_over(column, cell)
    return CellFields(to_json(all_fields_of(cell.value, _FORMS)))


def pass_over(column: Column, cell: Any) -> None:
    """Raise UnreadableError for a `Cell` of no known length: what is behind it cannot be found."""
    if not cell.is_null and isinstance(cell.value, BinlogCell.UnreadableCell):
        found = f"{column.type.name} ({column.type.value})"
        raise UnreadableError("a supported column type", found)


def _number(cell: Any) -> int:
    value: int = cell.value
    return value


def _double(cell: Any) -> float:
    return finite(cell.value)


def finite(number: float) -> float:
    """Return a number. Raises UnreadableError for NaN and infinities, which JSON has not."""
    if not math.isfinite(number):
        raise UnreadableError("a number", str(number))
    return number


_SMALLEST_NORMAL = 2.0**-126


def _shortest(number: float) -> float:
    """Return the float whose shortest form is also that of `number` among 32-bit floats."""
    # any number of six digits is another 32-bit float than its neighbours, but for subnormal ones
    for digits in range(6 if abs(number) >= _SMALLEST_NORMAL else 1, 9):
        candidate = float(f"{number:.{digits}g}")
        if ctypes.c_float(candidate).value == number:
            return candidate
    return float(f"{number:.9g}")


def _float(cell: Any) -> float:
    return _shortest(finite(cell.value))


_When = TypeVar("_When", Date, Time, Datetime, Timestamp)


def _possible(when: _When) -> _When:
    if not when.is_possible:
        raise UnreadableError(f"a {type(when).__name__.upper()}", str(when))
    return when


def _fraction(cell: Any) -> tuple[int, int]:
    """Return a time's microsecond, and how many digits of it the column keeps."""
    if isinstance(cell, Time2Cell):
        return cell.microsecond, cell.num_digits
    if isinstance(cell, (Datetime2Cell, Timestamp2Cell)):
        return cell.fraction.microseconds, cell.num_digits
    return 0, 0


def _date(cell: Any) -> Date:
    return _possible(Date(cell.year, cell.month, cell.day))


def _time(cell: Any) -> Time:
    time = cell.is_negative, cell.hour, cell.minute, cell.second
    return _possible(Time(*time, *_fraction(cell)))


def _datetime(cell: Any) -> Datetime:
    date = cell.year, cell.month, cell.day
    return _possible(Datetime(*date, cell.hour, cell.minute, cell.second, *_fraction(cell)))


def _timestamp(cell: Any) -> Timestamp:
    return _possible(Timestamp(cell.seconds, *_fraction(cell)))


def _string(column: Column, cell: Any) -> str | bytes:
    return text_value(column, cell.value.ljust(column.padded_length, b"\0"))


def _compressed(column: Column, cell: Any) -> str | bytes:
    value = cell.value
    if not value.is_compressed:
        return text_value(column, value.data)
    if value.method != CompressedValue.CompressionMethod.zlib:
        raise UnreadableError("a value compressed with zlib", f"compression method {value.method}")
    length = value.len_uncompressed.value
    return text_value(column, inflate(value.data, length, is_raw=value.is_raw_deflate))


def _enum(column: Column, cell: Any) -> str | int:
    index: int = cell.index
    if column.labels is None or index > len(column.labels):
        return index
    return column.labels[index - 1] if index else ""


def _set(column: Column, cell: Any) -> str | int:
    members = [i for i, bit in enumerate(cell.members.bits) if bit.is_set]
    if column.labels is None or any(i >= len(column.labels) for i in members):
        return sum(1 << i for i in members)
    return ",".join(column.labels[i] for i in members)


def _json(column: Column, cell: Any) -> JsonText | JsonDiffs | bytes:
    if column.charset == BINARY:
        return _document_bytes(cell)
    if cell.is_partial:
        return read_diffs(cell.diffs)
    if cell.len_value.value == 0:
        return JsonText("null")
    return JsonText.of(read_json(cell.document))


def _document_bytes(cell: Any) -> bytes:
    if cell.is_partial:
        raise UnreadableError(
            "a whole JSON document, to return its bytes",
            "changes to one (binlog_row_value_options=PARTIAL_JSON); read JSON as text",
        )
    return bytes(cell._raw_document) if cell.len_value.value else b""  # noqa: SLF001


def _geometry(cell: Any) -> Geometry:
    geometry = cell.value
    return Geometry(geometry.srid if geometry.has_srid else None, geometry.wkb)


def _vector(cell: Any) -> list[float]:
    return [_shortest(finite(item)) for item in cell.value.items]


_READERS: dict[type, Callable[[Any], Value]] = {
    BitCell: _number,
    DateCell: _date,
    Datetime2Cell: _datetime,
    DatetimeCell: _datetime,
    DecimalCell: decimal_of,
    DoubleCell: _double,
    FloatCell: _float,
    GeometryCell: _geometry,
    Time2Cell: _time,
    TimeCell: _time,
    Timestamp2Cell: _timestamp,
    TimestampCell: _timestamp,
    VectorCell: _vector,
    YearCell: _number,
}

# what also depends on the column's signedness, charset or labels
_COLUMN_READERS: dict[type, Callable[[Column, Any], Value]] = {
    BlobCell: _string,
    CompressedBlobCell: _compressed,
    CompressedStringCell: _compressed,
    EnumCell: _enum,
    IntegerCell: integer_of,
    JsonCell: _json,
    SetCell: _set,
    StringCell: _string,
}

# of cells that neither has
_FORMS: Forms = {float: finite}
