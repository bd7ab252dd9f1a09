"""Kernels that look for table maps among those that were seen, and take in new ones.

Most new maps are of tables whose columns are like another's: by a schema a tenant, by tables that
are opened again under another id. Of such only the head is read, and what lies behind it compared.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.event import read_event
from binlog_kaitai.generated.kernels.table_map_head import read_table_map_head
from binlog_kaitai.kernels.runtime.compare import are_equal, hash_of
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.runtime.stream import PADDING, copy, u1
from binlog_kaitai.kernels.walk.state import Known, Maps, Shapes, Wants

ALL, NAMED = Wants.ALL.value, Wants.NAMED.value

DOT = ord(".")

NOT_LEARNED = -1
NOT_KNOWN = -1
"""In place of the number of a layout."""


class Head(NamedTuple):
    """Where in a buffer a TABLE_MAP event and its parts lie; `shape` goes on to the body's end."""

    end: int
    body_ofs: int
    body_len: int
    database_ofs: int
    database_len: int
    table_ofs: int
    table_len: int
    shape_ofs: int
    shape_len: int


@inlined
def find_map(buffer: Any, at: int, length: int, maps: Maps) -> int:
    """Return the number of the map with a body of these bytes, or -1."""
    mask = len(maps.slots) - 1
    slot = hash_of(buffer, at, length) & mask
    while maps.slots[slot] >= 0:
        number = maps.slots[slot]
        if (
            maps.body_len[number] == length
            and maps.log_format[number] == maps.used.log_format
            and are_equal(buffer, at, maps.data, maps.body_ofs[number], length)
        ):
            return int(number)
        slot = (slot + 1) & mask
    return -1


@inlined
def _layout_of(buffer: Any, at: int, length: int, shapes: Shapes, log_format: int) -> int:
    """Return the number of the layout that a shape means, or NOT_KNOWN."""
    mask = len(shapes.slots) - 1
    slot = hash_of(buffer, at, length) & mask
    while shapes.slots[slot] >= 0:
        number = shapes.slots[slot]
        if (
            shapes.length[number] == length
            and shapes.log_format[number] == log_format
            and are_equal(buffer, at, shapes.data, shapes.ofs[number], length)
        ):
            return int(shapes.layout[number])
        slot = (slot + 1) & mask
    return NOT_KNOWN


@inlined
def _put(slots: Any, number: int, code: int) -> None:
    mask = len(slots) - 1
    slot = code & mask
    while slots[slot] >= 0:
        slot = (slot + 1) & mask
    slots[slot] = number


@kernel
def enter(maps: Maps, first: int, end: int) -> None:
    """Put maps into the hash table, which has room for them."""
    for number in range(first, end):
        code = hash_of(maps.data, maps.body_ofs[number], maps.body_len[number])
        _put(maps.slots, number, code)


@kernel
def enter_shapes(slots: Any, source: Any, ofs: Any, length: Any, first: int, end: int) -> None:
    """Put shapes into the hash table, which has room for them."""
    for number in range(first, end):
        _put(slots, number, hash_of(source, ofs[number], length[number]))


@inlined
def _has_name(buffer: Any, head: Any, name: Any) -> bool:
    """Return whether a map's names, with a dot between them, are those of a text."""
    return (
        head.database_len + 1 + head.table_len == len(name)
        and are_equal(buffer, head.database_ofs, name, 0, head.database_len)
        and u1(name, head.database_len) == DOT
        and are_equal(buffer, head.table_ofs, name, head.database_len + 1, head.table_len)
    )


@inlined
def _has_room(maps: Maps, size: int) -> bool:
    used = maps.used
    has_bytes = used.bytes + size + PADDING <= len(maps.data)
    return bool(used.maps < len(maps.body_ofs) and has_bytes)


@inlined
def _add(
    buffer: Any, pos: int, end: int, body: int, length: int, head: Any, maps: Maps, layout: int
) -> int:
    """Take in a map, which there is room for."""
    number, at = maps.used.maps, maps.used.bytes
    copy(maps.data, at, buffer, pos, end - pos)
    move = at - pos
    maps.event_ofs[number] = at
    maps.event_len[number] = end - pos
    maps.log_format[number] = maps.used.log_format
    maps.body_ofs[number] = body + move
    maps.body_len[number] = length
    maps.database_ofs[number] = head.database_ofs + move
    maps.database_len[number] = head.database_len
    maps.table_ofs[number] = head.table_ofs + move
    maps.table_len[number] = head.table_len
    maps.table_id[number] = head.table_id_value
    maps.layout[number] = layout
    maps.is_wanted[number] = 1
    maps.used.maps = number + 1
    maps.used.bytes = at + end - pos
    _put(maps.slots, number, hash_of(buffer, body, length))
    return int(number)


