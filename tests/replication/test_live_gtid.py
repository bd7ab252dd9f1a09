"""A server that sends its logs by GTIDs alone, as MariaDB 12.3 does with its logs in InnoDB.

Such a server cannot be had here: a proxy makes its stream from that of MariaDB 11.8, whose files
are the truth.
"""

from __future__ import annotations

import json
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest
from click.testing import CliRunner

from binlog_kaitai import scan, verify
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.interrupts import INTERRUPTED
from binlog_kaitai.read.server_spool import ServerSpool
from binlog_kaitai.read.taken import known_after
from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.bucket import BucketArchive
from binlog_kaitai.replication.logs import server_logs
from binlog_kaitai.replication.sessions import ServerError
from binlog_kaitai.replication.uris import parse_uri
from tests.conftest import Bucket
from tests.replication.conftest import Start, execute, followed
from tests.replication.gtid_server import GTID, OPTIONS, GtidServer
from tests.servers import SERVERS, RunningServer

pytestmark = pytest.mark.live

QUERY, XID, TABLE_MAP, ROWS = 2, 16, 19, 23
LARGE = 3 * 2**20


@pytest.fixture(scope="module")
def server(start: Start) -> RunningServer:
    """Logs with all ends of transactions, a restart between them, and a large event."""
    server = start("mariadb118", *OPTIONS, "--max-allowed-packet=64M")
    execute(
        server,
        "CREATE DATABASE shop",
        "CREATE TABLE shop.o (id INT PRIMARY KEY AUTO_INCREMENT, v LONGTEXT)",
        "CREATE TABLE shop.m (id INT) ENGINE=MyISAM",
    )
    for number in range(3):
        execute(server, f"INSERT INTO shop.o (v) VALUES ('a{number}'), ('b')", "FLUSH BINARY LOGS")
    server.stop()
    server.start()
    execute(
        server,
        *("BEGIN", "UPDATE shop.o SET v = CONCAT(v, 'x')", "DELETE FROM shop.o LIMIT 1", "COMMIT"),
        f"INSERT INTO shop.o (v) VALUES (REPEAT('z', {LARGE}))",
        "INSERT INTO shop.m VALUES (1), (2)",
        *("SET binlog_format = STATEMENT", "INSERT INTO shop.m VALUES (3)"),
        *("SET gtid_domain_id = 7", "INSERT INTO shop.o (v) VALUES ('of 7')"),
        "FLUSH BINARY LOGS",
        *("XA START 'x'", "INSERT INTO shop.o (v) VALUES ('xa')", "XA END 'x'", "XA PREPARE 'x'"),
        "XA COMMIT 'x'",
        "INSERT INTO shop.o (v) VALUES ('last')",
    )
    return server


@pytest.fixture
def served(server: RunningServer) -> Iterator[GtidServer]:
    with GtidServer(server) as proxy:
        yield proxy


def rows_of(*paths: Any, **options: Any) -> list[dict[str, Any]]:
    """Return the rows of logs, without their places."""
    found = [row for batch in scan(list(map(str, paths)), **options) for row in batch.to_pylist()]
    return [{k: v for k, v in row.items() if k not in {"file", "position"}} for row in found]


def rows_of_files(server: RunningServer) -> list[dict[str, Any]]:
    return rows_of(*server.binary_log_files())


def logs_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("binlog.[0-9]*"))


def times_of(*kinds: int, at: tuple[int, ...]) -> Callable[[int], bool]:
    """Return what cuts the connection at some of the events of some types, each once."""
    count = 0

    def cut(kind: int) -> bool:
        nonlocal count
        count += kind in kinds
        return kind in kinds and count in at

    return cut


@pytest.mark.parametrize("engine", ["auto", "tree"])
def test_rows_are_those_of_the_files(server: RunningServer, engine: Any) -> None:
    with GtidServer(server) as served:
        found = [row for batch in scan(served.uri(), engine=engine) for row in batch.to_pylist()]
    assert [
        {k: v for k, v in row.items() if k not in {"file", "position"}} for row in found
    ] == rows_of_files(server)
    assert len({(row["file"], row["position"], row["ordinal"]) for row in found}) == len(found)
    names = [Path(row["file"]).name for row in found]
    assert names == [path.name for path in server.binary_log_files() for _ in rows_of(path)]


@pytest.mark.parametrize("kinds", [(ROWS,), (TABLE_MAP,), (XID,), (GTID,), (QUERY,)])
def test_a_lost_connection_loses_and_doubles_nothing(
    server: RunningServer, kinds: tuple[int, ...]
) -> None:
    with GtidServer(server, times_of(*kinds, at=(2, 4, 5, 8))) as served:
        assert rows_of(served.uri()) == rows_of_files(server)
        assert len(served.dumps) > 2
        assert served.dumps[0] != served.dumps[-1]


