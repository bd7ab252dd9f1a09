"""Statements as both engines tell of them: texts, sessions, and what the events before say."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.kernels.walk.sessions import KnownSessions
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import spans_of
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES
from binlog_kaitai.read.views import event_batches
from binlog_kaitai.tree.log.state import LogState
from tests.documented_bytes import u1, u2, u3, u4, u8
from tests.made_up import events
from tests.made_up.damage import events_of
from tests.made_up.logs import SMALL
from tests.made_up.readings import (
    difference,
    difference_of,
    reading,
    tables_in,
    transactions_difference,
)
from tests.made_up.writer import INTVAR, QUERY, RAND, SERVERS, TABLE_MAP, USER_VAR, XID, Writer
from tests.test_contexts import Last, rows_of, rows_of_packets

SERVER_BY_NAME = {"mysql": SERVERS[0], "mariadb": SERVERS[5]}

UTF8, LATIN1, SJIS, BINARY, UCS2 = 255, 8, 13, 63, 35

LAST_INSERT_ID, INSERT_ID = 1, 2
STRING, REAL, INT, ROW, DECIMAL = range(5)

ESCAPED = b'"\\/\b\f\n\r\t\0\x1f\x7f '


class Made(Writer):
    """A log of statements; `number` is the last one's."""

    number = 0

    def gtid(self) -> None:
        self.number += 1
        if self.server.is_mariadb:
            body = u8(self.number) + u4(0) + u1(0)
            self.event(162, body + bytes(6))
        else:
            self.event(33, u1(1) + events.UUID.bytes + u8(self.number))

    def query(self, text: bytes = b"INSERT INTO t", **told: Any) -> None:
        self.event(QUERY, query_body(text, **told))

    def intvar(self, kind: int, value: int) -> None:
        self.event(INTVAR, u1(kind) + u8(value))

    def variable(self, name: bytes, kind: int | None, value: bytes = b"", of: int = UTF8) -> None:
        head = u4(len(name)) + name
        if kind is None:
            self.event(USER_VAR, head + u1(1))
        else:
            self.event(USER_VAR, head + u1(0) + u1(kind) + u4(of) + u4(len(value)) + value + u1(0))

    def rows(self) -> None:
        table_id = u4(90) + bytes(2)
        self.event(TABLE_MAP, table_id + u2(1) + b"\1d\0\1t\0" + b"\1\3\0\0")
        body = table_id + u2(1) + b"\1\xff" + b"\0" + u4(self.number)
        self.event(23, body) if self.server.is_mariadb else self.event(
            30, table_id + u2(1) + u2(2) + b"\1\xff" + b"\0" + u4(self.number)
        )

    def xid(self) -> None:
        self.event(XID, u8(self.number))


def query_body(  # noqa: PLR0913 - what a QUERY event holds
    text: bytes,
    *,
    thread: int = 9,
    error: int = 0,
    database: bytes = b"d",
    client: int | None = UTF8,
    more: bytes = b"",
) -> bytes:
    status = u1(0) + u4(0x0400_0000) + u1(1) + u8(4)
    if client is not None:
        status += u1(4) + u2(client) + u2(45) + u2(8)
    status += more
    head = u4(thread) + u4(1) + u1(len(database)) + u2(error) + u2(len(status))
    return head + status + database + b"\0" + text


def microseconds(number: int, code: int = 13) -> bytes:
    return u1(code) + u3(number)


def xid_of_ddl(number: int, code: int = 17) -> bytes:
    return u1(code) + u8(number)


def texts(log: Made) -> None:
    for text in (
        *(b"INSERT", ESCAPED, b"INSERT " + ESCAPED * 9, b"abc", b"ab", b"a", b"", b" INSERT"),
        *(b"/* of one */ INSERT", b"-- x\nINSERT", b"(SELECT 1)", b"\xc3\x89TAT", b"1 COMMIT"),
        *(b"/* x */ COMMIT", b"#\nCOMMIT", b"BEGINNING", b"commit work", b"Rollbacks"),
    ):
        log.gtid()
        log.query(text)


