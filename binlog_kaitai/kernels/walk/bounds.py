"""Which statements only bound a transaction, by how they begin, and which transaction is open."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.kernels.runtime.compare import begins_with, is_text
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from binlog_kaitai.kernels.walk.event_types import (
    BEGIN,
    COMMIT,
    SAVEPOINT,
    XA_COMMIT,
    XA_END,
    XA_ROLLBACK,
    XA_START,
)
from binlog_kaitai.kernels.walk.state import NOT_WATCHED, WATCHED, Noted
from binlog_kaitai.kernels.walk.xids import is_xid
from binlog_kaitai.model.transactions import COMMITTED, PREPARED, ROLLED_BACK

# how the words begin that may bound a transaction
BOUNDS = (b"BEG", b"COM", b"ROL", b"SAV", b"REL")
XA = b"XA"

SPACE, DELETE = b" \x7f"

WORDS = [COMMITTED, ROLLED_BACK, PREPARED]
COMMITTED_HERE, ROLLED_BACK_HERE, PREPARED_HERE = range(1, 1 + len(WORDS))
"""Of a transaction that is noted: how it ended, with all that was noted of it; `WORDS` by number.

0 is of one whose end is to be looked for.
"""

DECIDES = 4
"""Besides one of these: what is noted is the statement that decides it."""

UNSURE, PLAIN, CONTROL, BEGINS, COMMITS, BEGINS_XA, COMMITS_XA, ROLLS_BACK_XA = range(8)
"""What a statement is to transactions: `PLAIN` bounds none, `CONTROL` changes none."""


class Bound(NamedTuple):
    """What a statement is to transactions, and where the name that it tells lies, of one of XA."""

    kind: int
    xid_ofs: int
    xid_len: int


@inlined
def _letter(byte: int) -> int:
    """Return an ASCII letter as the upper-case one, 0 where it is none."""
    upper = byte & ~32
    return upper if 65 <= upper <= 90 else 0


@inlined
def _is_sign(byte: int) -> bool:
    """Return whether a byte is one of ASCII's, and neither a letter nor a blank."""
    return SPACE < byte < DELETE and _letter(byte) == 0


@inlined
def is_statement(buffer: Any, at: int, length: int) -> bool:
    """Return whether a text surely is a statement, and does not bound a transaction."""
    if length < 3:
        return False
    if _is_sign(u1(buffer, at)) and SPACE < u1(buffer, at + 1) < DELETE:
        return True  # such as a comment
    first, second = _letter(u1(buffer, at)), _letter(u1(buffer, at + 1))
    third = _letter(u1(buffer, at + 2))
    if first == 0 or second == 0 or (first == XA[0] and second == XA[1]):
        return False
    for word in BOUNDS:
        if first == word[0] and second == word[1] and third == word[2]:
            return False
    return True


@inlined
def is_savepoint(buffer: Any, at: int, length: int) -> bool:
    """Return whether a text sets a savepoint, as servers log it."""
    return length > len(SAVEPOINT) and begins_with(buffer, at, length, SAVEPOINT)


@inlined
def bound_in(buffer: Any, at: int, length: int) -> Bound:
    """Return what a statement is to transactions, as far as it is surely known."""
    if is_text(buffer, at, length, BEGIN):
        return Bound(BEGINS, 0, 0)
    if is_text(buffer, at, length, COMMIT):
        return Bound(COMMITS, 0, 0)
    if is_statement(buffer, at, length):
        return Bound(PLAIN, 0, 0)
    if is_savepoint(buffer, at, length) or begins_with(buffer, at, length, XA_END):
        return Bound(CONTROL, 0, 0)
    if begins_with(buffer, at, length, XA_START):
        return _bound_of_xa(buffer, at, length, len(XA_START), BEGINS_XA)
    if begins_with(buffer, at, length, XA_COMMIT):
        return _bound_of_xa(buffer, at, length, len(XA_COMMIT), COMMITS_XA)
    if begins_with(buffer, at, length, XA_ROLLBACK):
        return _bound_of_xa(buffer, at, length, len(XA_ROLLBACK), ROLLS_BACK_XA)
    return Bound(UNSURE, 0, 0)


@inlined
def _bound_of_xa(buffer: Any, at: int, length: int, skipped: int, kind: int) -> Bound:
    xid_ofs, xid_len = at + skipped, length - skipped
    if is_xid(buffer, xid_ofs, xid_len):
        return Bound(kind, xid_ofs, xid_len)
    return Bound(UNSURE, 0, 0)


@inlined
def begin_group(state: Any, has_begun: int) -> None:
    """Begin a transaction at the event; the one that is open has no end."""
    if state.fixed >= 0:
        state.group_number += 1
    else:
        state.group_at = state.base + state.pos
        state.group_number = 0
    if state.watch == WATCHED:
        state.watch = NOT_WATCHED
    state.is_joined = 1
    state.has_begun = has_begun
    state.is_rolled_back = state.is_noted = 0


@inlined
def join_group(state: Any, has_begun: int) -> None:
    """Have the event belong to the transaction that is open, or else begin one."""
    if state.is_joined == 0:
        begin_group(state, has_begun)


@inlined
def leave_group(state: Any) -> None:
    """End the transaction that is open, of which no end is known."""
    if state.watch == WATCHED:
        state.watch = NOT_WATCHED
    state.is_joined = state.is_noted = 0


@inlined
def end_group(state: Any, noted: Noted, end: int) -> None:
    """End the transaction that is open: `COMMITTED_HERE`, or another way."""
    is_whole = state.is_rolled_back == 0
    if is_whole and state.is_noted > 0:
        noted.transaction_end[state.transactions - 1] = end
    if state.watch == WATCHED:
        state.watch = WATCHED + end if is_whole else NOT_WATCHED
    state.is_joined = state.is_noted = 0
