"""Spools that hold a connection open, on a server of one log that grows."""

from __future__ import annotations

import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from binlog_kaitai.errors import TransientError
from binlog_kaitai.lake import served
from binlog_kaitai.lake.served import InputLogs
from binlog_kaitai.read import server_spool
from binlog_kaitai.read.server_spool import ServerSpool
from binlog_kaitai.read.wire import load_run
from binlog_kaitai.replication.dumps import FIRST, Dump
from binlog_kaitai.replication.uris import parse_uri
from tests.replication.lying_server import (
    ANSWERS,
    DUMPS,
    ENDLESS,
    EOF,
    LOG,
    NAME,
    PATHS,
    Answer,
    Client,
    LyingServer,
    event_packet,
    list_logs,
)
from tests.replication.test_dumps import FakeSession, events_of, made_up, on_the_wire, rotate

EVENTS = events_of(LOG)
ENDS = list(accumulate(map(len, EVENTS), initial=FIRST))
NON_BLOCKING = 1
SECONDS = 20
HEARTBEAT = event_packet(made_up(27, NAME.encode(), flags=0, has_checksum=True))


class GrowingServer(LyingServer):
    """Has the first `count` events of a log; `held` answers dumps that wait for more."""

    def __init__(self, held: Answer | None = None, count: int = 5) -> None:
        super().__init__({"logs": self.list, "dump": self.dump, "login": self.accept})
        self.held = held
        self.count = count
        self.sessions = self.dumps = 0
        self.changed = threading.Condition()
        self.is_cut = False

    def accept(self, client: Client) -> None:
        self.sessions += 1
        client.packets(bytes([0, 0, 0, 2, 0, 0, 0]))

    def grow(self, count: int, *, cuts: bool = False) -> None:
        """Write so many more events, and send no whole of the last one if it `cuts`."""
        with self.changed:
            self.count += count
            self.is_cut = cuts
            self.changed.notify_all()

    def list(self, client: Client) -> None:
        list_logs(client, [(NAME, ENDS[self.count], "No")])

    def dump(self, client: Client) -> None:
        command = next(body for body in reversed(self.received) if body[0] in DUMPS)
        position, flags = struct.unpack_from("<IH", command, 1)
        first = ENDS.index(position)
        client.packets(event_packet(rotate(NAME, position, has_checksum=True)))
        if first:
            head = EVENTS[0][:13] + bytes(4) + EVENTS[0][17:]
            client.packets(event_packet(head))
        if flags & NON_BLOCKING:
            client.packets(*map(event_packet, EVENTS[first : self.count]), EOF)
            return
        self.dumps += 1
        if self.held is None:
            self.send_on(client, first)
        else:
            self.held(client)

    def send_on(self, client: Client, sent: int) -> None:
        """Send events as they are written."""
        while True:
            with self.changed:
                if self.count == sent and not self.changed.wait(0.1):
                    client.packets(HEARTBEAT)
                    continue
                whole = self.count - self.is_cut
                client.packets(*map(event_packet, EVENTS[sent:whole]))
                if self.is_cut:
                    body = event_packet(EVENTS[whole])
                    client.raw(len(body).to_bytes(3, "little") + bytes([client.sequence % 256]))
                    client.raw(body[: len(body) // 2])
                    client.wait()
                sent = self.count


def spool_of(server: LyingServer, folder: Path) -> Any:
    return closing_spool(ServerSpool(parse_uri(server.uri()), folder))


class closing_spool:  # noqa: N801 - as `contextlib.closing`
    """Releases a spool in the end."""

    def __init__(self, spool: ServerSpool) -> None:
        self.spool = spool

    def __enter__(self) -> ServerSpool:
        return self.spool

    def __exit__(self, *exception: object) -> None:
        self.spool.release()


def take_until(spool: ServerSpool, is_done: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    spool.take()
    while not is_done():
        assert time.monotonic() < end
        time.sleep(0.02)
        spool.take()


def content(spool: ServerSpool) -> bytes:
    """Return the bytes of the log up to its size, without the flag of a log in use."""
    (log,) = spool.logs()
    data = bytearray(Path(log.file.path).read_bytes()[: log.file.size])
    data[FIRST + 17] = LOG.read_bytes()[FIRST + 17]
    return bytes(data)


def whole(count: int) -> bytes:
    return LOG.read_bytes()[: ENDS[count]]


@pytest.mark.parametrize("takes_runs", [True, False])
def test_a_dump_pauses_where_nothing_has_arrived(*, takes_runs: bool) -> None:
    class Session(FakeSession):
        """Has the bytes of a few packets at a time, of which the last one is torn."""

        def __init__(self) -> None:
            super().__init__(())
            packets = [event_packet(rotate(NAME, 4, has_checksum=True))]
            packets += map(event_packet, EVENTS)
            data = b"".join(map(on_the_wire, packets))
            self.parts = [data[at : at + 700] for at in range(0, len(data), 700)]
            self.data = self.parts.pop(0)

        @property
        def has_bytes(self) -> bool:
            return bool(self.data)

    session: Any = Session()
    kernel = load_run() if takes_runs else None
    data, num_pauses = bytearray(), 0
    dump = Dump(session, NAME, 4, is_blocking=False, pauses=True, take_run=kernel)
    for event in dump:
        if event is None and not session.has_bytes:
            num_pauses += 1
            if not session.parts:
                break
            session.data = session.parts.pop(0)
        elif event is not None:
            data += event.data
        if not session.data and session.parts and not takes_runs:
            session.data = session.parts.pop(0)  # a torn packet is waited for
    assert bytes(data) == LOG.read_bytes()[FIRST:]
    assert num_pauses > 0


def test_one_connection_has_all_that_is_new(tmp_path: Path) -> None:
    with GrowingServer() as server, spool_of(server, tmp_path) as spool:
        spool.take()
        sessions = server.sessions
        while server.count < len(EVENTS):
            server.grow(1)
            take_until(spool, lambda: content(spool) == whole(server.count))
        assert (server.sessions, server.dumps) == (sessions, 1)
    (log,) = spool.logs()
    assert Path(log.file.path).read_bytes()[FIRST + 19 :] == LOG.read_bytes()[FIRST + 19 :]


def test_half_an_event_is_not_there(tmp_path: Path) -> None:
    """It is sent again on the next connection."""
    with GrowingServer() as server, spool_of(server, tmp_path) as spool:
        spool.take()
        server.grow(3, cuts=True)
        take_until(spool, lambda: content(spool) == whole(server.count) and server.dumps == 2)


def test_a_folder_is_locked_while_a_connection_is_held(tmp_path: Path) -> None:
    with GrowingServer() as server:
        other = ServerSpool(parse_uri(server.uri()), tmp_path)
        with spool_of(server, tmp_path) as spool:
            spool.take()
            spool.drop_before(spool.logs()[-1].name)  # as its owner may
            with pytest.raises(TransientError, match="another process archives to this directory"):
                other.update()
        other.update()


def lose(client: Client) -> None:
    """End the connection at once."""


def test_a_server_that_is_gone_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller waits, and says so."""
    asleep: list[float] = []
    monkeypatch.setattr(
        server_spool, "time", SimpleNamespace(monotonic=time.monotonic, sleep=asleep.append)
    )
    with GrowingServer(lose) as server:
        spool = ServerSpool(parse_uri(server.uri()), tmp_path)
        spool.take()
    with pytest.raises(OSError, match="cannot connect"):
        take_until(spool, lambda: False)  # the end of the connection may be late
    assert asleep == []
    spool.release()


def test_a_server_that_ends_all_dumps_is_asked_anew(tmp_path: Path) -> None:
    """The spool gets all, and opens such dumps at growing intervals."""
    with GrowingServer(lose) as server, spool_of(server, tmp_path) as spool:
        while server.count < len(EVENTS):
            server.grow(1)
            take_until(spool, lambda: content(spool) == whole(server.count))
        assert 1 < server.dumps < 6 < len(EVENTS) - 5


def sent_by(answers: dict[str, Answer]) -> Iterator[Answer]:
    if "dump" in answers:
        yield answers["dump"]


HELD_LIES: dict[str, Answer] = {
    name: answer
    for name, answers in (PATHS | ANSWERS | ENDLESS).items()
    for answer in sent_by(answers)
} | {"silence": Client.wait, "error": lambda client: client.packets(b"\xff\x10\x04#HY000no")}


@pytest.mark.parametrize("lie", HELD_LIES)
def test_a_server_that_lies_on_the_connection_that_is_held(lie: str, tmp_path: Path) -> None:
    """Nothing that it sends is kept, and the log is complete by another connection."""
    answer = HELD_LIES[lie]
    with GrowingServer(answer) as server, spool_of(server, tmp_path) as spool:
        began = time.monotonic()
        spool.take()
        server.grow(2)
        while server.dumps < 2 or content(spool) != whole(server.count):
            assert time.monotonic() - began < SECONDS
            time.sleep(0.05)
            spool.take()
            if lie in {"heartbeats", "flood of heartbeats"} and time.monotonic() - began > 3:
                break  # as an idle server's
    names = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    own = {NAME, "binlog.index", ".archive.json", ".archive.lock", ".archive.head", ".spool.json"}
    assert names <= own


@pytest.mark.parametrize("every", [0.1, 1.5])
def test_a_look_comes_when_something_has_arrived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: float
) -> None:
    """And not before its time."""
    monkeypatch.setattr(served, "QUIET_SECONDS", 0.4)
    with GrowingServer(partial(Client.wait)) as server:
        uri = server.uri("deadline=60")
        with closing(InputLogs([uri], tmp_path)) as sources:
            sources.holds = True
            quiet, end = 0.0, time.monotonic() + SECONDS
            while quiet < every + 0.4:  # the log's name, with which a dump begins, may be late
                assert time.monotonic() < end
                sources.find()
                began = time.monotonic()
                sources.wait(began + every)
                quiet = time.monotonic() - began
    assert quiet < every + 1.4
    with GrowingServer() as server:
        monkeypatch.setattr(served, "QUIET_SECONDS", 10)
        with closing(InputLogs([server.uri("deadline=60")], tmp_path / "other")) as sources:
            sources.holds = True
            before = sources.find()
            server.grow(4)
            began = time.monotonic()
            sources.wait(began + every)
            assert every <= time.monotonic() - began < every + 1
            assert sources.find() != before