def test_an_archive_is_resumed_inside_a_transaction(server: RunningServer, tmp_path: Path) -> None:
    cut = times_of(ROWS, at=(2, 5, 6))
    with GtidServer(server, cut) as served:
        attempts = 0
        while True:
            attempts += 1
            try:
                Archive(tmp_path).update(parse_uri(served.uri()))
            except ServerError:
                continue
            break
    assert attempts > 2
    logs = logs_in(tmp_path)
    assert rows_of(*logs) == rows_of_files(server)
    assert [path.name for path in logs] == [path.name for path in server.binary_log_files()]
    assert [path.name for path in logs] == (tmp_path / "binlog.index").read_text().split()
    assert all(result.num_problems == 0 for result in verify(map(str, logs)))
    whole = tmp_path / "whole"
    with GtidServer(server) as served:
        Archive(whole).update(parse_uri(served.uri()))
    assert [path.read_bytes() for path in logs_in(whole)] == [path.read_bytes() for path in logs]


def test_the_servers_own_tool_reads_an_archive(
    server: RunningServer, served: GtidServer, tmp_path: Path
) -> None:
    Archive(tmp_path).update(parse_uri(served.uri()))

    def events(logs: list[Path]) -> list[bytes]:
        texts = b"\n".join(SERVERS["mariadb118"].decode(log) for log in logs).splitlines()
        return [line for line in texts if line.startswith((b"###", b"/*M!100001 START"))]

    assert len(events(logs_in(tmp_path))) > 20
    assert events(logs_in(tmp_path)) == events(server.binary_log_files())


def test_the_command(server: RunningServer, served: GtidServer) -> None:
    result = CliRunner().invoke(main, ["rows", "--table", "shop.o", served.uri()])
    assert result.exit_code == 0, result.output
    found = [json.loads(line)["data"] for line in result.stdout.splitlines()]
    expected = rows_of_files(server)
    assert len(found) == sum(row["table"] == "o" for row in expected)


def test_starts(server: RunningServer, served: GtidServer) -> None:
    every = rows_of_files(server)
    gtid = every[5]["gtid"]
    behind = [
        row for row in every if row["gtid"].startswith("7-") or _number(row) > _number(every[5])
    ]
    assert rows_of(served.uri(f"start={gtid}")) == behind
    with pytest.raises(ServerError, match="no transactions behind latest"):
        rows_of(served.uri("start=latest"))
    with pytest.raises(ServerError, match="expected the start earliest, latest or a GTID set"):
        rows_of(served.uri("start=2026-11-21"))
    last = server.binary_log_files()[-1].name
    only = rows_of(server.binary_log_files()[-1])
    assert rows_of(served.uri(log=last)) == only
    with pytest.raises(ServerError, match=r"no log file binlog\.000099"):
        rows_of(served.uri(log="binlog.000099"))


def _number(row: dict[str, Any]) -> int:
    return int(row["gtid"].rpartition("-")[2])


def test_a_log_is_received_again_in_another_process(served: GtidServer) -> None:
    for log in server_logs(served.uri()):
        again = pickle.loads(pickle.dumps(log))
        one, other = log.open_source(), again.open_source()
        assert (one.size(), str(log)) == (other.size(), str(again))
        assert bytes(one.read_at(one.size(), 0)) == bytes(other.read_at(other.size(), 0))


def test_files_without_names(server: RunningServer, served: GtidServer, tmp_path: Path) -> None:
    served.names_files = False
    Archive(tmp_path).update(parse_uri(served.uri()))
    assert [path.name for path in logs_in(tmp_path)] == ["binlog.000000"]
    assert rows_of(*logs_in(tmp_path)) == rows_of_files(server)


def test_an_archive_is_followed(server: RunningServer, tmp_path: Path) -> None:
    """What is written meanwhile, also by statements, over lost connections."""
    cut = times_of(ROWS, XID, QUERY, at=(3, 9, 14, 21, 30))
    with GtidServer(server, cut) as served, followed(Archive(tmp_path), server, served.uri()):
        for number in range(5):
            execute(
                server,
                f"INSERT INTO shop.o (v) VALUES ('{number}'), ('{number}')",
                f"INSERT INTO shop.m VALUES ({number})",
                f"CREATE TABLE shop.t{number} (id INT)",
                f"DROP TABLE shop.t{number}",
                "FLUSH BINARY LOGS",
            )
            time.sleep(0.5)
        execute(server, "INSERT INTO shop.o (v) VALUES ('end')")
        expected, end = rows_of_files(server), time.monotonic() + 90
        while len(expected) > len(rows_of(*logs_in(tmp_path)) if logs_in(tmp_path) else []):
            assert time.monotonic() < end
            time.sleep(0.5)
    assert rows_of(*logs_in(tmp_path)) == expected
    assert len(set(served.dumps)) > 3


