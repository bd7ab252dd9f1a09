"""The kernel that walks events and rows, and notes where each cell lies.

It goes on as long as it knows what is there. Where it does not, it stops before the event and says
why: the tree engine then reads that event, and is right about it.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.walk.bounds import ASIDE, NO_END
from binlog_kaitai.kernels.walk.event_filter import Wanted, has_wrong_checksum, wants_time
from binlog_kaitai.kernels.walk.event_types import PAYLOAD
from binlog_kaitai.kernels.walk.grouping import INSIDE, join, leave, role_of
from binlog_kaitai.kernels.walk.images import DAMAGED, count_rows, has_image, read_image
from binlog_kaitai.kernels.walk.inflated import (
    ENTERED,
    Inflated,
    enter_payload,
    format_of_region,
    leave_payload,
)
from binlog_kaitai.kernels.walk.learning import close_table_maps
from binlog_kaitai.kernels.walk.noting import (
    forget_event,
    has_room,
    kind_of,
    note_event,
    put_row,
)
from binlog_kaitai.kernels.walk.packs import Pack, begin_log, end_log
from binlog_kaitai.kernels.walk.rows_events import (
    find_rows,
    fits,
    map_of,
    open_table_map,
    read_rows,
    table_of,
    unfind_rows,
)
from binlog_kaitai.kernels.walk.state import (
    END,
    FULL,
    GOES_ON,
    LIMIT,
    UNKNOWN,
    Known,
    Noted,
    Scratch,
    Sessions,
)
from binlog_kaitai.kernels.walk.statement_texts import behind_statement, read_statement
from binlog_kaitai.kernels.walk.statements import drop_context
from binlog_kaitai.kernels.walk.steps import is_beyond_limit, step_other, step_query


@inlined
def _note_rows(
    buffer: Any,
    state: Any,
    inflated: Inflated,
    noted: Noted,
    scratch: Scratch,
    rows: Any,
    table: Any,
    resumed_at: int,
) -> int:
    """Note the images of a rows event; return `GOES_ON` when it is done, or why it is not.

    Those of an event are handed over together, unless they alone are more than there is room for;
    then none is before all are known to be there.
    """
    num_columns = table.num_columns_value
    first_row, first_cell, first_ordinal = state.rows, state.cells, state.ordinal
    row, cell, ordinal = first_row, first_cell, first_ordinal
    event = state.events - 1
    start = pos = state.row_pos
    end = state.row_end
    # the rest that `has_room` looks at, images do not fill
    is_full = not has_room(state, noted, num_columns)
    last_row, last_cell = len(noted.row_kind) - 2, len(noted.cells) - 2 * num_columns
    while 0 <= pos < end:
        if is_full or row > last_row or cell > last_cell:
            if resumed_at < 0 and first_row > 0 and unfind_rows(state, inflated, rows):
                forget_event(state, first_row, first_cell, first_ordinal)
                return FULL
            if (
                state.has_all_rows == 0
                and count_rows(buffer, start, pos, end, table, rows, scratch, False) == DAMAGED
            ):
                pos = -1
                break
            state.has_all_rows = 1
            state.rows, state.cells, state.ordinal = row, cell, ordinal
            state.row_pos = pos
            return FULL
        for part in range(2):
            if has_image(rows, part) and pos >= 0:
                pos = read_image(
                    buffer, start, pos, end, table, rows, part, scratch, cell, noted.cells
                )
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
def _scan_rows(
    buffer: Any,
    state: Any,
    inflated: Inflated,
    known: Known,
    noted: Noted,
    scratch: Scratch,
    header: Any,
    rows: Any,
    wanted: Wanted,
) -> int:
    """Note the images of a rows event; return `GOES_ON` when it is done, or why it is not."""
    if rows.is_pre_ga:
        return UNKNOWN
    number = map_of(state, known, scratch, rows)
    if number < 0:
        return UNKNOWN
    table_map = known.maps.entries[number]
    layout = table_map.layout
    # a payload may name transactions of its own
    is_wanted = (
        table_map.is_wanted > 0 and state.is_skipped == 0 and wants_time(wanted, header.timestamp)
    )
    if not is_wanted and state.fixed < 0:
        return GOES_ON
    if not fits(known, layout, rows):
        return UNKNOWN
    if is_wanted and not has_room(state, noted, known.layout_num_columns[layout]):
        return FULL
    resumed_at = state.row_pos
    stop = find_rows(state, inflated, rows)
    if stop >= 0:
        return stop
    table = table_of(known, layout)
    if is_wanted:
        if state.row_pos < state.row_end:
            note_event(state, noted, scratch, header, layout, number)
        return _note_rows(buffer, state, inflated, noted, scratch, rows, table, resumed_at)
    pos, end = state.row_pos, state.row_end
    num_rows = count_rows(buffer, pos, pos, end, table, rows, scratch, True)
    if num_rows == DAMAGED:
        state.row_pos = resumed_at
        return UNKNOWN
    state.ordinal += num_rows * (has_image(rows, 0) + has_image(rows, 1))
    state.row_pos = -1
    return GOES_ON


@inlined
def _is_passed(state: Any, noted: Noted, event: Any, wanted: Wanted) -> bool:
    """Pass over an event that is not wanted, by its header alone; say whether it is one."""
    header, role = event.header, role_of(event)
    if state.fixed >= 0 or not (
        (state.is_skipped > 0 and role in (INSIDE, ASIDE))
        or (event.is_rows and not wants_time(wanted, header.timestamp))
    ):
        return False
    if header.type == PAYLOAD:
        leave(state, noted, wanted, NO_END)
    else:
        join(state, wanted, role)
    state.seen += 1
    state.is_after_gtid = 0
    state.pos = event.pos
    return True


@inlined
def _scan_region(
    buffer: Any,
    state: Any,
    log_format: Any,
    inflated: Inflated,
    known: Known,
    noted: Noted,
    scratch: Scratch,
    wanted: Wanted,
    sessions: Sessions,
) -> int:
    """Walk the events of the region that `state` tells of; return a `Stop`, or `ENTERED`."""
    while True:
        pos, end = state.pos, state.end
        event = read_binlog_event(buffer, pos, pos, end, log_format)
        if event.pos < 0:
            return END
        header = event.header
        if event.pos != pos + header.len_event:
            return UNKNOWN
        body, body_end = event.body_ofs, event.body_ofs + event.body_len
        if header.begins_transaction:
            if is_beyond_limit(state):
                return LIMIT
            if state.has_context > 0 or state.is_inside > 0:
                return UNKNOWN
        if _is_passed(state, noted, event, wanted):
            continue
        if state.row_pos < 0:
            if has_wrong_checksum(wanted, buffer, pos, event):
                return UNKNOWN
            state.has_all_rows = 0
            if state.fixed < 0:
                state.ordinal = 0
        ends_table_maps = event.bounds_transaction
        if event.is_table_map:
            if state.open_maps == 0 and not has_room(state, noted, 0):
                return FULL  # while no map is open, so that all may be forgotten
            stop = open_table_map(buffer, state, known, scratch, pos, event)
            if stop < 0:
                join(state, wanted, INSIDE)
        elif event.is_rows:
            rows = read_rows(buffer, body, body_end, event, scratch)
            if rows.pos < 0:
                return UNKNOWN
            join(state, wanted, INSIDE)
            stop = _scan_rows(buffer, state, inflated, known, noted, scratch, header, rows, wanted)
            ends_table_maps = rows.flags_end_of_statement
        elif event.is_query:
            statement = read_statement(buffer, state, inflated, event)
            stop = statement.stop
            if stop < 0:
                stop = step_query(buffer, state, noted, event, statement, wanted, scratch, sessions)
                stop = behind_statement(state, statement, stop)
        elif header.type == PAYLOAD:
            stop = enter_payload(state, inflated, event)
        else:
            stop = step_other(buffer, state, noted, scratch, event, wanted)
        if stop >= 0:
            return stop
        if ends_table_maps:
            close_table_maps(state)
        if header.begins_transaction:
            drop_context(state)
        if state.fixed < 0:
            state.seen += 1
        state.is_after_gtid = int(header.begins_transaction)
        state.pos = event.pos


@kernel
def scan(
    buffer: Any,
    state: Any,
    log_format: Any,
    payload_format: Any,
    inflated: Inflated,
    known: Known,
    noted: Noted,
    scratch: Scratch,
    wanted: Wanted,
    sessions: Sessions,
    pack: Pack,
) -> int:
    """Walk the events of the region that `state` tells of, or of a pack; return a `Stop`.

    `buffer` is an array of uint8, `state` the record of a `ScanState`, `log_format` a LogFormat,
    as is the `payload_format` of the events in payloads.
    """
    is_pack = len(pack.rows) > 0
    is_begun = not is_pack
    while True:
        if not is_begun:
            stop = begin_log(buffer, state, log_format, wanted.verifies, pack)
            if stop != GOES_ON:
                return stop
            is_begun = True
        view = format_of_region(state, known, log_format, payload_format)
        stop = _scan_region(buffer, state, view, inflated, known, noted, scratch, wanted, sessions)
        if stop == ENTERED:
            continue
        stop = leave_payload(state, stop)
        if stop == GOES_ON:
            state.seen += 1
            leave(state, noted, wanted, NO_END)
            continue
        if not is_pack:
            return stop
        stop = end_log(state, stop, pack)
        if stop != GOES_ON:
            return stop
        is_begun = False
