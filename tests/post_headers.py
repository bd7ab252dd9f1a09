"""Events with post-headers of several lengths, and the logs that list these lengths."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests import documented_bytes as doc
from tests.documented_bytes import event, u1, u2, u4, u8
from tests.made_up.writer import SERVERS, Server

MYSQL = next(server for server in SERVERS if server.version == b"8.0.36")
MARIADB = next(server for server in SERVERS if server.version.startswith(b"11.8"))

UNKNOWN_BYTES = b"\xee"
MORE = (0, 1, 2, 17)
WITH_EXTRA_DATA = 10  # a post-header of a rows event

LOAD, CREATE_FILE, TABLE_MAP, WRITE_ROWS, DELETE_ROWS = 6, 8, 19, 23, 25


class Case(NamedTuple):
    """An event whose post-header has `known` bytes, those from `start` on.

    A post-header of fewer than `least` bytes is refused; one that is shorter than `known` lacks
    the `absent` fields of the body. The field `rest` holds the bytes behind the known ones.
    """

    name: str
    server: Server
    code: int
    known: int
    body: bytes
    least: int = 0
    absent: tuple[str, ...] = ()
    start: int = 0
    rest: str = "post_header_rest"
    has_shorter: bool = True
    is_last: bool = False

    @property
    def lengths(self) -> list[int]:
        """The lengths that are to be read or refused."""
        found = [self.known + more for more in MORE]
        if self.name.startswith("PRE_GA") or self.name.endswith("_V1"):
            found.remove(WITH_EXTRA_DATA)  # servers, too, read version 2 of all rows events then
        shorter = [0, self.known - 1] if self.known and self.has_shorter else []
        return sorted([*shorter, *found])

    @property
    def accepted(self) -> list[int]:
        return [length for length in self.lengths if length >= self.least]

    @property
    def refused(self) -> list[int]:
        return [length for length in self.lengths if length < self.least]

    def bytes_of(self, length: int) -> bytes:
        """Return the body with a post-header of a length."""
        end = self.start + self.known
        kept = self.body[: min(self.start + length, end)]
        return kept + UNKNOWN_BYTES * (length - self.known) + self.body[end:]


def _varlen(value: int) -> bytes:
    """A number of MySQL's serialization."""
    return u1(value << 1) if value < 1 << 7 else u2(value << 2 | 1)


def _tagged_gtid() -> bytes:
    uuid = b"".join(map(_varlen, doc.UUID_BYTES))
    fields = _varlen(0) + _varlen(1) + _varlen(1) + uuid + _varlen(2) + _varlen(10)
    return _varlen(1) + _varlen(len(fields) + 3) + _varlen(12) + fields


_GTID = u1(1) + doc.UUID_BYTES + u8(5) + u1(2) + u8(3) + u8(4)
_GTID_8_0 = _GTID + u4(0x12345678) + u2(0x0604) + u1(0) + doc.packed(300)
_LOAD_QUERY = (
    u4(9) + u4(1) + u1(1) + u2(0) + u2(0) + u4(1) + u4(0) + u4(3) + u1(0) + b"d\0LOAD DATA"
)
_CONTEXT = u1(1) + u4(7) + u1(1) + u4(0) + u4(1) + u4(0) + b"u" + u2(2) + b"w1"
_VIEW = b"1:1".ljust(40, b"\0") + u8(1) + u4(1) + u2(1) + b"k" + u4(1) + b"v"
_V1_INSERT = doc.rows(b"", doc.HAS_ONE, doc.FIVE)
_V1_UPDATE = doc.rows(b"", doc.HAS_ONE + b"\x01", doc.FIVE + doc.SIX)
_V2_INSERT = doc.rows(doc.extra_data(b""), doc.HAS_ONE, doc.FIVE)
_V2_UPDATE = doc.rows(doc.extra_data(b""), doc.HAS_ONE + b"\x01", doc.FIVE + doc.SIX)
_PARTIAL = doc.rows(doc.extra_data(b""), doc.HAS_ONE + b"\x01", doc.FIVE + doc.packed(0) + doc.SIX)
_FRAGMENTED = event(WRITE_ROWS, _V1_INSERT, checksum=False)
_STATUS_VARS = ("len_status_vars", "status_vars")
_XID = u1(0) + u4(1) + u4(1) + u4(1) + b"gb"


