"""Columns whose cells are read together: numbers, times, and the bytes of strings.

One call stores the values of numbers and where texts end, a block of rows at a time, so that their
cells stay in the nearest cache; another copies the texts. Each column's part of what they write is
then one of an Arrow array's buffers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.charsets import UTF8_CHARSETS
from binlog_kaitai.kernels.columns.column import (
    BLOCK,
    MAX_BYTES,
    ROOM,
    ColumnCells,
    FaultError,
    Selection,
    TooLargeError,
    arguments_of,
    check_size,
)
from binlog_kaitai.kernels.columns.decoder import Scratch, new_scratch
from binlog_kaitai.kernels.columns.decoders import (
    HOLD_BITS,
    LABELLED,
    OF_NUMBERS,
    STRINGS,
    decoder_number,
    locate_string,
    store_block,
)
from binlog_kaitai.kernels.columns.loops import Block, BlockColumn, Cell
from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.runtime.stream import copy_32, copy_far, prefetch, store8
from binlog_kaitai.kernels.runtime.utf8 import high_32, is_utf8
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, NULL
from binlog_kaitai.kernels.walk.table_map_cache import Plan
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.schema import arrow_type
from binlog_kaitai.model.tables import Column

_END = 4  # bytes of where a text ends
_SHORT = 32  # bytes of a text that is copied at once

_ALIGNED = 64  # bytes: what Arrow's buffers begin at a multiple of

_PLACE = 8  # bytes of where a cell lies
_LINE = 64  # bytes that are fetched at once
_LONG, _NEAR = 2**14, 2**18
"""Bytes of a block that are more than the nearest cache may hold, and no more than the next one."""

FAULT = 1
"""In place of the lowest of the cells' places, none of which is more than 0."""

VALUES_AT, BITS_AT, COUNT, TOTAL, TEXT_AT, IS_VALID = range(6)
"""What is told of each column: where what was written lies, how many values and bytes of text there
are, and whether all are text that is to be."""


NUMBER, BYTES, TEXT = range(3)
"""Kinds of storage: words, bytes, and bytes that are to be text, of UTF-8."""


class Columns(NamedTuple):
    """Some columns of a table: their numbers, what reads their cells, and how wide values are."""

    number: Ints
    decoder: Ints
    first: Ints
    second: Ints
    width: Ints
    kind: Ints


class Places(NamedTuple):
    """Where cells lie in a buffer: a row's first one is noted in `cells` where `at` says.

    The next ones are noted `stride` further each.
    """

    buffer: Bytes
    cells: Ints
    at: Ints
    stride: int = 1


def selected_places(selection: Selection) -> Places:
    """Return where the cells of a selection lie."""
    num_rows = len(selection)
    return Places(selection.buffer, selection.cells.reshape(-1), np.arange(num_rows), num_rows)


@inlined
def _aligned(size: int) -> int:
    return (size + _ALIGNED - 1) // _ALIGNED * _ALIGNED


