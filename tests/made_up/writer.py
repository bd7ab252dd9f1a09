"""Writes the events of a log, and keeps what reading it should give."""

from __future__ import annotations

import itertools
import struct
import zlib
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import zstandard

from tests.documented_bytes import MAGIC, fragment, packed, tlv, u1, u2, u4
from tests.made_up.cells import Json, Outcome, happens
from tests.made_up.damage import mutated
from tests.made_up.rows import Images
from tests.made_up.tables import Size, Table

QUERY, STOP, ROTATE, INTVAR, RAND, USER_VAR = 2, 3, 4, 5, 13, 14
FORMAT_DESCRIPTION, XID, TABLE_MAP, TRANSACTION_PAYLOAD = 15, 16, 19, 40
QUERY_COMPRESSED, PARTIAL_ROW_DATA = 165, 172

_UNTIL_DELETE_ROWS_V1 = (
    *(56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 84, 0, 4, 26, 8, 0, 0, 0, 8, 8, 8, 2, 0),
)
_UNTIL_PREVIOUS_GTIDS = (*_UNTIL_DELETE_ROWS_V1, 0, 0, 10, 10, 10, 25, 25, 0)
_UNTIL_GTID_TAGGED = (*_UNTIL_DELETE_ROWS_V1, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0, 0)
_MARIADB = (
    *_UNTIL_DELETE_ROWS_V1,
    *(0, 0, 10, 10, 10, 0, 0, 0, 0, 0, 0, 10, 10, 10),
    *(0 for _ in range(42, 161)),
    *(4, 19, 4, 0, 13, 8, 8, 8, 10, 10, 10),
)


class Server(NamedTuple):
    """Which server writes: its version, the lengths of its post-headers, what its GTIDs hold."""

    version: bytes
    post_headers: tuple[int, ...]
    gtid: str = ""
    knows_checksums: bool = True

    @property
    def is_mariadb(self) -> bool:
        return self.gtid == "mariadb"

    def post_header(self, event_type: int) -> int:
        lengths = self.post_headers
        return lengths[event_type - 1] if event_type <= len(lengths) else 0


SERVERS = (
    Server(b"8.0.36", _UNTIL_GTID_TAGGED, "8.0"),
    Server(b"9.7.4-2", _UNTIL_GTID_TAGGED, "8.0"),
    Server(b"5.7.44-log", (*_UNTIL_PREVIOUS_GTIDS, 18, 52, 0), "5.7"),
    Server(b"5.6.51-log", _UNTIL_PREVIOUS_GTIDS, "5.6"),
    Server(b"5.5.62-log", _UNTIL_DELETE_ROWS_V1, knows_checksums=False),
    Server(b"11.8.6-MariaDB-log", _MARIADB, "mariadb"),
    Server(b"10.3.39-MariaDB-log", _MARIADB, "mariadb"),
    Server(b"5.5.68-MariaDB", _MARIADB, "mariadb"),
)


def with_short_ids(server: Server) -> Server:
    """A server whose table ids have four bytes, as before MySQL 5.1.4."""
    lengths = list(server.post_headers)
    for event_type in (TABLE_MAP, 23, 24, 25):
        lengths[event_type - 1] = 6
    return server._replace(post_headers=tuple(lengths))


class Record(NamedTuple):
    """What a row image or a statement should be read as."""

    position: int
    ordinal: int
    timestamp: int
    commit_timestamp: int | None
    server_id: int
    gtid: str | None
    database: str
    table: str | None
    change_type: str
    data: dict[str, Json] | Outcome


class Stamp(NamedTuple):
    """What the headers of a statement's events have in common."""

    timestamp: int
    server_id: int


@dataclass
class Transaction:
    """What the events before a change say of it; `variables` hold for the next statement alone.

    What `has_begun` goes on behind a statement.
    """

    gtid: str | None = None
    commit_timestamp: int | None = None
    alter_phase: str | None = None
    has_begun: bool = False
    variables: dict[str, Json] = field(default_factory=dict)


