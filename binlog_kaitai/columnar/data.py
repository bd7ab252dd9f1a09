"""The data of flat records: the cells of each row as JSON text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.charsets import BINARY
from binlog_kaitai.columnar import cells, texts
from binlog_kaitai.columnar.columns import (
    MAX_BYTES,
    MAX_GROUPS,
    MAX_MEMBERS,
    ROOM,
    UTF8_CHARSETS,
    Located,
    Selection,
    TooLargeError,
    byte_table,
    checked,
    decoded_together,
    located,
    padding_of,
)
from binlog_kaitai.columnar.diffs import MAX_AROUND_DIFFS, MAX_DIFF_GROWTH
from binlog_kaitai.columnar.documents import MAX_GROWTH, new_document_scratch
from binlog_kaitai.columnar.known import Layout, Plan
from binlog_kaitai.columnar.state import NOT_LOGGED, NULL, PARTIAL
from binlog_kaitai.inflate import CHUNK
from binlog_kaitai.records import json_value, quoted_length, to_json
from binlog_kaitai.tables import Column
from binlog_kaitai.values import text_value

if TYPE_CHECKING:
    from binlog_kaitai.columnar.batches import Run

MIN_SCRATCH = 1024
MAX_TEXTS = 2**27  # bytes of room for the texts of several rows; they may use less

_NOTHING = np.zeros(ROOM, np.uint8)


class Texts:
    """Texts of cells, one after the other; grows as they do, if `is_bounded` up to a bound."""

    def __init__(self, *, is_bounded: bool) -> None:
        self.is_bounded = is_bounded
        self.out = np.empty(2**16, np.uint8)
        self.at = np.zeros(2, np.int64)

    def append(self, text: bytes) -> None:
        """Takes in a text that is no cell's."""
        self.make_room(len(text))
        at = int(self.at[0])
        self.out[at : at + len(text)] = np.frombuffer(text, np.uint8)
        self.at[0] += len(text)

    def make_room(self, size: int) -> None:
        """Sees to it that there is room for so many bytes more.

        Raises TooLargeError beyond the bound.
        """
        used = int(self.at[0])
        needed = used + size + ROOM
        if self.is_bounded and needed > MAX_TEXTS:
            raise TooLargeError
        if needed > len(self.out):
            grown = np.empty(max(needed, 2 * len(self.out)), np.uint8)
            grown[:used] = self.out[:used]
            self.out = grown


def data_array(run: Run) -> pa.Array:
    """The data of each row, a string of JSON.

    Raises FaultError where kernels do not read it, TooLargeError where it is too many bytes.
    """
    count = len(run)
    if count == 1:
        return _data_of_one(run)
    lengths = np.zeros(count, np.int64)
    groups = []
    for layout, chosen in run.by_layout():
        group = _Group(run.selection(len(layout.plans), chosen), layout)
        lengths[chosen] = group.lengths
        groups.append((chosen, group))
    ends = np.zeros(count + 1, np.int64)
    np.cumsum(lengths, out=ends[1:])
    if ends[-1] > MAX_BYTES:
        raise TooLargeError
    out = np.empty(int(ends[-1]) + ROOM, np.uint8)
    for chosen, group in groups:
        group.write(ends[:-1][chosen], out, is_alone=len(groups) == 1)
    return pa.Array.from_buffers(
        *(pa.string(), count),
        [None, pa.py_buffer(ends.astype(np.int32)), pa.py_buffer(out[: ends[-1]])],
    )


def _data_of_one(run: Run) -> pa.Array:
    """The data of a single row, which may be large: written where it is to stay."""
    ((layout, chosen),) = run.by_layout()
    selection = run.selection(len(layout.plans), chosen)
    to = Texts(is_bounded=False)
    text_ofs, text_len = np.empty(1, np.int64), np.empty(1, np.int64)
    to.append(b"{")
    separator = ""
    for index, column, plan in _shown(layout):
        start = int(to.at[0])
        to.append((separator + _key(column)).encode())
        write_texts(selection, index, column, plan, to, text_ofs, text_len)
        if text_len[0] == NOT_LOGGED:
            to.at[0] = start
            continue
        if text_len[0] == NULL:
            to.append(texts.NULL_TEXT)
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
    """The columns that data has, with their numbers and plans."""
    columns = zip(layout.table.columns, layout.plans, strict=True)
    return [
        (index, column, plan)
        for index, (column, plan) in enumerate(columns)
        if not column.is_hidden
    ]


def _key(column: Column) -> str:
    return json.dumps(column.name, ensure_ascii=False) + ": "


