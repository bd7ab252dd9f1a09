"""Logs that get full metadata, read by the servers' tools and applied by a replica."""

from __future__ import annotations

import contextlib
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.rewrite.events import Options
from tests.servers import SERVERS, RunningServer, Server
from tests.test_rewrite import FIXTURES, rewritten
from tests.test_rewrite_live import FAMILIES, GTIDS, PARALLEL, executed, follow, serving

pytestmark = pytest.mark.live

ROW = re.compile(r"# (?: {8}|Columns|Primary Key)|###")
"""How lines begin that tell of columns and values."""

HAS_POINT = "geometries_srid"
"""The table with a column without a default, which MySQL has."""

Rows = dict[str, list[str]]


@pytest.mark.parametrize("name", FAMILIES)
def test_full_metadata_is_as_if_logged(name: str, tmp_path: Path) -> None:
    server, dump = SERVERS[name], FIXTURES / name / "types.sql"
    if not server.installed():
        pytest.skip(f"{name} is not installed: python -m tests.servers {name}")
    least = (*GTIDS[name], "--binlog-format=ROW", "--binlog-row-metadata=MINIMAL")
    with server.run(least) as running, contextlib.closing(running.connect()) as connection:
        cursor = connection.cursor()
        cursor.execute("CREATE DATABASE types")
        _load(server, running, dump)
        _insert(cursor)
        gtids, rows = executed(cursor, server), _rows(cursor)
        for one in ("SET GLOBAL binlog_row_metadata = FULL", "FLUSH BINARY LOGS"):
            cursor.execute(one)
        _insert(cursor)
        logs = []
        for log in running.binary_log_files():
            logs.append(tmp_path / log.name)
            logs[-1].write_bytes(log.read_bytes())
    *logged, _, full = logs
    written, warnings = rewritten(logged, tmp_path / "out", Options(completes=True), ddl=dump)
    assert warnings == []
    told = _told(server, full)
    assert len(told) > 100
    assert _told(server, written[-1]) == told
    assert _told(server, logged[-1]) != told
    own = (*least, *PARALLEL[name], "--server-id=7")
    with (
        serving(server, written) as upstream,
        server.run(own) as replica,
        contextlib.closing(replica.connect()) as connection,
    ):
        cursor = connection.cursor()
        follow(cursor, server, upstream, gtids)
        assert _rows(cursor) == rows


def _load(server: Server, running: RunningServer, dump: Path) -> None:
    client = "mysql" if server.family == "mysql" else "mariadb"
    account = ("--host=127.0.0.1", f"--port={running.port}", "--user=root")
    command = server.command(client, "--no-defaults", *account, "types")
    with dump.open("rb") as stream:
        subprocess.run(command, stdin=stream, env=server.environment(), check=True)


def _insert(cursor: Any) -> None:
    """Give each table a row of defaults, which has to be written again, in a log of its own."""
    cursor.execute("SET sql_mode = '', timestamp = 86400")
    for table in _tables(cursor):
        cursor.execute(f"DELETE FROM types.{table}")
    cursor.execute("FLUSH BINARY LOGS")
    for table in _tables(cursor):
        given = "(p) VALUES (ST_SRID(POINT(1, 2), 4326))" if table == HAS_POINT else "() VALUES ()"
        cursor.execute(f"INSERT IGNORE INTO types.{table} {given}")


def _tables(cursor: Any) -> list[str]:
    cursor.execute(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'types'"
        " AND table_type = 'BASE TABLE' ORDER BY 1"
    )
    return [row[0] for row in cursor.fetchall()]


def _rows(cursor: Any) -> Rows:
    found: Rows = {}
    for table in _tables(cursor):
        cursor.execute(f"SELECT * FROM types.{table}")
        found[table] = sorted(map(repr, cursor.fetchall()))
    return found


def _told(server: Server, log: Path) -> list[str]:
    lines = server.decode(log).decode("utf-8", "replace").splitlines()
    return [line for line in lines if ROW.match(line)]
