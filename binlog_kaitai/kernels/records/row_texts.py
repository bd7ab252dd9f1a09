"""Row images as JSON text, a row after the other.

One kernel writes the cells of numbers, times and plain strings where they are to stay. Those of
other columns were written before, a column after the other, and are copied.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.columns.column import (
    ROOM,
    ColumnCells,
    FaultError,
    arguments_of,
    selected,
)
from binlog_kaitai.kernels.columns.decoder import Scratch, new_scratch
from binlog_kaitai.kernels.columns.decoders import (
    DECODERS,
    LABELLED,
    STRINGS,
    decoder_number,
    locate_string,
    write_number,
)
from binlog_kaitai.kernels.columns.families import write_texts
from binlog_kaitai.kernels.columns.loops import FAULT, QUOTE, Cell
from binlog_kaitai.kernels.columns.strings import write_string
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextRoom, Texts, TextTarget
from binlog_kaitai.kernels.columns.together import Places, kind_of
from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy, copy_exactly, store8, word_of
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, NULL
from binlog_kaitai.kernels.walk.table_map_cache import Layout, Plan
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.tables import Column

OPEN_BRACE, CLOSE_BRACE = b"{}"

NULL_WORD, LEN_NULL = word_of(b"null"), 4

LEN_SEPARATOR = len(", ")

MAX_GROWTH = 6  # of a string's bytes as JSON text

NUMBER, QUOTED, BYTES, TEXT, WRITTEN = range(5)
"""Kinds of columns: with values as they are, with those in quotes, strings of bytes and of text,
and columns whose texts are written before."""

NO_ROOM = -2
"""In place of where a row ends; the room that it needs is subtracted."""

_MAX_LAYOUTS = 4096

AT, ROW = range(2)
"""Where the text ends so far, and the row that is next."""


class Shown(NamedTuple):
    """The columns that rows are shown with, and their names with what is around these.

    `written` numbers the columns whose texts are written before.
    """

    number: Ints
    kind: Ints
    decoder: Ints
    first: Ints
    second: Ints
    written: Ints
    key_end: Ints
    keys: Bytes
    max_length: int  # of a row, but for its strings


class Written(NamedTuple):
    """Texts of columns, a row of arrays for each: where each begins, and how long it is.

    A cell without a text has its place in place of its length.
    """

    texts: Bytes
    ofs: Any
    length: Any


@inlined
def _write_row(
    out: Any, at: int, places: Places, row: int, shown: Shown, written: Written, scratch: Scratch
) -> int:
    """Write a row; return where it ends, `FAULT`, or `NO_ROOM` minus the room that it needs."""
    most = len(out) - shown.max_length - ROOM  # from there on a row may not fit
    if at > most:
        return NO_ROOM - shown.max_length
    first_at = at
    out[at] = OPEN_BRACE
    at += 1
    skipped = LEN_SEPARATOR
    start, end = 0, len(places.buffer)
    for i in range(len(shown.number)):
        key_at, start = start, shown.key_end[i]
        number = shown.written[i]
        kind = shown.kind[i]
        if kind == WRITTEN:
            place = written.length[number, row]
        else:
            place = places.cells[places.at[row] + shown.number[i]]
        if place == NOT_LOGGED:
            continue
        key_at += skipped
        skipped = 0
        copy(out, at, shown.keys, key_at, start - key_at)
        at += start - key_at
        if place == NULL:
            store8(out, at, NULL_WORD)
            at += LEN_NULL
            continue
        if kind == WRITTEN:
            if at + place > most:
                return NO_ROOM - int(at - first_at + place + shown.max_length)
            copy(out, at, written.texts, written.ofs[number, row], place)
            at += place
            continue
        cell = Cell(places.buffer, place, end, shown.first[i], shown.second[i])
        if kind in (BYTES, TEXT):
            pos, text_at, size = locate_string(shown.decoder[i], cell)
            if pos < 0:
                return FAULT
            if at + MAX_GROWTH * size > most:
                return NO_ROOM - int(at - first_at + MAX_GROWTH * size + shown.max_length)
            at = write_string(out, at, places.buffer, text_at, size, kind == TEXT)
            continue
        if kind == QUOTED:
            out[at] = QUOTE
            at += 1
        at = write_number(shown.decoder[i], out, at, cell, scratch)
        if at < 0:
            return FAULT
        if kind == QUOTED:
            out[at] = QUOTE
            at += 1
    out[at] = CLOSE_BRACE
    return int(at + 1)


@kernel
def write_rows(
    places: Places,
    shown: Shown,
    written: Written,
    scratch: Scratch,
    at: Any,
    out: Any,
    lengths: Any,
) -> int:
    """Write rows from the one in `at` on, and note their lengths.

    Returns 0 when all are written, `FAULT`, or a number of bytes: with as much room from `at` on,
    more of the next row fits.
    """
    for row in range(at[ROW], len(places.at)):
        end = _write_row(out, at[AT], places, row, shown, written, scratch)
        if end == FAULT:
            return FAULT
        if end < 0:
            return NO_ROOM - end
        lengths[row] = end - at[AT]
        at[AT] = end
        at[ROW] = row + 1
    return 0


@kernel
def place_rows(texts: Any, at: int, lengths: Any, starts: Any, out: Any, is_alone: bool) -> None:
    """Put rows that lie one behind the other to where each starts; see `RowTexts.write`."""
    for row in range(len(starts)):
        if is_alone:
            copy(out, starts[row], texts, at, lengths[row])
        else:
            copy_exactly(out, starts[row], texts, at, lengths[row])
        at += lengths[row]


def shown_columns(layout: Layout) -> list[tuple[int, Column, Plan]]:
    """Return the columns that data has, with their numbers and plans."""
    columns = zip(layout.table.columns, layout.plans, strict=True)
    return [
        (index, column, plan)
        for index, (column, plan) in enumerate(columns)
        if not column.is_hidden
    ]


def key_of(column: Column) -> str:
    """Return what is in front of a column's values."""
    return json.dumps(column.name, ensure_ascii=False) + ": "


