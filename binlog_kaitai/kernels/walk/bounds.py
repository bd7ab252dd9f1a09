"""Which statements only bound a transaction, by how they begin, and which transaction is open."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.compare import is_text
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from binlog_kaitai.kernels.walk.state import (
    NOT_WATCHED,
    WATCHED,
    WATCHED_COMMIT,
    Noted,
)

# how the words begin that may bound a transaction
BOUNDS = (b"BEG", b"COM", b"ROL", b"SAV", b"REL")
XA = b"XA"

SAVEPOINT = b"SAVEPOINT `"

SPACE, DELETE = b" \x7f"

COMMITTED_HERE = 1
"""Of a transaction that is noted: it was committed, with all that was noted of it."""


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
    return length > len(SAVEPOINT) and is_text(buffer, at, len(SAVEPOINT), SAVEPOINT)


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
def commit_group(state: Any, noted: Noted) -> None:
    """End the transaction that is open."""
    is_whole = state.is_rolled_back == 0
    if is_whole and state.is_noted > 0:
        noted.transaction_end[state.transactions - 1] = COMMITTED_HERE
    if state.watch == WATCHED:
        state.watch = WATCHED_COMMIT if is_whole else NOT_WATCHED
    state.is_joined = state.is_noted = 0
