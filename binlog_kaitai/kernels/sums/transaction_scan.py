"""The view of transactions: the kernel that sums them up."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.sums.ddl import note_ddl
from binlog_kaitai.kernels.sums.transaction_stats import (
    DELETES,
    INSERTS,
    MAX_DDL,
    UPDATES,
    Summing,
    Sums,
    add_rows,
    begin_sum,
    end_sum,
    has_room,
    has_xid,
    name_sum,
    note_change,
)
from binlog_kaitai.kernels.walk.bounds import NO_END, PLAIN, UNSURE, Bound
from binlog_kaitai.kernels.walk.ddl_words import is_ddl
from binlog_kaitai.kernels.walk.event_filter import has_wrong_checksum, wants_time
from binlog_kaitai.kernels.walk.event_types import PAYLOAD
from binlog_kaitai.kernels.walk.grouping import INSIDE, NAMES, OF_LOG, read_other, transition
from binlog_kaitai.kernels.walk.images import count_event
from binlog_kaitai.kernels.walk.inflated import ENTERED
from binlog_kaitai.kernels.walk.loop import Steps, Walk, go_on, loop_of
from binlog_kaitai.kernels.walk.naming import Name, read_name, unnamed
from binlog_kaitai.kernels.walk.rows_events import map_of, open_table_map
from binlog_kaitai.kernels.walk.state import FULL, GOES_ON, UNKNOWN
from binlog_kaitai.kernels.walk.statement_texts import StatementText
from binlog_kaitai.model.grouping import BEGUN, NEW, NONE

NO_MAP = -1

DECLINED = -1
"""In place of the state of a transaction behind an event that the tree engine reads."""


@inlined
def _join(walk: Walk, sums: Sums, event: Any, role: int, name: Name) -> int:
    """Add an event to its transaction, which it may begin; return its state behind, or DECLINED."""
    state, header = walk.state, event.header
    behind = transition(state, role)
    if behind & NEW:
        if state.is_inside > 0:
            return DECLINED
        is_wanted = name.is_wanted and wants_time(walk.wanted, header.timestamp)
        begin_sum(state, sums, walk.scratch.gtid, name.length, name.commit, header, is_wanted)
    number = state.sum_count
    sums.num_events[number] += 1
    if state.fixed < 0:
        sums.num_bytes[number] += header.len_event
        sums.end_position[number] = state.base + event.pos
    state.has_begun = int(behind & ~NEW == BEGUN)
    return behind & ~NEW


@inlined
def _leave(state: Any, sums: Sums, xid: Any, behind: int, ended_by: int, len_xid: int) -> int:
    """Name the transaction as the scratch has it, and end it if its state says so."""
    if behind == DECLINED:
        return UNKNOWN
    if len_xid > 0:
        name_sum(sums, state.sum_count, xid, len_xid)
    if behind == NONE:
        sums.ended_by[state.sum_count] = ended_by
        end_sum(state, sums)
    return GOES_ON


@inlined
def _look(walk: Walk, out: Summing, event: Any) -> int:
    state = walk.state
    if not has_room(state, out.sums):
        return FULL
    if state.row_pos < 0 and has_wrong_checksum(walk.wanted, walk.buffer, state.pos, event):
        return UNKNOWN
    if event.header.type == PAYLOAD and has_xid(state, out.sums):
        return UNKNOWN  # it would not come back where the scan goes back
    return GOES_ON


@inlined
def _step_table_map(walk: Walk, out: Summing, event: Any) -> int:
    stop = open_table_map(walk.buffer, walk.state, walk.known, walk.scratch, walk.state.pos, event)
    if stop >= 0:
        return stop
    behind = _join(walk, out.sums, event, INSIDE, unnamed(walk.wanted))
    return _leave(walk.state, out.sums, walk.scratch.xid, behind, NO_END, 0)


@inlined
def _step_rows(walk: Walk, out: Summing, event: Any, rows: Any) -> int:
    """Count rows, unless their transaction or its beginning is not wanted."""
    state, sums, header = walk.state, out.sums, event.header
    number, num_rows, name = NO_MAP, 0, unnamed(walk.wanted)
    is_counted = name.is_wanted and wants_time(walk.wanted, header.timestamp)
    if state.is_joined > 0:
        is_counted = state.sum_is_wanted > 0
    if is_counted:
        number = map_of(state, walk.known, walk.scratch, rows)
        if rows.is_pre_ga or (number < 0 and not rows.is_dummy):
            return UNKNOWN
        if number >= 0:
            counted = count_event(walk, walk.known.maps.entries[number].layout, rows)
            if counted.stop >= 0:
                return counted.stop
            num_rows = counted.num_rows
    state.row_pos = -1
    behind = _join(walk, out.sums, event, INSIDE, name)
    if behind != DECLINED and number >= 0:
        at, name_of, size = state.sum_count, out.names.of_map[number], header.len_event
        kind = INSERTS if rows.is_insert else UPDATES if rows.is_update else DELETES
        add_rows(sums, at, out.names, name_of, kind, num_rows, size)
        note_change(sums, at, header.timestamp)
    return _leave(walk.state, sums, walk.scratch.xid, behind, NO_END, 0)


@inlined
def _step_statement(
    walk: Walk, out: Summing, event: Any, statement: StatementText, bound: Bound
) -> int:
    """Count a statement that does more than to bound a transaction, and note one of DDL."""
    buffer, state, sums, query = walk.buffer, walk.state, out.sums, statement.query
    notes_ddl = bound.role == PLAIN and is_ddl(buffer, query.query_ofs, query.query_len)
    is_rare = notes_ddl and (statement.is_compressed or event.body_len > MAX_DDL)
    if bound.role == UNSURE or is_rare:
        return UNKNOWN
    copy(walk.scratch.xid, 0, buffer, bound.xid_ofs, bound.xid_len)
    behind = _join(walk, out.sums, event, bound.role, unnamed(walk.wanted))
    if behind != DECLINED and bound.is_statement:
        number = state.sum_count
        sums.num_statements[number] += 1
        note_change(sums, number, event.header.timestamp)
        if notes_ddl and state.sum_is_wanted > 0:
            position = state.fixed if state.fixed >= 0 else state.base + state.pos
            note_ddl(buffer, sums, number, position, event)
    return _leave(walk.state, sums, walk.scratch.xid, behind, bound.ended_by, bound.xid_len)


@inlined
def _step_name(walk: Walk, out: Summing, event: Any) -> int:
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    name = read_name(walk.buffer, event, body, body_end, walk.scratch, walk.wanted)
    if not name.is_read:
        return UNKNOWN
    behind = _join(walk, out.sums, event, NAMES + name.has_begun, name)
    return _leave(walk.state, out.sums, walk.scratch.xid, behind, NO_END, name.len_xid)


@inlined
def _step_payload(walk: Walk, out: Summing, event: Any) -> int:
    """Add the event that is a payload to the transaction that the event before it named."""
    state, sums = walk.state, out.sums
    number = state.sum_count
    sums.num_events[number] += 1
    sums.num_bytes[number] += event.header.len_event
    sums.end_position[number] = state.base + state.outer_pos
    return ENTERED


@inlined
def _step_other(walk: Walk, out: Summing, event: Any) -> int:
    other = read_other(walk.buffer, walk.state, walk.scratch, event)
    if other.stop >= 0 or other.role == OF_LOG:
        return other.stop
    behind = _join(walk, out.sums, event, other.role, unnamed(walk.wanted))
    out.sums.xid_number[walk.state.sum_count] = other.xid_number
    return _leave(walk.state, out.sums, walk.scratch.xid, behind, other.ended_by, other.len_xid)


_walk_transactions = loop_of(
    Steps(
        look=_look,
        table_map=_step_table_map,
        rows=_step_rows,
        statement=_step_statement,
        name=_step_name,
        payload=_step_payload,
        behind_payload=go_on,
        other=_step_other,
    )
)


@kernel
def sum_up(walk: Walk, out: Summing, log_format: Any, payload_format: Any) -> int:
    """Sum up the transactions of the region that the state tells of; return a `Stop`.

    The formats are those of `scan`.
    """
    return _walk_transactions(walk, out, log_format, payload_format)
