"""What each event is to the transactions that are summed up."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.sums.counting import NOTHING, Counted, count_event
from binlog_kaitai.kernels.sums.ddl import is_ddl
from binlog_kaitai.kernels.sums.transaction_stats import MAX_DDL, Names
from binlog_kaitai.kernels.walk.bounds import BEGINS, NO_END, PLAIN, UNSURE, bound_of
from binlog_kaitai.kernels.walk.event_filter import Wanted, wants_time
from binlog_kaitai.kernels.walk.grouping import INSIDE, NAMES, OF_LOG, read_other
from binlog_kaitai.kernels.walk.inflated import Inflated
from binlog_kaitai.kernels.walk.naming import Name, read_name, unnamed
from binlog_kaitai.kernels.walk.rows_events import open_table_map, read_rows
from binlog_kaitai.kernels.walk.state import GOES_ON, UNKNOWN, Known, Scratch
from binlog_kaitai.kernels.walk.statement_texts import behind_statement, read_statement
from binlog_kaitai.kernels.walk.steps import is_beyond_limit


class Step(NamedTuple):
    """The role of an event in transactions; or why the scan stops before it, if not negative.

    `is_statement` says that it is a statement that does more than to bound one, `is_ddl` one of
    DDL. `len_xid` is how long the name in the scratch is that it tells, of one of XA, 0 if it tells
    none.
    """

    stop: int
    role: int
    ended_by: int
    len_xid: int
    is_statement: bool
    is_ddl: bool
    name: Name
    counted: Counted
    ends_table_maps: bool


@inlined
def _plain_step(stop: int, event: Any, role: int, ended_by: int, len_xid: int, name: Name) -> Step:
    ends_table_maps = event.bounds_transaction
    return Step(stop, role, ended_by, len_xid, False, False, name, NOTHING, ends_table_maps)


@inlined
def _stopped(stop: int, event: Any, name: Name) -> Step:
    return _plain_step(stop, event, OF_LOG, NO_END, 0, name)


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
        return _stopped(UNKNOWN, event, name)
    counted = NOTHING
    is_counted = name.is_wanted and wants_time(wanted, event.header.timestamp)
    if state.is_joined > 0:
        is_counted = state.sum_is_wanted > 0
    if is_counted:
        counted = count_event(buffer, state, inflated, known, names, scratch, rows)
    if counted.stop < 0:
        state.row_pos = -1
    ends_table_maps = rows.flags_end_of_statement
    return Step(counted.stop, INSIDE, NO_END, 0, False, False, name, counted, ends_table_maps)


@inlined
def _step_query(
    buffer: Any, state: Any, inflated: Inflated, scratch: Scratch, event: Any, name: Name
) -> Step:
    statement = read_statement(buffer, state, inflated, event)
    if statement.stop >= 0:
        return _stopped(statement.stop, event, name)
    query = statement.query
    bound = bound_of(buffer, statement)
    role = bound.role
    is_beyond = role == BEGINS and state.is_after_gtid == 0 and is_beyond_limit(state)
    notes_ddl = role == PLAIN and is_ddl(buffer, query.query_ofs, query.query_len)
    is_rare = notes_ddl and (statement.is_compressed or event.body_len > MAX_DDL)
    if role == UNSURE or is_beyond or is_rare:
        return _stopped(behind_statement(state, statement, UNKNOWN), event, name)
    behind_statement(state, statement, GOES_ON)
    copy(scratch.xid, 0, buffer, bound.xid_ofs, bound.xid_len)
    return Step(
        GOES_ON,
        role,
        bound.ended_by,
        bound.xid_len,
        bound.is_statement,
        notes_ddl,
        name,
        NOTHING,
        event.bounds_transaction,
    )


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
    """Return the role of the next event in transactions, and what it adds to one."""
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    name = unnamed(wanted)
    if event.is_table_map:
        stop = open_table_map(buffer, state, known, scratch, state.pos, event)
        return _plain_step(stop, event, INSIDE, NO_END, 0, name)
    if event.is_rows:
        return _step_rows(
            buffer, state, inflated, known, names, scratch, event, body, body_end, wanted, name
        )
    if event.is_query:
        return _step_query(buffer, state, inflated, scratch, event, name)
    if event.header.begins_transaction:
        name = read_name(buffer, event, body, body_end, scratch, wanted)
        stop = GOES_ON if name.is_read else UNKNOWN
        return _plain_step(stop, event, NAMES + name.has_begun, NO_END, name.len_xid, name)
    other = read_other(buffer, state, scratch, event)
    return _plain_step(other.stop, event, other.role, other.ended_by, other.len_xid, name)
