"""Whether cells whose values nobody asks for hold what the specs read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.generated.kernels.compressed_blob_cell import read_compressed_blob_cell
from binlog_kaitai.generated.kernels.compressed_string_cell import read_compressed_string_cell
from binlog_kaitai.generated.kernels.compressed_value import read_compressed_value
from binlog_kaitai.generated.kernels.geometry_cell import read_geometry_cell
from binlog_kaitai.generated.kernels.json_binary import read_json_binary
from binlog_kaitai.generated.kernels.json_cell import read_json_cell
from binlog_kaitai.generated.kernels.vector_cell import read_vector_cell, read_vector_value
from binlog_kaitai.kernels.columns.column import Selection, checked
from binlog_kaitai.kernels.columns.json.diffs import are_diffs
from binlog_kaitai.kernels.columns.loops import FAULT
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.walk.state import MAX_ITEMS, NOT_LOGGED, NULL, PARTIAL
from binlog_kaitai.kernels.walk.table_map_cache import Layout

_INSIDE = (
    *("json_cell", "geometry_cell", "vector_cell"),
    *("compressed_string_cell", "compressed_blob_cell"),
)
JSON, GEOMETRY, VECTOR, COMPRESSED_STRING, COMPRESSED_BLOB = map(CASES.index, _INSIDE)


@inlined
def has_inside(case: int) -> bool:
    """Return whether a cell whose length fits may yet be unsound."""
    return case in (GEOMETRY, VECTOR, JSON, COMPRESSED_STRING, COMPRESSED_BLOB)


@shared
def is_sound(buffer: Any, pos: int, case: int, first: int, items: Any) -> bool:
    """Return whether the specs read what lies in a cell whose length fits.

    `items` has room for those of a vector.
    """
    end = len(buffer)
    if pos <= PARTIAL:
        diffs = read_json_cell(buffer, 0, PARTIAL - pos, end, first, True)
        return are_diffs(buffer, diffs.diffs_ofs, diffs.diffs_len)
    if case == GEOMETRY:
        return bool(read_geometry_cell(buffer, 0, pos, end, first).pos >= 0)
    if case == VECTOR:
        vector = read_vector_cell(buffer, 0, pos, end, first)
        at = vector.value_ofs
        return bool(read_vector_value(buffer, at, at, at + vector.value_len, 0, items).pos >= 0)
    if case == JSON:
        json = read_json_cell(buffer, 0, pos, end, first, False)
        at = json.document_ofs
        is_empty = json.document_len == 0
        return bool(is_empty or read_json_binary(buffer, at, at, at + json.document_len).pos >= 0)
    if case == COMPRESSED_STRING:
        short = read_compressed_string_cell(buffer, 0, pos, end, first)
        at = short.value_ofs
        return bool(read_compressed_value(buffer, at, at, at + short.value_len).pos >= 0)
    if case == COMPRESSED_BLOB:
        long = read_compressed_blob_cell(buffer, 0, pos, end, first)
        at = long.value_ofs
        return bool(read_compressed_value(buffer, at, at, at + long.value_len).pos >= 0)
    return True


@kernel
def are_sound(buffer: Any, places: Any, case: int, first: int, items: Any) -> int:
    """Return whether all cells of a column are sound: 0, or `FAULT`; see `is_sound`."""
    for i in range(len(places)):
        if places[i] in (NULL, NOT_LOGGED):
            continue
        if not is_sound(buffer, places[i], case, first, items):
            return FAULT
    return 0


def has_unasked(layout: Layout, asked: Collection[int]) -> bool:
    """Return whether there are such columns, of which `check_unasked` looks at the cells."""
    plans = enumerate(layout.plans)
    return any(plan.case in _INSIDE and index not in asked for index, plan in plans)


def check_unasked(selection: Selection, layout: Layout, asked: Collection[int]) -> None:
    """Raise FaultError where columns that are not asked for hold what the specs do not read.

    The values may be any, but the tree engine does not read past what is no cell at all.
    """
    for index, plan in enumerate(layout.plans):
        if index not in asked and plan.case in _INSIDE:
            case, first = CASES.index(plan.case), int(plan.arguments[0])
            places = selection.cells[index]
            checked(are_sound(selection.buffer, places, case, first, np.empty(MAX_ITEMS)))
