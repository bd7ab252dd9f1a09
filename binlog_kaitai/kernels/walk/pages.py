"""Cuts events out of pages of InnoDB: what the loops of `io.paged` do, compiled.

What these kernels do not know, and all that is damaged, is left to those loops.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.innodb_binlog_record import InnodbBinlogRecord
from binlog_kaitai.generated.kernels.innodb_binlog_page import read_chunk, read_page_end
from binlog_kaitai.generated.kernels.innodb_binlog_record import (
    CommitRecord,
    read_commit_record,
    read_oob_data_record,
)
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy_exactly

COMMIT = int(InnodbBinlogRecord.RecordType.commit)
OOB_DATA = int(InnodbBinlogRecord.RecordType.oob_data)
EMPTY = int(InnodbBinlogRecord.RecordType.empty)

FILE, NUM_FILES = 2**40, 2**22
"""Bytes between the places of two files, as a place is one number, and how many files can be."""

NOWHERE = -1

LONGEST_HEAD = 64
"""Bytes of a node before its events, and more: five numbers."""

NODE = np.dtype(
    [
        (name, np.int64)
        for name in ("number", "place", "end", "left", "right", "len_head", "len_events")
    ]
)
"""A record with a part of a transaction's events: its number among them, where it begins and ends,
its children's places, its bytes before the events, and those of the events. Its number is `NOWHERE`
where kernels could not read it.
"""


class Stop(IntEnum):
    """Why a kernel stops: at a record that it was to take, does not know, or at the log's end."""

    TAKEN = 0
    TORN = 1
    CARE = 2
    END = 3


TAKEN, TORN, CARE, END = map(int, Stop)


class Cut(NamedTuple):
    """What was copied, `length` bytes, and where it stopped: at a chunk, or a page.

    `num_nodes` were noted.
    """

    at: int
    length: int
    num_nodes: int
    stop: int


@inlined
def place_of(file_no: int, offset: int) -> int:
    """Return a place as a number; that of no record is `NOWHERE`."""
    if file_no == 0 and offset == 0:
        return NOWHERE
    if not (0 <= file_no < NUM_FILES and 0 <= offset < FILE):
        return NOWHERE - 1
    return file_no * FILE + offset


@kernel
def cut_pages(
    pages: Any, size: int, len_page: int, base: int, at: int, out: Any, nodes: Any
) -> Cut:
    """Copy the events of transactions that lie in commit records, and note the nodes of others.

    Args:
        pages: uint8, whole pages, `size` bytes of them.
        size: as above.
        len_page: bytes of a page.
        base: the place of the first of them.
        at: where a chunk begins.
        out: uint8, room for `size` bytes and `2 * LONGEST_HEAD` more.
        nodes: `NODE`, those that are noted.

    Returns:
        What was copied. Transactions of which a part was written earlier need care, and records
        that do not end in these pages are torn.
    """
    page = at // len_page * len_page
    first_at, first_type = -1, EMPTY
    length = length_before = len_record = num_nodes = first_ofs = len_first = 0
    while page < size:
        page_end = page + len_page
        chunk = read_chunk(pages, page, at, page_end, at - page)
        if chunk.pos < 0:
            return Cut(at if first_at < 0 else first_at, length_before, num_nodes, CARE)
        if not chunk.has_data:
            if chunk.type == EMPTY:
                if first_at < 0:
                    return Cut(at, length, num_nodes, END)
                return Cut(first_at, length_before, num_nodes, CARE)
        elif chunk.pos > page + read_page_end(pages, page, page, page_end).len_covered:
            return Cut(at if first_at < 0 else first_at, length_before, num_nodes, CARE)
        else:
            ofs, is_taken = chunk.data_ofs, chunk.type == first_type
            if first_at < 0:
                is_taken = not chunk.is_continuation
                if is_taken:
                    first_at, first_type, length_before, len_record = at, chunk.type, length, 0
                    if chunk.type == COMMIT:
                        record = read_commit_record(pages, ofs, ofs, chunk.pos)
                        if record.pos < 0 or record.oob_data_num_nodes_value != 0:
                            return Cut(at, length, num_nodes, CARE)
                        ofs = record.events_ofs
                    elif chunk.type == OOB_DATA and num_nodes < len(nodes):
                        first_ofs, len_first = ofs, chunk.data_len
                        note_node(nodes[num_nodes], pages, ofs, chunk.pos)
            elif not (chunk.is_continuation if is_taken else chunk.may_interrupt):
                return Cut(first_at, length_before, num_nodes, CARE)
            if is_taken:
                if (
                    chunk.type == OOB_DATA
                    and 0 < len_record == len_first < LONGEST_HEAD
                    and num_nodes < len(nodes)
                ):
                    copy_exactly(out, length, pages, first_ofs, len_record)
                    count = min(chunk.data_len, LONGEST_HEAD)
                    copy_exactly(out, length + len_record, pages, ofs, count)
                    note_node(nodes[num_nodes], out, length, length + len_record + count)
                if chunk.type == COMMIT:
                    copy_exactly(out, length, pages, ofs, chunk.pos - ofs)
                    length += chunk.pos - ofs
                len_record += chunk.data_len
                if chunk.is_last:
                    if chunk.type == OOB_DATA and num_nodes < len(nodes):
                        node = nodes[num_nodes]
                        node.place, node.end = base + first_at, base + chunk.pos
                        node.len_events = len_record - node.len_head
                        num_nodes += 1
                    first_at, first_type = -1, EMPTY
        at = chunk.pos
        if chunk.ends_page:
            at = page = page_end
    if first_at < 0:
        return Cut(at, length, num_nodes, TORN)
    return Cut(first_at, length_before, num_nodes, TORN)