class _Group:
    """The texts of all cells of rows that have the same layout."""

    def __init__(self, selection: Selection, layout: Layout) -> None:
        shown = _shown(layout)
        num_columns = len(shown)
        self.texts = Texts(is_bounded=True)
        self.text_ofs = np.empty((num_columns, len(selection)), np.int64)
        self.text_len = np.empty((num_columns, len(selection)), np.int64)
        for number, (index, column, plan) in enumerate(shown):
            where = self.text_ofs[number], self.text_len[number]
            write_texts(selection, index, column, plan, self.texts, *where)
        keys = [_key(column) for _, column, _ in shown]
        encoded = [key.encode() for key in keys]
        self.keys = np.frombuffer(b"".join(encoded) + bytes(ROOM), np.uint8)
        self.key_ends = np.cumsum([len(key) for key in encoded], dtype=np.int64)
        self.lengths = np.empty(len(selection), np.int64)
        texts.measure_data(self.text_len, self.key_ends, self.lengths)

    def write(self, starts: Any, out: Any, *, is_alone: bool) -> None:
        texts.write_data(
            *(self.texts.out, self.text_ofs, self.text_len),
            *(self.keys, self.key_ends, starts, out, is_alone),
        )


def write_texts(
    selection: Selection,
    index: int,
    column: Column,
    plan: Plan,
    to: Texts,
    text_ofs: Any,
    text_len: Any,
    *,
    is_quoted: bool = True,
) -> None:
    """Writes the cells of a column as JSON text; dates and the like in quotes, if `is_quoted`."""
    buffer, places = selection.buffer, selection.cells[index]
    if plan.case in STRINGS:
        _write_strings(buffer, places, column, plan, to, text_ofs, text_len)
    elif plan.case == "json_cell":
        _write_documents(selection, index, plan, to, text_ofs, text_len, is_quoted=is_quoted)
    elif plan.case == "geometry_cell":
        _write_geometries(buffer, places, plan, to, text_ofs, text_len)
    elif plan.case == "vector_cell":
        _write_vectors(located(buffer, places, plan), places, to, text_ofs, text_len)
    else:
        _write_values(buffer, places, column, plan, to, text_ofs, text_len, is_quoted=is_quoted)


STRINGS = ("string_cell", "blob_cell", "compressed_string_cell", "compressed_blob_cell")


def _write_values(
    buffer: Any,
    places: Any,
    column: Column,
    plan: Plan,
    to: Texts,
    text_ofs: Any,
    text_len: Any,
    *,
    is_quoted: bool,
) -> None:
    label_texts, label_ends, longest = _NO_LABELS
    if column.labels is not None:
        label_texts, label_ends, longest = plan.keep("json_labels", _json_labels, column.labels)
    to.make_room((texts.MAX_VALUE_TEXT + longest) * len(places))
    first, second = (*plan.arguments, 0, 0)[:2]
    checked(
        texts.value_texts(
            *(buffer, places, cells.CASES.index(plan.case), int(first), int(second), is_quoted),
            *(label_texts, label_ends, column.labels is not None),
            *(np.empty(MAX_GROUPS, np.int64), np.empty(MAX_GROUPS, np.int64)),
            *(np.empty(MAX_MEMBERS, np.bool_), np.empty(MAX_MEMBERS, np.int64)),
            *(to.out, to.at, text_ofs, text_len),
        )
    )


def _json_labels(labels: tuple[str, ...]) -> tuple[Any, Any, int]:
    """The labels as JSON has them between its quotes, where they end, and their total length."""
    encoded = [json.dumps(label, ensure_ascii=False)[1:-1].encode() for label in labels]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    total = int(ends[-1]) + len(labels)
    return np.frombuffer(b"".join(encoded) + bytes(ROOM), np.uint8), ends, total


_NO_LABELS = _json_labels(())


def _write_strings(
    buffer: Any,
    places: Any,
    column: Column,
    plan: Plan,
    to: Texts,
    text_ofs: Any,
    text_len: Any,
) -> None:
    found = located(buffer, places, plan)
    charset = column.charset or "utf8mb4"
    kind, table, padded = texts.UTF8, _NOTHING, 0
    if charset == BINARY:
        kind, padded = texts.BINARY, padding_of(column)
    elif charset not in UTF8_CHARSETS:
        table = byte_table(charset)
        kind = texts.SINGLE_BYTES
        if table is None:
            found, kind, table = _decoded(found, column, charset)
    to.make_room(_text_room(found, kind) + (texts.MAX_VALUE_TEXT + 4 * padded) * len(found))
    checked(
        texts.string_texts(
            *(found.buffer, found.ofs, found.length, places, kind, padded, table),
            *(to.out, to.at, text_ofs, text_len),
        )
    )


