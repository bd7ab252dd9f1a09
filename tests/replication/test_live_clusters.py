"""Logs of members of clusters: MySQL's Group Replication, and Galera in MariaDB."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from typing import Any

import pytest

from tests.records import read_rows
from tests.replay import replay
from tests.replication.conftest import Start, execute
from tests.servers import RunningServer

pytestmark = pytest.mark.live

WORK = (
    "CREATE DATABASE shop",
    "CREATE TABLE shop.t (id INT PRIMARY KEY, v VARCHAR(20))",
    "INSERT INTO shop.t VALUES (1, 'a'), (2, 'b')",
    "UPDATE shop.t SET v = 'c' WHERE id = 1",
    *("BEGIN", "DELETE FROM shop.t WHERE id = 2", "INSERT INTO shop.t VALUES (3, 'd')", "COMMIT"),
    *("BEGIN", "INSERT INTO shop.t VALUES (4, 'rolled back')", "ROLLBACK"),
)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def check_rows(server: RunningServer, engine: Any) -> None:
    execute(server, "FLUSH BINARY LOGS")
    logs: list[Path] = server.binary_log_files()
    records = [record for log in logs for record in read_rows(log, engine=engine)]
    assert all(record.gtid for record in records)
    rows = execute(server, "SELECT id, v FROM shop.t ORDER BY id")
    found = replay(records)["shop.t"]
    assert sorted((row["id"], row["v"]) for row in found) == rows != []


@pytest.mark.parametrize("engine", ["tree", "kernels"])
def test_group_replication(start: Start, engine: Any) -> None:
    address = f"127.0.0.1:{free_port()}"
    server = start(
        "mysql97",
        "--plugin-load-add=group_replication.so",
        "--group-replication-group-name=aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa",
        "--group-replication-start-on-boot=OFF",
        f"--group-replication-local-address={address}",
        f"--group-replication-group-seeds={address}",
        "--report-host=127.0.0.1",
    )
    begin_group(server)
    execute(server, *WORK)
    begin_group(server)
    execute(server, "INSERT INTO shop.t VALUES (9, 'in another view')")
    check_rows(server, engine)


def begin_group(server: RunningServer) -> None:
    """Begin a group of one member, or begin it again."""
    execute(
        server,
        "STOP GROUP_REPLICATION",
        "SET GLOBAL group_replication_bootstrap_group = ON",
        "START GROUP_REPLICATION",
        "SET GLOBAL group_replication_bootstrap_group = OFF",
    )
    state = "SELECT member_state FROM performance_schema.replication_group_members"
    wait_for(server, state, [("ONLINE",)])


def wait_for(server: RunningServer, query: str, expected: list[Any]) -> None:
    """Wait until a member of a cluster has joined it."""
    end = time.monotonic() + 60
    while execute(server, query) != expected:
        assert time.monotonic() < end
        time.sleep(0.2)


@pytest.mark.parametrize("engine", ["tree", "kernels"])
def test_galera(start: Start, engine: Any) -> None:
    """Also a transaction that is replicated in fragments, which lie in a table of the server's."""
    listens, receives = free_port(), free_port()
    server = start(
        "mariadb118",
        "--log-slave-updates=ON",
        "--wsrep-on=ON",
        "--wsrep-provider=/usr/lib/galera/libgalera_smm.so",
        "--wsrep-cluster-address=gcomm://",
        "--wsrep-new-cluster",
        "--wsrep-node-address=127.0.0.1",
        "--wsrep-gtid-mode=ON",
        "--wsrep-provider-options="
        f"gmcast.listen_addr=tcp://127.0.0.1:{listens};ist.recv_addr=127.0.0.1:{receives}",
        "--innodb-autoinc-lock-mode=2",
    )
    wait_for(server, "SHOW STATUS LIKE 'wsrep_ready'", [("wsrep_ready", "ON")])
    inserts = (f"INSERT INTO shop.t VALUES ({number}, 'fragment')" for number in range(10, 14))
    execute(server, *WORK, "SET wsrep_trx_fragment_size = 64", "BEGIN", *inserts, "COMMIT")
    check_rows(server, engine)
