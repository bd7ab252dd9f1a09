"""Kills connections, servers and who archives at random moments, under load, and compares.

`KILL_SECONDS` says for how long, for each server; by default 20. For more than a minute there is a
pause after each transaction, so that the tables can be compared in the end.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pymysql
import pytest

from binlog_kaitai import Record
from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.sessions import LostError
from binlog_kaitai.replication.uris import parse_uri
from tests.fixtures.truth import truth
from tests.records import read_rows
from tests.replay import Expectation
from tests.replication.conftest import Start, execute, uri_of
from tests.replication.test_live_archive import assert_same
from tests.servers import RunningServer

pytestmark = pytest.mark.live

SECONDS = float(os.environ.get("KILL_SECONDS", "20"))
SEED = int(os.environ.get("KILL_SEED", "20261123"))
PAUSE = 0.01 if SECONDS > 60 else 0
WRITERS = 2
TABLES = (
    "CREATE DATABASE live",
    "CREATE TABLE live.orders (id BIGINT PRIMARY KEY, v INT, note LONGTEXT)",
    "CREATE TABLE live.items (id BIGINT PRIMARY KEY, v INT, note LONGTEXT)",
)


class Writer(threading.Thread):
    """Writes transactions, some of them large, and connects again where the server has gone."""

    def __init__(self, server: RunningServer, number: int, pause: float = 0) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.pause = pause
        self.random = random.Random(SEED + number)
        self.next_id = number
        self.is_over = threading.Event()
        self.committed = 0

    def run(self) -> None:
        while not self.is_over.is_set():
            with contextlib.suppress(pymysql.MySQLError):
                self._write()
            time.sleep(0.05)

    def _write(self) -> None:
        with contextlib.closing(self.server.connect(autocommit=False)) as connection:
            while not self.is_over.is_set():
                self._transaction(connection)
                time.sleep(self.pause)

    def _transaction(self, connection: Any) -> None:
        with connection.cursor() as cursor:
            for _ in range(self.random.randint(1, 4)):
                table = f"live.{self.random.choice(('orders', 'items'))}"
                match self.random.randrange(4):
                    case 0 | 1:
                        size = 200_000 if self.random.random() < 0.02 else self.random.randrange(90)
                        self.next_id += WRITERS  # also where the transaction fails
                        cursor.execute(
                            f"INSERT INTO {table} VALUES (%s, 0, %s)", (self.next_id, "é" * size)
                        )
                    case 2:
                        low = self.random.randrange(self.next_id + 1)
                        cursor.execute(
                            f"UPDATE {table} SET v = v + 1 WHERE id BETWEEN %s AND %s"
                            " AND id %% %s = %s",
                            (low, low + 9, WRITERS, self.next_id % WRITERS),
                        )
                    case 3:
                        cursor.execute(
                            f"DELETE FROM {table} WHERE id = %s",
                            (self.next_id - WRITERS * self.random.randrange(50),),
                        )
        if self.random.random() < 0.05:
            connection.rollback()
        else:
            connection.commit()
            self.committed += 1


class Follower:
    """The command `archive --follow`, which may be killed and begun again."""

    def __init__(self, server: RunningServer, folder: Path) -> None:
        self.command = [sys.executable, "-m", "binlog_kaitai", "archive", "--follow"]
        self.command += [uri_of(server), str(folder)]
        self.messages = folder.with_suffix(".messages").open("ab")
        self.begin()

    def begin(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=self.messages, stderr=self.messages)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def kill_server(server: RunningServer) -> None:
    os.kill(int(server.data.with_suffix(".pid").read_text()), signal.SIGKILL)
    assert server.process is not None
    server.process.wait()
    server.start()


def sessions(server: RunningServer) -> list[tuple[int, str]]:
    """Return the numbers and commands of a server's sessions.

    MySQL's information_schema refuses statements of sessions that are not of utf8mb3. Texts that
    are cut may end inside a character.
    """
    return [(row[0], row[4]) for row in execute(server, "SHOW FULL PROCESSLIST")]


def kill_sessions(server: RunningServer, numbers: list[int]) -> None:
    for number in numbers:
        with contextlib.suppress(pymysql.MySQLError):  # it may be its own, or be gone by now
            execute(server, f"KILL {number}")


def kill_dumps(server: RunningServer) -> int:
    dumps = [number for number, command in sessions(server) if "Dump" in command]
    kill_sessions(server, dumps)
    return len(dumps)


@contextlib.contextmanager
def load(server: RunningServer, pause: float = 0) -> Iterator[list[Writer]]:
    """Have a server written to, with so many seconds after each transaction."""
    writers = [Writer(server, number, pause) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    yield writers
    for writer in writers:
        writer.is_over.set()
        writer.join()


def keyed(records: Iterable[Record]) -> dict[str, dict[int, dict[str, Any]]]:
    """Apply row images, each of which has to find what it changes, to tables by their keys."""
    tables: dict[str, dict[int, dict[str, Any]]] = {}
    for record in records:
        rows = tables.setdefault(f"{record.database}.{record.table}", {})
        match record.change_type:
            case "insert" | "update_postimage":
                assert record.data["id"] not in rows
                rows[record.data["id"]] = record.data
            case "delete" | "update_preimage":
                assert rows.pop(record.data["id"]) == record.data
    return tables


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_nothing_is_lost_and_nothing_is_there_twice(
    name: str, start: Start, tmp_path: Path
) -> None:
    server = start(name, "--max-binlog-size=1048576")
    execute(server, *TABLES)
    folder = tmp_path / "archive"
    done = dict.fromkeys(("connections", "followers", "servers", "rotations"), 0)
    chance = random.Random(SEED)
    follower = Follower(server, folder)
    try:
        with load(server, PAUSE) as writers:
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                time.sleep(chance.uniform(0.1, 1.5))
                draw = chance.random()
                if draw < 0.45:
                    done["connections"] += kill_dumps(server)
                elif draw < 0.7:
                    follower.kill()
                    follower.begin()
                    done["followers"] += 1
                elif draw < 0.8:
                    kill_server(server)
                    done["servers"] += 1
                else:
                    execute(server, "FLUSH BINARY LOGS")
                    done["rotations"] += 1
                assert follower.process.poll() is None, follower.messages.name
    finally:
        follower.kill()
        follower.messages.close()
    with contextlib.suppress(LostError):
        Archive(folder).update(parse_uri(uri_of(server)))
    Archive(folder).update(parse_uri(uri_of(server)))
    committed = sum(writer.committed for writer in writers)
    print(f"{name}: {committed} transactions; killed {done}")  # noqa: T201 - what was tried
    assert_same(server, folder, was_killed=True)
    with contextlib.closing(server.connect()) as connection:
        expected = truth(connection)["tables"]
    tables = keyed(r for log in sorted(folder.glob("binlog.0*")) for r in read_rows(log))
    for table, told in expected.items():
        rows = [row for _, row in sorted(tables[table].items())]
        assert rows
        assert rows == Expectation(told, has_names=True, has_charsets=True).rows()
    assert committed > SECONDS
    assert min(done.values()) > 0 or SECONDS < 60
