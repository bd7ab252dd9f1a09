"""Members of JSON documents in the text that `write_document` writes of them.

It is the same for the same document, so that a key has one form, and one blank is behind each comma
and colon.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.kernels.columns.json.paths import KEY_AT, raw_byte
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import copy, copy_exactly, store8, u1, u8le

OPEN_OBJECT, CLOSE_OBJECT, OPEN, CLOSE = b"{}[]"

_QUOTE, _BACKSLASH, _COMMA = b'"\\,'


class Spot(NamedTuple):
    """Where a member of a container lies in the text, or would.

    Between `start` and `end`, the value from `value` on. Where it `is_there` or not, it `is_first`
    if none comes before it, and `is_last` if none comes behind.
    """

    is_there: bool
    start: int
    value: int
    end: int
    is_first: bool
    is_last: bool


@inlined
def _raw_length(text: Any, at: int, end: int) -> int:
    count = 0
    while at < end:
        _, at = raw_byte(text, at)
        count += 1
    return count


@inlined
def _comes_before(work: Any, length: int, text: Any, start: int, end: int) -> bool:
    """Return whether the key in `work` comes before another one.

    The shorter does.
    """
    at, other_at = KEY_AT + 1, start + 1
    other_length = _raw_length(text, other_at, end - 1)
    if length != other_length:
        return length < other_length
    while other_at < end - 1:
        byte, at = raw_byte(work, at)
        other, other_at = raw_byte(text, other_at)
        if byte != other:
            return byte < other
    return False


@inlined
def _is_same(work: Any, key_end: int, text: Any, start: int, end: int) -> bool:
    if end - start != key_end - KEY_AT:
        return False
    for i in range(end - start):
        if u1(work, KEY_AT + i) != u1(text, start + i):
            return False
    return True


@inlined
def _string_end(text: Any, at: int) -> int:
    at += 1
    while u1(text, at) != _QUOTE:
        at += 2 if u1(text, at) == _BACKSLASH else 1
    return at + 1


@inlined
def _value_end(text: Any, at: int, end: int) -> int:
    """Return where the value ends that begins at a place in a text."""
    depth = 0
    while at < end:
        byte = u1(text, at)
        if byte == _QUOTE:
            at = _string_end(text, at)
            continue
        if byte in (OPEN, OPEN_OBJECT):
            depth += 1
        elif byte in (CLOSE, CLOSE_OBJECT):
            if depth == 0:
                return at
            depth -= 1
        elif byte == _COMMA and depth == 0:
            return at
        at += 1
    return end


@inlined
def depth_of(text: Any, at: int, end: int) -> int:
    """Return how many containers are around the innermost scalar of a value."""
    depth = deepest = 0
    while at < end:
        byte = u1(text, at)
        if byte == _QUOTE:
            at = _string_end(text, at)
            continue
        if byte in (OPEN, OPEN_OBJECT):
            depth += 1
            deepest = max(deepest, depth)
        elif byte in (CLOSE, CLOSE_OBJECT):
            depth -= 1
        at += 1
    return deepest


@inlined
def find_key(text: Any, at: int, end: int, work: Any, key_end: int) -> Spot:
    """Return the member with the key in `work` of the object that begins at a place in a text."""
    length = _raw_length(work, KEY_AT + 1, key_end - 1)
    at += 1
    is_first = True
    while u1(text, at) != CLOSE_OBJECT:
        name_end = _string_end(text, at)
        value = name_end + 2
        value_end = _value_end(text, value, end)
        is_last = u1(text, value_end) == CLOSE_OBJECT
        if _is_same(work, key_end, text, at, name_end):
            return Spot(True, at, value, value_end, is_first, is_last)
        if _comes_before(work, length, text, at, name_end):
            return Spot(False, at, at, at, is_first, False)
        is_first = False
        at = value_end if is_last else value_end + 2
    return Spot(False, at, at, at, is_first, True)


@inlined
def find_index(text: Any, at: int, end: int, index: int) -> Spot:
    """Return the member of a number in the array that begins at a place in a text."""
    at += 1
    number = 0
    while u1(text, at) != CLOSE:
        value_end = _value_end(text, at, end)
        is_last = u1(text, value_end) == CLOSE
        if number == index:
            return Spot(True, at, at, value_end, number == 0, is_last)
        number += 1
        at = value_end if is_last else value_end + 2
    return Spot(False, at, at, at, number == 0, True)


@inlined
def splice(text: Any, at: int, old_end: int, end: int, new: Any, new_at: int, length: int) -> int:
    """Put other text in the place of a part of a text; return where the whole then ends."""
    rest = end - old_end
    new_end = at + length
    if new_end < old_end:
        copy(text, new_end, text, old_end, rest)
    elif new_end > old_end:
        while rest >= 8:
            rest -= 8
            store8(text, new_end + rest, u8le(text, old_end + rest))
        while rest > 0:
            rest -= 1
            text[new_end + rest] = text[old_end + rest]
    copy_exactly(text, at, new, new_at, length)
    return end + new_end - old_end
