"""Whether cells whose values nobody asks for hold what the specs read."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.generated.kernels.compressed_value import read_compressed_value
from binlog_kaitai.generated.kernels.json_binary import read_json_binary
from binlog_kaitai.generated.kernels.vector_cell import read_vector_value
from binlog_kaitai.kernels.columns.column import Selection, checked
from binlog_kaitai.kernels.columns.decoders import DECODERS
from binlog_kaitai.kernels.columns.json.diffs import are_diffs
from binlog_kaitai.kernels.columns.loops import FAULT, Cell, choice
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.walk.state import MAX_ITEMS, NOT_LOGGED, NULL, PARTIAL
from binlog_kaitai.kernels.walk.table_map_cache import Layout, Plan


@inlined
def _is_compressed(buffer: Any, at: int, end: int, items: Any) -> bool:
    return bool(read_compressed_value(buffer, at, at, end).pos >= 0)


@inlined
def _is_vector(buffer: Any, at: int, end: int, items: Any) -> bool:
    return bool(read_vector_value(buffer, at, at, end, 0, items).pos >= 0)


@inlined
def _is_document(buffer: Any, at: int, end: int, items: Any) -> bool:
    return bool(at == end or read_json_binary(buffer, at, at, end).pos >= 0)


@inlined
def _is_read(buffer: Any, at: int, end: int, items: Any) -> bool:
    """Return that finding the bytes was reading them."""
    return True


_INSIDE: dict[str, Callable[..., bool]] = {
    "compressed_string_cell": _is_compressed,
    "compressed_blob_cell": _is_compressed,
    "vector_cell": _is_vector,
    "json_cell": _is_document,
    "geometry_cell": _is_read,
}
_LOCATE = {decoder.spec: decoder.locates for decoder in DECODERS if decoder.locate}


def _sound(spec: str) -> Callable[..., bool]:
    """Make what tells whether a cell of a spec is sound."""
    locate, is_inside = _LOCATE[spec], _INSIDE[spec]

    @inlined
    def is_sound(cell: Cell, items: Any) -> bool:
        pos, at, size = locate(cell)
        return pos >= 0 and is_inside(cell.buffer, at, at + size, items)

    return is_sound


_CASES = tuple(CASES.index(spec) for spec in _INSIDE)
_is_sound_cell = choice({CASES.index(spec): _sound(spec) for spec in _INSIDE})
_find_diffs = _LOCATE["json_cell"]


@inlined
def has_inside(case: int) -> bool:
    """Return whether a cell whose length fits may yet be unsound."""
    return case in _CASES


@shared
def is_sound(buffer: Any, pos: int, case: int, first: int, items: Any) -> bool:
    """Return whether the specs read what lies in a cell that `has_inside`.

    `items` has room for those of a vector.
    """
    end = len(buffer)
    if pos <= PARTIAL:
        _, at, size = _find_diffs(Cell(buffer, PARTIAL - pos, end, first, 1))
        return are_diffs(buffer, at, size)
    return bool(_is_sound_cell(case, Cell(buffer, pos, end, first, 0), items))


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
        if index not in asked:
            check_sound(selection.buffer, selection.cells[index], plan)


def check_sound(buffer: Any, places: Any, plan: Plan) -> None:
    """Raise FaultError where the cells at some places hold what the specs do not read."""
    if plan.case in _INSIDE:
        case, first = CASES.index(plan.case), int(plan.arguments[0])
        checked(are_sound(buffer, places, case, first, np.empty(MAX_ITEMS)))
