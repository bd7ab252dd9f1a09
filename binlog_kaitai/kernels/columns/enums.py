"""ENUM and SET."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.generated.kernels.enum_cell import read_enum_cell
from binlog_kaitai.generated.kernels.set_cell import read_set_cell
from binlog_kaitai.kernels.columns.column import (
    ROOM,
    ColumnCells,
    FaultError,
    array_from,
    checked,
)
from binlog_kaitai.kernels.columns.loops import FAULT, QUOTE, VALUE, each_number, each_text
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.runtime.text import write_int, write_unsigned
from binlog_kaitai.model.schema import UNSIGNED_64, arrow_type

SET = CASES.index("set_cell")

MAX_ENUM_INDEX = 65_535
MAX_MEMBERS = 64

COMMA = ord(",")


@inlined
def _enum(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_enum_cell(buffer, 0, pos, end, first)
    is_index = cell.pos >= 0 and 0 <= cell.index <= MAX_ENUM_INDEX
    return VALUE if is_index else FAULT, cell.index


_enums = each_number(_enum)


@kernel
def enum_numbers(buffer: Any, places: Any, size: int, out: Any, is_valid: Any) -> int:
    """Read the indexes of ENUM's labels; return how many there are."""
    return _enums(buffer, places, size, 0, out, is_valid)


@kernel
def set_numbers(
    buffer: Any, places: Any, first: int, out: Any, is_valid: Any, bits: Any, bits_before: Any
) -> int:
    end = len(buffer)
    count = 0
    for i in range(len(places)):
        out[i] = 0
        is_valid[i] = places[i] >= 0
        if places[i] < 0:
            continue
        for bit in range(len(bits)):
            bits[bit] = False
        if read_set_cell(buffer, 0, places[i], end, first, 0, bits, bits_before).pos < 0:
            return FAULT
        for bit in range(len(bits)):
            out[i] |= int(bits[bit]) << bit
        count += 1
    return count


@inlined
def _write_label(
    out: Any, at: int, index: int, label_texts: Any, label_ends: Any, is_quoted: bool
) -> int:
    """Write the label of an ENUM's index, or the index where it has none."""
    if index >= len(label_ends):
        return write_int(out, at, index)
    start = label_ends[index - 1] if index else 0
    if is_quoted:
        out[at] = QUOTE
        at += 1
    length = label_ends[index] - start
    copy(out, at, label_texts, start, length)
    at += length
    if is_quoted:
        out[at] = QUOTE
        at += 1
    return at


@inlined
def _write_members(
    out: Any, at: int, bits: Any, label_texts: Any, label_ends: Any, is_quoted: bool
) -> int:
    """Write the labels of a SET's members, or their bits as a number where one has no label."""
    mask = 0
    highest = -1
    for i in range(len(bits)):
        if bits[i]:
            mask |= 1 << i
            highest = i
    if highest >= len(label_ends) - 1:
        return write_unsigned(out, at, mask)
    if is_quoted:
        out[at] = QUOTE
        at += 1
    is_first = True
    for i in range(highest + 1):
        if bits[i]:
            if not is_first:
                out[at] = COMMA
                at += 1
            is_first = False
            start = label_ends[i]
            length = label_ends[i + 1] - start
            copy(out, at, label_texts, start, length)
            at += length
    if is_quoted:
        out[at] = QUOTE
        at += 1
    return at


@inlined
def _write_enum(
    out: Any, at: int, buffer: Any, pos: int, end: int, size: int, second: int, needs: Any
) -> int:
    label_texts, label_ends, has_labels, is_quoted = needs
    label = read_enum_cell(buffer, 0, pos, end, size)
    if label.pos < 0 or not 0 <= label.index <= MAX_ENUM_INDEX:
        return FAULT
    if has_labels:
        return _write_label(out, at, label.index, label_texts, label_ends, is_quoted)
    return write_int(out, at, label.index)


@inlined
def _write_set(
    out: Any, at: int, buffer: Any, pos: int, end: int, size: int, second: int, needs: Any
) -> int:
    label_texts, label_ends, bits, bits_before, is_quoted = needs
    for bit in range(len(bits)):
        bits[bit] = False
    if read_set_cell(buffer, 0, pos, end, size, 0, bits, bits_before).pos < 0:
        return FAULT
    return _write_members(out, at, bits, label_texts, label_ends, is_quoted)


_enum_labels = each_text(_write_enum)
_set_labels = each_text(_write_set)