def charsets(log: Made) -> None:
    encoded = ("INSERT 'é'".encode(), b"INSERT '\xe9'", b"INSERT '\\'", b"INSERT '\x81\\'")
    for client, text in itertools.product((None, UTF8, LATIN1, SJIS, BINARY, UCS2, 9999), encoded):
        log.gtid()
        log.query(text, client=client)
        log.query(text, client=client, database="dé".encode())
        log.query(text, client=client, database=b'd"\xff')


def sessions(log: Made) -> None:
    for number in range(150):
        log.query(
            thread=number * 2**25 % 2**32, error=400 * number, more=u1(3) + u2(number) + u2(7)
        )
        log.query(more=microseconds(number * 123_456 % 2**24), database=b"d" * (number % 9))
        if number % 10 == 0:
            log.query(more=microseconds(1) + microseconds(number) + u1(7) + u2(4))
            log.query(more=microseconds(number, 128) + u1(5) + u1(3) + b"UTC")
            log.query(more=u1(7) + u2(number))
            log.query(more=u1(200) + b"not known")


def statuses_and_names(log: Made) -> None:
    """What is a variable in one statement is a part of the database's name in the next."""
    log.query(more=u1(7) + u2(0x4142), database=b"xy")
    log.query(more=b"", database=u1(7) + u2(0x4142) + b"xy")


def numbers_of_statements(log: Made) -> None:
    """Numbers that each statement has of its own, of all codes, alone, together, and often."""
    codes: list[Callable[[int], bytes]] = [
        lambda number: microseconds(number % 10**6),
        lambda number: microseconds(number % 10**6, 128),
        xid_of_ddl,
        lambda number: xid_of_ddl(number, 129),
    ]
    for count in range(4):
        for number, chosen in itertools.product(
            (9, 2**64 - 1), itertools.product(codes, repeat=count)
        ):
            more = b"".join(code(number - at) for at, code in enumerate(chosen))
            log.query(more=more + u1(7) + u2(4))
            log.query(more=more[:-1])


def contexts(log: Made) -> None:
    log.gtid()
    log.query(b"BEGIN")
    log.intvar(LAST_INSERT_ID, 2**64 - 1)
    log.intvar(INSERT_ID, 2**63)
    log.event(RAND, u8(2**64 - 1) + u8(0))
    log.variable(b"null", None)
    for value in (0, 1, 2**63, 2**64 - 1):
        log.variable(b"int%d" % (value % 10), INT, u8(value))
    log.variable("é".encode(), STRING, "'é\"\n".encode())
    log.variable(b"latin", STRING, b"plain", LATIN1)
    log.variable(b"bytes", STRING, bytes(range(256)), BINARY)
    log.variable(b"none", STRING, b"", BINARY)
    log.query()
    log.query(b"INSERT with none of them")
    log.xid()


def rare_contexts(log: Made) -> None:
    decimal = b"\3\1\x80\x73\xff"
    several: list[list[tuple[Any, ...]]] = [
        [(b"x", REAL, struct.pack("<d", 0.1))],
        [(b"x", DECIMAL, decimal), (b"y", STRING, b"1")],
        [(b"x", ROW, b"1")],
        [(b"x", STRING, b"1"), (b"y", STRING, b"2"), (b"x", STRING, b"3")],
        [(b"x", STRING, b'"y": '), (b"y", STRING, b"2")],
        [(b"x", STRING, b"\xe9", LATIN1)],
        [(b"x", STRING, b"\xe9", UTF8)],
        [(b"x", STRING, b"\0\xe9", UCS2)],
        [(b"x", STRING, b"1", 70_000)],
        [(b"\xff", STRING, b"1")],
        [(b"%d" % number, STRING, b"x" * 2000) for number in range(20)],
        [(b"%d" % number, INT, u8(number)) for number in range(900)],
        [(b"x", STRING, b"x" * 2**20)],
    ]
    for variables in several:
        log.gtid()
        log.query(b"BEGIN")
        log.intvar(INSERT_ID, 7)
        for variable in variables:
            log.variable(*variable)
        log.intvar(LAST_INSERT_ID, 8)
        log.query()
        log.query()
        log.xid()


