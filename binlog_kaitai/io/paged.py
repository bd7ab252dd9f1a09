"""Reads logs that MariaDB stores in InnoDB pages: what is read is a log as other servers write it.

Format: `InnodbBinlog`, `InnodbBinlogPage` and `InnodbBinlogRecord` of ksy/innodb_binlog.ksy,
ksy/innodb_binlog_page.ksy and ksy/innodb_binlog_record.ksy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.extras import from_extras
from binlog_kaitai.generated.innodb_binlog import InnodbBinlog
from binlog_kaitai.generated.innodb_binlog_page import InnodbBinlogPage
from binlog_kaitai.generated.innodb_binlog_record import InnodbBinlogRecord
from binlog_kaitai.io.paths import sibling

Type: TypeAlias = InnodbBinlogPage.RecordType

KEPT_PAGES = 8  # of each file: records of one transaction lie near each other
MAX_DEPTH = 4096  # of nodes on the way to one; 64 trees of 64 levels hold any number


class Place(NamedTuple):
    """Where a chunk begins: the number of the file, and the byte offset in it."""

    file_no: int
    offset: int


@dataclass(frozen=True)
class Record:
    """A record, and where its first chunk begins. It is not whole where the log ends inside it."""

    place: Place
    type: Type
    data: bytes
    is_whole: bool


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
        self._check(0, layout.header)
        self.num_pages = stream.seek(0, 2) // self.len_page

    def page(self, number: int) -> Any:
        """Return the `InnodbBinlogPage` of a number. Raises BinlogError where it is damaged."""
        page = self._kept.get(number)
        if page is None:
            position = number * self.len_page
            self.stream.seek(position)
            data = self.stream.read(self.len_page)
            try:
                page = InnodbBinlogPage(KaitaiStream(BytesIO(data)))
            except (EOFError, ValueError) as error:  # a chunk that is too long
                raise BinlogError(self.file, position, "a page of chunks", "another") from error
            self._check(position, page)
            if len(self._kept) == KEPT_PAGES:
                del self._kept[next(iter(self._kept))]
            self._kept[number] = page
        return page

    def _check(self, position: int, checked: Any) -> None:
        with from_extras():
            import google_crc32c  # noqa: PLC0415 - of an extra
        covered = checked.covered
        if checked.crc32c != google_crc32c.value(covered) and any(covered):
            expected = f"the CRC-32C {google_crc32c.value(covered):08x} of the page"
            raise BinlogError(self.file, position, expected, f"{checked.crc32c:08x}")


class PagedLog:
    """The events of one file, behind a FORMAT_DESCRIPTION. They are read from its start on.

    Those belong to it of which the commit record begins in it. The record may end in the next file,
    and refer to earlier ones; `open_file` opens these, by their paths. Raises BinlogError where a
    page is damaged, or a file is missing.
    """

    def __init__(self, file: str, stream: BinaryIO, open_file: Callable[[str], BinaryIO]) -> None:
        self._own = PagedFile(file, stream)
        self._files: dict[int, PagedFile | None] = {}
        self._open_file = open_file
        self._opened = ExitStack()
        self._pieces = chain([self._own.plain_start], self._events())
        self._rest = b""

    def read(self, size: int) -> bytes:
        """Read `size` bytes, or what is left."""
        read = [self._rest]
        missing = size - len(self._rest)
        while missing > 0 and (piece := next(self._pieces, None)) is not None:
            read.append(piece)
            missing -= len(piece)
        data = b"".join(read)
        self._rest = data[size:]
        if not self._rest and missing > 0:
            self._opened.close()
        return data[:size]

    def _events(self) -> Iterator[bytes]:
        """Yield the events of each transaction, in pieces."""
        if self._own.is_unused:
            return
        self._files[self._own.number] = self._own
        for record in self._records(Place(self._own.number, self._own.len_page)):
            if record.place.file_no != self._own.number:
                return
            if record.type != Type.commit:
                continue
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
        """Return the events in a part of a record, or a byte for an event that is not there."""
        try:
            return self._body(record).events.data or record.data[:1]
        except BinlogError:
            return record.data[:1]

    def _nodes(self, commit: Place, reference: Any) -> Iterator[bytes]:
        """Yield the events in each node of the trees that a commit record refers to, in order."""
        count = 0
        # of each node on the way: its body, whether only left children and roots led to it, and
        # what is to be visited before it
        way: list[tuple[Place, Any, bool, list[tuple[Place, bool]]]] = []
        place, is_leftmost = _place(reference.last_node), True
        while True:
            body = self._node(commit, place)
            way.append((place, body, is_leftmost, _before(body, is_leftmost)))
            if len(way) > MAX_DEPTH:
                raise self._error(place, "a node of a tree", "one that leads to itself")
            while way and not way[-1][3]:
                place, body, *_ = way.pop()
                if body.index.value != count:
                    raise self._error(
                        place, f"the node {count} of a transaction", f"{body.index.value}"
                    )
                count += 1
                yield body.events
            if not way:
                break
            place, is_leftmost = way[-1][3].pop(0)
        if count != reference.num_nodes.value:
            raise self._error(commit, f"{reference.num_nodes.value} nodes of events", f"{count}")

    def _node(self, commit: Place, place: Place) -> Any:
        file = self._file(place.file_no)
        if file is None or file.is_unused:
            expected = f"{_path(self._own.file, place.file_no)} with events of a transaction"
            raise self._error(commit, expected, "no such file")
        record = next(self._records(place), None)
        if record is None or record.place != place or record.type != Type.oob_data:
            raise self._error(place, "a record of a transaction's events", "another")
        if not record.is_whole:
            raise self._error(place, "a record of a transaction's events", "the end of the log")
        return self._body(record)

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
        for place, part in self._chunks(start):
            if first is None:
                if part.is_continuation:
                    continue  # of what began before
                first = place, part.type
            elif part.type != first[1]:
                if part.may_interrupt:
                    continue
                raise self._error(place, f"the rest of a {first[1].name} record", part.type.name)
            elif not part.is_continuation:
                raise self._error(place, f"the rest of a {first[1].name} record", "another record")
            parts.append(part.data)
            if part.is_last:
                yield Record(*first, b"".join(parts), is_whole=True)
                first, parts = None, []
        if first is not None:
            yield Record(*first, b"".join(parts), is_whole=False)

    def _chunks(self, start: Place) -> Iterator[tuple[Place, Any]]:
        """Yield the chunks at a place and behind it, also of the next files."""
        file_no, offset = start
        while (file := self._file(file_no)) is not None and not file.is_unused:
            first = offset // file.len_page
            for number in range(max(first, 1), file.num_pages):
                position = number * file.len_page
                for part in file.page(number).chunks:
                    if position + part.offset < offset:
                        continue
                    if part.type == Type.empty:
                        return
                    if part.has_data:
                        yield Place(file_no, position + part.offset), part
            file_no, offset = file_no + 1, 0

    def _file(self, number: int) -> PagedFile | None:
        """Return a file, or None if it is missing."""
        if number not in self._files:
            path = _path(self._own.file, number)
            try:
                stream = self._opened.enter_context(self._open_file(path))
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
        return BinlogError(file.file if file else self._own.file, place.offset, expected, found)


def _before(node: Any, is_leftmost: bool) -> list[tuple[Place, bool]]:
    """Return what to visit before a node, and whether only left children and roots lead there."""
    if not node.is_leaf:
        return [(_place(node.left), is_leftmost), (_place(node.right), False)]
    return [(_place(node.right), True)] if is_leftmost and not node.right.is_none else []


def _place(place: Any) -> Place:
    return Place(place.file_no.value, place.offset.value)


def _path(file: str, number: int) -> str:
    """Return the path of another file of the same server."""
    return sibling(file, f"binlog-{number:06}.ibb")
