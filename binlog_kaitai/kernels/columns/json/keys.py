"""Keys of objects, which repeat from document to document: read, checked and quoted once.

Where the bytes of an object's keys are those of an object before it, so is the text. Which object
comes behind which mostly repeats, too, so that the right one is found at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.kernels.json_binary import read_json_key
from binlog_kaitai.kernels.runtime.arrays import Ints
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import copy, copy_exactly, store8, u1, u8le, word_of
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


class KnownKeys(NamedTuple):
    """Keys of some objects: their bytes, which lie in a table and behind it, and their text.

    `text` has `, "key": ` for each, without the comma for the first; `ends` tell where they end.
    `used_in` is the number of the last document in which they were needed, `follows` tells which
    come next, behind the last item also at a document's beginning.
    """

    known: Any
    text: Any
    ends: Ints
    follows: Ints
    state: Ints
    num_keys: Ints
    len_all: Ints
    len_table: Ints
    ofs_texts: Ints
    len_texts: Ints
    total: Ints
    used_in: Ints


HITS, MISSES, _NEXT, _LAST, _DOCUMENT = range(5)


def new_known_keys() -> KnownKeys:
    """Return room for keys, of which none are known."""
    of_each = (np.zeros(NUM_KNOWN, np.int64) for _ in range(7))
    known = np.empty(NUM_KNOWN * MAX_KNOWN_BYTES + SLACK, np.uint8)
    text = np.empty(NUM_KNOWN * MAX_KNOWN_TEXT + SLACK, np.uint8)
    ends = np.empty(NUM_KNOWN * (MAX_KEYS + 1), np.int64)
    follows, state = np.zeros(NUM_KNOWN + 1, np.int64), np.zeros(5, np.int64)
    return KnownKeys(known, text, ends, follows, state, *of_each)


@inlined
def begin_document(keys: KnownKeys) -> None:
    """Look for keys as a document's first object has them."""
    keys.state[_LAST] = NUM_KNOWN
    keys.state[_DOCUMENT] += 1


@inlined
def are_worth_it(keys: KnownKeys) -> bool:
    """Return whether keys repeat, as far as is seen."""
    return bool(keys.state[MISSES] <= MAX_MISSES + keys.state[HITS])


@inlined
def _is_same(known: Any, known_at: int, buffer: Any, at: int, length: int) -> bool:
    """Return whether bytes are the same; up to 7 more are read, and do not matter."""
    while length >= 8:
        if u8le(known, known_at) != u8le(buffer, at):
            return False
        known_at += 8
        at += 8
        length -= 8
    return length == 0 or (u8le(known, known_at) ^ u8le(buffer, at)) << (64 - 8 * length) == 0


@inlined
def _has_keys(
    keys: KnownKeys,
    number: int,
    buffer: Any,
    at: int,
    table_at: int,
    end: int,
    num: int,
    len_all: int,
) -> bool:
    if keys.num_keys[number] != num or keys.len_all[number] != len_all:
        return False
    texts_at = at + keys.ofs_texts[number]
    len_table, len_texts = keys.len_table[number], keys.len_texts[number]
    known_at = number * MAX_KNOWN_BYTES
    return (
        texts_at + len_texts <= end
        and _is_same(keys.known, known_at, buffer, table_at, len_table)
        and _is_same(keys.known, known_at + len_table, buffer, texts_at, len_texts)
    )


@inlined
def find_keys(
    keys: KnownKeys, buffer: Any, at: int, table_at: int, end: int, num: int, len_all: int
) -> int:
    """Return the number of an object's keys, or NONE.

    The object begins at `at`, with as many keys as it tells, whose table begins at `table_at`;
    `len_all` bytes of it are there.
    """
    last = keys.state[_LAST]
    number = keys.follows[last]
    if not _has_keys(keys, number, buffer, at, table_at, end, num, len_all):
        number = _found(keys, buffer, at, table_at, end, num, len_all)
        if number == NONE:
            keys.state[MISSES] += 1
            return NONE
        keys.follows[last] = number
    keys.state[HITS] += 1
    keys.state[_LAST] = number
    keys.used_in[number] = keys.state[_DOCUMENT]
    return int(number)


