"""Events that come one by one, against the logs that they come from."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.records import Record
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.packet_batches import PacketBatches
from binlog_kaitai.tree.changes import read_changes
from binlog_kaitai.tree.output.records import record_of
from binlog_kaitai.tree.packets.memory import PacketMemory
from binlog_kaitai.tree.packets.reader import STREAM, PacketReader
from tests.fixtures.logs import EACH_SHORT_LOG
from tests.replay import FIXTURES

ROTATED = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]
WIRES: list[tuple[str, Framing]] = [
    ("mysql97", "semi_sync"),
    ("mysql56", "packet"),
    ("mariadb118", "semi_sync"),
]


def events_of(path: Path) -> list[bytes]:
    with LogFile(path) as log:
        return [frame.data for frame in log.frames()]


def packets_of(server: str) -> list[bytes]:
    """What a server sent to a replica."""
    text = (FIXTURES / server / "wire.packets").read_text(encoding="ascii")
    return [bytes.fromhex(line) for line in text.split()]


def records_of(packets: list[bytes], framing: Framing = "event") -> list[Record]:
    found = PacketReader(framing).changes(packets)
    return [record_of(file or "", change) for file, change in found]


def records_in(path: Path, file: str, scope: Scope | None = None) -> list[Record]:
    """The records of a file as a stream gives them, which ends of transactions are to come in."""
    found = read_changes(path, scope or Scope())
    records = [record_of(file, change) for change in found if isinstance(change, Change)]
    return [record if _decides(record) else replace(record, outcome=None) for record in records]


def _decides(record: Record) -> bool:
    return str(record.data.get("statement")).startswith(("XA COMMIT", "XA ROLLBACK"))


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_events_give_the_changes_of_their_log(path: Path) -> None:
    assert records_of(events_of(path)) == records_in(path, "")


def test_stream_goes_on_in_the_next_log() -> None:
    one, other = ROTATED
    found = records_of(events_of(one) + events_of(other))
    assert found == records_in(one, "") + records_in(other, "binlog.000003")


def test_state_lives_from_call_to_call() -> None:
    reader = PacketReader("event")
    found = [
        record_of(file or "", change)
        for event in events_of(ROTATED[0])
        for file, change in reader.changes([event])
    ]
    assert found == records_in(ROTATED[0], "")


def test_scope_is_kept() -> None:
    scope = Scope("rotated.events")
    found = [change for _, change in PacketReader("event", scope).changes(events_of(ROTATED[0]))]
    expected = list(read_changes(ROTATED[0], scope))
    assert [change.cells for change in found] == [change.cells for change in expected]  # type: ignore[union-attr]
    assert expected


@pytest.mark.parametrize(("server", "framing"), WIRES)
def test_packets_of_a_server(server: str, framing: Framing) -> None:
    records = records_of(packets_of(server), framing)
    assert {record.file for record in records} == {"binlog.000002"}
    assert records[0].data["statement"] == "CREATE DATABASE encrypted"
    assert records[1].data["statement"].startswith("CREATE TABLE encrypted.secrets")
    images = [(record.change_type, record.data) for record in records[2:]]
    if server == "mysql97":
        assert images == [
            ("insert", {"@1": 1, "@2": "open"}),
            ("insert", {"@1": 2, "@2": "sesame"}),
        ]
    else:
        assert [record.data["statement"] for record in records[2:]] == [
            "INSERT INTO encrypted.secrets VALUES (1, 'open'), (2, 'sesame')"
        ]


@pytest.mark.parametrize(("server", "framing"), WIRES)
def test_a_replica_that_comes_again_names_its_place_anew(server: str, framing: Framing) -> None:
    packets = packets_of(server)
    once = records_of(packets, framing)
    assert records_of(packets[:6] + packets, framing)[-len(once) :] == once


def flipped(event: bytes, index: int) -> bytes:
    return event[:index] + bytes([event[index] ^ 1]) + event[index + 1 :]


EVENTS = events_of(ROTATED[0])
PACKETS = packets_of("mysql56")
Packets = list[bytes]

DAMAGED: list[tuple[Framing, Callable[[], Packets | list[None]], int, str, str]] = [
    ("event", lambda: EVENTS[1:], 0, "a FORMAT_DESCRIPTION before any other event", "type 35"),
    ("event", lambda: [EVENTS[0], EVENTS[1][:9]], 127, "an event header", "9 bytes"),
    ("event", lambda: [EVENTS[0], EVENTS[1][:-1]], 127, "an event of 31 bytes", "30 bytes"),
    ("event", lambda: [*EVENTS[:2], EVENTS[1]], 158, "ends at byte 189 or later", "ends at 158"),
    ("event", lambda: [EVENTS[0], flipped(EVENTS[1], 30)], 127, "with the checksum", "checksum"),
    ("event", lambda: [None], 0, "a packet", "null"),
    ("packet", lambda: [b"\xff" + PACKETS[0][1:]], 0, "an event in the framing packet", "error"),
    ("packet", lambda: [b""], 0, "an event in the framing packet", "0"),
    ("semi_sync", lambda: PACKETS, 0, "an event in the framing semi_sync", ""),
    ("packet", lambda: [PACKETS[1][:-1]], 0, "an event of 116 bytes", "115 bytes"),
]


@pytest.mark.parametrize(("framing", "packets", "position", "expected", "found"), DAMAGED)
def test_damage_is_named(
    framing: Framing,
    packets: Callable[[], Packets],
    position: int,
    expected: str,
    found: str,
) -> None:
    with pytest.raises(BinlogError) as raised:
        list(PacketReader(framing).changes(packets()))
    error = raised.value
    assert (error.file, error.position) == (STREAM, position)
    assert expected in error.expected
    assert found in error.found


def test_unknown_framing_is_refused() -> None:
    with pytest.raises(
        ValueError, match="unknown framing 'raw'; framings are packet, semi_sync, event"
    ):
        PacketReader("raw")  # type: ignore[arg-type]


def rows_of(packets: PacketBatches, taken: list[bytes]) -> list[dict[str, object]]:
    array = pa.array(taken, pa.binary())
    return [row for batch in packets.of(array) for row in batch.to_pylist()]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_memory_is_all_that_a_stream_needs(path: Path, engine: Engine) -> None:
    events = events_of(path)
    whole = rows_of(PacketBatches(RECORD_SCHEMA, "event", engine=engine), events)
    chance = Random(path.name)
    pieces = sorted(chance.sample(range(len(events)), min(len(events), 12)))
    found: list[dict[str, object]] = []
    memory = PacketMemory()
    for first, end in itertools.pairwise([0, *pieces, len(events)]):
        packets = PacketBatches(RECORD_SCHEMA, "event", engine=engine)
        packets.resume(PacketMemory.from_json(memory.to_json()))
        found += rows_of(packets, events[first:end])
        memory = packets.memory
    assert found == whole


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("server", "framing"), WIRES)
def test_memory_between_any_two_packets(server: str, framing: Framing, engine: Engine) -> None:
    sent = packets_of(server)
    whole = rows_of(PacketBatches(RECORD_SCHEMA, framing, engine=engine), sent)
    found: list[dict[str, object]] = []
    memory = PacketMemory()
    for packet in sent:
        packets = PacketBatches(RECORD_SCHEMA, framing, engine=engine)
        packets.resume(memory)
        found += rows_of(packets, [packet])
        memory = packets.memory
    assert found == whole
    assert whole


@pytest.mark.parametrize("engine", ENGINES)
def test_memory_knows_where_the_stream_was(engine: Engine) -> None:
    events = events_of(ROTATED[0])
    packets = PacketBatches(RECORD_SCHEMA, "event", engine=engine)
    rows_of(packets, events[:9])
    memory = packets.memory
    for following in (events[8:], events[9:][::-1]):
        packets = PacketBatches(RECORD_SCHEMA, "event", engine=engine)
        packets.resume(memory)
        with pytest.raises(BinlogError, match="repeated or out of order"):
            rows_of(packets, following)


def test_memory_of_another_version_is_refused() -> None:
    text = PacketMemory().to_json().replace('"version": 2', '"version": 3')
    with pytest.raises(ValueError, match="found version 3"):
        PacketMemory.from_json(text)