def _rows(code: int, name: str, server: Server = MYSQL) -> Case:
    """A rows event of version 1, 2 or none, maybe compressed, by its name."""
    is_v2, is_update = not name.endswith("_V1"), "UPDATE" in name
    extra = doc.extra_data(b"") if is_v2 else b""
    columns = doc.HAS_ONE + (b"\x01" if is_update else b"")
    images = doc.FIVE + (doc.SIX if is_update else b"")
    if "COMPRESSED" in name:
        images = doc.compressed(images)
    absent = ("extra_data",) if is_v2 else ()
    body = doc.rows(extra, columns, images)
    return Case(name, server, code, 10 if is_v2 else 8, body, least=8, absent=absent)


CASES = [
    Case("START_V3", MYSQL, 1, 56, doc.start_v3(3, b"4.1.22-log"), least=56),
    Case(
        "QUERY", MYSQL, 2, 13, doc.query(b"CREATE TABLE t (a INT)"), least=11, absent=_STATUS_VARS
    ),
    Case("STOP", MYSQL, 3, 0, b""),
    Case("ROTATE", MYSQL, 4, 8, u8(4) + b"log.000002", absent=("position",)),
    Case("INTVAR", MYSQL, 5, 0, u1(2) + u8(7)),
    Case("LOAD", MYSQL, LOAD, 18, doc.load(doc.OLD_OPTIONS, data=b"\0"), least=18),
    Case("SLAVE", MYSQL, 7, 0, u8(4) + u2(3306) + b"host\0log.000001\0"),
    Case(
        *("CREATE_FILE", MYSQL, CREATE_FILE, 4),
        doc.load(doc.NEW_OPTIONS, u4(31), b"\0" + b"1,2"),
        least=4,
        start=18,
        rest="create_file_rest",
    ),
    Case("APPEND_BLOCK", MYSQL, 9, 4, u4(1) + b"data", least=4),
    Case("EXEC_LOAD", MYSQL, 10, 4, u4(1), least=4),
    Case("DELETE_FILE", MYSQL, 11, 4, u4(1), least=4),
    Case("NEW_LOAD", MYSQL, 12, 18, doc.load(doc.NEW_OPTIONS, data=b"\0"), least=18),
    Case("RAND", MYSQL, 13, 0, u8(1) + u8(2)),
    Case("USER_VAR", MYSQL, 14, 0, u4(1) + b"v" + u1(1)),
    Case("XID", MYSQL, 16, 0, u8(14)),
    Case("BEGIN_LOAD_QUERY", MYSQL, 17, 4, u4(1) + b"data", least=4),
    Case("EXECUTE_LOAD_QUERY", MYSQL, 18, 26, _LOAD_QUERY, least=26),
    Case("TABLE_MAP", MYSQL, TABLE_MAP, 8, doc.table_map(b"\x03"), least=8),
    *(
        Case(f"PRE_GA_{name}_ROWS", MYSQL, code, 8, body, least=8)
        for code, name, body in (
            *((20, "WRITE", _V1_INSERT), (21, "UPDATE", _V1_INSERT), (22, "DELETE", _V1_INSERT)),
        )
    ),
    _rows(WRITE_ROWS, "WRITE_ROWS_V1"),
    _rows(24, "UPDATE_ROWS_V1"),
    _rows(DELETE_ROWS, "DELETE_ROWS_V1"),
    Case("INCIDENT", MYSQL, 26, 2, u2(1) + doc.short_text(b"lost"), absent=("incident",)),
    Case("HEARTBEAT", MYSQL, 27, 0, b"log.000001"),
    Case("IGNORABLE", MYSQL, 28, 0, b"data"),
    Case("ROWS_QUERY", MYSQL, 29, 0, u1(6) + b"INSERT"),
    _rows(30, "WRITE_ROWS_V2"),
    Case(
        *("WRITE_ROWS_V2 with extra data", MYSQL, 30, 10),
        doc.rows(doc.extra_data(u1(1) + u2(3)), doc.HAS_ONE, doc.FIVE),
        has_shorter=False,
    ),
    _rows(31, "UPDATE_ROWS_V2"),
    _rows(32, "DELETE_ROWS_V2"),
    Case("GTID", MYSQL, 33, 42, _GTID_8_0, least=25, absent=("logical_timestamps",)),
    Case("ANONYMOUS_GTID", MYSQL, 34, 42, _GTID_8_0, least=25, absent=("logical_timestamps",)),
    Case("PREVIOUS_GTIDS", MYSQL, 35, 0, u8(0)),
    Case("TRANSACTION_CONTEXT", MYSQL, 36, 18, _CONTEXT, least=18),
    Case("VIEW_CHANGE", MYSQL, 37, 52, _VIEW, least=52),
    Case("XA_PREPARE", MYSQL, 38, 0, _XID),
    Case("PARTIAL_UPDATE_ROWS", MYSQL, 39, 10, _PARTIAL, least=8, absent=("extra_data",)),
    Case("GTID_TAGGED", MYSQL, 42, 0, _tagged_gtid()),
    Case("LARGE_TRANSACTION_HEADER", MYSQL, 43, 0, u1(1) + u8(4711) + u1(16) + b"padding"),
    Case("ANNOTATE_ROWS", MARIADB, 160, 0, b"INSERT"),
    Case("BINLOG_CHECKPOINT", MARIADB, 161, 4, u4(3) + b"log", least=4),
    Case(
        *("MARIADB_GTID", MARIADB, 162, 19, u8(7) + u4(0) + u1(0) + bytes(6)),
        least=19,
        rest="padding",
    ),
    Case("MARIADB_GTID_LIST", MARIADB, 163, 4, u4(1) + u4(0) + u4(1) + u8(9), least=4),
    Case("START_ENCRYPTION", MARIADB, 164, 0, u1(1) + u4(3) + bytes(12), is_last=True),
    Case(
        *("QUERY_COMPRESSED", MARIADB, 165, 13),
        doc.query(b"") + doc.compressed(b"CREATE TABLE t (a INT)"),
        least=11,
        absent=_STATUS_VARS,
    ),
    _rows(166, "WRITE_ROWS_COMPRESSED_V1", MARIADB),
    _rows(167, "UPDATE_ROWS_COMPRESSED_V1", MARIADB),
    _rows(168, "DELETE_ROWS_COMPRESSED_V1", MARIADB),
    _rows(169, "WRITE_ROWS_COMPRESSED", MARIADB),
    _rows(170, "UPDATE_ROWS_COMPRESSED", MARIADB),
    _rows(171, "DELETE_ROWS_COMPRESSED", MARIADB),
    Case(
        *("PARTIAL_ROW_DATA", MARIADB, 172, 9),
        doc.fragment(1, 1, _FRAGMENTED, len(_FRAGMENTED)),
        least=9,
    ),
]

