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
from binlog_kaitai.generated.kernels.xid_event import read_xid_event
from binlog_kaitai.kernels.runtime.compare import is_text
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.sums.counting import NOTHING, Counted, count_event
from binlog_kaitai.kernels.sums.transaction_stats import (
    ENDS,
    UNKNOWN_ROWS,
    Names,
    Sums,
    end_sum,
    has_room,
)
from binlog_kaitai.kernels.walk.bounds import is_statement
from binlog_kaitai.kernels.walk.event_filter import has_wrong_checksum, wants_time
from binlog_kaitai.kernels.walk.event_types import (
    ANNOTATE_ROWS,
    ANONYMOUS_GTID,
    BEGIN,
    COMMIT,
    GTID,
    GTID_TAGGED,
    INTVAR,
    MARIADB_GTID,
    PAYLOAD,
    QUERY,
    RAND,
    ROWS_QUERY,
    USER_VAR,
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
from binlog_kaitai.kernels.walk.naming import Name, read_name
from binlog_kaitai.kernels.walk.rows_events import open_table_map, read_rows
from binlog_kaitai.kernels.walk.state import END, FULL, GOES_ON, UNKNOWN, Known, Scratch, Wanted
from binlog_kaitai.kernels.walk.steps import is_beyond_limit

NO_END = ENDS.index(None)
BY_XID, BY_COMMIT = ENDS.index("xid"), ENDS.index("commit")
BY_STATEMENT = ENDS.index("statement")


@inlined
def _begin(
    state: Any,
    sums: Sums,
    gtid: Any,
    len_gtid: int,
    commit: int,
    header: Any,
    has_begun: int,
    is_wanted: bool,
) -> None:
    if state.sum_is_open > 0:
        end_sum(state, sums)
    number = state.sum_count
    position = state.fixed if state.fixed >= 0 else state.base + state.pos
    sums.position[number] = position
    sums.end_position[number] = position
    sums.timestamp[number] = header.timestamp
    sums.server_id[number] = header.server_id
    sums.commit[number] = commit
    sums.num_events[number] = 0
    sums.num_bytes[number] = 0
    sums.num_statements[number] = 0
    sums.ended_by[number] = NO_END
    sums.xid[number] = 0
    start = sums.gtid_offset[number]
    copy(sums.gtid_text, start, gtid, 0, len_gtid)
    sums.gtid_offset[number + 1] = start + len_gtid
    state.sum_has_begun, state.sum_is_wanted = has_begun, int(is_wanted)
    state.sum_is_open = state.sum_is_joined = 1


@inlined
def _add_rows(sums: Sums, number: int, names: Names, counted: Counted, num_bytes: int) -> None:
    """Add rows to a table's share of a transaction."""
    first, end = sums.share_offset[number], sums.share_offset[number + 1]
    at = names.share[counted.name]
    if not (first <= at < end and sums.share_name[at] == counted.name):
        at = end
        names.share[counted.name] = at
        sums.share_name[at] = counted.name
        sums.share_rows[at] = sums.share_bytes[at] = 0
        sums.share_offset[number + 1] = end + 1
    sums.share_bytes[at] += num_bytes
    if sums.share_rows[at] != UNKNOWN_ROWS:
        sums.share_rows[at] += counted.num_rows


class Step(NamedTuple):
    """What an event is to transactions; or why the scan stops before it, if not negative.

    `is_inside` says that it lies in a transaction, be its beginning seen or not; `is_plain` that it
    is a statement that bounds none.
    """

    stop: int
    ended_by: int
    is_begin: bool
    is_plain: bool
    is_inside: bool
    name: Name
    counted: Counted
    ends_table_maps: bool


@inlined
def _stopped(stop: int, name: Name) -> Step:
    return Step(stop, NO_END, False, False, True, name, NOTHING, False)


@inlined
def _plain_step(event: Any, ended_by: int, is_inside: bool, name: Name) -> Step:
    return Step(GOES_ON, ended_by, False, False, is_inside, name, NOTHING, event.bounds_transaction)


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
        counted.stop, NO_END, False, False, True, name, counted, rows.flags_end_of_statement
    )


