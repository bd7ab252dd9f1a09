"""Cuts out of pages of InnoDB, file by file, with what was learned of their nodes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.paged import MAX_DEPTH, PagedFile, PagedLog, Place, Record, Type
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk import pages as kernels
from binlog_kaitai.kernels.walk.pages import (
    CARE,
    END,
    FILE,
    LONGEST_HEAD,
    NODE,
    NOWHERE,
    NUM_FILES,
    TAKEN,
    Window,
    order_nodes,
    read_checksums,
)

WINDOW = 2**19  # bytes of pages that are read at once
MOST_TOGETHER = 2**10  # nodes that are cut out at once: all that are left would be many
GAP = 2**16  # bytes of others' pages between nodes that are read along
LEAST_NODE = 16  # bytes of one, about
NO_NODES: Any = np.empty(0, NODE)
NOTHING: Any = np.empty(0, np.uint8)
NUM_EARLIER = 2  # files that are read whole for their nodes; the specs read one node after another
MAX_NODES = 2**17  # of a file that are known; transactions with earlier ones are left to the specs


class Step(NamedTuple):
    """The bytes of events that were cut out, and where to go on; None at the log's end.

    Where the kernels are stuck, the next record is not theirs.
    """

    events: Any
    place: Place | None
    is_stuck: bool


@dataclass(slots=True)
class Nodes:
    """The last nodes of a file, in the order of their places, as far as it was read."""

    array: Any = field(default_factory=lambda: np.empty(64, NODE))
    count: int = 0

    def __iadd__(self, nodes: Any) -> Nodes:  # noqa: PYI034 - Self came with Python 3.11
        if self.count > MAX_NODES:
            self.array, self.count = self.array[self.count // 2 : self.count], -(-self.count // 2)
        needed = self.count + len(nodes)
        if needed > len(self.array):
            self.array = np.concatenate([self.array, np.empty(max(needed, self.count), NODE)])
        self.array[self.count : needed] = nodes
        self.count = needed
        return self

    @property
    def known(self) -> Any:
        return self.array[: self.count]


class PageCutter:
    """Cuts out events for one reader of a log; what is in `out` is good until the next cut."""

    def __init__(self, log: PagedLog) -> None:
        self._log = log
        self._pages: Any = np.empty(0, np.uint8)
        self.out: Any = np.empty(0, np.uint8)
        self._noted: Any = np.empty(0, NODE)
        self._sound: dict[int, int] = {}  # pages from the start of a file on, by its number
        self.nodes: dict[int, Nodes] = {}
        self.len_window = WINDOW if log.own.is_unused else max(WINDOW, log.own.len_page)

    def cut_pages(self, file: PagedFile, at: int, nodes: Nodes, target: Any = NOTHING) -> Step:
        """Cut out the transactions in a window from a byte offset on, and note its nodes.

        They are cut out to the target if it has room for a window.
        """
        window = self.read_pages(file, at, self.len_window)
        here = Place(file.number, at)
        start = number_of(here) - window.place
        if not 0 <= start < window.size:
            return Step(NOTHING, here, is_stuck=True)
        out, noted = self.room(window.size)
        out = target if len(target) >= len(out) else out
        cut = kernels.cut_pages(window, start, out, noted, nodes.known)
        nodes += self.readable(noted[: cut.num_nodes])
        if cut.stop == END:
            return Step(out[: cut.length], None, is_stuck=False)
        place = place_of(window.place + cut.at)
        return Step(out[: cut.length], place, is_stuck=cut.stop == CARE or place == here)

    def cut_commit(self, file: PagedFile, place: Place) -> tuple[int, Place | None]:
        """Cut out the commit record at a place; return its bytes, and where it ends, if it is."""
        window = self.read_pages(file, place.offset, self.len_window)
        start = number_of(place) - window.place
        if not 0 <= start < window.size:
            return 0, None
        out, _ = self.room(window.size)
        cut = kernels.cut_commit(window, start, out)
        return cut.length, place_of(window.place + cut.at) if cut.stop == TAKEN else None

    def cut_nodes(self, nodes: Any, out: Any) -> int:
        """Copy the events of the first nodes that lie near each other, as there is room.

        Return how many bytes that are, which fit for one node. Raises BinlogError where others lie
        there now.
        """
        nodes = nodes[:MOST_TOGETHER]
        place = place_of(nodes["place"][0])
        file: Any = self._log.file(place.file_no)
        page = place.offset // file.len_page * file.len_page
        longest = self.len_window - (place.offset - page)
        are_near = (nodes["end"] <= nodes["place"][0] + longest) & (nodes["end"] != NOWHERE)
        are_near[1:] &= nodes["place"][1:] <= nodes["end"][:-1] + GAP
        are_near &= np.cumsum(nodes["len_events"]) <= len(out)
        count = len(nodes) if are_near.all() else int(are_near.argmin())
        size = int(nodes["end"][count - 1] - nodes["place"][0]) + place.offset - page
        window = self.read_pages(file, page, size)
        length = kernels.cut_nodes(window, nodes[:count], out)
        if length < 0:
            expected = "the events of a transaction that were read there before"
            raise BinlogError(file.file, place.offset, expected, "others")
        return int(length)

    def tree(self, count: int, first_file: int, last_file: int, last_offset: int) -> Any:
        """Return the nodes of a transaction in order, None if they are not as it tells."""
        own, last = self._log.own.number, number_of(Place(last_file, last_offset))
        if not (0 <= first_file <= last_file <= own and 0 <= last_offset < FILE):
            return None
        if own - first_file > NUM_EARLIER:
            return None
        parts = []
        for number in range(first_file, own + 1):
            nodes = self.nodes_in(number)
            if nodes is None:
                return None
            parts.append(nodes.known)
        known = parts[0] if len(parts) == 1 else np.concatenate(parts)
        if not 0 < count <= len(known):
            return None
        order, way = np.empty(count, np.int64), np.empty((MAX_DEPTH, 3), np.int64)
        is_whole = order_nodes(known, last, order, way) == count
        return known[order] if is_whole else None

    def nodes_in(self, number: int) -> Nodes | None:
        """Return the nodes of a file; of an earlier one all, None if it cannot be read."""
        if number in self.nodes:
            return self.nodes[number]
        try:
            file = self._log.file(number)
        except BinlogError:
            return None  # the specs tell of it, unless they meet something else before
        if file is None or file.is_unused:
            return None
        nodes = Nodes()
        place: Place | None = Place(number, file.len_page)
        while place is not None and place.file_no == number:
            step = self.cut_pages(file, place.offset, nodes)
            place = step.place
            if place is not None and step.is_stuck:
                place = self._behind(file, place, nodes)
        self.nodes[number] = nodes
        return nodes

    def _behind(self, file: PagedFile, place: Place, nodes: Nodes) -> Place | None:
        """Return where the next record of an earlier file ends, and add its node if it is one.

        Return None at damage: the specs look for nodes behind it.
        """
        _, end = self.cut_commit(file, place)
        if end is not None:
            return end
        try:
            record = self._log.record(place)
        except BinlogError:
            return None
        if record is None or not record.is_whole:
            return None
        nodes += self.of_record(record)
        return record.end

    def readable(self, nodes: Any) -> Any:
        """Return nodes without those whose fields kernels could not read."""
        are_read = nodes["number"] != NOWHERE
        return nodes if are_read.all() else nodes[are_read]

    def of_record(self, record: Record) -> Any:
        """Return the node of a record that the kernels do not read, if it is one."""
        if record.type != Type.oob_data or not record.is_whole:
            return NO_NODES
        try:
            node = self._log.node(record.place, record.place)
            left, right = (
                NOWHERE if at is None else number_of(at) for at in (node.left, node.right)
            )
            len_head, place = len(record.data) - len(node.events), number_of(record.place)
            lengths = len_head, len(node.events)
            fields = (node.number, place, NOWHERE, left, right, *lengths, NOWHERE, NOWHERE)
            return np.array([fields], NODE)
        except (BinlogError, OverflowError):
            return NO_NODES  # a transaction with this node is left to the specs

    def room(self, size: int) -> tuple[Any, Any]:
        """Return arrays for so many bytes, and for the nodes in as many."""
        needed = size + 2 * LONGEST_HEAD
        if len(self.out) < needed:
            self.out = np.empty(needed, np.uint8)
            self._noted = np.empty(size // LEAST_NODE + 1, NODE)
        return self.out, self._noted

    def read_pages(self, file: PagedFile, at: int, size: int) -> Window:
        """Read pages from that of a byte offset on, up to one that is damaged."""
        import google_crc32c  # noqa: PLC0415 - of an extra; the file's header was checked by it

        len_page = file.len_page
        first = min(max(at // len_page, 1), max(file.num_pages, 1))
        num_pages = max(0, min(max(-(-size // len_page), 1), file.num_pages - first))
        if file.number >= NUM_FILES:
            num_pages = 0
        if len(self._pages) < num_pages * len_page + PADDING:
            self._pages = np.empty(num_pages * len_page + PADDING, np.uint8)
        pages = self._pages
        data = pages[: num_pages * len_page].data
        num_read = file.read_into(first * len_page, data) // len_page
        sound = self._sound.get(file.number, 1)
        num_sound = min(max(sound - first, 0), num_read)
        if num_sound < num_read:
            unknown = pages[num_sound * len_page : num_read * len_page].reshape(-1, len_page)
            checksums = np.empty(len(unknown), np.uint32)
            covered = unknown[:, : read_checksums(unknown, checksums)]
            for page, found, checksum in zip(
                covered, map(google_crc32c.value, covered), checksums.tolist(), strict=True
            ):
                if found != checksum and page.any():
                    break
                num_sound += 1
        if first <= sound:
            self._sound[file.number] = max(sound, first + num_sound)
        place = number_of(Place(file.number, first * len_page))
        return Window(pages, num_sound * len_page, len_page, place)


def number_of(place: Place) -> int:
    """Return a place as the number that kernels have for it, that of none if it is too far."""
    if not (place.file_no < NUM_FILES and place.offset < FILE):
        return NOWHERE - 1
    return place.file_no * FILE + place.offset


def place_of(number: int) -> Place:
    """Return the place that a number stands for."""
    return Place(*divmod(int(number), FILE))
