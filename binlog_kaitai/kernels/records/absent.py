"""Cells that row images leave out: found in before images, or named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.kernels.columns.column import FaultError, Selection
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.words import shift_right
from binlog_kaitai.kernels.walk.lookup import FREE
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, PARTIAL, UPDATE_POSTIMAGE
from binlog_kaitai.kernels.walk.table_map_cache import Layout
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS
from binlog_kaitai.model.values import JsonDiffs

_TYPE = RECORD_FIELDS[ABSENT].type
_DIFFS = JsonDiffs().to_json().removesuffix("]}")
_BITS = 64  # of a word
_SPREAD = 0x9E3779B97F4A7C15 - 2**64  # an odd number of irregular bits


@kernel
def _take_unchanged(cells: Any, kinds: Any, noted: Any, starts: Any) -> int:
    for row in range(len(starts)):
        if kinds[row] == UPDATE_POSTIMAGE:
            before = starts[row] - len(cells)
            for column in range(len(cells)):
                if cells[column, row] == NOT_LOGGED:
                    cells[column, row] = noted[before + column]
    return 0


def with_unchanged(selection: Selection, run: Run) -> Selection:
    """Return the cells where what after images leave out is what their before images hold."""
    cells = selection.cells.copy()
    _take_unchanged(cells, run.kinds, selection.noted, selection.starts)
    return replace(selection, cells=cells)


def absent_array(
    selection: Selection, layout: Layout, asked: Mapping[str, int], arrays: Mapping[str, pa.Array]
) -> pa.Array:
    """Return the names of the fields that each row has no values of; null where it has all.

    `asked` are the fields' columns by their names, and `arrays` what was made of them. Raises
    FaultError where there are changes to documents that may not fit these.
    """
    names = list(asked)
    words = np.zeros((-(-len(names) // _BITS), len(selection)), np.int64)
    for number, (name, index) in enumerate(asked.items()):
        cells = selection.cells[index]
        is_absent = cells == NOT_LOGGED
        if layout.plans[index].case == "json_cell":
            is_absent |= _are_changes(selection, index, arrays[name])
        word, bit = divmod(number, _BITS)
        words[word] |= is_absent.astype(np.int64) << bit
    first, patterns = _patterns(words)
    lists = [
        [name for number, name in enumerate(names) if _is_set(words[:, at], number)] or None
        for at in first.tolist()
    ]
    return pa.array(lists, _TYPE).take(pa.array(patterns))


def _are_changes(selection: Selection, index: int, documents: pa.Array) -> Any:
    """Return which cells hold changes to documents that are not there."""
    are_changes = selection.cells[index] <= PARTIAL
    if are_changes.any():
        has_document = selection.before(index) >= 0
        changed = documents.filter(pa.array(are_changes & has_document))
        if pc.any(pc.starts_with(changed, _DIFFS)).as_py():
            raise FaultError
        are_changes &= ~has_document
    return are_changes


def _is_set(words: Any, number: int) -> bool:
    word, bit = divmod(number, _BITS)
    return bool(words[word] >> bit & 1)


@kernel
def _number_alike(words: Any, slots: Any, first: Any, numbers: Any) -> int:
    """Give words numbers, the same to those that are equal; return how many numbers there are.

    `first` is room for where each comes first, `slots` a hash table of a power of two, all FREE.
    """
    count = 0
    for row in range(len(words)):
        word = words[row]
        if row > 0 and word == words[row - 1]:
            numbers[row] = numbers[row - 1]
            continue
        slot = shift_right(word * _SPREAD, 32) & len(slots) - 1
        while slots[slot] != FREE and words[first[slots[slot]]] != word:
            slot = slot + 1 & len(slots) - 1
        if slots[slot] == FREE:
            slots[slot] = count
            first[count] = row
            count += 1
        numbers[row] = slots[slot]
    return count


def _patterns(words: Any) -> tuple[Any, Any]:
    """Return the first row of each pattern of absent columns, and the pattern of each row."""
    num_rows = words.shape[1]
    first, patterns = np.zeros(1, np.int64), np.zeros(num_rows, np.int64)
    for number, word in enumerate(words):
        first, of_word = _alike(word)
        if number == 0:
            patterns = of_word
        else:
            first, patterns = _alike(patterns * num_rows + of_word)
    return first, patterns


def _alike(words: Any) -> tuple[Any, Any]:
    """Return the first row of each number of words, and the number of each row."""
    num_rows = len(words)
    first, numbers = np.empty(num_rows, np.int64), np.empty(num_rows, np.int64)
    slots = np.full(2 << num_rows.bit_length(), FREE)
    count = _number_alike(words, slots, first, numbers)
    return first[:count], numbers
