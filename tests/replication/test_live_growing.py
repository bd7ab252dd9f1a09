"""Reads logs of a real server while it writes: as far as they went when they were opened."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.io.files import open_file
from binlog_kaitai.lake.following import follow
from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.logs import server_logs
from binlog_kaitai.replication.uris import parse_uri
from tests.replication.conftest import Start, execute, uri_of
from tests.replication.test_live_export import exported, logged
from tests.replication.test_live_kills import TABLES, load
from tests.servers import RunningServer

pytestmark = pytest.mark.live

LARGE = (
    "INSERT INTO live.orders"
    " SELECT -(SELECT COUNT(*) FROM live.orders) - 1, 0, REPEAT('x', 3000000)"
)
UNSYNCED = "SET GLOBAL binlog_group_commit_sync_delay = 300000"
"""A commit is counted in the size of a log for so many microseconds before a dump may send it."""


@pytest.fixture(scope="module")
def growing(start: Start) -> RunningServer:
    server = start("mysql97")
    execute(server, *TABLES, *[LARGE] * 6)  # more than 16 MiB
    return server


def test_a_log_that_grows(growing: RunningServer) -> None:
    with load(growing):
        for number in range(6):
            result = CliRunner().invoke(main, ["rows", uri_of(growing)])
            assert (result.exit_code, result.stderr) == (0, ""), (number, result.exception)
            (log,) = server_logs(uri_of(growing, growing.binary_log_files()[-1].name))
            with open_file(log) as stream:
                found = stream.read()
            assert len(found) == log.size > 2**24
            assert found == growing.binary_log_files()[-1].read_bytes()[: log.size]


def test_bytes_that_are_counted_before_they_are_synced(
    growing: RunningServer, tmp_path: Path
) -> None:
    """What the server counted is waited for, by each command that takes what there is now."""
    execute(growing, "FLUSH BINARY LOGS", UNSYNCED)
    out, spool = str(tmp_path / "out"), str(tmp_path / "spool")
    server, last = uri_of(growing), growing.binary_log_files()[-1].name
    export = ["export", "--master", "threads[1]", "--out", out, "--spool", spool]
    try:
        with load(growing):
            for number in range(8):
                archive = Archive(tmp_path / "archive", start=last)
                archive.update(parse_uri(server))
                for command in (
                    ["rows", uri_of(growing, last)],
                    [*export, f"{server}?start={last}"],
                ):
                    result = CliRunner().invoke(main, command)
                    assert result.exit_code == 0, (number, result.output[-500:], result.stderr)
    finally:
        execute(growing, "SET GLOBAL binlog_group_commit_sync_delay = 0")


def test_following_while_bytes_are_counted_before_they_are_synced(
    growing: RunningServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    execute(growing, "FLUSH BINARY LOGS", UNSYNCED)
    out = tmp_path / "out"
    first = growing.binary_log_files()[-1].name
    uri = f"{uri_of(growing)}?start={first}"
    rows: list[int] = []
    try:
        with load(growing):
            end = time.monotonic() + 20
            rows += [
                sum(summary.images.values())
                for summary in follow(
                    [uri],
                    out,
                    spool=tmp_path / "spool",
                    every=0.2,
                    is_over=lambda: time.monotonic() > end,
                )
            ]
        last = follow([uri], out, spool=tmp_path / "spool", is_over=iter([False, True]).__next__)
        rows += [sum(summary.images.values()) for summary in last]
    finally:
        execute(growing, "SET GLOBAL binlog_group_commit_sync_delay = 0")
    # archives of earlier tests may still log about their own servers
    logged_lines = [record.getMessage() for record in caplog.records]
    assert [line for line in logged_lines if f":{growing.port}" in line] == []
    assert len(rows) > 5
    logs = [path for path in growing.binary_log_files() if path.name >= first]
    for table in ("live.orders", "live.items"):
        assert exported(out, table) == logged(logs, table)
