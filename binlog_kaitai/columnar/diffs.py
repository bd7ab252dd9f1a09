"""Changes to JSON documents that are logged in their place: as text, or made to the document's.

What `json_patch` does to dicts and lists is done to the text that `write_document` writes, which is
the same for the same document: members are found in it, cut out and put in. Where a change does not
fit, the changes themselves are written. What no server writes, that module reads.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.columnar.documents import REFUSED, DocumentScratch, write_document
from binlog_kaitai.generated.json_diffs import JsonDiffs
from binlog_kaitai.generated.kernels.json_binary import read_json_binary
from binlog_kaitai.generated.kernels.json_diffs import read_json_diff
from binlog_kaitai.json_values import MAX_DEPTH
from binlog_kaitai.machine.jit import inlined, shared
from binlog_kaitai.machine.stream import copy, copy_exactly, store8, u1, u8le
from binlog_kaitai.machine.text import write_quoted

# A change that removes takes 2 bytes or more, and 29 of text around its path; one with a value
# takes 3 bytes more than it, and 41 of text around the path and the value. A byte of path is 6 at
# most, and one of the document or a value MAX_GROWTH.
MAX_DIFF_GROWTH = 16
MAX_AROUND_DIFFS = 256
"""`write_partial` writes at most MAX_DIFF_GROWTH bytes for each of changes and document, and these.
"""

UNFIT = -3
"""The change is of a place that the document does not have."""

MIN_SCANNED, MAX_PASSES = 2**24, 64
"""How often a text is gone through, where it is long; the tree engine takes more changes better."""

Operation = JsonDiffs.JsonDiffOperation
REPLACE, INSERT, REMOVE = (
    operation.value for operation in (Operation.replace, Operation.insert, Operation.remove)
)

_OPEN_OBJECT, _CLOSE_OBJECT, _OPEN, _CLOSE = b"{}[]"
_QUOTE, _BACKSLASH, _COMMA, _DOT, _ZERO, _NINE, _SPACE, _U = b'"\\,.09 u'
_FIRST_NOT_ASCII = 0x80
MAX_SMALL_DIGITS = 18
"""Of a number that int64 holds."""

_JSON_DIFF = b'{"json_diff": ['
_OPERATION = b'{"op": "'
_REPLACE, _INSERT, _REMOVE = b"replace", b"insert", b"remove"
KEY_AT = 2
"""Where in `work` a key is put: behind what may come between it and the member before it."""

_NULL = b"null"
_PATH = b'", "path": '
_VALUE = b', "value": '
_COMMA_BLANK = int.from_bytes(b", ", "little")
_COLON_BLANK = int.from_bytes(b": ", "little")

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
def _write(out: Any, at: int, text: Any) -> int:
    for i in range(len(text)):
        out[at + i] = text[i]
    return at + len(text)


@shared
def are_diffs(buffer: Any, start: int, length: int) -> bool:
    """Whether the specs read the changes in some bytes."""
    pos, end = start, start + length
    while pos < end:
        diff = read_json_diff(buffer, start, pos, end)
        if diff.pos < 0:
            return False
        value_end = diff.value_ofs + diff.value_len
        if (
            diff.operation != REMOVE
            and read_json_binary(buffer, diff.value_ofs, diff.value_ofs, value_end).pos < 0
        ):
            return False
        pos = diff.pos
    return True


@shared
def _write_diffs(
    out: Any, at: int, buffer: Any, start: int, length: int, scratch: DocumentScratch
) -> int:
    """Changes as `JsonDiffs.to_json` has them; returns as `write_document` does."""
    pos, end = start, start + length
    at = _write(out, at, _JSON_DIFF)
    while pos < end:
        diff = read_json_diff(buffer, start, pos, end)
        if diff.pos < 0:
            return REFUSED
        if pos > start:
            store8(out, at, _COMMA_BLANK)
            at += 2
        at = _write(out, at, _OPERATION)
        if diff.operation == REPLACE:
            at = _write(out, at, _REPLACE)
        elif diff.operation == INSERT:
            at = _write(out, at, _INSERT)
        else:
            at = _write(out, at, _REMOVE)
        at = _write(out, at, _PATH)
        at = write_quoted(out, at, buffer, diff.path_ofs, diff.path_len)
        if diff.operation != REMOVE:
            at = _write(out, at, _VALUE)
            at = write_document(out, at, buffer, diff.value_ofs, diff.value_len, scratch)
            if at < 0:
                return at
        out[at] = _CLOSE_OBJECT
        at += 1
        pos = diff.pos
    out[at] = _CLOSE
    out[at + 1] = _CLOSE_OBJECT
    return at + 2


# paths


@inlined
def _is_hex(byte: int) -> bool:
    return 0x30 <= byte <= 0x39 or 0x61 <= byte <= 0x66


@inlined
def _quoted_end(buffer: Any, at: int, end: int) -> int:
    """Where a key in quotes ends that is written as JSON text here has it; or REFUSED."""
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
            or not _ZERO <= u1(buffer, at + 2) <= _ZERO + 1
            or not _is_hex(u1(buffer, at + 3))
        ):
            return REFUSED
        code, at = _raw_byte(buffer, at - 2)
        if code in _SHORTER:
            return REFUSED
    return REFUSED


@inlined
def _next_leg(buffer: Any, at: int, end: int) -> Leg:
    """The step of a path at a place in it."""
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
    if at - start > MAX_SMALL_DIGITS or (at < end and u1(buffer, at) >= _FIRST_NOT_ASCII):
        return Leg(REFUSED, False, False, 0, 0, 0)
    if at in (start, end) or u1(buffer, at) != _CLOSE:
        return Leg(UNFIT, False, False, 0, 0, 0)
    return Leg(at + 1, False, False, 0, 0, index)


@inlined
def _num_legs(buffer: Any, at: int, end: int) -> int:
    """How many steps a path has behind its `$`; or UNFIT, or REFUSED."""
    if at < end and u1(buffer, at) >= _FIRST_NOT_ASCII:
        return REFUSED
    at += 1
    count = 0
    while at < end:
        at = _next_leg(buffer, at, end).end
        if at < 0:
            return at
        count += 1
    return count


@inlined
def _write_key(work: Any, buffer: Any, leg: Leg) -> int:
    """The key of a step as the text has it, to KEY_AT; returns where it ends."""
    if leg.is_quoted:
        copy(work, KEY_AT, buffer, leg.start, leg.length)
        return KEY_AT + leg.length
    return write_quoted(work, KEY_AT, buffer, leg.start, leg.length)


# places in a text


@inlined
def _raw_byte(text: Any, at: int) -> tuple[int, int]:
    """A byte of a string that JSON text may have escaped, and where the next one begins."""
    byte = u1(text, at)
    if byte != _BACKSLASH:
        return byte, at + 1
    escape = u1(text, at + 1)
    if escape != _U:
        return u1(_ESCAPES, escape), at + 2
    low = u1(text, at + 5)
    return (u1(text, at + 4) - _ZERO << 4) | (low - 0x30 if low <= _NINE else low - 0x57), at + 6


@inlined
def _raw_length(text: Any, at: int, end: int) -> int:
    count = 0
    while at < end:
        _, at = _raw_byte(text, at)
        count += 1
    return count


@inlined
def _comes_before(work: Any, key_end: int, text: Any, start: int, end: int) -> bool:
    """Whether the key in `work` comes before another one in a text: the shorter first."""
    at, other_at = KEY_AT + 1, start + 1
    length, other_length = _raw_length(work, at, key_end - 1), _raw_length(text, other_at, end - 1)
    if length != other_length:
        return length < other_length
    while at < key_end - 1:
        byte, at = _raw_byte(work, at)
        other, other_at = _raw_byte(text, other_at)
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
    """Where the value ends that begins at a place in a text, which itself ends at another."""
    depth = 0
    while at < end:
        byte = u1(text, at)
        if byte == _QUOTE:
            at = _string_end(text, at)
            continue
        if byte in (_OPEN, _OPEN_OBJECT):
            depth += 1
        elif byte in (_CLOSE, _CLOSE_OBJECT):
            if depth == 0:
                return at
            depth -= 1
        elif byte == _COMMA and depth == 0:
            return at
        at += 1
    return end


@inlined
def _depth(text: Any, at: int, end: int) -> int:
    """How many containers are around the innermost scalar of a value."""
    depth = deepest = 0
    while at < end:
        byte = u1(text, at)
        if byte == _QUOTE:
            at = _string_end(text, at)
            continue
        if byte in (_OPEN, _OPEN_OBJECT):
            depth += 1
            deepest = max(deepest, depth)
        elif byte in (_CLOSE, _CLOSE_OBJECT):
            depth -= 1
        at += 1
    return deepest


@inlined
def _find_key(text: Any, at: int, end: int, work: Any, key_end: int) -> Spot:
    """The member with the key in `work` of the object that begins at a place in a text."""
    at += 1
    is_first = True
    while u1(text, at) != _CLOSE_OBJECT:
        name_end = _string_end(text, at)
        value = name_end + 2
        value_end = _value_end(text, value, end)
        is_last = u1(text, value_end) == _CLOSE_OBJECT
        if _is_same(work, key_end, text, at, name_end):
            return Spot(True, at, value, value_end, is_first, is_last)
        if _comes_before(work, key_end, text, at, name_end):
            return Spot(False, at, at, at, is_first, False)
        is_first = False
        at = value_end if is_last else value_end + 2
    return Spot(False, at, at, at, is_first, True)


@inlined
def _find_index(text: Any, at: int, end: int, index: int) -> Spot:
    """The member of a number in the array that begins at a place in a text."""
    at += 1
    number = 0
    while u1(text, at) != _CLOSE:
        value_end = _value_end(text, at, end)
        is_last = u1(text, value_end) == _CLOSE
        if number == index:
            return Spot(True, at, at, value_end, number == 0, is_last)
        number += 1
        at = value_end if is_last else value_end + 2
    return Spot(False, at, at, at, number == 0, True)


# changes


@inlined
def _splice(text: Any, at: int, old_end: int, end: int, new: Any, new_at: int, length: int) -> int:
    """Puts other text in the place of a part of a text; returns where the whole then ends."""
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


@inlined
def _find(text: Any, start: int, end: int, buffer: Any, diff: Any, work: Any) -> tuple[Spot, int]:
    """The place that the path of a change leads to, and where its last key in `work` ends.

    It starts at UNFIT where the text has no such container. Of an index, the end is KEY_AT.
    """
    nowhere = Spot(False, UNFIT, UNFIT, UNFIT, False, False)
    path_at, path_end = diff.path_ofs + 1, diff.path_ofs + diff.path_len
    at, key_end = start, KEY_AT
    spot = nowhere
    while path_at < path_end:
        leg = _next_leg(buffer, path_at, path_end)
        if leg.is_key:
            if u1(text, at) != _OPEN_OBJECT:
                return nowhere, KEY_AT
            key_end = _write_key(work, buffer, leg)
            spot = _find_key(text, at, end, work, key_end)
        else:
            if u1(text, at) != _OPEN:
                return nowhere, KEY_AT
            key_end = KEY_AT
            spot = _find_index(text, at, end, leg.number)
        if leg.end < path_end and not spot.is_there:
            return nowhere, KEY_AT
        at, path_at = spot.value, leg.end
    return spot, key_end


@inlined
def _make_change(
    text: Any, start: int, end: int, buffer: Any, diff: Any, work: Any, scratch: DocumentScratch
) -> int:
    """Makes a change to a text; returns where it then ends, or UNFIT, REFUSED or NO_SCRATCH."""
    num_legs = _num_legs(buffer, diff.path_ofs, diff.path_ofs + diff.path_len)
    if num_legs < 0:
        return num_legs
    if num_legs == 0:
        if diff.operation != REPLACE:
            return UNFIT
        return write_document(text, start, buffer, diff.value_ofs, diff.value_len, scratch)
    spot, key_end = _find(text, start, end, buffer, diff, work)
    is_insert = diff.operation == INSERT
    has_key = key_end > KEY_AT
    if (
        spot.start < 0
        or num_legs > MAX_DEPTH
        or (spot.is_there == is_insert and (has_key or not is_insert))
    ):
        return UNFIT
    if diff.operation == REMOVE:
        cut_start, cut_end = spot.start, spot.end
        if not spot.is_last:
            cut_end += 2
        elif not spot.is_first:
            cut_start -= 2
        return _splice(text, cut_start, cut_end, end, work, 0, 0)
    value = key_end
    if is_insert and has_key:
        store8(work, value, _COLON_BLANK)
        value += 2
    new_end = write_document(work, value, buffer, diff.value_ofs, diff.value_len, scratch)
    if new_end < 0:
        return new_end
    if num_legs + _depth(work, value, new_end) > MAX_DEPTH:
        return UNFIT
    if not is_insert:
        return _splice(text, spot.value, spot.end, end, work, value, new_end - value)
    new = KEY_AT
    if spot.is_there or not spot.is_last:
        store8(work, new_end, _COMMA_BLANK)
        new_end += 2
    elif not spot.is_first:
        new = 0
        work[0], work[1] = _COMMA, _SPACE
    return _splice(text, spot.start, spot.start, end, work, new, new_end - new)


@inlined
def _write_changed(
    out: Any,
    at: int,
    buffer: Any,
    start: int,
    length: int,
    before_ofs: int,
    before_len: int,
    work: Any,
    scratch: DocumentScratch,
) -> int:
    """A document after changes to it; returns where it ends, or UNFIT, REFUSED or NO_SCRATCH."""
    if before_len == 0:
        end = _write(out, at, _NULL)
    else:
        end = write_document(out, at, buffer, before_ofs, before_len, scratch)
    budget = max(MIN_SCANNED, MAX_PASSES * (end - at))
    pos, stop = start, start + length
    while pos < stop and end >= 0:
        diff = read_json_diff(buffer, start, pos, stop)
        budget -= end - at
        if diff.pos < 0 or budget < 0:
            return REFUSED
        end = _make_change(out, at, end, buffer, diff, work, scratch)
        pos = diff.pos
    return end


@shared
def write_partial(
    out: Any,
    at: int,
    buffer: Any,
    start: int,
    length: int,
    has_document: bool,
    before_ofs: int,
    before_len: int,
    work: Any,
    scratch: DocumentScratch,
) -> int:
    """The text of the changes in some bytes: of the document after them, or of themselves.

    The document before them lies at `before_ofs`; one of no bytes is null. `work` has room for
    as much of the changes alone. Returns as `write_document` does.
    """
    end = UNFIT
    if has_document:
        end = _write_changed(out, at, buffer, start, length, before_ofs, before_len, work, scratch)
    if end == UNFIT:
        end = _write_diffs(out, at, buffer, start, length, scratch)
    return end
