"""The kernel that walks events and rows, and notes where each cell lies.

It goes on as long as it knows what is there. Where it does not, it stops before the event and says
why: the tree engine then reads that event, and is right about it.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.columnar.bounds import (
    begin_group,
    commit_group,
    is_savepoint,
    is_statement,
    join_group,
    leave_group,
)
from binlog_kaitai.columnar.cells import is_sound
from binlog_kaitai.columnar.gtid_texts import (
    LONGEST_GTID,
    NO_TIME,
    read_tagged_gtid,
    write_gtid,
    write_mariadb_gtid,
)
from binlog_kaitai.columnar.learning import find_map, find_open, learn_map, open_map
from binlog_kaitai.columnar.state import (
    BASE,
    COMMIT_TIME,
    COMPRESSED_LEN,
    COMPRESSED_OFS,
    COMPRESSED_ROWS,
    DELETE,
    END,
    FILE_LIMIT,
    FIXED,
    FULL,
    GROUP_AT,
    GROUP_NUMBER,
    GTID_TEXT,
    HAS_BEGUN,
    HAS_CONTEXT,
    HAS_GTID,
    INSERT,
    IS_AFTER_GTID,
    IS_NOTED,
    IS_SKIPPED,
    LEN_GTID,
    LIMIT,
    NEW_TABLE_MAP,
    NOT_LOGGED,
    NULL,
    NUM_CELLS,
    NUM_EVENTS,
    NUM_NOTED,
    NUM_ROWS,
    NUM_TRANSACTIONS,
    OPEN_MAPS,
    ORDINAL,
    POS,
    REGION_END,
    ROW_END,
    ROW_POS,
    SEEN,
    UNCOMPRESSED_LEN,
    UNKNOWN,
    UPDATE_POSTIMAGE,
    UPDATE_PREIMAGE,
    WANTS_STATEMENTS,
    XID_NUMBER,
    Known,
    Noted,
    Scratch,
    Wanted,
)
from binlog_kaitai.columnar.wanted import MARIADB_SOURCE, wants_gtid, wants_time
from binlog_kaitai.generated.event_header import EventHeader
from binlog_kaitai.generated.kernels.annotate_rows_event import read_annotate_rows_event
from binlog_kaitai.generated.kernels.event import read_event
from binlog_kaitai.generated.kernels.gtid_event import read_gtid_event
from binlog_kaitai.generated.kernels.mariadb_gtid_event import read_mariadb_gtid_event
from binlog_kaitai.generated.kernels.query_event import read_query_event
from binlog_kaitai.generated.kernels.row_image import read_row_image
from binlog_kaitai.generated.kernels.rows_event import read_rows_event
from binlog_kaitai.generated.kernels.rows_query_event import read_rows_query_event
from binlog_kaitai.generated.kernels.table_map_event import TableMapEvent
from binlog_kaitai.generated.kernels.xid_event import read_xid_event
from binlog_kaitai.machine.compare import is_text
from binlog_kaitai.machine.crc32 import crc32
from binlog_kaitai.machine.jit import inlined, kernel, shared
from binlog_kaitai.machine.stream import copy, u8le

EventType = EventHeader.EventType

GTID = EventType.gtid.value
GTID_TAGGED = EventType.gtid_tagged.value
ANONYMOUS_GTID = EventType.anonymous_gtid.value
MARIADB_GTID = EventType.mariadb_gtid.value
XID = EventType.xid.value
QUERY = EventType.query.value
ROWS_QUERY = EventType.rows_query.value
ANNOTATE_ROWS = EventType.annotate_rows.value
INTVAR = EventType.intvar.value
RAND = EventType.rand.value
USER_VAR = EventType.user_var.value
PAYLOAD = EventType.transaction_payload.value

BEGIN = b"BEGIN"
COMMIT = b"COMMIT"


@inlined
def _begin(
    state: Any, has_gtid: int, length: int, commit: int, has_begun: int, is_wanted: bool
) -> None:
    state[IS_SKIPPED] = int(not is_wanted)
    state[HAS_GTID] = has_gtid
    state[LEN_GTID] = length
    state[COMMIT_TIME] = commit
    state[HAS_BEGUN] = has_begun
    state[XID_NUMBER] = 0
    state[IS_NOTED] = 0
    state[NUM_TRANSACTIONS] += 1


@inlined
def _end(state: Any, wanted: Wanted) -> None:
    """What comes next is in no transaction, unless it begins one."""
    _begin(state, 0, 0, NO_TIME, 0, not wanted.until.is_given)


@inlined
def _note_event(
    state: Any, noted: Noted, gtid: Any, header: Any, layout: int, table_map: int
) -> None:
    """Notes the event that rows come from, and its transaction with the first of them."""
    if state[IS_NOTED] == 0:
        number = state[NUM_NOTED]
        length = state[LEN_GTID]
        text_at = state[GTID_TEXT]
        copy(noted.gtid_text, text_at, gtid, 0, length)
        state[GTID_TEXT] = text_at + length
        noted.transaction_gtid_end[number] = text_at + length
        noted.transaction_commit[number] = state[COMMIT_TIME]
        noted.transaction_at[number] = state[GROUP_AT]
        noted.transaction_number[number] = state[GROUP_NUMBER]
        noted.transaction_end[number] = 0
        noted.transaction_xid[number] = state[XID_NUMBER]
        state[NUM_NOTED] = number + 1
        state[IS_NOTED] = 1
    event = state[NUM_EVENTS]
    position = state[FIXED] if state[FIXED] >= 0 else state[BASE] + state[POS]
    noted.event_position[event] = position
    noted.event_timestamp[event] = header.timestamp
    noted.event_server_id[event] = header.server_id
    noted.event_layout[event] = layout
    noted.event_map[event] = table_map
    noted.event_transaction[event] = state[NUM_NOTED] - 1
    state[NUM_EVENTS] = event + 1


@inlined
def _note_row(state: Any, noted: Noted, num_columns: int, kind: int) -> None:
    row = state[NUM_ROWS]
    noted.row_cells_at[row] = state[NUM_CELLS]
    noted.row_event[row] = state[NUM_EVENTS] - 1
    noted.row_kind[row] = kind
    noted.row_ordinal[row] = state[ORDINAL]
    state[NUM_ROWS] = row + 1
    state[NUM_CELLS] += num_columns
    state[ORDINAL] += 1


@inlined
def _has_room(state: Any, noted: Noted, num_columns: int) -> bool:
    return (
        state[NUM_ROWS] + 2 <= len(noted.row_kind)
        and state[NUM_CELLS] + 2 * num_columns <= len(noted.cells)
        and state[NUM_EVENTS] < len(noted.event_layout)
        and state[NUM_NOTED] < len(noted.transaction_commit)
        and state[GTID_TEXT] + 2 * LONGEST_GTID <= len(noted.gtid_text)
    )


@inlined
def _are_sound(buffer: Any, state: Any, noted: Noted, table: Any, scratch: Scratch) -> bool:
    """Whether the specs read all cells of an image that is counted, and not handed over."""
    for i in range(table.num_columns_value):
        place = noted.cells[state[NUM_CELLS] + i]
        column = table.columns_at + i
        if place not in (NULL, NOT_LOGGED) and not is_sound(
            buffer,
            place,
            table.columns_plan_case[column],
            table.columns_plan_0[column],
            scratch.items,
        ):
            return False
    return True


@shared
def _read_partial_image(
    buffer: Any,
    start: int,
    pos: int,
    end: int,
    table: Any,
    rows: Any,
    scratch: Scratch,
    cells_at: int,
    noted: Noted,
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
        cells_at,
        noted.cells,
    )


@inlined
def _scan_rows(
    buffer: Any,
    state: Any,
    known: Known,
    noted: Noted,
    scratch: Scratch,
    header: Any,
    rows: Any,
    wanted: Wanted,
) -> int:
    """Notes the images of a rows event; returns -1 when it is done, or why it is not."""
    if rows.is_pre_ga:
        return UNKNOWN
    number = find_open(rows.table_id_value, state[OPEN_MAPS], known.maps, scratch)
    if number < 0:
        return UNKNOWN
    layout = known.maps.layout[number]
    # a payload may name transactions of its own
    is_wanted = (
        known.maps.is_wanted[number] > 0
        and state[IS_SKIPPED] == 0
        and wants_time(wanted, header.timestamp)
    )
    if not is_wanted and state[FIXED] < 0:
        return -1
    num_columns = known.layout_num_columns[layout]
    if (
        not known.layout_is_readable[layout]
        or num_columns != rows.num_columns_value
        or not rows.has_cells
    ):
        return UNKNOWN
    if not _has_room(state, noted, num_columns):
        return FULL
    row_pos, row_end = state[ROW_POS], state[ROW_END]
    if row_pos < 0:
        if rows.is_compressed:
            state[COMPRESSED_OFS] = rows.compressed_rows.data_ofs
            state[COMPRESSED_LEN] = rows.compressed_rows.data_len
            state[UNCOMPRESSED_LEN] = rows.compressed_rows.len_uncompressed_value
            return COMPRESSED_ROWS
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
    first_row, first_cell, first_ordinal = state[NUM_ROWS], state[NUM_CELLS], state[ORDINAL]
    if is_wanted and row_pos < row_end:
        _note_event(state, noted, scratch.gtid, header, layout, number)
    start = row_pos
    while row_pos < row_end:
        if not _has_room(state, noted, num_columns):
            state[ROW_POS], state[ROW_END] = row_pos, row_end
            return FULL
        for part in range(2):
            if part == 0 and rows.is_insert:
                continue
            if part == 1 and not (rows.is_insert or rows.is_update):
                continue
            if part == 1 and rows.is_partial_update:
                row_pos = _read_partial_image(
                    buffer, start, row_pos, row_end, table, rows, scratch, state[NUM_CELLS], noted
                )
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
                    state[NUM_CELLS],
                    noted.cells,
                )
            if row_pos < 0 or (
                not is_wanted and not _are_sound(buffer, state, noted, table, scratch)
            ):
                # the tree reads all of the event, but for the rows that it was left with
                state[NUM_ROWS], state[NUM_CELLS] = first_row, first_cell
                state[ORDINAL] = first_ordinal
                return UNKNOWN
            if is_wanted:
                kind = DELETE
                if rows.is_insert:
                    kind = INSERT
                elif rows.is_update:
                    kind = UPDATE_PREIMAGE if part == 0 else UPDATE_POSTIMAGE
                _note_row(state, noted, num_columns, kind)
            else:
                state[ORDINAL] += 1
    state[ROW_POS] = -1
    return -1


@inlined
def _is_of_transaction(event: Any) -> bool:
    """Whether an event only concerns the transaction that it is in."""
    kind = event.header.type
    return (
        event.is_rows
        or event.is_table_map
        or kind in (PAYLOAD, INTVAR, RAND, USER_VAR, ROWS_QUERY, ANNOTATE_ROWS)
    )


@inlined
def _begins_inside(event: Any) -> bool:
    """Whether an event lies in a transaction, be its beginning seen or not."""
    kind = event.header.type
    return event.is_rows or event.is_table_map or kind in (ROWS_QUERY, ANNOTATE_ROWS)


@inlined
def is_beyond_limit(state: Any) -> bool:
    """Whether no transaction is to be begun here."""
    return 0 <= state[FILE_LIMIT] <= state[BASE] + state[POS] and state[FIXED] < 0


@kernel
def scan(
    buffer: Any,
    state: Any,
    log_format: Any,
    known: Known,
    noted: Noted,
    scratch: Scratch,
    wanted: Wanted,
) -> int:
    """Walks the events of the region that `state` tells of; returns a `Stop`.

    `buffer` is an array of uint8, `state` an array of int64 (see `At`), `log_format` a LogFormat.
    """
    has_gtids = wanted.applied.is_given or wanted.until.is_given
    while True:
        pos, end = state[POS], state[REGION_END]
        event = read_event(buffer, pos, pos, end, log_format)
        if event.pos < 0:
            return END
        header = event.header
        if event.pos != pos + header.len_event:
            return UNKNOWN
        body, body_end = event.body_ofs, event.body_ofs + event.body_len
        if header.begins_transaction:
            if is_beyond_limit(state):
                return LIMIT
            if state[HAS_CONTEXT] > 0:
                return UNKNOWN
        if state[FIXED] < 0 and (
            (state[IS_SKIPPED] > 0 and _is_of_transaction(event))
            or (event.is_rows and not wants_time(wanted, header.timestamp))
        ):
            if header.type == PAYLOAD:
                _end(state, wanted)
                leave_group(state)
            else:
                join_group(state, int(_begins_inside(event)))
            state[SEEN] += 1
            state[IS_AFTER_GTID] = 0
            state[POS] = event.pos
            continue
        if state[ROW_POS] < 0:
            if (
                event.len_checksum > 0
                and wanted.verifies
                and crc32(buffer, pos, body_end - pos) != event.crc32
            ):
                return UNKNOWN
            if state[FIXED] < 0:
                state[ORDINAL] = 0
        ends_table_maps = event.bounds_transaction
        if event.is_table_map:
            if state[OPEN_MAPS] == len(scratch.open_maps):
                return UNKNOWN
            number = find_map(buffer, body, event.body_len, known.maps)
            if number < 0:
                number = learn_map(
                    buffer, pos, event.pos, body, event.body_len, event.len_post_header, known
                )
            if number < 0:
                return NEW_TABLE_MAP
            open_map(number, state[OPEN_MAPS], known.maps, scratch)
            state[OPEN_MAPS] += 1
            join_group(state, 1)
        elif event.is_rows:
            rows = read_rows_event(
                buffer,
                body,
                body,
                body_end,
                header.type,
                event.len_post_header,
                0,
                scratch.before_is_set,
                scratch.before_num_set,
                0,
                scratch.after_is_set,
                scratch.after_num_set,
            )
            if rows.pos < 0:
                return UNKNOWN
            join_group(state, 1)
            stop = _scan_rows(buffer, state, known, noted, scratch, header, rows, wanted)
            if stop >= 0:
                return stop
            ends_table_maps = rows.flags_end_of_statement
        elif header.type == QUERY:
            query = read_query_event(buffer, body, body, body_end, False, event.len_post_header)
            if query.pos < 0 or state[HAS_CONTEXT] > 0:
                return UNKNOWN
            is_begin = is_text(buffer, query.query_ofs, query.query_len, BEGIN)
            if is_begin and state[IS_AFTER_GTID] == 0 and is_beyond_limit(state):
                return LIMIT
            is_commit = is_text(buffer, query.query_ofs, query.query_len, COMMIT)
            is_bound = is_begin or is_commit
            is_bound = is_bound or is_savepoint(buffer, query.query_ofs, query.query_len)
            if not is_bound:
                is_skipped = state[IS_SKIPPED] > 0 and state[FIXED] < 0
                # a payload's statements are counted whatever is wanted of them
                is_counted = state[WANTS_STATEMENTS] > 0 or state[FIXED] >= 0
                if (is_counted and not is_skipped) or not is_statement(
                    buffer, query.query_ofs, query.query_len
                ):
                    return UNKNOWN
            if is_begin:
                if state[IS_AFTER_GTID] == 0 and (state[HAS_BEGUN] > 0 or state[FIXED] < 0):
                    _end(state, wanted)
                    begin_group(state, 1)
                join_group(state, 1)
                state[HAS_BEGUN] = 1
            else:
                join_group(state, 0)
                if is_commit or (state[HAS_BEGUN] == 0 and not is_bound):
                    commit_group(state, noted)
                    _end(state, wanted)
        elif header.type == XID:
            if read_xid_event(buffer, body, body, body_end) < 0:
                return UNKNOWN
            join_group(state, 1)
            commit_group(state, noted)
            _end(state, wanted)
        elif header.type in (GTID, ANONYMOUS_GTID):
            gtid = read_gtid_event(buffer, body, body, body_end)
            if gtid.pos < 0 or gtid.commit_timestamp < 0:
                return UNKNOWN
            length = 0
            is_wanted = not wanted.until.is_given
            if header.type == GTID:
                if has_gtids:
                    source = u8le(buffer, gtid.uuid_ofs)
                    more_source = u8le(buffer, gtid.uuid_ofs + 8)
                    is_wanted = wants_gtid(wanted, source, more_source, gtid.gno)
                length = write_gtid(scratch.gtid, buffer, gtid.uuid_ofs, gtid.gno)
            commit = gtid.commit_timestamp if gtid.has_commit_timestamp else NO_TIME
            begin_group(state, 0)
            _begin(state, int(header.type == GTID), length, commit, 0, is_wanted)
        elif header.type == GTID_TAGGED:
            # whether a set holds it, the tree engine tells
            if has_gtids:
                return UNKNOWN
            tagged = read_tagged_gtid(buffer, body, body_end, scratch.tagged, scratch.gtid)
            if tagged.length < 0:
                return UNKNOWN
            begin_group(state, 0)
            _begin(state, 1, tagged.length, tagged.commit, 0, True)
        elif header.type == MARIADB_GTID:
            name = read_mariadb_gtid_event(buffer, body, body, body_end)
            if (
                name.pos < 0
                or (has_gtids and name.sequence < 0)  # sets hold no numbers of 64 bits here
                or name.flags_prepared_xa
                or name.flags_completed_xa
                or name.flags_extra_start_alter
                or name.flags_extra_commit_alter
                or name.flags_extra_rollback_alter
            ):
                return UNKNOWN
            length = write_mariadb_gtid(
                scratch.gtid, name.domain_id, header.server_id, name.sequence
            )
            is_wanted = not has_gtids or wants_gtid(
                wanted, name.domain_id, MARIADB_SOURCE, name.sequence
            )
            begin_group(state, int(not name.flags_standalone))
            _begin(state, 1, length, NO_TIME, int(not name.flags_standalone), is_wanted)
        elif header.type == ROWS_QUERY:
            if read_rows_query_event(buffer, body, body, body_end) < 0:
                return UNKNOWN
            join_group(state, 1)
        elif header.type == ANNOTATE_ROWS:
            if read_annotate_rows_event(buffer, body, body, body_end) < 0:
                return UNKNOWN
            join_group(state, 1)
        else:
            return UNKNOWN
        if ends_table_maps:
            state[OPEN_MAPS] = 0
        if state[FIXED] < 0:
            state[SEEN] += 1
        state[IS_AFTER_GTID] = int(header.begins_transaction)
        state[POS] = event.pos