def _text_room(found: Located, kind: int) -> int:
    """How many bytes the texts of strings take at most, but for what is around each."""
    as_base64 = 4 * (found.total // 3 + len(found))
    if kind == texts.BINARY:
        return as_base64
    if kind != texts.UTF8:
        return 9 * found.total
    if len(found) > 1 or found.total < MAX_TEXTS // 6:
        return 6 * found.total
    # one that is large is worth a look
    if cells.first_bad_text(found.buffer, found.ofs, found.length, found.is_valid) < len(found):
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
    """Texts of a charset of several bytes as UTF-8, or as JSON where one is not valid."""
    decoded = decoded_together(found, charset)
    kind = texts.UTF8
    if decoded is None:
        kind = texts.READY
        decoded = [
            "" if value is None else to_json(json_value(column, text_value(column, value)))
            for value in found.values()
        ]
    encoded = [text.encode() for text in decoded]
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    joined = np.frombuffer(b"".join(encoded) + bytes(ROOM), np.uint8)
    ofs = np.cumsum(lengths) - lengths
    return Located(joined, ofs, lengths, found.is_valid, int(lengths.sum())), kind, _NOTHING


def _write_documents(
    selection: Selection,
    index: int,
    plan: Plan,
    to: Texts,
    text_ofs: Any,
    text_len: Any,
    *,
    is_quoted: bool,
) -> None:
    buffer, places = selection.buffer, selection.cells[index]
    found = before = located(buffer, places, plan)
    room = MAX_GROWTH * found.total + texts.MAX_VALUE_TEXT * len(found)
    work = _NOTHING
    is_partial = places <= PARTIAL
    if is_partial.any():
        before = located(buffer, np.where(is_partial, selection.before(index), NULL), plan)
        longest = int(found.length[is_partial].max())
        work = np.empty(MAX_DIFF_GROWTH * longest + MAX_AROUND_DIFFS, np.uint8)
        room = MAX_DIFF_GROWTH * (found.total + before.total) + MAX_AROUND_DIFFS * len(found)
    to.make_room(room)
    to.at[1] = 0
    size = MIN_SCRATCH
    while True:
        done = checked(
            texts.document_texts(
                *(found.buffer, found.ofs, found.length, places),
                *(before.is_valid, before.ofs, before.length, work),
                *(new_document_scratch(size), is_quoted, to.out, to.at, text_ofs, text_len),
            )
        )
        if done == len(found):
            return
        size = max(2 * size, int(found.length[done]) + 1)


def _write_geometries(
    buffer: Any, places: Any, plan: Plan, to: Texts, text_ofs: Any, text_len: Any
) -> None:
    count = len(places)
    parts = [np.empty(count, np.int64) for _ in range(3)]
    first = int(plan.arguments[0])
    total = checked(cells.geometries(buffer, places, first, *parts, np.empty(count, np.uint8)))
    to.make_room(2 * total + texts.MAX_VALUE_TEXT * count)
    checked(texts.geometry_texts(buffer, places, first, to.out, to.at, text_ofs, text_len))


def _write_vectors(found: Located, places: Any, to: Texts, text_ofs: Any, text_len: Any) -> None:
    longest = int(found.length.max(initial=0))
    to.make_room(16 * found.total + texts.MAX_VALUE_TEXT * len(found))
    checked(
        texts.vector_texts(
            *(found.buffer, found.ofs, found.length, places, np.empty(longest, np.float64)),
            *(to.out, to.at, text_ofs, text_len),
        )
    )


def text_column(selection: Selection, index: int, column: Column, plan: Plan) -> pa.Array:
    """The cells of a column as plain text, without JSON's quotes."""
    count = len(selection)
    texts_of = Texts(is_bounded=count > 1)
    text_ofs, text_len = np.empty(count, np.int64), np.empty(count, np.int64)
    write_texts(
        *(selection, index, column, plan),
        *(texts_of, text_ofs, text_len),
        is_quoted=False,
    )
    is_valid = (text_len >= 0).astype(np.uint8)
    ends = np.zeros(count + 1, np.int64)
    np.cumsum(np.maximum(text_len, 0), out=ends[1:])
    if ends[-1] > MAX_BYTES:
        raise TooLargeError
    # they lie one after the other
    first = int(text_ofs[0]) if count else 0
    text = texts_of.out[first : first + int(ends[-1])]
    return pa.Array.from_buffers(
        *(pa.string(), count),
        [
            pa.py_buffer(np.packbits(is_valid, bitorder="little")),
            pa.py_buffer(ends.astype(np.int32)),
            pa.py_buffer(text.copy()),
        ],
    )
