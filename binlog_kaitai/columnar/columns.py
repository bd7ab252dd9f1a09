"""A column's cells to an Arrow array of the type that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.charsets import (
    BINARY,
    CODECS,
    DIFFERENT_BYTES,
    MAX_CHARSETS,
    UPPER_HALVES,
    decoder,
)
from binlog_kaitai.columnar import cells
from binlog_kaitai.columnar.known import Layout, Plan
from binlog_kaitai.columnar.state import MAX_ITEMS
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.compressed_value import CompressedValue
from binlog_kaitai.inflate import inflate_into, may_inflate
from binlog_kaitai.records import json_value, to_json
from binlog_kaitai.schema import GEOMETRY, UNSIGNED_64, arrow_type
from binlog_kaitai.tables import Column, ColumnType

ROOM = 64  # bytes behind what is copied, which is copied in larger pieces
MAX_GROUPS = 64  # of the digits of a DECIMAL
MAX_MEMBERS = 64
MAX_BYTES = 2**31 - 1
MAX_SIGNED = 2**31

MAX_TOGETHER = 2**26
"""Bytes of the values that are taken together; or of one."""

UTF8_CHARSETS = frozenset(name for name, codec in CODECS.items() if codec == "utf_8")
ZLIB = CompressedValue.CompressionMethod.zlib


class FaultError(Exception):
    """The kernels do not read these rows: the tree engine does, and says what is wrong."""


class TooLargeError(Exception):
    """The values of a column do not fit into one array."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows of one layout: a buffer, and where in it each cell lies, a row of `cells` a column.

    `noted` are the places of all cells that were found, `starts` where in it those of each row are.
    """

    buffer: Any
    cells: Any
    noted: Any
    starts: Any

    def __len__(self) -> int:
        return int(self.cells.shape[1])

    def before(self, index: int) -> Any:
        """The places of a column's cells in the row before each: of an after image, its before."""
        return self.noted[np.maximum(self.starts - len(self.cells) + index, 0)]


@dataclass(frozen=True, slots=True)
class Located:
    """Bytes of values: where they begin in a buffer, their lengths and total, and if there are."""

    buffer: Any
    ofs: Any
    length: Any
    is_valid: Any
    total: int

    def __len__(self) -> int:
        return len(self.ofs)

    def values(self) -> list[bytes | None]:
        """The bytes of each, for what no kernel does."""
        view = memoryview(self.buffer)
        return [
            bytes(view[start : start + length]) if is_valid else None
            for start, length, is_valid in zip(
                self.ofs.tolist(), self.length.tolist(), self.is_valid.tolist(), strict=True
            )
        ]


def natural_array(selection: Selection, index: int, column: Column, plan: Plan) -> pa.Array:
    """The cells of a column as an array of its `arrow_type`.

    Raises FaultError where kernels do not read them, TooLargeError where they are too many bytes.
    """
    return _MAKERS[plan.case](selection.buffer, selection.cells[index], column, plan)


_CHECKED = (
    *("json_cell", "geometry_cell", "vector_cell"),
    *("compressed_string_cell", "compressed_blob_cell"),
)


def check_unasked(selection: Selection, layout: Layout, asked: Collection[int]) -> None:
    """Raises FaultError where columns that are not asked for hold what the specs do not read.

    The values may be any, but the tree engine does not read past what is no cell at all.
    """
    for index, plan in enumerate(layout.plans):
        if index not in asked and plan.case in _CHECKED:
            case, first = cells.CASES.index(plan.case), int(plan.arguments[0])
            places = selection.cells[index]
            checked(cells.check(selection.buffer, places, case, first, np.empty(MAX_ITEMS)))


def checked(count: int) -> int:
    """What a kernel returned, unless it was a fault."""
    if count < 0:
        raise FaultError
    return count


def _validity(is_valid: Any, count: int) -> pa.Buffer | None:
    if count == len(is_valid):
        return None
    return pa.py_buffer(np.packbits(is_valid, bitorder="little"))


def _array(data_type: pa.DataType, is_valid: Any, count: int, *buffers: Any) -> pa.Array:
    nulls = len(is_valid) - count
    views = [pa.py_buffer(buffer) for buffer in buffers]
    return pa.Array.from_buffers(
        data_type, len(is_valid), [_validity(is_valid, count), *views], nulls
    )


def read_numbers(buffer: Any, places: Any, plan: Plan) -> tuple[Any, Any, int]:
    """The numbers of `cells.numbers`, which of them there are, and how many."""
    out = np.empty(len(places), np.int64)
    is_valid = np.empty(len(places), np.uint8)
    first, second = (*plan.arguments, 0, 0)[:2]
    case = cells.CASES.index(plan.case)
    count = cells.numbers(
        *(buffer, places, case, int(first), int(second), out, is_valid),
        *(np.empty(MAX_MEMBERS, np.bool_), np.empty(MAX_MEMBERS, np.int64)),
    )
    return out, is_valid, checked(count)


