"""The page ksy/README.md against the specs, the fixtures and the documented bytes it names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from kaitaistruct import KaitaiStream

from binlog_kaitai import BinlogError, read_events
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.log_start import LogStart
from binlog_kaitai.generated.replication_packet import ReplicationPacket
from binlog_kaitai.tree.log.events import LoggedEvent
from tests.documented_bytes import DOCUMENTED, MAGIC, VERSION_1, VERSION_3
from tests.records import read_rows
from tests.replay import FIXTURES

SPECS = Path(__file__).parents[1] / "ksy"
PAGE = (SPECS / "README.md").read_text(encoding="utf-8")
SERVERS = {"mysql56": "5.6", "mysql97": "9.7", "mariadb1011": "10.11", "mariadb118": "11.8"}
LOGS = ("*.binlog", "*.relay_log", "*.without_key")
SEMI_SYNC = 0xEF


@dataclass(frozen=True)
class Line:
    """A line of the page's table."""

    code: int
    type: str
    spec: str
    written_by: str
    here: str
    parsed: str

    @property
    def fixtures(self) -> list[str]:
        return re.findall(r"\[([^]]+)\]", self.parsed)


_LINE = re.compile(
    r"^\| (\d+) \| (\w+) \| ([^|]+) \| ([^|]+) \| ([^|]*?) ?\| ([^|]+) \|$", re.MULTILINE
)
LINES = [Line(int(code), *rest) for code, *rest in _LINE.findall(PAGE)]


@cache
def types_in(log: str) -> frozenset[int]:
    """Return the types of the events of a fixture, up to where it is encrypted."""
    path = FIXTURES / log
    if path.suffix == ".packets":
        return frozenset(event.type_code for event in packets_in(log))
    found = set()
    try:
        for event in read_events(path):
            found.add(event.type_code)
    except BinlogError:
        if path.suffix != ".without_key":
            raise
    return frozenset(found)


@dataclass(frozen=True)
class Packet:
    """An event that came in a packet."""

    type_code: int
    is_semi_sync: bool
    checksum: str
    tree: Any


@cache
def packets_in(log: str) -> list[Packet]:
    """Parse the packets of a fixture, one a line, each with the state that those before left."""
    start = LogStart(KaitaiStream(BytesIO(MAGIC)))
    state = (start.format, start.table_maps)
    packets = []
    for line in (FIXTURES / log).read_text(encoding="ascii").splitlines():
        data = bytes.fromhex(line)
        is_semi_sync = data[1] == SEMI_SYNC
        stream = KaitaiStream(BytesIO(data))
        event = ReplicationPacket(is_semi_sync, *state, stream).event
        assert stream.is_eof()
        state = (event.format_after, event.table_maps_after)
        checksum = LoggedEvent(0, len(data), event).checksum
        packets.append(Packet(int(event.header.type), is_semi_sync, checksum, event))
    return packets


def documented_types() -> set[int]:
    # of the logs of old versions, the START_V3 that they begin with
    return {item.type_code for item in DOCUMENTED} | {VERSION_1[8], VERSION_3[8]}


def test_every_type_has_a_line() -> None:
    assert [(line.code, line.type) for line in LINES] == [
        (int(kind), kind.name.upper()) for kind in BinlogEventHeader.EventType
    ]


def test_specs_are_those_of_the_switch() -> None:
    text = (SPECS / "binlog_event.ksy").read_text(encoding="utf-8")
    switch = dict(re.findall(r"'binlog_event_header::event_type::(\w+)': (\w+)", text))
    assert len(switch) > 50
    for line in LINES:
        spec = switch.get(line.type.lower())
        assert line.spec == (f"[{spec}]({spec}.ksy)" if spec else "none: raw")


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", PAGE)
    assert len(links) > len(BinlogEventHeader.EventType)
    for link in links:
        assert link.startswith("https://") or (SPECS / link.partition("#")[0]).exists(), link


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.type)
def test_what_a_line_names_holds_the_type(line: Line) -> None:
    assert line.fixtures or "documented bytes" in line.parsed
    assert line.written_by.strip()
    for fixture in line.fixtures:
        assert f"](../tests/fixtures/{fixture})" in line.parsed
        assert line.code in types_in(fixture)
    assert ("documented bytes" in line.parsed) == (line.code in documented_types())


@pytest.mark.long
def test_servers_that_write_each_type_here() -> None:
    found: dict[int, set[str]] = {}
    for pattern in (*LOGS, "*.packets"):
        for path in FIXTURES.glob(f"*/{pattern}"):
            for code in types_in(str(path.relative_to(FIXTURES))):
                found.setdefault(code, set()).add(path.parent.name)
    for line in LINES:
        servers = found.get(line.code, set())
        expected = ", ".join(name for server, name in SERVERS.items() if server in servers)
        assert line.here == expected, line.type
        # what a server here writes is parsed from a log of a server
        assert bool(line.fixtures) == bool(servers)


