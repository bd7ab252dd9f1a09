"""The names of members of JSON objects, each kept once, and what number it has in its document.

Names stay from document to document. The one that comes next is most often the one that came next
the last time, and then nothing has to be looked for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.runtime.arrays import Record
from binlog_kaitai.kernels.runtime.compare import are_equal, hash_of
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_text import QUOTE, REFUSED, read_string
from binlog_kaitai.kernels.runtime.shared_state import SharedState, Word
from binlog_kaitai.kernels.runtime.stream import PADDING, u1, u8be
from binlog_kaitai.kernels.runtime.text import plain_end
from binlog_kaitai.kernels.runtime.words import shift_right

MAX_NAMES = 2**14
"""How many are kept; at least half as many may be in a document."""
MAX_NAME_BYTES = 2**20
"""How long they are together; those of a document may have at least half of it."""

_NUM_SLOTS = 2 * MAX_NAMES
_NONE = 0  # other slots hold a name and one more
_START = MAX_NAMES  # stands for what comes before a document's first name
_LOWEST = -(1 << 63)


class Counts(SharedState):
    """How many names there are, and where a document is."""

    kept = Word()
    num_bytes = Word()  # of those that are kept
    document = Word()  # its number
    in_document = Word()  # so far
    last = Word()  # the name that came last


class Names(NamedTuple):
    """The names that are kept; and by their numbers, those of a document."""

    counts: Record
    text: Any
    ofs: Any
    length: Any
    first_bytes: Any  # eight, as a number that is in their order
    is_plain: Any  # has no escapes in quotes
    following: Any  # which came next
    document: Any  # where it came last
    number: Any  # in that document
    numbered: Any
    slots: Any  # of a hash table


def new_names() -> Names:
    """Return room for names."""

    def integers(count: int = MAX_NAMES) -> Any:
        return np.zeros(count, np.int64)

    return Names(
        counts=Counts().record,
        text=np.zeros(MAX_NAME_BYTES + PADDING, np.uint8),
        ofs=integers(),
        length=integers(),
        first_bytes=integers(),
        is_plain=np.zeros(MAX_NAMES, np.bool_),
        following=integers(MAX_NAMES + 1),
        document=integers(),
        number=integers(),
        numbered=integers(),
        slots=integers(_NUM_SLOTS),
    )


@inlined
def begin_document(names: Names) -> None:
    """Begin to number names, and keeps none if there are many."""
    counts = names.counts
    counts.document += 1
    counts.in_document = 0
    counts.last = _START
    if counts.kept > MAX_NAMES // 2 or counts.num_bytes > MAX_NAME_BYTES // 2:
        counts.kept = 0
        counts.num_bytes = 0
        names.slots[:] = _NONE


@inlined
def num_names(names: Names) -> int:
    """Return how many names the document has so far."""
    return int(names.counts.in_document)


@inlined
def _first_bytes(text: Any, at: int, length: int) -> int:
    word = u8be(text, at)
    if length < 8:
        word = word & ~shift_right(-1, 8 * length)
    return int(word ^ _LOWEST)


@shared
def _find(names: Names, text: Any, pos: int, end: int) -> tuple[int, int]:
    at = names.counts.num_bytes
    pos, name_end = read_string(text, pos, min(end, pos + MAX_NAME_BYTES - at), names.text, at)
    if pos < 0:
        return REFUSED, 0
    length = name_end - at
    slot = hash_of(names.text, at, length) & _NUM_SLOTS - 1
    while names.slots[slot] != _NONE:
        name = names.slots[slot] - 1
        if names.length[name] == length and are_equal(
            names.text, names.ofs[name], names.text, at, length
        ):
            return pos, name
        slot = slot + 1 & _NUM_SLOTS - 1
    name = names.counts.kept
    if name == MAX_NAMES:
        return REFUSED, 0
    names.slots[slot] = name + 1
    names.ofs[name] = at
    names.length[name] = length
    names.first_bytes[name] = _first_bytes(names.text, at, length)
    names.is_plain[name] = plain_end(names.text, at, name_end) == name_end
    names.document[name] = 0
    names.counts.kept = name + 1
    names.counts.num_bytes = name_end
    return pos, name


@inlined
def read_name(names: Names, text: Any, pos: int, end: int) -> tuple[int, int]:
    """Return a name in quotes, from behind the first one on: where it ended, and which it is.

    REFUSED where it is no string, or there are too many names.
    """
    last = names.counts.last
    name = names.following[last]
    length = names.length[name]
    if (
        name < names.counts.kept
        and names.is_plain[name]
        and pos + length < end
        and u1(text, pos + length) == QUOTE
        and are_equal(names.text, names.ofs[name], text, pos, length)
    ):
        pos += length + 1
    else:
        pos, name = _find(names, text, pos, end)
        if pos < 0:
            return REFUSED, name
        names.following[last] = name
    names.counts.last = name
    if names.document[name] != names.counts.document:
        names.document[name] = names.counts.document
        number = names.counts.in_document
        names.number[name] = number
        names.numbered[number] = name
        names.counts.in_document = number + 1
    return pos, name


@inlined
def is_before(names: Names, name: int, other: int) -> bool:
    """Return whether a name's characters are less than another's."""
    if names.first_bytes[name] != names.first_bytes[other]:
        return bool(names.first_bytes[name] < names.first_bytes[other])
    length, other_length = names.length[name], names.length[other]
    at, other_at = names.ofs[name], names.ofs[other]
    for done in range(8, min(length, other_length)):
        byte, other_byte = u1(names.text, at + done), u1(names.text, other_at + done)
        if byte != other_byte:
            return bool(byte < other_byte)
    return bool(length < other_length)
