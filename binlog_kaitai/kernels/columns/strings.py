"""Text and bytes: strings and blobs, compressed or not."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.compressed_value import CompressedValue
from binlog_kaitai.generated.kernels.compressed_value import read_compressed_value
from binlog_kaitai.io.inflate import CHUNK, inflate_into, may_inflate
from binlog_kaitai.kernels.columns.charsets import (
    UTF8_CHARSETS,
    byte_table,
    decoded_together,
    first_bad_text,
    recode_one,
    valid_texts,
)
from binlog_kaitai.kernels.columns.column import (
    MAX_BYTES,
    ROOM,
    ColumnCells,
    FaultError,
    Located,
    TooLargeError,
    check_size,
    checked,
)
from binlog_kaitai.kernels.columns.decoders import COMPRESSED
from binlog_kaitai.kernels.columns.located import bytes_array, located
from binlog_kaitai.kernels.columns.loops import FAULT, QUOTE, write_bytes
from binlog_kaitai.kernels.columns.texts import (
    END_OF_TEXT,
    MAX_TEXTS,
    MAX_VALUE_TEXT,
    NOTHING,
    TextOutput,
    TextTarget,
)
from binlog_kaitai.kernels.runtime.arrays import Bytes
from binlog_kaitai.kernels.runtime.base64_text import write_base64
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.runtime.text import NO_TEXT, write_any_quoted, write_quoted
from binlog_kaitai.kernels.runtime.utf8 import is_utf8
from binlog_kaitai.model.charsets import BINARY, decoder
from binlog_kaitai.model.json_text import json_value, quoted_length, to_json
from binlog_kaitai.model.tables import Column
from binlog_kaitai.model.values import text_value

ZLIB = CompressedValue.CompressionMethod.zlib

BASE64_KEY = b'{"base64": "'

AS_BASE64, AS_UTF8, BY_TABLE, READY = range(4)
"""How the bytes of a string become text: as base64, as they are, by a table, or not at all."""


class StringForm(NamedTuple):
    """How the bytes of strings become text.

    Bytes are `padded` with zeros to this length. The `table` is as `recode_one` has it.
    """

    kind: int
    padded: int
    table: Bytes


@kernel
def compressed_parts(buffer: Any, ofs: Any, length: Any, is_valid: Any, parts: Any) -> int:
    """Return what compressed values say of themselves: in `parts`, five numbers each.

    Whether it is compressed, the method, whether it is raw, its length then, and where the data
    begin; they end where the value does.
    """
    for i in range(len(ofs)):
        if is_valid[i]:
            end = ofs[i] + length[i]
            value = read_compressed_value(buffer, ofs[i], ofs[i], end)
            if value.pos < 0:
                return FAULT
            parts[i, 0] = value.is_compressed
            parts[i, 1] = value.method
            parts[i, 2] = value.is_raw_deflate
            parts[i, 3] = value.len_uncompressed_value
            parts[i, 4] = value.data_ofs
    return 0


def located_strings(cells: ColumnCells) -> Located:
    """Find where the bytes of values lie; those of compressed columns in a new buffer.

    Raises:
        FaultError: for what is no value.
        TooLargeError: where they are too many bytes to be taken together.
    """
    found = located(cells)
    return _decompressed(found) if cells.plan.case in COMPRESSED else found


def _decompressed(found: Located) -> Located:
    parts = np.zeros((len(found), 5), np.int64)
    checked(compressed_parts(found.buffer, found.ofs, found.length, found.is_valid, parts))
    is_compressed, method, is_raw, announced, starts = parts.T
    ends = np.where(starts > 0, found.ofs + found.length, 0)
    lengths = np.where(is_compressed, announced, ends - starts)
    for number in np.flatnonzero(is_compressed).tolist():
        if method[number] != ZLIB.value or not may_inflate(
            int(ends[number] - starts[number]), int(lengths[number])
        ):
            raise FaultError
    total = int(lengths.sum())
    check_size(total, len(found))
    joined: Any = np.empty(total + ROOM, np.uint8)
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


# as arrays


def string_array(cells: ColumnCells) -> pa.Array:
    """Return cells as an array of text, or of bytes."""
    found = located_strings(cells)
    if cells.column.charset in (None, BINARY):
        return bytes_array(found, pa.binary(), cells.column.padded_length)
    return text_array(found, cells.column)


def text_array(found: Located, column: Column) -> pa.Array:
    """Return texts in the column's charset as UTF-8.

    Those that are not valid in it become `{"base64": ...}`.
    """
    array = valid_texts(found, column.charset or "utf8mb4")
    return _mixed_array(found, column) if array is None else array


def encoded_array(found: Located, column: Column) -> pa.Array:
    """Return texts in the column's charset as bytes of UTF-8, and those not in it as they are."""
    if column.charset in UTF8_CHARSETS:
        return bytes_array(found, pa.binary())
    array = valid_texts(found, column.charset or "utf8mb4")
    if array is not None:
        return array.cast(pa.binary())
    return pa.array([_encoded(value, column) for value in found.values()], pa.binary())


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


# as JSON text


