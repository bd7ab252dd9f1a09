"""The loop over events, which all views share, and the ladder that chooses each event's step.

A view (changes, events, transactions, contexts) is a projection: `Steps` are what it does with an
event of each kind, and are compiled into its own loop. A loop goes on as long as it knows what is
there. Where it does not, it stops before the event and says why: the tree engine then reads that
event, and is right about it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.kernels.runtime.arrays import Bytes, Record
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.bounds import BEGINS, bound_of
from binlog_kaitai.kernels.walk.event_filter import Wanted
from binlog_kaitai.kernels.walk.event_types import PAYLOAD
from binlog_kaitai.kernels.walk.inflated import (
    ENTERED,
    Inflated,
    enter_payload,
    format_of_region,
    leave_payload,
)
from binlog_kaitai.kernels.walk.learning import close_table_maps
from binlog_kaitai.kernels.walk.rows_events import read_rows
from binlog_kaitai.kernels.walk.state import END, GOES_ON, LIMIT, UNKNOWN, Known, Scratch
from binlog_kaitai.kernels.walk.statement_texts import (
    behind_statement,
    read_statement,
    read_statement_head,
)

PASSED = -2
"""In place of a `Stop`: nothing more is to be done with the event."""

Step = Callable[..., int]


class Walk(NamedTuple):
    """What a loop works with: bytes, where in them it is, and what it knows; the same in any view.

    `state` is the record of a `ScanState`.
    """

    buffer: Bytes
    state: Record
    inflated: Inflated
    known: Known
    scratch: Scratch
    wanted: Wanted


class Steps(NamedTuple):
    """What a view does at an event, by its kind.

    Each is a part of kernels that takes the `Walk`, the arrays that the view fills, and the event,
    and returns `GOES_ON`, or the `Stop` before the event.

    Attributes:
        look: Comes before the step of any event, and may return `PASSED` in place of it.
        rows: Takes the read `RowsEvent`, too.
        statement: Takes the `StatementText` and its `Bound`, too.
        name: Is the step of an event that names a transaction, None where that is `other`.
        payload: Comes when the loop is in the payload; returns `ENTERED` in place of `GOES_ON`.
        behind_payload: Takes no event, and returns nothing.
        reads_texts: Whether statements that MariaDB compressed have to be decompressed.
    """

    look: Step
    table_map: Step
    rows: Step
    statement: Step
    name: Step | None
    payload: Step
    behind_payload: Callable[..., None]
    other: Step
    reads_texts: bool = True


@inlined
def enter(walk: Walk, out: Any, event: Any) -> int:
    """Be the step of a view that does nothing with payloads but to go on in them."""
    return ENTERED


@inlined
def go_on(walk: Walk, out: Any) -> None:
    """Be the step of a view that does nothing behind payloads."""


@inlined
def is_beyond_limit(state: Any) -> bool:
    """Return whether no transaction is to be begun here."""
    return bool(0 <= state.limit <= state.base + state.pos and state.fixed < 0)


def _region_loop_of(steps: Steps) -> Callable[..., int]:
    """Return the loop of a view over the events of a region."""
    look, step_table_map, step_rows, step_statement, name = steps[:5]
    step_payload, _, step_other, reads_texts = steps[5:]
    step_name, has_name = name or step_other, name is not None
    read_text = read_statement if reads_texts else read_statement_head

    @inlined
    def walk_region(walk: Walk, out: Any, log_format: Any) -> int:
        """Walk the events of the region that the state tells of; return a `Stop`, or `ENTERED`."""
        buffer, state = walk.buffer, walk.state
        while True:
            pos = state.pos
            event = read_binlog_event(buffer, pos, pos, state.end, log_format)
            if event.pos < 0:
                return END
            header = event.header
            if event.pos != pos + header.len_event:
                return UNKNOWN
            if header.begins_transaction:
                if is_beyond_limit(state):
                    return LIMIT
                if state.has_context > 0 or state.is_inside > 0:
                    return UNKNOWN
            stop = look(walk, out, event)
            if stop >= 0:
                return stop
            ends_table_maps = event.bounds_transaction
            if stop == PASSED:
                ends_table_maps = False
            elif event.is_table_map:
                stop = step_table_map(walk, out, event)
            elif event.is_rows:
                body = event.body_ofs
                rows = read_rows(buffer, body, body + event.body_len, event, walk.scratch)
                if rows.pos < 0:
                    return UNKNOWN
                stop = step_rows(walk, out, event, rows)
                ends_table_maps = rows.flags_end_of_statement
            elif event.is_query:
                statement = read_text(buffer, state, walk.inflated, event)
                if statement.stop >= 0:
                    return statement.stop
                bound = bound_of(buffer, statement)
                if state.is_after_gtid == 0 and is_beyond_limit(state) and bound.role == BEGINS:
                    return LIMIT
                stop = step_statement(walk, out, event, statement, bound)
                stop = behind_statement(state, statement, stop)
            elif header.type == PAYLOAD:
                stop = enter_payload(state, walk.inflated, event)
                return step_payload(walk, out, event) if stop == ENTERED else stop
            elif has_name and header.begins_transaction:
                stop = step_name(walk, out, event)
            else:
                stop = step_other(walk, out, event)
            if stop >= 0:
                return stop
            if ends_table_maps:
                close_table_maps(state)
            if state.fixed < 0:
                state.seen += 1
            else:
                state.inside += 1
            state.is_after_gtid = int(header.begins_transaction)
            state.pos = event.pos

    return walk_region


def loop_of(steps: Steps) -> Callable[..., int]:
    """Return the loop of a view, a part of its kernel."""
    walk_region, behind_payload = _region_loop_of(steps), steps.behind_payload

    @inlined
    def walk_events(walk: Walk, out: Any, log_format: Any, payload_format: Any) -> int:
        """Walk the events of a region, and of the payloads in it; return a `Stop`.

        The formats are each a LogFormat: of the events in the log, and in payloads.
        """
        state = walk.state
        while True:
            view = format_of_region(state, walk.known, log_format, payload_format)
            stop = walk_region(walk, out, view)
            if stop == ENTERED:
                continue
            stop = leave_payload(state, stop)
            if stop != GOES_ON:
                return stop
            state.seen += 1
            state.is_joined = 0  # a payload is all that is left of its transaction
            behind_payload(walk, out)

    return walk_events
