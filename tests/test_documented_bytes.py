"""Events built from the documented layouts, through the reader."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError, Event, Record, read_events
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.views import transaction_batches
from tests import documented_bytes as doc
from tests.documented_bytes import DOCUMENTED, Documented, event, u1, u2, u4, u6, u8
from tests.records import read_rows
from tests.replay import FIXTURES


def start_of(log: str) -> bytes:
    """Return the magic number and the FORMAT_DESCRIPTION of a fixture."""
    first = next(read_events(FIXTURES / log))
    return (FIXTURES / log).read_bytes()[: first.position + first.size]


def listing(start: bytes, lengths: dict[int, int]) -> bytes:
    """Return a magic number and a FORMAT_DESCRIPTION, with other lengths of some post-headers."""
    content = bytearray(start[len(doc.MAGIC) : -4])
    for type_code, length in lengths.items():
        content[19 + 57 + type_code - 1] = length
    return doc.MAGIC + doc.signed(bytes(content))


def write(folder: Path, *parts: bytes) -> Path:
    path = folder / "documented.binlog"
    path.write_bytes(b"".join(parts))
    return path


def events_in(folder: Path, *parts: bytes) -> list[Event]:
    """Return the events of a log without its magic number, but for the first of them."""
    return list(read_events(write(folder, doc.MAGIC, *parts)))[1:]


def records_of(path: Path) -> list[tuple[str, Any]]:
    """Return the records; the places of events that they name as numbers of events."""
    positions = [item.position for item in read_events(path)][1:]
    records = []
    for record in read_rows(path):
        data = dict(record.data)
        if "load" in data:
            places = [positions.index(place) for place in data["load"]["file_positions"]]
            data["load"] = {**data["load"], "file_positions": places}
        records.append((record.change_type, data))
    return records


def name_of(item: Documented) -> str:
    return f"{item.type}-{DOCUMENTED.index(item)}"


@pytest.mark.parametrize("item", DOCUMENTED, ids=name_of)
def test_documented_bytes(tmp_path: Path, item: Documented) -> None:
    content = event(item.type_code, item.body, flags=item.flags)
    path = write(tmp_path, listing(start_of(item.log), item.listed), *item.before, content)
    found = list(read_events(path))
    assert len(found) == len(item.before) + 2
    last = found[-1]
    assert last.body == item.expected
    assert (last.type, last.type_code) == (item.type, item.type_code)
    assert (last.size, last.checksum) == (len(content), "ok")
    assert (last.server_id, int(last.timestamp.timestamp())) == (doc.SERVER_ID, doc.TIMESTAMP)
    assert records_of(path) == item.records


def test_event_after_one_of_a_private_type(tmp_path: Path) -> None:
    private = [event(code, b"\x01") for code in (80, 100, 101, 105, 200)]
    path = write(tmp_path, start_of(doc.MYSQL), *private, event(16, u8(5)))
    found = list(read_events(path))
    assert [item.type for item in found[1:]] == [
        *("ALISQL_SEQUENCE", "AURORA", "ALISQL_CONSENSUS_LOG", "ALISQL_GCN", None, "XID")
    ]
    assert (found[5].type_code, found[5].body) == (200, {"raw": "AQ=="})
    assert found[6].body == {"xid": 5}


UNKNOWN = "expected a known event type, found type"


def reading_of(path: Path, engine: Engine, **asked: Any) -> tuple[list[str], str | None]:
    """Return the flat rows and those of transactions, and the error that ended them."""
    found: list[str] = []
    errors = set()
    for batches in (read_batches, transaction_batches):
        try:
            for batch in batches(path, engine=engine, **asked):
                found += map(str, batch.to_pylist())
        except BinlogError as error:
            errors.add(str(error).removeprefix(f"{path}: "))
    assert len(errors) <= 1
    return found, errors.pop() if errors else None


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("type_code", "flags", "is_known"),
    [
        *((code, 0, True) for code in (80, 100, 101, 102, 103, 104, 105)),
        *((code, 0, False) for code in (0, 44, 79, 81, 106, 158, 173, 200, 255)),
        *((code, doc.IGNORABLE, True) for code in (0, 44, 99, 158, 173, 255)),
    ],
)
def test_events_that_nobody_knows(
    tmp_path: Path, engine: Engine, type_code: int, flags: int, is_known: bool
) -> None:
    start = start_of(doc.MYSQL)
    rows = (doc.INT_TABLE, event(30, doc.rows(doc.extra_data(b""), doc.HAS_ONE, doc.FIVE)))
    odd = event(type_code, b"\1", flags=flags)
    path = write(tmp_path, start, event(2, doc.query(b"BEGIN")), rows[0], odd, rows[1])
    found, error = reading_of(path, engine)
    if is_known:
        assert error is None
        assert [row for row in found if "'insert'" in row]
    else:
        at = len(start) + len(event(2, doc.query(b"BEGIN"))) + len(rows[0])
        assert error == (
            f"at byte {at}: {UNKNOWN} {type_code}, of server version 9.7.4-2,"
            " without the flag IGNORABLE"
        )
    assert [shown.type_code for shown in read_events(path)] == [15, 2, 19, type_code, 30]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_event_that_nobody_knows_is_told_of_in_a_lenient_mode(
    tmp_path: Path, engine: Engine
) -> None:
    rows = (doc.INT_TABLE, event(30, doc.rows(doc.extra_data(b""), doc.HAS_ONE, doc.FIVE)))
    path = write(tmp_path, start_of(doc.MYSQL), *rows, event(200, b"\1"), *rows)
    schema = RECORD_SCHEMA.append(pa.field("fault", pa.string()))
    asked = {"schema": schema, "scope": Scope(is_lenient=True), "fault_field": "fault"}
    batches = read_batches(path, engine=engine, **asked)
    found = [(row["change_type"], row["fault"]) for b in batches for row in b.to_pylist()]
    assert [kind for kind, _ in found] == ["insert", None, "insert"]
    assert f"{UNKNOWN} 200" in str(found[1][1])


@pytest.mark.parametrize("engine", ENGINES)
def test_an_event_that_nobody_knows_in_a_payload(tmp_path: Path, engine: Engine) -> None:
    data = b"".join([*INNER[:2], event(200, b"\1", checksum=False), *INNER[2:]])
    payload = event(40, doc.payload(255, data, len(data)))
    path = write(tmp_path, start_of(doc.MYSQL), payload)
    found, error = reading_of(path, engine)
    assert not [row for row in found if "'insert'" in row]
    assert f"at byte {len(start_of(doc.MYSQL))}: {UNKNOWN} 200" in str(error)


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_that_alisql_has_grouped(tmp_path: Path, engine: Engine) -> None:
    """Its logs list the post-header of type 100, which Aurora's of that number do not have."""
    for length, is_known in ((0, True), (10, False)):
        start = doc.format_description(b"8.0.32-X", post_headers(105, t2=13, t19=8, t100=length))
        path = write(tmp_path, doc.MAGIC, start, event(100, b"\1" * 12, checksum=False))
        _, error = reading_of(path, engine)
        assert (error is None) is is_known


