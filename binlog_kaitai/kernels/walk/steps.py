"""What the view of changes does at statements, names of transactions, and all but rows."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.bounds import NO_END, PLAIN, UNSURE, Bound
from binlog_kaitai.kernels.walk.ddl_words import may_be_ddl
from binlog_kaitai.kernels.walk.event_filter import has_wrong_checksum, wants_time
from binlog_kaitai.kernels.walk.event_types import PAYLOAD
from binlog_kaitai.kernels.walk.grouping import (
    ASIDE,
    INSIDE,
    NAMES,
    OF_LOG,
    decide,
    join,
    leave,
    read_other,
    role_of,
)
from binlog_kaitai.kernels.walk.loop import PASSED, Walk
from binlog_kaitai.kernels.walk.naming import read_name
from binlog_kaitai.kernels.walk.noting import Changes, begin_transaction, has_room, name_by_xid
from binlog_kaitai.kernels.walk.rows_events import open_table_map
from binlog_kaitai.kernels.walk.state import FULL, GOES_ON, UNKNOWN
from binlog_kaitai.kernels.walk.statement_texts import StatementText
from binlog_kaitai.kernels.walk.statements import (
    NO_SESSION,
    drop_context,
    is_noted,
    note_statement,
    session_of_query,
)
from binlog_kaitai.model.grouping import NONE


@inlined
def _is_passed(walk: Walk, noted: Any, event: Any) -> bool:
    """Pass over an event that is not wanted, by its header alone; say whether it is one."""
    state = walk.state
    is_late = event.is_rows and not wants_time(walk.wanted, event.header.timestamp)
    if state.fixed >= 0 or not (is_late or state.is_skipped > 0):
        return False
    role = role_of(event)
    if not (is_late or role in (INSIDE, ASIDE)):
        return False
    if event.header.type == PAYLOAD:
        leave(state, noted, walk.wanted, NO_END)
    else:
        join(state, walk.wanted, role)
    return True


@inlined
def look(walk: Walk, changes: Changes, event: Any) -> int:
    """Pass over what is not wanted, and begin with the others; decline a wrong checksum."""
    state = walk.state
    if _is_passed(walk, changes.noted, event):
        return PASSED
    if state.row_pos < 0:
        if has_wrong_checksum(walk.wanted, walk.buffer, state.pos, event):
            return UNKNOWN
        state.has_all_rows = 0
        if state.fixed < 0:
            state.ordinal = 0
    return GOES_ON


@inlined
def step_table_map(walk: Walk, changes: Changes, event: Any) -> int:
    """Have a table map hold until its statement ends."""
    state = walk.state
    if state.open_maps == 0 and not has_room(state, changes.noted, 0):
        return FULL  # while no map is open, so that all may be forgotten
    stop = open_table_map(walk.buffer, state, walk.known, walk.scratch, state.pos, event)
    if stop < 0:
        join(state, walk.wanted, INSIDE)
    return stop


@inlined
def step_statement(
    walk: Walk, changes: Changes, event: Any, statement: StatementText, bound: Bound
) -> int:
    """Take in a statement; note it if it bounds no transaction, and is wanted."""
    buffer, state, noted, scratch = walk.buffer, walk.state, changes.noted, walk.scratch
    query = statement.query
    if state.has_context > 0 or bound.role == UNSURE:
        return UNKNOWN
    if walk.wanted.watches and may_be_ddl(buffer, query.query_ofs, query.query_len):
        return UNKNOWN
    is_wanted = bound.is_statement and is_noted(state, event.header, walk.wanted)
    session = NO_SESSION
    if is_wanted:
        session = session_of_query(buffer, state, noted, scratch, query, changes.sessions)
        if session.stop >= 0:
            return session.stop
    behind = join(state, walk.wanted, bound.role)
    if bound.xid_len > 0:
        name_by_xid(state, scratch, buffer, bound.xid_ofs, bound.xid_len)
    if is_wanted:
        note_statement(state, noted, scratch, event.header, query, session)
        if bound.role != PLAIN:
            decide(state, noted, bound.ended_by)
    elif bound.is_statement:
        state.ordinal += 1
    if behind == NONE:
        leave(state, noted, walk.wanted, bound.ended_by)
    drop_context(state)
    return GOES_ON


@inlined
def step_name(walk: Walk, changes: Changes, event: Any) -> int:
    """Begin the transaction that an event names."""
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    name = read_name(walk.buffer, event, body, body_end, walk.scratch, walk.wanted)
    if not name.is_read or name.alters:
        return UNKNOWN
    join(walk.state, walk.wanted, NAMES)
    begin_transaction(walk.state, name)
    drop_context(walk.state)
    return GOES_ON


@inlined
def step_other(walk: Walk, changes: Changes, event: Any) -> int:
    """Take in what is neither rows, nor a table map, nor a statement, nor a name."""
    state, wanted = walk.state, walk.wanted
    other = read_other(walk.buffer, state, walk.scratch, event)
    if other.stop < 0 and other.role != OF_LOG and join(state, wanted, other.role) == NONE:
        leave(state, changes.noted, wanted, other.ended_by)
    return other.stop


@inlined
def behind_payload(walk: Walk, changes: Changes) -> None:
    """Leave the transaction that a payload held, or that it was cut off in."""
    leave(walk.state, changes.noted, walk.wanted, NO_END)
