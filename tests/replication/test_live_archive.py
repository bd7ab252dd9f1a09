"""Keeps the logs of real servers, and compares them with the servers' own files."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kaitaistruct import KaitaiStream

from binlog_kaitai.cli.commands import main
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.replication import archive as archive_module
from binlog_kaitai.replication import downloads as downloads_module
from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.bucket import BucketArchive
from binlog_kaitai.replication.dumps import FIRST
from binlog_kaitai.replication.servers import connect
from binlog_kaitai.replication.sessions import ServerError
from binlog_kaitai.replication.uris import parse_uri
from binlog_kaitai.replication.writing import ArchivePosition
from tests import HANG_SECONDS
from tests.conftest import Bucket
from tests.fixtures.make import KEYS, KeyringServer, with_file_of_keys
from tests.replication.conftest import Start, execute, followed, uri_of
from tests.servers import SERVERS, RunningServer

pytestmark = pytest.mark.live

TABLE = (
    "CREATE DATABASE IF NOT EXISTS shop",
    "CREATE TABLE IF NOT EXISTS shop.orders (id INT PRIMARY KEY AUTO_INCREMENT, v LONGTEXT)",
)
WORK = (
    *TABLE,
    "INSERT INTO shop.orders (v) VALUES ('a'), (REPEAT('b', 40000))",
    "SET GLOBAL binlog_checksum = NONE",
    "INSERT INTO shop.orders (v) VALUES ('c')",
    "SET GLOBAL binlog_checksum = CRC32",
    "UPDATE shop.orders SET v = CONCAT(v, 'x')",
    "FLUSH BINARY LOGS",
    "DELETE FROM shop.orders WHERE id % 3 = 0",
)


IN_USE = 21
"""Where a log says that it is in use: the first of the flags of its first event."""


def assert_same(server: RunningServer, folder: Path, *, was_killed: bool = False) -> None:
    """Assert that an archive has the server's files, byte for byte, and the index of them.

    A server that is killed while it goes on to another log may leave the mark that the log before
    is in use, though that has its end. MariaDB leaves a part of an event, which it does not send.
    """
    files = server.binary_log_files()
    for path in files:
        mine, own = (folder / path.name).read_bytes(), path.read_bytes()
        if was_killed and path != files[-1] and own.startswith(mine) and is_torn(own[len(mine) :]):
            continue
        differing = [at for at in range(min(len(mine), len(own))) if mine[at] != own[at]]
        if was_killed and differing == [IN_USE]:
            assert mine[IN_USE] < own[IN_USE]
            differing = []
        assert (path.name, len(mine), differing) == (path.name, len(own), [])
    assert (folder / "binlog.index").read_text().splitlines() == [path.name for path in files]


def is_torn(data: bytes) -> bool:
    """Return whether bytes are a part of an event."""
    try:
        header = BinlogEventHeader(4, False, KaitaiStream(BytesIO(data)))
    except EOFError:
        return bool(data)
    return bool(header.len_event > len(data))


def archive(server: RunningServer, folder: Path, *options: str, query: str = "") -> Result:
    return CliRunner().invoke(main, ["archive", *options, uri_of(server, query=query), str(folder)])


def test_logs_are_the_servers_own(server: RunningServer, tmp_path: Path) -> None:
    for _ in range(3):
        execute(server, *WORK)
        result = archive(server, tmp_path)
        assert (result.exit_code, result.stderr) == (0, "")
        assert_same(server, tmp_path)
    assert result.stdout.splitlines()[-1].endswith("bytes, in use")
    assert archive(server, tmp_path).stdout == ""
    verified = CliRunner().invoke(main, ["verify", str(tmp_path)])
    assert (verified.exit_code, verified.stdout.count("problem")) == (0, 0), verified.stdout


def test_many_events_at_once(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (archive_module, downloads_module):
        monkeypatch.setattr(module, "MANY", 0)
    for _ in range(2):
        execute(server, *WORK, "INSERT INTO shop.orders (v) VALUES (REPEAT('x', 3000000))")
        assert archive(server, tmp_path).exit_code == 0
        assert_same(server, tmp_path)
    of_files = CliRunner().invoke(main, ["rows", str(tmp_path)]).stdout
    assert CliRunner().invoke(main, ["rows", uri_of(server)]).stdout == of_files


def test_logs_in_a_bucket(server: RunningServer, bucket: Bucket) -> None:
    """They are the server's own, a file at a time, and it goes on where it was."""
    uri = bucket.uri(server.name)

    def stored(name: str) -> bytes:
        return _content(bucket, f"logs/{server.name}/{name}")

    for _ in range(2):
        execute(server, *WORK)
        result = CliRunner().invoke(main, ["archive", uri_of(server), uri])
        assert (result.exit_code, result.stderr) == (0, ""), result.stderr
        files = server.binary_log_files()
        assert all(stored(path.name) == path.read_bytes() for path in files)
        assert stored("binlog.index").decode().splitlines() == [path.name for path in files]
    told = [line.rpartition(", ")[2] for line in result.stdout.splitlines()]
    assert told == ["complete"] * (len(told) - 1) + ["in use"]
    assert len(told) < len(files)
    assert CliRunner().invoke(main, ["verify", uri]).exit_code == 0
    kept = BucketArchive(uri)
    with followed(kept, server):
        execute(server, *WORK)
        *closed, _ = server.binary_log_files()
        end = time.monotonic() + 60
        while (place := _place_of(kept)) is None or not (
            place.log > closed[-1].name or (place.is_closed and place.log == closed[-1].name)
        ):
            assert time.monotonic() < end, place
            time.sleep(0.1)
        assert all(stored(path.name) == path.read_bytes() for path in closed)


