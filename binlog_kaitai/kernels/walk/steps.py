"""What a scan does at statements, and at events that are neither rows nor table maps."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.annotate_rows_event import read_annotate_rows_event
from binlog_kaitai.generated.kernels.rows_query_event import read_rows_query_event
from binlog_kaitai.generated.kernels.xa_prepare_event import read_xa_prepare_event
from binlog_kaitai.generated.kernels.xid_event import read_xid_event
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.bounds import (
    BEGINS,
    BEGINS_XA,
    COMMITS,
    COMMITS_XA,
    COMMITTED_HERE,
    DECIDES,
    PLAIN,
    PREPARED_HERE,
    ROLLED_BACK_HERE,
    ROLLS_BACK_XA,
    UNSURE,
    begin_group,
    bound_in,
    end_group,
    join_group,
)
from binlog_kaitai.kernels.walk.event_filter import Wanted
from binlog_kaitai.kernels.walk.event_types import (
    ANNOTATE_ROWS,
    ANONYMOUS_GTID,
    GTID,
    GTID_TAGGED,
    INTVAR,
    MARIADB_GTID,
    RAND,
    ROWS_QUERY,
    USER_VAR,
    XA_PREPARE,
    XID,
)
from binlog_kaitai.kernels.walk.log_events import is_of_log
from binlog_kaitai.kernels.walk.naming import read_name
from binlog_kaitai.kernels.walk.noting import begin_transaction, end_transaction, name_by_xid
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
    note_context,
    note_statement,
    session_of_query,
)


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
    bound = bound_in(buffer, query.query_ofs, query.query_len)
    kind = bound.kind
    if kind == UNSURE or (statement.is_compressed and kind != PLAIN):
        return UNKNOWN
    if kind == BEGINS and state.is_after_gtid == 0 and is_beyond_limit(state):
        return LIMIT
    is_statement = kind in (PLAIN, COMMITS_XA, ROLLS_BACK_XA)
    is_wanted = is_statement and is_noted(state, event.header, wanted)
    session = NO_SESSION
    if is_wanted:
        session = session_of_query(buffer, state, noted, scratch, query, sessions)
        if session.stop >= 0:
            return session.stop
    if kind in (BEGINS, BEGINS_XA):
        is_begin = kind == BEGINS and state.fixed < 0
        if state.is_after_gtid == 0 and (state.has_begun > 0 or is_begin):
            end_transaction(state, wanted)
            begin_group(state, 1)
        join_group(state, 1)
        state.has_begun = 1
    else:
        join_group(state, 0)
    if bound.xid_len > 0:
        name_by_xid(state, scratch, buffer, bound.xid_ofs, bound.xid_len)
    end = _end_by(state, kind)
    if is_wanted:
        note_statement(state, noted, scratch, event.header, query, session)
        if kind != PLAIN:
            noted.transaction_end[state.transactions - 1] = end | DECIDES
            state.is_noted = 0
    elif is_statement:
        state.ordinal += 1
    if end > 0:
        end_group(state, noted, end)
        end_transaction(state, wanted)
    drop_context(state)
    return GOES_ON


@inlined
def _end_by(state: Any, kind: int) -> int:
    """Return how a statement ends the transaction that it is in, 0 if it does not."""
    if kind in (COMMITS, COMMITS_XA) or (kind == PLAIN and state.has_begun == 0):
        return COMMITTED_HERE
    return ROLLED_BACK_HERE if kind == ROLLS_BACK_XA else 0


@inlined
def step_other(
    buffer: Any,
    state: Any,
    noted: Noted,
    scratch: Scratch,
    event: Any,
    body: int,
    body_end: int,
    wanted: Wanted,
) -> int:
    """Take in what is neither rows, nor a table map, nor a statement."""
    kind = event.header.type
    if kind == XID:
        if read_xid_event(buffer, body, body, body_end, event.len_post_header).pos < 0:
            return UNKNOWN
        join_group(state, 1)
        end_group(state, noted, COMMITTED_HERE)
        end_transaction(state, wanted)
    elif kind == XA_PREPARE:
        prepare = read_xa_prepare_event(buffer, body, body, body_end, event.len_post_header)
        if prepare.pos < 0:
            return UNKNOWN
        join_group(state, 1)
        end_group(state, noted, PREPARED_HERE if prepare.is_one_phase == 0 else COMMITTED_HERE)
        end_transaction(state, wanted)
    elif kind in (GTID, ANONYMOUS_GTID, GTID_TAGGED, MARIADB_GTID):
        name = read_name(buffer, event, body, body_end, scratch, wanted)
        if not name.is_read or name.alters:
            return UNKNOWN
        begin_group(state, name.has_begun)
        begin_transaction(
            state,
            name.has_gtid,
            name.length,
            name.len_xid,
            name.commit,
            name.has_begun,
            name.is_wanted,
        )
    elif kind == ROWS_QUERY:
        if read_rows_query_event(buffer, body, body, body_end, event.len_post_header).pos < 0:
            return UNKNOWN
        join_group(state, 1)
    elif kind == ANNOTATE_ROWS:
        if read_annotate_rows_event(buffer, body, body, body_end, event.len_post_header).pos < 0:
            return UNKNOWN
        join_group(state, 1)
    elif kind in (INTVAR, RAND, USER_VAR):
        stop = note_context(buffer, state, scratch, event, body, body_end)
        if stop >= 0:
            return stop
        join_group(state, 0)
    elif state.fixed >= 0 or not is_of_log(buffer, event):
        return UNKNOWN
    return GOES_ON
