"""What each walk over rows events needs: their table, and where their rows lie."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.rows_event import read_rows_event
from binlog_kaitai.generated.kernels.table_map_event import TableMapEvent
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.inflated import (
    NONE,
    Inflated,
    find_inflated,
    take_back,
    use_inflated,
)
from binlog_kaitai.kernels.walk.learning import find_open, is_map, number_of_map, open_map
from binlog_kaitai.kernels.walk.state import (
    COMPRESSED,
    GOES_ON,
    NEW_TABLE_MAP,
    UNKNOWN,
    Known,
    Scratch,
)


@inlined
def open_table_map(
    buffer: Any, state: Any, known: Known, scratch: Scratch, pos: int, event: Any
) -> int:
    """Take in a table map, which holds until its statement ends; return why not, or `GOES_ON`."""
    at = state.open_maps
    if at == len(scratch.open_maps):
        return UNKNOWN
    # most statements change the table that the one before did
    number = scratch.open_maps[at]
    if not is_map(buffer, event, number, known.maps):
        number = number_of_map(buffer, pos, event, known.wants, known)
    if number < 0:
        return NEW_TABLE_MAP
    open_map(number, at, known.maps, scratch)
    state.open_maps += 1
    return GOES_ON


@inlined
def map_of(state: Any, known: Known, scratch: Scratch, rows: Any) -> int:
    """Return the newest open map of the rows' table, or a negative number."""
    return find_open(rows.table_id_value, state.open_maps, known.maps, scratch)


@inlined
def read_rows(buffer: Any, body: int, body_end: int, event: Any, scratch: Scratch) -> Any:
    """Read a rows event up to its rows."""
    return read_rows_event(
        buffer,
        body,
        body,
        body_end,
        event.header.type,
        event.len_post_header,
        0,
        scratch.before_is_set,
        scratch.before_num_set,
        0,
        scratch.after_is_set,
        scratch.after_num_set,
    )


@inlined
def fits(known: Known, layout: int, rows: Any) -> bool:
    """Return whether kernels read rows of a layout."""
    return bool(
        known.layout_is_readable[layout]
        and known.layout_num_columns[layout] == rows.num_columns_value
        and rows.has_cells
    )


@inlined
def find_rows(state: Any, inflated: Inflated, rows: Any) -> int:
    """Note where rows lie, or the rest of them; return why they are not here, or `GOES_ON`."""
    if state.row_pos >= 0:
        return GOES_ON
    if rows.is_compressed:
        number = find_inflated(state, inflated) if state.fixed < 0 else NONE
        if number != NONE:
            use_inflated(state, number)
            state.row_pos = inflated.at[number]
            state.row_end = state.row_pos + inflated.length[number]
            return GOES_ON
        state.compressed_ofs = rows.compressed_rows.data_ofs
        state.compressed_len = rows.compressed_rows.data_len
        state.uncompressed_len = rows.compressed_rows.len_uncompressed_value
        return COMPRESSED
    state.row_pos = rows.row_data_ofs
    state.row_end = rows.row_data_ofs + rows.row_data_len
    return GOES_ON


@inlined
def unfind_rows(state: Any, inflated: Inflated, rows: Any) -> bool:
    """Go back to before the rows of an event were found; say whether they can be found again."""
    if rows.is_compressed and (state.fixed >= 0 or not take_back(state, inflated)):
        return False
    state.row_pos = -1
    return True


@inlined
def table_of(known: Known, layout: int) -> TableMapEvent:
    """Return the columns of a layout, as images are read by."""
    return TableMapEvent(
        known.layout_num_columns[layout],
        known.layout_num_json[layout],
        known.layout_columns_at[layout],
        known.column_is_json,
        known.column_num_json_before,
        known.column_case,
        known.column_0,
        known.column_1,
        known.column_length,
        known.column_end,
        known.column_before,
    )