@inlined
def _step_query(buffer: Any, state: Any, event: Any, body: int, body_end: int, name: Name) -> Step:
    query = read_query_event(buffer, body, body, body_end, False, event.len_post_header)
    if query.pos < 0:
        return _stopped(UNKNOWN, name)
    is_begin = is_text(buffer, query.query_ofs, query.query_len, BEGIN)
    if is_begin and state.is_after_gtid == 0 and is_beyond_limit(state):
        return _stopped(UNKNOWN, name)
    is_commit = is_text(buffer, query.query_ofs, query.query_len, COMMIT)
    is_plain = False
    if not (is_begin or is_commit):
        is_plain = is_statement(buffer, query.query_ofs, query.query_len)
        if not is_plain:
            return _stopped(UNKNOWN, name)
    ended_by = BY_COMMIT if is_commit else NO_END
    return Step(
        GOES_ON, ended_by, is_begin, is_plain, False, name, NOTHING, event.bounds_transaction
    )


@inlined
def _step_other(
    buffer: Any, scratch: Scratch, event: Any, body: int, body_end: int, name: Name
) -> Step:
    """Return what is neither rows, nor a table map, nor a statement, nor a name."""
    kind = event.header.type
    is_inside = kind not in (INTVAR, RAND, USER_VAR)
    ended_by = NO_END
    if kind == XID:
        is_read = read_xid_event(buffer, body, body, body_end) >= 0
        ended_by = BY_XID
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
    return _plain_step(event, ended_by, is_inside, name) if is_read else _stopped(UNKNOWN, name)


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
    unnamed = Name(True, 0, 0, NO_TIME, 0, not wanted.until.is_given, False)
    if event.is_table_map:
        stop = open_table_map(buffer, state, known, scratch, state.pos, event)
        if stop >= 0:
            return _stopped(stop, unnamed)
        return _plain_step(event, NO_END, True, unnamed)
    if event.is_rows:
        return _step_rows(
            buffer, state, inflated, known, names, scratch, event, body, body_end, wanted, unnamed
        )
    if kind == QUERY:
        return _step_query(buffer, state, event, body, body_end, unnamed)
    if kind in (GTID, ANONYMOUS_GTID, GTID_TAGGED, MARIADB_GTID):
        name = read_name(buffer, event, body, body_end, scratch, wanted)
        if not name.is_read:
            return _stopped(UNKNOWN, name)
        return _plain_step(event, NO_END, True, name)
    return _step_other(buffer, scratch, event, body, body_end, unnamed)


@inlined
def _begins(state: Any, event: Any, step: Step) -> bool:
    """Return whether an event begins another transaction."""
    is_second_begin = (
        step.is_begin
        and state.sum_is_behind_gtid == 0
        and (state.sum_has_begun > 0 or state.fixed < 0)
    )
    return bool(event.header.begins_transaction or state.sum_is_joined == 0 or is_second_begin)


@inlined
def _add(
    state: Any, names: Names, sums: Sums, gtid: Any, event: Any, step: Step, wanted: Wanted
) -> None:
    """Add an event to the transaction that it belongs to, which it may begin and end."""
    header = event.header
    if _begins(state, event, step):
        is_wanted = step.name.is_wanted and wants_time(wanted, header.timestamp)
        has_begun = step.name.has_begun if header.begins_transaction else int(step.is_inside)
        length, commit = step.name.length, step.name.commit
        _begin(state, sums, gtid, length, commit, header, has_begun, is_wanted)
    state.sum_is_behind_gtid = int(header.begins_transaction)
    number = state.sum_count
    sums.num_events[number] += 1
    if state.fixed < 0:
        sums.num_bytes[number] += header.len_event
        sums.end_position[number] = state.base + event.pos
        state.seen += 1
    else:
        state.ordinal += 1
    if step.counted.name >= 0:
        _add_rows(sums, number, names, step.counted, header.len_event)
    ended_by = step.ended_by
    if step.is_begin:
        state.sum_has_begun = 1
    if step.is_plain:
        sums.num_statements[number] += 1
        if state.sum_has_begun == 0:
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
            stop = enter_payload(state, inflated, event)
            if stop == ENTERED:
                _add_payload(state, sums, event)
            return stop
        step = _step(buffer, state, inflated, known, names, scratch, event, wanted)
        if step.stop >= 0:
            return step.stop
        if state.is_inside > 0 and _begins(state, event, step):
            return UNKNOWN
        _add(state, names, sums, scratch.gtid, event, step, wanted)
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
