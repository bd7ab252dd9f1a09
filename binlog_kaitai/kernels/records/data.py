"""The data of flat records as JSON text: the cells of each row, and what statements tell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.column import MAX_BYTES, ROOM, ColumnCells, TooLargeError
from binlog_kaitai.kernels.columns.families import write_texts
from binlog_kaitai.kernels.columns.json.cells import NULL_TEXT
from binlog_kaitai.kernels.columns.texts import TextRoom, Texts, TextTarget
from binlog_kaitai.kernels.records.row_texts import RowTexts, RowWriters, key_of, shown_columns
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.records.statements import StatementTexts, statement_array
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, NULL


def data_array(run: Run, room: TextRoom, writers: RowWriters) -> pa.Array:
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
    layouts = list(run.by_layout())
    is_one = len(groups) + len(layouts) == 1
    texts_of_rows = room.take_to_keep(count) if is_one else room.take()
    for layout, chosen in layouts:
        of_layout = RowTexts(run.places_of(chosen), layout, writers, texts_of_rows)
        lengths[chosen] = of_layout.lengths
        groups.append((chosen, of_layout))
    ends = np.zeros(count + 1, np.int64)
    np.cumsum(lengths, out=ends[1:])
    total = int(ends[-1])
    if total > MAX_BYTES:
        raise TooLargeError
    if is_one:
        out = room.kept_of(texts_of_rows, count)  # they lie there as they are to be
    else:
        out = np.empty(total + ROOM, np.uint8)
        for chosen, group in groups:
            group.write(ends[:-1][chosen], out, is_alone=False)
        room.give_back(texts_of_rows)
    return pa.Array.from_buffers(
        *(pa.string(), count),
        [None, pa.py_buffer(ends.astype(np.int32)), pa.py_buffer(out[:total])],
    )


def _data_of_one(run: Run) -> pa.Array:
    """Return the data of a single row, which may be large: written where it is to stay."""
    ((layout, chosen),) = run.by_layout()
    selection = run.selection(len(layout.plans), chosen)
    to = Texts(is_bounded=False)
    text_ofs, text_len = np.empty(1, np.int64), np.empty(1, np.int64)
    to.append(b"{")
    separator = ""
    for index, column, plan in shown_columns(layout):
        start = int(to.at[0])
        to.append((separator + key_of(column)).encode())
        cells = ColumnCells(selection, index, column, plan)
        write_texts(cells, TextTarget(to, text_ofs, text_len))
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
