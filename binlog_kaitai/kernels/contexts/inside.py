"""Counts the changes in a payload, by whose ordinals contexts are told there."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.images import DAMAGED, count_rows, has_image
from binlog_kaitai.kernels.walk.rows_events import fits, map_of, table_of
from binlog_kaitai.kernels.walk.state import GOES_ON, UNKNOWN, Known, Scratch


@inlined
def count_images(buffer: Any, state: Any, known: Known, scratch: Scratch, rows: Any) -> int:
    """Count the images of a RowsEvent; return a `Stop`."""
    if rows.is_pre_ga or rows.is_compressed:
        return UNKNOWN
    number = map_of(state, known, scratch, rows)
    if number < 0:
        return UNKNOWN
    layout = known.maps.entries[number].layout
    if not fits(known, layout, rows):
        return UNKNOWN
    start, end = rows.row_data_ofs, rows.row_data_ofs + rows.row_data_len
    table = table_of(known, layout)
    num_rows = count_rows(buffer, start, start, end, table, rows, scratch, True)
    if num_rows == DAMAGED:
        return UNKNOWN
    state.ordinal += num_rows * (has_image(rows, 0) + has_image(rows, 1))
    return GOES_ON
