"""Types of columns as servers define them, and how a log has each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, NamedTuple, TypeAlias

from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.column_metadata import ColumnMetadata
from binlog_kaitai.model.tables import ColumnType

BinaryLength = ColumnMetadata.MariadbBinaryLength

Fits: TypeAlias = Mapping[ColumnType, Mapping[str, tuple[int, ...]]]
"""The types that a log may have for a column, each with the attributes of `Column` and their
allowed values."""


class _Defined(NamedTuple):
    arguments: tuple[int, ...]
    num_labels: int


_FitsOf: TypeAlias = Callable[[_Defined], Fits]

_MAX_BYTES_A_CHARACTER = 4


def fits_of(kind: str, arguments: tuple[int, ...], num_labels: int) -> Fits:
    """Return the types that a log may have for a type of columns; none if it is not known."""
    fits = _FITS.get(kind)
    return {} if fits is None else fits(_Defined(arguments, num_labels))


def _like(*types: ColumnType) -> _FitsOf:
    return lambda _: {kind: {} for kind in types}


def _number(column: _Defined, at: int, default: int) -> int:
    return column.arguments[at] if len(column.arguments) > at else default


def _decimal(column: _Defined) -> Fits:
    precision, scale = _number(column, 0, 10), _number(column, 1, 0)
    return {ColumnType.newdecimal: {"precision": (precision,), "scale": (scale,)}}


def _bit(column: _Defined) -> Fits:
    return {ColumnType.bit: {"num_bits": (_number(column, 0, 1),)}}


def _timed(old: ColumnType, new: ColumnType) -> _FitsOf:
    """Return the types of a time: the older format has no fraction, the newer one has."""
    return lambda column: {old: {}, new: {"fraction_digits": (_number(column, 0, 0),)}}


def _char(column: _Defined) -> Fits:
    length = _number(column, 0, 1)
    sizes = range(1, _MAX_BYTES_A_CHARACTER + 1)
    return {ColumnType.string: {"length": tuple(length * size for size in sizes)}}


def _bytes(length: int) -> _FitsOf:
    return lambda column: {ColumnType.string: {"length": (_number(column, 0, length),)}}


def _enum(column: _Defined) -> Fits:
    return {ColumnType.enum: {"length": (_labels(column).len_enum,)}}


def _set(column: _Defined) -> Fits:
    return {ColumnType.set: {"length": (_labels(column).len_set,)}}


def _labels(column: _Defined) -> Any:
    return ColumnMetadata.LabelCount(column.num_labels, KaitaiStream(BytesIO()))


_VARIABLE = (ColumnType.varchar, ColumnType.var_string, ColumnType.varchar_compressed)
_BLOBS = (
    *(ColumnType.blob, ColumnType.tiny_blob, ColumnType.medium_blob, ColumnType.long_blob),
    ColumnType.blob_compressed,
)
_NUMBERS: dict[str, _FitsOf] = {
    "tinyint": _like(ColumnType.tiny),
    "smallint": _like(ColumnType.short),
    "mediumint": _like(ColumnType.int24),
    "int": _like(ColumnType.long),
    "bigint": _like(ColumnType.longlong),
    "float": _like(ColumnType.float),
    "double": _like(ColumnType.double),
    "decimal": _decimal,
    "year": _like(ColumnType.year),  # servers count it among the unsigned numbers
}
_TEXTS: dict[str, _FitsOf] = {
    "char": _char,
    "varchar": _like(*_VARIABLE),
    **dict.fromkeys(("tinytext", "text", "mediumtext", "longtext"), _like(*_BLOBS)),
    "enum": _enum,
    "set": _set,
}
_BYTES: dict[str, _FitsOf] = {
    "binary": _bytes(1),
    "varbinary": _like(*_VARIABLE),
    **dict.fromkeys(("tinyblob", "blob", "mediumblob", "longblob"), _like(*_BLOBS)),
    "uuid": _bytes(BinaryLength.inet6),
    "inet6": _bytes(BinaryLength.inet6),
    "inet4": _bytes(BinaryLength.inet4),
    "vector": _like(ColumnType.vector, *_VARIABLE),  # MariaDB logs the bytes that it stores
}
_FITS: dict[str, _FitsOf] = {
    **_NUMBERS,
    **_TEXTS,
    **_BYTES,
    "bit": _bit,
    "date": _like(ColumnType.date, ColumnType.newdate),
    "time": _timed(ColumnType.time, ColumnType.time2),
    "datetime": _timed(ColumnType.datetime, ColumnType.datetime2),
    "timestamp": _timed(ColumnType.timestamp, ColumnType.timestamp2),
    "json": _like(ColumnType.json),
    **dict.fromkeys(
        (
            *("geometry", "point", "linestring", "polygon", "multipoint", "multilinestring"),
            *("multipolygon", "geometrycollection", "geomcollection"),
        ),
        _like(ColumnType.geometry),
    ),
}

NUMBERS = frozenset(_NUMBERS)
"""Types of which logs tell whether they are UNSIGNED."""

TEXTS = frozenset(_TEXTS)
"""Types that have a charset."""

BYTES = frozenset(_BYTES)
"""Types that hold bytes."""
