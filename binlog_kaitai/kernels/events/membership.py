"""Which transaction an event is in: followed only where not all of them are wanted."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.walk.bounds import UNSURE, bound_of
from binlog_kaitai.kernels.walk.event_filter import Wanted
from binlog_kaitai.kernels.walk.event_types import ROTATE
from binlog_kaitai.kernels.walk.grouping import NAMES, OF_LOG, role_of, transition
from binlog_kaitai.kernels.walk.naming import read_name
from binlog_kaitai.kernels.walk.state import GOES_ON, UNKNOWN, Scratch
from binlog_kaitai.kernels.walk.statement_texts import StatementText
from binlog_kaitai.model.grouping import BEGUN, NEW, NONE


class Member(NamedTuple):
    """Whether an event is wanted by its transaction, and what holds of that behind it.

    It `stop`s the scan where the tree engine has to tell; else that is `GOES_ON`. The others are as
    the `ScanState` has them.
    """

    stop: int
    is_wanted: bool
    is_joined: int
    has_begun: int
    is_skipped: int


UNTOLD = Member(UNKNOWN, False, 0, 0, 0)
"""Of an event of which the tree engine tells."""

ANY = Member(GOES_ON, True, 0, 0, 0)
"""Of each event, where all transactions are wanted."""


@shared
def member_of(
    buffer: Any,
    state: Any,
    scratch: Scratch,
    wanted: Wanted,
    event: Any,
    statement: StatementText,
) -> Member:
    """Return what the next event is to transactions; `statement` is its own, if it has one."""
    without_gtid = int(wanted.until.is_given)
    role, is_skipped = role_of(event), without_gtid
    if event.header.type == ROTATE:
        is_wanted = without_gtid == 0
        return Member(GOES_ON, is_wanted, state.is_joined, state.has_begun, state.is_skipped)
    if event.header.begins_transaction:
        body, body_end = event.body_ofs, event.body_ofs + event.body_len
        name = read_name(buffer, event, body, body_end, scratch, wanted)
        if not name.is_read:
            return UNTOLD
        role, is_skipped = NAMES + name.has_begun, int(not name.is_wanted)
    elif event.is_query:
        role = bound_of(buffer, statement).role
    if role in (UNSURE, OF_LOG):
        return UNTOLD
    behind = transition(state, role)
    if behind & NEW == 0:
        is_skipped = state.is_skipped
    behind &= ~NEW
    return Member(GOES_ON, is_skipped == 0, int(behind != NONE), int(behind == BEGUN), is_skipped)


@inlined
def take_member(state: Any, member: Member) -> None:
    """Have the transaction be as it is behind an event."""
    state.is_joined = member.is_joined
    state.has_begun = member.has_begun
    state.is_skipped = member.is_skipped
