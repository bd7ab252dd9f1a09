"""Counts the rows of rows events, as kernels do where only their number is asked for."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.kernels.columns.soundness import has_inside, is_sound
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.sums.transaction_stats import Names
from binlog_kaitai.kernels.walk.inflated import Inflated
from binlog_kaitai.kernels.walk.rows_events import (
    find_rows,
    fits,
    has_image,
    map_of,
    read_image,
    table_of,
)
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, NULL, UNKNOWN, Known, Scratch


class Counted(NamedTuple):
    """What a rows event adds: rows of a table, or none; or why the scan stops, if not negative."""

    stop: int
    name: int
    num_rows: int


DONE = -1
NO_NAME = -1
NOTHING = Counted(DONE, NO_NAME, 0)


@inlined
def _are_sound(buffer: Any, known: Known, layout: int, scratch: Scratch) -> bool:
    """Return whether the specs read all cells of an image."""
    columns_at = known.layout_columns_at[layout]
    for i in range(known.layout_num_columns[layout]):
        column = columns_at + i
        case = known.column_case[column]
        place = scratch.cells[i]
        if (
            place not in (NULL, NOT_LOGGED)
            and has_inside(case)
            and not is_sound(buffer, place, case, known.column_0[column], scratch.items)
        ):
            return False
    return True


@inlined
def count_rows(
    buffer: Any,
    state: Any,
    inflated: Inflated,
    known: Known,
    names: Names,
    scratch: Scratch,
    rows: Any,
) -> Counted:
    """Count the rows of a RowsEvent, an update's two images being one."""
    if rows.is_pre_ga:
        return Counted(UNKNOWN, NO_NAME, 0)
    number = map_of(state, known, scratch, rows)
    if number < 0:
        return NOTHING if rows.is_dummy else Counted(UNKNOWN, NO_NAME, 0)
    layout = known.maps.entries[number].layout
    if not fits(known, layout, rows):
        return Counted(UNKNOWN, NO_NAME, 0)
    resumed_at = state.row_pos
    stop = find_rows(state, inflated, rows)
    if stop >= 0:
        return Counted(stop, NO_NAME, 0)
    row_pos, row_end = state.row_pos, state.row_end
    state.row_pos = resumed_at
    table = table_of(known, layout)
    start = row_pos
    num_rows = 0
    while row_pos < row_end:
        for part in range(2):
            if not has_image(rows, part):
                continue
            row_pos = read_image(
                buffer, start, row_pos, row_end, table, rows, part, scratch, 0, scratch.cells
            )
            if row_pos < 0 or not _are_sound(buffer, known, layout, scratch):
                return Counted(UNKNOWN, NO_NAME, 0)
        num_rows += 1
    return Counted(DONE, names.of_map[number], num_rows)
