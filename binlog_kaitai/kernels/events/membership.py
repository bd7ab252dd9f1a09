"""Which transaction an event is in: followed only where not all of them are wanted."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.walk.bounds import (
    BEGINS,
    BEGINS_XA,
    COMMITS,
    COMMITS_XA,
    CONTROL,
    PLAIN,
    ROLLS_BACK_XA,
    UNSURE,
    bound_in,
)
from binlog_kaitai.kernels.walk.event_filter import Wanted
from binlog_kaitai.kernels.walk.event_types import (
    ANNOTATE_ROWS,
    INTVAR,
    PAYLOAD,
    RAND,
    ROTATE,
    ROWS_QUERY,
    USER_VAR,
    XA_PREPARE,
    XID,
)
from binlog_kaitai.kernels.walk.naming import read_name
from binlog_kaitai.kernels.walk.state import GOES_ON, UNKNOWN, Scratch
from binlog_kaitai.kernels.walk.statement_texts import StatementText


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
def _kind_of_statement(buffer: Any, statement: StatementText) -> int:
    """Return what a statement is to transactions, `UNSURE` where only the tree engine tells."""
    query = statement.query
    kind = bound_in(buffer, query.query_ofs, query.query_len).kind
    return UNSURE if statement.is_compressed and kind != PLAIN else kind


@shared
def member_of(
    buffer: Any,
    state: Any,
    scratch: Scratch,
    wanted: Wanted,
    event: Any,
    statement: StatementText,
) -> Member:
    """Return what the next event is to transactions; `statement` is its own, if it has one.

    As `binlog_kaitai.tree.transactions.grouping` has it.
    """
    kind = event.header.type
    is_joined, has_begun, is_skipped = state.is_joined, state.has_begun, state.is_skipped
    without_gtid = int(wanted.until.is_given)
    if kind == ROTATE:
        return Member(GOES_ON, without_gtid == 0, is_joined, has_begun, is_skipped)
    if event.header.begins_transaction:
        body, body_end = event.body_ofs, event.body_ofs + event.body_len
        name = read_name(buffer, event, body, body_end, scratch, wanted)
        if not name.is_read:
            return UNTOLD
        return Member(GOES_ON, name.is_wanted, 1, name.has_begun, int(not name.is_wanted))
    bound = CONTROL
    if event.is_query:
        bound = _kind_of_statement(buffer, statement)
        if bound == UNSURE:
            return UNTOLD
    is_before_statement = kind in (INTVAR, RAND, USER_VAR)
    is_other = kind in (XID, XA_PREPARE, ROWS_QUERY, ANNOTATE_ROWS, PAYLOAD) or is_before_statement
    if not (event.is_table_map or event.is_rows or event.is_query or is_other):
        return UNTOLD
    is_begin = bound in (BEGINS, BEGINS_XA)
    is_second = is_begin and state.is_after_gtid == 0
    is_of_log = bound == BEGINS and state.fixed < 0
    if is_joined == 0 or (is_second and (has_begun > 0 or is_of_log)):
        has_begun = int(not (event.is_query or is_before_statement))
        is_skipped = without_gtid
    if is_begin:
        has_begun = 1
    ends = (
        kind in (XID, XA_PREPARE)
        or bound in (COMMITS, COMMITS_XA, ROLLS_BACK_XA)
        or (bound == PLAIN and has_begun == 0)
    )
    return Member(GOES_ON, is_skipped == 0, int(not ends), has_begun, is_skipped)


@inlined
def take_member(state: Any, member: Member) -> None:
    """Have the transaction be as it is behind an event."""
    state.is_joined = member.is_joined
    state.has_begun = member.has_begun
    state.is_skipped = member.is_skipped
