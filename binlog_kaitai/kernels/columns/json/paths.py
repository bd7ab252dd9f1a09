"""The paths of changes to JSON documents, and their keys as `write_document` writes keys.

What is no path, or one that no server writes so, `json_patch` reads, and is right about it.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.columns.json.documents import REFUSED
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import copy, u1
from binlog_kaitai.kernels.runtime.text import write_quoted

UNFIT = -3
"""The path leads nowhere in the document."""

KEY_AT = 2
"""Where in `work` a key is put: behind what may come between it and the member before it."""

MAX_DIGITS = 18
"""Of an index that int64 holds."""

_OPEN, _CLOSE = b"[]"
_QUOTE, _BACKSLASH, _DOT, _ZERO, _ONE, _NINE, _SPACE, _U = b'"\\.019 u'
_A, _F = b"af"
_FIRST_NOT_ASCII = 0x80

# the characters that short escapes stand for
_ESCAPES = np.zeros(256, np.uint8)
for _letter in 'bfnrt"\\':
    _ESCAPES[ord(_letter)] = ord(json.loads(f'"\\{_letter}"'))
_SHORTER = tuple(b"\b\f\n\r\t")


class Leg(NamedTuple):
    """A step of a path: where it ends, or UNFIT, or REFUSED; the key, or a member's number."""

    end: int
    is_key: bool
    is_quoted: bool
    start: int
    length: int
    number: int


@inlined
def raw_byte(text: Any, at: int) -> tuple[int, int]:
    """Return a byte of a string that JSON text may have escaped, and where the next one begins."""
    byte = u1(text, at)
    if byte != _BACKSLASH:
        return byte, at + 1
    escape = u1(text, at + 1)
    if escape != _U:
        return u1(_ESCAPES, escape), at + 2
    high, low = u1(text, at + 4), u1(text, at + 5)
    return 16 * (high - _ZERO) + (low - _ZERO if low <= _NINE else low - _A + 10), at + 6


@inlined
def _is_hex(byte: int) -> bool:
    return _ZERO <= byte <= _NINE or _A <= byte <= _F


@inlined
def _quoted_end(buffer: Any, at: int, end: int) -> int:
    """Return where a key in quotes ends that is written as JSON text here has it; or REFUSED."""
    at += 1
    while at < end:
        byte = u1(buffer, at)
        if byte == _QUOTE:
            return at + 1
        if byte < _SPACE:
            return REFUSED
        at += 1
        if byte != _BACKSLASH:
            continue
        if at == end:
            return REFUSED
        escape = u1(buffer, at)
        at += 1
        if escape != _U:
            if u1(_ESCAPES, escape) == 0:
                return REFUSED
            continue
        if (
            end - at < 4
            or u1(buffer, at) != _ZERO
            or u1(buffer, at + 1) != _ZERO
            or not _ZERO <= u1(buffer, at + 2) <= _ONE
            or not _is_hex(u1(buffer, at + 3))
        ):
            return REFUSED
        code, at = raw_byte(buffer, at - 2)
        if code in _SHORTER:
            return REFUSED
    return REFUSED


@inlined
def next_leg(buffer: Any, at: int, end: int) -> Leg:
    """Return the step of a path at a place in it."""
    byte = u1(buffer, at)
    at += 1
    if byte == _DOT:
        if at < end and u1(buffer, at) == _QUOTE:
            leg_end = _quoted_end(buffer, at, end)
            return Leg(leg_end, True, True, at, leg_end - at, 0)
        start = at
        while at < end and u1(buffer, at) not in (_DOT, _OPEN):
            at += 1
        return Leg(at if at > start else UNFIT, True, False, start, at - start, 0)
    if byte != _OPEN:
        return Leg(UNFIT, False, False, 0, 0, 0)
    index, start = 0, at
    while at < end and _ZERO <= u1(buffer, at) <= _NINE:
        index = 10 * index + u1(buffer, at) - _ZERO
        at += 1
    # perhaps other digits come behind
    if at - start > MAX_DIGITS or (at < end and u1(buffer, at) >= _FIRST_NOT_ASCII):
        return Leg(REFUSED, False, False, 0, 0, 0)
    if at in (start, end) or u1(buffer, at) != _CLOSE:
        return Leg(UNFIT, False, False, 0, 0, 0)
    return Leg(at + 1, False, False, 0, 0, index)


@inlined
def num_legs(buffer: Any, at: int, end: int) -> int:
    """Return how many steps a path has behind its `$`; or UNFIT, or REFUSED."""
    if at < end and u1(buffer, at) >= _FIRST_NOT_ASCII:
        return REFUSED
    at += 1
    count = 0
    while at < end:
        at = next_leg(buffer, at, end).end
        if at < 0:
            return at
        count += 1
    return count


@inlined
def write_key(work: Any, buffer: Any, leg: Leg) -> int:
    """Write the key of a step as the text has it, to KEY_AT; return where it ends."""
    if leg.is_quoted:
        copy(work, KEY_AT, buffer, leg.start, leg.length)
        return KEY_AT + leg.length
    return write_quoted(work, KEY_AT, buffer, leg.start, leg.length)
