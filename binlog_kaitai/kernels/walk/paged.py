"""A log in pages of InnoDB, read at any place: its events are cut out when they are asked for."""

from __future__ import annotations

import weakref
from bisect import bisect_right
from collections.abc import Generator, Iterator
from tempfile import TemporaryFile
from threading import RLock
from typing import Any, BinaryIO, NamedTuple, TypeAlias

import numpy as np

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import open_pages
from binlog_kaitai.io.paged import PagedLog, Place
from binlog_kaitai.io.paths import is_remote
from binlog_kaitai.io.read_ahead import ReadAhead
from binlog_kaitai.io.unpacked import FAR, Content, Unpacked
from binlog_kaitai.io.unpacking import CHUNK
from binlog_kaitai.kernels.walk.page_cuts import NO_NODES, Nodes, PageCutter, place_of
from binlog_kaitai.kernels.walk.pages import NOWHERE, read_commit

MAX_PIECES = 2**12  # of which the places are known; before the first of them all begins anew

TAIL = 2**21  # bytes of pages at a file's end whose transactions are its last ones
NUM_TAILS, LONGEST_TAIL = 8, 2**18  # parts of these, and bytes that one is not long behind


class Transactions(NamedTuple):
    """Transactions in commit records: where these begin in a file, and the bytes of all events."""

    offset: int
    length: int


class Large(NamedTuple):
    """A transaction with events in nodes: those before, the nodes, and where each one's events end.

    `ends` counts bytes from the transaction's first event on.
    """

    head: bytes
    nodes: Any
    ends: Any

    @property
    def length(self) -> int:
        return int(self.ends[-1]) if len(self.ends) else len(self.head)


class Spooled(NamedTuple):
    """Events that only the specs read: where they lie in a temporary file."""

    offset: int
    length: int


Piece: TypeAlias = Transactions | Large | Spooled


