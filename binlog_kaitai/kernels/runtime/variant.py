"""JSON text to VARIANT: the bytes of a value, and those of the names in it, its metadata.

The layout is Parquet's ("Variant Binary Encoding"); of the ways that it leaves open, these bytes
are what Spark's `VariantVal.parseJson` gives. What a container holds is written first, and moved to
behind its header when that is known.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_text import QUOTE, REFUSED, blanks_end, byte_at
from binlog_kaitai.kernels.runtime.names import (
    Names,
    begin_document,
    is_before,
    num_names,
    read_name,
)
from binlog_kaitai.kernels.runtime.stream import copy, move, store8, u8le
from binlog_kaitai.kernels.runtime.variant_scalars import write_scalar

MAX_SIZE = 2**24
"""Bytes that Spark takes, of a value and of its metadata."""

MAX_DEPTH = 128
MAX_MEMBERS = 2**16  # of all containers that a place is in

# Offsets and numbers of names take at most 3 bytes each. A scalar takes at most 3 times its text
# (`1e9`, a double); a comma pays for the offset behind it, quotes and a colon for the number of the
# name. Brackets, with 8 bytes, pay for the header, for the first offset and the last, and for the
# number of members, which takes 4 bytes instead of one only where there are 255 commas.
MAX_GROWTH = 4
"""A value takes at most so many times the bytes of its text, and its metadata as many and 7."""
SLACK = 32
"""Bytes behind these that may be overwritten."""

_HEADROOM = 32  # more than Spark looks for where it then takes less

_OPEN, _CLOSE, _OPEN_OBJECT, _CLOSE_OBJECT, _COMMA, _COLON = b"[]{},:"

_OBJECT, _ARRAY = 2, 3
_VERSION = 1

# distances at which members are put in order, after Ciura
_GAPS = np.array([1, 4, 10, 23, 57, 132, 301, 701, 1577, 3548, 7983], np.int64)


class Containers(NamedTuple):
    """The containers that a place is in, and the members of all of them that were found."""

    ofs: Any
    name: Any
    start: Any
    first: Any
    is_object: Any


def new_containers() -> Containers:
    """Return room for MAX_DEPTH containers, and MAX_MEMBERS."""
    of_members = (np.empty(MAX_MEMBERS, np.int64) for _ in range(2))
    of_containers = (np.empty(MAX_DEPTH, np.int64) for _ in range(2))
    return Containers._make([*of_members, *of_containers, np.empty(MAX_DEPTH, np.bool_)])


@inlined
def _width(value: int) -> int:
    """Return how many bytes a number takes: up to 3."""
    return 1 + (1 if value > 0xFF else 0) + (1 if value > 0xFFFF else 0)


@inlined
def _write_exactly(out: Any, at: int, value: int, width: int) -> int:
    """Write a number, and nothing behind it."""
    out[at] = value
    for i in range(1, width):
        out[at + i] = value >> 8 * i
    return at + width


@inlined
def _sort(names: Names, containers: Containers, first: int, end: int) -> None:
    """Put members in the order of their names."""
    ofs, name = containers.ofs, containers.name
    for i in range(len(_GAPS) - 1, -1, -1):
        gap = u8le(_GAPS, i << 3)
        for member in range(first + gap, end):
            moved_ofs, moved_name = ofs[member], name[member]
            to = member
            while to - gap >= first and is_before(names, moved_name, name[to - gap]):
                ofs[to], name[to] = ofs[to - gap], name[to - gap]
                to -= gap
            ofs[to], name[to] = moved_ofs, moved_name


@shared
def _close(
    out: Any,
    start: int,
    at: int,
    names: Names,
    containers: Containers,
    first: int,
    end: int,
    is_object: bool,
) -> int:
    """Write the header of a container; of an object that has a name twice, REFUSED."""
    num_members = end - first
    is_large = 1 if num_members > 0xFF else 0
    count_width = 4 if num_members > 0xFF else 1
    length = at - start
    offset_width = _width(length)
    number_width = 0
    header = (is_large << 2 | offset_width - 1) << 2 | _ARRAY
    if is_object:
        _sort(names, containers, first, end)
        last_number = 0
        for member in range(first, end):
            name = containers.name[member]
            if member > first and name == containers.name[member - 1]:
                return REFUSED
            last_number = max(last_number, names.number[name])
        number_width = _width(last_number)
        header = (is_large << 4 | number_width - 1 << 2 | offset_width - 1) << 2 | _OBJECT
    len_table = num_members * (number_width + offset_width) + offset_width
    len_header = 1 + count_width + len_table
    move(out, start + len_header, start, length)
    out[start] = header
    at = _write_exactly(out, start + 1, num_members, count_width)
    if is_object:
        for member in range(first, end):
            at = _write_exactly(out, at, names.number[containers.name[member]], number_width)
    for member in range(first, end):
        at = _write_exactly(out, at, containers.ofs[member], offset_width)
    return _write_exactly(out, at, length, offset_width) + length


@shared
def write_variant(
    out: Any, at: int, text: Any, pos: int, end: int, names: Names, containers: Containers
) -> int:
    """Write the value of some JSON text in UTF-8; return where it ended, or REFUSED.

    Refused is what is no JSON, more than Spark takes or there is room for, or odd in another way:
    Spark's own code has to look. Up to 7 bytes after the text are read, and do not matter.
    """
    begin_document(names)
    begin = start = at
    depth = first = member = 0
    is_object = False
    while True:
        pos = blanks_end(text, pos, end)
        byte = byte_at(text, pos, end)
        is_new = byte in (_OPEN, _OPEN_OBJECT)
        if is_new:
            if depth == MAX_DEPTH:
                return REFUSED
            containers.start[depth] = start
            containers.first[depth] = first
            containers.is_object[depth] = is_object
            depth += 1
            start, first, is_object = at, member, byte == _OPEN_OBJECT
            pos += 1
        else:
            pos, at = write_scalar(out, at, text, pos, end)
            if pos < 0:
                return REFUSED
        while depth > 0:
            pos = blanks_end(text, pos, end)
            byte = byte_at(text, pos, end)
            if byte != (_CLOSE_OBJECT if is_object else _CLOSE):
                break
            at = _close(out, start, at, names, containers, first, member, is_object)
            if at < 0:
                return REFUSED
            member = first
            depth -= 1
            start, first = containers.start[depth], containers.first[depth]
            is_object = containers.is_object[depth]
            is_new = False
            pos += 1
        if depth == 0:
            is_whole = blanks_end(text, pos, end) == end
            return at if is_whole and at - begin <= MAX_SIZE - _HEADROOM else REFUSED
        if not is_new:
            if byte != _COMMA:
                return REFUSED
            pos = blanks_end(text, pos + 1, end)
        if member == MAX_MEMBERS:
            return REFUSED
        containers.ofs[member] = at - start
        if is_object:
            if byte_at(text, pos, end) != QUOTE:
                return REFUSED
            pos, name = read_name(names, text, pos + 1, end)
            if pos < 0:
                return REFUSED
            containers.name[member] = name
            pos = blanks_end(text, pos, end)
            if byte_at(text, pos, end) != _COLON:
                return REFUSED
            pos += 1
        member += 1


@shared
def write_metadata(out: Any, at: int, names: Names) -> int:
    """Write the names of the document that was written last; return where they ended."""
    count = num_names(names)
    length = 0
    for number in range(count):
        length += names.length[names.numbered[number]]
    width = _width(max(length, count))
    store8(out, at, _VERSION | width - 1 << 6 | count << 8)
    at += 1 + width
    offset = 0
    for number in range(count):
        store8(out, at, offset)
        at += width
        offset += names.length[names.numbered[number]]
    store8(out, at, length)
    at += width
    for number in range(count):
        name = names.numbered[number]
        copy(out, at, names.text, names.ofs[name], names.length[name])
        at += names.length[name]
    return at
