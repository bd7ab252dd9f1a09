"""Finds the cells of row images, and counts rows of which no cell is asked for."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.row_image import read_row_image
from binlog_kaitai.generated.kernels.table_map_event import TableMapEvent
from binlog_kaitai.kernels.columns.soundness import has_inside, is_sound
from binlog_kaitai.kernels.runtime.arrays import Bytes
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.walk.loop import Walk
from binlog_kaitai.kernels.walk.rows_events import find_rows, fits, table_of
from binlog_kaitai.kernels.walk.state import GOES_ON, NOT_LOGGED, NULL, UNKNOWN, Scratch

DAMAGED = -1
"""In place of a number of rows."""


class Images(NamedTuple):
    """The images of a rows event, or the rest of them, and what they are read with."""

    buffer: Bytes
    start: int
    end: int
    table: TableMapEvent
    rows: Any  # a RowsEvent
    scratch: Scratch


@inlined
def has_image(rows: Any, part: int) -> bool:
    """Return whether rows have a before image, part 0, or an after image, part 1."""
    if part == 0:
        return not rows.is_insert
    return bool(rows.is_insert or rows.is_update)


@inlined
def read_image(images: Images, pos: int, part: int, cells: Any, cells_at: int) -> int:
    """Find the cells of an image, from `cells_at` on in `cells`; return where it ends."""
    rows = images.rows
    is_after = part == 1 and rows.is_update
    columns = rows.columns_present_after if is_after else rows.columns_present
    if part == 1 and rows.is_partial_update:
        return _read_partial_image(images, pos, columns, cells, cells_at)
    return _read(images, pos, columns, False, cells, cells_at)


@shared
def _read_partial_image(images: Images, pos: int, columns: Any, cells: Any, cells_at: int) -> int:
    """Find the cells of an image that may hold changes to documents; apart, as others are fast."""
    return _read(images, pos, columns, True, cells, cells_at)


@inlined
def _read(
    images: Images, pos: int, columns: Any, is_partial: bool, cells: Any, cells_at: int
) -> int:
    end_of_image: int = read_row_image(
        images.buffer,
        images.start,
        pos,
        images.end,
        images.table,
        columns,
        is_partial,
        0,
        images.scratch.partial_is_set,
        images.scratch.partial_num_set,
        cells_at,
        cells,
    )
    return end_of_image


@shared
def count_rows(images: Images, looks_inside: bool) -> int:
    """Return how many rows there are, an update's two images being one, or DAMAGED.

    Where it looks inside of them, the specs read all their cells.
    """
    num_rows, pos = 0, images.start
    while pos < images.end:
        for part in range(2):
            if not has_image(images.rows, part):
                continue
            pos = read_image(images, pos, part, images.scratch.cells, 0)
            if pos < 0 or (looks_inside and not _are_sound(images)):
                return DAMAGED
        num_rows += 1
    return num_rows


@inlined
def _are_sound(images: Images) -> bool:
    """Return whether the specs read all cells of an image."""
    buffer, table, scratch = images.buffer, images.table, images.scratch
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


class Counted(NamedTuple):
    """How many rows an event has, or why the scan stops before it, if not negative."""

    stop: int
    num_rows: int


@inlined
def images_of(walk: Walk, layout: int, rows: Any) -> Images:
    """Return the images of an event whose rows were found."""
    state, table = walk.state, table_of(walk.known, layout)
    return Images(walk.buffer, state.row_pos, state.row_end, table, rows, walk.scratch)


@inlined
def count_event(walk: Walk, layout: int, rows: Any) -> Counted:
    """Count the rows of an event whose cells are not asked for, but have to be sound."""
    state = walk.state
    if not fits(walk.known, layout, rows):
        return Counted(UNKNOWN, 0)
    resumed_at = state.row_pos
    stop = find_rows(state, walk.inflated, rows)
    if stop >= 0:
        return Counted(stop, 0)
    num_rows = count_rows(images_of(walk, layout, rows), True)
    state.row_pos = resumed_at
    return Counted(UNKNOWN if num_rows == DAMAGED else GOES_ON, num_rows)


@inlined
def pass_images(walk: Walk, layout: int, rows: Any) -> int:
    """Count the images of an event among the ordinals; return a `Stop`, or `GOES_ON`."""
    state, counted = walk.state, count_event(walk, layout, rows)
    if counted.stop < 0:
        state.ordinal += counted.num_rows * (has_image(rows, 0) + has_image(rows, 1))
        state.row_pos = -1
    return counted.stop