@pytest.mark.parametrize("is_lost", [False, True])
def test_an_export_goes_on(
    server: RunningServer, served: GtidServer, tmp_path: Path, *, is_lost: bool
) -> None:
    """Also where the spool is lost, by the GTIDs that were read."""
    spool = ServerSpool(parse_uri(served.uri()), tmp_path / "spool")
    spool.update()
    execute(server, "INSERT INTO shop.o (v) VALUES ('more')")
    found = [row for log in spool.logs() for row in rows_of(log.file.path)]
    if is_lost:
        last = spool.logs()[-1]
        gtids = known_after(last.file.path, "")
        shutil.rmtree(spool.folder)
        spool.begin_after(last.name, gtids)
    else:
        found = []
    spool.update()
    found += [row for log in spool.logs() for row in rows_of(log.file.path)]
    assert found == rows_of_files(server)


def test_an_export(server: RunningServer, served: GtidServer, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ["--master", "threads[1]", "--out", str(out), "--spool", str(tmp_path / "spool")]
    for _ in range(2):
        execute(server, "INSERT INTO shop.o (v) VALUES ('exported')")
        result = CliRunner().invoke(main, ["export", *options, served.uri()])
        assert result.exit_code == 0, result.output
        table = ds.dataset(out / "shop.o", partitioning="hive").to_table(columns=["_gtid", "v"])
        rows = table.to_pylist()
        expected = rows_of(*server.binary_log_files(), table="shop.o", columns=["_gtid", "v"])
        assert sorted(map(_text, rows)) == sorted(map(_text, expected))


def test_an_export_is_followed(server: RunningServer, tmp_path: Path) -> None:
    """By the command, over lost connections, and when it was killed."""
    out, options = tmp_path / "out", ["--table", "shop.o", "--spool", str(tmp_path / "spool")]
    command = [sys.executable, "-m", "binlog_kaitai", "export", *options, "--out", str(out)]

    def rows() -> list[str]:
        if not (out / "shop.o").exists():
            return []
        found = ds.dataset(out / "shop.o", partitioning="hive")
        return sorted(map(_text, found.to_table(columns=["_gtid", "v"]).to_pylist()))

    with GtidServer(server, times_of(ROWS, XID, at=(5, 11, 14))) as served:
        for number in range(3):
            execute(server, f"INSERT INTO shop.o (v) VALUES ('followed {number}')")
            with subprocess.Popen([*command, "--follow", served.uri()]) as process:
                time.sleep(1)
                execute(server, f"INSERT INTO shop.o (v) VALUES ('meanwhile {number}')")
                files = server.binary_log_files()
                expected = rows_of(*files, table="shop.o", columns=["_gtid", "v"])
                end = time.monotonic() + 90
                while len(rows()) < len(expected):
                    assert process.poll() is None
                    assert time.monotonic() < end
                    time.sleep(0.5)
                process.send_signal(signal.SIGINT if number == 2 else signal.SIGKILL)
            assert rows() == sorted(map(_text, expected))
    assert process.returncode == INTERRUPTED
    assert len(set(served.dumps)) > 4


def _text(row: dict[str, Any]) -> str:
    return str(list(row.values()))


def test_the_oldest_that_a_server_has(start: Start) -> None:
    """Behind purged files, the server wants the GTIDs before the oldest one, of each domain."""
    server = start("mariadb118", *OPTIONS)
    execute(server, "CREATE DATABASE shop", "CREATE TABLE shop.o (id INT)")
    for domain in (0, 7, 0, 9, 0, 7):
        execute(
            server,
            f"SET gtid_domain_id = {domain}",
            *(f"INSERT INTO shop.o VALUES ({domain})", "FLUSH BINARY LOGS"),
        )
    for kept in range(1, 7):
        files = server.binary_log_files()
        name = next(path.name for path in files if path.name.endswith(f"{kept:06}"))
        execute(server, f"PURGE BINARY LOGS TO '{name}'")
        with GtidServer(server) as served:
            assert rows_of(served.uri()) == rows_of_files(server)
    with GtidServer(server) as served, pytest.raises(ServerError, match="behind these GTIDs: 0-"):
        rows_of(served.uri("start=0-118-2"))


def test_what_is_refused(served: GtidServer, tmp_path: Path, bucket: Bucket) -> None:
    """What needs the server's own positions."""
    archives = (Archive(tmp_path), BucketArchive(f"s3://logs/binlogs{bucket.query}"))
    with pytest.raises(ServerError, match="semi-sync=on needs logs with positions"):
        archives[0].follow(parse_uri(served.uri("semi-sync=on")))
    with pytest.raises(ServerError, match="an archive in a bucket needs logs with positions"):
        archives[1].update(parse_uri(served.uri()))
    out = ["--master", "threads[1]", "--current", "--out", str(tmp_path / "out")]
    arguments = ["export", *out, "--spool", str(tmp_path / "spool"), served.uri()]
    result = CliRunner().invoke(main, [*arguments, "--snapshot"])
    assert "--snapshot needs logs with positions" in result.output
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code in {0, 3}, result.output  # a table has no key
    result = CliRunner().invoke(main, ["prove", served.uri(), str(tmp_path / "out")])
    assert "prove needs logs with positions" in result.output