@shared
def _found(
    keys: KnownKeys, buffer: Any, at: int, table_at: int, end: int, num: int, len_all: int
) -> int:
    for number in range(NUM_KNOWN):
        if _has_keys(keys, number, buffer, at, table_at, end, num, len_all):
            return number
    return NONE


@inlined
def is_in_order(buffer: Any, key_ofs: Any, key_len: Any, number: int) -> bool:
    """Return whether a key comes after the one before it: the shorter first.

    Up to 7 bytes after keys are read, and do not matter.
    """
    length: int = key_len[number]
    length_before: int = key_len[number - 1]
    if length != length_before:
        return length > length_before
    before, at = key_ofs[number - 1], key_ofs[number]
    for done in range(0, length, 8):
        word, other = u8le(buffer, before + done), u8le(buffer, at + done)
        if word != other:
            differs = done + (trailing_zeros(word ^ other) >> 3)
            return differs < length and u1(buffer, before + differs) < u1(buffer, at + differs)
    return False


@shared
def learn_keys(
    keys: KnownKeys,
    buffer: Any,
    start: int,
    at: int,
    table_at: int,
    end: int,
    is_large: bool,
    key_ofs: Any,
    key_len: Any,
    num: int,
    len_all: int,
) -> int:
    """Take in an object's keys, as `find_keys` has them; return their number, or NONE.

    They were read: their places and lengths are there.
    """
    state = keys.state
    number = state[_NEXT]
    if num > MAX_KEYS or keys.used_in[number] == state[_DOCUMENT]:
        return NONE
    pos, texts_at, texts_end, total = table_at, end, at, 0
    for i in range(num):
        pos = read_json_key(buffer, start, pos, end, at - start, is_large).pos
        if pos < 0 or (i > 0 and not is_in_order(buffer, key_ofs, key_len, i)):
            return NONE
        texts_at = min(texts_at, key_ofs[i])
        texts_end = max(texts_end, key_ofs[i] + key_len[i])
        total += key_len[i]
    len_table, len_texts = pos - table_at, texts_end - texts_at
    if (
        len_table + len_texts > MAX_KNOWN_BYTES
        or _MAX_ESCAPED * total + _MAX_AROUND * num > MAX_KNOWN_TEXT
    ):
        return NONE
    keys.num_keys[number], keys.len_all[number], keys.total[number] = num, len_all, total
    keys.len_table[number], keys.len_texts[number] = len_table, len_texts
    keys.ofs_texts[number] = texts_at - at
    known_at = number * MAX_KNOWN_BYTES
    copy_exactly(keys.known, known_at, buffer, table_at, len_table)
    copy_exactly(keys.known, known_at + len_table, buffer, texts_at, len_texts)
    _write_keys(keys, number, buffer, key_ofs, key_len, num)
    keys.follows[state[_LAST]] = state[_LAST] = number
    keys.used_in[number] = state[_DOCUMENT]
    state[_NEXT] = number + 1 if number + 1 < NUM_KNOWN else 0
    return int(number)


@inlined
def _write_keys(
    keys: KnownKeys, number: int, buffer: Any, key_ofs: Any, key_len: Any, num: int
) -> None:
    text_at, ends_at = number * MAX_KNOWN_TEXT, first_end(number)
    keys.ends[ends_at] = text_at
    for i in range(num):
        if i > 0:
            store8(keys.text, text_at, _COMMA_BLANK)
            text_at += 2
        text_at = write_quoted(keys.text, text_at, buffer, key_ofs[i], key_len[i])
        store8(keys.text, text_at, _COLON_BLANK)
        text_at += 2
        keys.ends[ends_at + 1 + i] = text_at


@inlined
def first_end(number: int) -> int:
    """Return where in `ends` an object's keys are told."""
    return number * (MAX_KEYS + 1)


@inlined
def write_known_key(out: Any, at: int, keys: KnownKeys, ends_at: int) -> int:
    """Write a key, and what is around it; at most SLACK more is overwritten."""
    start, end = keys.ends[ends_at], keys.ends[ends_at + 1]
    store8(out, at, u8le(keys.text, start))
    store8(out, at + 8, u8le(keys.text, start + 8))
    if end - start > 16:
        copy(out, at + 16, keys.text, start + 16, end - start - 16)
    return int(at + end - start)