@pytest.mark.parametrize(
    ("type_code", "body", "found"),
    [
        (164, u1(1) + u4(3) + bytes(12), "an event encrypted with the key version 3"),
        (159, u1(1) + u4(3) + bytes(12), "an event encrypted with the key version"),
    ],
)
def test_what_follows_the_start_of_encryption(
    tmp_path: Path, type_code: int, body: bytes, found: str
) -> None:
    start = start_of(doc.MARIADB)
    path = write(tmp_path, start, event(type_code, body), event(16, u8(5)))
    reader = read_events(path)
    next(reader)
    assert next(reader).type_code == type_code
    with pytest.raises(BinlogError) as error:
        next(reader)
    assert error.value.position == len(start) + 19 + len(body) + 4
    assert error.value.found.startswith(found)


def test_header_of_an_encrypted_log(tmp_path: Path) -> None:
    # mysql: Rpl_encryption_header_v1; the fields may come in any order
    key = b"MySQLReplicationKey_" + doc.UUID.encode() + b"_1"
    fields = b"\x03" + bytes(16) + b"\x01" + doc.short_text(key) + b"\x02" + bytes(32)
    path = write(tmp_path, (b"\xfdbin\x01" + fields).ljust(512, b"\0"), bytes(100))
    with pytest.raises(BinlogError) as error:
        list(read_events(path))
    assert f"with the key {key.decode()};" in error.value.found


# TRANSACTION_PAYLOAD: events without checksums inside one with a checksum.
INNER = tuple(
    event(code, body, checksum=False)
    for code, body in (
        (2, doc.query(b"BEGIN")),
        (19, doc.table_map(b"\x03")),
        (30, doc.rows(doc.extra_data(b""), doc.HAS_ONE, doc.FIVE + doc.SIX)),
        (16, u8(5)),
    )
)


