"""Logs in InnoDB pages, made from other logs.

No server here writes such logs. The layouts are those of MariaDB's Docs/replication/binlog.md, told
once more without the specs.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import google_crc32c

from tests.documented_bytes import u1, u2, u4, u8

MAGIC = bytes.fromhex("fefe0d01")
COMMIT, GTID_STATE, OOB_DATA, DUMMY, XA_PREPARE, XA_COMPLETE = 1, 2, 3, 4, 5, 6
CONTINUED, LAST = 0x80, 0x40
GTID, FORMAT_DESCRIPTION = 162, 15
NO_FILE = 2**64 - 1

Place = tuple[int, int]
NOWHERE = (0, 0)


def compressed(number: int) -> bytes:
    """An integer of 1 to 9 bytes, whose 3 lowest bits are its length."""
    for code, size in [*enumerate(range(1, 8)), (7, 9)]:
        if number << 3 < 1 << 8 * size or size == 9:
            return (number << 3 | code).to_bytes(size, "little")
    raise AssertionError


def place_bytes(place: Place) -> bytes:
    return compressed(place[0]) + compressed(place[1])


def sealed(page: bytes) -> bytes:
    return page + u4(google_crc32c.value(page))


def transactions(log: bytes) -> list[list[bytes]]:
    """The events of a log of MariaDB by transactions, without checksums and places."""
    position, found, len_checksum = 4, [], 0
    while position < len(log):
        size = struct.unpack_from("<I", log, position + 9)[0]
        event = log[position : position + size]
        position += size
        if event[4] == FORMAT_DESCRIPTION:
            len_checksum = 4 if event[-5] == 1 else 0
            continue
        event = event[: size - len_checksum]
        event = event[:9] + u4(len(event)) + u4(0) + event[17:]
        if event[4] == GTID:
            found.append([event])
        elif found and event[4] not in {3, 4, 161, 163}:  # STOP, ROTATE, checkpoints, lists
            found[-1].append(event)
    return found


@dataclass
class Files:
    """Files of pages that a server fills one behind the other."""

    len_page: int = 512
    num_pages: int = 6
    state_interval: int = 2
    first: int = 0
    written: list[bytearray] = field(default_factory=list)
    page: bytearray = field(default_factory=bytearray)

    def place(self) -> Place:
        """Where the next chunk begins."""
        if len(self.page) > self.len_page - 4 - 4:
            self._end_page(b"\xff")
        if not self.written or len(self.written[-1]) == self.len_page * self.num_pages:
            self._begin_file()
        if not self.page and len(self.written[-1]) // self.len_page % self.state_interval == 1:
            gtids = compressed(1) + compressed(7) + compressed(2**40)
            state = compressed(1) + compressed(0) + gtids
            self.page += u1(GTID_STATE | LAST) + u2(len(state)) + state
        return self.first + len(self.written) - 1, len(self.written[-1]) + len(self.page)

    def write(self, record_type: int, data: bytes) -> Place:
        """Write a record; return where it begins."""
        start, flags = self.place(), 0
        while True:
            part = data[: self.len_page - 4 - len(self.page) - 3]
            data = data[len(part) :]
            self.page += u1(record_type | flags | (0 if data else LAST)) + u2(len(part)) + part
            if not data:
                return start
            flags = CONTINUED
            self._end_page(b"\xff")
            self.place()

    def flush(self) -> None:
        """End the file where it is, as FLUSH BINARY LOGS does it."""
        self.place()
        room = self.len_page - 4 - len(self.page)
        self.page += u1(DUMMY | LAST) + u2(room - 3) + b"\xff" * (room - 3)
        self._end_page(b"")
        self._begin_file()

    def save(self, folder: Path) -> list[Path]:
        """Write the files, the last one as long as it may become."""
        paths = []
        for number, content in enumerate(self.contents(), self.first):
            paths.append(folder / f"binlog-{number:06}.ibb")
            paths[-1].write_bytes(content)
        return paths

    def contents(self) -> list[bytes]:
        """What is in the files."""
        if self.page:
            self._end_page(b"\0")
        full = self.len_page * self.num_pages
        return [
            *map(bytes, self.written[:-1]),
            *(bytes(one).ljust(full, b"\0") for one in self.written[-1:]),
        ]

    def grow(self, folder: Path) -> Iterator[int]:
        """Write the files page by page, and the next one in advance; yield how many are begun."""
        if self.page:
            self._end_page(b"\0")
        full = self.len_page * self.num_pages
        for number, content in enumerate(self.written, self.first):
            (folder / f"binlog-{number + 1:06}.ibb").write_bytes(bytes(full))
            path = folder / f"binlog-{number:06}.ibb"
            for end in range(self.len_page, len(content) + 1, self.len_page):
                path.write_bytes(bytes(content[:end]).ljust(full, b"\0"))
                yield number - self.first + 1
            if number < self.first + len(self.written) - 1:
                path.write_bytes(content)

    def _end_page(self, filler: bytes) -> None:
        room = self.len_page - 4 - len(self.page)
        self.written[-1] += sealed(bytes(self.page) + filler * room)
        self.page = bytearray()

    def _begin_file(self) -> None:
        shift = self.len_page.bit_length() - 1
        number = self.first + len(self.written)
        fields = MAGIC + u4(shift) + u4(1) + u4(0) + u8(number) + u8(self.num_pages) + u8(4711)
        fields += u8(self.state_interval) + u8(NO_FILE) + u8(NO_FILE)
        header = sealed(fields.ljust(508, b"\0"))
        rest = header.ljust(self.len_page - 4, b"\0")
        page = header if self.len_page == 512 else sealed(rest)
        self.written.append(bytearray(page))


@dataclass
class Tree:
    """The nodes of a transaction's events that are written before its commit record."""

    files: Files
    roots: list[tuple[Place, int]] = field(default_factory=list)
    count: int = 0
    first: Place = NOWHERE
    last: Place = NOWHERE

    def add(self, events: bytes) -> None:
        left, right, height = NOWHERE, NOWHERE, 1
        if len(self.roots) > 1 and self.roots[-1][1] == self.roots[-2][1]:
            (right, height), (left, _) = self.roots.pop(), self.roots.pop()
            height += 1
        elif self.roots:
            right = self.roots[-1][0]
        data = compressed(self.count) + place_bytes(left) + place_bytes(right) + events
        self.last = self.files.write(OOB_DATA, data)
        self.first = self.first if self.count else self.last
        self.roots.append((self.last, height))
        self.count += 1

    def reference(self) -> bytes:
        if not self.count:
            return compressed(0)
        return compressed(self.count) + place_bytes(self.first) + place_bytes(self.last)


