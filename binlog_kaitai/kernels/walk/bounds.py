"""Which statements only bound a transaction, by how they begin, and how transactions end."""

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
from binlog_kaitai.kernels.walk.xids import is_xid
from binlog_kaitai.model.grouping import Role
from binlog_kaitai.model.transactions import OUTCOMES

# how the words begin that may bound a transaction
BOUNDS = (b"BEG", b"COM", b"ROL", b"SAV", b"REL")
XA = b"XA"

SPACE, DELETE = b" \x7f"

ENDS = tuple(OUTCOMES)
"""How a transaction ended, by the number that stands for it."""

NO_END, BY_XID, BY_COMMIT = (ENDS.index(end) for end in (None, "xid", "commit"))
BY_XA_PREPARE, BY_XA_COMMIT, BY_XA_ROLLBACK, BY_STATEMENT = (
    ENDS.index(end) for end in ("xa_prepare", "xa_commit", "xa_rollback", "statement")
)

UNSURE = -1
"""In place of the role of a statement of which the tree engine tells."""

ASIDE, PLAIN, FINISHES = Role.ASIDE.value, Role.PLAIN.value, Role.FINISHES.value
BEGINS, BEGINS_NESTED = Role.BEGINS.value, Role.BEGINS_NESTED.value


class Bound(NamedTuple):
    """The role of a statement in transactions, and how it ends one, if it does.

    `is_statement` says that it is more than a bound. Of XA, the name that it tells lies at a place.
    """

    role: int
    ended_by: int
    is_statement: bool
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
    """Return the role of a statement in transactions, as far as it is surely known."""
    if is_text(buffer, at, length, BEGIN):
        return Bound(BEGINS, NO_END, False, 0, 0)
    if is_text(buffer, at, length, COMMIT):
        return Bound(FINISHES, BY_COMMIT, False, 0, 0)
    if is_statement(buffer, at, length):
        return Bound(PLAIN, BY_STATEMENT, True, 0, 0)
    if is_savepoint(buffer, at, length) or begins_with(buffer, at, length, XA_END):
        return Bound(ASIDE, NO_END, False, 0, 0)
    if begins_with(buffer, at, length, XA_START):
        return _bound_of_xa(buffer, at, length, len(XA_START), BEGINS_NESTED, NO_END)
    if begins_with(buffer, at, length, XA_COMMIT):
        return _bound_of_xa(buffer, at, length, len(XA_COMMIT), FINISHES, BY_XA_COMMIT)
    if begins_with(buffer, at, length, XA_ROLLBACK):
        return _bound_of_xa(buffer, at, length, len(XA_ROLLBACK), FINISHES, BY_XA_ROLLBACK)
    return Bound(UNSURE, NO_END, False, 0, 0)


@inlined
def _bound_of_xa(
    buffer: Any, at: int, length: int, skipped: int, role: int, ended_by: int
) -> Bound:
    xid_ofs, xid_len = at + skipped, length - skipped
    if is_xid(buffer, xid_ofs, xid_len):
        return Bound(role, ended_by, role == FINISHES, xid_ofs, xid_len)
    return Bound(UNSURE, NO_END, False, 0, 0)


@inlined
def bound_of(buffer: Any, statement: Any) -> Bound:
    """Return the same of a `StatementText`, of which a server compresses no bound."""
    query = statement.query
    bound = bound_in(buffer, query.query_ofs, query.query_len)
    if statement.is_compressed and bound.role != PLAIN:
        return Bound(UNSURE, NO_END, False, 0, 0)
    return bound
