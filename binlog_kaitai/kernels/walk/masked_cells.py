"""Finds the cells of some columns in a block of events, and where their null bits are."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.generated.kernels.table_map_head import read_table_map_head
from binlog_kaitai.kernels.runtime.arrays import Ints
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.seek.formats import format_view
from binlog_kaitai.kernels.walk.images import Images, has_image, read_image
from binlog_kaitai.kernels.walk.rows_events import fits, read_rows, table_of
from binlog_kaitai.kernels.walk.state import MAX_OPEN_MAPS, Known, Scratch, new_scratch
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps
from binlog_kaitai.model.scopes import EVERYTHING
from binlog_kaitai.model.tables import Table

NOT_OPEN = -2
"""In place of the number of a table; -1 has one none of whose cells are asked for."""


class OpenTables(NamedTuple):
    """The tables of the statement that goes on: their ids, their numbers, and how many."""

    table_id: Ints
    table: Ints
    count: Ints


class Asked(NamedTuple):
    """Of each table the number of its layout, and where its columns begin; those columns.

    The columns of a table ascend.
    """

    layout: Ints
    first: Ints
    column: Ints


class Events(NamedTuple):
    """A block of events: where each begins, and the last one ends; of TABLE_MAP, the tables."""

    buffer: Any
    starts: Any
    tables: Any
    log_format: Any


class FoundCells(NamedTuple):
    """Cells with a value, in order.

    Attributes:
        event: the number of the event that each is in.
        asked: where its column stands among those that are asked for.
        start: where its bytes begin.
        end: where they end.
        image: where the null bits of its image begin.
        num_bits: how many these are.
        bit: the number of its own.
    """

    event: Any
    asked: Any
    start: Any
    end: Any
    image: Any
    num_bits: Any
    bit: Any

    def some(self, chosen: Any) -> FoundCells:
        """Return some of them, by their numbers or as a slice."""
        return FoundCells(*(array[chosen] for array in self))

    def before(self, event: int) -> FoundCells:
        """Return those of the events before one."""
        return self.some(slice(np.searchsorted(self.event, event)))


class Search(NamedTuple):
    """How many cells were found, and the number of the event that trees have to read, if any."""

    num_cells: int
    stop: int


@inlined
def _table_of(opened: OpenTables, table_id: int) -> int:
    """Return the number of the table that was opened last with an id, or NOT_OPEN."""
    for i in range(opened.count[0] - 1, -1, -1):
        if opened.table_id[i] == table_id:
            return int(opened.table[i])
    return NOT_OPEN


@inlined
def _find_in_image(
    images: Images, pos: int, part: int, event: int, asked: Any, found: FoundCells, count: int
) -> tuple[int, int]:
    """Find the cells of an image; return where it ends, or a negative number, and the count."""
    rows, cells, first, end = images.rows, images.scratch.cells, asked[0], asked[1]
    image_end = read_image(images, pos, part, cells, 0)
    if image_end < 0:
        return -1, count
    present = rows.columns_present
    if part == 1 and rows.is_update:
        present = rows.columns_present_after
    num_columns = images.table.num_columns_value
    for at in range(first, end):
        column = asked[2][at]
        place = cells[column]
        if place < 0:
            continue
        cell_end, other = image_end, column + 1
        while other < num_columns:
            if cells[other] >= 0:
                cell_end = cells[other]
                break
            other += 1
        if count < len(found.event):
            found.event[count] = event
            found.asked[count] = at
            found.start[count] = place
            found.end[count] = cell_end
            found.image[count] = pos
            found.num_bits[count] = present.num_set
            found.bit[count] = present.bits_num_set_before[present.bits_at + column]
        count += 1
    return image_end, count


@kernel
def find_cells(
    events: Events,
    known: Known,
    asked: Asked,
    scratch: Scratch,
    opened: OpenTables,
    found: FoundCells,
) -> Search:
    """Find cells; if there are more than there is room for, only their number is told."""
    buffer, starts, log_format = events.buffer, events.starts, events.log_format
    count, end = 0, starts[-1]
    for number in range(len(starts) - 1):
        pos = starts[number]
        event = read_binlog_event(buffer, pos, pos, end, log_format)
        if event.pos != starts[number + 1]:
            return Search(count, number)
        body, body_end = event.body_ofs, event.body_ofs + event.body_len
        if event.is_table_map:
            head = read_table_map_head(buffer, body, body, body_end, event.len_post_header)
            if head.pos < 0 or opened.count[0] == len(opened.table):
                return Search(count, number)
            opened.table_id[opened.count[0]] = head.table_id_value
            opened.table[opened.count[0]] = events.tables[number]
            opened.count[0] += 1
        if not event.is_rows:
            continue
        rows = read_rows(buffer, body, body_end, event, scratch)
        if rows.pos < 0:
            return Search(count, number)
        table = _table_of(opened, rows.table_id_value)
        if table == NOT_OPEN and not rows.is_dummy:
            return Search(count, number)
        if table >= 0:
            layout = asked.layout[table]
            if rows.is_compressed or rows.is_partial_update or not fits(known, layout, rows):
                return Search(count, number)
            at, rows_end = rows.row_data_ofs, rows.row_data_ofs + rows.row_data_len
            images = Images(buffer, at, rows_end, table_of(known, layout), rows, scratch)
            columns = asked.first[table], asked.first[table + 1], asked.column
            while at < rows_end:
                for part in range(2):
                    if at >= 0 and has_image(rows, part):
                        at, count = _find_in_image(images, at, part, number, columns, found, count)
                if at < 0:
                    return Search(count, number)
        if rows.flags_end_of_statement:
            opened.count[0] = 0
    return Search(count, len(starts) - 1)


class CellFinder:
    """Finds the cells of columns that are asked for.

    Args:
        log_format: the format of the events.
    """

    def __init__(self, log_format: Any) -> None:
        self._view = format_view(log_format)
        self._known = KnownMaps(EVERYTHING)
        self._scratch = new_scratch()
        self._room = 1
        self._tables: list[tuple[int, list[int]]] = []
        self._asked: Asked | None = None
        ids, tables = np.zeros((2, MAX_OPEN_MAPS), np.int64)
        self._opened = OpenTables(ids, tables, np.zeros(1, np.int64))

    def take_table(self, table_map: Any, table: Table, columns: list[int]) -> int | None:
        """Return the number of a table for `find`; None if kernels do not read its rows.

        Args:
            table_map: its `TableMapEvent`.
            table: its description.
            columns: the numbers of the columns that are asked for; they ascend.
        """
        layout = self._known.take_table(table_map, table)
        if layout is None:
            return None
        self._tables.append((layout, columns))
        self._asked = None
        return len(self._tables) - 1

    def begin(self) -> None:
        """Close the tables of the statement that goes on: a transaction follows."""
        self._opened.count[0] = 0

    def find(self, data: Any, starts: Any, tables: Any) -> tuple[FoundCells, int]:
        """Find the cells with values in a block of events, each in one piece.

        Args:
            data: the bytes of the block, a uint8 array of shape (num_bytes,).
            starts: where the events begin, and the last one ends: int64, (num_events + 1,).
            tables: the tables of TABLE_MAP events, -1 for others: int64, (num_events,).

        Returns:
            The cells, and how many events were read: all, or those before one that trees read.
        """
        buffer = np.zeros(len(data) + PADDING, np.uint8)
        buffer[: len(data)] = data
        known, asked = self._known.views(), self._columns()
        opened = [array.copy() for array in self._opened]
        while True:
            found = FoundCells(*np.empty((len(FoundCells._fields), self._room), np.int64))
            events = Events(buffer, starts, tables, self._view)
            search = find_cells(events, known, asked, self._scratch, self._opened, found)
            if search.num_cells <= self._room:
                return found.some(slice(search.num_cells)), search.stop
            self._room = search.num_cells + search.num_cells // 4
            self._opened = OpenTables(*(array.copy() for array in opened))

    def _columns(self) -> Asked:
        if self._asked is None:
            layouts = [layout for layout, _ in self._tables]
            counts = [len(columns) for _, columns in self._tables]
            columns = [column for _, columns in self._tables for column in columns]
            firsts = np.cumsum([0, *counts])
            self._asked = Asked(*(np.array(one, np.int64) for one in (layouts, firsts, columns)))
        return self._asked
