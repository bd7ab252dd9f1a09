"""Takes events out of logs in InnoDB pages: what the loops of `io.paged` do, compiled.

What these kernels do not know, and all that is damaged, is left to those loops.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.innodb_binlog_page import InnodbBinlogPage
from binlog_kaitai.generated.kernels.innodb_binlog_page import read_chunk, read_page_end
from binlog_kaitai.generated.kernels.innodb_binlog_record import (
    OobDataRecord,
    read_commit_record,
    read_oob_data_record,
)
from binlog_kaitai.io.paged import Node, PagedFile, Place
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import PADDING, copy_exactly

WINDOW = 2**20  # bytes of pages whose transactions are taken out at once
# bytes of pages that are read before a node, where what is below it lies, and from it on
BEFORE, BEHIND = 2**20, 2**16
NUM_WINDOWS = 8  # that are kept for nodes

NO_PAGES = np.empty(0, np.uint8)

COMMIT = int(InnodbBinlogPage.RecordType.commit)
OOB_DATA = int(InnodbBinlogPage.RecordType.oob_data)
EMPTY = int(InnodbBinlogPage.RecordType.empty)


class Stop(IntEnum):
    """Why a kernel stops: at a record that it was to take, does not know, or at the log's end."""

    TAKEN = 0
    TORN = 1
    CARE = 2
    END = 3


TAKEN, TORN, CARE, END = map(int, Stop)


class Cut(NamedTuple):
    """What was copied, `length` bytes, and where it stopped: at a chunk, or a page."""

    at: int
    length: int
    stop: int


@kernel
def cut_pages(pages: Any, size: int, len_page: int, at: int, is_node: bool, out: Any) -> Cut:
    """Copy the events of transactions to an array.

    Args:
        pages: uint8, whole pages, `size` bytes of them.
        size: as above.
        len_page: bytes of a page.
        at: where a chunk begins, or of a node, is said to begin.
        is_node: to copy one record with events of a transaction, whole, and nothing else.
        out: uint8, room for `size` bytes.

    Returns:
        What was copied. Transactions of which a part was written earlier need care.
    """
    page = at // len_page * len_page
    before = page
    while is_node and before < at:
        chunk = read_chunk(pages, page, before, page + len_page, before - page)
        if chunk.pos < 0 or chunk.pos > at or chunk.ends_page:
            return Cut(at, 0, CARE)
        before = chunk.pos
    first_at, first_type = -1, EMPTY
    length = length_before = 0
    while page < size:
        page_end = page + len_page
        chunk = read_chunk(pages, page, at, page_end, at - page)
        if chunk.pos < 0:
            return Cut(at if first_at < 0 else first_at, length_before, CARE)
        if not chunk.has_data:
            if chunk.type == EMPTY:
                if first_at < 0:
                    return Cut(at, length, END)
                return Cut(first_at, length_before, CARE)
        elif chunk.pos > page + read_page_end(pages, page, page, page_end).len_covered:
            return Cut(at if first_at < 0 else first_at, length_before, CARE)
        else:
            ofs, is_taken = chunk.data_ofs, chunk.type == first_type
            if first_at < 0:
                is_taken = not chunk.is_continuation
                if is_taken:
                    first_at, first_type, length_before = at, chunk.type, length
                    if is_node:
                        if chunk.type != OOB_DATA:
                            return Cut(at, 0, CARE)
                    elif chunk.type == COMMIT:
                        record = read_commit_record(pages, ofs, ofs, chunk.pos)
                        if record.pos < 0 or record.oob_data_num_nodes_value != 0:
                            return Cut(at, length, CARE)
                        ofs = record.events_ofs
                elif is_node:
                    return Cut(at, 0, CARE)
            elif not (chunk.is_continuation if is_taken else chunk.may_interrupt):
                return Cut(first_at, length_before, CARE)
            if is_taken:
                if is_node or chunk.type == COMMIT:
                    copy_exactly(out, length, pages, ofs, chunk.pos - ofs)
                    length += chunk.pos - ofs
                if chunk.is_last:
                    first_at, first_type = -1, EMPTY
        at = chunk.pos
        if chunk.ends_page:
            at = page = page_end
        if is_node and first_at < 0:
            return Cut(at, length, TAKEN)
    if first_at < 0:
        return Cut(at, length, TORN)
    return Cut(first_at, length_before, TORN)


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
def read_node(data: Any, length: int) -> OobDataRecord:
    """Read a record with events of a transaction."""
    return read_oob_data_record(data, 0, 0, length)