def odd_contexts(log: Made) -> None:
    """Events before a statement that is none, or comes late, or of which there are several."""
    log.intvar(INSERT_ID, 1)
    log.query(b"BEGIN")
    log.query()
    log.intvar(INSERT_ID, 2)
    log.intvar(INSERT_ID, 3)
    log.query()
    log.variable(b"a", INT, u8(1))
    log.intvar(0, 4)
    log.event(RAND, u8(1) + u8(2))
    log.variable(b"b", INT, u8(1))
    log.query()
    log.intvar(INSERT_ID, 5)
    log.query(b"SAVEPOINT `s`")
    log.query()
    log.intvar(INSERT_ID, 6)
    log.rows()
    log.query()
    log.intvar(INSERT_ID, 7)
    log.query(b"ROLLBACK TO `s`")
    log.query()
    log.intvar(INSERT_ID, 8)
    log.xid()
    log.query()
    log.intvar(INSERT_ID, 9)
    log.gtid()
    log.query()
    log.intvar(INSERT_ID, 10)
    events.write_load(log)
    log.query()
    log.intvar(INSERT_ID, 11)


def among_rows(log: Made) -> None:
    for number in range(30):
        log.gtid()
        log.query(b"BEGIN")
        log.intvar(INSERT_ID, number)
        log.query(database=b"d%d" % (number % 7))
        log.rows()
        if number % 3 == 0:
            log.intvar(LAST_INSERT_ID, number)
            log.query(b"ROLLBACK TO `s`" if number % 2 else b"SAVEPOINT `s`")
        log.rows()
        log.query(b"ROLLBACK" if number % 5 == 0 else b"COMMIT")
        log.query(b"XA COMMIT 'x'" if number % 9 == 0 else b"DROP TABLE x")


def payloads(log: Made) -> None:
    for number in range(12):
        log.gtid()
        log.begin_payload()
        log.query(b"BEGIN")
        log.intvar(INSERT_ID, number)
        log.query()
        log.rows()
        if number % 5 == 0:
            log.variable(b"x", REAL, struct.pack("<d", 0.5))
        log.query(b"UPDATE t", more=microseconds(number))
        log.rows()
        log.xid()
        log.end_payload()


def infinite(log: Made) -> None:
    log.query()
    log.rows()
    log.variable(b"x", REAL, struct.pack("<d", float("inf")))
    log.query()


def large(log: Made) -> None:
    for number in range(3):
        log.intvar(INSERT_ID, number)
        log.query(b"INSERT " + b"'\n\xc3\xa9" * (number * 300_000))
        log.query()
    log.intvar(INSERT_ID, 9)
    log.query(b"INSERT " + b"x" * 2**23)


CASES = {
    make.__name__: make
    for make in (
        *(texts, charsets, sessions, statuses_and_names, numbers_of_statements),
        *(contexts, rare_contexts, odd_contexts),
        *(among_rows, payloads, infinite, large),
    )
}


def log_of(name: str, server: str) -> bytes:
    log = Made(Last(3), SMALL, SERVER_BY_NAME[server])
    log.format_description()
    CASES[name](log)
    return bytes(log.file)


