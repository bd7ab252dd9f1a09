"""Shows table maps and rows events: what precedes the images, and where their cells lie."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.rows_event import show_rows_event
from binlog_kaitai.generated.kernels.table_map_head import read_table_map_head
from binlog_kaitai.kernels.columns.loops import part_of, write_bytes
from binlog_kaitai.kernels.events.notes import (
    LearnedTexts,
    Showing,
    Shown,
    has_room,
    note_shown,
    without_room,
)
from binlog_kaitai.kernels.handoff import MAX_IMAGES
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.json_values import DECLINED
from binlog_kaitai.kernels.runtime.json_values import FULL as TEXT_FULL
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.runtime.text import write_quoted, write_unsigned
from binlog_kaitai.kernels.walk.images import Images, has_image, images_of, read_image
from binlog_kaitai.kernels.walk.learning import number_of_map, open_map
from binlog_kaitai.kernels.walk.loop import Walk
from binlog_kaitai.kernels.walk.noting import kind_of
from binlog_kaitai.kernels.walk.rows_events import find_rows, fits, map_of
from binlog_kaitai.kernels.walk.state import (
    FULL,
    GOES_ON,
    NEW_TABLE_MAP,
    UNKNOWN,
)

CELL = 64
"""How much of MAX_IMAGES a cell that is no string takes."""

WORST_TEXT = 16
"""More than the bytes of text that a byte of a row becomes."""


@inlined
def _write_map(
    state: Any, buffer: Any, event: Any, shown: Shown, layout: int, texts: LearnedTexts
) -> int:
    """Write the body of a table map; return where it ends, or DECLINED."""
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    head = read_table_map_head(buffer, body, body, body_end, event.len_post_header)
    start, length = part_of(texts.map_ends, layout)
    if head.pos < 0 or length == 0 or event.has_odd_post_header:
        return DECLINED
    out, at = shown.text, state.context_text
    at = write_unsigned(out, write_bytes(out, at, b'{"table_id": '), head.table_id_value)
    at = write_unsigned(out, write_bytes(out, at, b', "flags": '), head.flags)
    at = write_bytes(out, at, b', "database": ')
    at = write_quoted(out, at, buffer, head.database_ofs, head.database_len)
    at = write_bytes(out, at, b', "table": ')
    at = write_quoted(out, at, buffer, head.table_ofs, head.table_len)
    copy(out, at, texts.maps, start, length)
    return int(at + length)


@inlined
def show_map(walk: Walk, out: Showing, event: Any, is_wanted: bool) -> int:
    """Take in a table map, and show it if it and its table are wanted.

    Return `GOES_ON`, or why it is not done.
    """
    buffer, state, known, scratch = walk.buffer, walk.state, walk.known, walk.scratch
    shown, texts = out.shown, out.texts
    if state.open_maps == len(scratch.open_maps):
        return UNKNOWN
    number = number_of_map(buffer, state.pos, event, known.wants, known)
    if number < 0:
        return NEW_TABLE_MAP
    table_map = known.maps.entries[number]
    layout = table_map.layout
    _, length = part_of(texts.map_ends, layout)
    if not has_room(state, shown, length):
        return without_room(state)
    open_map(number, state.open_maps, known.maps, scratch)
    state.open_maps += 1
    at = _write_map(state, buffer, event, shown, layout, texts)
    if at == DECLINED:
        return UNKNOWN  # and yet it holds, also where the tree engine finds damage in it
    if table_map.is_wanted > 0 and is_wanted:
        note_shown(state, shown, buffer, state.pos, event, at)
    return GOES_ON


@inlined
def _note_images(state: Any, shown: Shown, images: Images, resumed_at: int) -> int:
    """Note the cells of all images; return `GOES_ON`, or why they are not, with none noted."""
    first_row, first_cell = state.rows, state.cells
    start = pos = images.start
    end, rows = images.end, images.rows
    num_columns = images.table.num_columns_value
    stop = GOES_ON
    while pos < end:
        if (
            state.rows + 2 > len(shown.row_kind)
            or state.cells + 2 * num_columns > len(shown.cells)
            or CELL * (state.cells - first_cell) + WORST_TEXT * (end - start) > MAX_IMAGES
        ):
            stop = FULL if first_row > 0 else UNKNOWN
            break
        for part in range(2):
            if has_image(rows, part) and pos >= 0:
                pos = read_image(images, pos, part, shown.cells, state.cells)
                row = state.rows
                shown.row_cells_at[row] = state.cells
                shown.row_event[row] = state.events
                shown.row_kind[row] = kind_of(rows, part)
                state.rows = row + 1
                state.cells += num_columns
        if pos < 0:
            stop = UNKNOWN
            break
    if stop >= 0:
        state.rows, state.cells = first_row, first_cell
        state.row_pos = start if stop == FULL else resumed_at
        return stop
    state.row_pos = -1
    return GOES_ON


@inlined
def show_rows(walk: Walk, shown: Shown, event: Any, is_wanted: bool, rows: Any) -> int:
    """Show a rows event if it and its table are wanted.

    Return `GOES_ON`, or why it is not done.
    """
    buffer, state, known = walk.buffer, walk.state, walk.known
    if rows.is_pre_ga:
        return UNKNOWN
    number = map_of(state, known, walk.scratch, rows)
    if number < 0:
        return UNKNOWN
    table_map = known.maps.entries[number]
    layout = table_map.layout
    if not (table_map.is_wanted > 0 and is_wanted):
        state.row_pos = -1
        return GOES_ON
    if not fits(known, layout, rows):
        return UNKNOWN
    if not has_room(state, shown, 0):
        return without_room(state)
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    _, at = show_rows_event(
        buffer,
        body,
        body,
        body_end,
        event.header.type,
        event.len_post_header,
        shown.text,
        state.context_text,
    )
    if at < 0:
        return without_room(state) if at == TEXT_FULL else UNKNOWN
    resumed_at = state.row_pos
    stop = find_rows(state, walk.inflated, rows)
    if stop >= 0:
        return stop
    first_row = state.rows
    stop = _note_images(state, shown, images_of(walk, layout, rows), resumed_at)
    if stop >= 0:
        return stop
    at = write_bytes(shown.text, at - len(b"}"), b', "images": [')
    noted = state.events
    note_shown(state, shown, buffer, state.pos, event, at)
    shown.table_map[noted], shown.first_row[noted] = number, first_row
    return GOES_ON