def test_a_log_that_cannot_be_read_is_not_put_in_part(
    server: RunningServer, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the local disk loses some of it: the object stays, and is put whole later."""
    uri, key = bucket.uri(f"cut-{server.name}"), f"logs/cut-{server.name}"
    execute(server, *WORK, *WORK[:3])
    BucketArchive(uri, start="latest").update(parse_uri(uri_of(server)))
    last = server.binary_log_files()[-1]
    before = last.read_bytes()
    execute(server, *WORK[:3])  # others begin another log

    def lose(archive: Archive, place: ArchivePosition) -> None:
        if not place.is_closed:
            os.truncate(archive.folder / place.log, len(before) - 100)
        notify(archive, place)

    notify = Archive.notify
    with monkeypatch.context() as patch:
        patch.setattr(Archive, "notify", lose)
        with pytest.raises(OSError, match="the object is unchanged"):
            BucketArchive(uri).update(parse_uri(uri_of(server)))
    assert _content(bucket, f"{key}/{last.name}") == before
    BucketArchive(uri).update(parse_uri(uri_of(server)))
    assert _content(bucket, f"{key}/{last.name}") == last.read_bytes() != before


def test_a_bucket_has_the_open_log_up_to_the_last_checkpoint(
    server: RunningServer, bucket: Bucket, tmp_path: Path
) -> None:
    """Also when the archive is killed; an object that is there never becomes shorter."""
    folder = f"open-{server.name}"
    uri, path = bucket.uri(folder), f"logs/{folder}"
    execute(server, *TABLE, "FLUSH BINARY LOGS")
    last = server.binary_log_files()[-1]
    sizes = [0]

    def size_of(log: Path) -> int:
        return bucket.filesystem.get_file_info(f"{path}/{log.name}").size or 0

    for number in range(3):
        begun, end = sizes[-1] + 100_000 * (number > 0), time.monotonic() + HANG_SECONDS
        with _archiver(server, uri, tmp_path):
            while sizes[-1] <= begun:
                assert time.monotonic() < end, sizes
                execute(server, "INSERT INTO shop.orders (v) VALUES (REPEAT('b', 20000))")
                sizes.append(size_of(last))
                time.sleep(0.1)
        kept, own = _content(bucket, f"{path}/{last.name}"), last.read_bytes()
        assert FIRST < len(kept) <= len(own)
        assert kept == own[: len(kept)]
        for command in ("verify", "index"):
            result = CliRunner().invoke(main, [command, uri])
            assert (result.exit_code, result.stderr) == (0, ""), result.output
        copied = tmp_path / last.name
        copied.write_bytes(kept)
        rows = [CliRunner().invoke(main, ["rows", str(one)]).stdout for one in (uri, copied)]
        assert rows[0] == rows[1] != ""
    assert sizes == sorted(sizes)
    execute(server, "FLUSH BINARY LOGS")
    files = [last, server.binary_log_files()[-1]]
    with _archiver(server, uri, tmp_path):
        while size_of(files[-1]) != files[-1].stat().st_size:
            time.sleep(0.1)
            assert time.monotonic() < end + HANG_SECONDS
    assert [_content(bucket, f"{path}/{one.name}") for one in files] == [
        one.read_bytes() for one in files
    ]


@contextlib.contextmanager
def _archiver(server: RunningServer, uri: str, folder: Path) -> Iterator[None]:
    """Archive the logs of a server from the last one on, until killed; a folder has the rest."""
    options = ("--follow", "--start", "latest", "--checkpoint-every", "0.2")
    process = subprocess.Popen(
        [sys.executable, "-m", "binlog_kaitai", "archive", *options, uri_of(server), uri],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(folder)},
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


def test_a_bucket_that_fails_is_tried_again(
    server: RunningServer,
    bucket: Bucket,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    execute(server, *TABLE)
    last = server.binary_log_files()[-1]
    folder, faults = f"fails-{server.name}", iter([OSError("out of order")] * 2)
    write = BucketArchive._write  # noqa: SLF001 - what a bucket does

    def fail(kept: BucketArchive, name: str, content: object) -> None:
        for fault in faults:
            raise fault
        write(kept, name, content)

    monkeypatch.setattr(BucketArchive, "_write", fail)
    kept = BucketArchive(bucket.uri(folder), start="latest", checkpoint_seconds=0.2)
    with followed(kept, server):
        path, end = f"logs/{folder}/{last.name}", time.monotonic() + HANG_SECONDS
        while bucket.filesystem.get_file_info(path).size != last.stat().st_size:
            assert time.monotonic() < end
            time.sleep(0.1)
        name = f"s3://logs/{folder}/{last.name}"
        assert (
            caplog.text.count(f"{name}: not up to the server, to be tried again: out of order") == 2
        )


def test_an_object_is_not_replaced_by_a_shorter_one(server: RunningServer, bucket: Bucket) -> None:
    """As where a server lost its last events in a crash."""
    execute(server, *WORK)
    last = server.binary_log_files()[-1]
    kept = last.read_bytes() + last.read_bytes()[-100:]
    bucket.write(f"longer-{server.name}/{last.name}", kept)
    uri = bucket.uri(f"longer-{server.name}")
    with pytest.raises(ServerError, match=f"has {len(kept)} bytes, but the server's log file has"):
        BucketArchive(uri, start="latest").update(parse_uri(uri_of(server)))
    assert _content(bucket, f"logs/longer-{server.name}/{last.name}") == kept


def _content(bucket: Bucket, path: str) -> bytes:
    with bucket.filesystem.open_input_file(path) as stream:
        return bytes(stream.read())


def _place_of(kept: BucketArchive) -> ArchivePosition | None:
    with contextlib.suppress(ValueError):  # what stands for S3 shows an object half written
        return kept.place
    return None


def test_a_large_event_comes_in_several_packets(server: RunningServer, tmp_path: Path) -> None:
    size = 2**24 + 1000
    execute(
        server,
        *TABLE,
        f"SET GLOBAL max_allowed_packet = {4 * size}",
    )
    execute(server, f"INSERT INTO shop.orders (v) VALUES (REPEAT('x', {size}))")
    assert archive(server, tmp_path, "--start", "latest").exit_code == 0
    last = server.binary_log_files()[-1]
    assert last.stat().st_size > size
    assert (tmp_path / last.name).read_bytes() == last.read_bytes()


def test_what_was_torn_is_written_again(server: RunningServer, tmp_path: Path) -> None:
    execute(server, *WORK)
    kept = Archive(tmp_path)
    kept.update(parse_uri(uri_of(server)))
    place = kept.place
    assert place is not None
    with (tmp_path / place.log).open("ab") as torn:
        torn.write(b"a part of an event")
    execute(server, *WORK)
    kept.update(parse_uri(uri_of(server)))
    assert_same(server, tmp_path)


def test_a_server_that_is_followed(server: RunningServer, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "binlog_kaitai", "archive", "--follow"]
    process = subprocess.Popen(
        [*command, uri_of(server), str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        for _ in range(3):
            execute(server, *WORK)
            _wait_for(server, tmp_path)
        replicas = "SHOW SLAVE HOSTS" if server.name.startswith("mariadb") else "SHOW REPLICAS"
        assert "binlog-kaitai" in execute(server, replicas)[0]
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=HANG_SECONDS)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert re.match(rb"connected as a replica with server_id \d{10}\n", errors)
    assert_same(server, tmp_path)


def _wait_for(server: RunningServer, folder: Path) -> None:
    """Wait until an archive has what the server has."""
    last = server.binary_log_files()[-1]
    end = time.monotonic() + 60
    while True:
        place = Archive(folder).place
        if place and (place.log, place.position) == (last.name, last.stat().st_size):
            return
        assert time.monotonic() < end, (place, last.stat().st_size)
        time.sleep(0.1)


def test_two_do_not_archive_into_one_folder(server: RunningServer, tmp_path: Path) -> None:
    kept = Archive(tmp_path)
    with followed(kept, server):
        while kept.place is None:
            time.sleep(0.05)
        result = archive(server, tmp_path)
        assert (
            result.stderr
            == f"error: {tmp_path}: another process archives to this directory; stop it first\n"
        )


def test_logs_that_are_gone(server: RunningServer, tmp_path: Path) -> None:
    execute(server, *WORK)
    first = server.binary_log_files()[0].name
    kept = Archive(tmp_path)
    kept.update(parse_uri(uri_of(server)))
    execute(server, *WORK, *WORK)
    last = purge(server)
    result = archive(server, tmp_path)
    assert result.exit_code == 1
    assert f"it may have been purged; the server has {last}\n" in result.stderr
    other = archive(server, tmp_path / "other", "--start", first)
    assert f"no log file {first}; it may have been purged; the server has {last}\n" in other.stderr


def purge(server: RunningServer) -> str:
    """Have a server keep its last log only, once those who follow it are there; return its name."""
    last = server.binary_log_files()[-1].name
    end = time.monotonic() + 60
    while len(server.binary_log_files()) > 1:
        assert time.monotonic() < end
        execute(server, f"PURGE BINARY LOGS TO '{last}'")
        time.sleep(0.1)
    return last


def test_a_log_of_another_server(server: RunningServer, tmp_path: Path) -> None:
    reset = "RESET MASTER" if server.name.startswith("mariadb") else "RESET BINARY LOGS AND GTIDS"
    execute(server, reset, *WORK)
    kept = Archive(tmp_path)
    kept.update(parse_uri(uri_of(server)))
    time.sleep(1.1)  # logs tell when they began, in seconds
    execute(server, reset, *WORK, *WORK[2:-2])
    result = archive(server, tmp_path)
    assert result.exit_code == 1
    assert "differs from the one in" in result.stderr
    place = kept.place
    assert place is not None
    foreign = replace(place, server="another")
    (tmp_path / ".archive.json").write_text(json.dumps(asdict(foreign)))
    assert "expected the server " in archive(server, tmp_path).stderr


def test_logs_that_no_archive_wrote_are_left_alone(server: RunningServer, tmp_path: Path) -> None:
    first = server.binary_log_files()[0].name
    (tmp_path / first).write_bytes(b"of somebody")
    result = archive(server, tmp_path)
    assert f"expected a directory without {first}, found one" in result.stderr
    assert (tmp_path / first).read_bytes() == b"of somebody"


def test_what_a_user_may_not_do(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute(
        server,
        "DROP USER IF EXISTS 'reader'@'%', ''@'localhost'",  # anybody, who has no password
        "CREATE USER 'reader'@'%' IDENTIFIED BY 'hunter2'",
    )

    def refusal() -> str:
        result = CliRunner().invoke(
            main, ["archive", uri_of(server, user="reader"), str(tmp_path / "never")]
        )
        assert result.exit_code in {1, 75}
        assert "hunter2" not in result.output
        return result.stderr

    monkeypatch.delenv("MYSQL_PWD", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "denied access to reader without a password" in refusal()
    monkeypatch.setenv("MYSQL_PWD", "hunter2")
    assert "reader lacks a privilege" in refusal()
    assert "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO reader" in refusal()
    execute(server, "GRANT REPLICATION CLIENT ON *.* TO 'reader'@'%'")
    assert "reader lacks a privilege" in refusal()
    execute(server, "GRANT REPLICATION SLAVE ON *.* TO 'reader'@'%'")
    uri = uri_of(server, user="reader")
    assert CliRunner().invoke(main, ["archive", uri, str(tmp_path / "now")]).exit_code == 0


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_a_server_without_logs(name: str, start: Start, tmp_path: Path) -> None:
    server = start(name, "--skip-log-bin")
    result = archive(server, tmp_path)
    assert "the server writes no binary logs; start it with log_bin" in result.stderr


@pytest.mark.parametrize("options", [("--follow",), ()])
def test_checkpoints_are_for_followed_servers_and_buckets(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    folder = str(tmp_path) if options else "s3://bucket/logs"
    arguments = ["archive", *options, "--checkpoint-every", "5", "mysql://nobody@127.0.0.1:1"]
    result = CliRunner().invoke(main, [*arguments, folder])
    assert "--checkpoint-every requires --follow and a URI as DIR" in result.stderr


def test_no_server(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["archive", "mysql://nobody@127.0.0.1:1", str(tmp_path)])
    assert result.exit_code == 75
    assert result.stderr.startswith("error: mysql://127.0.0.1:1: cannot connect: ")


@pytest.mark.parametrize("name", ["mysql97"])
def test_tls(name: str, start: Start) -> None:
    """MySQL makes certificates for itself, whose authority is not this machine's."""
    server = start(name)
    authority = f"?tls=ca&tls-ca={server.data / 'ca.pem'}"
    for query, is_encrypted in (("", True), ("?tls=unverified", True), ("?tls=off", False)):
        with connect(parse_uri(uri_of(server, query=query))) as session:
            (status,) = session.rows("SHOW STATUS LIKE 'Ssl_cipher'")
            assert bool(status["value"]) == is_encrypted
    with connect(parse_uri(uri_of(server, query=authority))) as session:
        (status,) = session.rows("SHOW STATUS LIKE 'Ssl_cipher'")
        assert status["value"]
    for query in ("?tls=on", "?tls=ca", f"?tls-ca={server.data / 'ca.pem'}"):
        with pytest.raises(ServerError, match="certificate"):
            connect(parse_uri(uri_of(server, query=query)))


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_a_server_that_is_killed(name: str, start: Start, tmp_path: Path) -> None:
    """It closes no log; the archive has what it makes of that log when it comes up again."""
    server = start(name)
    execute(server, *WORK)
    kept = Archive(tmp_path)
    kept.update(parse_uri(uri_of(server)))
    execute(server, *WORK)
    assert server.process is not None
    os.kill(_pid_of(server), signal.SIGKILL)
    server.process.wait()
    server.start()
    execute(server, *WORK)
    kept.update(parse_uri(uri_of(server)))
    assert_same(server, tmp_path)


@pytest.mark.parametrize("is_followed", [False, True])
def test_a_log_that_ends_inside_an_event(start: Start, is_followed: bool, tmp_path: Path) -> None:
    """MariaDB leaves it so where it is killed: the archive goes on with the log behind it."""
    server = start("mariadb118")
    execute(server, *WORK)
    kept = Archive(tmp_path)
    kept.update(parse_uri(uri_of(server)))
    execute(server, *WORK)
    last = server.binary_log_files()[-1]
    os.kill(_pid_of(server), signal.SIGKILL)
    assert server.process is not None
    server.process.wait()
    os.truncate(last, last.stat().st_size - 10)
    server.start()
    execute(server, *WORK)
    if is_followed:
        with followed(kept, server):
            _wait_for(server, tmp_path)
    else:
        kept.update(parse_uri(uri_of(server)))
    assert_same(server, tmp_path, was_killed=True)
    assert len((tmp_path / last.name).read_bytes()) < last.stat().st_size


def _pid_of(server: RunningServer) -> int:
    return int(server.data.with_suffix(".pid").read_text())


def test_logs_that_mysql_encrypts(tmp_path: Path) -> None:
    """They are sent in clear, and so they are kept."""
    installed = SERVERS["mysql97"]
    if not installed.installed():
        pytest.skip("mysql97 is not installed")
    keyed = KeyringServer(**vars(installed))
    with (
        keyed.links(),
        keyed.run(["--binlog-encryption=ON", "--binlog-row-metadata=FULL"]) as server,
    ):
        keys = keyed.root / keyed.settings / "keys"
        execute(server, *WORK, *WORK)
        files = [str(path) for path in server.binary_log_files()]
        for _ in range(2):
            result = archive(server, tmp_path)
            assert (result.exit_code, "encrypts its logs" in result.stderr) == (0, True)
        printed = CliRunner().invoke(main, ["rows", "--keyring", str(keys), *files])
        assert printed.exit_code == 0
        assert CliRunner().invoke(main, ["rows", str(tmp_path)]).stdout == printed.stdout
        assert CliRunner().invoke(main, ["rows", uri_of(server)]).stdout == printed.stdout


def test_logs_that_mariadb_encrypts(start: Start, tmp_path: Path) -> None:
    installed = SERVERS["mariadb118"]
    if not installed.installed():
        pytest.skip("mariadb118 is not installed")
    options = with_file_of_keys(installed)
    try:
        server = start("mariadb118", *options)
        for _ in range(2):
            execute(server, *WORK)
            result = archive(server, tmp_path)
            assert (result.exit_code, "encrypts its logs" in result.stderr) == (0, True)
        files = [str(path) for path in server.binary_log_files()]
        keys = str(installed.root / KEYS)
        printed = CliRunner().invoke(main, ["rows", "--keyring", keys, *files])
    finally:
        (installed.root / KEYS).unlink()
    assert printed.exit_code == 0, printed.stderr
    assert CliRunner().invoke(main, ["rows", str(tmp_path)]).stdout == printed.stdout
    assert CliRunner().invoke(main, ["rows", uri_of(server)]).stdout == printed.stdout
    assert CliRunner().invoke(main, ["verify", str(tmp_path)]).exit_code == 0


SEMI_SYNC = {
    "mysql97": (
        "INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'",
        "SET GLOBAL rpl_semi_sync_source_enabled = ON",
        "SET GLOBAL rpl_semi_sync_source_timeout = 10000",
    ),
    "mariadb118": (
        "SET GLOBAL rpl_semi_sync_master_enabled = ON",
        "SET GLOBAL rpl_semi_sync_master_timeout = 10000",
    ),
}


@pytest.mark.parametrize("name", SEMI_SYNC)
def test_semi_synchronous_replication(name: str, start: Start, tmp_path: Path) -> None:
    """The server counts what was acknowledged, and what the archive has then."""
    server = start(name)
    execute(server, *TABLE)
    uri = uri_of(server, query="?semi-sync=on")
    with pytest.raises(ServerError, match="semi-synchronous replication turned on"):
        Archive(tmp_path / "never").follow(parse_uri(uri))
    execute(server, *SEMI_SYNC[name])

    def status(ending: str) -> int:
        ((_, count),) = execute(server, f"SHOW GLOBAL STATUS LIKE 'Rpl_semi_sync_%{ending}'")
        return int(count)

    kept = Archive(tmp_path / "kept")
    with followed(kept, server, uri):
        end = time.monotonic() + 60
        while status("r_clients" if name.startswith("mariadb") else "e_clients") == 0:
            assert time.monotonic() < end
            time.sleep(0.1)
        before = status("_yes_tx")
        for number in range(1, 21):
            execute(server, f"INSERT INTO shop.orders (v) VALUES ('{number}')")
            assert status("_yes_tx") == before + number
            assert kept.place is not None
            last = server.binary_log_files()[-1]
            assert (kept.place.log, kept.place.position) == (last.name, last.stat().st_size)
        assert status("_no_tx") == 0
        execute(server, "FLUSH BINARY LOGS", "INSERT INTO shop.orders (v) VALUES ('last')")
        assert status("_yes_tx") == before + 21
        _wait_for(server, kept.folder)  # of what follows a transaction, nobody is told
        assert_same(server, kept.folder)


def test_ed25519(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nacl")
    server = start("mariadb118", "--plugin-load-add=auth_ed25519")
    execute(
        server,
        "DROP USER IF EXISTS ''@'localhost'",
        "CREATE USER ed@'%' IDENTIFIED VIA ed25519 USING PASSWORD('hunter2')",
        "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO ed@'%'",
    )
    monkeypatch.setenv("MYSQL_PWD", "hunter2")
    uri = uri_of(server, user="ed")
    assert CliRunner().invoke(main, ["archive", uri, str(tmp_path)]).exit_code == 0
    assert_same(server, tmp_path)


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_a_password_beyond_latin1(name: str, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(name)
    execute(
        server,
        "DROP USER IF EXISTS ''@'localhost'",
        "CREATE USER many@'%' IDENTIFIED BY 'pä€漢'",
        "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO many@'%'",
    )
    monkeypatch.setenv("MYSQL_PWD", "pä€漢")
    for query in ("", "?tls=off"):
        with connect(parse_uri(uri_of(server, query=query, user="many"))) as session:
            assert session.rows("SHOW BINARY LOGS")


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_heartbeats_keep_a_connection(
    name: str, start: Start, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """While nothing is written for longer than the deadline."""
    server = start(name)
    execute(server, *WORK)
    kept = Archive(tmp_path)
    with followed(kept, server, uri_of(server, query="?deadline=3")):
        time.sleep(7)
        execute(server, *WORK)
        _wait_for(server, tmp_path)
        assert [one for one in caplog.records if one.name.startswith("binlog_kaitai")] == []
