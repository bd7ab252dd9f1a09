"""Notes what a scan finds: rows, their events, and the transactions of these."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.kernels.runtime.arrays import Ints
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.walk.event_filter import Wanted
from binlog_kaitai.kernels.walk.gtid_texts import LONGEST_GTID
from binlog_kaitai.kernels.walk.naming import Name, unnamed
from binlog_kaitai.kernels.walk.packs import Pack
from binlog_kaitai.kernels.walk.state import (
    DELETE,
    INSERT,
    PARTIAL,
    UPDATE_POSTIMAGE,
    UPDATE_PREIMAGE,
    Noted,
    Scratch,
    Sessions,
)
from binlog_kaitai.kernels.walk.xids import XID_ROOM


class Changes(NamedTuple):
    """What the view of changes fills, with the sessions that it knows, and the pack it is in."""

    noted: Noted
    sessions: Sessions
    pack: Pack


@inlined
def begin_transaction(state: Any, name: Name) -> None:
    state.is_skipped = int(not name.is_wanted)
    state.has_gtid = name.has_gtid
    state.len_gtid = name.length
    state.commit_time = name.commit
    state.has_begun = name.has_begun
    state.len_xid = name.len_xid
    state.is_noted = 0
    state.num_transactions += 1


@inlined
def end_transaction(state: Any, wanted: Wanted) -> None:
    """Leave the transaction: what follows is in none, unless it begins one."""
    begin_transaction(state, unnamed(wanted))


@inlined
def name_by_xid(state: Any, scratch: Scratch, buffer: Any, xid_ofs: int, xid_len: int) -> None:
    """Have what is noted from here on in the transaction be of this name of XA."""
    copy(scratch.xid, 0, buffer, xid_ofs, xid_len)
    state.len_xid = xid_len
    state.is_noted = 0
    state.num_transactions += 1


@inlined
def note_event(
    state: Any, noted: Noted, scratch: Scratch, header: Any, layout: int, table_map: int
) -> None:
    """Note the event that rows come from, and its transaction with the first of them."""
    if state.is_noted == 0:
        number = state.transactions
        length = state.len_gtid
        text_at = state.gtid_text
        copy(noted.gtid_text, text_at, scratch.gtid, 0, length)
        state.gtid_text = text_at + length
        noted.transaction_gtid_end[number] = text_at + length
        noted.transaction_commit[number] = state.commit_time
        noted.transaction_at[number] = state.group_at
        noted.transaction_number[number] = state.group_number
        noted.transaction_end[number] = 0
        xid_end = state.xid_text + state.len_xid
        copy(noted.xid_text, state.xid_text, scratch.xid, 0, state.len_xid)
        state.xid_text = noted.transaction_xid_end[number] = xid_end
        state.transactions = number + 1
        state.is_noted = 1
    event = state.events
    position = state.fixed if state.fixed >= 0 else state.base + state.pos
    noted.event_position[event] = position
    noted.event_timestamp[event] = header.timestamp
    noted.event_server_id[event] = header.server_id
    noted.event_layout[event] = layout
    noted.event_map[event] = table_map
    noted.event_transaction[event] = state.transactions - 1
    state.events = event + 1


@inlined
def forget_event(state: Any, num_rows: int, num_cells: int, ordinal: int) -> None:
    """Forget the event that was noted last, before which there were so many rows and cells."""
    state.rows, state.cells, state.ordinal = num_rows, num_cells, ordinal
    state.events -= 1


@inlined
def kind_of(rows: Any, part: int) -> int:
    """Return what an image of a rows event is."""
    if rows.is_insert:
        return INSERT
    if not rows.is_update:
        return DELETE
    return UPDATE_PREIMAGE if part == 0 else UPDATE_POSTIMAGE


@inlined
def put_row(noted: Noted, row: int, event: int, kind: int, cells_at: int, ordinal: int) -> None:
    """Note a row at a place, for which there is room."""
    noted.row_cells_at[row] = cells_at
    noted.row_event[row] = event
    noted.row_kind[row] = kind
    noted.row_ordinal[row] = ordinal


@inlined
def note_row(state: Any, noted: Noted, num_columns: int, kind: int) -> None:
    """Note a row behind the others, for which there is room."""
    put_row(noted, state.rows, state.events - 1, kind, state.cells, state.ordinal)
    state.rows += 1
    state.cells += num_columns
    state.ordinal += 1


@inlined
def has_room(state: Any, noted: Noted, num_columns: int) -> bool:
    return bool(
        state.rows + 2 <= len(noted.row_kind)
        and state.cells + 2 * num_columns <= len(noted.cells)
        and state.events < len(noted.event_layout)
        and state.transactions < len(noted.transaction_commit)
        and state.gtid_text + 2 * LONGEST_GTID <= len(noted.gtid_text)
        and state.xid_text + state.len_xid + XID_ROOM <= len(noted.xid_text)
    )


@kernel
def move_cells(cells: Ints, end: int, count: int) -> None:
    """Have the cells that lie before `end` lie `count` bytes nearer to the buffer's beginning."""
    for i in range(len(cells)):
        place = cells[i]
        if 0 <= place < end:
            cells[i] = place - count
        elif PARTIAL - end < place <= PARTIAL:
            cells[i] = place + count
