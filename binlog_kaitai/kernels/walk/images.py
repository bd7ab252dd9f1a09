"""Finds the cells of row images, and counts rows of which no cell is asked for."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.row_image import read_row_image
from binlog_kaitai.kernels.columns.soundness import has_inside, is_sound
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, NULL, Scratch

DAMAGED = -1
"""In place of a number of rows."""


@inlined
def has_image(rows: Any, part: int) -> bool:
    """Return whether rows have a before image, part 0, or an after image, part 1."""
    if part == 0:
        return not rows.is_insert
    return bool(rows.is_insert or rows.is_update)


@inlined
def read_image(
    buffer: Any,
    start: int,
    pos: int,
    end: int,
    table: Any,
    rows: Any,
    part: int,
    scratch: Scratch,
    cells_at: int,
    cells: Any,
) -> int:
    """Find the cells of an image, from `cells_at` on in `cells`; return where it ends."""
    is_after = part == 1 and rows.is_update
    columns = rows.columns_present_after if is_after else rows.columns_present
    if part == 1 and rows.is_partial_update:
        return _read_partial_image(
            buffer, start, pos, end, table, columns, scratch, cells_at, cells
        )
    return _read(buffer, start, pos, end, table, columns, False, scratch, cells_at, cells)


@shared
def _read_partial_image(
    buffer: Any,
    start: int,
    pos: int,
    end: int,
    table: Any,
    columns: Any,
    scratch: Scratch,
    cells_at: int,
    cells: Any,
) -> int:
    """Find the cells of an image that may hold changes to documents; apart, as others are fast."""
    return _read(buffer, start, pos, end, table, columns, True, scratch, cells_at, cells)


@inlined
def _read(
    buffer: Any,
    start: int,
    pos: int,
    end: int,
    table: Any,
    columns: Any,
    is_partial: bool,
    scratch: Scratch,
    cells_at: int,
    cells: Any,
) -> int:
    end_of_image: int = read_row_image(
        buffer,
        start,
        pos,
        end,
        table,
        columns,
        is_partial,
        0,
        scratch.partial_is_set,
        scratch.partial_num_set,
        cells_at,
        cells,
    )
    return end_of_image


@shared
def count_rows(
    buffer: Any,
    start: int,
    pos: int,
    end: int,
    table: Any,
    rows: Any,
    scratch: Scratch,
    looks_inside: bool,
) -> int:
    """Return how many rows there are, an update's two images being one, or DAMAGED.

    Where it looks inside of them, the specs read all their cells.
    """
    num_rows = 0
    while pos < end:
        for part in range(2):
            if not has_image(rows, part):
                continue
            pos = read_image(buffer, start, pos, end, table, rows, part, scratch, 0, scratch.cells)
            if pos < 0 or (looks_inside and not _are_sound(buffer, table, scratch)):
                return DAMAGED
        num_rows += 1
    return num_rows


@inlined
def _are_sound(buffer: Any, table: Any, scratch: Scratch) -> bool:
    """Return whether the specs read all cells of an image."""
    for i in range(table.num_columns_value):
        column = table.columns_at + i
        case = table.columns_plan_case[column]
        place = scratch.cells[i]
        if (
            place not in (NULL, NOT_LOGGED)
            and has_inside(case)
            and not is_sound(buffer, place, case, table.columns_plan_0[column], scratch.items)
        ):
            return False
    return True