def _kind_of(column: Column, plan: Plan) -> int:
    if kind_of(column, plan) is None or plan.case in LABELLED:
        return WRITTEN
    if plan.case in STRINGS:
        return BYTES if column.charset == BINARY else TEXT
    return QUOTED if DECODERS[decoder_number(plan)].is_quoted else NUMBER


class RowWriter:
    """Writes rows of a layout."""

    def __init__(self, layout: Layout) -> None:
        self.num_columns = len(layout.plans)
        self.written = []
        rows, keys, key_ends = [], bytearray(), []
        for index, column, plan in shown_columns(layout):
            kind = _kind_of(column, plan)
            if kind == WRITTEN:
                self.written.append((index, column, plan))
            decoder = decoder_number(plan)
            rows.append((index, kind, decoder, *arguments_of(plan), len(self.written) - 1))
            keys += b", " + key_of(column).encode()
            key_ends.append(len(keys))
        numbers, kinds, decoders, first, second, written = (
            np.array(rows, np.int64).reshape(-1, 6).T.copy()
        )
        self.shown = Shown(
            *(numbers, kinds, decoders, first, second, written),
            key_end=np.array(key_ends, np.int64),
            keys=np.frombuffer(bytes(keys) + bytes(ROOM), np.uint8),
            max_length=2 + len(keys) + MAX_VALUE_TEXT * len(rows),
        )
        self.scratch = new_scratch()

    def written_texts(self, places: Places, to: Texts) -> Written:
        """Write the texts of the columns that are written before."""
        count, num_written = len(places.at), len(self.written)
        text_ofs = np.empty((num_written, count), np.int64)
        text_len = np.empty((num_written, count), np.int64)
        if num_written:
            selection = selected(places.buffer, places.cells, places.at, self.num_columns)
            for number, (index, column, plan) in enumerate(self.written):
                target = TextTarget(to, text_ofs[number], text_len[number])
                write_texts(ColumnCells(selection, index, column, plan), target)
        return Written(to.out, text_ofs, text_len)


class RowWriters:
    """The writers of layouts, and room for what is written before its rows are."""

    def __init__(self) -> None:
        self.room = TextRoom()
        # by ids: what is kept with them keeps these from being used again
        self._writers: dict[int, tuple[Layout, RowWriter]] = {}

    def of(self, layout: Layout) -> RowWriter:
        """Return the writer of a layout's rows."""
        known = self._writers.get(id(layout))
        if known is None:
            if len(self._writers) >= _MAX_LAYOUTS:
                self._writers.clear()
            known = self._writers[id(layout)] = layout, RowWriter(layout)
        return known[1]


class RowTexts:
    """The texts of rows that have the same layout, one behind the other behind others.

    Raises FaultError where kernels do not read them, TooLargeError where they are too many bytes.
    """

    def __init__(self, places: Places, layout: Layout, writers: RowWriters, texts: Texts) -> None:
        writer = writers.of(layout)
        self._texts = texts
        self._first = int(texts.at[0])
        self.lengths = np.empty(len(places.at), np.int64)
        of_columns = writers.room.take()
        written = writer.written_texts(places, of_columns)
        at = np.array([self._first, 0], np.int64)
        while needed := write_rows(
            *(places, writer.shown, written, writer.scratch, at, texts.out, self.lengths)
        ):
            if needed < 0:
                raise FaultError
            texts.at[0] = at[AT]
            texts.make_room(needed)
        texts.at[0] = at[AT]
        writers.room.give_back(of_columns)

    def write(self, starts: Any, out: Any, *, is_alone: bool) -> None:
        """Put rows to where each starts.

        Where all rows are put by one call, `is_alone` lets each overwrite what comes behind it.
        """
        place_rows(self._texts.out, self._first, self.lengths, starts, out, is_alone)