@inlined
def note_node(node: Any, pages: Any, ofs: int, end: int) -> None:
    """Note the fields of a node, of which the first chunk lies in a part of a page."""
    record = read_oob_data_record(pages, ofs, ofs, end)
    if record.pos < 0 or record.index_value < 0:
        node.number = NOWHERE
        node.len_head = 0
        return
    node.number = record.index_value
    node.left = place_of(record.left_file_no_value, record.left_offset_value)
    node.right = place_of(record.right_file_no_value, record.right_offset_value)
    node.len_head = record.events_ofs - ofs


@inlined
def cut_one(
    pages: Any, size: int, len_page: int, at: int, wanted: int, skipped: int, out: Any, out_at: int
) -> Cut:
    """Copy one record, but for so many of its first bytes; it fits in, or is not taken."""
    page = at // len_page * len_page
    before = page
    while before < at:
        chunk = read_chunk(pages, page, before, page + len_page, before - page)
        if chunk.pos < 0 or chunk.pos > at or chunk.ends_page:
            return Cut(at, 0, 0, CARE)
        before = chunk.pos
    length, is_first = out_at, True
    while page < size:
        page_end = page + len_page
        chunk = read_chunk(pages, page, at, page_end, at - page)
        if chunk.pos < 0 or (not chunk.has_data and chunk.type == EMPTY):
            return Cut(at, 0, 0, CARE)
        if chunk.has_data:
            if chunk.pos > page + read_page_end(pages, page, page, page_end).len_covered:
                return Cut(at, 0, 0, CARE)
            if chunk.type == wanted and chunk.is_continuation != is_first:
                is_first = False
                dropped = min(skipped, chunk.data_len)
                skipped -= dropped
                count = chunk.data_len - dropped
                if length + count > len(out):
                    return Cut(at, 0, 0, CARE)
                copy_exactly(out, length, pages, chunk.data_ofs + dropped, count)
                length += count
                if chunk.is_last:
                    end = page_end if chunk.ends_page else chunk.pos
                    return Cut(end, length - out_at, 0, TAKEN)
            elif is_first or not chunk.may_interrupt:
                return Cut(at, 0, 0, CARE)
        at = chunk.pos
        if chunk.ends_page:
            at = page = page_end
    return Cut(at, 0, 0, TORN)


@kernel
def cut_commit(pages: Any, size: int, len_page: int, at: int, out: Any) -> Cut:
    """Copy a commit record, of whole pages as for `cut_pages`."""
    return cut_one(pages, size, len_page, at, COMMIT, 0, out, 0)


@kernel
def cut_nodes(pages: Any, size: int, len_page: int, base: int, nodes: Any, out: Any) -> int:
    """Copy the events of nodes, one behind the other.

    Args:
        pages: uint8, whole pages, `size` bytes of them.
        size: as above.
        len_page: bytes of a page.
        base: the place of the first of them.
        nodes: `NODE`, of which all lie in these pages.
        out: uint8, room for their events.

    Returns:
        How many bytes were copied; -1 where the pages hold other nodes.
    """
    length = 0
    for number in range(len(nodes)):
        node = nodes[number]
        at = node.place - base
        if not 0 <= at < size:
            return -1
        cut = cut_one(pages, size, len_page, at, OOB_DATA, node.len_head, out, length)
        if cut.stop != TAKEN or cut.length != node.len_events:
            return -1
        length += cut.length
    return length


@kernel
def order_nodes(nodes: Any, last: int, order: Any, way: Any) -> int:
    """Find the nodes of the trees that end with one, in the order of their events.

    Args:
        nodes: `NODE`, by their places.
        last: the place of the last one.
        order: int64, the indexes that are found.
        way: int64, rows of 3, one for each node on the way to one: its index, whether only left
            children and roots lead to it, and how many of its children were visited.

    Returns:
        How many there are; -1 where one is missing, or another than it should be.
    """
    depth = count = 0
    place, leads = last, 1
    while True:
        if place != NOWHERE:
            index = index_of(nodes, place)
            if index < 0 or depth == len(way):
                return -1
            way[depth, 0], way[depth, 1], way[depth, 2] = index, leads, 0
            depth += 1
        top = way[depth - 1]
        node, is_leaf, step = nodes[top[0]], nodes[top[0]].left == NOWHERE, top[2]
        top[2] += 1
        place, leads = NOWHERE, 0
        if is_leaf:
            if step == 0 and top[1]:
                place, leads = node.right, 1
        elif step == 0:
            place, leads = node.left, top[1]
        elif step == 1:
            place = node.right
        if place == NOWHERE and (is_leaf or step > 0):
            if node.number != count or count == len(order):
                return -1
            order[count] = top[0]
            count += 1
            depth -= 1
            if not depth:
                return count


@inlined
def index_of(nodes: Any, place: int) -> int:
    """Return the index of the node at a place, -1 if there is none."""
    low, high = 0, len(nodes)
    while low < high:
        middle = (low + high) // 2
        if nodes[middle].place < place:
            low = middle + 1
        else:
            high = middle
    return low if low < len(nodes) and nodes[low].place == place else -1


@kernel
def read_checksums(pages: Any, len_page: int, found: Any) -> int:
    """Note the checksum of each page, uint32; return how many bytes of a page it covers."""
    len_covered = 0
    for number in range(len(found)):
        page = number * len_page
        end = read_page_end(pages, page, page, page + len_page)
        found[number], len_covered = end.crc32c, end.len_covered
    return len_covered


@kernel
def read_commit(data: Any, length: int) -> CommitRecord:
    """Read a commit record."""
    return read_commit_record(data, 0, 0, length)
