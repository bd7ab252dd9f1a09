"""Keys of objects, which repeat from document to document: read, checked and quoted once.

Where the bytes of an object's keys are those of an object before it, so is the text. Which object
comes behind which mostly repeats, too, so that the right one is found at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.kernels.json_binary import read_json_key
from binlog_kaitai.kernels.columns.column import ROOM
from binlog_kaitai.kernels.runtime.arrays import Record
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import (
    copy_16,
    copy_exactly,
    differ_32,
    store8,
    u1,
    u8le,
    word_of,
)
from binlog_kaitai.kernels.runtime.text import SLACK, write_quoted
from binlog_kaitai.kernels.runtime.words import trailing_zeros

NUM_KNOWN = 16
MAX_KEYS = 128
MAX_KNOWN_BYTES, MAX_KNOWN_TEXT = 2**11, 2**12

MAX_MISSES = 64
"""Objects whose keys were not known, above those whose keys were: then none are looked for."""

NONE = -1

_MAX_ESCAPED = 6  # characters that a byte of a key takes at most
_MAX_AROUND = 6  # `, "": `

_COMMA_BLANK = word_of(b", ")
_COLON_BLANK = word_of(b": ")


_OF_EACH = (
    *("follows", "num_keys", "len_all", "len_table"),
    *("ofs_texts", "len_texts", "total", "used_in"),
)
_KEYS_OF_OBJECT = np.dtype([(word, np.int64) for word in _OF_EACH])

KNOWN_KEYS = np.dtype(
    [
        *((word, np.int64) for word in ("hits", "misses", "next", "last", "document")),
        ("objects", _KEYS_OF_OBJECT, (NUM_KNOWN + 1,)),
        ("ends", np.int64, (NUM_KNOWN * MAX_KEYS,)),
        ("text_ofs", np.int64, (MAX_KEYS,)),
        ("text_len", np.int64, (MAX_KEYS,)),
        ("known", np.uint8, (NUM_KNOWN * MAX_KNOWN_BYTES + ROOM,)),
        ("text", np.uint8, (NUM_KNOWN * MAX_KNOWN_TEXT + ROOM,)),
    ]
)
"""Keys of some objects: their bytes, which lie in a table and behind it, and their text.

`text` has `, "key": ` for each, without the comma for the first; `ends` tell where they end. Of an
object's keys, `used_in` is the number of the last document in which they were needed, and `follows`
tells which come next, in the last item also at a document's beginning. It is zeros before the first
are known.
"""


class ObjectHead(NamedTuple):
    """An object that begins at a place in a buffer, with `num` keys, whose table begins behind.

    Its document lies between `start` and `end`; `len_all` bytes of the object are there.
    """

    start: int
    end: int
    at: int
    table_at: int
    num: int
    len_all: int
    is_large: bool


@inlined
def begin_document(keys: Record) -> None:
    """Look for keys as a document's first object has them."""
    keys.last = NUM_KNOWN
    keys.document += 1


@inlined
def are_worth_it(keys: Record) -> bool:
    """Return whether keys repeat, as far as is seen."""
    return bool(keys.misses <= MAX_MISSES + keys.hits)


@inlined
def _is_same(known: Any, known_at: int, buffer: Any, at: int, length: int) -> bool:
    """Return whether bytes are the same; up to 7 more are read, and do not matter."""
    if length >= 32:
        last = length - 32
        for done in range(0, last, 32):
            if differ_32(known, known_at + done, buffer, at + done):
                return False
        return not differ_32(known, known_at + last, buffer, at + last)
    while length >= 8:
        if u8le(known, known_at) != u8le(buffer, at):
            return False
        known_at += 8
        at += 8
        length -= 8
    return length == 0 or (u8le(known, known_at) ^ u8le(buffer, at)) << (64 - 8 * length) == 0


@inlined
def _has_keys(keys: Record, number: int, buffer: Any, head: ObjectHead) -> bool:
    known = keys.objects[number]
    if known.num_keys != head.num or known.len_all != head.len_all:
        return False
    texts_at = head.at + known.ofs_texts
    len_table, len_texts = known.len_table, known.len_texts
    known_at = number * MAX_KNOWN_BYTES
    return (
        texts_at + len_texts <= head.end
        and _is_same(keys.known, known_at, buffer, head.table_at, len_table)
        and _is_same(keys.known, known_at + len_table, buffer, texts_at, len_texts)
    )


