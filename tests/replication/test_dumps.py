"""What servers send is given by hand: the events of a log, between those made up for replicas."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import BinlogError, read_events
from binlog_kaitai.read.wire import load_run
from binlog_kaitai.replication.dumped import DumpedRun
from binlog_kaitai.replication.dumps import Dump
from binlog_kaitai.replication.log_files import LogFileWriter
from binlog_kaitai.replication.log_names import LogName, log_name
from binlog_kaitai.replication.sessions import RefusedError
from binlog_kaitai.replication.uris import parse_uri
from tests.replay import FIXTURES

LOGS = [FIXTURES / name for name in ("mysql97/rotated.1.binlog", "mariadb118/rotated.1.binlog")]
OLD = FIXTURES / "mysql56/types.binlog"

NAME, NEXT = log_name("log.1"), log_name("log.2")

REFUSAL = b"\xff"
EOF = b"\xfe\x00\x00\x02\x00"


class FakeSession:
    """Answers every command with the same packets, in pieces of at most so many bytes."""

    server = parse_uri("mysql://reader@db")
    name = "mysql://db:3306"
    patience = 30.0

    def __init__(self, packets: Iterable[bytes], most: int = 2**22) -> None:
        self.commands: list[Any] = []
        self.data = b"".join(map(on_the_wire, packets))
        self.random = random.Random(most)
        self.most = most

    def begin_stream(self) -> None:
        assert len(self.commands) == 1

    def set(self, **variables: object) -> None:
        assert variables["master_binlog_checksum"] == "CRC32"

    def send(self, *command: Any) -> None:
        self.commands.append(command)

    def read_into(self, target: memoryview) -> int:
        size = min(self.random.randint(1, self.most), len(target), len(self.data))
        target[:size], self.data = self.data[:size], self.data[size:]
        return size

    def checked(self, packet: bytes) -> bytes:
        if packet.startswith(REFUSAL):
            raise RefusedError(packet[3:].decode(), int.from_bytes(packet[1:3], "little"))
        return packet


def on_the_wire(packet: bytes) -> bytes:
    """Return a packet with its header, in several where it is too long for one."""
    most = 2**24 - 1
    part, rest = packet[:most], packet[most:]
    sent = len(part).to_bytes(3, "little") + bytes([7]) + part
    return sent + (on_the_wire(rest) if len(part) == most else b"")


def made_up(type_code: int, body: bytes, *, flags: int, has_checksum: bool) -> bytes:
    size = 19 + len(body) + 4 * has_checksum
    header = bytes(4) + bytes([type_code]) + (9).to_bytes(4, "little") + size.to_bytes(4, "little")
    event = header + bytes(4) + flags.to_bytes(2, "little") + body
    return event + (zlib.crc32(event).to_bytes(4, "little") if has_checksum else b"")


def rotate(name: str, position: int, *, has_checksum: bool) -> bytes:
    body = position.to_bytes(8, "little") + name.encode()
    return made_up(4, body, flags=0x20, has_checksum=has_checksum)


def events_of(path: Path) -> list[bytes]:
    data = path.read_bytes()
    return [data[e.position : e.position + e.size] for e in read_events(path)]


def sent(*events: bytes) -> list[bytes]:
    return [*(b"\0" + event for event in events), EOF]


def dumped(packets: Iterable[bytes], log: LogName = NAME, position: int = 4) -> list[Any]:
    return list(Dump(FakeSession(packets), log, position))  # type: ignore[arg-type]


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.parent.name)
@pytest.mark.parametrize("has_checksum", [False, True])
def test_a_log_is_written_as_it_was(path: Path, has_checksum: bool, tmp_path: Path) -> None:
    heartbeat = made_up(27, NAME.encode(), flags=0, has_checksum=True)
    first, *others = events_of(path)
    packets = sent(rotate(NAME, 4, has_checksum=has_checksum), first, heartbeat, *others)
    events = dumped(packets)
    assert [event is None for event in events] == [False, True, *[False] * len(others)]
    target = tmp_path / "log"
    with target.open("w+b") as stream:
        writer = LogFileWriter(stream)
        for event in filter(None, events):
            assert event.log == NAME
            writer.add(event)
        assert writer.is_closed
    assert target.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("is_signed", [True, False])
def test_the_beginning_of_encryption_is_ignorable(is_signed: bool) -> None:
    path = FIXTURES / "mariadb118/encrypted.without_key"
    data = path.read_bytes()
    first, start = islice(read_events(path), 2)
    assert start.type == "START_ENCRYPTION"
    events = [data[e.position : e.position + e.size] for e in (first, start)]
    if not is_signed:
        events[1] = events[1][:-1] + bytes([events[1][-1] ^ 1])
    _, found = dumped(sent(*events))
    plain = events[1][:4] + bytes([28]) + events[1][5:-4]
    checksum = zlib.crc32(plain).to_bytes(4, "little") if is_signed else events[1][-4:]
    assert found.data == plain + checksum


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.parent.name)
@pytest.mark.parametrize("most", [7, 500, 2**22])
def test_what_comes_is_taken_many_events_at_once(path: Path, most: int) -> None:
    heartbeat = made_up(27, NAME.encode(), flags=0, has_checksum=True)
    events = events_of(path)
    events[5:5] = [heartbeat]
    packets = sent(rotate(NAME, 4, has_checksum=True), *events)
    session: Any = FakeSession(packets, most)
    stream = BytesIO()
    writer, num_runs = LogFileWriter(stream), 0
    for event in filter(None, Dump(session, NAME, 4, take_run=load_run())):
        num_runs += isinstance(event, DumpedRun)
        writer.add(event)
    assert stream.getvalue() == path.read_bytes()
    assert writer.is_closed
    assert 0 < num_runs < len(events) / 2 or most < 2**22


def large_event(position: int, size: int) -> bytes:
    """Return an event with so many bytes behind its header, which lies at a position."""
    header = bytes(4) + b"\x1d" + bytes(4) + (19 + size).to_bytes(4, "little")
    return header + (position + 19 + size).to_bytes(4, "little") + bytes(2) + bytes([9]) * size


@pytest.mark.parametrize("size", [2**20, 2**21 + 5, 2**24 - 20 - 1, 2**24 - 20, 2**24 + 5, 2**25])
def test_a_large_event_is_passed_on_in_parts(size: int) -> None:
    """Also one that has more bytes than a packet, or just as many."""
    first = events_of(LOGS[0])[0]
    events, position = [first], 4 + len(first)
    for _ in range(2):
        events.append(large_event(position, size))
        position += len(events[-1])
    packets = sent(rotate(NAME, 4, has_checksum=True), *events)
    session: Any = FakeSession(packets, 2**22)
    stream = BytesIO()
    writer, complete = LogFileWriter(stream, marks_use=False), set[int]()
    for event in filter(None, Dump(session, NAME, 4, take_run=load_run())):
        assert len(event.data) < 2**22
        writer.add(event)
        assert event.complete_end <= event.end
        complete.add(event.complete_end)
    assert stream.getvalue()[4:] == b"".join(events)
    ends = [4 + sum(map(len, events[:count])) for count in (1, 2, 3)]
    assert sorted(complete) == ends


@pytest.mark.parametrize("missing", [1, 2**21])
def test_a_large_event_that_ends_too_early(missing: int) -> None:
    first = events_of(LOGS[0])[0]
    event = large_event(4 + len(first), 2**22)[:-missing]
    session: Any = FakeSession(sent(first, event), 2**22)
    parts: list[Any] = []
    expected = f"expected an event of {2**22 + 19} bytes, found {len(event)} bytes"
    with pytest.raises(BinlogError, match=expected):
        parts.extend(Dump(session, NAME, 4))
    assert {part.complete_end for part in parts} == {4 + len(first)}


def test_an_event_that_is_looked_into_is_small() -> None:
    first = events_of(LOGS[0])[0]
    large = made_up(27, bytes(2**25), flags=0, has_checksum=True)
    with pytest.raises(BinlogError, match=f"expected a small event of type 27, .* {len(large)} b"):
        dumped(sent(first, large))


def test_a_log_is_in_use_until_it_is_closed() -> None:
    events = dumped(sent(rotate(NAME, 4, has_checksum=True), *events_of(LOGS[0])))
    stream = BytesIO()
    writer = LogFileWriter(stream)
    for event in events[:-1]:
        writer.add(event)
        assert stream.getvalue()[4 + 17] == 1
    expected = f"{writer.position}: expected the event at this byte, found an event .* byte 4$"
    with pytest.raises(BinlogError, match=expected):
        writer.add(events[0])
    writer.add(events[-1])
    assert stream.getvalue() == LOGS[0].read_bytes()


def test_a_stream_goes_from_log_to_log() -> None:
    """Also to one without checksums, whose made-up ROTATE has none or has one still."""
    ends = []
    for has_checksum in (False, True):
        packets = sent(
            *(rotate(NAME, 4, has_checksum=True), *events_of(LOGS[0])),
            *(rotate(NEXT, 4, has_checksum=has_checksum), *events_of(OLD)),
        )
        events = dumped(packets)
        ends.append((events[-1].log, events[-1].end))
        assert [e.log for e in events].count(NAME) == len(events_of(LOGS[0]))
    assert ends == [(NEXT, OLD.stat().st_size)] * 2


def test_a_stream_that_begins_inside_a_log() -> None:
    first, _, third, *_ = events_of(LOGS[0])
    position = 4 + len(first) + len(events_of(LOGS[0])[1])
    description = first[:13] + bytes(4) + first[17:]
    packets = sent(rotate(NAME, position, has_checksum=True), description, third)
    (event,) = dumped(packets, position=position)
    assert (event.position, event.data) == (position, third)


@pytest.mark.parametrize(
    ("packets", "message"),
    [
        (lambda _: [b"\x07"], "expected an event, found a packet that starts with 07"),
        (lambda events: [b"\0" + events[0][:7]], "expected the header of an event"),
        (lambda events: [b"\0" + events[0][:-1]], "bytes, found"),
        (lambda events: sent(events[0], events[2]), "expected an event that ends at byte"),
    ],
)
def test_what_no_server_sends(packets: Any, message: str) -> None:
    with pytest.raises(BinlogError, match=message):
        dumped(packets(events_of(LOGS[0])))
