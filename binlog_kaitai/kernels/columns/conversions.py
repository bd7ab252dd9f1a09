"""The cells of a column as an array of any type that its own converts to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.column import (
    MAX_BYTES,
    ColumnCells,
    FaultError,
    TooLargeError,
    array_from,
)
from binlog_kaitai.kernels.columns.decoders import COMPRESSED, STRINGS
from binlog_kaitai.kernels.columns.families import natural_array, write_texts
from binlog_kaitai.kernels.columns.json.cells import write_documents
from binlog_kaitai.kernels.columns.located import located
from binlog_kaitai.kernels.columns.strings import encoded_array, located_strings, text_array
from binlog_kaitai.kernels.columns.texts import TextRoom, Texts, TextTarget
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.schema import arrow_type


def array_of(cells: ColumnCells, target: pa.DataType, room: TextRoom | None = None) -> pa.Array:
    """Return the cells of a column as `binlog_kaitai.tree.output.arrays.array_of` has them.

    Texts are written by way of the `room`, or of fresh one.

    Raises FaultError where kernels do not read them, TooLargeError where they are too many bytes,
    pyarrow.ArrowException for a value that does not fit the type.
    """
    room = room or TextRoom()
    case, natural = cells.plan.case, arrow_type(cells.column)
    is_text = pa.types.is_string(target) or pa.types.is_binary(target)
    if pa.types.is_string(natural) and case == "json_cell":
        return _document_column(cells, room).cast(target)
    if pa.types.is_string(natural) and case == "decimal_cell":
        return text_column(cells, room).cast(target)
    if natural == target:
        return natural_array(cells)
    if pa.types.is_binary(natural) and pa.types.is_string(target):
        return _text_of_bytes(cells)
    if pa.types.is_binary(target) and (case in STRINGS or case in COMPRESSED):
        return encoded_array(located_strings(cells), cells.column).cast(target)
    array = natural_array(cells)
    if is_text and not pa.types.is_string(natural):
        return text_column(cells, room).cast(target)
    return array.cast(target)


def _text_of_bytes(cells: ColumnCells) -> pa.Array:
    """Return bytes that the user knows to be text; of BINARY, all of them have to be."""
    if cells.column.charset == BINARY:
        return natural_array(cells).cast(pa.string())
    if cells.plan.case not in STRINGS:
        raise FaultError
    return text_array(located_strings(cells), cells.column)


def text_column(cells: ColumnCells, room: TextRoom) -> pa.Array:
    """Return the cells of a column as plain text, without JSON's quotes."""
    count = len(cells.places)
    texts_of = room.take() if count > 1 else Texts(is_bounded=False)
    text_ofs, text_len = np.empty(count, np.int64), np.empty(count, np.int64)
    write_texts(cells, TextTarget(texts_of, text_ofs, text_len, is_quoted=False))
    # they lie one after the other
    first = int(text_ofs[0]) if count else 0
    text = texts_of.out[first : int(texts_of.at[0])].copy()
    room.give_back(texts_of)
    return _array_of_texts(text_len, text)


def _document_column(cells: ColumnCells, room: TextRoom) -> pa.Array:
    """Return documents as plain text, which mostly is as long as they are: it stays in its room."""
    found, count = located(cells), len(cells.places)
    size = max(found.total, 1)
    texts_of = room.take_to_keep(size) if count > 1 else Texts(is_bounded=False)
    text_ofs, text_len = np.empty(count, np.int64), np.empty(count, np.int64)
    write_documents(cells, TextTarget(texts_of, text_ofs, text_len, is_quoted=False), found)
    return _array_of_texts(text_len, room.kept_of(texts_of, size))


def _array_of_texts(lengths: Any, text: Any) -> pa.Array:
    """Return texts that lie one after the other; those whose length is negative are null."""
    if len(text) > MAX_BYTES:
        raise TooLargeError
    is_valid = lengths >= 0
    num_valid = int(is_valid.sum())
    ends = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths if num_valid == len(lengths) else np.maximum(lengths, 0), out=ends[1:])
    return array_from(pa.string(), is_valid, num_valid, ends, text)
