"""What a scan does at statements, and at events that are neither rows nor table maps."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.bounds import BEGINS, PLAIN, UNSURE, bound_of
from binlog_kaitai.kernels.walk.event_filter import Wanted
from binlog_kaitai.kernels.walk.grouping import (
    NAMES,
    OF_LOG,
    decide,
    join,
    leave,
    read_other,
)
from binlog_kaitai.kernels.walk.naming import read_name
from binlog_kaitai.kernels.walk.noting import begin_transaction, name_by_xid
from binlog_kaitai.kernels.walk.state import (
    GOES_ON,
    LIMIT,
    UNKNOWN,
    Noted,
    Scratch,
    Sessions,
)
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
def is_beyond_limit(state: Any) -> bool:
    """Return whether no transaction is to be begun here."""
    return bool(0 <= state.limit <= state.base + state.pos and state.fixed < 0)


@inlined
def step_query(
    buffer: Any,
    state: Any,
    noted: Noted,
    event: Any,
    statement: StatementText,
    wanted: Wanted,
    scratch: Scratch,
    sessions: Sessions,
) -> int:
    """Take in a statement; note it if it bounds no transaction, and is wanted."""
    query = statement.query
    if state.has_context > 0:
        return UNKNOWN
    bound = bound_of(buffer, statement)
    if bound.role == UNSURE:
        return UNKNOWN
    if bound.role == BEGINS and state.is_after_gtid == 0 and is_beyond_limit(state):
        return LIMIT
    is_wanted = bound.is_statement and is_noted(state, event.header, wanted)
    session = NO_SESSION
    if is_wanted:
        session = session_of_query(buffer, state, noted, scratch, query, sessions)
        if session.stop >= 0:
            return session.stop
    behind = join(state, wanted, bound.role)
    if bound.xid_len > 0:
        name_by_xid(state, scratch, buffer, bound.xid_ofs, bound.xid_len)
    if is_wanted:
        note_statement(state, noted, scratch, event.header, query, session)
        if bound.role != PLAIN:
            decide(state, noted, bound.ended_by)
    elif bound.is_statement:
        state.ordinal += 1
    if behind == NONE:
        leave(state, noted, wanted, bound.ended_by)
    drop_context(state)
    return GOES_ON


@inlined
def step_other(
    buffer: Any,
    state: Any,
    noted: Noted,
    scratch: Scratch,
    event: Any,
    wanted: Wanted,
) -> int:
    """Take in what is neither rows, nor a table map, nor a statement."""
    if event.header.begins_transaction:
        body, body_end = event.body_ofs, event.body_ofs + event.body_len
        name = read_name(buffer, event, body, body_end, scratch, wanted)
        if not name.is_read or name.alters:
            return UNKNOWN
        join(state, wanted, NAMES)
        begin_transaction(state, name)
        return GOES_ON
    other = read_other(buffer, state, scratch, event)
    if other.stop < 0 and other.role != OF_LOG and join(state, wanted, other.role) == NONE:
        leave(state, noted, wanted, other.ended_by)
    return other.stop
