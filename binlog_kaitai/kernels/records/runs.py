"""Runs of row images and statements that were found, one behind the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.column import FaultError, Selection, selected
from binlog_kaitai.kernels.columns.together import Places
from binlog_kaitai.kernels.records.spread import texts_of
from binlog_kaitai.kernels.walk.found_rows import Rows
from binlog_kaitai.kernels.walk.state import NO_LAYOUT, STATEMENT, Noted
from binlog_kaitai.kernels.walk.table_map_cache import Layout
from binlog_kaitai.model.changes import Change


def texts_between(text: Any, offsets: Any) -> pa.Array:
    """Return texts that lie one behind the other, null where they are empty."""
    ends = offsets.astype(np.int32)
    is_valid = np.packbits(np.diff(ends) > 0, bitorder="little")
    buffers = [pa.py_buffer(part) for part in (is_valid, ends, text[: ends[-1]].copy())]
    return pa.Array.from_buffers(pa.string(), len(ends) - 1, buffers)


@dataclass(frozen=True, slots=True)
class Run:
    """Some of the rows that were found, from one on, up to another."""

    rows: Rows
    first: int
    end: int

    def __len__(self) -> int:
        return self.end - self.first

    def of_events(self, values: Any) -> Any:
        """Gather per-event values into one value per row."""
        return values[self.events]

    @property
    def events(self) -> Any:
        return self.rows.noted.row_event[self.first : self.end]

    def of_transactions(self, text: Any, ends: Any) -> pa.Array:
        """Gather the texts of transactions, which end at these places, null where there is none."""
        return texts_of(text, ends, self.of_events(self.rows.noted.event_transaction))

    @property
    def position(self) -> int:
        """Where the event of the first row lies."""
        return int(self.rows.noted.event_position[self.events[0]])

    @property
    def kinds(self) -> Any:
        return self.rows.noted.row_kind[self.first : self.end]

    @property
    def statements(self) -> Any:
        """Which of the rows are statements."""
        return np.flatnonzero(self.kinds == STATEMENT)

    @property
    def layouts(self) -> Any:
        """The number of each row's layout."""
        return self.of_events(self.rows.noted.event_layout)

    def places_of(self, chosen: Any = slice(None)) -> Places:
        """Return where the cells of all rows lie, or of those that are chosen.

        Raises FaultError for rows whose values trees redact.
        """
        noted = self._readable()
        at = noted.row_cells_at[self.first : self.end][chosen]
        return Places(self.rows.buffer, noted.cells, at)

    def _readable(self) -> Noted:
        if self.rows.withheld:
            raise FaultError
        return self.rows.noted

    def selection(self, num_columns: int, chosen: Any = slice(None)) -> Selection:
        """Return the cells of all rows, or of those that are chosen; all have as many columns.

        Raises FaultError as `places_of`.
        """
        noted = self._readable()
        at = noted.row_cells_at[self.first : self.end][chosen]
        return selected(self.rows.buffer, noted.cells, at, num_columns)

    def by_layout(self) -> Iterator[tuple[Layout, Any]]:
        """Return the layouts that row images have, and which rows have each."""
        layouts = self.layouts
        if layouts[0] != NO_LAYOUT and (layouts == layouts[0]).all():
            yield self.layout_of(layouts[0]), np.arange(len(layouts))
            return
        order = np.argsort(layouts, kind="stable")
        ends = np.flatnonzero(np.diff(layouts[order])) + 1
        for chosen in np.split(order, ends):
            if layouts[chosen[0]] == NO_LAYOUT:
                continue
            yield self.layout_of(layouts[chosen[0]]), chosen

    def layout_of(self, number: int) -> Layout:
        """Return a layout that row images have."""
        layout = self.rows.layouts[number]
        assert layout is not None
        return layout

    def part(self, first: int, end: int) -> Run:
        """Return some of these rows."""
        return replace(self, first=self.first + first, end=self.first + end)

    def halves(self) -> list[Run]:
        middle = len(self) // 2
        return [self.part(0, middle), self.part(middle, len(self))]

    def changes(self) -> Iterator[Change]:
        """Return the rows as the tree engine reads them."""
        return self.rows.replay(self.first, self.end)
