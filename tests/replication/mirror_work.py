"""Work on a server that goes on while connections and servers are killed."""

from __future__ import annotations

import contextlib
import itertools
import random
import re
import threading
import time
from collections.abc import Callable
from typing import Any

import pymysql

from tests.replication.conftest import execute
from tests.replication.test_live_snapshot import Writers
from tests.servers import RunningServer
from tests.truth.random_tables import RandomTables
from tests.truth.workload import INIT, Workload

STEPS = 60
"""Steps of random DDL before both databases are created again."""


class Source:
    """The server that is written to."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server

    def connect(self, **arguments: Any) -> Any:
        """Open a connection to the server of now."""
        return self.server.connect(**arguments)

    @property
    def name(self) -> str:
        return self.server.name


class Worker(threading.Thread):
    """Repeats some work until it is over; lost connections and refused statements end one round."""

    def __init__(self, work: Callable[[], None], pause: float) -> None:
        super().__init__(daemon=True)
        self.work, self.pause = work, pause
        self.is_over = threading.Event()
        self.rounds = 0
        self.error: BaseException | None = None

    def run(self) -> None:
        while not self.is_over.is_set():
            try:
                self.work()
                self.rounds += 1
            except (pymysql.MySQLError, OSError):
                time.sleep(0.2)
            except BaseException as error:
                self.error = error
                raise
            time.sleep(self.pause)


class OneStatementEach:
    """A cursor that connects for each statement, so that it survives any kill."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def execute(self, statement: str) -> None:
        with (
            contextlib.closing(self.source.connect(init_command=INIT)) as connection,
            connection.cursor() as cursor,
        ):
            cursor.execute("SET lock_wait_timeout = 5")
            cursor.execute(statement)


class RandomDdl:
    """Random DDL among rows; every so many steps it begins anew, as kills make it lose its way."""

    def __init__(self, source: Source, seed: int) -> None:
        self.source, self.seed = source, seed
        self.steps = itertools.count()
        self.tables: RandomTables | None = None
        self.statements = 0

    def __call__(self) -> None:
        if self.tables is None or next(self.steps) % STEPS == 0:
            if self.tables is not None:
                self.statements += len(self.tables.statements)
            is_mariadb = self.source.name == "mariadb118"
            self.seed += 1
            cursor = OneStatementEach(self.source)
            self.tables = RandomTables(random.Random(self.seed), cursor, is_mariadb=is_mariadb)
            self.tables.begin()
        self.tables.step()


class RandomRows:
    """The transactions of `Workload`: all outcomes, XA, LOAD DATA, partial images, compression."""

    def __init__(self, source: Source, seed: int) -> None:
        self.workload = Workload(source, random.Random(seed))  # type: ignore[arg-type]
        self.workload.set_up()

    def __call__(self) -> None:
        self.workload.work(5)


class LargeTables(Writers):
    """Changes rows of tables with thousands, in one transaction a call."""

    def __call__(self) -> None:
        with contextlib.closing(
            self.server.connect(autocommit=False, init_command=INIT)
        ) as connection:
            for _ in range(20):
                self._transaction(connection)


def decide_all(server: RunningServer) -> None:
    """End the XA transactions that are still prepared: as the logs say, or by a rollback.

    Where sessions and servers are killed, a log may have a decision about a transaction that is
    still prepared (seen on MariaDB 11.8).
    """
    is_mysql = server.name.startswith("mysql")
    listed = execute(server, "XA RECOVER CONVERT XID" if is_mysql else "XA RECOVER")
    decided = decisions_in(server) if listed else {}
    for format_id, size, _, data in listed:
        digits = data.removeprefix("0x") if is_mysql else data.hex()
        xid = f"X'{digits[: 2 * size]}',X'{digits[2 * size :]}',{format_id}"
        with contextlib.suppress(pymysql.MySQLError):
            execute(server, f"XA {decided.get(xid.upper(), 'ROLLBACK')} {xid}")


def decisions_in(server: RunningServer) -> dict[str, str]:
    """Return the last decision in the logs about each XA transaction."""
    decision = re.compile(rb"XA (COMMIT|ROLLBACK) (X'\w*',X'\w*',\d+)", re.IGNORECASE)
    return {
        xid.decode().upper(): how.decode().upper()
        for log in server.binary_log_files()
        for how, xid in decision.findall(log.read_bytes())
    }
