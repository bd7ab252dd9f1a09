"""Puts what takes the place of redacted values where rows have their cells, before they are read.

The cells of what was found are places in a buffer. Those of redacted columns are made places of
other cells, which lie behind the others, or NULL. So whoever makes anything of rows only comes to
values that may be shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.io.places import pieces_of
from binlog_kaitai.kernels.columns.column import FaultError, arguments_of, checked
from binlog_kaitai.kernels.columns.decoders import decoder_number
from binlog_kaitai.kernels.columns.located import locate_cells
from binlog_kaitai.kernels.columns.loops import CellArray
from binlog_kaitai.kernels.columns.soundness import check_sound
from binlog_kaitai.kernels.handoff import UNPARSABLE
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.found_rows import Rows
from binlog_kaitai.kernels.walk.noting import move_cells
from binlog_kaitai.kernels.walk.state import NO_LAYOUT, NOT_LOGGED, NULL, PARTIAL
from binlog_kaitai.kernels.walk.table_map_cache import Layout, MaskedColumn, Plan

_FAR = 2**62
"""More than any place."""

_BEYOND = (FaultError, UnreadableError, MemoryError, *UNPARSABLE)


def redacted(rows: Rows, num_cells: int, regions: Sequence[int]) -> Rows:
    """Return rows, which nobody has seen yet, without the values of redacted columns.

    Args:
        rows: the rows. Their arrays are changed; their buffer is not.
        num_cells: how many cells are noted.
        regions: where parts of the buffer end, in none of which a cell goes beyond the end.

    Returns:
        The rows; withheld from kernels if trees have to redact them.
    """
    if not any(layout is not None and layout.masks for layout in rows.layouts):
        return rows
    noted = rows.noted
    layouts = noted.event_layout[noted.row_event[: rows.count]]
    masked = [
        (layout, noted.row_cells_at[: rows.count][layouts == number])
        for number in np.unique(layouts).tolist()
        if number != NO_LAYOUT and (layout := rows.layouts[number]) is not None and layout.masks
    ]
    if not masked:
        return rows
    cells = noted.cells[:num_cells]
    try:
        return replace(rows, buffer=_Masking(rows.buffer, cells, regions).masked(masked))
    except _BEYOND:
        return replace(rows, withheld=True)


class _Masking:
    """Masks cells that lie in a buffer."""

    def __init__(self, buffer: Any, cells: Any, regions: Sequence[int]) -> None:
        self._buffer = buffer
        self._cells = cells
        self._regions = regions
        self._bytes = b""
        self._first = self._end = 0
        self._made: list[bytes] = []
        self._size = 0

    def masked(self, layouts: list[tuple[Layout, Any]]) -> Any:
        """Mask the cells of layouts, whose rows begin at places; return where they lie now.

        Raises one of `_BEYOND` for what trees have to mask.
        """
        replaces = any(not one.mask.is_null for layout, _ in layouts for one in layout.masks)
        if replaces:
            self._find_bytes()
        for layout, begins in layouts:
            for column in layout.masks:
                self._mask(column, layout.plans[column.number], begins + column.number)
        if not replaces:
            return self._buffer
        length = self._end - self._first
        buffer = np.empty(length + self._size + PADDING, np.uint8)
        buffer[:length] = self._buffer[self._first : self._end]
        buffer[length : length + self._size] = np.frombuffer(b"".join(self._made), np.uint8)
        buffer[length + self._size :] = 0
        move_cells(self._cells, _FAR, self._first)
        return buffer

    def _find_bytes(self) -> None:
        """Find the bytes that cells lie in."""
        places = self._cells[self._cells >= 0]
        changes = PARTIAL - self._cells[self._cells <= PARTIAL]
        found = [array for array in (places, changes) if len(array)]
        if found:
            self._first = min(int(array.min()) for array in found)
            last = max(int(array.max()) for array in found)
            self._end = min(end for end in self._regions if end > last)
            self._bytes = self._buffer[self._first : self._end].tobytes()

    def _mask(self, column: MaskedColumn, plan: Plan, at: Any) -> None:
        """Mask a column's cells, which are noted at places."""
        places = self._cells[at]
        is_there = (places != NULL) & (places != NOT_LOGGED)
        at, places = at[is_there], places[is_there]
        if not len(places):
            return
        if column.mask.is_null:
            check_sound(self._buffer, places, plan)  # as trees read them, too
            self._cells[at] = NULL
            return
        if places.min() < 0:  # changes to a document
            raise FaultError
        if column.mask.is_constant:
            places = places[:1]
        ends = places + column.length if column.length >= 0 else self._ends(places, plan)
        cells = pieces_of(self._bytes, places - self._first, ends - self._first)
        made = column.mask.of_all(cells)
        lengths = np.fromiter(map(len, made), np.int64, len(made))
        ends = self._end + self._size + np.cumsum(lengths)
        self._cells[at] = ends - lengths
        self._made += made
        self._size += int(lengths.sum())

    def _ends(self, places: Any, plan: Plan) -> Any:
        """Return where the cells of texts end."""
        ofs, length = np.empty((2, len(places)), np.int64)
        is_valid = np.empty(len(places), np.uint8)
        cells = CellArray(self._buffer, places, decoder_number(plan), *arguments_of(plan))
        checked(locate_cells(cells, ofs, length, is_valid))
        return ofs + length