_UNSIGNED = ("bit_cell", "set_cell")


def _number_array(buffer: Any, places: Any, column: Column, plan: Plan) -> pa.Array:
    out, is_valid, count = read_numbers(buffer, places, plan)
    target = arrow_type(column)
    if target == UNSIGNED_64:
        wide = np.zeros((len(out), 2), np.int64)
        wide[:, 0] = out
        return _array(target, is_valid, count, wide)
    width = target.bit_width // 8
    if width == out.itemsize and plan.case in _UNSIGNED and (out < 0).any():
        raise FaultError  # more bits than the column is described with
    return _array(
        target, is_valid, count, out if width == out.itemsize else out.astype(f"i{width}")
    )


def read_floats(buffer: Any, places: Any, plan: Plan) -> tuple[Any, Any, int]:
    """The numbers of `cells.floats`, which of them there are, and how many."""
    out = np.empty(len(places), np.float64)
    is_valid = np.empty(len(places), np.uint8)
    case = cells.CASES.index(plan.case)
    return out, is_valid, checked(cells.floats(buffer, places, case, out, is_valid))


def _float_array(buffer: Any, places: Any, column: Column, plan: Plan) -> pa.Array:
    out, is_valid, count = read_floats(buffer, places, plan)
    target = arrow_type(column)
    return _array(
        target, is_valid, count, out.astype(np.float32) if target.bit_width == 32 else out
    )  # noqa: PLR2004


def _decimal_array(buffer: Any, places: Any, column: Column, plan: Plan) -> pa.Array:
    target = arrow_type(column)
    out = np.empty(2 * len(places), np.int64)
    is_valid = np.empty(len(places), np.uint8)
    groups = np.empty(MAX_GROUPS, np.int64), np.empty(MAX_GROUPS, np.int64)
    count = cells.decimals(buffer, places, column.precision, column.scale, out, is_valid, *groups)
    return _array(target, is_valid, checked(count), out)


def located(buffer: Any, places: Any, plan: Plan) -> Located:
    """Where the bytes of a column's values lie; those of compressed columns in a new buffer."""
    ofs, length = np.empty(len(places), np.int64), np.empty(len(places), np.int64)
    is_valid = np.empty(len(places), np.uint8)
    case = cells.CASES.index(plan.case)
    first = int(plan.arguments[0])
    total = checked(cells.locate(buffer, places, case, first, ofs, length, is_valid))
    _check_size(total, len(places))
    found = Located(buffer, ofs, length, is_valid, total)
    return _decompressed(found) if plan.case.startswith("compressed_") else found


def _check_size(total: int, count: int) -> None:
    if total > MAX_TOGETHER and count > 1:
        raise TooLargeError


def _decompressed(found: Located) -> Located:
    parts = np.zeros((len(found), 5), np.int64)
    checked(cells.compressed_parts(found.buffer, found.ofs, found.length, found.is_valid, parts))
    is_compressed, method, is_raw, announced, starts = parts.T
    ends = np.where(starts > 0, found.ofs + found.length, 0)
    lengths = np.where(is_compressed, announced, ends - starts)
    for number in np.flatnonzero(is_compressed).tolist():
        if method[number] != ZLIB.value or not may_inflate(
            int(ends[number] - starts[number]), int(lengths[number])
        ):
            raise FaultError
    total = int(lengths.sum())
    _check_size(total, len(found))
    joined = np.empty(total + ROOM, np.uint8)
    joined[total:] = 0
    ofs = np.cumsum(lengths) - lengths
    source, target = memoryview(found.buffer), memoryview(joined)
    for number, (start, end, at, length) in enumerate(
        zip(starts.tolist(), ends.tolist(), ofs.tolist(), lengths.tolist(), strict=True)
    ):
        if not is_compressed[number]:
            target[at : at + length] = source[start:end]
            continue
        try:
            inflate_into(target[at : at + length], source[start:end], is_raw=bool(is_raw[number]))
        except UnreadableError as error:
            raise FaultError from error
    return Located(joined, ofs, lengths, found.is_valid, total)


def padding_of(column: Column) -> int:
    """To how many bytes a value is filled up with zeros, which the log leaves out."""
    is_padded = column.charset == BINARY and column.type == ColumnType.string
    return column.length if is_padded else 0


def _bytes_array(found: Located, data_type: pa.DataType, padded: int = 0) -> pa.Array:
    size = max(found.total, 0) + padded * len(found)
    if size > MAX_BYTES:
        raise TooLargeError
    ends = np.zeros(len(found) + 1, np.int32)
    out = np.empty(size + ROOM, np.uint8)
    used = cells.gather(
        found.buffer, found.ofs, found.length, found.is_valid, padded, ends[1:], out
    )
    return _array(data_type, found.is_valid, int(found.is_valid.sum()), ends, out[:used])


