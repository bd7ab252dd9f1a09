"""Post-headers have the lengths that the FORMAT_DESCRIPTION lists, whatever is known of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import BinlogError
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.event_batches import event_batches
from tests import documented_bytes as doc
from tests.documented_bytes import event, u1, u2, u4, u8
from tests.made_up.writer import SERVERS, Server

MYSQL = next(server for server in SERVERS if server.version == b"8.0.36")
MARIADB = next(server for server in SERVERS if server.version.startswith(b"11.8"))
PLACES = ("file", "position")
UNKNOWN_BYTES = b"\xee"

GTID = u1(1) + doc.UUID_BYTES + u8(5)
GTID_8_0 = GTID + u1(2) + u8(3) + u8(4) + u4(0x12345678) + u2(0x0604) + u1(0) + doc.packed(300)
ROWS = doc.HAS_ONE + doc.FIVE
LOAD_QUERY = u4(9) + u4(1) + u1(1) + u2(0) + u2(0) + u4(1) + u4(0) + u4(3) + u1(0)
CONTEXT = u1(1) + u4(7) + u1(1) + u4(0) + u4(0) + u4(0)
TAGGED = bytes([2, 6, 0])

EVENTS = {
    "QUERY": (MYSQL, 2, 13, doc.query(b"CREATE TABLE t (a INT)")),
    "ROTATE": (MYSQL, 4, 8, u8(4) + b"log.000002"),
    "INTVAR": (MYSQL, 5, 0, u1(2) + u8(7)),
    "APPEND_BLOCK": (MYSQL, 9, 4, u4(1) + b"data"),
    "DELETE_FILE": (MYSQL, 11, 4, u4(1)),
    "RAND": (MYSQL, 13, 0, u8(1) + u8(2)),
    "USER_VAR": (MYSQL, 14, 0, u4(1) + b"v" + u1(1)),
    "XID": (MYSQL, 16, 0, u8(14)),
    "BEGIN_LOAD_QUERY": (MYSQL, 17, 4, u4(1) + b"data"),
    "EXECUTE_LOAD_QUERY": (MYSQL, 18, 26, LOAD_QUERY + b"d\0LOAD DATA"),
    "TABLE_MAP": (MYSQL, 19, 8, doc.table_map(b"\x03")),
    "WRITE_ROWS_V1": (MYSQL, 23, 8, doc.rows(b"", doc.HAS_ONE, doc.FIVE)),
    "INCIDENT": (MYSQL, 26, 2, u2(1) + doc.short_text(b"lost")),
    "HEARTBEAT": (MYSQL, 27, 0, b"log.000001"),
    "ROWS_QUERY": (MYSQL, 29, 0, u1(6) + b"INSERT"),
    "WRITE_ROWS_V2": (MYSQL, 30, 10, doc.rows(doc.extra_data(b""), doc.HAS_ONE, doc.FIVE)),
    "WRITE_ROWS_V2 with extra data": (
        *(MYSQL, 30, 10),
        doc.rows(doc.extra_data(u1(1) + u2(3)), doc.HAS_ONE, doc.FIVE),
    ),
    "UPDATE_ROWS_V2": (
        *(MYSQL, 31, 10),
        doc.rows(doc.extra_data(b""), doc.HAS_ONE + b"\x01", doc.FIVE + doc.SIX),
    ),
    "GTID": (MYSQL, 33, 42, GTID_8_0),
    "ANONYMOUS_GTID": (MYSQL, 34, 42, GTID_8_0),
    "PREVIOUS_GTIDS": (MYSQL, 35, 0, u8(0)),
    "TRANSACTION_CONTEXT": (MYSQL, 36, 18, CONTEXT + b"u"),
    "VIEW_CHANGE": (MYSQL, 37, 52, bytes(40) + u8(1) + u4(0)),
    "XA_PREPARE": (MYSQL, 38, 0, u1(0) + u4(1) + u4(1) + u4(1) + b"gb"),
    "ANNOTATE_ROWS": (MARIADB, 160, 0, b"INSERT"),
    "BINLOG_CHECKPOINT": (MARIADB, 161, 4, u4(3) + b"log"),
    "MARIADB_GTID_LIST": (MARIADB, 163, 4, u4(1) + u4(0) + u4(1) + u8(9)),
    "QUERY_COMPRESSED": (
        *(MARIADB, 165, 13),
        doc.query(b"") + doc.compressed(b"CREATE TABLE t (a INT)"),
    ),
    "WRITE_ROWS_COMPRESSED_V1": (
        *(MARIADB, 166, 8),
        doc.rows(b"", doc.HAS_ONE, doc.compressed(doc.FIVE)),
    ),
}


def log_of(server: Server, code: int, length: int, body: bytes) -> bytes:
    """A log of a table map, an event whose post-header has a length, and a row."""
    lengths = list(server.post_headers)
    lengths[code - 1] = length
    described = u2(4) + server.version.ljust(50, b"\0") + u4(0) + u1(19) + bytes(lengths)
    start = event(15, described + u1(0) + u4(0), checksum=False)
    table = event(19, doc.table_map(b"\x03"), checksum=False)
    before = b"" if code == 19 else table
    row = event(25, doc.rows(b"", doc.HAS_ONE, doc.SIX), checksum=False)
    return doc.MAGIC + start + before + event(code, body, checksum=False) + before + row


def lengthened(body: bytes, known: int, count: int) -> bytes:
    return body[:known] + UNKNOWN_BYTES * count + body[known:]


def bodies_of(path: Path, engine: Engine) -> list[Any]:
    """The bodies of all events behind the FORMAT_DESCRIPTION."""
    rows = [row for b in event_batches(path, engine=engine) for row in b.to_pylist()]
    return [json.loads(row["body"]) for row in rows[1:]]


def without_rest(bodies: list[Any]) -> list[Any]:
    return [{k: v for k, v in body.items() if k != "post_header_rest"} for body in bodies]


def rows_of(path: Path, engine: Engine) -> list[dict[str, Any]]:
    """The changes of a log, but for where they lie."""
    found = [row for b in read_batches(path, engine=engine) for row in b.to_pylist()]
    return [{key: row[key] for key in row if key not in PLACES} for row in found]


@pytest.mark.parametrize("name", EVENTS)
def test_what_is_longer_is_skipped(tmp_path: Path, name: str) -> None:
    server, code, known, body = EVENTS[name]
    plain = tmp_path / "plain.binlog"
    plain.write_bytes(log_of(server, code, known, body))
    for more in (1, 2, 17):
        if code in (23, 166) and more == 2:
            continue  # servers read the 10 bytes of version 2
        path = tmp_path / f"{more}.binlog"
        path.write_bytes(log_of(server, code, known + more, lengthened(body, known, more)))
        for engine in ENGINES:
            expected, found = bodies_of(plain, engine), bodies_of(path, engine)
            assert without_rest(found) == expected, (more, engine)
            assert rows_of(path, engine) == rows_of(plain, engine), (more, engine)
        assert bodies_of(path, "kernels") == bodies_of(path, "tree")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "length", "body", "expected"),
    [
        ("QUERY", 11, doc.old_query(b"CREATE TABLE t (a INT)"), {"len_database": 1}),
        ("ROTATE", 7, bytes(7) + b"log.000002", {"next_log": "log.000002"}),
        ("ROTATE", 0, b"log.000002", {"next_log": "log.000002"}),
        ("GTID", 25, GTID, {"gno": 5}),
        ("GTID", 41, GTID + bytes(16), {"gno": 5}),
    ],
)
def test_a_shorter_one_has_the_fields_that_fit(  # noqa: PLR0913, PLR0917 - a field each
    tmp_path: Path, engine: Engine, name: str, length: int, body: bytes, expected: dict[str, Any]
) -> None:
    server, code, _, _ = EVENTS[name]
    path = tmp_path / "shorter.binlog"
    path.write_bytes(log_of(server, code, length, body))
    found = next(body for body in bodies_of(path, engine) if body.keys() >= expected.keys())
    assert found.items() >= expected.items()
    assert "position" not in found
    assert "logical_timestamps" not in found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "length"),
    [
        *[("QUERY", 0), ("QUERY", 10), ("GTID", 24), ("TABLE_MAP", 7), ("WRITE_ROWS_V1", 7)],
        *[("XID", 9), ("RAND", 250), ("ROTATE", 250), ("GTID", 250), ("ANNOTATE_ROWS", 250)],
    ],
)
def test_an_event_that_does_not_hold_its_post_header(
    tmp_path: Path, engine: Engine, name: str, length: int
) -> None:
    server, code, _, body = EVENTS[name]
    path = tmp_path / "beyond.binlog"
    path.write_bytes(log_of(server, code, length, body))
    with pytest.raises(BinlogError, match="expected the fields of an event"):
        bodies_of(path, engine)
    with pytest.raises(BinlogError, match="expected the fields of an event"):
        rows_of(path, engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_type_that_the_format_does_not_list(tmp_path: Path, engine: Engine) -> None:
    """It has the post-header that is documented."""
    _, code, _, body = EVENTS["WRITE_ROWS_V2"]
    short = MYSQL._replace(post_headers=MYSQL.post_headers[:25])
    start = u2(4) + short.version.ljust(50, b"\0") + u4(0) + u1(19) + bytes(short.post_headers)
    path = tmp_path / "unlisted.binlog"
    described = event(15, start + u1(0) + u4(0), checksum=False)
    table = event(19, doc.table_map(b"\x03"), checksum=False)
    path.write_bytes(doc.MAGIC + described + table + event(code, body, checksum=False))
    assert [row["change_type"] for row in rows_of(path, engine)] == ["insert"]