class Writer:
    """A log in the making.

    `records` are those up to the first event of which the generator does not know what reading it
    gives; `doubt` is that event's position, and `fails` whether reading must end there.
    """

    def __init__(self, chance: Random, size: Size, server: Server) -> None:
        self.chance = chance
        self.size = size
        self.server = server
        self.file = bytearray(MAGIC)
        self.records: list[Record] = []
        self.doubt: int | None = None
        self.fails = False
        self.has_checksums = False
        self.len_header = 19
        self.payload: bytearray | None = None
        self.transaction = Transaction()
        self.is_behind_gtid = False
        self.table_id = 80
        if server.post_header(TABLE_MAP) != 6:
            self.table_id = chance.choice([80, 2**24 - 5, 2**32 - 3, 2**47])
        self.stamp = Stamp(1_700_000_000, 42)
        self.ordinal = (0, 0)
        self.story: list[str] = []

    @property
    def position(self) -> int:
        """Of the event that comes next, or of the payload that it lies in."""
        return len(self.file)

    def next_table_id(self) -> int:
        """An id that no table of the log has had, nor a dummy has."""
        self.table_id += 3
        return self.table_id

    def restamp(self) -> None:
        chance = self.chance
        timestamp = chance.choice([1_700_000_000, 0, 2**31, 2**32 - 1, chance.getrandbits(32)])
        self.stamp = Stamp(timestamp, chance.choice([42, 1, 2**32 - 1]))

    def event(self, event_type: int, body: bytes, *, flags: int = 0) -> None:
        self.write(self._framed(event_type, self.spoiled(body), flags))

    def end_transaction(self) -> None:
        self.transaction = Transaction(variables=self.transaction.variables)

    def rows_event(self, event_type: int, body: bytes) -> None:
        """Rows, which MariaDB may cut into fragments."""
        if not (self.server.version.startswith(b"11.") and happens(self.chance, 0.2)):
            self.event(event_type, body)
            return
        chance = self.chance
        is_signed = self.has_checksums
        self.has_checksums = is_signed and happens(chance, 0.5)
        whole = self._framed(event_type, self.spoiled(body), 0)
        self.has_checksums = is_signed
        cuts = sorted(chance.choices(range(len(whole) + 1), k=chance.choice([0, 1, 1, 2, 4])))
        parts = [whole[a:b] for a, b in itertools.pairwise([0, *cuts, len(whole)])]
        is_count_first = happens(chance, 0.3)
        for number, part in enumerate(parts, 1):
            numbers = (len(parts), number) if is_count_first else (number, len(parts))
            self.event(
                PARTIAL_ROW_DATA, fragment(*numbers, part, len(whole) if number == 1 else None)
            )

    def write(self, event: bytes) -> None:
        self.is_behind_gtid = False
        target = self.file if self.payload is None else self.payload
        target += event

    def _framed(self, event_type: int, body: bytes, flags: int) -> bytes:
        extension = b"" if event_type == ROTATE else bytes(self.len_header - 19)
        has_checksum = self.has_checksums and self.payload is None
        size = 19 + len(extension) + len(body) + 4 * has_checksum
        event = self._header(event_type, size, flags) + extension + body
        return event + u4(zlib.crc32(event)) if has_checksum else event

    def _header(self, event_type: int, size: int, flags: int) -> bytes:
        following = self.chance.choice([0, (self.position + size) % 2**32])
        stamp = self.stamp
        return struct.pack(
            "<IBIIIH", stamp.timestamp, event_type, stamp.server_id, size, following, flags
        )

    def spoiled(self, data: bytes) -> bytes:
        """Bytes that now and then are damaged, before they are compressed or get a checksum."""
        if not happens(self.chance, self.size.spoils):
            return data
        self.unsure({Outcome.UNSURE})
        return mutated(data, Random(self.chance.getrandbits(32)))

    def unsure(self, outcomes: set[Outcome]) -> None:
        """Notes that the event that comes next may or, if FAILS is all there is, must not read."""
        if self.doubt is None and outcomes:
            self.doubt = self.position
            self.fails = outcomes == {Outcome.FAILS}
            self.records = [r for r in self.records if r.position < self.doubt]

    def format_description(self) -> None:
        chance, server = self.chance, self.server
        algorithm = chance.choice([1, 1, 1, 0]) if server.knows_checksums else None
        self.len_header = 19
        if happens(chance, self.size.odds):
            self.len_header = chance.choice([20, 23, 40])
        version = server.version.ljust(50, b"\0")
        body = u2(4) + version + u4(0) + u1(self.len_header) + bytes(server.post_headers)
        self.has_checksums = algorithm == 1
        if algorithm is None:
            self.write(self._header(FORMAT_DESCRIPTION, 19 + len(body), 0) + body)
            return
        if not algorithm and happens(chance, 0.2):
            algorithm = 255
        body += u1(algorithm)
        is_open = happens(chance, 0.2)
        event = self._header(FORMAT_DESCRIPTION, 19 + len(body) + 4, 0) + body
        crc = u4(zlib.crc32(event))
        if is_open:
            event = event[:17] + u2(1) + event[19:]
        self.write(event + crc)

    def deflated(self, data: bytes) -> bytes:
        """A part of an event that MariaDB compresses."""
        data = self.spoiled(data)
        claimed = len(data)
        if happens(self.chance, self.size.odds):
            claimed = max(0, claimed + self.chance.choice([-1, 1]))
            self.unsure({Outcome.UNSURE})
        length = struct.pack(">I", claimed).lstrip(b"\0")
        if happens(self.chance, 0.1):
            length = length.rjust(4, b"\0")
        return u1(0x80 | len(length)) + length + zlib.compress(data)

    def begin_payload(self) -> None:
        self.payload = bytearray()
        self.is_behind_gtid = False

    def end_payload(self) -> None:
        assert self.payload is not None
        chance, data, self.payload = self.chance, bytes(self.payload), None
        claimed = len(data)
        if happens(chance, self.size.odds):
            claimed = max(0, claimed + chance.choice([-1, 1]))
            self.unsure({Outcome.UNSURE})
        method, content = 255, data
        if happens(chance, 0.7):
            method, content = 0, zstandard.ZstdCompressor().compress(data)
        fields = [tlv(2, packed(method)), tlv(3, packed(claimed)), tlv(1, packed(len(content)))]
        if method == 255 and happens(chance, 0.2):
            del fields[0]
        if happens(chance, 0.1):
            fields.append(tlv(9, packed(5)))
        self.event(TRANSACTION_PAYLOAD, b"".join(fields) + b"\0" + content)
        self.end_transaction()

    def _next_ordinal(self) -> int:
        position, ordinal = self.ordinal
        ordinal = ordinal + 1 if position == self.position else 0
        self.ordinal = (self.position, ordinal)
        return ordinal

    def record(
        self, database: str, table: str | None, change_type: str, data: dict[str, Json] | Outcome
    ) -> None:
        if self.doubt is not None:
            return
        self.records.append(
            Record(
                position=self.position,
                ordinal=self._next_ordinal(),
                timestamp=self.stamp.timestamp,
                commit_timestamp=self.transaction.commit_timestamp,
                server_id=self.stamp.server_id,
                gtid=self.transaction.gtid,
                database=database,
                table=table,
                change_type=change_type,
                data=data,
            )
        )

    def record_images(self, table: Table, images: Images) -> None:
        if not table.has_metadata:
            self.unsure({Outcome.FAILS})
        self.unsure(images.outcomes)
        for change_type, data in images.records:
            self.record(table.database, table.name, change_type, data)
