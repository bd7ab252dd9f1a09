"""What comes of a log is read while more comes: by one reader, by some, late, or by nobody."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from pymysql.constants import ER

from binlog_kaitai.replication import downloads, received
from binlog_kaitai.replication.downloads import LogRequest, Spool, TornLogWarning, UnsyncedError
from binlog_kaitai.replication.received import BytesReleasedError, ReceivedLog
from binlog_kaitai.replication.sessions import RefusedError
from binlog_kaitai.replication.uris import parse_uri
from tests.replication.test_dumps import LOGS, NAME, REFUSAL, FakeSession, events_of, rotate, sent

DATA = random.Random(7).randbytes(5000)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (downloads, received):
        monkeypatch.setattr(module, "BLOCK", 100)
    monkeypatch.setattr(received, "MAX_BLOCKS", 3)
    monkeypatch.setattr(received, "READER_SECONDS", 0.2)


def add_all(log: ReceivedLog) -> bool:
    """Add the data in parts of any size; return whether all of it was wanted."""
    chance, left = random.Random(3), DATA
    while left:
        size = chance.randint(1, 250)
        if not log.add(left[:size]):
            return False
        left = left[size:]
        log.publish(log.end)
    log.end_wait()
    return True


def parts(
    log: ReceivedLog, first: int = 0, end: int = len(DATA), size: int = 70
) -> Iterator[bytes]:
    while first < end:
        log.wait(min(first + size, first - first % 100 + 100), lambda: False)
        part = bytes(log.read(size, first))
        assert len(part) > 0
        yield part
        first += len(part)


def sending(log: ReceivedLog) -> threading.Thread:
    thread = threading.Thread(target=add_all, args=(log,), daemon=True)
    thread.start()
    return thread


def memory(log: ReceivedLog) -> int:
    return len(log._blocks)  # noqa: SLF001 - of which there are few


def test_a_reader_keeps_up() -> None:
    log = ReceivedLog(len(DATA), keeps=False)
    log.num_readers = 1
    thread = sending(log)
    found = b""
    for part in parts(log):
        found += part
        assert memory(log) <= 3
    thread.join()
    assert found == DATA
    assert not any(log._in_file)  # noqa: SLF001 - nothing was written
    with pytest.raises(BytesReleasedError):
        log.read(10, 0)


@pytest.mark.parametrize("keeps", [False, True])
def test_a_reader_that_comes_late(keeps: bool) -> None:
    """What sends is done meanwhile, and little is in memory."""
    log = ReceivedLog(len(DATA), keeps=keeps)
    log.num_readers = 1
    sending(log).join(10)
    assert memory(log) <= 3
    for _ in range(1 + keeps):
        assert b"".join(parts(log, size=1000)) == DATA
    assert log.read(10, len(DATA)) == b""


def test_readers_of_several_parts() -> None:
    log = ReceivedLog(len(DATA), keeps=False)
    log.num_readers = 3
    found: dict[int, bytes] = {}

    def read(first: int) -> None:
        found[first] = b"".join(parts(log, first, min(first + 1700, len(DATA))))

    readers = [threading.Thread(target=read, args=(first,)) for first in (0, 1700, 3400)]
    for reader in readers:
        reader.start()
    assert add_all(log)
    for reader in readers:
        reader.join()
    assert b"".join(found[first] for first in sorted(found)) == DATA


@pytest.mark.parametrize("size", [1, 70, 950, 1000, 1001])
@pytest.mark.parametrize("piece", [30, 100, 1700, len(DATA)])
@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("order", ["read_after_all", "read_after_each", "read_meanwhile"])
def test_more_comes_than_the_log_had(size: int, piece: int, keeps: bool, order: str) -> None:
    """A log has the bytes that it had when it was opened, also while its server writes more."""
    log = ReceivedLog(size, keeps=keeps)
    log.num_readers = 1
    found = b""

    def add() -> None:
        nonlocal found
        for first in range(0, len(DATA), piece):
            assert log.add(DATA[first : first + piece])
            log.publish(first + piece)
            while order == "read_after_each" and (part := log.read(70, len(found))):
                found += part
        log.end_wait()

    adding = threading.Thread(target=add, daemon=True)
    adding.start()
    if order != "read_meanwhile":
        adding.join(10)
    for part in parts(log, len(found), size):
        found += part
    adding.join(10)
    assert not adding.is_alive()
    assert found == DATA[:size]
    assert log.read(10, size) == b""
    assert log.available == log.end == size
    if keeps:
        assert os.fstat(log.fileno()).st_size == size


def test_nobody_reads() -> None:
    assert not add_all(ReceivedLog(len(DATA), keeps=False))


class FakeServer(FakeSession):
    """Sends a log, event by event, to each session anew."""

    name = "mysql://db"

    def __enter__(self) -> FakeServer:  # noqa: PYI034 - Self came with 3.11
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        sessions.discard(self)


sessions: set[FakeServer] = set()


def spool_of(path: Any, count: list[int]) -> Spool:
    def connect() -> Any:
        session = FakeServer(sent(rotate("log.1", 4, has_checksum=True), *events_of(path)))
        sessions.add(session)
        count.append(1)
        return session

    size = path.stat().st_size
    return Spool(LogRequest(NAME, size, False, False, connect, None))


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.parent.name)
def test_a_log_that_is_read_again_is_sent_again(path: Any) -> None:
    """Once: then all of it is kept."""
    count: list[int] = []
    spool = spool_of(path, count).open()

    def read() -> bytes:
        target = BytesIO()
        while part := spool.read_at(64, target.tell()):
            target.write(part)
        return target.getvalue()

    for _ in range(3):
        assert read() == path.read_bytes()
    assert len(count) == 2


@pytest.mark.parametrize("is_in_use", [False, True])
def test_a_log_whose_last_event_is_torn(*, is_in_use: bool) -> None:
    """It ends before; but one that may still be written to is waited for no less than before."""
    *events, last = events_of(LOGS[0])
    code = ER.MASTER_FATAL_ERROR_READING_BINLOG.to_bytes(2, "little")
    refusal = REFUSAL + code + b"binlog truncated in the middle of event"
    packets = [*sent(rotate("log.1", 4, has_checksum=True), *events)[:-1], refusal]
    size = LOGS[0].stat().st_size
    request = LogRequest(NAME, size - 1, is_in_use, False, lambda: FakeServer(packets), None)
    spool = Spool(request).open()
    if is_in_use:
        with pytest.raises(RefusedError, match="truncated"):
            spool.read_at(10, size - len(last))
        return
    told = f"at byte {size - len(last)}: incomplete event.* sends {len(last) - 1} bytes and"
    with pytest.warns(TornLogWarning, match=told):
        assert spool.read_at(10, size - len(last)) == b""
    assert spool.size() == size - len(last)
    assert spool.read_at(10, size - len(last) - 10) == LOGS[0].read_bytes()[-len(last) - 10 :][:10]
    assert spool.is_whole()


@pytest.mark.parametrize("sends_all", [True, False])
def test_a_dump_that_ends_before_the_size_that_the_server_gave(*, sends_all: bool) -> None:
    """The server counts bytes before it sends them: the rest is asked for until the deadline."""
    events, size = events_of(LOGS[0]), LOGS[0].stat().st_size
    parts_sent = [events[:3], [], events[3:5], events[5:] if sends_all else []]

    def connect() -> Any:
        session = FakeServer(sent(*(parts_sent.pop(0) if parts_sent else [])))
        session.server = parse_uri("mysql://reader@db?deadline=1")
        return session

    spool = Spool(LogRequest(NAME, size, True, False, connect, None)).open()
    if sends_all:
        assert spool.is_whole()
        assert bytes(spool.read_at(50, 50)) == LOGS[0].read_bytes()[50:100]
        return
    end = 4 + sum(map(len, events[:5]))
    with pytest.raises(UnsyncedError, match=f"ended {NAME} at byte {end}, before byte {size}"):
        spool.read_at(10, size - 10)


def test_a_connection_ends_where_nobody_reads() -> None:
    """Also one of a log that was opened, and closed before its end."""
    spool = spool_of(LOGS[0], []).open()
    assert spool.read_at(10, 0) == LOGS[0].read_bytes()[:10]
    spool.close()
    end = time.monotonic() + 30
    while sessions:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert spool.has_failed  # who wants it has it sent anew
    assert spool.open().read_at(10, 50) == LOGS[0].read_bytes()[50:60]
