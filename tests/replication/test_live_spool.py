"""Spools of real servers: as large as they may be, and lost."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from binlog_kaitai import scan
from binlog_kaitai.read.server_spool import ServerSpool
from binlog_kaitai.replication.log_names import served_name
from binlog_kaitai.replication.uris import parse_uri
from tests.replication.conftest import Start, execute, uri_of
from tests.replication.test_live_archive import TABLE
from tests.servers import RunningServer

pytestmark = pytest.mark.live

LOGS = 6
MAX_BYTES = 400_000


@pytest.fixture
def written(server: RunningServer) -> RunningServer:
    """A server with some logs, each of which has a transaction of some 250 kB."""
    execute(server, *TABLE)
    for _ in range(LOGS):
        insert = "INSERT INTO shop.orders (v) VALUES (REPEAT('x', 250000))"
        execute(server, insert, "FLUSH BINARY LOGS")
    return server


def records(paths: list[str]) -> list[tuple[str, int, int]]:
    columns = ["file", "position", "ordinal"]
    found = [r for b in scan(paths, columns=columns) for r in b.to_pylist()]
    names = (served_name(Path(r["file"]).name) for r in found)  # a later spool has its prefix
    return [(name, r["position"], r["ordinal"]) for name, r in zip(names, found, strict=True)]


def of_files(server: RunningServer) -> list[tuple[str, int, int]]:
    return records([str(path) for path in server.binary_log_files()])


@pytest.mark.parametrize("max_bytes", [1, MAX_BYTES])
def test_a_spool_has_no_more_than_it_may(
    max_bytes: int, written: RunningServer, tmp_path: Path
) -> None:
    """Also where a log alone has more, which is taken whole."""
    spool = ServerSpool(parse_uri(uri_of(written)), tmp_path, max_bytes)
    expected = of_files(written)
    largest = max(path.stat().st_size for path in written.binary_log_files())
    last, found, read, rounds = written.binary_log_files()[-1].name, [], "", 0
    while not read.endswith(last):
        spool.update(read)
        unread = [log for log in spool.logs() if log.name > read]
        assert sum(log.file.size for log in unread) < max_bytes + largest
        found += records([log.file.path for log in unread])
        read = unread[-1].name
        spool.drop_before(read)
        rounds += 1
    assert found == expected
    assert rounds > 2


@pytest.mark.parametrize("has_gtids", [True, False])
def test_a_spool_that_was_lost_goes_on(
    has_gtids: bool, written: RunningServer, tmp_path: Path
) -> None:
    """By the GTIDs that were read, or by the log."""
    files = [str(path) for path in written.binary_log_files()]
    spool = ServerSpool(parse_uri(uri_of(written)), tmp_path / "spool")
    spool.update()
    read = spool.logs()[2].name
    shutil.rmtree(spool.folder)
    gtids = None
    if has_gtids:
        columns = ["gtid"]
        told = list(scan(files[:3], view="transactions", columns=columns))
        gtids = _set_of([r["gtid"] for b in told for r in b.to_pylist() if r["gtid"]])
    spool.begin_after(read, gtids)
    spool.update()
    assert records([log.file.path for log in spool.logs()])[-1:] == of_files(written)[-1:]
    left = [log.file.path for log in spool.logs()]
    rows = [row for row in records(left) if has_gtids or row[0] != Path(files[2]).name]
    assert rows == records(files[3:])


def _set_of(gtids: list[str]) -> str:
    """Return the set that a replica has which has all of these."""
    if "-" in gtids[-1] and ":" not in gtids[-1]:
        return gtids[-1]
    source, _, last = gtids[-1].rpartition(":")
    return f"{source}:1-{last}"


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_a_spool_of_a_server_whose_logs_are_gone(name: str, start: Start, tmp_path: Path) -> None:
    server = start(name)
    execute(server, *TABLE, "FLUSH BINARY LOGS", "FLUSH BINARY LOGS")
    first, *_, last = (path.name for path in server.binary_log_files())
    end = time.monotonic() + 30
    while server.binary_log_files()[0].name != last:  # MariaDB keeps those before a checkpoint
        assert time.monotonic() < end
        execute(server, f"PURGE BINARY LOGS TO '{last}'")
    spool = ServerSpool(parse_uri(uri_of(server)), tmp_path / "spool")
    spool.begin_after(f"1/{first}", None)
    with pytest.raises(OSError, match=rf"no log file {first}; it may have been purged"):
        spool.update()
