"""Counts the rows of rows events, as kernels do where only their number is asked for."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.columnar.cells import has_inside, is_sound
from binlog_kaitai.columnar.learning import find_open
from binlog_kaitai.columnar.state import (
    COMPRESSED_LEN,
    COMPRESSED_OFS,
    COMPRESSED_ROWS,
    NOT_LOGGED,
    NULL,
    OPEN_MAPS,
    ROW_END,
    ROW_POS,
    UNCOMPRESSED_LEN,
    UNKNOWN,
    Known,
    Scratch,
)
from binlog_kaitai.columnar.sums import Names
from binlog_kaitai.generated.kernels.row_image import read_row_image
from binlog_kaitai.generated.kernels.table_map_event import TableMapEvent
from binlog_kaitai.machine.jit import inlined, shared


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
    """Whether the specs read all cells of an image."""
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


@shared
def _read_partial_image(
    buffer: Any, start: int, pos: int, end: int, table: Any, rows: Any, scratch: Scratch
) -> int:
    """Reads an after image whose documents may be changes; on its own, as other images are fast."""
    return read_row_image(
        buffer,
        start,
        pos,
        end,
        table,
        rows.columns_present_after,
        True,
        0,
        scratch.partial_is_set,
        scratch.partial_num_set,
        0,
        scratch.cells,
    )


@inlined
def count_rows(
    buffer: Any, state: Any, known: Known, names: Names, scratch: Scratch, rows: Any
) -> Counted:
    """Counts the rows of a RowsEvent, an update's two images being one."""
    if rows.is_pre_ga:
        return Counted(UNKNOWN, NO_NAME, 0)
    number = find_open(rows.table_id_value, state[OPEN_MAPS], known.maps, scratch)
    if number < 0:
        return NOTHING if rows.is_dummy else Counted(UNKNOWN, NO_NAME, 0)
    layout = known.maps.layout[number]
    num_columns = known.layout_num_columns[layout]
    if (
        not known.layout_is_readable[layout]
        or num_columns != rows.num_columns_value
        or not rows.has_cells
    ):
        return Counted(UNKNOWN, NO_NAME, 0)
    row_pos, row_end = state[ROW_POS], state[ROW_END]
    if row_pos < 0:
        if rows.is_compressed:
            state[COMPRESSED_OFS] = rows.compressed_rows.data_ofs
            state[COMPRESSED_LEN] = rows.compressed_rows.data_len
            state[UNCOMPRESSED_LEN] = rows.compressed_rows.len_uncompressed_value
            return Counted(COMPRESSED_ROWS, NO_NAME, 0)
        row_pos = rows.row_data_ofs
        row_end = row_pos + rows.row_data_len
    table = TableMapEvent(
        num_columns,
        known.layout_num_json[layout],
        known.layout_columns_at[layout],
        known.column_is_json,
        known.column_num_json_before,
        known.column_case,
        known.column_0,
        known.column_1,
        known.column_length,
    )
    start = row_pos
    num_rows = 0
    while row_pos < row_end:
        for part in range(2):
            if part == 0 and rows.is_insert:
                continue
            if part == 1 and not (rows.is_insert or rows.is_update):
                continue
            if part == 1 and rows.is_partial_update:
                row_pos = _read_partial_image(buffer, start, row_pos, row_end, table, rows, scratch)
            else:
                row_pos = read_row_image(
                    buffer,
                    start,
                    row_pos,
                    row_end,
                    table,
                    rows.columns_present_after
                    if part == 1 and rows.is_update
                    else rows.columns_present,
                    False,
                    0,
                    scratch.partial_is_set,
                    scratch.partial_num_set,
                    0,
                    scratch.cells,
                )
            if row_pos < 0 or not _are_sound(buffer, known, layout, scratch):
                return Counted(UNKNOWN, NO_NAME, 0)
        num_rows += 1
    return Counted(DONE, names.of_map[number], num_rows)
