"""Reads logs that MariaDB stores in InnoDB pages: what is read is a log as other servers write it.

Format: `InnodbBinlog`, `InnodbBinlogPage` and `InnodbBinlogRecord` of ksy/innodb_binlog.ksy,
ksy/innodb_binlog_page.ksy and ksy/innodb_binlog_record.ksy.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.extras import from_extras
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.innodb_binlog import InnodbBinlog
from binlog_kaitai.generated.innodb_binlog_page import InnodbBinlogPage
from binlog_kaitai.generated.innodb_binlog_record import InnodbBinlogRecord
from binlog_kaitai.io.paths import sibling
from binlog_kaitai.io.streams import read_into

Type: TypeAlias = InnodbBinlogRecord.RecordType

KEPT_PAGES = 8  # of each file: records of one transaction lie near each other
MAX_DEPTH = 4096  # of nodes on the way to one; 64 trees of 64 levels hold any number


class Place(NamedTuple):
    """Where a chunk begins: the number of the file, and the byte offset in it."""

    file_no: int
    offset: int


@dataclass(frozen=True)
class Record:
    """A record, where its first chunk begins, and where to go on behind its last one.

    It is not whole where the log ends inside it.
    """

    place: Place
    type: Type
    data: bytes
    is_whole: bool
    end: Place


class Node(NamedTuple):
    """A part of a transaction's events, by its number in the tree, and the places of its children.

    A leaf has no left child; its right one is the root of the tree before it, if there is one.
    """

    number: int
    left: Place | None
    right: Place | None
    events: bytes


class PagedFile:
    """A file of pages. Raises BinlogError where its header is damaged."""

    def __init__(self, file: str, stream: BinaryIO) -> None:
        self.file = file
        self.stream = stream
        self._kept: dict[int, Any] = {}
        stream.seek(0)
        try:
            layout: Any = InnodbBinlog(KaitaiStream(stream))
            self.plain_start: bytes = layout.plain_start
            self.is_unused: bool = layout.is_unused
            if self.is_unused:
                return
            self.number: int = layout.header.file_no
            self.len_page: int = layout.len_page
        except (EOFError, KaitaiStructError) as error:
            expected = "the header of a log in InnoDB pages, version 1"
            actual = getattr(error, "actual", "the end of the file")
            raise BinlogError(file, 0, expected, f"{actual} in it") from error
        self._check(0, layout.header.covered, layout.header.crc32c)
        self.num_pages, self.len_rest = divmod(stream.seek(0, 2), self.len_page)

    def page(self, number: int) -> Any:
        """Return the `InnodbBinlogPage` of a number. Raises BinlogError where it is damaged."""
        page = self._kept.get(number)
        if page is None:
            try:
                page = self._read_page(number)
            except BinlogError:
                self.stream.seek(0, 2)  # which empties its buffer
                page = self._read_page(number)  # the server may have been writing the page
            if len(self._kept) == KEPT_PAGES:
                del self._kept[next(iter(self._kept))]
            self._kept[number] = page
        return page

    def first_empty_page(self) -> int:
        """Return the number of the page that the server fills next, or of pages if all are full.

        Raises BinlogError where a page on the way is damaged.
        """

        def is_empty(number: int) -> bool:
            return bool(self.page(number).chunks[0].type == Type.empty)

        last = self.num_pages - 1
        if last < 1 or not is_empty(last):
            return int(self.num_pages)  # as of all files but the one in use
        return bisect_left(range(self.num_pages), True, 1, key=is_empty)

    def _read_page(self, number: int) -> Any:
        position = number * self.len_page
        self.stream.seek(position)
        data = self.stream.read(self.len_page)
        try:
            page = InnodbBinlogPage(KaitaiStream(BytesIO(data)))
        except (EOFError, ValueError) as error:  # a chunk that is too long
            raise BinlogError(self.file, position, "a page of chunks", "another") from error
        self._check(position, page.page_end.covered, page.page_end.crc32c)
        return page

    def read_into(self, position: int, target: memoryview) -> int:
        """Fill as much of a buffer as there are bytes from a position on; return how many."""
        self.stream.seek(position)
        return read_into(self.stream, target)

    def _check(self, position: int, covered: bytes, checksum: int) -> None:
        with from_extras():
            import google_crc32c  # noqa: PLC0415 - of an extra
        if checksum != google_crc32c.value(covered) and any(covered):
            expected = f"the CRC-32C {google_crc32c.value(covered):08x} of the page"
            raise BinlogError(self.file, position, expected, f"{checksum:08x}")


class PagedLog:
    """The events of one file, behind a FORMAT_DESCRIPTION. They are read from its start on.

    Those belong to it of which the commit record begins in it. The record may end in the next file,
    and refer to earlier ones; `open_file` opens these, by their paths, and `opened` closes them.
    Raises BinlogError where a page is damaged, or a file is missing.
    """

    def __init__(self, file: str, stream: BinaryIO, open_file: Callable[[str], BinaryIO]) -> None:
        self.own = PagedFile(file, stream)
        self.opened = ExitStack()
        self._open_file = open_file
        self._files: dict[int, PagedFile | None] = {}
        if not self.own.is_unused:
            self._files[self.own.number] = self.own

    def pieces(self) -> Generator[bytes, None, None]:
        """Yield the log, from its start on."""
        with self.opened:
            yield self.own.plain_start
            if self.own.is_unused:
                return
            for record in self._records(Place(self.own.number, self.own.len_page)):
                if record.place.file_no != self.own.number:
                    return
                yield from self.events_of(record)
                if record.end.file_no != self.own.number:
                    return

    def read(self, size: int) -> bytes:
        """Return the first `size` bytes, or what there is."""
        data = bytearray()
        with closing(self.pieces()) as pieces:
            while len(data) < size and (piece := next(pieces, None)) is not None:
                data += piece
        return bytes(data[:size])

    def record(self, place: Place) -> Record | None:
        """Return the first record that begins at a place or behind it; None if the log ends."""
        return next(self._records(place), None)

    def events_of(self, record: Record) -> Iterator[bytes]:
        """Yield the events of a transaction, in pieces, none of a record that is no commit."""
        if record.type != Type.commit:
            return
        if not record.is_whole:
            yield self._torn(record)
            return
        commit = self._body(record)
        yield commit.events.data
        references = [commit.oob_data]
        if commit.oob_data.num_nodes.value:
            references.append(commit.more_oob_data)
        for reference in references:
            if reference.num_nodes.value:
                yield from self._nodes(record.place, reference)

    def _torn(self, record: Record) -> bytes:
        """Return the events in a part of a record, and a byte for the next one if all are whole."""
        try:
            events: bytes = self._body(record).events.data
        except BinlogError:
            return b"\0"
        stream, position = KaitaiStream(BytesIO(events)), 0
        with suppress(EOFError, KaitaiStructError):
            while position < len(events):
                position += BinlogEventHeader(4, False, stream).len_event
                stream.seek(position)
        return events + b"\0" if position == len(events) else events

    def _nodes(self, commit: Place, reference: Any) -> Iterator[bytes]:
        """Yield the events in each node of the trees that a commit record refers to, in order."""
        count = 0
        # of each node on the way: whether only left children and roots led to it, and what is to be
        # visited before it
        way: list[tuple[Place, Node, bool, list[tuple[Place, bool]]]] = []
        place, is_leftmost = _place(reference.last_node), True
        while True:
            node = self.node(place, commit)
            way.append((place, node, is_leftmost, _before(node, is_leftmost)))
            if len(way) > MAX_DEPTH:
                raise self._error(place, "a node of a tree", "one that leads to itself")
            while way and not way[-1][3]:
                place, node, *_ = way.pop()
                if node.number != count:
                    raise self._error(place, f"the node {count} of a transaction", f"{node.number}")
                count += 1
                yield node.events
            if not way:
                break
            place, is_leftmost = way[-1][3].pop(0)
        if count != reference.num_nodes.value:
            raise self._error(commit, f"{reference.num_nodes.value} nodes of events", f"{count}")

    def node(self, place: Place, commit: Place) -> Node:
        """Return the node at a place, of the transaction whose commit record is at another."""
        file = self.file(place.file_no)
        if file is None or file.is_unused:
            expected = f"{_path(self.own.file, place.file_no)} with events of a transaction"
            raise self._error(commit, expected, "no such file")
        record = self.record(place)
        if record is None or record.place != place or record.type != Type.oob_data:
            raise self._error(place, "a record of a transaction's events", "another")
        if not record.is_whole:
            raise self._error(place, "a record of a transaction's events", "the end of the log")
        body = self._body(record)
        left, right = (None if one.is_none else _place(one) for one in (body.left, body.right))
        return Node(body.index.value, left, right, body.events)

    def _body(self, record: Record) -> Any:
        try:
            read: Any = InnodbBinlogRecord(record.type, KaitaiStream(BytesIO(record.data)))
        except EOFError as error:
            expected = f"the fields of a {record.type.name} record"
            raise self._error(record.place, expected, "the end of the record") from error
        return read.body

    def _records(self, start: Place) -> Iterator[Record]:
        """Yield the records that begin at a place or behind it, up to the end of the log."""
        first: tuple[Place, Type] | None = None
        parts: list[bytes] = []
        end = start
        for place, end, part in self._chunks(start):
            if part is None:
                first, parts = first or (place, Type.commit), parts or [b"\0"]
                break
            if first is None:
                if part.is_continuation:
                    continue  # of what began before
                first = place, part.type
            elif part.type != first[1]:
                if part.may_interrupt:
                    continue
                raise self._error(place, f"the rest of {_a_record(first[1])}", _a_record(part.type))
            elif not part.is_continuation:
                raise self._error(place, f"the rest of {_a_record(first[1])}", "another record")
            parts.append(part.data)
            if part.is_last:
                yield Record(*first, b"".join(parts), is_whole=True, end=end)
                first, parts = None, []
        if first is not None:
            yield Record(*first, b"".join(parts), is_whole=False, end=end)

    def _chunks(self, start: Place) -> Iterator[tuple[Place, Place, Any]]:
        """Yield the chunks at a place and behind it, also of the next files, and where they end.

        None stands for the chunks in a part of a page, where a file was cut off.
        """
        file_no, offset = start
        while (file := self.file(file_no)) is not None and not file.is_unused:
            first = offset // file.len_page
            for number in range(max(first, 1), file.num_pages):
                position = number * file.len_page
                for part in file.page(number).chunks:
                    if position + part.offset < offset:
                        continue
                    if part.type == Type.empty:
                        return
                    if part.has_data:
                        end = position + (file.len_page if part.ends_page else part.ofs_next)
                        yield Place(file_no, position + part.offset), Place(file_no, end), part
            if file.len_rest:
                cut = Place(file_no, file.num_pages * file.len_page)
                yield cut, cut, None
                return
            file_no, offset = file_no + 1, 0

    def file(self, number: int) -> PagedFile | None:
        """Return a file, or None if it is missing."""
        if number not in self._files:
            path = _path(self.own.file, number)
            try:
                stream = self.opened.enter_context(self._open_file(path))
            except FileNotFoundError:
                file = None
            else:
                file = PagedFile(path, stream)
                if not file.is_unused and file.number != number:
                    raise BinlogError(path, 0, f"the file {number}", f"{file.number}")
            self._files[number] = file
        return self._files[number]

    def _error(self, place: Place, expected: str, found: str) -> BinlogError:
        file = self._files[place.file_no]
        return BinlogError(file.file if file else self.own.file, place.offset, expected, found)


def _before(node: Node, is_leftmost: bool) -> list[tuple[Place, bool]]:
    """Return what to visit before a node, and whether only left children and roots lead there."""
    if node.left is not None:
        children = [(node.left, is_leftmost), (node.right, False)]
    else:
        children = [(node.right, True)] if is_leftmost else []
    return [(place, leads) for place, leads in children if place is not None]


def _a_record(record_type: Type | int) -> str:
    return f"a {getattr(record_type, 'name', record_type)} record"


def _place(place: Any) -> Place:
    return Place(place.file_no.value, place.offset.value)


def _path(file: str, number: int) -> str:
    """Return the path of another file of the same server."""
    return sibling(file, f"binlog-{number:06}.ibb")