@pytest.mark.parametrize(
    ("server", "is_semi_sync", "heartbeat"),
    [("mysql56", False, 27), ("mysql97", True, 41), ("mariadb118", True, 27)],
)
def test_packets(server: str, is_semi_sync: bool, heartbeat: int) -> None:
    packets = packets_in(f"{server}/wire.packets")
    assert {packet.is_semi_sync for packet in packets} == {is_semi_sync}
    # the made-up ROTATE comes before anything tells of checksums, and has one
    assert [packet.checksum for packet in packets] == ["none", *["ok"] * (len(packets) - 1)]
    first, start = packets[:2]
    assert (first.type_code, first.tree.header.flags.artificial) == (4, True)
    assert start.type_code == 15
    assert [packet.type_code for packet in packets[-2:]] == [heartbeat] * 2
    body = packets[-1].tree.body
    log = body.log if heartbeat == 27 else body.fields[0].value
    assert log == b"binlog.000002"


@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_relay_log(server: str) -> None:
    path = FIXTURES / server / "relay.relay_log"
    events = list(read_events(path))
    content = path.read_bytes()
    assert sum(event.size for event in events) == len(content) - 4
    assert {event.checksum for event in events} == {"ok"}
    own, other = (event for event in events if event.type == "FORMAT_DESCRIPTION")
    assert (own.flags, other.flags) == (0x40, 0)
    assert other.server_id == own.server_id + 1
    artificial = [event for event in events if event.flags & 0x20]
    assert [event.type for event in artificial] == ["ROTATE"]
    assert artificial[0].position < other.position
    rows = [record for record in read_rows(path) if record.table]
    assert [(row.position, row.ordinal, row.data) for row in rows] == [
        (rows[0].position, 0, {"@1": 1, "@2": "open"}),
        (rows[0].position, 1, {"@1": 2, "@2": "sesame"}),
    ]
    assert {row.server_id for row in rows} == {other.server_id}


def test_log_that_mysql_encrypted() -> None:
    path = FIXTURES / "mysql97" / "encrypted.without_key"
    with pytest.raises(BinlogError) as error:
        list(read_events(path))
    assert error.value.position == 0
    key = re.search(rb"MySQLReplicationKey_[-0-9a-f]{36}_1", path.read_bytes())
    assert key is not None
    assert f"with the key {key[0].decode()};" in error.value.found


@pytest.mark.parametrize("server", ["mariadb1011", "mariadb118"])
def test_log_that_mariadb_encrypted(server: str) -> None:
    path = FIXTURES / server / "encrypted.without_key"
    reader = read_events(path)
    assert next(reader).type == "FORMAT_DESCRIPTION"
    start = next(reader)
    assert (start.type, start.checksum) == ("START_ENCRYPTION", "ok")
    assert (start.body["scheme"], start.body["key_version"]) == (1, 1)
    with pytest.raises(BinlogError) as error:
        next(reader)
    assert error.value.position == start.position + start.size
    assert error.value.found == "an event encrypted with the key version 1"


def test_incidents_and_files_that_are_given_up() -> None:
    for server, log in (("mysql97", "incident.1"), ("mysql56", "incident.1")):
        (incident,) = events_of_type(f"{server}/{log}.binlog", "INCIDENT")
        assert incident["incident"] == "lost_events"
        assert len(incident["message"]) == incident["len_message"] > 0
        assert ("rest" in incident) == (server == "mysql97")  # four bytes
    for server in SERVERS:
        log = f"{server}/load_blocks.binlog"
        (given_up,) = events_of_type(log, "DELETE_FILE")
        (block,) = events_of_type(log, "APPEND_BLOCK")
        begun = [body["file_id"] for body in events_of_type(log, "BEGIN_LOAD_QUERY")]
        loaded = [body["file_id"] for body in events_of_type(log, "EXECUTE_LOAD_QUERY")]
        assert begun == [block["file_id"], given_up["file_id"], loaded[-1]]
        assert loaded == [begun[0], begun[2]]
        # the first file lies in two blocks, the one that was given up is in no statement
        loads = [r.data["load"] for r in read_rows(FIXTURES / log) if "load" in r.data]
        assert [len(load["file_positions"]) for load in loads] == [2, 1]


def events_of_type(log: str, name: str) -> list[dict[str, Any]]:
    return [event.body for event in read_events(FIXTURES / log) if event.type == name]