UNUSED_LENGTH = {
    40: doc.payload(255, event(16, u8(5), checksum=False), 27),
    41: doc.tlv(1, b"log.000001") + b"\0",
}
"""Bodies of the types whose listed length is not used: servers do not write such bytes."""

WITHOUT_LENGTH = {
    0: "the list begins with type 1",
    15: "its own size tells how many lengths it lists",
    **dict.fromkeys((80, *range(100, 106), 159), "it has no spec, so its body stays raw"),
}
"""Why a type is not among the cases."""


def format_description(server: Server, lengths: dict[int, int]) -> bytes:
    """Return a FORMAT_DESCRIPTION that lists a server's lengths, but for some types."""
    listed = list(server.post_headers)
    listed += [0] * (max(lengths) - len(listed))
    for code, length in lengths.items():
        listed[code - 1] = length
    start = u2(4) + server.version.ljust(50, b"\0") + u4(0) + u1(19) + bytes(listed)
    return event(15, start + u1(0) + u4(0), checksum=False)


def log_of(case: Case, lengths: list[int]) -> bytes:
    """Return a log with, for each length, a table map, an event that has it, and a row."""
    table = event(TABLE_MAP, doc.table_map(b"\x03"), checksum=False)
    before = b"" if case.code == TABLE_MAP else table
    code = WRITE_ROWS if case.code == DELETE_ROWS else DELETE_ROWS
    row = event(code, doc.rows(b"", doc.HAS_ONE, doc.SIX), checksum=False)
    behind = b"" if case.is_last else before + row
    return doc.MAGIC + b"".join(
        format_description(case.server, {case.code: length})
        + before
        + event(case.code, case.bytes_of(length), checksum=False)
        + behind
        for length in lengths
    )


def accepted_logs(case: Case) -> Iterator[tuple[list[int], bytes]]:
    """Yield lengths that are read, and a log of them."""
    groups = [[length] for length in case.accepted] if case.is_last else [case.accepted]
    for lengths in groups:
        yield lengths, log_of(case, lengths)


def written_logs(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Write the logs of all cases; yield each, and whether it is to be refused."""
    for number, case in enumerate(CASES):
        accepted = [log for _, log in accepted_logs(case)]
        refused = [log_of(case, [length]) for length in case.refused]
        for index, log in enumerate([*accepted, *refused]):
            path = folder / f"{number}_{case.name}.{index}"
            path.write_bytes(log)
            yield path, index >= len(accepted)
