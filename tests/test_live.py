"""Follows the log of a MariaDB server that writes it meanwhile, and compares with its SELECT."""

from __future__ import annotations

import contextlib
import random
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import Record, TornEventError
from tests import HANG_SECONDS
from tests.fixtures.truth import truth
from tests.records import read_rows
from tests.replay import Expectation, replay
from tests.servers import SERVERS, DebianServer, RunningServer

pytestmark = pytest.mark.live

INIT = "SET sql_mode = '', time_zone = '+00:00'"
BATCHES = 10
TRANSACTIONS = 30  # a batch

TABLES = (
    "CREATE DATABASE live",
    "USE live",
    """CREATE TABLE orders (
      id INT PRIMARY KEY, who VARCHAR(40) CHARACTER SET latin1, total DECIMAL(20,6),
      placed DATETIME(6), seen TIMESTAMP(3) NULL, lasted TIME(2), note LONGTEXT)""",
    """CREATE TABLE items (
      id BIGINT UNSIGNED PRIMARY KEY, amount DOUBLE, single FLOAT, day DATE, made YEAR,
      bits BIT(10), kind ENUM('first', 'zweite'), tags SET('a', 'b', 'ç'), raw VARBINARY(30))""",
    "CREATE TABLE pairs (id INT PRIMARY KEY, small TINYINT UNSIGNED, name VARCHAR(20))",
)


class Writer:
    """Changes the tables in batches, and waits after each for a whole pass of the reader.

    `waits` is set while it does, `looked` is released by the reader after a pass of that time.
    """

    def __init__(self, server: RunningServer) -> None:
        self.random = random.Random(20261121)
        self.server = server
        self.waits = threading.Event()
        self.looked = threading.Semaphore(0)
        self.errors: list[BaseException] = []
        self.thread = threading.Thread(target=self._run)
        self.last_id = 0

    def _run(self) -> None:
        try:
            with contextlib.closing(
                self.server.connect(init_command=INIT, autocommit=False)
            ) as connection:
                self._write(connection, connection.cursor())
        except BaseException as error:  # noqa: BLE001 - raised again in the test's own thread
            self.errors.append(error)

    def _write(self, connection: Any, cursor: Any) -> None:
        for statement in TABLES:
            cursor.execute(statement)
        for batch in range(BATCHES):
            for _ in range(TRANSACTIONS):
                for _ in range(self.random.randint(1, 3)):
                    self._change(cursor)
                if self.random.random() < 0.1:
                    connection.rollback()
                else:
                    connection.commit()
            if batch == BATCHES // 2:
                cursor.execute("FLUSH BINARY LOGS")
            self.waits.set()
            assert self.looked.acquire(timeout=HANG_SECONDS), "nobody reads"

    def _change(self, cursor: Any) -> None:
        chosen = self.random.randrange(self.last_id + 1)
        match self.random.randrange(6):
            case 0 | 1:
                rows = [self._order() for _ in range(self.random.randint(1, 5))]
                cursor.executemany(
                    "INSERT INTO live.orders VALUES (%s, %s, %s, %s, %s, %s, %s)", rows
                )
            case 2:
                rows = [self._item() for _ in range(self.random.randint(1, 5))]
                marks = ", ".join(["%s"] * 9)
                cursor.executemany(f"INSERT INTO live.items VALUES ({marks})", rows)
                pair = (self._next_id(), self._maybe(chosen % 256), f"p{chosen} 😀")
                cursor.execute("INSERT INTO live.pairs VALUES (%s, %s, %s)", pair)
            case 3:
                cursor.execute(
                    "UPDATE live.orders SET total = -total, who = NULL, lasted = '-12:34:56.78',"
                    " note = CONCAT(note, '+') WHERE id BETWEEN %s AND %s",
                    (chosen, chosen + 12),
                )
            case 4:
                cursor.execute(
                    "UPDATE live.items i JOIN live.pairs p ON i.id BETWEEN p.id - 4 AND p.id"
                    " SET i.amount = i.amount / 3, i.tags = 'a,ç', p.small = NULL WHERE p.id > %s",
                    (self.last_id - 40,),
                )
            case 5:
                table = self.random.choice(("orders", "items", "pairs"))
                cursor.execute(
                    f"DELETE FROM live.{table} WHERE id BETWEEN %s AND %s", (chosen, chosen + 3)
                )

    def _next_id(self) -> int:
        self.last_id += 1
        return self.last_id

    def _maybe(self, value: Any) -> Any:
        return None if self.random.random() < 0.2 else value

    def _order(self) -> tuple[Any, ...]:
        r = self.random
        # long ones are written in several pieces
        length = 30_000 if r.random() < 0.01 else r.randrange(80)
        return (
            self._next_id(),
            self._maybe(r.choice(("Ann", "Dée", "Ünal", ""))),
            self._maybe(f"{r.choice('+-')}{r.randrange(10**14)}.{r.randrange(10**6):06}"),
            self._maybe(f"{r.randint(1000, 9999)}-02-28 23:59:59.{r.randrange(10**6):06}"),
            self._maybe(f"{r.randint(1971, 2037)}-03-04 05:06:07.{r.randrange(1000):03}"),
            self._maybe(f"{r.choice(('', '-'))}{r.randrange(838):02}:59:59.{r.randrange(100):02}"),
            self._maybe("né😀 "[: r.randint(1, 4)] * length),
        )

    def _item(self) -> tuple[Any, ...]:
        r = self.random
        return (
            self._next_id(),
            self._maybe(r.uniform(-1e9, 1e9)),
            self._maybe(r.uniform(-1e3, 1e3)),
            self._maybe(r.choice(("0000-00-00", "1000-01-01", "2026-11-21", "9999-12-31"))),
            self._maybe(r.choice((0, 1901, 2026, 2155))),
            self._maybe(r.randrange(1024)),
            self._maybe(r.choice(("first", "zweite"))),
            self._maybe(r.choice(("", "a", "a,b", "ç", "a,b,ç"))),
            self._maybe(r.randbytes(r.randrange(30)) + b"\0"),
        )


