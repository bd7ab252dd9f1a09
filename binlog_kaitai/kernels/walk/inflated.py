"""What lies decompressed ahead of a scan: payloads, which it enters, and rows of rows events.

A payload that is what servers write, one frame of zstd whose length is known, behind an event that
names its transaction, is scanned without leaving the kernel. Where it holds what the kernel does
not know, the scan goes back to before it, and the payload is read as a rare one is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.runtime.arrays import Ints
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.learning import close_table_maps
from binlog_kaitai.kernels.walk.state import END, GOES_ON, PAYLOADS, UNKNOWN, Known

MAX_INFLATED = 4096
MAX_FIELDS = 16

NONE = -1
ENTERED = 100
"""In place of a `Stop`: the scan goes on in the payload."""


class Inflated(NamedTuple):
    """Parts of events that lie decompressed behind the chunk, in the order of their events.

    With them are the words of the `ScanState`, and those before the payload that the scan is in.
    """

    words: Ints
    words_before: Ints
    position: Ints  # the file's byte that the event begins with
    at: Ints  # where in the buffer it lies
    length: Ints
    data_ofs: Ints  # where in the buffer it lies as it was compressed
    data_len: Ints
    field_type: Ints
    field_value: Ints


def new_inflated(words: Any) -> Inflated:
    """Return room for what is decompressed ahead of a scan whose state has these words."""

    def integers(count: int = MAX_INFLATED) -> Any:
        return np.zeros(count, np.int64)

    return Inflated(
        words=words,
        words_before=np.zeros(len(words), np.int64),
        position=integers(),
        at=integers(),
        length=integers(),
        data_ofs=integers(),
        data_len=integers(),
        field_type=integers(MAX_FIELDS),
        field_value=integers(MAX_FIELDS),
    )


@inlined
def find_inflated(state: Any, inflated: Inflated) -> int:
    """Return the number of what lies decompressed of the event that the scan is at, or NONE."""
    position = state.base + state.pos
    while state.next_inflated < state.inflated:
        number = state.next_inflated
        if inflated.position[number] >= position:
            return int(number) if inflated.position[number] == position else NONE
        state.next_inflated = number + 1
    return NONE


@inlined
def use_inflated(state: Any, number: int) -> None:
    """Note that the scan comes to what lies decompressed."""
    state.next_inflated = number + 1
    state.used_inflated += 1


@inlined
def take_back(state: Any, inflated: Inflated) -> bool:
    """Have the scan come once more to what lies decompressed of its event; say whether it does."""
    number = state.next_inflated - 1
    if number < 0 or inflated.position[number] != state.base + state.pos:
        return False
    state.next_inflated = number
    state.used_inflated -= 1
    return True


@inlined
def format_of_region(state: Any, known: Known, log_format: Any, payload_format: Any) -> Any:
    """Return the format of the events that the scan is among."""
    is_inside = state.is_inside > 0
    known.maps.used.log_format = state.payload_format if is_inside else state.log_format
    return payload_format if is_inside else log_format


@inlined
def enter_payload(state: Any, inflated: Inflated, event: Any) -> int:
    """Go on in the payload that the event is, if it lies decompressed; return why not, if so."""
    if (
        state.fixed >= 0
        or state.is_after_gtid == 0
        or state.has_context > 0
        or state.len_context > 0
        or state.open_maps > 0
        or state.is_noted > 0
        or state.len_xid > 0  # which would not come back where the scan goes back
    ):
        return UNKNOWN
    number = find_inflated(state, inflated)
    if number == NONE:
        return PAYLOADS
    for i in range(len(inflated.words)):
        inflated.words_before[i] = inflated.words[i]
    use_inflated(state, number)
    state.is_inside = 1
    state.fixed = state.base + state.pos
    state.outer_pos, state.outer_end = event.pos, state.end
    state.pos = inflated.at[number]
    state.end = state.pos + inflated.length[number]
    state.ordinal = state.inside = state.is_after_gtid = 0
    return ENTERED


@inlined
def leave_payload(state: Any, stop: int) -> int:
    """Go on behind the payload that was scanned to its end; return why not, or `GOES_ON`."""
    if stop != END or state.is_inside == 0:
        return stop
    if state.pos != state.end:
        return UNKNOWN
    state.pos, state.end = state.outer_pos, state.outer_end
    state.fixed = state.row_pos = -1
    state.is_inside = state.is_after_gtid = 0
    close_table_maps(state)
    return GOES_ON