@inlined
def _write_base64_text(out: Any, at: int, buffer: Any, start: int, length: int) -> int:
    """Write text that is not valid in its charset."""
    at = write_bytes(out, at, BASE64_KEY)
    at = write_base64(out, at, buffer, start, length)
    return write_bytes(out, at, END_OF_TEXT)


@inlined
def _write_padded(out: Any, at: int, buffer: Any, start: int, size: int, padded: int) -> int:
    """Write bytes as base64, with as many zeros behind them as they are padded with."""
    out[at] = QUOTE
    at += 1
    if size < padded:
        # beyond the text that is to be written
        beyond = at + 2 * padded + MAX_VALUE_TEXT // 2
        copy(out, beyond, buffer, start, size)
        for byte in range(size, padded):
            out[beyond + byte] = 0
        at = write_base64(out, at, out, beyond, padded)
    else:
        at = write_base64(out, at, buffer, start, size)
    out[at] = QUOTE
    return at + 1


@shared
def write_string(out: Any, at: int, buffer: Any, start: int, size: int, is_text: bool) -> int:
    """Write text of UTF-8, or else bytes as base64, as a JSON string; return where it ends.

    It takes at most 6 times its length and MAX_VALUE_TEXT.
    """
    if not is_text:
        return _write_padded(out, at, buffer, start, size, 0)
    end = write_any_quoted(out, at, buffer, start, size)
    return _write_base64_text(out, at, buffer, start, size) if end == NO_TEXT else end


@kernel
def string_texts(
    buffer: Any, ofs: Any, length: Any, places: Any, form: StringForm, output: TextOutput
) -> int:
    """Write strings and blobs that were located.

    They take at most 9 times their own length and MAX_VALUE_TEXT, and twice what they are padded
    to.
    """
    out, pos = output.out, output.at[0]
    for i in range(len(ofs)):
        output.ofs[i] = pos
        if places[i] < 0:
            output.length[i] = places[i]
            continue
        start, size = ofs[i], length[i]
        if form.kind == READY:
            copy(out, pos, buffer, start, size)
            pos += size
        elif form.kind == AS_BASE64:
            pos = _write_padded(out, pos, buffer, start, size, form.padded)
        elif form.kind == AS_UTF8:
            # not by `write_string`, which may need more room before it meets what is not valid
            if is_utf8(buffer, start, size):
                pos = write_quoted(out, pos, buffer, start, size)
            else:
                pos = _write_base64_text(out, pos, buffer, start, size)
        else:
            beyond = pos + 6 * size + MAX_VALUE_TEXT // 2
            recoded = recode_one(out, beyond, buffer, start, size, form.table)
            if recoded < 0:
                pos = _write_base64_text(out, pos, buffer, start, size)
            else:
                pos = write_quoted(out, pos, out, beyond, recoded - beyond)
        output.length[i] = pos - output.ofs[i]
    output.at[0] = pos
    return 0


def write_strings(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text: bytes as base64, text that is none as `{"base64": ...}`."""
    found = located_strings(cells)
    column = cells.column
    charset = column.charset or "utf8mb4"
    kind, table, padded = AS_UTF8, NOTHING, 0
    if charset == BINARY:
        kind, padded = AS_BASE64, column.padded_length
    elif charset not in UTF8_CHARSETS:
        table = byte_table(charset)
        kind = BY_TABLE
        if table is None:
            found, kind, table = _decoded(found, column, charset)
    target.to.make_room(_text_room(found, kind) + (MAX_VALUE_TEXT + 4 * padded) * len(found))
    form = StringForm(kind, padded, table)
    place = found.buffer, found.ofs, found.length, cells.places
    checked(string_texts(*place, form, target.output()))


def _text_room(found: Located, kind: int) -> int:
    """Return how many bytes the texts of strings take at most, but for what is around each."""
    as_base64 = 4 * (found.total // 3 + len(found))
    if kind == AS_BASE64:
        return as_base64
    if kind != AS_UTF8:
        return 9 * found.total
    if len(found) > 1 or found.total < MAX_TEXTS // 6:
        return 6 * found.total
    # one that is large is worth a look
    if first_bad_text(found.buffer, found.ofs, found.length, found.is_valid) < len(found):
        return as_base64
    start = int(found.ofs[0])
    end = start + found.total
    size = sum(
        quoted_length(found.buffer[at : min(at + CHUNK, end)]) for at in range(start, end, CHUNK)
    )
    if size > MAX_BYTES:
        raise TooLargeError
    return size


def _decoded(found: Located, column: Column, charset: str) -> tuple[Located, int, Any]:
    """Return texts of a charset of several bytes as UTF-8, or as JSON where one is not valid."""
    decoded = decoded_together(found, charset)
    kind = AS_UTF8
    if decoded is None:
        kind = READY
        decoded = [
            "" if value is None else to_json(json_value(column, text_value(column, value)))
            for value in found.values()
        ]
    encoded = [text.encode() for text in decoded]
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    joined = np.frombuffer(b"".join(encoded) + bytes(ROOM), np.uint8)
    ofs = np.cumsum(lengths) - lengths
    return Located(joined, ofs, lengths, found.is_valid, int(lengths.sum())), kind, NOTHING