class _Window(NamedTuple):
    """Pages of a file, from a byte offset on; `size` bytes are sound."""

    file: PagedFile
    first: int
    size: int
    pages: Any

    @property
    def end(self) -> int:
        return self.first + self.size


class PageCutter:
    """Takes events out of the pages of files, for one reader."""

    def __init__(self) -> None:
        self._pages = self._out = NO_PAGES
        self._windows: list[_Window] = []
        self._num_sound: tuple[PagedFile | None, int] = None, 0  # pages from a file's start on

    def events(self, file: PagedFile, at: int) -> Generator[Iterator[memoryview], None, int | None]:
        """Yield the events of transactions whose records begin at a byte offset or behind it.

        Each piece is good until the next. Returns the offset of a record that the specs are needed
        for, None if the log ends.
        """
        while True:
            window = self._window(file, at, WINDOW, self._pages)
            self._pages = window.pages
            if window.first <= self._end_of_sound(file):
                self._num_sound = file, window.end // file.len_page
            cut = self._cut(window, at, is_node=False)
            if cut.length:
                yield iter([self._out[: cut.length].data])
            if cut.stop == END:
                return None
            is_done = cut.stop == CARE or window.first + cut.at == at
            at = window.first + cut.at
            if is_done:
                return at

    def node(self, file: PagedFile, at: int) -> Node | None:
        """Return the node whose record begins at a byte offset, None if the specs are needed."""
        for window in reversed(self._windows):
            if window.file is file and window.first <= at < window.end:
                cut = self._cut(window, at, is_node=True)
                if cut.stop == TAKEN:
                    return self._node(cut)
        for first, size in ((max(at - BEFORE, 0), BEFORE + BEHIND), (at, WINDOW)):
            oldest = self._windows.pop(0).pages if len(self._windows) == NUM_WINDOWS else NO_PAGES
            window = self._window(file, first, size, oldest)
            self._windows.append(window)
            cut = self._cut(window, at, is_node=True)
            if cut.stop == TAKEN:
                return self._node(cut)
        return None

    def _node(self, cut: Cut) -> Node | None:
        read = read_node(self._out, cut.length)
        left = Place(read.left_file_no_value, read.left_offset_value)
        right = Place(read.right_file_no_value, read.right_offset_value)
        if min(read.pos, read.index_value, *left, *right) < 0:  # also of 64 bits, here signed
            return None
        return Node(
            read.index_value,
            None if read.is_leaf else left,
            None if read.right_is_none else right,
            self._out[read.events_ofs : cut.length].tobytes(),
        )

    def _cut(self, window: _Window, at: int, *, is_node: bool) -> Cut:
        if len(self._out) < window.size + PADDING:
            self._out = np.empty(window.size + PADDING, np.uint8)
        at -= window.first
        if not 0 <= at < window.size:
            return Cut(at, 0, TORN)
        return cut_pages(window.pages, window.size, window.file.len_page, at, is_node, self._out)

    def _end_of_sound(self, file: PagedFile) -> int:
        """Return up to where in a file all pages were found to be sound."""
        known, count = self._num_sound
        return file.len_page * (count if known is file else 1)

    def _window(self, file: PagedFile, at: int, size: int, pages: Any) -> _Window:
        """Read pages from that of a byte offset on, up to one that is damaged."""
        import google_crc32c  # noqa: PLC0415 - of an extra; the file's header was checked by it

        len_page = file.len_page
        first = min(max(at // len_page, 1), max(file.num_pages, 1))
        num_pages = max(0, min(max(size // len_page, 1), file.num_pages - first))
        if len(pages) < num_pages * len_page + PADDING:
            pages = np.empty(num_pages * len_page + PADDING, np.uint8)
        read = file.read_into(first * len_page, pages[: num_pages * len_page].data)
        num_sound = self._end_of_sound(file) // len_page
        skipped = min(max(num_sound - first, 0), read // len_page)
        checksums = np.empty(read // len_page, np.uint32)
        len_covered = read_checksums(pages, len_page, checksums)
        for number, checksum in enumerate(checksums[skipped:].tolist(), skipped):
            start = number * len_page
            covered = pages[start : start + len_covered]
            if google_crc32c.value(covered) != checksum and covered.any():
                return _Window(file, first * len_page, start, pages)
        return _Window(file, first * len_page, len(checksums) * len_page, pages)
