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
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, PARTIAL, UPDATE_POSTIMAGE
from binlog_kaitai.kernels.walk.table_map_cache import Layout
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS
from binlog_kaitai.model.values import JsonDiffs

_TYPE = RECORD_FIELDS[ABSENT].type
_DIFFS = JsonDiffs().to_json().removesuffix("]}")
_WORD = 8  # bytes


def with_unchanged(selection: Selection, run: Run) -> Selection:
    """Return the cells where what after images leave out is what their before images hold."""
    after = np.flatnonzero(run.kinds == UPDATE_POSTIMAGE)
    cells = selection.cells.copy()
    left_out = cells[:, after] == NOT_LOGGED
    before = selection.starts[after] - len(cells) + np.arange(len(cells))[:, np.newaxis]
    cells[:, after] = np.where(left_out, selection.noted[before], cells[:, after])
    return replace(selection, cells=cells)


def absent_array(
    selection: Selection, layout: Layout, asked: Mapping[str, int], arrays: Mapping[str, pa.Array]
) -> pa.Array:
    """Return the names of the fields that each row has no values of; null where it has all.

    `asked` are the fields' columns by their names, and `arrays` what was made of them. Raises
    FaultError where there are changes to documents that may not fit these.
    """
    names = list(asked)
    absent = np.zeros((len(names), len(selection)), np.bool_)
    for row, (name, index) in enumerate(asked.items()):
        cells = selection.cells[index]
        absent[row] = cells == NOT_LOGGED
        if layout.plans[index].case == "json_cell":
            absent[row] |= _are_changes(selection, index, arrays[name])
    first, patterns = _patterns(absent)
    lists = [[names[i] for i in np.flatnonzero(absent[:, at]).tolist()] or None for at in first]
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


def _patterns(absent: Any) -> tuple[Any, Any]:
    """Return the first row of each pattern of absent columns, and the pattern of each row."""
    packed = np.packbits(absent, axis=0)
    width = -len(packed) % _WORD
    padded = np.pad(packed, ((0, width), (0, 0)))
    words = np.ascontiguousarray(padded.T).view(np.int64)
    first, patterns = np.zeros(1, np.int64), np.zeros(len(words), np.int64)
    for word in words.T:
        _, of_word = np.unique(word, return_inverse=True)
        pairs = patterns * (of_word.max() + 1) + of_word
        _, first, patterns = np.unique(pairs, return_index=True, return_inverse=True)
    return first.tolist(), patterns
