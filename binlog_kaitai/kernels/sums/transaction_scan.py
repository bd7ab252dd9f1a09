"""The kernel that walks events and sums up the transactions that they make.

It goes on as long as it knows what is there. Where it does not, it stops before the event and says
why: the tree engine then reads that event, and is right about it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.annotate_rows_event import read_annotate_rows_event
from binlog_kaitai.generated.kernels.event import read_event
from binlog_kaitai.generated.kernels.intvar_event import read_intvar_event
from binlog_kaitai.generated.kernels.query_event import read_query_event
from binlog_kaitai.generated.kernels.rand_event import read_rand_event
from binlog_kaitai.generated.kernels.rows_query_event import read_rows_query_event
from binlog_kaitai.generated.kernels.user_var_event import read_user_var_event
from binlog_kaitai.generated.kernels.xa_prepare_event import read_xa_prepare_event
from binlog_kaitai.generated.kernels.xid_event import read_xid_event
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.sums.counting import NOTHING, Counted, count_event
from binlog_kaitai.kernels.sums.transaction_stats import (
    ENDS,
    NO_END,
    Names,
    Sums,
    add_rows,
    begin_sum,
    end_sum,
    has_room,
    has_xid,
    name_sum,
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
from binlog_kaitai.kernels.walk.event_filter import has_wrong_checksum, wants_time
from binlog_kaitai.kernels.walk.event_types import (
    ANNOTATE_ROWS,
    ANONYMOUS_GTID,
    GTID,
    GTID_TAGGED,
    INTVAR,
    MARIADB_GTID,
    PAYLOAD,
    QUERY,
    RAND,
    ROWS_QUERY,
    USER_VAR,
    XA_PREPARE,
    XID,
)
from binlog_kaitai.kernels.walk.gtid_texts import NO_TIME
from binlog_kaitai.kernels.walk.inflated import (
    ENTERED,
    Inflated,
    enter_payload,
    format_of_region,
    leave_payload,
)
from binlog_kaitai.kernels.walk.learning import close_table_maps
from binlog_kaitai.kernels.walk.log_events import is_of_log
from binlog_kaitai.kernels.walk.naming import Name, read_name
from binlog_kaitai.kernels.walk.rows_events import open_table_map, read_rows
from binlog_kaitai.kernels.walk.state import END, FULL, GOES_ON, UNKNOWN, Known, Scratch, Wanted
from binlog_kaitai.kernels.walk.steps import is_beyond_limit
from binlog_kaitai.kernels.walk.xids import write_xid

BY_XID, BY_COMMIT = ENDS.index("xid"), ENDS.index("commit")
BY_XA_PREPARE = ENDS.index("xa_prepare")
BY_XA_COMMIT, BY_XA_ROLLBACK = ENDS.index("xa_commit"), ENDS.index("xa_rollback")
BY_STATEMENT = ENDS.index("statement")


class Step(NamedTuple):
    """What an event is to transactions; or why the scan stops before it, if not negative.

    `is_inside` says that it lies in a transaction, be its beginning seen or not; `is_plain` that it
    is a statement that does more than to bound one. `len_xid` is how long the name in the scratch
    is that it tells, of one of XA, 0 if it tells none.
    """

    stop: int
    ended_by: int
    len_xid: int
    is_begin: bool
    is_plain: bool
    is_inside: bool
    name: Name
    counted: Counted
    ends_table_maps: bool


@inlined
def _stopped(stop: int, name: Name) -> Step:
    return Step(stop, NO_END, 0, False, False, True, name, NOTHING, False)


@inlined
def _plain_step(event: Any, ended_by: int, len_xid: int, is_inside: bool, name: Name) -> Step:
    ends_table_maps = event.bounds_transaction
    return Step(GOES_ON, ended_by, len_xid, False, False, is_inside, name, NOTHING, ends_table_maps)


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
    return Step(
        counted.stop, NO_END, 0, False, False, True, name, counted, rows.flags_end_of_statement
    )


@inlined
def _step_query(
    buffer: Any, state: Any, scratch: Scratch, event: Any, body: int, body_end: int, name: Name
) -> Step:
    query = read_query_event(buffer, body, body, body_end, False, event.len_post_header)
    if query.pos < 0:
        return _stopped(UNKNOWN, name)
    bound = bound_in(buffer, query.query_ofs, query.query_len)
    kind = bound.kind
    is_beyond = kind == BEGINS and state.is_after_gtid == 0 and is_beyond_limit(state)
    if kind == UNSURE or is_beyond:
        return _stopped(UNKNOWN, name)
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
        is_read = read_xid_event(buffer, body, body, body_end) >= 0
        ended_by = BY_XID
    elif kind == XA_PREPARE:
        prepare = read_xa_prepare_event(buffer, body, body, body_end)
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
        is_read = read_rows_query_event(buffer, body, body, body_end) >= 0
    elif kind == ANNOTATE_ROWS:
        is_read = read_annotate_rows_event(buffer, body, body, body_end) >= 0
    elif kind == INTVAR:
        is_read = read_intvar_event(buffer, body, body, body_end).pos >= 0
    elif kind == RAND:
        is_read = read_rand_event(buffer, body, body, body_end).pos >= 0
    elif kind == USER_VAR:
        is_read = (
            read_user_var_event(
                buffer, body, body, body_end, 0, scratch.cells, scratch.before_num_set
            ).pos
            >= 0
        )
    else:
        is_read = False
    if not is_read:
        return _stopped(UNKNOWN, name)
    return _plain_step(event, ended_by, len_xid, is_inside, name)


@inlined
def _step(
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
    if kind == QUERY:
        return _step_query(buffer, state, scratch, event, body, body_end, unnamed)
    if kind in (GTID, ANONYMOUS_GTID, GTID_TAGGED, MARIADB_GTID):
        name = read_name(buffer, event, body, body_end, scratch, wanted)
        if not name.is_read:
            return _stopped(UNKNOWN, name)
        return _plain_step(event, NO_END, name.len_xid, True, name)
    return _step_other(buffer, scratch, event, body, body_end, unnamed)


@inlined
def _begins(state: Any, event: Any, step: Step) -> bool:
    """Return whether an event begins another transaction."""
    is_second_begin = (
        step.is_begin
        and state.sum_is_behind_gtid == 0
        and (state.sum_has_begun > 0 or (state.fixed < 0 and step.len_xid == 0))
    )
    return bool(event.header.begins_transaction or state.sum_is_joined == 0 or is_second_begin)


@inlined
def _add(
    state: Any, names: Names, sums: Sums, scratch: Scratch, event: Any, step: Step, wanted: Wanted
) -> None:
    """Add an event to the transaction that it belongs to, which it may begin and end."""
    header = event.header
    if _begins(state, event, step):
        is_wanted = step.name.is_wanted and wants_time(wanted, header.timestamp)
        has_begun = step.name.has_begun if header.begins_transaction else int(step.is_inside)
        length, commit = step.name.length, step.name.commit
        begin_sum(state, sums, scratch.gtid, length, commit, header, has_begun, is_wanted)
    state.sum_is_behind_gtid = int(header.begins_transaction)
    number = state.sum_count
    if step.len_xid > 0:
        name_sum(sums, number, scratch.xid, step.len_xid)
    sums.num_events[number] += 1
    if state.fixed < 0:
        sums.num_bytes[number] += header.len_event
        sums.end_position[number] = state.base + event.pos
        state.seen += 1
    else:
        state.ordinal += 1
    if step.counted.name >= 0:
        counted = step.counted
        add_rows(sums, number, names, counted.name, counted.num_rows, header.len_event)
    ended_by = step.ended_by
    if step.is_begin:
        state.sum_has_begun = 1
    if step.is_plain:
        sums.num_statements[number] += 1
        if state.sum_has_begun == 0 and ended_by == NO_END:
            ended_by = BY_STATEMENT
    if ended_by != NO_END:
        sums.ended_by[number] = ended_by
        end_sum(state, sums)


@inlined
def _add_payload(state: Any, sums: Sums, event: Any) -> None:
    """Add the event that is a payload to the transaction that the event before it named."""
    number = state.sum_count
    sums.num_events[number] += 1
    sums.num_bytes[number] += event.header.len_event
    sums.end_position[number] = state.base + state.outer_pos
    state.sum_is_behind_gtid = 0
    state.seen += 1


@inlined
def _sum_up_region(
    buffer: Any,
    state: Any,
    log_format: Any,
    inflated: Inflated,
    known: Known,
    names: Names,
    sums: Sums,
    scratch: Scratch,
    wanted: Wanted,
) -> int:
    """Walk the events of the region that `state` tells of; return a `Stop`, or `ENTERED`."""
    while True:
        pos, end = state.pos, state.end
        event = read_event(buffer, pos, pos, end, log_format)
        if event.pos < 0:
            return END
        header = event.header
        if event.pos != pos + header.len_event:
            return UNKNOWN
        if header.begins_transaction and is_beyond_limit(state):
            return UNKNOWN
        if not has_room(state, sums):
            return FULL
        if state.row_pos < 0 and has_wrong_checksum(wanted, buffer, pos, event):
            return UNKNOWN
        if header.type == PAYLOAD:
            if has_xid(state, sums):
                return UNKNOWN  # it would not come back where the scan goes back
            stop = enter_payload(state, inflated, event)
            if stop == ENTERED:
                _add_payload(state, sums, event)
            return stop
        step = _step(buffer, state, inflated, known, names, scratch, event, wanted)
        if step.stop == UNKNOWN and state.fixed < 0 and is_of_log(buffer, event):
            state.sum_is_behind_gtid = state.is_after_gtid = 0
            state.seen += 1
            state.pos = event.pos
            continue
        if step.stop >= 0:
            return step.stop
        if state.is_inside > 0 and _begins(state, event, step):
            return UNKNOWN
        _add(state, names, sums, scratch, event, step, wanted)
        if step.ends_table_maps:
            close_table_maps(state)
        state.is_after_gtid = int(header.begins_transaction)
        state.pos = event.pos


@kernel
def sum_up(
    buffer: Any,
    state: Any,
    log_format: Any,
    payload_format: Any,
    inflated: Inflated,
    known: Known,
    names: Names,
    sums: Sums,
    scratch: Scratch,
    wanted: Wanted,
) -> int:
    """Walk the events of the region that `state` tells of; return a `Stop`.

    `buffer` is an array of uint8, `state` the record of a `ScanState`, `log_format` a LogFormat,
    as is the `payload_format` of the events in payloads.
    """
    while True:
        view = format_of_region(state, known, log_format, payload_format)
        stop = _sum_up_region(buffer, state, view, inflated, known, names, sums, scratch, wanted)
        if stop == ENTERED:
            continue
        stop = leave_payload(state, stop)
        if stop != GOES_ON:
            return stop
        state.sum_is_joined = 0  # a payload is all that is left of its transaction