@kernel
def enum_texts(
    buffer: Any,
    places: Any,
    size: int,
    needs: Any,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """Write the labels of ENUM, or their indexes.

    `needs` are the texts of labels, where they end, after that of no label, whether there are
    any, and whether they are in quotes.
    """
    return _enum_labels(buffer, places, size, 0, needs, False, out, at, text_ofs, text_len)


@kernel
def set_texts(
    buffer: Any,
    places: Any,
    size: int,
    needs: Any,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """Write the labels of SET's members, or a mask where one has no label.

    `needs` are the texts of labels, where they end, two arrays for the members of one SET, and
    whether labels are in quotes.
    """
    return _set_labels(buffer, places, size, 0, needs, False, out, at, text_ofs, text_len)


def _number_array(
    cells: ColumnCells, numbers: Any, is_valid: Any, count: int, *, is_unsigned: bool = False
) -> pa.Array:
    """Return int64 numbers, of which `count` are valid, as an array of the column's type.

    Raises:
        FaultError: where a number that is unsigned has more bits than the column is described with.
    """
    target = arrow_type(cells.column)
    if target == UNSIGNED_64:
        wide = np.zeros((len(numbers), 2), np.int64)
        wide[:, 0] = numbers
        return array_from(target, is_valid, count, wide)
    if is_unsigned and (numbers < 0).any():
        raise FaultError
    return array_from(target, is_valid, count, numbers)


def enum_array(cells: ColumnCells) -> pa.Array:
    """Return the labels of cells as an array, or their indexes where the log tells no labels."""
    numbers, is_valid, count = _numbers(cells)
    labels = cells.column.labels
    if labels is None:
        return _number_array(cells, numbers, is_valid, count)
    texts = cells.plan.keep("enum_texts", _enum_texts, labels)
    if numbers.max(initial=0) >= len(texts) or numbers.min(initial=0) < 0:
        indexes, numbers = np.unique(numbers, return_inverse=True)
        named = dict(enumerate(["", *labels]))
        texts = pa.array([named.get(i, str(i % 2**64)) for i in indexes.tolist()])
    return texts.take(pa.array(numbers, mask=is_valid == 0))


def _enum_texts(labels: tuple[str, ...]) -> pa.Array:
    """Return what the indexes of an ENUM stand for that have a label; 0 is the empty text."""
    return pa.array(["", *labels], pa.string())


def set_array(cells: ColumnCells) -> pa.Array:
    """Return the labels of members as an array, or masks where the log tells no labels."""
    numbers, is_valid, count = _numbers(cells)
    labels = cells.column.labels
    if labels is None:
        return _number_array(cells, numbers, is_valid, count, is_unsigned=True)
    masks, indexes = np.unique(numbers.view(np.uint64), return_inverse=True)
    texts = pa.array([_set_text(labels, mask) for mask in masks.tolist()], pa.string())
    return texts.take(pa.array(indexes, mask=is_valid == 0))


def _set_text(labels: tuple[str, ...], mask: int) -> str:
    """Return the labels of a SET; the mask as a number where it has members without one."""
    if mask >> len(labels):
        return str(mask)
    return ",".join(label for i, label in enumerate(labels) if mask >> i & 1)


def write_enums(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text."""
    size, _ = cells.arguments
    label_texts, label_ends, longest = _labels_of(cells)
    target.to.make_room((MAX_VALUE_TEXT + longest) * len(cells.places))
    has_labels = cells.column.labels is not None
    where = target.to.out, target.to.at, target.ofs, target.length
    if cells.case == SET:
        ends = label_ends if has_labels else label_ends[:0]
        of_set = label_texts, ends, *_room_for_members(), target.is_quoted
        checked(set_texts(cells.buffer, cells.places, size, of_set, *where))
    else:
        of_enum = label_texts, label_ends, has_labels, target.is_quoted
        checked(enum_texts(cells.buffer, cells.places, size, of_enum, *where))


def _numbers(cells: ColumnCells) -> tuple[Any, Any, int]:
    """Return the indexes or masks of cells, which of them there are, and how many."""
    out, is_valid = np.empty(len(cells.places), np.int64), np.empty(len(cells.places), np.uint8)
    size, _ = cells.arguments
    if cells.case == SET:
        count = set_numbers(cells.buffer, cells.places, size, out, is_valid, *_room_for_members())
    else:
        count = enum_numbers(cells.buffer, cells.places, size, out, is_valid)
    return out, is_valid, checked(count)


def _room_for_members() -> tuple[Any, Any]:
    return np.empty(MAX_MEMBERS, np.bool_), np.empty(MAX_MEMBERS, np.int64)


def _labels_of(cells: ColumnCells) -> tuple[Any, Any, int]:
    if cells.column.labels is None:
        return _NO_LABELS
    found: tuple[Any, Any, int] = cells.plan.keep("json_labels", _json_labels, cells.column.labels)
    return found


def _json_labels(labels: tuple[str, ...]) -> tuple[Any, Any, int]:
    """Return the labels as JSON has them between quotes, where they end, and their length."""
    encoded = [json.dumps(label, ensure_ascii=False)[1:-1].encode() for label in labels]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    total = int(ends[-1]) + len(labels)
    return np.frombuffer(b"".join(encoded) + bytes(ROOM), np.uint8), ends, total


_NO_LABELS = _json_labels(())
