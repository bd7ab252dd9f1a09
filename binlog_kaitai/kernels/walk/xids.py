"""Names of XA transactions, in the form that servers log them in: `X'6162',X'',1`.

Statements have them as texts, which are copied if they are of just that form. Any other one is for
the tree engine, which brings it to this form.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.json_values import HEXADECIMAL
from binlog_kaitai.kernels.runtime.stream import PADDING, u1
from binlog_kaitai.kernels.runtime.text import MAX_INT_TEXT, write_int

MAX_PARTS = 2 * 64
"""Bytes of both parts of a name, as many as servers take."""

MIN_PART = len("X'',")
X, QUOTE, COMMA, ZERO, NINE, A, F = b"X',09af"

LONGEST_XID = 2 * MIN_PART + 2 * MAX_PARTS + MAX_INT_TEXT
"""Bytes, of a name that a kernel copies or writes."""

XID_ROOM = LONGEST_XID + PADDING


@inlined
def _is_digit(byte: int) -> bool:
    return ZERO <= byte <= NINE


@inlined
def _behind_part(buffer: Any, at: int, end: int) -> int:
    """Return where the bytes in hexadecimal end that lie here, behind the comma; -1 if none do."""
    if end - at < MIN_PART or u1(buffer, at) != X or u1(buffer, at + 1) != QUOTE:
        return -1
    first = pos = at + 2
    while pos < end and (_is_digit(u1(buffer, pos)) or A <= u1(buffer, pos) <= F):
        pos += 1
    is_even = (pos - first) & 1 == 0
    if is_even and end - pos >= 2 and u1(buffer, pos) == QUOTE and u1(buffer, pos + 1) == COMMA:
        return int(pos + 2)
    return -1


@inlined
def is_xid(buffer: Any, at: int, length: int) -> bool:
    """Return whether a text is a name in the form that servers log."""
    end = at + length
    if length > LONGEST_XID:
        return False
    pos = _behind_part(buffer, at, end)
    if pos < 0:
        return False
    pos = _behind_part(buffer, pos, end)
    if pos < 0 or not 0 < end - pos <= MAX_INT_TEXT:
        return False
    if u1(buffer, pos) == ZERO and end - pos > 1:
        return False
    while pos < end and _is_digit(u1(buffer, pos)):
        pos += 1
    return bool(pos == end)


@inlined
def write_xid(
    out: Any,
    buffer: Any,
    global_id: int,
    len_global_id: int,
    branch: int,
    len_branch: int,
    format_id: int,
) -> int:
    """Write the name that two strings of bytes, and a number, make; return its length.

    It is -1 where they are longer than servers have them.
    """
    if len_global_id + len_branch > MAX_PARTS:
        return -1
    at = _write_part(out, 0, buffer, global_id, len_global_id)
    at = _write_part(out, at, buffer, branch, len_branch)
    return write_int(out, at, format_id)


@inlined
def _write_part(out: Any, at: int, buffer: Any, start: int, length: int) -> int:
    out[at], out[at + 1] = X, QUOTE
    at += 2
    for i in range(length):
        byte = u1(buffer, start + i)
        out[at] = HEXADECIMAL[byte >> 4]
        out[at + 1] = HEXADECIMAL[byte & 15]
        at += 2
    out[at], out[at + 1] = QUOTE, COMMA
    return at + 2
