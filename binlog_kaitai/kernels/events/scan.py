"""The kernel that goes over events, writes what is shown of each, and notes where cells lie."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.kernels.events.bodies import (
    DECLINED,
    room_of_strings,
    write_intvar_body,
    write_payload_body,
    write_rand_body,
    write_rotate_body,
    write_variable_body,
    write_xa_prepare_body,
    write_xid_body,
)
from binlog_kaitai.kernels.events.gtid_bodies import (
    write_gtid_body,
    write_mariadb_gtid_body,
    write_tagged_body,
)
from binlog_kaitai.kernels.events.membership import ANY, member_of, take_member
from binlog_kaitai.kernels.events.notes import (
    LearnedTexts,
    Shown,
    has_room,
    note_shown,
    without_room,
)
from binlog_kaitai.kernels.events.statements import show_query, show_text
from binlog_kaitai.kernels.events.tables import show_map, show_rows
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.walk.event_filter import Wanted, wants_some_gtids, wants_time
from binlog_kaitai.kernels.walk.event_types import (
    ANNOTATE_ROWS,
    ANONYMOUS_GTID,
    GTID,
    GTID_TAGGED,
    INTVAR,
    MARIADB_GTID,
    PAYLOAD,
    RAND,
    ROTATE,
    ROWS_QUERY,
    USER_VAR,
    XA_PREPARE,
    XID,
)
from binlog_kaitai.kernels.walk.inflated import (
    ENTERED,
    Inflated,
    enter_payload,
    format_of_region,
    leave_payload,
)
from binlog_kaitai.kernels.walk.learning import close_table_maps
from binlog_kaitai.kernels.walk.rows_events import read_rows
from binlog_kaitai.kernels.walk.state import (
    END,
    FULL,
    GOES_ON,
    LIMIT,
    UNKNOWN,
    Known,
    Scratch,
    Sessions,
)
from binlog_kaitai.kernels.walk.statement_texts import (
    NO_TEXT,
    behind_statement,
    read_annotation,
    read_statement,
)
from binlog_kaitai.kernels.walk.steps import is_beyond_limit


@inlined
def _show_small(
    buffer: Any,
    state: Any,
    scratch: Scratch,
    shown: Shown,
    pos: int,
    event: Any,
    is_wanted: bool,
) -> int:
    """Show an event that is neither rows, nor a table map, nor run as a statement."""
    kind, size = event.header.type, event.body_len
    body, body_end = event.body_ofs, event.body_ofs + size
    out, start = shown.text, state.context_text
    at = DECLINED
    if kind in (ROWS_QUERY, ANNOTATE_ROWS):
        noted = read_annotation(buffer, event)
        if noted.pos < 0:
            return UNKNOWN
        return show_text(
            buffer, state, shown, pos, event, is_wanted, noted.text_ofs, noted.text_len
        )
    if kind == XID:
        at = write_xid_body(out, start, buffer, body, body_end, event.len_post_header)
    elif kind in (GTID, ANONYMOUS_GTID):
        at = write_gtid_body(out, start, buffer, body, body_end, event.len_post_header)
    elif kind == GTID_TAGGED:
        at = write_tagged_body(
            out, start, buffer, body, body_end, event.len_post_header, scratch.tagged
        )
    elif kind == INTVAR:
        at = write_intvar_body(out, start, buffer, body, body_end, event.len_post_header)
    elif kind == RAND:
        at = write_rand_body(out, start, buffer, body, body_end, event.len_post_header)
    elif kind in (MARIADB_GTID, XA_PREPARE, ROTATE, USER_VAR):
        if not has_room(state, shown, room_of_strings(size)):
            return without_room(state)
        if kind == MARIADB_GTID:
            at = write_mariadb_gtid_body(out, start, buffer, body, body_end, event.len_post_header)
        elif kind == XA_PREPARE:
            at = write_xa_prepare_body(out, start, buffer, body, body_end, event.len_post_header)
        elif kind == ROTATE:
            at = write_rotate_body(out, start, buffer, body, body_end, event.len_post_header)
        else:
            at = write_variable_body(
                out,
                start,
                buffer,
                body,
                body_end,
                event.len_post_header,
                scratch.cells,
                scratch.before_num_set,
            )
    if at == DECLINED:
        return UNKNOWN
    if is_wanted:
        note_shown(state, shown, buffer, pos, event, at)
    return GOES_ON


@inlined
def _show_payload(
    buffer: Any, state: Any, inflated: Inflated, shown: Shown, pos: int, event: Any, is_wanted: bool
) -> int:
    """Show an event that holds a transaction, and go on in it; return `ENTERED`, or why not."""
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    start = state.context_text
    stop = enter_payload(state, inflated, event)
    if stop != ENTERED:
        return stop
    # it is known to be one, as it lies decompressed
    at = write_payload_body(
        shown.text, start, buffer, body, body_end, inflated.field_type, inflated.field_value
    )
    if at == DECLINED:
        return UNKNOWN
    if is_wanted:
        state.ordinal = -1  # it comes before the first of those in it
        note_shown(state, shown, buffer, pos, event, at)
        state.ordinal = 0
    return ENTERED


@inlined
def _show_region(
    buffer: Any,
    state: Any,
    log_format: Any,
    inflated: Inflated,
    known: Known,
    scratch: Scratch,
    shown: Shown,
    wanted: Wanted,
    sessions: Sessions,
    texts: LearnedTexts,
) -> int:
    """Show the events of the region that `state` tells of; return a `Stop`, or `ENTERED`."""
    is_followed = wants_some_gtids(wanted)
    while True:
        pos, end = state.pos, state.end
        event = read_binlog_event(buffer, pos, pos, end, log_format)
        if event.pos < 0:
            return END
        header = event.header
        if event.pos != pos + header.len_event:
            return UNKNOWN
        if event.has_odd_post_header and not event.is_table_map:
            return UNKNOWN
        body, body_end = event.body_ofs, event.body_ofs + event.body_len
        if header.begins_transaction and is_beyond_limit(state):
            return LIMIT
        if state.events == len(shown.position) or not has_room(state, shown, 0):
            return FULL
        statement = read_statement(buffer, state, inflated, event) if event.is_query else NO_TEXT
        if statement.stop >= 0:
            return statement.stop
        member = ANY
        if is_followed:
            member = member_of(buffer, state, scratch, wanted, event, statement)
            if member.stop >= 0:
                return behind_statement(state, statement, member.stop)
            shown.has_begun[state.events] = member.has_begun
        is_wanted = member.is_wanted and wants_time(wanted, header.timestamp)
        ends_table_maps = event.bounds_transaction
        if event.is_table_map:
            stop = show_map(buffer, state, known, scratch, shown, pos, event, is_wanted, texts)
        elif event.is_rows:
            rows = read_rows(buffer, body, body_end, event, scratch)
            if rows.pos < 0:
                return UNKNOWN
            stop = show_rows(
                buffer, state, inflated, known, scratch, shown, pos, event, is_wanted, rows
            )
            ends_table_maps = rows.flags_end_of_statement
        elif event.is_query:
            is_wanted = is_wanted and state.wants_statements > 0
            stop = show_query(
                buffer, state, scratch, shown, sessions, texts, is_wanted, pos, event, statement
            )
            stop = behind_statement(state, statement, stop)
        else:
            is_wanted = is_wanted and state.wants_others > 0
            if header.type == PAYLOAD:
                stop = _show_payload(buffer, state, inflated, shown, pos, event, is_wanted)
            else:
                stop = _show_small(buffer, state, scratch, shown, pos, event, is_wanted)
        if stop >= 0:
            return stop
        if is_followed:
            take_member(state, member)
        if ends_table_maps:
            close_table_maps(state)
        if state.fixed >= 0:
            state.ordinal += 1
        else:
            state.seen += 1
        state.is_after_gtid = int(header.begins_transaction)
        state.pos = event.pos


@kernel
def show_events(
    buffer: Any,
    state: Any,
    log_format: Any,
    payload_format: Any,
    inflated: Inflated,
    known: Known,
    scratch: Scratch,
    shown: Shown,
    wanted: Wanted,
    sessions: Sessions,
    texts: LearnedTexts,
) -> int:
    """Show the events of the region that `state` tells of; return a `Stop`.

    The arguments are those of `scan`, but for what is noted, and the `texts` that repeat.
    """
    while True:
        view = format_of_region(state, known, log_format, payload_format)
        stop = _show_region(
            buffer,
            state,
            view,
            inflated,
            known,
            scratch,
            shown,
            wanted,
            sessions,
            texts,
        )
        if stop == ENTERED:
            continue
        stop = leave_payload(state, stop)
        if stop != GOES_ON:
            return stop
        state.is_joined = 0  # a payload is all that is left of its transaction
        state.seen += 1
