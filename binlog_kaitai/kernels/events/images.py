"""The bodies of events: what kernels wrote of them, and between it the images of their rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.column import ROOM
from binlog_kaitai.kernels.columns.loops import part_of, write_bytes
from binlog_kaitai.kernels.columns.texts import Texts
from binlog_kaitai.kernels.columns.together import Places
from binlog_kaitai.kernels.events.notes import NO_ROWS, Shown
from binlog_kaitai.kernels.events.walk import Found
from binlog_kaitai.kernels.records.row_texts import RowTexts, RowWriters
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import PADDING, copy_exactly
from binlog_kaitai.kernels.walk.state import (
    DELETE,
    INSERT,
    UPDATE_POSTIMAGE,
    UPDATE_PREIMAGE,
)
from binlog_kaitai.kernels.walk.table_map_cache import Layout
from binlog_kaitai.model import changes

_TYPES = {
    INSERT: changes.INSERT,
    UPDATE_PREIMAGE: changes.UPDATE_PREIMAGE,
    UPDATE_POSTIMAGE: changes.UPDATE_POSTIMAGE,
    DELETE: changes.DELETE,
}
_KEYS = [f'{{"change_type": "{_TYPES[kind]}", "data": '.encode() for kind in sorted(_TYPES)]
KEYS = np.frombuffer(b"".join(_KEYS) + bytes(PADDING), np.uint8)
KEY_ENDS = np.cumsum(list(map(len, _KEYS)))
"""What comes before the data of a row, by its kind, one behind the other."""

END_OF_BODY = b"]}"
COMMA = b", "
CLOSE_BRACE = b"}"


@kernel
def measure_bodies(
    shown: Shown, first: int, first_row: int, lengths: Any, starts: Any, ends: Any
) -> int:
    """Say where the data of each row is to lie, and where each body ends; return the total."""
    at = row = 0
    text_start = shown.text_end[first - 1] if first > 0 else 0
    ends[0] = 0
    for number in range(first, first + len(ends) - 1):
        text_end = shown.text_end[number]
        at += text_end - text_start
        text_start = text_end
        if shown.first_row[number] != NO_ROWS:
            first_of_event = row
            while row < len(lengths) and shown.row_event[first_row + row] == number:
                if row > first_of_event:
                    at += len(COMMA)
                at += part_of(KEY_ENDS, shown.row_kind[first_row + row])[1]
                starts[row] = at
                at += lengths[row] + len(CLOSE_BRACE)
                row += 1
            at += len(END_OF_BODY)
        ends[number - first + 1] = at
    return at


@kernel
def write_markup(
    shown: Shown, first: int, first_row: int, lengths: Any, starts: Any, ends: Any, out: Any
) -> int:
    """Write all of the bodies but for the data of rows."""
    row = 0
    text_start = shown.text_end[first - 1] if first > 0 else 0
    for number in range(first, first + len(ends) - 1):
        text_end = shown.text_end[number]
        at = ends[number - first]
        copy_exactly(out, at, shown.text, text_start, text_end - text_start)
        at += text_end - text_start
        text_start = text_end
        if shown.first_row[number] != NO_ROWS:
            first_of_event = row
            while row < len(lengths) and shown.row_event[first_row + row] == number:
                if row > first_of_event:
                    at = write_bytes(out, at, COMMA)
                key, length = part_of(KEY_ENDS, shown.row_kind[first_row + row])
                copy_exactly(out, at, KEYS, key, length)
                at = write_bytes(out, starts[row] + lengths[row], CLOSE_BRACE)
                row += 1
            write_bytes(out, at, END_OF_BODY)
    return 0


def bodies_of(found: Found) -> pa.Array:
    """Return the bodies of events as JSON text.

    Raises:
        FaultError: where kernels do not read what is in an image.
        TooLargeError: where the texts are too many bytes.
    """
    num_rows = found.end_row - found.first_row
    lengths, starts = np.zeros(num_rows, np.int64), np.zeros(num_rows, np.int64)
    groups = []
    writers, room = RowWriters(), Texts(is_bounded=True)
    for layout, chosen, places in _by_layout(found):
        texts = RowTexts(places, layout, writers, room)
        lengths[chosen] = texts.lengths
        groups.append((chosen, texts))
    ends = np.zeros(len(found) + 1, np.int64)
    place = (found.shown, found.first, found.first_row, lengths, starts, ends)
    total = measure_bodies(*place)
    out = np.empty(total + ROOM, np.uint8)
    for chosen, texts in groups:
        texts.write(starts[chosen], out, is_alone=len(groups) == 1)
    write_markup(*place, out)
    buffers = [None, pa.py_buffer(ends.astype(np.int32)), pa.py_buffer(out[:total])]
    return pa.Array.from_buffers(pa.string(), len(found), buffers)


def _by_layout(found: Found) -> Iterator[tuple[Layout, Any, Places]]:
    """Return the layouts of the images, which images have each, and their cells."""
    if found.first_row == found.end_row:
        return
    shown, layouts = found.shown, found.layouts
    row_cells_at = shown.row_cells_at[found.first_row : found.end_row]
    order = np.argsort(layouts, kind="stable")
    for chosen in np.split(order, np.flatnonzero(np.diff(layouts[order])) + 1):
        layout = found.layout(layouts[chosen[0]])
        yield layout, chosen, Places(found.buffer, shown.cells, row_cells_at[chosen])