def _string_array(buffer: Any, places: Any, column: Column, plan: Plan) -> pa.Array:
    found = located(buffer, places, plan)
    if column.charset in (None, BINARY):
        return _bytes_array(found, pa.binary(), padding_of(column))
    return text_array(found, column)


def text_array(found: Located, column: Column) -> pa.Array:
    """Texts in the column's charset, as UTF-8; those that are not in it as `{"base64": ...}`."""
    array = _valid_texts(found, column.charset or "utf8mb4")
    return _mixed_array(found, column) if array is None else array


def encoded_array(found: Located, column: Column) -> pa.Array:
    """Texts in the column's charset, as bytes of UTF-8; those that are not in it as they are."""
    if column.charset in UTF8_CHARSETS:
        return _bytes_array(found, pa.binary())
    array = _valid_texts(found, column.charset or "utf8mb4")
    if array is not None:
        return array.cast(pa.binary())
    return pa.array([_encoded(value, column) for value in found.values()], pa.binary())


def _valid_texts(found: Located, charset: str) -> pa.Array | None:
    """Texts as UTF-8; None where one is not valid."""
    if charset in UTF8_CHARSETS:
        bad = cells.first_bad_text(found.buffer, found.ofs, found.length, found.is_valid)
        return _bytes_array(found, pa.string()) if bad == len(found) else None
    table = byte_table(charset)
    if table is not None:
        if 3 * found.total > MAX_BYTES:
            raise TooLargeError
        ends = np.zeros(len(found) + 1, np.int32)
        out = np.empty(3 * found.total + ROOM, np.uint8)
        used = cells.recode(
            *(found.buffer, found.ofs, found.length, found.is_valid, table, ends[1:], out)
        )
        if used >= 0:
            count = int(found.is_valid.sum())
            return _array(pa.string(), found.is_valid, count, ends, out[:used])
        return None
    texts = decoded_together(found, charset)
    if texts is None:
        return None
    return pa.array(texts, pa.string(), mask=found.is_valid == 0)


@lru_cache(MAX_CHARSETS)
def byte_table(charset: str) -> Any:
    """The table of `cells.recode_one`; None for a charset that is not one of single bytes."""
    if not _is_of_single_bytes(charset):
        return None
    decode = decoder(charset)
    table = np.zeros((256, 4), np.uint8)
    lower_half = bytes(range(128))
    for byte in range(256):
        try:
            encoded = decode(bytes([byte])).encode()
        except UnicodeDecodeError:
            continue
        table[byte, 0] = len(encoded)
        table[byte, 1 : 1 + len(encoded)] = list(encoded)
    is_like_ascii = (table[:128, 0] == 1).all() and table[:128, 1].tobytes() == lower_half
    return np.append(table.reshape(-1), np.uint8(is_like_ascii))


_OF_SEVERAL_BYTES = frozenset(  # noqa: SIM905 - a list
    [
        "big5",
        "cp932",
        "eucjpms",
        "euckr",
        "gb18030",
        "gb2312",
        "gbk",
        "sjis",
        "ucs2",
        "ujis",
        "utf16",
        "utf16le",
        "utf32",
        "utf8mb3",
        "utf8mb4",
    ]
)


def _is_of_single_bytes(charset: str) -> bool:
    is_known = charset in CODECS or charset in UPPER_HALVES or charset in DIFFERENT_BYTES
    return is_known and charset not in _OF_SEVERAL_BYTES


def decoded_together(found: Located, charset: str) -> list[str] | None:
    """Texts that are decoded in one piece; None where one is not valid, or cannot be told apart."""
    if not len(found):
        return []
    decode = decoder(charset)
    width = {"ucs2": 2, "utf16": 2, "utf16le": 2, "utf32": 4}.get(charset, 1)
    for character in range(1, 0x20):
        byte_order = "little" if charset == "utf16le" else "big"
        separator = np.frombuffer(character.to_bytes(width, byte_order), np.uint8)
        out = np.empty(found.total + len(found) * width + ROOM, np.uint8)
        used = cells.join(found.buffer, found.ofs, found.length, found.is_valid, separator, out)
        try:
            text = decode(out[: used - width].tobytes())
        except UnicodeDecodeError:
            return None
        texts = text.split(chr(character))
        if len(texts) == len(found):
            return texts
    return None


def _mixed_array(found: Located, column: Column) -> pa.Array:
    return pa.array([_text_or_base64(value, column) for value in found.values()], pa.string())