@pytest.fixture(params=[(name, server) for name in CASES for server in SERVER_BY_NAME])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a log."""
    name, server = request.param
    if name == "payloads" and server == "mariadb":
        pytest.skip("MariaDB has no payloads")
    path = tmp_path / "log.binlog"
    path.write_bytes(log_of(name, server))
    return path


@pytest.mark.few(6)
def test_engines_agree(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binlog_kaitai.kernels.walk.sessions.MAX_SESSIONS", 20)
    for schema in (None, pa.schema(field for field in RECORD_SCHEMA if field.name != "data")):
        assert difference(path, None, schema) is None
    for table in tables_in(path):
        assert difference(path, table) is None
    assert transactions_difference(path) is None
    tree, kernels = (reading(event_batches(path, engine=engine)) for engine in reversed(ENGINES))
    assert difference_of("events", tree, kernels) is None


@pytest.mark.parametrize("name", ["odd_contexts", "contexts", "texts", "payloads"])
def test_parts_and_packets_are_the_whole(name: str, tmp_path: Path) -> None:
    path = tmp_path / "log.binlog"
    data = log_of(name, "mysql")
    path.write_bytes(data)
    whole = rows_of(path, "tree", Scope())
    for engine in ENGINES:
        spans = spans_of(len(data), 90)
        assert [row for span in spans for row in rows_of(path, engine, Scope(span=span))] == whole
    assert rows_of_packets(data, "kernels") == rows_of_packets(data, "tree")


def test_chunks_end_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.binlog"
    log = Made(Last(3), SMALL, SERVERS[0])
    log.format_description()
    for _ in range(14):
        log.gtid()  # so that the first chunk's statements are few, and are kept
    for number in range(30):
        log.intvar(INSERT_ID, number)
        log.query()
    path.write_bytes(log.file)
    whole = rows_of(path, "tree", Scope())
    for size in range(1000, 1120):
        monkeypatch.setattr("binlog_kaitai.kernels.walk.chunk.CHUNK", size)
        assert rows_of(path, "kernels", Scope()) == whole


def damaged(data: bytes) -> Iterator[bytes]:
    """The same log with one of its events damaged, each in turn."""
    at = 4
    for event in events_of(data):
        if at > 4:
            middle = at + len(event) // 2
            yield data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]
        at += len(event)


def test_engines_agree_behind_damage(tmp_path: Path) -> None:
    path = tmp_path / "log.binlog"
    scope = Scope(is_lenient=True)
    for data in damaged(log_of("odd_contexts", "mysql")):
        path.write_bytes(data)
        tree, kernels = (
            [
                row
                for batch in read_batches(path, scope=scope, fault_field="fault", engine=engine)
                for row in batch.to_pylist()
            ]
            for engine in ("tree", "kernels")
        )
        assert kernels == tree


def test_statements_of_a_time_and_of_transactions(tmp_path: Path) -> None:
    path = tmp_path / "log.binlog"
    log = Made(Last(3), SMALL, SERVERS[0])
    log.format_description()
    for second in range(3):
        log.stamp = log.stamp._replace(timestamp=1_700_000_000 + second)
        payloads(log) if second == 1 else among_rows(log)
    path.write_bytes(log.file)
    for scope in (
        Scope(start_time=1_700_000_001_000_000, end_time=1_700_000_002_000_000),
        Scope("d.t"),
    ):
        tree, kernels = (rows_of(path, engine, scope) for engine in ("tree", "kernels"))
        assert kernels == tree
        assert tree


def test_classes_read_few_of_many_statements(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.binlog"
    log = Made(Last(3), SMALL, SERVERS[0])
    log.format_description()
    for number in range(100):
        contexts(log)
        log.query(more=microseconds(number))
        log.query(more=microseconds(number) + xid_of_ddl(number))
    path.write_bytes(log.file)
    read = []
    next_event = LogState.next_event

    def noted(*given: Any) -> Any:
        read.append(given)
        return next_event(*given)

    monkeypatch.setattr(LogState, "next_event", noted)
    learn = KnownSessions.learn
    learned = []

    def learning(*given: Any) -> None:
        learned.append(given)
        learn(*given)

    monkeypatch.setattr(KnownSessions, "learn", learning)
    assert sum(batch.num_rows for batch in read_batches(path)) == 400
    assert len(read) == 1  # FORMAT_DESCRIPTION
    assert len(learned) == 3
