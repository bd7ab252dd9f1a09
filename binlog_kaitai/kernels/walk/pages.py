"""Cuts events out of pages of InnoDB: what the loops of `io.paged` do, compiled.

What these kernels do not know, and all that is damaged, is left to those loops.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.innodb_binlog_record import InnodbBinlogRecord
from binlog_kaitai.generated.kernels.binlog_event_header import read_binlog_event_header
from binlog_kaitai.generated.kernels.innodb_binlog_page import read_chunk, read_page_end
from binlog_kaitai.generated.kernels.innodb_binlog_record import (
    CommitRecord,
    read_commit_record,
    read_oob_data_record,
)
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy_exactly
from binlog_kaitai.kernels.seek.header_scan import concerns_rows

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
        for name in (
            *("number", "place", "end", "left", "right", "len_head", "len_events"),
            *("ends", "passed"),
        )
    ]
)
"""A record with a part of a transaction's events: its number among them, where it begins and ends,
its children's places, its bytes before the events, and those of the events. Its number is `NOWHERE`
where kernels could not read it.

Of the transaction's events in nodes: where the node's end, and where the first event begins that
does more than concern rows, or was not gone over; `NOWHERE` if that is not known.
"""

VERSION = 4  # of events in pages


class Stop(IntEnum):
    """Why a kernel stops: at a record that it was to take, does not know, or at the log's end."""

    TAKEN = 0
    TORN = 1
    CARE = 2
    END = 3


TAKEN, TORN, CARE, END = map(int, Stop)


class Window(NamedTuple):
    """Whole pages of a file: uint8, of which `size` bytes are pages, and the first one's place."""

    bytes: Any
    size: int
    len_page: int
    place: int


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
def cut_pages(window: Window, at: int, out: Any, nodes: Any, known: Any) -> Cut:
    """Copy the events of transactions that lie in commit records, and note the nodes of others.

    Args:
        window: the pages.
        at: where a chunk begins in them.
        out: uint8, room for `size` bytes and `2 * LONGEST_HEAD` more.
        nodes: `NODE`, those that are noted.
        known: `NODE`, those before.

    Returns:
        What was copied. Transactions of which a part was written earlier need care, and records
        that do not end in these pages are torn.
    """
    pages, size, len_page, base = window
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
                        head = out[length : length + LONGEST_HEAD]
                        follow_rows(window, nodes, num_nodes, known, head)
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
def cut_one(window: Window, at: int, wanted: int, skipped: int, most: int, out: Any) -> Cut:
    """Copy a record behind so many of its bytes, `most` of them; it fits in, or is not taken."""
    pages, size, len_page, _ = window
    page = at // len_page * len_page
    before = page
    while before < at:
        chunk = read_chunk(pages, page, before, page + len_page, before - page)
        if chunk.pos < 0 or chunk.pos > at or chunk.ends_page:
            return Cut(at, 0, 0, CARE)
        before = chunk.pos
    length, is_first = 0, True
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
                count = min(chunk.data_len - dropped, most - length)
                if length + count > len(out):
                    return Cut(at, 0, 0, CARE)
                copy_exactly(out, length, pages, chunk.data_ofs + dropped, count)
                length += count
                if chunk.is_last or length == most:
                    end = page_end if chunk.ends_page else chunk.pos
                    return Cut(end, length, 0, TAKEN)
            elif is_first or not chunk.may_interrupt:
                return Cut(at, 0, 0, CARE)
        at = chunk.pos
        if chunk.ends_page:
            at = page = page_end
    return Cut(at, 0, 0, TORN)


@kernel
def cut_commit(window: Window, at: int, out: Any) -> Cut:
    """Copy a commit record that begins at a byte of some pages."""
    return cut_one(window, at, COMMIT, 0, window.size, out)


@inlined
def cut_node(window: Window, node: Any, skipped: int, most: int, out: Any) -> int:
    """Copy so much of the events of a node; return how much, -1 where the pages have another."""
    at = node.place - window.place
    if not 0 <= at < window.size:
        return -1
    cut = cut_one(window, at, OOB_DATA, node.len_head + skipped, most, out)
    return cut.length if cut.stop == TAKEN else -1


@kernel
def cut_nodes(window: Window, nodes: Any, out: Any) -> int:
    """Copy the events of nodes, one behind the other.

    Args:
        window: pages in which all of them lie.
        nodes: `NODE`.
        out: uint8, room for their events.

    Returns:
        How many bytes were copied; -1 where the pages hold other nodes.
    """
    length = 0
    for number in range(len(nodes)):
        node = nodes[number]
        if cut_node(window, node, 0, window.size, out[length:]) != node.len_events:
            return -1
        length += node.len_events
    return length


@inlined
def follow_rows(window: Window, nodes: Any, number: int, known: Any, head: Any) -> None:
    """Note of a node how far its transaction's events only concern rows, from its first node on.

    They are gone over by their headers, behind those that were gone over at the node before, which
    is another of `nodes`, or one of those that are known.
    """
    node = nodes[number]
    before, found = node, -1
    if node.number > 0:
        found = index_of(nodes[:number], node.right)
        if found >= 0:
            before = nodes[found]
        else:
            found = index_of(known, node.right)
            if found >= 0:
                before = known[found]
        if found < 0 or before.ends < 0 or before.number != node.number - 1:
            node.ends = node.passed = NOWHERE
            return
    start = before.ends if found >= 0 else 0
    passed = before.passed if found >= 0 else 0
    node.ends = start + node.len_events
    while passed < node.ends:
        length = 0
        if passed < start:  # the header begins in the node before
            skipped = passed - (start - before.len_events)
            if skipped < 0:
                break
            length = cut_node(window, before, skipped, len(head), head)
            if length != min(start - passed, len(head)):
                break
        count = cut_node(window, node, max(passed - start, 0), len(head) - length, head[length:])
        if count < 0:
            break
        header = read_binlog_event_header(head, 0, 0, length + count, VERSION, False)
        if header.pos < 0 or not concerns_rows(header):
            break
        passed += header.len_event
    node.passed = passed


@kernel
def are_whole(data: Any, length: int) -> bool:
    """Return whether bytes are events to their end, by the headers."""
    pos = 0
    while 0 <= pos < length:
        header = read_binlog_event_header(data, pos, pos, length, VERSION, False)
        pos = pos + header.len_event if header.pos >= 0 else -1
    return pos == length


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
def read_checksums(pages: Any, found: Any) -> int:
    """Note the checksum of each page, uint32; return how many bytes of a page it covers.

    The pages are uint8, a row each.
    """
    len_covered = 0
    for number in range(len(pages)):
        end = read_page_end(pages[number], 0, 0, pages.shape[1])
        found[number], len_covered = end.crc32c, end.len_covered
    return len_covered


@kernel
def read_commit(data: Any, length: int) -> CommitRecord:
    """Read a commit record."""
    return read_commit_record(data, 0, 0, length)
