"""Which statements only bound a transaction, by how they begin, and which transaction is open."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.columnar.state import (
    BASE,
    FIXED,
    GROUP_AT,
    GROUP_NUMBER,
    HAS_BEGUN,
    IS_JOINED,
    IS_NOTED,
    IS_ROLLED_BACK,
    NOT_WATCHED,
    NUM_NOTED,
    POS,
    WATCH,
    WATCHED,
    WATCHED_COMMIT,
    Noted,
)
from binlog_kaitai.machine.compare import is_text
from binlog_kaitai.machine.jit import inlined
from binlog_kaitai.machine.stream import u1

# how the words begin that may bound a transaction
BOUNDS = (b"BEG", b"COM", b"ROL", b"SAV", b"REL")
XA = b"XA"

SAVEPOINT = b"SAVEPOINT `"

COMMITTED_HERE = 1
"""Of a transaction that is noted: it was committed, with all that was noted of it."""


@inlined
def _letter(byte: int) -> int:
    """An ASCII letter as the upper-case one, 0 where it is none."""
    upper = byte & ~32
    return upper if 65 <= upper <= 90 else 0


@inlined
def is_statement(buffer: Any, at: int, length: int) -> bool:
    """Whether a text surely is a statement, and does not bound a transaction."""
    if length < 3:
        return False
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
    """Whether a text sets a savepoint, as servers log it."""
    return length > len(SAVEPOINT) and is_text(buffer, at, len(SAVEPOINT), SAVEPOINT)


@inlined
def begin_group(state: Any, has_begun: int) -> None:
    """Begins a transaction at the event; the one that is open has no end."""
    if state[FIXED] >= 0:
        state[GROUP_NUMBER] += 1
    else:
        state[GROUP_AT] = state[BASE] + state[POS]
        state[GROUP_NUMBER] = 0
    if state[WATCH] == WATCHED:
        state[WATCH] = NOT_WATCHED
    state[IS_JOINED] = 1
    state[HAS_BEGUN] = has_begun
    state[IS_ROLLED_BACK] = state[IS_NOTED] = 0


@inlined
def join_group(state: Any, has_begun: int) -> None:
    """Has the event belong to the transaction that is open, or else begin one."""
    if state[IS_JOINED] == 0:
        begin_group(state, has_begun)


@inlined
def leave_group(state: Any) -> None:
    """Ends the transaction that is open, of which no end is known."""
    if state[WATCH] == WATCHED:
        state[WATCH] = NOT_WATCHED
    state[IS_JOINED] = state[IS_NOTED] = 0


@inlined
def commit_group(state: Any, noted: Noted) -> None:
    """Ends the transaction that is open."""
    is_whole = state[IS_ROLLED_BACK] == 0
    if is_whole and state[IS_NOTED] > 0:
        noted.transaction_end[state[NUM_NOTED] - 1] = COMMITTED_HERE
    if state[WATCH] == WATCHED:
        state[WATCH] = WATCHED_COMMIT if is_whole else NOT_WATCHED
    state[IS_JOINED] = state[IS_NOTED] = 0
