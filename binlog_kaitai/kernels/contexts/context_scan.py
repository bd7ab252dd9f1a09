"""The view of contexts: the kernel that notes what events tell of the rows behind them."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.mariadb_gtid_event import read_mariadb_gtid_event
from binlog_kaitai.generated.kernels.query_status_vars import read_query_status_var
from binlog_kaitai.generated.query_status_vars import QueryStatusVars
from binlog_kaitai.kernels.contexts.told import MAX_USER, NO_THREAD, Told
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import PADDING, copy
from binlog_kaitai.kernels.walk.bounds import UNSURE, Bound
from binlog_kaitai.kernels.walk.event_types import ANNOTATE_ROWS, MARIADB_GTID, ROWS_QUERY
from binlog_kaitai.kernels.walk.grouping import OF_LOG, role_of
from binlog_kaitai.kernels.walk.images import pass_images
from binlog_kaitai.kernels.walk.log_events import is_of_log
from binlog_kaitai.kernels.walk.loop import Steps, Walk, enter, go_on, is_beyond_limit, loop_of
from binlog_kaitai.kernels.walk.rows_events import map_of, open_table_map
from binlog_kaitai.kernels.walk.state import FULL, GOES_ON, UNKNOWN
from binlog_kaitai.kernels.walk.statement_texts import StatementText, read_annotation

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
def _note(state: Any, told: Told, thread: int, behind: int = 0) -> None:
    """Note a context without a statement and a user, for which there is room.

    It is of the event that is next, or so many bytes behind. In a payload the position is the
    payload's, and the ordinal that of the next change.
    """
    number = state.events
    is_inside = state.fixed >= 0
    told.position[number] = state.fixed if is_inside else state.base + state.pos + behind
    told.ordinal[number] = state.ordinal if is_inside else 0
    told.thread[number] = thread
    told.has_statement[number] = 0
    told.statement_offset[number + 1] = told.statement_offset[number]
    told.user_offset[number + 1] = told.user_offset[number]
    state.events = number + 1


@inlined
def _note_again(state: Any, told: Told, behind: int = 0) -> None:
    """Note the thread and the user of the context before."""
    number = state.events
    start = told.user_offset[number - 1]
    length = told.user_offset[number] - start
    _note(state, told, told.thread[number - 1], behind)
    copy(told.users, start + length, told.users, start, length)
    told.user_offset[number + 1] = start + 2 * length


@inlined
def _note_statement(walk: Walk, told: Told, text_ofs: int, text_len: int) -> int:
    """Note a statement, which changes the rows that come next."""
    state = walk.state
    number = state.events
    at = told.statement_offset[number]
    if at + text_len + PADDING > len(told.statements):
        return FULL if at > 0 else UNKNOWN
    _note_again(state, told)
    copy(told.statements, at, walk.buffer, text_ofs, text_len)
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
def _look(walk: Walk, told: Told, event: Any) -> int:
    return GOES_ON if event.is_table_map or _has_room(walk.state, told) else FULL


@inlined
def _step_table_map(walk: Walk, told: Told, event: Any) -> int:
    """Have a table map hold where images are counted."""
    state = walk.state
    if state.fixed < 0:
        return GOES_ON
    return open_table_map(walk.buffer, state, walk.known, walk.scratch, state.pos, event)


@inlined
def _step_rows(walk: Walk, told: Told, event: Any, rows: Any) -> int:
    """Note that rows end their statement, if they do."""
    state = walk.state
    if state.fixed >= 0:
        number = map_of(state, walk.known, walk.scratch, rows)
        if number < 0 or rows.is_pre_ga or rows.is_compressed:
            return UNKNOWN
        stop = pass_images(walk, walk.known.maps.entries[number].layout, rows)
        if stop >= 0:
            return stop
    if rows.flags_end_of_statement and told.has_statement[state.events - 1] > 0:
        _note_again(state, told, 1)
    return GOES_ON


@inlined
def _step_statement(
    walk: Walk, told: Told, event: Any, statement: StatementText, bound: Bound
) -> int:
    """Note whose statement it is."""
    state = walk.state
    if statement.is_compressed and state.is_after_gtid == 0 and is_beyond_limit(state):
        return UNKNOWN
    if state.fixed >= 0 and bound.role == UNSURE:
        return UNKNOWN
    _note(state, told, statement.query.thread_id)
    _note_user(walk.buffer, state, told, statement.query)
    state.ordinal += int(bound.is_statement)
    return GOES_ON


@inlined
def _step_name(walk: Walk, told: Told, event: Any) -> int:
    """Note whose transaction it is, where MariaDB tells."""
    if walk.state.fixed >= 0:
        return UNKNOWN
    thread = NO_THREAD
    if event.header.type == MARIADB_GTID:
        body, body_end = event.body_ofs, event.body_ofs + event.body_len
        name = read_mariadb_gtid_event(walk.buffer, body, body, body_end, event.len_post_header)
        if name.pos < 0:
            return UNKNOWN
        if name.flags_extra_thread_id:
            thread = name.thread_id
    _note(walk.state, told, thread)
    return GOES_ON


@inlined
def _step_other(walk: Walk, told: Told, event: Any) -> int:
    """Note the text of the statement that rows come from."""
    if event.header.type in (ROWS_QUERY, ANNOTATE_ROWS):
        noted = read_annotation(walk.buffer, event)
        if noted.pos < 0:
            return UNKNOWN
        return _note_statement(walk, told, noted.text_ofs, noted.text_len)
    is_read = role_of(event) != OF_LOG or (walk.state.fixed < 0 and is_of_log(walk.buffer, event))
    return GOES_ON if is_read else UNKNOWN


_walk_contexts = loop_of(
    Steps(
        look=_look,
        table_map=_step_table_map,
        rows=_step_rows,
        statement=_step_statement,
        name=_step_name,
        payload=enter,
        behind_payload=go_on,
        other=_step_other,
        reads_texts=False,
    )
)


@kernel
def follow_contexts(walk: Walk, told: Told, log_format: Any, payload_format: Any) -> int:
    """Note the contexts of the region that the state tells of; return a `Stop`.

    `events` of the state counts them. The formats are those of `scan`.
    """
    return _walk_contexts(walk, told, log_format, payload_format)