def test_payload_that_is_not_compressed(tmp_path: Path) -> None:
    data = b"".join(INNER)
    payload = event(40, doc.payload(255, data, len(data)))
    start = start_of(doc.MYSQL)
    path = write(tmp_path, start, payload, event(16, u8(6)))
    found = list(read_events(path))[1:]
    assert found[0].body == {
        "len_payload": len(data),
        "compression": "none",
        "len_uncompressed": len(data),
    }
    assert [item.type for item in found[1:]] == [
        *("QUERY", "TABLE_MAP", "WRITE_ROWS_V2", "XID", "XID")
    ]
    assert [item.position for item in found] == [len(start)] * 5 + [len(start) + len(payload)]
    assert [item.checksum for item in found] == ["ok", *["none"] * 4, "ok"]
    assert records_of(path) == [("insert", {"@1": 5}), ("insert", {"@1": 6})]


def statement_of(record: Record) -> tuple[str, str]:
    return record.database, record.data["statement"]


def test_binlog_version_1(tmp_path: Path) -> None:
    path = write(tmp_path, doc.VERSION_1)
    found = list(read_events(path))
    assert [(item.type, item.position, item.flags) for item in found] == [
        ("START_V3", 4, 0),
        ("INTVAR", 73, 0),
        ("QUERY", 95, 0),
        ("LOAD", 148, 0),
        ("STOP", 207, 0),
        ("ROTATE", 220, 0),
    ]
    assert found[0].body == {
        "binlog_version": 1,
        "server_version": "3.23.58-log",
        "created_at": doc.TIMESTAMP,
    }
    assert found[1].body == {"type": "insert_id", "value": 7}
    assert found[5].body == {"next_log": "binlog.002"}
    first, second = read_rows(path)
    assert statement_of(first) == ("d", "insert into t values (null)")
    assert first.data["insert_id"] == 7
    assert second.data["statement"].startswith("LOAD DATA INFILE '/tmp/x.txt' REPLACE")


def test_binlog_version_3(tmp_path: Path) -> None:
    path = write(tmp_path, doc.VERSION_3)
    found = list(read_events(path))
    assert [item.type for item in found] == ["START_V3", "RAND", "QUERY", "ROTATE"]
    assert found[0].body["server_version"] == "4.1.22-log"
    assert found[1].body == {"seed1": 11, "seed2": 12}
    assert found[3].body == {"position": 4, "next_log": "binlog.000002"}
    (record,) = read_rows(path)
    assert record.data["rand_seeds"] == [11, 12]
    assert statement_of(record) == ("d", "insert into t values (rand())")


def post_headers(count: int, **lengths: int) -> bytes:
    """Return the lengths of post-headers by type code, from 1 on; `t2` is that of type 2."""
    return bytes(lengths.get(f"t{code}", 0) for code in range(1, count + 1))


def test_longer_common_header(tmp_path: Path) -> None:
    # mysql: Format_description_event, common_header_len; ROTATE keeps the minimal header
    def longer(type_code: int, body: bytes) -> bytes:
        content = event(type_code, b"extra!!!" + body, checksum=False)
        return content[:9] + u4(len(content)) + content[13:]

    found = events_in(
        tmp_path,
        doc.format_description(b"5.5.1-m2", post_headers(27, t2=13, t4=8, t19=8), len_header=27),
        longer(2, doc.query(b"DO 1")),
        longer(16, u8(5)),
        event(4, u8(4) + b"next", checksum=False),
    )
    assert [item.type for item in found] == ["QUERY", "XID", "ROTATE"]
    assert found[0].body["query"] == "DO 1"
    assert found[1].body == {"xid": 5}
    assert found[2].body == {"position": 4, "next_log": "next"}


def test_table_ids_of_four_bytes(tmp_path: Path) -> None:
    # seed: ROWS_EVENT, a post-header of 6; mysql 5.1.0 to 5.1.15
    start = doc.format_description(b"5.1.5-beta", post_headers(25, t2=13, t19=6, t23=6))
    parts = (
        event(19, doc.table_map(b"\x03", table_id=u4(7)), checksum=False),
        event(23, doc.rows(b"", doc.HAS_ONE, doc.FIVE, table_id=u4(7)), checksum=False),
    )
    found = events_in(tmp_path, start, *parts)
    assert [item.body["table_id"] for item in found] == [7, 7]
    assert found[1].body["images"] == [{"change_type": "insert", "data": {"@1": 5}}]


