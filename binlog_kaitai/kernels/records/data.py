"""The data of flat records as JSON text: the cells of each row, and what statements tell."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.column import MAX_BYTES, ROOM, Selection, TooLargeError
from binlog_kaitai.kernels.columns.families import write_texts
from binlog_kaitai.kernels.columns.json.cells import NULL_TEXT
from binlog_kaitai.kernels.columns.loops import write_bytes
from binlog_kaitai.kernels.columns.texts import TextRoom, Texts, TextTarget
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.records.statements import StatementTexts, statement_array
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy, copy_exactly
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, NULL
from binlog_kaitai.kernels.walk.table_map_cache import Layout, Plan
from binlog_kaitai.model.tables import Column

COMMA, SPACE, OPEN_BRACE, CLOSE_BRACE = b", {}"


@kernel
def measure_data(text_len: Any, key_ends: Any, lengths: Any) -> int:
    """Sum up how long the data of each row is; return the total.

    `text_len` has a row for each column.
    """
    total = 0
    for row in range(len(lengths)):
        length = 2
        count = 0
        for column in range(len(text_len)):
            size = text_len[column, row]
            if size == NOT_LOGGED:
                continue
            if size == NULL:
                size = len(NULL_TEXT)
            start = key_ends[column - 1] if column else 0
            length += key_ends[column] - start + size
            count += 1
        if count > 1:
            length += 2 * (count - 1)
        lengths[row] = length
        total += length
    return total


@inlined
def _write_row(
    texts: Any,
    text_ofs: Any,
    text_len: Any,
    keys: Any,
    key_ends: Any,
    row: int,
    out: Any,
    at: int,
    copy_bytes: Any,
) -> int:
    out[at] = OPEN_BRACE
    at += 1
    is_first = True
    start = 0
    for column in range(len(text_len)):
        end = key_ends[column]
        size = text_len[column, row]
        if size != NOT_LOGGED:
            if not is_first:
                out[at] = COMMA
                out[at + 1] = SPACE
                at += 2
            is_first = False
            copy_bytes(out, at, keys, start, end - start)
            at += end - start
            if size == NULL:
                at = write_bytes(out, at, NULL_TEXT)
            else:
                copy_bytes(out, at, texts, text_ofs[column, row], size)
                at += size
        start = end
    out[at] = CLOSE_BRACE
    return at + 1


@kernel
def write_data(
    texts: Any,
    text_ofs: Any,
    text_len: Any,
    keys: Any,
    key_ends: Any,
    starts: Any,
    out: Any,
    is_alone: bool,
) -> int:
    """Write the data of rows to where each starts; `keys` are the columns' names with a colon.

    Where all rows are written in one call, in their order, `is_alone` lets each overwrite what
    comes behind it.
    """
    if is_alone:
        for row in range(len(starts)):
            _write_row(texts, text_ofs, text_len, keys, key_ends, row, out, starts[row], copy)
    else:
        for row in range(len(starts)):
            _write_row(
                texts, text_ofs, text_len, keys, key_ends, row, out, starts[row], copy_exactly
            )
    return 0


def data_array(run: Run, room: TextRoom) -> pa.Array:
    """Return the data of each row, a string of JSON, written by way of some room.

    Raises FaultError where kernels do not read it, TooLargeError where it is too many bytes.
    """
    count, statements = len(run), run.statements
    if len(statements) == count:
        return statement_array(run)
    if count == 1:
        return _data_of_one(run)
    lengths = np.zeros(count, np.int64)
    groups: list[tuple[Any, RowTexts | StatementTexts]] = []
    if len(statements):
        texts = StatementTexts(run, statements)
        lengths[statements] = texts.lengths
        groups.append((statements, texts))
    for layout, chosen in run.by_layout():
        group = RowTexts(run.selection(len(layout.plans), chosen), layout, room.take())
        lengths[chosen] = group.lengths
        groups.append((chosen, group))
    ends = np.zeros(count + 1, np.int64)
    np.cumsum(lengths, out=ends[1:])
    if ends[-1] > MAX_BYTES:
        raise TooLargeError
    out = np.empty(int(ends[-1]) + ROOM, np.uint8)
    for chosen, texts_of in groups:
        texts_of.write(ends[:-1][chosen], out, is_alone=len(groups) == 1)
        if isinstance(texts_of, RowTexts):
            room.give_back(texts_of.texts)
    return pa.Array.from_buffers(
        *(pa.string(), count),
        [None, pa.py_buffer(ends.astype(np.int32)), pa.py_buffer(out[: ends[-1]])],
    )


def _data_of_one(run: Run) -> pa.Array:
    """Return the data of a single row, which may be large: written where it is to stay."""
    ((layout, chosen),) = run.by_layout()
    selection = run.selection(len(layout.plans), chosen)
    to = Texts(is_bounded=False)
    text_ofs, text_len = np.empty(1, np.int64), np.empty(1, np.int64)
    to.append(b"{")
    separator = ""
    for index, column, plan in _shown(layout):
        start = int(to.at[0])
        to.append((separator + _key(column)).encode())
        write_texts(selection, index, column, plan, TextTarget(to, text_ofs, text_len))
        if text_len[0] == NOT_LOGGED:
            to.at[0] = start
            continue
        if text_len[0] == NULL:
            to.append(NULL_TEXT)
        separator = ", "
    to.append(b"}")
    total = int(to.at[0])
    if total > MAX_BYTES:
        raise TooLargeError
    text = to.out[:total] if total > len(to.out) // 2 else to.out[:total].copy()
    return pa.Array.from_buffers(
        *(pa.string(), 1),
        [None, pa.py_buffer(np.array([0, total], np.int32)), pa.py_buffer(text)],
    )


def _shown(layout: Layout) -> list[tuple[int, Column, Plan]]:
    """Return the columns that data has, with their numbers and plans."""
    columns = zip(layout.table.columns, layout.plans, strict=True)
    return [
        (index, column, plan)
        for index, (column, plan) in enumerate(columns)
        if not column.is_hidden
    ]


def _key(column: Column) -> str:
    return json.dumps(column.name, ensure_ascii=False) + ": "


class RowTexts:
    """The texts of all cells of rows that have the same layout."""

    def __init__(self, selection: Selection, layout: Layout, texts: Texts) -> None:
        shown = _shown(layout)
        num_columns = len(shown)
        self.texts = texts
        self.text_ofs = np.empty((num_columns, len(selection)), np.int64)
        self.text_len = np.empty((num_columns, len(selection)), np.int64)
        for number, (index, column, plan) in enumerate(shown):
            target = TextTarget(self.texts, self.text_ofs[number], self.text_len[number])
            write_texts(selection, index, column, plan, target)
        keys = [_key(column) for _, column, _ in shown]
        encoded = [key.encode() for key in keys]
        self.keys = np.frombuffer(b"".join(encoded) + bytes(ROOM), np.uint8)
        self.key_ends = np.cumsum([len(key) for key in encoded], dtype=np.int64)
        self.lengths = np.empty(len(selection), np.int64)
        measure_data(self.text_len, self.key_ends, self.lengths)

    def write(self, starts: Any, out: Any, *, is_alone: bool) -> None:
        write_data(
            *(self.texts.out, self.text_ofs, self.text_len),
            *(self.keys, self.key_ends, starts, out, is_alone),
        )
