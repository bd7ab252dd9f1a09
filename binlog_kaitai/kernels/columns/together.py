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

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.kernels.columns.charsets import UTF8_CHARSETS
from binlog_kaitai.kernels.columns.column import (
    BLOCK,
    MAX_BYTES,
    ROOM,
    ColumnCells,
    FaultError,
    Selection,
    TooLargeError,
    check_size,
)
from binlog_kaitai.kernels.columns.decimals import room_for_groups, store_decimals
from binlog_kaitai.kernels.columns.floats import store_floats
from binlog_kaitai.kernels.columns.integers import store_integers
from binlog_kaitai.kernels.columns.loops import NOT_STORED, Block, Stored
from binlog_kaitai.kernels.columns.strings import string_at
from binlog_kaitai.kernels.columns.temporal import store_temporal
from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.runtime.stream import copy_far, prefetch, store8
from binlog_kaitai.kernels.runtime.utf8 import is_utf8
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, NULL
from binlog_kaitai.kernels.walk.table_map_cache import Plan
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.schema import arrow_type
from binlog_kaitai.model.tables import Column, ColumnType

_FAMILIES = (
    ("integer_cell", "bit_cell", "year_cell"),
    ("float_cell", "double_cell"),
    ("decimal_cell",),
    (
        *("date_cell", "time_cell", "time2_cell", "datetime_cell", "datetime2_cell"),
        *("timestamp_cell", "timestamp2_cell"),
    ),
    ("string_cell", "blob_cell"),
)
INTEGERS, FLOATS, DECIMALS, TEMPORAL, STRINGS = range(len(_FAMILIES))

_FAMILY_OF = {case: number for number, cases in enumerate(_FAMILIES) for case in cases}

_END = 4  # bytes of where a text ends

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


class Columns(NamedTuple):
    """Some columns of a table: their numbers, what reads their cells, and how wide values are.

    `has_charset` says that strings are to be text, of UTF-8.
    """

    number: Ints
    family: Ints
    case: Ints
    first: Ints
    second: Ints
    width: Ints
    has_charset: Ints


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


@shared
def _store_ends(
    block: Block, column: int, case: int, first: int, out: Any, to: int, total: int
) -> tuple[Stored, int]:
    """Store where the texts of a block end, the ones before being so long; return their length."""
    end = len(block.buffer)
    lowest = bits = count = 0
    for i in range(block.first, block.end):
        place = block.cells[block.at[i] + column]
        if place >= 0:
            pos, _, size = string_at(block.buffer, place, end, case, first)
            if pos < 0:
                return NOT_STORED, 0
            total += size
            bits |= 1 << (i - block.first)
            count += 1
        lowest = min(lowest, place)
        store8(out, to, total)
        to += _END
    return Stored(True, lowest, bits, count), total


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


@inlined
def _store_block(
    block: Block, columns: Columns, i: int, stride: int, groups: Any, told: Any, out: Any
) -> Stored:
    """Store the cells of a column in a block."""
    column, case = columns.number[i] * stride, columns.case[i]
    first, second = columns.first[i], columns.second[i]
    family, width = columns.family[i], columns.width[i]
    to = told[VALUES_AT, i] + width * block.first
    if family == INTEGERS:
        return store_integers(block, column, case, first, second, out, to, width)
    if family == FLOATS:
        return store_floats(block, column, case, out, to, width)
    if family == TEMPORAL:
        return store_temporal(block, column, case, first, out, to, width)
    if family == DECIMALS:
        return store_decimals(block, column, first, second, groups, out, to, width)
    stored, total = _store_ends(block, column, case, first, out, to + _END, told[TOTAL, i])
    told[TOTAL, i] = total
    return stored