def test_table_map_that_ends_before_its_metadata(tmp_path: Path) -> None:
    # mysql 5.1.15 and before: Table_map_log_event without m_field_metadata
    start = doc.format_description(b"5.1.15-beta", post_headers(25, t2=13, t19=8))
    whole = doc.table_map(b"\x03\x0f")
    found = events_in(tmp_path, start, event(19, whole[: -(1 + 1)], checksum=False))
    assert found[0].body["column_types"] == ["long", "varchar"]


def test_permuted_types(tmp_path: Path) -> None:
    # mysql 5.1: Format_description_log_event, "5.2.2-a_drop5p..." and its like, 22 types
    start = doc.format_description(b"5.2.2-a_drop6-alpha", post_headers(22, t2=13, t16=8, t21=4))
    codes = {16: 19, 17: 20, 18: 21, 19: 22, 20: 16, 21: 17, 22: 18}
    bodies = {16: u8(5), 17: u4(1) + b"x", 19: doc.table_map(b"\x03")}
    parts = [
        event(written, bodies[meant], checksum=False)
        for written, meant in codes.items()
        if meant in bodies
    ]
    found = events_in(tmp_path, start, *parts)
    assert [item.type for item in found] == ["TABLE_MAP", "XID", "BEGIN_LOAD_QUERY"]
    assert found[2].body == {"file_id": 1, "data": "x"}


VERSIONS = {
    "mysql97": ["26.7.0", "26.10.12-log", "8.4.3-azure", "8.0.34-26", "8.0.mysql_aurora.3.08.0"],
    "mariadb118": ["12.3.2-MariaDB-log", "5.5.5-10.11.6-MariaDB", "13.0.0-MariaDB", "11.8"],
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("server", "version"), [(server, one) for server, some in VERSIONS.items() for one in some]
)
def test_versions(tmp_path: Path, server: str, version: str, engine: Engine) -> None:
    """What a server does with the text: mysql, do_server_version_split."""
    original = FIXTURES / server / "rotated.1.binlog"
    log = original.read_bytes()
    end = 4 + int.from_bytes(log[13:17], "little")
    described = log[4:25] + version.encode().ljust(50, b"\0") + log[75 : end - 4]
    path = write(tmp_path, log[:4], described, u4(zlib.crc32(described)), log[end:])
    found = [replace(record, file="") for record in read_rows(path, engine=engine)]
    assert found == [replace(record, file="") for record in read_rows(original, engine=engine)]


def test_six_bytes_of_table_id(tmp_path: Path) -> None:
    number = 2**40 + 7
    table = event(19, doc.table_map(b"\x03", table_id=u6(number)))
    body = doc.rows(doc.extra_data(b""), doc.HAS_ONE, doc.FIVE, table_id=u6(number))
    path = write(tmp_path, start_of(doc.MYSQL), table, event(30, body))
    assert records_of(path) == [("insert", {"@1": 5})]
    assert list(read_events(path))[-1].body["table_id"] == number


def test_two_tables_in_one_statement(tmp_path: Path) -> None:
    tables = [
        event(19, doc.table_map(b"\x03", table_id=u6(number), table=name))
        for number, name in ((1, b"one"), (2, b"two"))
    ]
    rows = [
        event(30, u6(number) + u2(flags) + doc.extra_data(b"") + doc.HAS_ONE + image)
        for number, flags, image in ((1, 0, doc.FIVE), (2, 1, doc.SIX))
    ]
    path = write(tmp_path, start_of(doc.MYSQL), *tables, *rows)
    assert [(r.table, r.data) for r in read_rows(path)] == [("one", {"@1": 5}), ("two", {"@1": 6})]
    # the statement has ended, so its table maps no longer hold
    path = write(tmp_path, start_of(doc.MYSQL), *tables, *rows, rows[0])
    with pytest.raises(BinlogError, match="a TABLE_MAP event for table id 1 before"):
        list(read_rows(path))


@pytest.mark.parametrize(("kind", "name"), [(0, "decimal"), (6, "null")])
def test_column_of_a_type_that_has_no_layout(tmp_path: Path, kind: int, name: str) -> None:
    table = event(19, doc.table_map(bytes([3, kind])))
    body = doc.rows(doc.extra_data(b""), doc.packed(2) + b"\x03", doc.FIVE)
    path = write(tmp_path, start_of(doc.MYSQL), table, event(30, body))
    with pytest.raises(BinlogError) as error:
        list(read_rows(path))
    assert error.value.found == f"{name} ({kind})"
