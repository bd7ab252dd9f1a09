"""Which transaction an event is in, by the table of `binlog_kaitai.model.grouping`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.kernels.xa_prepare_event import read_xa_prepare_event
from binlog_kaitai.generated.kernels.xid_event import read_xid_event
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.bounds import (
    BEGINS,
    BEGINS_NESTED,
    BY_XA_COMMIT,
    BY_XA_PREPARE,
    BY_XID,
    ENDS,
    NO_END,
)
from binlog_kaitai.kernels.walk.event_filter import Wanted
from binlog_kaitai.kernels.walk.event_types import (
    ANNOTATE_ROWS,
    INTVAR,
    PAYLOAD,
    RAND,
    ROWS_QUERY,
    USER_VAR,
    XA_PREPARE,
    XID,
)
from binlog_kaitai.kernels.walk.log_events import is_of_log
from binlog_kaitai.kernels.walk.noting import end_transaction
from binlog_kaitai.kernels.walk.state import (
    GOES_ON,
    NOT_WATCHED,
    UNKNOWN,
    WATCHED,
    Noted,
    Scratch,
)
from binlog_kaitai.kernels.walk.statement_texts import read_annotation
from binlog_kaitai.kernels.walk.statements import note_context
from binlog_kaitai.kernels.walk.xids import write_xid
from binlog_kaitai.model.grouping import BEGUN, NEW, OPEN, TRANSITIONS, Role
from binlog_kaitai.model.transactions import COMMITTED, OUTCOMES, PREPARED, ROLLED_BACK

WORDS = [COMMITTED, ROLLED_BACK, PREPARED]
COMMITTED_HERE = 1 + WORDS.index(COMMITTED)
"""Of a transaction that is noted: how it ended, with all that was noted of it; `WORDS` by number.

0 is of one whose end is to be looked for.
"""

DECIDES = 4
"""Besides one of these: what is noted is the statement that decides it."""

_HERE = np.array([1 + WORDS.index(word) if (word := OUTCOMES[end]) else 0 for end in ENDS])

OF_LOG, NAMES, INSIDE = Role.OF_LOG.value, Role.NAMES.value, Role.INSIDE.value
ASIDE, FINISHES = Role.ASIDE.value, Role.FINISHES.value

_TABLE = np.array([TRANSITIONS[role] for role in Role], np.uint8).ravel()
_NUM_STATES = len(TRANSITIONS[Role.OF_LOG])


@inlined
def transition(state: Any, role: int) -> int:
    """Return the state of the transaction behind an event; `NEW` says that it begins another."""
    if role == BEGINS and state.fixed >= 0:
        role = BEGINS_NESTED
    before = state.is_joined * (1 + state.has_begun + 2 * state.is_after_gtid)
    return int(_TABLE[role * _NUM_STATES + before])


@inlined
def role_of(event: Any) -> int:
    """Return the role of an event that is neither a statement nor names a transaction."""
    kind = event.header.type
    if event.is_rows or event.is_table_map or kind in (ROWS_QUERY, ANNOTATE_ROWS, PAYLOAD):
        return INSIDE
    if kind in (XID, XA_PREPARE):
        return FINISHES
    return ASIDE if kind in (INTVAR, RAND, USER_VAR) else OF_LOG


class Other(NamedTuple):
    """The role of an event, how it ends a transaction, and the length of a name of XA.

    `xid_number` is that of an XID event.

    It `stop`s the scan where the tree engine has to tell; else that is `GOES_ON`.
    """

    stop: int
    role: int
    ended_by: int
    len_xid: int
    xid_number: int


@inlined
def read_other(buffer: Any, state: Any, scratch: Scratch, event: Any) -> Other:
    """Read an event that is neither of a table, nor a statement, nor names a transaction.

    The name of XA in it goes to the scratch.
    """
    kind, role, len_post_header = event.header.type, role_of(event), event.len_post_header
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    ended_by, len_xid, xid_number, is_read = NO_END, 0, 0, False
    if role == ASIDE:
        is_read = note_context(buffer, state, scratch, event, body, body_end) < 0
    elif kind == XID:
        xid_event = read_xid_event(buffer, body, body, body_end, len_post_header)
        is_read, xid_number = xid_event.pos >= 0, xid_event.xid
        ended_by = BY_XID
    elif kind == XA_PREPARE:
        prepare = read_xa_prepare_event(buffer, body, body, body_end, len_post_header)
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
    elif kind in (ROWS_QUERY, ANNOTATE_ROWS):
        is_read = read_annotation(buffer, event).pos >= 0
    else:
        is_read = state.fixed < 0 and is_of_log(buffer, event)
    return Other(GOES_ON if is_read else UNKNOWN, role, ended_by, len_xid, xid_number)


# the transaction that is open, whose changes are noted


@inlined
def join(state: Any, wanted: Wanted, role: int) -> int:
    """Have an event belong to its transaction, which it may begin; return the state behind it."""
    if role == INSIDE and state.is_joined > 0:
        return OPEN  # or BEGUN: it stays as it is
    behind = transition(state, role)
    if behind & NEW:
        _leave(state, wanted, 0)
        if state.fixed >= 0:
            state.group_number += 1
        else:
            state.group_at = state.base + state.pos
            state.group_number = 0
        state.is_joined, state.is_rolled_back = 1, 0
    state.has_begun = int(behind & ~NEW == BEGUN)
    return behind & ~NEW


@inlined
def leave(state: Any, noted: Noted, wanted: Wanted, ended_by: int) -> None:
    """Leave the transaction that is open, which an event ended, or which is cut off."""
    end = _HERE[ended_by] if state.is_rolled_back == 0 else 0
    if end > 0 and state.is_noted > 0:
        noted.transaction_end[state.transactions - 1] = end
    _leave(state, wanted, end)


@inlined
def _leave(state: Any, wanted: Wanted, end: int) -> None:
    if state.watch == WATCHED:
        state.watch = WATCHED + end if end > 0 else NOT_WATCHED
    state.is_joined = 0
    end_transaction(state, wanted)


@inlined
def decide(state: Any, noted: Noted, ended_by: int) -> None:
    """Note that what was noted last is the statement that decides its transaction of XA."""
    noted.transaction_end[state.transactions - 1] = _HERE[ended_by] | DECIDES
    state.is_noted = 0
