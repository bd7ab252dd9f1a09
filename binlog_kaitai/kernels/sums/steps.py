"""What each event is to the transactions that are summed up."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.annotate_rows_event import read_annotate_rows_event
from binlog_kaitai.generated.kernels.intvar_event import read_intvar_event
from binlog_kaitai.generated.kernels.rand_event import read_rand_event
from binlog_kaitai.generated.kernels.rows_query_event import read_rows_query_event
from binlog_kaitai.generated.kernels.user_var_event import read_user_var_event
from binlog_kaitai.generated.kernels.xa_prepare_event import read_xa_prepare_event
from binlog_kaitai.generated.kernels.xid_event import read_xid_event
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.sums.counting import NOTHING, Counted, count_event
from binlog_kaitai.kernels.sums.ddl import is_ddl
from binlog_kaitai.kernels.sums.transaction_stats import (
    ENDS,
    MAX_DDL,
    NO_END,
    Names,
)
from binlog_kaitai.kernels.walk.bounds import (
    BEGINS,
    BEGINS_XA,
    COMMITS,
    COMMITS_XA,
    PLAIN,
    ROLLS_BACK_XA,
    UNSURE,
    bound_in,
)
from binlog_kaitai.kernels.walk.event_filter import Wanted, wants_time
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
from binlog_kaitai.kernels.walk.gtid_texts import NO_TIME
from binlog_kaitai.kernels.walk.inflated import (
    Inflated,
)
from binlog_kaitai.kernels.walk.naming import Name, read_name
from binlog_kaitai.kernels.walk.rows_events import open_table_map, read_rows
from binlog_kaitai.kernels.walk.state import GOES_ON, UNKNOWN, Known, Scratch
from binlog_kaitai.kernels.walk.statement_texts import behind_statement, read_statement
from binlog_kaitai.kernels.walk.steps import is_beyond_limit
from binlog_kaitai.kernels.walk.xids import write_xid

BY_XID, BY_COMMIT = ENDS.index("xid"), ENDS.index("commit")
BY_XA_PREPARE = ENDS.index("xa_prepare")
BY_XA_COMMIT, BY_XA_ROLLBACK = ENDS.index("xa_commit"), ENDS.index("xa_rollback")


class Step(NamedTuple):
    """What an event is to transactions; or why the scan stops before it, if not negative.

    `is_inside` says that it lies in a transaction, be its beginning seen or not; `is_plain` that it
    is a statement that does more than to bound one, `is_ddl` one of DDL. `len_xid` is how long the
    name in the scratch is that it tells, of one of XA, 0 if it tells none.
    """

    stop: int
    ended_by: int
    len_xid: int
    is_begin: bool
    is_plain: bool
    is_ddl: bool
    is_inside: bool
    name: Name
    counted: Counted
    ends_table_maps: bool


@inlined
def _stopped(stop: int, name: Name) -> Step:
    return Step(stop, NO_END, 0, False, False, False, True, name, NOTHING, False)


@inlined
def _plain_step(event: Any, ended_by: int, len_xid: int, is_inside: bool, name: Name) -> Step:
    ends_table_maps = event.bounds_transaction
    return Step(
        GOES_ON, ended_by, len_xid, False, False, False, is_inside, name, NOTHING, ends_table_maps
    )


@inlined
def _step_rows(
    buffer: Any,
    state: Any,
    inflated: Inflated,
    known: Known,
    names: Names,
    scratch: Scratch,
    event: Any,
    body: int,
    body_end: int,
    wanted: Wanted,
    name: Name,
) -> Step:
    rows = read_rows(buffer, body, body_end, event, scratch)
    if rows.pos < 0:
        return _stopped(UNKNOWN, name)
    counted = NOTHING
    is_counted = name.is_wanted and wants_time(wanted, event.header.timestamp)
    if state.sum_is_joined > 0:
        is_counted = state.sum_is_wanted > 0
    if is_counted:
        counted = count_event(buffer, state, inflated, known, names, scratch, rows)
    if counted.stop < 0:
        state.row_pos = -1
    ends_table_maps = rows.flags_end_of_statement
    return Step(counted.stop, NO_END, 0, False, False, False, True, name, counted, ends_table_maps)


@inlined
def _step_query(
    buffer: Any, state: Any, inflated: Inflated, scratch: Scratch, event: Any, name: Name
) -> Step:
    statement = read_statement(buffer, state, inflated, event)
    if statement.stop >= 0:
        return _stopped(statement.stop, name)
    query = statement.query
    bound = bound_in(buffer, query.query_ofs, query.query_len)
    kind = bound.kind
    is_beyond = kind == BEGINS and state.is_after_gtid == 0 and is_beyond_limit(state)
    if kind == UNSURE or is_beyond:
        return _stopped(behind_statement(state, statement, UNKNOWN), name)
    notes_ddl = kind == PLAIN and is_ddl(buffer, query.query_ofs, query.query_len)
    is_rare = statement.is_compressed and (kind != PLAIN or notes_ddl)
    if is_rare or (notes_ddl and event.body_len > MAX_DDL):
        return _stopped(behind_statement(state, statement, UNKNOWN), name)
    behind_statement(state, statement, GOES_ON)
    copy(scratch.xid, 0, buffer, bound.xid_ofs, bound.xid_len)
    ended_by = NO_END
    if kind == COMMITS:
        ended_by = BY_COMMIT
    elif kind == COMMITS_XA:
        ended_by = BY_XA_COMMIT
    elif kind == ROLLS_BACK_XA:
        ended_by = BY_XA_ROLLBACK
    return Step(
        GOES_ON,
        ended_by,
        bound.xid_len,
        kind in (BEGINS, BEGINS_XA),
        kind in (PLAIN, COMMITS_XA, ROLLS_BACK_XA),
        notes_ddl,
        False,
        name,
        NOTHING,
        event.bounds_transaction,
    )


@inlined
def _step_other(
    buffer: Any, scratch: Scratch, event: Any, body: int, body_end: int, name: Name
) -> Step:
    """Return what is neither rows, nor a table map, nor a statement, nor a name."""
    kind = event.header.type
    is_inside = kind not in (INTVAR, RAND, USER_VAR)
    ended_by, len_xid = NO_END, 0
    if kind == XID:
        is_read = read_xid_event(buffer, body, body, body_end, event.len_post_header).pos >= 0
        ended_by = BY_XID
    elif kind == XA_PREPARE:
        prepare = read_xa_prepare_event(buffer, body, body, body_end, event.len_post_header)
        if prepare.pos >= 0:
            len_xid = write_xid(
                scratch.xid,
                buffer,
                prepare.global_id_ofs,
                prepare.global_id_len,
                prepare.branch_ofs,
                prepare.branch_len,
                prepare.format_id,
            )
        is_read = len_xid > 0
        ended_by = BY_XA_PREPARE if prepare.is_one_phase == 0 else BY_XA_COMMIT
    elif kind == ROWS_QUERY:
        is_read = (
            read_rows_query_event(buffer, body, body, body_end, event.len_post_header).pos >= 0
        )
    elif kind == ANNOTATE_ROWS:
        is_read = (
            read_annotate_rows_event(buffer, body, body, body_end, event.len_post_header).pos >= 0
        )
    elif kind == INTVAR:
        is_read = read_intvar_event(buffer, body, body, body_end, event.len_post_header).pos >= 0
    elif kind == RAND:
        is_read = read_rand_event(buffer, body, body, body_end, event.len_post_header).pos >= 0
    elif kind == USER_VAR:
        is_read = (
            read_user_var_event(
                buffer,
                body,
                body,
                body_end,
                event.len_post_header,
                0,
                scratch.cells,
                scratch.before_num_set,
            ).pos
            >= 0
        )
    else:
        is_read = False
    if not is_read:
        return _stopped(UNKNOWN, name)
    return _plain_step(event, ended_by, len_xid, is_inside, name)


@inlined
def step_of(
    buffer: Any,
    state: Any,
    inflated: Inflated,
    known: Known,
    names: Names,
    scratch: Scratch,
    event: Any,
    wanted: Wanted,
) -> Step:
    """Return what the next event is to transactions."""
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    kind = event.header.type
    unnamed = Name(True, 0, 0, 0, NO_TIME, 0, not wanted.until.is_given, False)
    if event.is_table_map:
        stop = open_table_map(buffer, state, known, scratch, state.pos, event)
        if stop >= 0:
            return _stopped(stop, unnamed)
        return _plain_step(event, NO_END, 0, True, unnamed)
    if event.is_rows:
        return _step_rows(
            buffer, state, inflated, known, names, scratch, event, body, body_end, wanted, unnamed
        )
    if event.is_query:
        return _step_query(buffer, state, inflated, scratch, event, unnamed)
    if kind in (GTID, ANONYMOUS_GTID, GTID_TAGGED, MARIADB_GTID):
        name = read_name(buffer, event, body, body_end, scratch, wanted)
        if not name.is_read:
            return _stopped(UNKNOWN, name)
        return _plain_step(event, NO_END, name.len_xid, True, name)
    return _step_other(buffer, scratch, event, body, body_end, unnamed)