@shared
def learn_map(
    buffer: Any, pos: int, end: int, body: int, length: int, len_post_header: int, known: Known
) -> int:
    """Return the number of a new map, if it can be taken in without asking, or NOT_LEARNED."""
    maps = known.maps
    if known.wants > NAMED or not _has_room(maps, end - pos):
        return NOT_LEARNED
    head = read_table_map_head(buffer, body, body, body + length, len_post_header)
    if head.pos < 0 or (known.wants == NAMED and _has_name(buffer, head, known.name)):
        return NOT_LEARNED
    shape_len = body + length - head.pos
    layout = _layout_of(buffer, head.pos, shape_len, known.shapes, maps.used.log_format)
    if layout == NOT_KNOWN:
        return NOT_LEARNED
    number = _add(buffer, pos, end, body, length, head, maps, layout)
    maps.is_wanted[number] = int(known.wants == ALL)
    return number


@kernel
def head_of(buffer: Any, pos: int, end: int, log_format: Any) -> Head:
    """Return the parts of the TABLE_MAP event at a place; `end` is -1 where it has none."""
    event = read_event(buffer, pos, pos, end, log_format)
    body, length = event.body_ofs, event.body_len
    head = read_table_map_head(buffer, body, body, body + length, event.len_post_header)
    return Head(
        event.pos if head.pos >= 0 else -1,
        body,
        length,
        head.database_ofs,
        head.database_len,
        head.table_ofs,
        head.table_len,
        head.pos,
        body + length - head.pos,
    )


@kernel
def add_map(
    buffer: Any, pos: int, end: int, log_format: Any, known: Known, is_wanted: bool, layout: int
) -> int:
    """Return the number of a new map that there is room for, or NOT_LEARNED where its shape is new.

    The `layout` is what the shape means, unless that is NOT_KNOWN.
    """
    event = read_event(buffer, pos, pos, end, log_format)
    body, length = event.body_ofs, event.body_len
    head = read_table_map_head(buffer, body, body, body + length, event.len_post_header)
    if event.pos < 0 or head.pos < 0 or not _has_room(known.maps, event.pos - pos):
        return NOT_LEARNED
    if layout == NOT_KNOWN:
        shape_len = body + length - head.pos
        used = known.maps.used
        layout = _layout_of(buffer, head.pos, shape_len, known.shapes, used.log_format)
    if layout == NOT_KNOWN:
        return NOT_LEARNED
    number = _add(buffer, pos, event.pos, body, length, head, known.maps, layout)
    known.maps.is_wanted[number] = int(is_wanted)
    return number


# the maps of a statement, by their tables' ids


@inlined
def _chain_of(table_id: int, last: Any) -> int:
    return ((table_id * -7046029254386353131) >> 32) & (len(last) - 1)


@inlined
def open_map(number: int, at: int, maps: Maps, scratch: Any) -> None:
    """Have a map be that at a place among those of the statement."""
    chain = _chain_of(maps.table_id[number], scratch.open_last)
    before = scratch.open_last[chain]
    # one of a statement before may still stand there
    if before >= at or (
        before >= 0
        and _chain_of(maps.table_id[scratch.open_maps[before]], scratch.open_last) != chain
    ):
        before = -1
    scratch.open_maps[at] = number
    scratch.open_before[at] = before
    scratch.open_last[chain] = at


@inlined
def find_open(table_id: int, count: int, maps: Maps, scratch: Any) -> int:
    """Return the number of the newest map of a table's id among those of the statement, or -1."""
    at = scratch.open_last[_chain_of(table_id, scratch.open_last)]
    if at >= count:
        return -1
    while at >= 0:
        number = scratch.open_maps[at]
        if maps.table_id[number] == table_id:
            return int(number)
        at = scratch.open_before[at]
    return -1


@kernel
def open_again(numbers: Any, maps: Maps, scratch: Any) -> None:
    """Have some maps be those of the statement."""
    for at in range(len(numbers)):
        open_map(numbers[at], at, maps, scratch)
