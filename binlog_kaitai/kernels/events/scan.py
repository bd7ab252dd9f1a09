"""The view of events: the kernel that writes what is shown of each, and notes its cells."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.binlog_event import show_body
from binlog_kaitai.kernels.events.bodies import (
    room_of_strings,
    write_payload_body,
    write_variable_body,
)
from binlog_kaitai.kernels.events.membership import ANY, member_by, member_by_itself, take_member
from binlog_kaitai.kernels.events.notes import (
    Showing,
    Shown,
    has_room,
    note_shown,
    without_room,
)
from binlog_kaitai.kernels.events.statements import show_query
from binlog_kaitai.kernels.events.tables import show_map, show_rows
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.json_values import DECLINED
from binlog_kaitai.kernels.runtime.json_values import FULL as TEXT_FULL
from binlog_kaitai.kernels.walk.bounds import Bound
from binlog_kaitai.kernels.walk.event_filter import wants_time
from binlog_kaitai.kernels.walk.event_types import USER_VAR
from binlog_kaitai.kernels.walk.grouping import INSIDE
from binlog_kaitai.kernels.walk.inflated import ENTERED
from binlog_kaitai.kernels.walk.loop import Steps, Walk, go_on, loop_of
from binlog_kaitai.kernels.walk.state import FULL, GOES_ON, UNKNOWN
from binlog_kaitai.kernels.walk.statement_texts import StatementText


@inlined
def _show_small(walk: Walk, shown: Shown, event: Any, is_wanted: bool) -> int:
    """Show an event that is neither rows, nor a table map, nor run as a statement."""
    buffer, state, scratch = walk.buffer, walk.state, walk.scratch
    out, start = shown.text, state.context_text
    if event.header.type == USER_VAR:
        if not has_room(state, shown, room_of_strings(event.body_len)):
            return without_room(state)
        at = write_variable_body(out, start, buffer, event, scratch.cells, scratch.before_num_set)
    else:
        _, at = show_body(buffer, event, out, start)
        if at == TEXT_FULL:
            return without_room(state)
    if at == DECLINED:
        return UNKNOWN
    if is_wanted:
        note_shown(state, shown, buffer, state.pos, event, at)
    return GOES_ON


@inlined
def _look(walk: Walk, out: Showing, event: Any) -> int:
    if event.has_odd_post_header and not event.is_table_map:
        return UNKNOWN
    state, shown = walk.state, out.shown
    is_full = state.events == len(shown.position) or not has_room(state, shown, 0)
    return FULL if is_full else GOES_ON


@inlined
def _step_table_map(walk: Walk, out: Showing, event: Any) -> int:
    state, shown, wanted, number = walk.state, out.shown, walk.wanted, walk.state.events
    is_followed = wanted.applied.is_given or wanted.until.is_given
    member = member_by(state, INSIDE, int(wanted.until.is_given)) if is_followed else ANY
    is_wanted = member.is_wanted and wants_time(wanted, event.header.timestamp)
    stop = show_map(walk, out, event, is_wanted)
    if stop < 0 and is_followed:
        take_member(state, shown, number, member)
    return stop


@inlined
def _step_rows(walk: Walk, out: Showing, event: Any, rows: Any) -> int:
    state, shown, wanted, number = walk.state, out.shown, walk.wanted, walk.state.events
    is_followed = wanted.applied.is_given or wanted.until.is_given
    member = member_by(state, INSIDE, int(wanted.until.is_given)) if is_followed else ANY
    is_wanted = member.is_wanted and wants_time(wanted, event.header.timestamp)
    stop = show_rows(walk, shown, event, is_wanted, rows)
    if stop < 0 and is_followed:
        take_member(state, shown, number, member)
    return stop


@inlined
def _step_statement(
    walk: Walk, out: Showing, event: Any, statement: StatementText, bound: Bound
) -> int:
    state, shown, wanted, number = walk.state, out.shown, walk.wanted, walk.state.events
    is_followed = wanted.applied.is_given or wanted.until.is_given
    member = member_by(state, bound.role, int(wanted.until.is_given)) if is_followed else ANY
    if member.stop >= 0:
        return member.stop
    is_wanted = member.is_wanted and wants_time(wanted, event.header.timestamp)
    is_wanted = is_wanted and state.wants_statements > 0
    stop = show_query(walk, out, event, is_wanted, statement)
    if stop < 0 and is_followed:
        take_member(state, shown, number, member)
    return stop


@inlined
def _step_other(walk: Walk, out: Showing, event: Any) -> int:
    """Show what is neither of a table nor a statement; a payload if the loop is in it."""
    state, shown, wanted, number = walk.state, out.shown, walk.wanted, walk.state.events
    is_followed = wanted.applied.is_given or wanted.until.is_given
    member = ANY
    if is_followed:
        member = member_by_itself(walk.buffer, state, walk.scratch, wanted, event)
        if member.stop >= 0:
            return member.stop
    is_wanted = member.is_wanted and wants_time(wanted, event.header.timestamp)
    is_wanted = is_wanted and state.wants_others > 0
    stop = _show_small(walk, shown, event, is_wanted)
    if stop < 0 and is_followed:
        take_member(state, shown, number, member)
    return stop


@inlined
def _step_payload(walk: Walk, out: Showing, event: Any) -> int:
    """Show an event that holds a transaction, and go on in it."""
    state, shown, inflated, wanted = walk.state, out.shown, walk.inflated, walk.wanted
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    field_type, field_value = inflated.field_type, inflated.field_value
    # it is known to be one, as it lies decompressed
    at = write_payload_body(
        shown.text, state.context_text, walk.buffer, body, body_end, field_type, field_value
    )
    if at == DECLINED:
        return UNKNOWN
    is_skipped = (wanted.applied.is_given or wanted.until.is_given) and state.is_skipped > 0
    if not is_skipped and state.wants_others > 0 and wants_time(wanted, event.header.timestamp):
        state.inside = -1  # it comes before the first of those in it
        note_shown(state, shown, walk.buffer, state.fixed - state.base, event, at)
        state.inside = 0
    return ENTERED


_walk_events = loop_of(
    Steps(
        look=_look,
        table_map=_step_table_map,
        rows=_step_rows,
        statement=_step_statement,
        name=None,
        payload=_step_payload,
        behind_payload=go_on,
        other=_step_other,
    )
)


@kernel
def show_events(walk: Walk, out: Showing, log_format: Any, payload_format: Any) -> int:
    """Show the events of the region that the state tells of; return a `Stop`.

    The formats are those of `scan`.
    """
    return _walk_events(walk, out, log_format, payload_format)
