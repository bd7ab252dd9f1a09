"""What is noted of events: an item each, their texts one behind the other, and places of cells."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.crc32 import crc32
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.json_values import RESERVE
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.state import FULL, MAX_ROWS, UNKNOWN, Sessions

MAX_EVENTS = 8192
MAX_TEXT = 2**22
"""Bytes of texts that are noted together, but for a larger one that the tree engine made."""

MIN_CELLS = 2**17

MARKUP = RESERVE
"""More than all keys and numbers of one body."""

NO_ROWS = -1

NONE, OK, BAD = range(3)
"""What there is to say of a checksum."""


class Shown(NamedTuple):
    """Events that were found, and the images of their rows."""

    position: Ints
    ordinal: Ints  # of the event among those with this position
    size: Ints
    type_code: Ints
    timestamp: Ints
    server_id: Ints
    flags: Ints
    checksum: Ints
    at: Ints  # where in the buffer it lies
    table_map: Ints  # the number of that of its rows
    first_row: Ints  # of its images, or NO_ROWS where the text is all of the body
    has_begun: Ints  # its transaction goes on behind a statement, if transactions are followed
    text_end: Ints
    text: Bytes
    cells: Ints
    row_cells_at: Ints
    row_event: Ints
    row_kind: Bytes


class LearnedTexts(NamedTuple):
    """What repeats in bodies, as `binlog_kaitai.kernels.events.learned` says.

    `pieces` are of sessions, `NUM_PIECES` each; `maps` of layouts, by their numbers. They lie one
    behind the other, and end where the `ends` say. `is_wanted` says of a session whether its
    statements are, by their default database.
    """

    pieces: Bytes
    piece_ends: Ints
    maps: Bytes
    map_ends: Ints
    is_wanted: Ints


class Showing(NamedTuple):
    """What the view of events fills, with what it knows of sessions and texts."""

    shown: Shown
    sessions: Sessions
    texts: LearnedTexts


@inlined
def has_room(state: Any, shown: Shown, size: int) -> bool:
    """Return whether the text of a body has room, with strings of a size in it."""
    return bool(state.context_text + size + MARKUP <= len(shown.text))


@inlined
def without_room(state: Any) -> int:
    """Return what to do where a text has no room: it has some once all before is handed over."""
    return FULL if state.events > 0 else UNKNOWN


@inlined
def note_shown(state: Any, shown: Shown, buffer: Any, pos: int, event: Any, text_end: int) -> None:
    """Note an event whose text ends at a place, as one without rows."""
    number, header = state.events, event.header
    checksum = NONE
    if event.len_checksum > 0:
        covered = event.body_ofs + event.body_len - pos
        checksum = OK if crc32(buffer, pos, covered) == event.crc32 else BAD
    is_inside = state.fixed >= 0
    shown.position[number] = state.fixed if is_inside else state.base + pos
    shown.ordinal[number] = state.inside + 1 if is_inside else 0
    shown.size[number] = header.len_event
    shown.type_code[number] = header.type
    shown.timestamp[number] = header.timestamp
    shown.server_id[number] = header.server_id
    shown.flags[number] = header.flags_code
    shown.checksum[number] = checksum
    shown.at[number] = pos
    shown.first_row[number] = NO_ROWS
    shown.text_end[number] = text_end
    state.context_text = text_end
    state.events = number + 1


def new_shown(num_cells: int = MIN_CELLS) -> Shown:
    """Return room for what is noted."""

    def integers(count: int = MAX_EVENTS) -> Any:
        return np.zeros(count, np.int64)

    return Shown(
        position=integers(),
        ordinal=integers(),
        size=integers(),
        type_code=integers(),
        timestamp=integers(),
        server_id=integers(),
        flags=integers(),
        checksum=integers(),
        at=integers(),
        table_map=integers(),
        first_row=integers(),
        has_begun=integers(),
        text_end=integers(),
        text=np.zeros(MAX_TEXT + PADDING, np.uint8),
        cells=integers(num_cells),
        row_cells_at=integers(MAX_ROWS),
        row_event=integers(MAX_ROWS),
        row_kind=np.zeros(MAX_ROWS, np.uint8),
    )