@kernel
def store_cells(
    places: Places, least: int, columns: Columns, groups: Any, told: Any, out: Any
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
            stored = _store_block(block, columns, i, places.stride, groups, told, out)
            if not stored.is_sound:
                return FAULT
            store8(out, told[BITS_AT, i] + first // 8, stored.bits)
            told[COUNT, i] += stored.num_values
            lowest = min(lowest, stored.lowest)
        if lowest < least:
            break
    return lowest


@shared
def _copy_block(
    block: Block, column: int, case: int, first: int, has_charset: int, out: Any, to: int
) -> tuple[bool, int]:
    """Copy the texts of a block; return whether they are what they are to be, and their end."""
    end = len(block.buffer)
    is_valid = True
    for i in range(block.first, block.end):
        place = block.cells[block.at[i] + column]
        if place < 0:
            continue
        _, start, size = string_at(block.buffer, place, end, case, first)
        if has_charset and not is_utf8(block.buffer, start, size):
            is_valid = False
        copy_far(out, to, block.buffer, start, size)
        to += size
    return is_valid, to


@kernel
def copy_texts(places: Places, columns: Columns, told: Any, out: Any) -> None:
    """Copy the texts whose ends are stored, each column's one behind the other."""
    num_rows = len(places.at)
    text_at = num_strings = 0
    for i in range(len(columns.number)):
        told[TEXT_AT, i] = text_at
        told[IS_VALID, i] = 1
        if columns.family[i] == STRINGS:
            num_strings += 1
            text_at += _aligned(told[TOTAL, i] + ROOM)
            told[TOTAL, i] = told[TEXT_AT, i]  # how far they are copied
    for first in range(0, num_rows, BLOCK):
        end = min(first + BLOCK, num_rows)
        block = Block(places.buffer, places.cells, places.at, first, end)
        _fetch(block, num_strings)
        for i in range(len(columns.number)):
            if columns.family[i] == STRINGS:
                column, to = columns.number[i] * places.stride, told[TOTAL, i]
                is_valid, to = _copy_block(
                    block,
                    column,
                    columns.case[i],
                    columns.first[i],
                    columns.has_charset[i],
                    out,
                    to,
                )
                told[TOTAL, i] = to
                if not is_valid:
                    told[IS_VALID, i] = 0
    for i in range(len(columns.number)):
        told[TOTAL, i] -= told[TEXT_AT, i]


def family_of(column: Column, plan: Plan) -> int | None:
    """Return the family by which a column's cells are stored; None where they are not."""
    family = _FAMILY_OF.get(plan.case)
    if family == DECIMALS and pa.types.is_string(arrow_type(column)):
        return None  # of more digits than 128 bits hold
    if family == STRINGS:
        is_padded = column.charset == BINARY and column.type == ColumnType.string
        is_known = column.charset in (None, BINARY) or column.charset in UTF8_CHARSETS
        return family if is_known and not is_padded else None
    return family


class Together:
    """Makes arrays of some columns of a layout, each of the column's own type."""

    def __init__(self, columns: Sequence[tuple[int, Column, Plan]]) -> None:
        """Take in the columns, which `family_of` says are stored, with their numbers."""
        self.types = [arrow_type(column) for _, column, _ in columns]
        self._widths, self._are_strings = [], []
        rows = []
        for (number, column, plan), data_type in zip(columns, self.types, strict=True):
            how = _how(number, column, plan, data_type)
            rows.append(how)
            self._widths.append(how.width)
            self._are_strings.append(how.family == STRINGS)
        parts = zip(*rows, strict=True) if rows else [()] * len(Columns._fields)
        self._columns = Columns(*(np.array(part, np.int64) for part in parts))
        self._groups = room_for_groups()

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
        lowest = store_cells(places, least, self._columns, self._groups, told, out)
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


def _how(number: int, column: Column, plan: Plan, data_type: pa.DataType) -> Columns:
    """Return what `Columns` has of one column."""
    family = family_of(column, plan)
    assert family is not None
    first, second = (*map(int, plan.arguments), 0, 0)[:2]
    if plan.case == "bit_cell":
        second = int(data_type == pa.int64())  # which has a sign
    return Columns(
        *(number, family, CASES.index(plan.case), first, second),
        width=_END if family == STRINGS else data_type.bit_width // 8,
        has_charset=int(pa.types.is_string(data_type)),
    )


def stored_array(cells: ColumnCells) -> pa.Array:
    """Return the cells of one column of numbers or times. Raises FaultError."""
    places = Places(cells.buffer, cells.places, np.arange(len(cells.places)))
    arrays = Together([(0, cells.column, cells.plan)]).arrays(places, NOT_LOGGED)
    if arrays is None:
        raise FaultError
    return arrays[0]
