"""Counts the rows of rows events, as kernels do where only their number is asked for."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.sums.transaction_stats import DELETES, INSERTS, UPDATES, Names
from binlog_kaitai.kernels.walk.images import DAMAGED, count_rows
from binlog_kaitai.kernels.walk.loop import Walk
from binlog_kaitai.kernels.walk.rows_events import find_rows, fits, map_of, table_of
from binlog_kaitai.kernels.walk.state import UNKNOWN


class Counted(NamedTuple):
    """What a rows event adds: rows of a table, or none; or why the scan stops, if not negative."""

    stop: int
    name: int
    num_rows: int
    kind: int


DONE = -1
NO_NAME = -1
NOTHING = Counted(DONE, NO_NAME, 0, INSERTS)


@inlined
def count_event(walk: Walk, names: Names, rows: Any) -> Counted:
    """Count the rows of a RowsEvent, an update's two images being one."""
    buffer, state, known, scratch = walk.buffer, walk.state, walk.known, walk.scratch
    if rows.is_pre_ga:
        return Counted(UNKNOWN, NO_NAME, 0, INSERTS)
    number = map_of(state, known, scratch, rows)
    if number < 0:
        return NOTHING if rows.is_dummy else Counted(UNKNOWN, NO_NAME, 0, INSERTS)
    layout = known.maps.entries[number].layout
    if not fits(known, layout, rows):
        return Counted(UNKNOWN, NO_NAME, 0, INSERTS)
    resumed_at = state.row_pos
    stop = find_rows(state, walk.inflated, rows)
    if stop >= 0:
        return Counted(stop, NO_NAME, 0, INSERTS)
    row_pos, row_end = state.row_pos, state.row_end
    state.row_pos = resumed_at
    table = table_of(known, layout)
    num_rows = count_rows(buffer, row_pos, row_pos, row_end, table, rows, scratch, True)
    if num_rows == DAMAGED:
        return Counted(UNKNOWN, NO_NAME, 0, INSERTS)
    kind = INSERTS if rows.is_insert else UPDATES if rows.is_update else DELETES
    return Counted(DONE, names.of_map[number], num_rows, kind)
