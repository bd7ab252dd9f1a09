"""The kernel that walks events and sums up the transactions that they make.

It goes on as long as it knows what is there. Where it does not, it stops before the event and says
why: the tree engine then reads that event, and is right about it.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.sums.ddl import note_ddl
from binlog_kaitai.kernels.sums.steps import Step, step_of
from binlog_kaitai.kernels.sums.transaction_stats import (
    Names,
    Sums,
    add_rows,
    begin_sum,
    end_sum,
    has_room,
    has_xid,
    name_sum,
    note_change,
)
from binlog_kaitai.kernels.walk.event_filter import Wanted, has_wrong_checksum, wants_time
from binlog_kaitai.kernels.walk.event_types import PAYLOAD
from binlog_kaitai.kernels.walk.grouping import OF_LOG, transition
from binlog_kaitai.kernels.walk.inflated import (
    ENTERED,
    Inflated,
    enter_payload,
    format_of_region,
    leave_payload,
)
from binlog_kaitai.kernels.walk.learning import close_table_maps
from binlog_kaitai.kernels.walk.state import END, FULL, GOES_ON, UNKNOWN, Known, Scratch
from binlog_kaitai.kernels.walk.steps import is_beyond_limit
from binlog_kaitai.model.grouping import BEGUN, NEW, NONE


@inlined
def _add(
    buffer: Any,
    state: Any,
    names: Names,
    sums: Sums,
    scratch: Scratch,
    event: Any,
    step: Step,
    behind: int,
    wanted: Wanted,
) -> None:
    """Add an event to the transaction that it belongs to, which it may begin and end.

    `behind` is the state behind the event, as `transition` returns it.
    """
    header = event.header
    if behind & NEW:
        is_wanted = step.name.is_wanted and wants_time(wanted, header.timestamp)
        begin_sum(state, sums, scratch.gtid, step.name.length, step.name.commit, header, is_wanted)
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
        size = header.len_event
        add_rows(sums, number, names, counted.name, counted.kind, counted.num_rows, size)
        note_change(sums, number, header.timestamp)
    if step.is_statement:
        sums.num_statements[number] += 1
        note_change(sums, number, header.timestamp)
        if step.is_ddl and state.sum_is_wanted > 0:
            position = state.fixed if state.fixed >= 0 else state.base + state.pos
            note_ddl(buffer, sums, number, position, event)
    state.has_begun = int(behind & ~NEW == BEGUN)
    if behind & ~NEW == NONE:
        sums.ended_by[number] = step.ended_by
        end_sum(state, sums)


@inlined
def _add_payload(state: Any, sums: Sums, event: Any) -> None:
    """Add the event that is a payload to the transaction that the event before it named."""
    number = state.sum_count
    sums.num_events[number] += 1
    sums.num_bytes[number] += event.header.len_event
    sums.end_position[number] = state.base + state.outer_pos
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
        event = read_binlog_event(buffer, pos, pos, end, log_format)
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
        step = step_of(buffer, state, inflated, known, names, scratch, event, wanted)
        if step.stop >= 0:
            return step.stop
        if step.role == OF_LOG:
            state.seen += 1
        else:
            behind = transition(state, step.role)
            if state.is_inside > 0 and behind & NEW:
                return UNKNOWN
            _add(buffer, state, names, sums, scratch, event, step, behind, wanted)
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
        state.is_joined = 0  # a payload is all that is left of its transaction