class PagedEvents:
    """What `Unpacked` is for the specs: no file is made, and events are cut out at each reading.

    Several streams may read it, in several threads. `first_page` is where the transactions are
    looked for. Raises as `PagedLog` for what is damaged in the first `CHUNK`.
    """

    def __init__(self, log: PagedLog, stored: BinaryIO, first_page: int = 1) -> None:
        self.error: BaseException | None = None
        self._log = log
        self._first_page = first_page
        self._lock = RLock()
        self._cutter = PageCutter(log)
        self._spool: Any = None
        log.opened.enter_context(stored)
        weakref.finalize(self, log.opened.close)
        self._begin()
        self.reaches(CHUNK)
        if self.error is not None:
            raise self.error

    def reaches(self, end: int) -> bool:
        """Look for events up to so many bytes, or to the last ones; say whether there are any."""
        with self._lock:
            while self._mapped < end and not self._is_done:
                self._find_piece()
            return self._mapped >= end

    @property
    def end(self) -> int:
        """How many bytes there are, `FAR` more than any log has if that is not known yet."""
        return self._mapped if self._is_done else FAR

    def size(self) -> int:
        """Look for all events."""
        self.reaches(FAR)
        return self._mapped

    def read_into(self, offset: int, target: memoryview) -> int:
        """Fill as much of a buffer as there is; return how much."""
        filled = 0
        with self._lock:
            while filled < len(target):
                at = offset + filled
                if not self._holds(at):
                    number = self._piece_at(at)
                    if number is None:
                        break
                    count = 0 if self._holds(at) else self._cut(number, at, target[filled:])
                    if count:
                        filled += count
                        continue
                    if not self._holds(at):
                        expected = "the transactions that were there before"
                        raise BinlogError(self._log.own.file, 0, expected, "others")
                held = self._held[at - self._held_from :][: len(target) - filled]
                target[filled : filled + len(held)] = held
                filled += len(held)
        return filled

    def pieces(self) -> Iterator[memoryview]:
        """Yield all, in order. Each piece is good until the next."""
        buffer, offset = memoryview(bytearray(CHUNK)), 0
        while count := self.read_into(offset, buffer):
            yield buffer[:count]
            offset += count
        if self.error is not None:
            raise self.error

    def tails(self) -> list[tuple[bytes, bool]]:
        """Return logs of the last transactions, in order: each log, and whether it is whole.

        One that is not holds the beginning of a single transaction.
        """
        self.reaches(FAR)
        if self.error is not None:
            return []
        tails = []
        for number in range(max(len(self._pieces) - NUM_TAILS, 1), len(self._pieces)):
            piece = self._pieces[number]
            limit = piece.length if isinstance(piece, Transactions) else LONGEST_TAIL
            data = bytearray(min(piece.length, limit))
            self.read_into(self._starts[number], memoryview(data))
            tails.append((self._log.own.plain_start + data, len(data) == piece.length))
        return tails

    # where events are

    def _begin(self) -> None:
        self._pieces: list[Piece] = []
        self._starts: list[int] = []
        self._mapped = 0
        self._is_done = False
        self._hold(0, b"")
        self._cutter.nodes.clear()
        self._finding = self._find()

    def _piece_at(self, offset: int) -> int | None:
        if self._starts and offset < self._starts[0]:
            self._begin()
        self.reaches(offset + 1)
        return bisect_right(self._starts, offset) - 1 if offset < self._mapped else None

    def _find_piece(self) -> None:
        self._hold(0, b"")
        try:
            piece = next(self._finding, None)
        except Exception as error:  # noqa: BLE001 - raised where events are read
            self.error, piece = error, None
        if piece is None:
            self._is_done = True
            return
        if len(self._pieces) == MAX_PIECES:
            del self._pieces[: MAX_PIECES // 2], self._starts[: MAX_PIECES // 2]
        self._pieces.append(piece)
        self._starts.append(self._mapped)
        self._mapped += piece.length

    def _find(self) -> Iterator[Piece]:
        own = self._log.own
        yield Large(own.plain_start, NO_NODES, NO_NODES["end"])
        if own.is_unused:
            return
        nodes = self._cutter.nodes[own.number] = Nodes()
        place: Place | None = Place(own.number, self._first_page * own.len_page)
        while place is not None and place.file_no == own.number:
            step = self._cutter.cut_pages(own, place.offset, nodes)
            if step.length:
                self._hold(self._mapped, self._cutter.out[: step.length].data)
                yield Transactions(place.offset, step.length)
            place = step.place
            if place is not None and step.is_stuck:
                place = yield from self._find_one(place, nodes)

    def _find_one(self, place: Place, nodes: Nodes) -> Generator[Piece, None, Place | None]:
        """Yield the transaction of the next record, if it is one; return where that ends."""
        length, end = self._cutter.cut_commit(self._log.own, place)
        large = self._large(length) if end is not None else None
        if large is not None:
            yield large
            return end
        record = self._log.record(place)
        if record is None or record.place.file_no != place.file_no:
            return None
        nodes += self._cutter.of_record(record)
        if self._spool is None:
            spool = TemporaryFile()  # noqa: SIM115 - closed with the log
            self._spool = self._log.opened.enter_context(spool)
        offset = self._spool.seek(0, 2)
        length = sum(map(self._spool.write, self._log.events_of(record)))
        if length:
            yield Spooled(offset, length)
        return record.end if record.is_whole else None

    def _large(self, length: int) -> Large | None:
        """Return the transaction of the commit record that was cut out; None for the specs."""
        commit = read_commit(self._cutter.out, length)
        if commit.pos < 0:
            return None
        head = self._cutter.out[commit.events_ofs : length].tobytes()
        found = [NO_NODES]
        if commit.oob_data_num_nodes_value:
            found.append(
                self._cutter.tree(
                    commit.oob_data_num_nodes_value,
                    commit.oob_data_first_node_file_no_value,
                    commit.oob_data_last_node_file_no_value,
                    commit.oob_data_last_node_offset_value,
                )
            )
        if commit.more_oob_data_num_nodes_value:
            found.append(
                self._cutter.tree(
                    commit.more_oob_data_num_nodes_value,
                    commit.more_oob_data_first_node_file_no_value,
                    commit.more_oob_data_last_node_file_no_value,
                    commit.more_oob_data_last_node_offset_value,
                )
            )
        if any(nodes is None for nodes in found):
            return None
        nodes = np.concatenate(found)
        return Large(head, nodes, len(head) + np.cumsum(nodes["len_events"]))

    # the events

    def _cut(self, number: int, at: int, target: memoryview) -> int:
        """Cut out what lies at a place: to the target, and return how many bytes, or to be held."""
        piece, start = self._pieces[number], self._starts[number]
        if isinstance(piece, Large):
            return self._cut_large(piece, start, at, target)
        if isinstance(piece, Spooled):
            self._spool.seek(piece.offset + at - start)
            return int(self._spool.readinto(target[: start + piece.length - at]))
        self._cutter.cut_pages(self._log.own, piece.offset, Nodes())
        self._hold(start, self._cutter.out[: piece.length].data)
        return 0

    def _cut_large(self, piece: Large, start: int, at: int, target: memoryview) -> int:
        if at - start < len(piece.head):
            self._hold(start, piece.head)
            return 0
        first = int(piece.ends.searchsorted(at - start, "right"))
        before = start + (int(piece.ends[first - 1]) if first else len(piece.head))
        nodes = piece.nodes[first:]
        if nodes["end"][0] == NOWHERE:
            record = self._log.record(place_of(nodes["place"][0]))
            events = b"" if record is None else record.data[int(nodes["len_head"][0]) :]
            self._hold(before, events)
            return 0
        if at == before and len(target) > self._cutter.len_window:
            return self._cutter.cut_nodes(nodes, np.asarray(target))
        out, _ = self._cutter.room(self._cutter.len_window)
        self._hold(before, out[: self._cutter.cut_nodes(nodes, out)].data)
        return 0

    def _holds(self, at: int) -> bool:
        return 0 <= at - self._held_from < len(self._held)

    def _hold(self, start: int, data: memoryview | bytes) -> None:
        """Keep what lies at a place of the log until something else is cut out."""
        self._held_from, self._held = start, memoryview(data)


def events_of_pages(log: PagedLog, stored: BinaryIO) -> Content:
    """Return what a log's events are read from. Raises as `PagedEvents`."""
    events = PagedEvents(log, stored)
    if is_remote(log.own.file):
        return Unpacked(events, stored)  # pages are asked for once, however often they are read
    return ReadAhead(events)


def last_transactions(path: str) -> list[tuple[bytes, bool]]:
    """Return logs of the last transactions of one in InnoDB pages, as `PagedEvents.tails` does.

    There are none of other logs, and none if the log is damaged. Raises OSError.
    """
    try:
        opened = open_pages(path)
        if opened is None:
            return []
        log, stored = opened
        first_page = max(log.own.num_pages - TAIL // log.own.len_page, 1)
        return PagedEvents(log, stored, first_page).tails()
    except BinlogError:
        return []
