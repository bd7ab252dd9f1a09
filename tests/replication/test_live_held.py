"""Exports that follow real servers on connections that stay open, and lose them."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.replication.conftest import Start, execute, uri_of
from tests.replication.test_live_export import TABLES, exported, logged
from tests.replication.test_live_kills import TABLES as CREATE
from tests.replication.test_live_kills import kill_dumps, kill_server, load
from tests.servers import RunningServer

pytestmark = pytest.mark.live

SEED = int(os.environ.get("KILL_SEED", "20261128"))
SECONDS = float(os.environ.get("KILL_SECONDS", "20"))


class Exporter:
    """A process that exports what a server writes."""

    def __init__(self, server: RunningServer, folder: Path, *options: str) -> None:
        self.out = folder / "out"
        self.messages = (folder / "messages").open("w")
        spool = str(folder / "spool")
        self._command = [sys.executable, "-m", "binlog_kaitai", "export", "--follow"]
        self._command += ["--every", "0.3", "--out", str(self.out), "--spool", spool, *options]
        self._command.append(uri_of(server))
        self.begin()

    def begin(self) -> None:
        self.process = subprocess.Popen(
            self._command, stdout=self.messages, stderr=subprocess.STDOUT
        )

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(10)

    def has(self, server: RunningServer) -> bool:
        """Return whether all that the server has logged is exported."""
        files = server.binary_log_files()
        return all(
            exported(self.out, f"live.{one}") == logged(files, f"live.{one}") for one in TABLES
        )


@contextlib.contextmanager
def exporting(server: RunningServer, folder: Path, *options: str) -> Iterator[Exporter]:
    exporter = Exporter(server, folder, *options)
    try:
        yield exporter
    finally:
        exporter.process.kill()
        exporter.process.wait()
        exporter.messages.close()


def until_exported(exporter: Exporter, server: RunningServer, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError):  # a file or a folder that is not there yet
            if exporter.has(server):
                return
        assert exporter.process.poll() is None, exporter.messages.name
        assert time.monotonic() < end
        time.sleep(0.5)


def connections(server: RunningServer) -> int:
    """Return how many connections were made, with those of this test."""
    ((_, count),) = execute(server, "SHOW GLOBAL STATUS LIKE 'Connections'")
    return int(count)


@pytest.mark.parametrize("options", [(), ("--current", "--snapshot")])
def test_an_idle_server_gets_no_new_connections(
    server: RunningServer, options: tuple[str, ...], tmp_path: Path
) -> None:
    """With a snapshot, once that is complete."""
    execute(server, "DROP DATABASE IF EXISTS live", "FLUSH BINARY LOGS")
    *_, first = server.binary_log_files()
    execute(server, f"PURGE BINARY LOGS TO '{first.name}'")
    execute(server, *CREATE, "INSERT INTO live.orders VALUES (1, 1, 'a')")
    execute(server, "INSERT INTO live.items VALUES (1, 1, 'a')")
    with exporting(server, tmp_path, *options) as exporter:
        until_exported(exporter, server)
        end, before = time.monotonic() + 60, -1
        while connections(server) != before + 1:  # of this loop; a snapshot may be read as yet
            assert time.monotonic() < end
            before = connections(server)
            time.sleep(5)
        execute(server, "INSERT INTO live.orders VALUES (2, 2, 'b')", "FLUSH BINARY LOGS")
        execute(server, "INSERT INTO live.orders VALUES (3, 3, 'c')")
        until_exported(exporter, server)
        *_, last = server.binary_log_files()
        execute(server, f"PURGE BINARY LOGS TO '{last.name}'")
        execute(server, "INSERT INTO live.orders VALUES (4, 4, 'd')")
        end = time.monotonic() + 20
        while len(exported(exporter.out, "live.orders")) < 4:
            assert time.monotonic() < end
            time.sleep(0.2)
        began = time.monotonic()
        assert exporter.end(signal.SIGTERM) == -signal.SIGTERM
        assert time.monotonic() - began < 2


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_kills_lose_nothing(name: str, start: Start, tmp_path: Path) -> None:
    """Of connections, of the export, and of the server."""
    server = start(name, "--max-binlog-size=1048576")
    execute(server, *CREATE)
    chance = random.Random(SEED)
    done = dict.fromkeys(("connections", "exports", "servers", "rotations"), 0)
    with exporting(server, tmp_path) as exporter:
        with load(server, 0.01):
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                time.sleep(chance.uniform(0.1, 1.5))
                draw = chance.random()
                if draw < 0.45:
                    done["connections"] += kill_dumps(server)
                elif draw < 0.7:
                    exporter.end(signal.SIGKILL)
                    exporter.begin()
                    done["exports"] += 1
                elif draw < 0.8:
                    kill_server(server)
                    done["servers"] += 1
                else:
                    execute(server, "FLUSH BINARY LOGS")
                    done["rotations"] += 1
                assert exporter.process.poll() is None, exporter.messages.name
        until_exported(exporter, server, 180)
    print(f"{name}: killed {done}")  # noqa: T201 - what was tried
