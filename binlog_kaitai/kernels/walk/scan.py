"""The view of changes: the kernel that notes rows, where each cell lies, and statements."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.walk.event_filter import wants_time
from binlog_kaitai.kernels.walk.grouping import INSIDE, join
from binlog_kaitai.kernels.walk.images import (
    DAMAGED,
    Images,
    count_rows,
    has_image,
    images_of,
    pass_images,
    read_image,
)
from binlog_kaitai.kernels.walk.loop import Steps, Walk, enter, loop_of
from binlog_kaitai.kernels.walk.noting import (
    Changes,
    forget_event,
    has_room,
    kind_of,
    note_event,
    put_row,
)
from binlog_kaitai.kernels.walk.packs import begin_log, end_log
from binlog_kaitai.kernels.walk.rows_events import (
    find_rows,
    fits,
    map_of,
    unfind_rows,
)
from binlog_kaitai.kernels.walk.state import FULL, GOES_ON, UNKNOWN, Noted
from binlog_kaitai.kernels.walk.steps import (
    behind_payload,
    look,
    step_name,
    step_other,
    step_statement,
    step_table_map,
)


@inlined
def _note_rows(walk: Walk, noted: Noted, images: Images, resumed_at: int) -> int:
    """Note the images of a rows event; return `GOES_ON` when it is done, or why it is not.

    Those of an event are handed over together, unless they alone are more than there is room for;
    then none is before all are known to be there.
    """
    state, rows = walk.state, images.rows
    num_columns = images.table.num_columns_value
    first_row, first_cell, first_ordinal = state.rows, state.cells, state.ordinal
    row, cell, ordinal = first_row, first_cell, first_ordinal
    event = state.events - 1
    pos, end = images.start, images.end
    # the rest that `has_room` looks at, images do not fill
    is_full = not has_room(state, noted, num_columns)
    last_row, last_cell = len(noted.row_kind) - 2, len(noted.cells) - 2 * num_columns
    while 0 <= pos < end:
        if is_full or row > last_row or cell > last_cell:
            if resumed_at < 0 and first_row > 0 and unfind_rows(state, walk.inflated, rows):
                forget_event(state, first_row, first_cell, first_ordinal)
                return FULL
            rest = Images(images.buffer, pos, end, images.table, rows, images.scratch)
            if state.has_all_rows == 0 and count_rows(rest, False) == DAMAGED:
                pos = -1
                break
            state.has_all_rows = 1
            state.rows, state.cells, state.ordinal = row, cell, ordinal
            state.row_pos = pos
            return FULL
        for part in range(2):
            if has_image(rows, part) and pos >= 0:
                pos = read_image(images, pos, part, noted.cells, cell)
                put_row(noted, row, event, kind_of(rows, part), cell, ordinal)
                row += 1
                cell += num_columns
                ordinal += 1
    if pos < 0:
        # the tree reads all of the event, but for the rows that it was left with
        state.rows, state.cells, state.ordinal = first_row, first_cell, first_ordinal
        state.row_pos = resumed_at
        return UNKNOWN
    state.rows, state.cells, state.ordinal = row, cell, ordinal
    state.row_pos = -1
    return GOES_ON


@inlined
def _step_rows(walk: Walk, changes: Changes, event: Any, rows: Any) -> int:
    """Note the images of a rows event, or count those that are not wanted."""
    state, known, noted, header = walk.state, walk.known, changes.noted, event.header
    join(state, walk.wanted, INSIDE)
    if rows.is_pre_ga:
        return UNKNOWN
    number = map_of(state, known, walk.scratch, rows)
    if number < 0:
        return UNKNOWN
    table_map = known.maps.entries[number]
    layout = table_map.layout
    # a payload may name transactions of its own
    is_wanted = (
        table_map.is_wanted > 0
        and state.is_skipped == 0
        and wants_time(walk.wanted, header.timestamp)
    )
    if not is_wanted:
        return GOES_ON if state.fixed < 0 else pass_images(walk, layout, rows)
    if not fits(known, layout, rows):
        return UNKNOWN
    if not has_room(state, noted, known.layout_num_columns[layout]):
        return FULL
    resumed_at = state.row_pos
    stop = find_rows(state, walk.inflated, rows)
    if stop >= 0:
        return stop
    images = images_of(walk, layout, rows)
    if images.start < images.end:
        note_event(state, noted, walk.scratch, header, layout, number)
    return _note_rows(walk, noted, images, resumed_at)


_walk_changes = loop_of(
    Steps(
        look=look,
        table_map=step_table_map,
        rows=_step_rows,
        statement=step_statement,
        name=step_name,
        payload=enter,
        behind_payload=behind_payload,
        other=step_other,
    )
)


@kernel
def scan(walk: Walk, changes: Changes, log_format: Any, payload_format: Any) -> int:
    """Note the changes of the region that the state tells of, or of a pack; return a `Stop`.

    The formats are each a LogFormat: of the events in the log, and in payloads.
    """
    pack = changes.pack
    is_pack = len(pack.rows) > 0
    stop = GOES_ON
    while stop == GOES_ON:
        if is_pack:
            stop = begin_log(walk.buffer, walk.state, log_format, walk.wanted.verifies, pack)
        if stop == GOES_ON:
            stop = _walk_changes(walk, changes, log_format, payload_format)
            if is_pack:
                stop = end_log(walk.state, stop, pack)
    return stop
