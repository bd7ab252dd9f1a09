"""The kernel that walks events and notes what they tell of the rows behind them.

Where it does not know what is there, it stops before the event, which the tree engine then reads.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.generated.kernels.mariadb_gtid_event import read_mariadb_gtid_event
from binlog_kaitai.generated.kernels.query_event import read_query_event
from binlog_kaitai.generated.kernels.query_status_vars import read_query_status_var
from binlog_kaitai.generated.query_status_vars import QueryStatusVars
from binlog_kaitai.kernels.contexts.inside import count_images, num_statements
from binlog_kaitai.kernels.contexts.told import MAX_USER, NO_THREAD, Told
from binlog_kaitai.kernels.runtime.compare import is_text
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import PADDING, copy
from binlog_kaitai.kernels.walk.event_types import (
    ANNOTATE_ROWS,
    BEGIN,
    MARIADB_GTID,
    PAYLOAD,
    QUERY_COMPRESSED,
    ROWS_QUERY,
)
from binlog_kaitai.kernels.walk.grouping import OF_LOG, role_of
from binlog_kaitai.kernels.walk.inflated import (
    ENTERED,
    Inflated,
    enter_payload,
    format_of_region,
    leave_payload,
)
from binlog_kaitai.kernels.walk.learning import close_table_maps
from binlog_kaitai.kernels.walk.log_events import is_of_log
from binlog_kaitai.kernels.walk.rows_events import open_table_map, read_rows
from binlog_kaitai.kernels.walk.state import END, FULL, GOES_ON, LIMIT, UNKNOWN, Known, Scratch
from binlog_kaitai.kernels.walk.statement_texts import read_annotation
from binlog_kaitai.kernels.walk.steps import is_beyond_limit

INVOKER = QueryStatusVars.QueryStatusCode.invoker.value
(AT,) = b"@"


@inlined
def _has_room(state: Any, told: Told) -> bool:
    """Return whether another context can be noted, with the user of the one before."""
    number = state.events
    return bool(
        number < len(told.position)
        and told.user_offset[number] + MAX_USER + PADDING <= len(told.users)
    )


@inlined
def _note(state: Any, told: Told, position: int, thread: int) -> None:
    """Note a context without a statement and a user, for which there is room.

    In a payload the position is the payload's, and the ordinal that of the next change.
    """
    number = state.events
    is_inside = state.fixed >= 0
    told.position[number] = state.fixed if is_inside else position
    told.ordinal[number] = state.ordinal if is_inside else 0
    told.thread[number] = thread
    told.has_statement[number] = 0
    told.statement_offset[number + 1] = told.statement_offset[number]
    told.user_offset[number + 1] = told.user_offset[number]
    state.events = number + 1


@inlined
def _note_again(state: Any, told: Told, position: int) -> None:
    """Note the thread and the user of the context before."""
    number = state.events
    start = told.user_offset[number - 1]
    length = told.user_offset[number] - start
    _note(state, told, position, told.thread[number - 1])
    copy(told.users, start + length, told.users, start, length)
    told.user_offset[number + 1] = start + 2 * length


@inlined
def _note_statement(
    buffer: Any, state: Any, told: Told, position: int, text_ofs: int, text_len: int
) -> int:
    """Note a statement, which changes the rows that come next."""
    number = state.events
    at = told.statement_offset[number]
    if at + text_len + PADDING > len(told.statements):
        return FULL if at > 0 else UNKNOWN
    _note_again(state, told, position)
    copy(told.statements, at, buffer, text_ofs, text_len)
    told.statement_offset[number + 1] = at + text_len
    told.has_statement[number] = 1
    return GOES_ON


@inlined
def _note_user(buffer: Any, state: Any, told: Told, query: Any) -> None:
    """Note who ran a statement, with the context that was noted last, if it tells."""
    start = query.status_vars_ofs
    pos, end = start, start + query.status_vars_len
    number = state.events - 1
    while pos < end:
        var = read_query_status_var(buffer, start, pos, end)
        if var.pos < 0:
            return
        if var.code == INVOKER:
            at = told.user_offset[number]
            copy(told.users, at, buffer, var.user_ofs, var.user_len)
            at += var.user_len
            told.users[at] = AT
            copy(told.users, at + 1, buffer, var.host_ofs, var.host_len)
            told.user_offset[number + 1] = at + 1 + var.host_len
            return
        pos = var.pos


@inlined
def _step_query(
    buffer: Any, state: Any, told: Told, event: Any, body: int, body_end: int, position: int
) -> int:
    is_compressed = event.header.type == QUERY_COMPRESSED
    query = read_query_event(buffer, body, body, body_end, is_compressed, event.len_post_header)
    if query.pos < 0:
        return UNKNOWN
    if state.is_after_gtid == 0 and is_beyond_limit(state):
        if is_compressed:
            return UNKNOWN
        if is_text(buffer, query.query_ofs, query.query_len, BEGIN):
            return LIMIT
    count = num_statements(buffer, query) if state.fixed >= 0 and not is_compressed else 0
    if count < 0 or (state.fixed >= 0 and is_compressed):
        return UNKNOWN
    _note(state, told, position, query.thread_id)
    _note_user(buffer, state, told, query)
    if state.fixed >= 0:
        state.ordinal += count
        close_table_maps(state)
    return GOES_ON


@inlined
def _step_rows(
    buffer: Any,
    state: Any,
    known: Known,
    told: Told,
    scratch: Scratch,
    event: Any,
    body: int,
    body_end: int,
    position: int,
) -> int:
    """Note that rows end their statement, if they do."""
    rows = read_rows(buffer, body, body_end, event, scratch)
    if rows.pos < 0:
        return UNKNOWN
    if state.fixed >= 0:
        stop = count_images(buffer, state, known, scratch, rows)
        if stop >= 0:
            return stop
    if rows.flags_end_of_statement and told.has_statement[state.events - 1] > 0:
        _note_again(state, told, position + 1)
    return GOES_ON


@inlined
def _step(buffer: Any, state: Any, known: Known, told: Told, scratch: Scratch, event: Any) -> int:
    """Note what an event tells; return `GOES_ON`, or why it is not read."""
    kind = event.header.type
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    position = state.base + state.pos
    if event.is_table_map:
        if state.fixed < 0:
            return GOES_ON
        return open_table_map(buffer, state, known, scratch, state.pos, event)
    if not _has_room(state, told):
        return FULL
    if event.is_rows:
        return _step_rows(buffer, state, known, told, scratch, event, body, body_end, position)
    if event.is_query:
        return _step_query(buffer, state, told, event, body, body_end, position)
    if kind in (ROWS_QUERY, ANNOTATE_ROWS):
        noted = read_annotation(buffer, event)
        if noted.pos < 0:
            return UNKNOWN
        return _note_statement(buffer, state, told, position, noted.text_ofs, noted.text_len)
    if event.header.begins_transaction:
        if state.fixed >= 0:
            return UNKNOWN
        thread = NO_THREAD
        if kind == MARIADB_GTID:
            name = read_mariadb_gtid_event(buffer, body, body, body_end, event.len_post_header)
            if name.pos < 0:
                return UNKNOWN
            if name.flags_extra_thread_id:
                thread = name.thread_id
        _note(state, told, position, thread)
        return GOES_ON
    if role_of(event) != OF_LOG:
        return GOES_ON
    return GOES_ON if state.fixed < 0 and is_of_log(buffer, event) else UNKNOWN


@inlined
def _follow_region(
    buffer: Any,
    state: Any,
    log_format: Any,
    inflated: Inflated,
    known: Known,
    told: Told,
    scratch: Scratch,
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
        if header.begins_transaction and is_beyond_limit(state):
            return LIMIT
        if header.type == PAYLOAD:
            stop = enter_payload(state, inflated, event)
            state.seen += int(stop == ENTERED)
            return stop
        stop = _step(buffer, state, known, told, scratch, event)
        if stop >= 0:
            return stop
        if state.fixed < 0:
            state.seen += 1
        else:
            told.num_inside[0] += 1
        state.is_after_gtid = int(header.begins_transaction)
        state.pos = event.pos


@kernel
def follow_contexts(
    buffer: Any,
    state: Any,
    log_format: Any,
    payload_format: Any,
    inflated: Inflated,
    known: Known,
    told: Told,
    scratch: Scratch,
) -> int:
    """Walk the events of the region that `state` tells of; return a `Stop`.

    `buffer` is an array of uint8, `state` the record of a `ScanState`, of which `events` counts the
    contexts, and `log_format` a LogFormat, as is the `payload_format` of the events in payloads.
    """
    while True:
        view = format_of_region(state, known, log_format, payload_format)
        stop = _follow_region(buffer, state, view, inflated, known, told, scratch)
        if stop == ENTERED:
            continue
        stop = leave_payload(state, stop)
        if stop != GOES_ON:
            return stop