class Follower:
    """Reads the logs of a folder again and again; `records` are those seen so far.

    `torn` counts the passes that ended inside an event.
    """

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.folder = folder
        self.scratch = scratch
        self.records: list[Record] = []
        self.torn = 0

    def look(self, cut: int = 0) -> bool:
        """Read on to the end, or to so many bytes before it; tell whether there was more."""
        seen = len(self.records)
        position = key(self.records[-1]) if self.records else ("", 0, 0)
        *before, last = [log for log in logs(self.folder) if log.name >= position[0]]
        try:
            for log in [*before, self._cut(last, cut) if cut else last]:
                self.records.extend(r for r in read_rows(log) if key(r) > position)
        except TornEventError:
            self.torn += 1
        return len(self.records) > seen

    def _cut(self, log: Path, cut: int) -> Path:
        content = log.read_bytes()
        copy = self.scratch / log.name
        copy.write_bytes(content[:-cut] or content)
        return copy


def logs(folder: Path) -> list[Path]:
    """Return the logs that have begun, oldest first; after a rotation one is empty for a moment."""
    return [path for path in sorted(folder.glob("binlog.[0-9]*")) if path.stat().st_size]


def key(record: Record) -> tuple[str, int, int]:
    return record.file, record.position, record.ordinal


@pytest.fixture
def server() -> Iterator[RunningServer]:
    if not shutil.which("mariadbd"):
        pytest.skip("no mariadbd on PATH")
    here = [s for s in SERVERS.values() if isinstance(s, DebianServer) and s.on_host]
    options = ["--binlog-format=ROW", "--binlog-checksum=CRC32", "--binlog-row-metadata=FULL"]
    options.append("--innodb-flush-log-at-trx-commit=0")
    with here[0].run(options) as running:
        yield running


def test_a_log_read_while_it_is_written(server: RunningServer, tmp_path: Path) -> None:
    writer = Writer(server)
    follower = Follower(server.data, tmp_path)
    writer.thread.start()
    growth = 0
    while writer.thread.is_alive():
        is_awaited = writer.waits.is_set()
        growth += follower.look(cut=7)
        growth += follower.look()
        if is_awaited:
            writer.waits.clear()
            writer.looked.release()
    writer.thread.join()
    assert not writer.errors
    assert growth >= BATCHES
    assert follower.torn >= BATCHES
    assert len(logs(server.data)) == 2

    with contextlib.closing(server.connect()) as connection:
        expected = truth(connection)["tables"]
    server.stop()
    assert follower.records == [r for log in logs(server.data) for r in read_rows(log)]
    assert len({key(record) for record in follower.records}) == len(follower.records)

    tables = replay(follower.records)
    assert expected.keys() == {"live.orders", "live.items", "live.pairs"}
    for name, table in expected.items():
        rows = sorted(tables[name], key=lambda row: row["id"])
        assert len(rows) > 20
        assert rows == Expectation(table, has_names=True, has_charsets=True).rows()
