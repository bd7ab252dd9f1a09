"""Containers of JSON documents whose members are written, one inside the other.

What is left of the innermost is in variables, which processors hold in registers; of those around
it, in records.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from binlog_kaitai.kernels.runtime.arrays import Record
from binlog_kaitai.kernels.runtime.jit import inlined

LEN_COMMA = 2  # with the blank behind it


class Container(NamedTuple):
    """What of a container does not change; it begins `ofs` bytes behind the document's start."""

    ofs: int
    is_object: bool
    is_large: bool


class Progress(NamedTuple):
    """What is left of a container: its members, and where the next one's entry is.

    Where the text of the next key is told among those that are known, or NONE, and where that text
    begins. Of an array, how long the comma is before the next member.
    """

    num_left: int
    member_at: int
    known_key: int
    known_at: int
    len_comma: int


_WORDS = (
    *("ofs", "is_object", "is_large", "num_left", "member_at", "known_key", "known_at"),
    *("key_at", "ofs_before", "len_before"),
)
CONTAINER = np.dtype([(word, np.int64) for word in _WORDS])
"""A container, and what is left of it while an inner one's members are written.

Of keys that are not known, always: where the next one's entry is, and the text of the one before.
The length of that is NONE before the first.
"""


@inlined
def put_away(container: Record, outer: Container, left: Progress) -> None:
    """Keep what is left of a container, as one begins inside of it."""
    container.ofs = outer.ofs
    container.is_object, container.is_large = outer.is_object, outer.is_large
    container.num_left, container.member_at = left.num_left, left.member_at
    container.known_key, container.known_at = left.known_key, left.known_at


@inlined
def taken_up(container: Record) -> tuple[Container, Progress]:
    """Return a container that was put away, behind the member that is one."""
    outer = Container(container.ofs, container.is_object != 0, container.is_large != 0)
    left = Progress(
        *(container.num_left, container.member_at),
        *(container.known_key, container.known_at, LEN_COMMA),
    )
    return outer, left