@inlined
def known_keys(keys: Record, buffer: Any, head: ObjectHead) -> int:
    """Return the number of an object's keys, which may be new ones, or NONE."""
    last = keys.objects[keys.last]
    number = last.follows
    if not _has_keys(keys, number, buffer, head):
        number = _found(keys, buffer, head)
        if number == NONE:
            keys.misses += 1
            return _learned(keys, buffer, head)
        last.follows = number
    keys.hits += 1
    keys.last = number
    keys.objects[number].used_in = keys.document
    return int(number)


@shared
def _found(keys: Record, buffer: Any, head: ObjectHead) -> int:
    for number in range(NUM_KNOWN):
        if _has_keys(keys, number, buffer, head):
            return number
    return NONE


@inlined
def is_in_order(buffer: Any, before: int, len_before: int, at: int, length: int) -> bool:
    """Return whether a key comes after the one before it: the shorter first.

    Up to 7 bytes after keys are read, and do not matter.
    """
    if length != len_before:
        return length > len_before
    for done in range(0, length, 8):
        word, other = u8le(buffer, before + done), u8le(buffer, at + done)
        if word != other:
            differs = done + (trailing_zeros(word ^ other) >> 3)
            return differs < length and u1(buffer, before + differs) < u1(buffer, at + differs)
    return False


@shared
def _learned(keys: Record, buffer: Any, head: ObjectHead) -> int:
    """Take in an object's keys, as `known_keys` has them; return their number, or NONE."""
    at, num = head.at, head.num
    text_ofs, text_len = keys.text_ofs, keys.text_len
    number = keys.next
    known = keys.objects[number]
    if num > MAX_KEYS or known.used_in == keys.document:
        return NONE
    pos, texts_at, texts_end, total = head.table_at, head.end, at, 0
    before, len_before = at, NONE
    for i in range(num):
        key = read_json_key(buffer, head.start, pos, head.end, at - head.start, head.is_large)
        if key.pos < 0 or not is_in_order(buffer, before, len_before, key.text_ofs, key.text_len):
            return NONE
        pos, before, len_before = key.pos, key.text_ofs, key.text_len
        text_ofs[i], text_len[i] = before, len_before
        texts_at = min(texts_at, before)
        texts_end = max(texts_end, before + len_before)
        total += len_before
    len_table, len_texts = pos - head.table_at, texts_end - texts_at
    if (
        len_table + len_texts > MAX_KNOWN_BYTES
        or _MAX_ESCAPED * total + _MAX_AROUND * num > MAX_KNOWN_TEXT - SLACK
    ):
        return NONE
    known.num_keys, known.len_all, known.total = num, head.len_all, total
    known.len_table, known.len_texts, known.ofs_texts = len_table, len_texts, texts_at - at
    known_at = number * MAX_KNOWN_BYTES
    copy_exactly(keys.known, known_at, buffer, head.table_at, len_table)
    copy_exactly(keys.known, known_at + len_table, buffer, texts_at, len_texts)
    _write_keys(keys, number, buffer, num)
    keys.objects[keys.last].follows = keys.last = number
    known.used_in = keys.document
    keys.next = number + 1 if number + 1 < NUM_KNOWN else 0
    return int(number)


@inlined
def _write_keys(keys: Record, number: int, buffer: Any, num: int) -> None:
    text_at, ends_at = first_text(number), first_end(number)
    for i in range(num):
        if i > 0:
            store8(keys.text, text_at, _COMMA_BLANK)
            text_at += 2
        text_at = write_quoted(keys.text, text_at, buffer, keys.text_ofs[i], keys.text_len[i])
        store8(keys.text, text_at, _COLON_BLANK)
        text_at += 2
        keys.ends[ends_at + i] = text_at


@inlined
def first_end(number: int) -> int:
    """Return where in `ends` an object's keys are told."""
    return number * MAX_KEYS


@inlined
def first_text(number: int) -> int:
    """Return where the text of an object's keys begins."""
    return number * MAX_KNOWN_TEXT


@inlined
def write_known_key(out: Any, at: int, keys: Record, ends_at: int, text_at: int) -> tuple[int, int]:
    """Write a key, and what is around it; return where it ends, and where the next one's text is.

    At most SLACK more is overwritten.
    """
    text_end = keys.ends[ends_at]
    length = text_end - text_at
    copy_16(out, at, keys.text, text_at)
    for done in range(16, length, 16):
        copy_16(out, at + done, keys.text, text_at + done)
    return at + length, text_end
