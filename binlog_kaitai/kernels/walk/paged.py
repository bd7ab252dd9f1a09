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
from binlog_kaitai.io.unpacked import BLOCK, FAR, Content, Unpacked
from binlog_kaitai.io.unpacking import CHUNK
from binlog_kaitai.kernels.walk.page_cuts import NO_NODES, NOTHING, Nodes, PageCutter, place_of
from binlog_kaitai.kernels.walk.pages import NOWHERE, are_whole, read_commit

MAX_PIECES = 2**12  # of which the places are known; before the first of them all begins anew

TAIL = 2**21  # bytes of pages at a file's end whose transactions are its last ones
NUM_TAILS, LONGEST_TAIL = 8, 2**18  # parts of these, and bytes that one is not long behind


class Transactions(NamedTuple):
    """Transactions in commit records: where these begin in a file, and the bytes of all events."""

    offset: int
    length: int


class Large(NamedTuple):
    """A transaction with events in nodes: those before, the nodes, and where each one's events end.

    `ends` counts bytes from the transaction's first event on; so does `passed`, where an event
    begins behind others in nodes that only concern rows.
    """

    head: bytes
    nodes: Any
    ends: Any
    passed: int

    @property
    def length(self) -> int:
        return int(self.ends[-1]) if len(self.ends) else len(self.head)


class Spooled(NamedTuple):
    """Events that only the specs read: where they lie in a temporary file, or the first of them."""

    offset: int
    length: int
    is_whole: bool


Piece: TypeAlias = Transactions | Large | Spooled


class PagedEvents:
    """What `Unpacked` is for the specs: no file is made, and events are cut out at each reading.

    Several streams may read it, in several threads. `first_page` is where the transactions are
    looked for, behind which the specs read `longest` bytes of one, or all. Raises as `PagedLog` for
    what is damaged in the first `CHUNK`.
    """

    def __init__(
        self, log: PagedLog, stored: BinaryIO, first_page: int = 1, longest: int = FAR
    ) -> None:
        self.error: BaseException | None = None
        self._log = log
        self._first_page = first_page
        self._longest = longest
        self._lock = RLock()
        self._cutter = PageCutter(log)
        self._spool: Any = None
        self._target = NOTHING  # what events may be cut out to
        self._given = 0
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
        filled, room = 0, np.asarray(target)
        with self._lock:
            while filled < len(target):
                at = offset + filled
                count = 0 if self._holds(at) else self._cut(at, room[filled:])
                if count is None:
                    break
                if not count:
                    held = self._held[at - self._held_from :][: len(target) - filled]
                    target[filled : filled + len(held)] = held
                    count = len(held)
                if not count:
                    expected = "the transactions that were there before"
                    raise BinlogError(self._log.own.file, 0, expected, "others")
                filled += count
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
            is_whole = len(data) == piece.length and getattr(piece, "is_whole", True)
            tails.append((self._log.own.plain_start + data, is_whole))
        return tails

    def pass_rows(self, position: int) -> int:
        """Return where an event behind one begins, with none between that does not concern rows.

        It is the same one where its transaction was not gone over.
        """
        with self._lock:
            number = self._piece_at(position)
            if number is None:
                return position
            piece, start = self._pieces[number], self._starts[number]
            if not isinstance(piece, Large) or position - start < len(piece.head):
                return position
            return max(position, start + piece.passed)

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
        yield Large(own.plain_start, NO_NODES, NO_NODES["end"], 0)
        if own.is_unused:
            return
        nodes = self._cutter.nodes[own.number] = Nodes()
        place: Place | None = Place(own.number, self._first_page * own.len_page)
        while place is not None and place.file_no == own.number:
            step = self._cutter.cut_pages(own, place.offset, nodes, self._target)
            if len(step.events):
                self._put(self._mapped, step.events)
                yield Transactions(place.offset, len(step.events))
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
        length, events = 0, self._log.events_of(record)
        while length < self._longest and (part := next(events, None)) is not None:
            length += self._spool.write(part)
        if length:
            yield Spooled(offset, length, is_whole=next(events, None) is None)
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
        ends = np.cumsum(nodes["len_events"])
        passed = 0
        if len(nodes) and are_whole(np.frombuffer(head, np.uint8), len(head)):
            are_in_order = (nodes["ends"] == ends) & (nodes["number"] == np.arange(len(nodes)))
            are_in_order[1:] &= nodes["right"][1:] == nodes["place"][:-1]
            passed = len(head) + int(nodes["passed"][-1]) if are_in_order.all() else 0
        return Large(head, nodes, len(head) + ends, passed)

    # the events

    def _cut(self, at: int, target: Any) -> int | None:
        """Cut out what lies at a place: to the target, and return how many bytes, or to be held.

        Return None at the end.
        """
        self._target, self._given = target if at == self._mapped else NOTHING, 0
        number = self._piece_at(at)
        self._target = NOTHING
        if number is None:
            return None
        if self._given or self._holds(at):
            return self._given
        piece, start = self._pieces[number], self._starts[number]
        if isinstance(piece, Large):
            return self._cut_large(piece, start, at, target)
        if isinstance(piece, Spooled):
            self._spool.seek(piece.offset + at - start)
            return int(self._spool.readinto(target[: start + piece.length - at].data))
        self._target = target if at == start else NOTHING
        step = self._cutter.cut_pages(self._log.own, piece.offset, Nodes(), self._target)
        self._put(start, step.events[: piece.length])
        self._target = NOTHING
        return self._given

    def _put(self, start: int, events: Any) -> None:
        """Keep events that were cut out, unless that was done to where they are wanted."""
        if np.may_share_memory(events, self._target):
            self._given = len(events)
        else:
            self._hold(start, events.data)

    def _cut_large(self, piece: Large, start: int, at: int, target: Any) -> int:
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
        len_first = int(nodes["len_events"][0])
        if at == before and len_first <= len(target):
            return self._cutter.cut_nodes(nodes, target)
        out = self._cutter.room(self._cutter.len_window)[0][: max(len_first, BLOCK)]
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
    return events


def last_transactions(path: str) -> list[tuple[bytes, bool]]:
    """Return logs of the last transactions of one in InnoDB pages, as `PagedEvents.tails` does.

    There are none of other logs, and none if the log is damaged. Raises OSError.
    """
    try:
        opened = open_pages(path)
        if opened is None:
            return []
        log, stored = opened
        first_page = max(log.own.first_empty_page() - TAIL // log.own.len_page, 1)
        return PagedEvents(log, stored, first_page, LONGEST_TAIL).tails()
    except BinlogError:
        return []