def _text_or_base64(value: bytes | None, column: Column) -> str | None:
    if value is None:
        return None
    try:
        return decoder(column.charset or "utf8mb4")(value)
    except UnicodeDecodeError:
        return to_json(json_value(column, value))


def _encoded(value: bytes | None, column: Column) -> bytes | None:
    if value is None:
        return None
    try:
        return decoder(column.charset or "utf8mb4")(value).encode()
    except UnicodeDecodeError:
        return value


def _enum_array(buffer: Any, places: Any, column: Column, plan: Plan) -> pa.Array:
    if column.labels is None:
        return _number_array(buffer, places, column, plan)
    out, is_valid, _ = read_numbers(buffer, places, plan)
    texts = plan.keep("enum_texts", _enum_texts, column.labels)
    if out.max(initial=0) >= len(texts) or out.min(initial=0) < 0:
        indexes, out = np.unique(out, return_inverse=True)
        named = dict(enumerate(["", *column.labels]))
        texts = pa.array([named.get(i, str(i % 2**64)) for i in indexes.tolist()])
    return texts.take(pa.array(out, mask=is_valid == 0))


def _enum_texts(labels: tuple[str, ...]) -> pa.Array:
    """What the indexes of an ENUM stand for that have a label; 0 is the empty text."""
    return pa.array(["", *labels], pa.string())


def _set_array(buffer: Any, places: Any, column: Column, plan: Plan) -> pa.Array:
    if column.labels is None:
        return _number_array(buffer, places, column, plan)
    out, is_valid, _ = read_numbers(buffer, places, plan)
    masks, indexes = np.unique(out.view(np.uint64), return_inverse=True)
    texts = pa.array([set_text(column.labels, mask) for mask in masks.tolist()], pa.string())
    return texts.take(pa.array(indexes, mask=is_valid == 0))


def set_text(labels: tuple[str, ...], mask: int) -> str:
    """The labels of a SET; the mask as a number where it has members without one."""
    if mask >> len(labels):
        return str(mask)
    return ",".join(label for i, label in enumerate(labels) if mask >> i & 1)


def _geometry_array(buffer: Any, places: Any, column: Column, plan: Plan) -> pa.Array:  # noqa: ARG001
    count = len(places)
    srid, ofs, length = (np.empty(count, np.int64) for _ in range(3))
    is_valid = np.empty(count, np.uint8)
    first = int(plan.arguments[0])
    total = checked(cells.geometries(buffer, places, first, srid, ofs, length, is_valid))
    _check_size(total, count)
    if (srid >= MAX_SIGNED).any():
        raise FaultError
    wkb = _bytes_array(Located(buffer, ofs, length, is_valid, total), pa.binary())
    num_valid = int(is_valid.sum())
    srids = _array(pa.int32(), is_valid, num_valid, srid.astype(np.int32))
    return pa.Array.from_buffers(
        *(GEOMETRY, count, [_validity(is_valid, num_valid)], count - num_valid),
        children=[srids, wkb],
    )


def _vector_array(buffer: Any, places: Any, column: Column, plan: Plan) -> pa.Array:  # noqa: ARG001
    found = located(buffer, places, plan)
    ends = np.zeros(len(found) + 1, np.int32)
    items = np.empty(found.total, np.float64)  # more than there are
    count = checked(
        cells.vectors(found.buffer, found.ofs, found.length, found.is_valid, ends[1:], items)
    )
    num_valid = int(found.is_valid.sum())
    return pa.Array.from_buffers(
        *(pa.list_(pa.float32()), len(found)),
        [_validity(found.is_valid, num_valid), pa.py_buffer(ends)],
        len(found) - num_valid,
        children=[pa.array(items[:count].astype(np.float32))],
    )


def _unreadable(buffer: Any, places: Any, column: Column, plan: Plan) -> pa.Array:  # noqa: ARG001
    raise FaultError


_MAKERS: dict[str, Callable[[Any, Any, Column, Plan], pa.Array]] = {
    **dict.fromkeys(("integer_cell", "bit_cell", "year_cell"), _number_array),
    **dict.fromkeys(("date_cell", "time_cell", "time2_cell"), _number_array),
    **dict.fromkeys(("datetime_cell", "datetime2_cell"), _number_array),
    **dict.fromkeys(("timestamp_cell", "timestamp2_cell"), _number_array),
    **dict.fromkeys(("float_cell", "double_cell"), _float_array),
    **dict.fromkeys(("string_cell", "blob_cell"), _string_array),
    **dict.fromkeys(("compressed_string_cell", "compressed_blob_cell"), _string_array),
    "decimal_cell": _decimal_array,
    "enum_cell": _enum_array,
    "set_cell": _set_array,
    "geometry_cell": _geometry_array,
    "vector_cell": _vector_array,
    "unreadable_cell": _unreadable,
}
