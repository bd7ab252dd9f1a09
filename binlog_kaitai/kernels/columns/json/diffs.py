"""Changes to JSON documents that are logged in their place: as text, or made to the document's.

What `json_patch` does to dicts and lists is done to the text that `write_document` writes: members
are found in it, cut out and put in. Where a change does not fit, what is written are the changes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.generated.json_diffs import JsonDiffs
from binlog_kaitai.generated.kernels.json_binary import read_json_binary
from binlog_kaitai.generated.kernels.json_diffs import read_json_diff
from binlog_kaitai.kernels.columns.json.documents import REFUSED, write_document
from binlog_kaitai.kernels.columns.json.paths import KEY_AT, UNFIT, next_leg, num_legs, write_key
from binlog_kaitai.kernels.columns.json.places import (
    OPEN,
    OPEN_OBJECT,
    Spot,
    depth_of,
    find_index,
    find_key,
    splice,
)
from binlog_kaitai.kernels.columns.loops import write_bytes
from binlog_kaitai.kernels.runtime.arrays import Record
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import store8, u1, word_of
from binlog_kaitai.kernels.runtime.text import write_quoted
from binlog_kaitai.model.values import MAX_DEPTH

# A change that removes takes 2 bytes or more, and 29 of text around its path; one with a value
# takes 3 bytes more than it, and 41 of text around the path and the value. A byte of path is 6 at
# most, and one of the document or a value MAX_GROWTH.
MAX_DIFF_GROWTH = 16
MAX_AROUND_DIFFS = 256
"""`write_partial` writes at most so many bytes for each one of changes and document, and around."""

MIN_SCANNED, MAX_PASSES = 2**24, 64
"""How often a text is gone through, where it is long; the tree engine takes more changes better."""

Operation = JsonDiffs.JsonDiffOperation
REPLACE, INSERT, REMOVE = (
    operation.value for operation in (Operation.replace, Operation.insert, Operation.remove)
)

_JSON_DIFF = b'{"json_diff": ['
_OPERATION = b'{"op": "'
_REPLACE, _INSERT, _REMOVE = b"replace", b"insert", b"remove"
_PATH = b'", "path": '
_VALUE = b', "value": '
_NULL = b"null"
_CLOSE, _CLOSE_OBJECT, _COMMA, _SPACE = b"]}, "
_COMMA_BLANK = word_of(b", ")
_COLON_BLANK = word_of(b": ")


class Span(NamedTuple):
    """Where in a buffer some bytes lie."""

    start: int
    length: int


@shared
def are_diffs(buffer: Any, start: int, length: int) -> bool:
    """Return whether the specs read the changes in some bytes."""
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
def _write_diffs(out: Any, at: int, buffer: Any, start: int, length: int, scratch: Record) -> int:
    """Change as `JsonDiffs.to_json` has them; return as `write_document` does."""
    pos, end = start, start + length
    at = write_bytes(out, at, _JSON_DIFF)
    while pos < end:
        diff = read_json_diff(buffer, start, pos, end)
        if diff.pos < 0:
            return REFUSED
        if pos > start:
            store8(out, at, _COMMA_BLANK)
            at += 2
        at = write_bytes(out, at, _OPERATION)
        if diff.operation == REPLACE:
            at = write_bytes(out, at, _REPLACE)
        elif diff.operation == INSERT:
            at = write_bytes(out, at, _INSERT)
        else:
            at = write_bytes(out, at, _REMOVE)
        at = write_bytes(out, at, _PATH)
        at = write_quoted(out, at, buffer, diff.path_ofs, diff.path_len)
        if diff.operation != REMOVE:
            at = write_bytes(out, at, _VALUE)
            at = write_document(out, at, buffer, diff.value_ofs, diff.value_len, scratch)
            if at < 0:
                return at
        out[at] = _CLOSE_OBJECT
        at += 1
        pos = diff.pos
    out[at] = _CLOSE
    out[at + 1] = _CLOSE_OBJECT
    return at + 2


@inlined
def _find(text: Any, start: int, end: int, buffer: Any, diff: Any, work: Any) -> tuple[Spot, int]:
    """Return the place that the path of a change leads to, and where its last key in `work` ends.

    It starts at UNFIT where the text has no such container. Of an index, the end is KEY_AT.
    """
    nowhere = Spot(False, UNFIT, UNFIT, UNFIT, False, False)
    path_at, path_end = diff.path_ofs + 1, diff.path_ofs + diff.path_len
    at, key_end = start, KEY_AT
    spot = nowhere
    while path_at < path_end:
        leg = next_leg(buffer, path_at, path_end)
        if leg.is_key:
            if u1(text, at) != OPEN_OBJECT:
                return nowhere, KEY_AT
            key_end = write_key(work, buffer, leg)
            spot = find_key(text, at, end, work, key_end)
        else:
            if u1(text, at) != OPEN:
                return nowhere, KEY_AT
            key_end = KEY_AT
            spot = find_index(text, at, end, leg.number)
        if leg.end < path_end and not spot.is_there:
            return nowhere, KEY_AT
        at, path_at = spot.value, leg.end
    return spot, key_end


@inlined
def _make_change(
    text: Any, start: int, end: int, buffer: Any, diff: Any, work: Any, scratch: Record
) -> int:
    """Make a change to a text; return where it then ends, or UNFIT or REFUSED."""
    length = num_legs(buffer, diff.path_ofs, diff.path_ofs + diff.path_len)
    if length < 0:
        return length
    if length == 0:
        if diff.operation != REPLACE:
            return UNFIT
        return write_document(text, start, buffer, diff.value_ofs, diff.value_len, scratch)
    spot, key_end = _find(text, start, end, buffer, diff, work)
    is_insert = diff.operation == INSERT
    has_key = key_end > KEY_AT
    if (
        spot.start < 0
        or length > MAX_DEPTH
        or (spot.is_there == is_insert and (has_key or not is_insert))
    ):
        return UNFIT
    if diff.operation == REMOVE:
        cut_start, cut_end = spot.start, spot.end
        if not spot.is_last:
            cut_end += 2
        elif not spot.is_first:
            cut_start -= 2
        return splice(text, cut_start, cut_end, end, work, 0, 0)
    value = key_end
    if is_insert and has_key:
        store8(work, value, _COLON_BLANK)
        value += 2
    new_end = write_document(work, value, buffer, diff.value_ofs, diff.value_len, scratch)
    if new_end < 0:
        return new_end
    if length + depth_of(work, value, new_end) > MAX_DEPTH:
        return UNFIT
    if not is_insert:
        return splice(text, spot.value, spot.end, end, work, value, new_end - value)
    new = KEY_AT
    if spot.is_there or not spot.is_last:
        store8(work, new_end, _COMMA_BLANK)
        new_end += 2
    elif not spot.is_first:
        new = 0
        work[0], work[1] = _COMMA, _SPACE
    return splice(text, spot.start, spot.start, end, work, new, new_end - new)


@inlined
def _write_changed(
    out: Any, at: int, buffer: Any, changes: Span, document: Span, work: Any, scratch: Record
) -> int:
    """Write a document after changes to it.

    Return where it ends, or UNFIT or REFUSED.
    """
    if document.length == 0:
        end = write_bytes(out, at, _NULL)
    else:
        end = write_document(out, at, buffer, document.start, document.length, scratch)
    budget = max(MIN_SCANNED, MAX_PASSES * (end - at))
    pos, stop = changes.start, changes.start + changes.length
    while pos < stop and end >= 0:
        diff = read_json_diff(buffer, changes.start, pos, stop)
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
    changes: Span,
    has_document: bool,
    document: Span,
    work: Any,
    scratch: Record,
) -> int:
    """Write the text of changes: of the document after them, or of themselves.

    A document of no bytes is null. `work` has room for as much as `out`, but of the changes alone.
    Returns as `write_document` does.
    """
    end = UNFIT
    if has_document:
        end = _write_changed(out, at, buffer, changes, document, work, scratch)
    if end == UNFIT:
        end = _write_diffs(out, at, buffer, changes.start, changes.length, scratch)
    return end