def write_transactions(files: Files, found: list[list[bytes]], random: Random) -> None:
    """Write transactions, some of them in pieces before they are committed, among others."""
    pending: list[tuple[bytes, list[Tree]]] = []
    for first, *events in found:
        while pending and random.random() < 0.5:
            commit(files, *pending.pop(0))
        rest = b"".join(events)
        form = random.choice(["whole", "pieces", "two trees", "rolled back"])
        if form == "rolled back":  # its nodes stay, and nothing refers to them
            Tree(files).add(b"\x00" * 50)
            form = "whole"
        if form == "whole":
            for late in pending:
                commit(files, *late)
            pending = []
            files.write(COMMIT, compressed(0) + first + rest)
            continue
        trees = [Tree(files) for _ in range(2 if form == "two trees" else 1)]
        cut = random.randrange(len(rest) or 1) if form == "two trees" else 0
        for tree, part in zip(trees, [rest[:cut], rest[cut:]] if cut else [rest], strict=False):
            position = 0
            while position < len(part):
                size = random.randint(1, max(1, len(rest) // random.randint(1, 20)))
                tree.add(part[position : position + size])
                position += size
        pending.append((first, [tree for tree in trees if tree.count]))
    for late in pending:
        commit(files, *late)


def commit(files: Files, gtid: bytes, trees: list[Tree]) -> None:
    references = b"".join(tree.reference() for tree in trees)
    files.write(COMMIT, references + (b"" if len(trees) > 1 else compressed(0)) + gtid)