@inlined
def _lay_out(columns: Columns, count: int, told: Any, out: Any) -> None:
    """Say where the columns' values lie, and the bits of which there are."""
    at = 0
    for i in range(len(columns.number)):
        told[BITS_AT, i] = at
        at += _aligned(count // 8 + 8)
        told[VALUES_AT, i] = at
        store8(out, at, 0)  # where the first text begins
        at += _aligned(columns.width[i] * (count + 1) + 8)
        told[COUNT, i] = told[TOTAL, i] = 0


@inlined
def _fetch(block: Block, num_columns: int) -> None:
    """Have the rows of a block fetched to a near cache, if they are long and most of them is asked.

    Their columns, each of which is read in all rows before the next is, lie too far apart for a
    processor to see what comes next: it waits for each, the longer the busier memory is.
    """
    most = min(_NEAR, (block.end - block.first) * num_columns * _LINE)
    first, last = block.at[block.first], block.at[block.end - 1]
    start, end = block.cells[first], block.cells[last]
    if start >= 0 and _LONG <= end - start <= most:
        for at in range(start, end, _LINE):
            prefetch(block.buffer, at)
    if _LONG <= (last - first) * _PLACE <= most:
        for at in range(first * _PLACE, last * _PLACE, _LINE):
            prefetch(block.cells, at)


@kernel
def store_cells(
    places: Places, least: int, columns: Columns, scratch: Scratch, told: Any, out: Any
) -> int:
    """Store the cells of rows; of strings where they end.

    Returns the lowest place of a cell, or `FAULT`. Stops where that is below the least.
    """
    num_rows = len(places.at)
    _lay_out(columns, num_rows, told, out)
    lowest = 0
    for first in range(0, num_rows, BLOCK):
        end = min(first + BLOCK, num_rows)
        block = Block(places.buffer, places.cells, places.at, first, end)
        _fetch(block, len(columns.number))
        for i in range(len(columns.number)):
            column = BlockColumn(
                *(columns.number[i] * places.stride, columns.first[i], columns.second[i]),
                width=columns.width[i],
            )
            to = told[VALUES_AT, i] + column.width * first
            stored = store_block(
                columns.decoder[i], block, column, scratch, out, to, told[TOTAL, i]
            )
            if not stored.is_sound:
                return FAULT
            store8(out, told[BITS_AT, i] + first // 8, stored.bits)
            told[COUNT, i] += stored.num_values
            told[TOTAL, i] = stored.total
            lowest = min(lowest, stored.lowest)
        if lowest < least:
            break
    return lowest


@shared
def _copy_block(
    block: Block, column: BlockColumn, decoder: int, is_text: bool, out: Any, to: int
) -> tuple[bool, int]:
    """Copy the bytes of a block; return whether they are what they are to be, and their end."""
    end = len(block.buffer)
    is_valid, high = True, 0
    for i in range(block.first, block.end):
        place = block.cells[block.at[i] + column.number]
        if place < 0:
            continue
        cell = Cell(block.buffer, place, end, column.first, column.second)
        _, start, size = locate_string(decoder, cell)
        if size <= _SHORT:
            high |= high_32(block.buffer, start) & (1 << size) - 1
            copy_32(out, to, block.buffer, start)
        else:
            if is_text and not is_utf8(block.buffer, start, size):
                is_valid = False
            copy_far(out, to, block.buffer, start, size)
        to += size
    if is_text and high != 0:
        is_valid = is_valid and _are_utf8(block, column, decoder)
    return is_valid, to


@shared
def _are_utf8(block: Block, column: BlockColumn, decoder: int) -> bool:
    """Return whether all texts of a block are UTF-8."""
    end = len(block.buffer)
    for i in range(block.first, block.end):
        place = block.cells[block.at[i] + column.number]
        if place >= 0:
            cell = Cell(block.buffer, place, end, column.first, column.second)
            _, start, size = locate_string(decoder, cell)
            if not is_utf8(block.buffer, start, size):
                return False
    return True


@kernel
def copy_texts(places: Places, columns: Columns, told: Any, out: Any) -> None:
    """Copy the texts whose ends are stored, each column's one behind the other."""
    num_rows = len(places.at)
    text_at = num_strings = 0
    for i in range(len(columns.number)):
        told[TEXT_AT, i] = text_at
        told[IS_VALID, i] = 1
        if columns.kind[i] != NUMBER:
            num_strings += 1
            text_at += _aligned(told[TOTAL, i] + ROOM)
            told[TOTAL, i] = told[TEXT_AT, i]  # how far they are copied
    for first in range(0, num_rows, BLOCK):
        end = min(first + BLOCK, num_rows)
        block = Block(places.buffer, places.cells, places.at, first, end)
        _fetch(block, num_strings)
        for i in range(len(columns.number)):
            if columns.kind[i] != NUMBER:
                number, is_text = columns.number[i] * places.stride, columns.kind[i] == TEXT
                column = BlockColumn(number, columns.first[i], columns.second[i], _END)
                is_valid, told[TOTAL, i] = _copy_block(
                    block, column, columns.decoder[i], is_text, out, told[TOTAL, i]
                )
                if not is_valid:
                    told[IS_VALID, i] = 0
    for i in range(len(columns.number)):
        told[TOTAL, i] -= told[TEXT_AT, i]


def kind_of(column: Column, plan: Plan) -> int | None:
    """Return how a column's cells are stored as its `arrow_type`; None where that takes more."""
    if plan.case in STRINGS:
        is_known = column.charset in (None, BINARY) or column.charset in UTF8_CHARSETS
        if not is_known or column.padded_length:
            return None
        return BYTES if column.charset in (None, BINARY) else TEXT
    is_number = plan.case in OF_NUMBERS or (plan.case in LABELLED and column.labels is None)
    # a DECIMAL may have more digits than 128 bits hold
    return NUMBER if is_number and not pa.types.is_string(arrow_type(column)) else None


class StoredColumn(NamedTuple):
    """A column whose cells are stored: its number, the kind of storage, and the array's type.

    `is_signed` says that what has as many bits as an int64 is no value of its.
    """

    number: int
    plan: Plan
    kind: int
    type: pa.DataType
    is_signed: bool

    @classmethod
    def of(cls, number: int, column: Column, plan: Plan) -> StoredColumn | None:
        """Return a column that is stored as its `arrow_type`; None where that takes more."""
        kind = kind_of(column, plan)
        if kind is None:
            return None
        data_type = arrow_type(column)
        return cls(number, plan, kind, data_type, is_signed=data_type == pa.int64())

    def described(self) -> Columns:
        """Return what `Columns` has of it."""
        first, second = arguments_of(self.plan)
        if self.plan.case in HOLD_BITS:
            second = int(self.is_signed)
        return Columns(
            *(self.number, decoder_number(self.plan, is_for_any=False), first, second),
            width=self.type.bit_width // 8 if self.kind == NUMBER else _END,
            kind=self.kind,
        )


class Together:
    """Makes arrays of some columns of a layout, each of the column's own type."""

    def __init__(self, columns: Sequence[StoredColumn]) -> None:
        self.types = [column.type for column in columns]
        rows = [column.described() for column in columns]
        self._widths = [row.width for row in rows]
        self._are_strings = [row.kind != NUMBER for row in rows]
        parts = zip(*rows, strict=True) if rows else [()] * len(Columns._fields)
        self._columns = Columns(*(np.array(part, np.int64) for part in parts))
        self._scratch = new_scratch()

    def arrays(self, places: Places, least: int = NULL) -> list[pa.Array | None] | None:
        """Return the cells of rows, each column's as an array; None for texts that are not valid.

        Returns None alone where a cell's place is below the least: `NULL`, unless images may lack
        columns.

        Raises:
            FaultError: for what no server stores.
            TooLargeError: where the bytes of a column are too many to be taken together.
        """
        count, num_columns = len(places.at), len(self.types)
        told = np.empty((IS_VALID + 1, num_columns), np.int64)
        size = (count + 1) * sum(self._widths) + num_columns * (count // 8 + 16 + 2 * _ALIGNED)
        out = np.empty(size, np.uint8)
        lowest = store_cells(places, least, self._columns, self._scratch, told, out)
        if lowest == FAULT:
            raise FaultError
        if lowest < least:
            return None
        texts = None
        if True in self._are_strings:
            total = 0
            for length in told[TOTAL].tolist():
                check_size(length, count)
                if length > MAX_BYTES:
                    raise TooLargeError
                total += length + ROOM + _ALIGNED
            texts = np.empty(total, np.uint8)
            copy_texts(places, self._columns, told, texts)
        return self._made(count, told.tolist(), out, texts)

    def _made(
        self, count: int, told: list[list[int]], out: Any, texts: Any
    ) -> list[pa.Array | None]:
        """Return arrays of what was written."""
        stored = pa.py_buffer(out)
        copied = None if texts is None else pa.py_buffer(texts)
        num_bits = (count + 7) // 8
        arrays: list[pa.Array | None] = []
        columns = zip(self.types, self._widths, self._are_strings, *told, strict=True)
        for (
            data_type,
            width,
            is_string,
            values_at,
            bits_at,
            num_valid,
            total,
            text_at,
            is_valid,
        ) in columns:
            if is_string and not is_valid:
                arrays.append(None)
                continue
            bits = None if num_valid == count else stored.slice(bits_at, num_bits)
            buffers = [bits, stored.slice(values_at, width * (count + is_string))]
            if is_string:
                assert copied is not None
                buffers.append(copied.slice(text_at, total))
            arrays.append(pa.Array.from_buffers(data_type, count, buffers, count - num_valid))
        return arrays


def stored_array(
    cells: ColumnCells, data_type: pa.DataType | None = None, *, is_signed: bool = True
) -> pa.Array:
    """Return the numbers of one column's cells as its `arrow_type`, or another. Raises FaultError.

    If it `is_signed`, no number of bits has as many as an int64.
    """
    places = Places(cells.buffer, cells.places, np.arange(len(cells.places)))
    data_type = arrow_type(cells.column) if data_type is None else data_type
    is_signed = is_signed and data_type == pa.int64()
    column = StoredColumn(0, cells.plan, NUMBER, data_type, is_signed)
    arrays = Together([column]).arrays(places, NOT_LOGGED)
    if arrays is None:
        raise FaultError
    return arrays[0]
