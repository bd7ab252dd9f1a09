"""Which events are wanted: their transaction is followed only where not all of them are."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.kernels.events.notes import Shown
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.walk.bounds import UNSURE
from binlog_kaitai.kernels.walk.event_filter import Wanted
from binlog_kaitai.kernels.walk.event_types import ROTATE
from binlog_kaitai.kernels.walk.grouping import NAMES, OF_LOG, role_of, transition
from binlog_kaitai.kernels.walk.naming import read_name
from binlog_kaitai.kernels.walk.state import GOES_ON, UNKNOWN, Scratch
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


@inlined
def member_by(state: Any, role: int, is_skipped: int) -> Member:
    """Return what an event of a role is to transactions; one that it begins may be skipped."""
    if role in (UNSURE, OF_LOG):
        return UNTOLD
    behind = transition(state, role)
    if behind & NEW == 0:
        is_skipped = state.is_skipped
    behind &= ~NEW
    return Member(GOES_ON, is_skipped == 0, int(behind != NONE), int(behind == BEGUN), is_skipped)


@shared
def member_by_itself(
    buffer: Any, state: Any, scratch: Scratch, wanted: Wanted, event: Any
) -> Member:
    """Return the same of an event that is neither of a table nor a statement."""
    without_gtid = int(wanted.until.is_given)
    if event.header.type == ROTATE:
        is_wanted = without_gtid == 0
        return Member(GOES_ON, is_wanted, state.is_joined, state.has_begun, state.is_skipped)
    if not event.header.begins_transaction:
        return member_by(state, role_of(event), without_gtid)
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    name = read_name(buffer, event, body, body_end, scratch, wanted)
    if not name.is_read:
        return UNTOLD
    return member_by(state, NAMES + name.has_begun, int(not name.is_wanted))


@inlined
def take_member(state: Any, shown: Shown, number: int, member: Member) -> None:
    """Have the transaction be as it is behind an event, which was shown by a number if at all."""
    state.is_joined = member.is_joined
    state.has_begun = shown.has_begun[number] = member.has_begun
    state.is_skipped = member.is_skipped
