"""Kernels that look for table maps among those that were seen, and take in new ones.

Most new maps are of tables whose columns are like another's: by a schema a tenant, by tables that
are opened again under another id. Of such only the head is read, and what lies behind it compared.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.generated.kernels.table_map_head import read_table_map_head
from binlog_kaitai.kernels.runtime.compare import are_equal, are_equal_far, hash_of
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.runtime.stream import PADDING, copy, u1
from binlog_kaitai.kernels.walk.event_types import FORMAT_DESCRIPTION
from binlog_kaitai.kernels.walk.lookup import find_slot, number_at, put
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
    return bool(used.maps < len(maps.entries) and has_bytes)


@inlined
def _layout_of(buffer: Any, at: int, length: int, shapes: Shapes, log_format: int) -> int:
    """Return the number of the layout that a shape means, or NOT_KNOWN."""
    slot = find_slot(buffer, at, length, hash_of(buffer, at, length), log_format, shapes)
    number = number_at(shapes.slots, slot)
    return int(shapes.entries[number].layout) if number >= 0 else NOT_KNOWN


class _NewMap(NamedTuple):
    """Where the event of a map lies that is not known yet, the hash of its body, and its slot."""

    pos: int
    end: int
    body: int
    length: int
    code: int
    slot: int


@inlined
def _found_map(buffer: Any, pos: int, event: Any, maps: Maps) -> _NewMap:
    """Look for the map in an event."""
    body, length = event.body_ofs, event.body_len
    code = hash_of(buffer, body, length)
    slot = find_slot(buffer, body, length, code, maps.used.log_format, maps)
    return _NewMap(pos, event.pos, body, length, code, slot)


@inlined
def _add(buffer: Any, new: _NewMap, head: Any, maps: Maps, layout: int, is_wanted: bool) -> int:
    """Take in a map, which there is room for."""
    pos, end = new.pos, new.end
    number, at = maps.used.maps, maps.used.bytes
    copy(maps.data, at, buffer, pos, end - pos)
    move = at - pos
    entry = maps.entries[number]
    entry.ofs = new.body + move
    entry.code = new.code
    entry.length = new.length
    entry.log_format = maps.used.log_format
    entry.layout = layout
    entry.table_id = head.table_id_value
    entry.event_ofs = at
    entry.event_len = end - pos
    entry.database_ofs = head.database_ofs + move
    entry.database_len = head.database_len
    entry.table_ofs = head.table_ofs + move
    entry.table_len = head.table_len
    entry.is_wanted = int(is_wanted)
    maps.used.maps = number + 1
    maps.used.bytes = at + end - pos
    put(maps.slots, new.slot, new.code, number)
    return int(number)


@shared
def learn_map(
    buffer: Any,
    new: _NewMap,
    len_post_header: int,
    wants: int,
    name: Any,
    maps: Maps,
    shapes: Shapes,
) -> int:
    """Return the number of a new map, if it can be taken in without asking, or NOT_LEARNED.

    It takes of `Known` what it needs: each array of an argument costs as much as some of its work.
    """
    body, length = new.body, new.length
    if wants > NAMED or not _has_room(maps, new.end - new.pos):
        return NOT_LEARNED
    head = read_table_map_head(buffer, body, body, body + length, len_post_header)
    if head.pos < 0 or (wants == NAMED and _has_name(buffer, head, name)):
        return NOT_LEARNED
    layout = _layout_of(buffer, head.pos, body + length - head.pos, shapes, maps.used.log_format)
    if layout == NOT_KNOWN:
        return NOT_LEARNED
    return int(_add(buffer, new, head, maps, layout, wants == ALL))


@inlined
def number_of_map(buffer: Any, pos: int, event: Any, wants: int, known: Known) -> int:
    """Return the number of the map in an event, which is taken in if it is new, or NOT_LEARNED."""
    maps = known.maps
    new = _found_map(buffer, pos, event, maps)
    number = number_at(maps.slots, new.slot)
    if number >= 0:
        return number
    post_header = event.len_post_header
    return int(learn_map(buffer, new, post_header, wants, known.name, maps, known.shapes))


@inlined
def is_map(buffer: Any, event: Any, number: int, maps: Maps) -> bool:
    """Return whether the map in an event is the one of a number, if there is such a one."""
    if number >= maps.used.maps:
        return False
    entry = maps.entries[number]
    return bool(
        entry.length == event.body_len
        and entry.log_format == maps.used.log_format
        and are_equal_far(buffer, event.body_ofs, maps.data, entry.ofs, event.body_len)
    )


@kernel
def learn_ahead(buffer: Any, pos: int, end: int, log_format: Any, known: Known, most: int) -> None:
    """Take in the maps of the events from a place on, up to one that has to be asked for.

    There are `most` at most. Nobody has said yet whether they are wanted.
    """
    last = known.maps.used.maps + most
    while known.maps.used.maps < last:
        event = read_binlog_event(buffer, pos, pos, end, log_format)
        if (
            event.pos < 0
            or event.pos != pos + event.header.len_event
            or event.header.type == FORMAT_DESCRIPTION
        ):
            return
        if event.is_table_map and number_of_map(buffer, pos, event, ALL, known) < 0:
            return
        pos = event.pos


@kernel
def head_of(buffer: Any, pos: int, end: int, log_format: Any) -> Head:
    """Return the parts of the TABLE_MAP event at a place; `end` is -1 where it has none."""
    event = read_binlog_event(buffer, pos, pos, end, log_format)
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
    event = read_binlog_event(buffer, pos, pos, end, log_format)
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
    new = _found_map(buffer, pos, event, known.maps)
    return int(_add(buffer, new, head, known.maps, layout, is_wanted))


# the maps of a statement, by their tables' ids


@inlined
def _chain_of(table_id: int, last: Any) -> int:
    """Return the chain of an id; ids that follow each other, as servers give them, lie together."""
    return (((table_id >> 6) * -7046029254386353131 >> 32) + table_id) & (len(last) - 1)


@inlined
def open_map(number: int, at: int, maps: Maps, scratch: Any) -> None:
    """Have a map be that at a place among those of the statement."""
    chain = _chain_of(maps.entries[number].table_id, scratch.open_last)
    before = scratch.open_last[chain]
    # one of a statement before may still stand there
    if before >= at or (
        before >= 0
        and _chain_of(maps.entries[scratch.open_maps[before]].table_id, scratch.open_last) != chain
    ):
        before = -1
    scratch.open_maps[at] = number
    scratch.open_before[at] = before
    scratch.open_last[chain] = at


@inlined
def close_table_maps(state: Any) -> None:
    """Have no table map hold any more."""
    state.open_maps = 0
    state.statement += 1


@inlined
def find_open(table_id: int, count: int, maps: Maps, scratch: Any) -> int:
    """Return the number of the newest map of a table's id among those of the statement, or -1."""
    at = scratch.open_last[_chain_of(table_id, scratch.open_last)]
    if at >= count:
        return -1
    while at >= 0:
        number = scratch.open_maps[at]
        if maps.entries[number].table_id == table_id:
            return int(number)
        at = scratch.open_before[at]
    return -1


@kernel
def open_again(numbers: Any, maps: Maps, scratch: Any) -> None:
    """Have some maps be those of the statement."""
    for at in range(len(numbers)):
        open_map(numbers[at], at, maps, scratch)
