"""Reads the logs of real servers, and compares with what their files give."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.forensics.messages.making import FORMS
from binlog_kaitai.io.files import open_file
from binlog_kaitai.replication.downloads import TornLogWarning
from binlog_kaitai.replication.logs import MAX_SPOOLED, server_logs
from binlog_kaitai.replication.sessions import LostError, ServerError
from tests.replication.conftest import Start, execute, uri_of
from tests.replication.test_live_archive import TABLE, WORK
from tests.servers import RunningServer

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def written(server: RunningServer) -> RunningServer:
    execute(server, *WORK)
    execute(server, *WORK)
    execute(server, "FLUSH BINARY LOGS", *WORK[2:3])
    time.sleep(0.5)  # until MariaDB has written its checkpoint
    return server


def output(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert (result.exit_code, result.stderr) == (0, ""), result.stderr
    return result.stdout


@pytest.mark.parametrize(
    "command",
    [
        ["rows"],
        ["rows", "--threads", "3"],
        ["rows", "--table", "shop.orders", "--format", "csv"],
        ["rows", "--table", "shop.orders", "--engine", "tree"],
        *(["rows", "--format", form, "--threads", "2"] for form in FORMS),
        ["events"],
        ["schema"],
    ],
    ids=" ".join,
)
def test_a_server_gives_what_its_files_give(command: list[str], written: RunningServer) -> None:
    files = [str(path) for path in written.binary_log_files()]
    of_files = output(*command, *files)
    assert of_files
    assert output(*command, uri_of(written)) == of_files
    assert output(*command, uri_of(written, Path(files[1]).name)) == output(*command, files[1])
    number = files[0][-1]
    few = output(*command, uri_of(written, f"binlog.00000[{number}-9]"))
    assert few.startswith(output(*command, files[0])[:100])


def test_all_commands_take_a_server(written: RunningServer) -> None:
    uri = uri_of(written)
    assert output("verify", uri).count(": ok, ") == len(written.binary_log_files())
    assert "shop.orders" in output("stats", uri)
    assert output("diff", uri, uri)
    assert "insert" in output("history", "--table", "shop.orders", "--key", "id=1", uri)


def test_a_start(written: RunningServer) -> None:
    names = [path.name for path in written.binary_log_files()]

    def logs(start: str) -> list[str]:
        return [path.log for path in server_logs(uri_of(written, query=f"?start={start}"))]

    assert logs("earliest") == names
    assert logs("latest") == names[-1:]
    assert logs(names[2]) == names[2:]
    assert logs("2000-01-01") == names
    assert logs("2100-01-01") == names[-1:]
    gtids = _gtids_by_log(written)
    for number, name in enumerate(names):
        before = [gtid for log in names[:number] for gtid in gtids[log]]
        if before and gtids[name]:
            assert logs(_set_of(before))[:1] == [name]
    with pytest.raises(ServerError, match=r"no log file binlog\.1; it may have been purged"):
        logs("binlog.1")
    with pytest.raises(ValueError, match="expected earliest, latest, a log name"):
        logs("yesterday")


def _gtids_by_log(server: RunningServer) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in server.binary_log_files():
        batches = scan(path, view="transactions", columns=["gtid"])
        found[path.name] = [row["gtid"] for batch in batches for row in batch.to_pylist()]
    return found


def _set_of(gtids: list[str]) -> str:
    """Return what a replica that has all of these says."""
    if ":" not in gtids[0]:
        return gtids[-1]
    source, _, last = gtids[-1].rpartition(":")
    return f"{source}:1-{last}"


def test_transactions_that_are_gone(written: RunningServer) -> None:
    start = "11111111-e58c-11f1-9cc5-02fc00000001:1-5" if written.name == "mysql97" else "0-1-99999"
    if written.name == "mysql97":
        assert server_logs(uri_of(written, query=f"?start={start}"))  # it lacks nothing
    else:
        with pytest.raises(ServerError, match="not in the GTID set 0-1-99999"):
            server_logs(uri_of(written, query=f"?start={start}"))


def test_few_logs_are_on_the_disk(written: RunningServer) -> None:
    logs = server_logs(uri_of(written))
    assert len(logs) > MAX_SPOOLED + 1
    assert [log.path for log in scan(logs).logs] == logs
    list(scan(logs))
    spools: Any = logs[0]._spools  # noqa: SLF001
    assert len(spools._spools) == MAX_SPOOLED  # noqa: SLF001
    assert all(log._spools is spools for log in logs)  # noqa: SLF001


def test_a_log_is_sent_to_another_process_without_a_password(
    written: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute(
        written,
        "DROP USER IF EXISTS 'sender'@'%', ''@'localhost'",
        "CREATE USER 'sender'@'%' IDENTIFIED BY 'hunter2'",
        "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO 'sender'@'%'",
    )
    monkeypatch.setenv("MYSQL_PWD", "hunter2")
    log = server_logs(uri_of(written, user="sender"))[0]
    pickled = pickle.dumps(log)
    assert b"hunter2" not in pickled
    assert "hunter2" not in repr(log)
    assert list(scan(pickle.loads(pickled))) == list(scan(log))


def test_a_connection_that_is_lost(written: RunningServer) -> None:
    """The log goes on where it was; where the server is gone, a line says so."""
    execute(written, *TABLE, *["INSERT INTO shop.orders (v) VALUES (REPEAT('x', 3000000))"] * 9)
    last = written.binary_log_files()[-1]
    (log,) = server_logs(uri_of(written, last.name))
    source = log.open_source()
    assert source.read_at(10, 0) == last.read_bytes()[:10]
    for number, *_, command in execute(
        written, "SELECT id, info, command FROM information_schema.processlist"
    ):
        if "Dump" in command:
            execute(written, f"KILL {number}")
    with open_file(log) as stream:
        assert stream.read() == last.read_bytes()[: log.size]


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_a_log_that_a_killed_server_left_torn(name: str, start: Start, tmp_path: Path) -> None:
    """What is before the torn event is read, a warning tells of it, and the next log follows."""
    torn_server = start(name)
    execute(torn_server, *WORK, "FLUSH BINARY LOGS", *WORK[2:3])
    files = torn_server.binary_log_files()
    torn, begun = files[-3:-1]
    torn_server.stop()
    parts = [tmp_path / path.name for path in files[:-2]]
    for path, part in zip(files, parts, strict=False):
        shutil.copyfile(path, part)
    *_, events = scan(torn, view="events", columns=["position"])
    last = events["position"][-1].as_py()
    os.truncate(parts[-1], last)
    os.truncate(torn, last + 25)  # inside an event
    os.truncate(begun, 100)  # inside the first event
    torn_server.start()
    parts += torn_server.binary_log_files()[len(files) - 1 :]
    for options in ([], ["--table", "shop.orders", "--format", "csv"]):
        of_files = output("rows", *options, *map(str, parts))
        result = CliRunner().invoke(main, ["rows", *options, uri_of(torn_server)])
        assert (result.exit_code, result.stdout) == (0, of_files)
        told = result.stderr.splitlines()
        assert f"{torn.name}: at byte {last}: incomplete event" in told[0]
        assert "sends 25 bytes and no more" in told[0]
        assert f"{begun.name}: at byte 0: incomplete event" in told[1]
        assert len(told) == 2
    with pytest.warns(TornLogWarning, match="reading continues with the next log"):
        named = list(scan(uri_of(torn_server, query=f"?start={begun.name}"), "shop.orders"))
    assert named == list(scan(parts[len(files) - 2 :], "shop.orders"))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_scan_that_is_dropped(written: RunningServer, threads: int) -> None:
    """Its connection ends, and so the server can purge the log."""
    execute(written, *TABLE, *["INSERT INTO shop.orders (v) VALUES (REPEAT('x', 3000000))"] * 9)
    last = written.binary_log_files()[-1]
    batches = iter(scan(uri_of(written, last.name), threads=threads))
    assert next(batches).num_rows
    del batches
    processes = "SELECT command FROM information_schema.processlist"
    end = time.monotonic() + 60
    while any("Dump" in command for (command,) in execute(written, processes)):
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_server_that_goes(written: RunningServer) -> None:
    """The last test of the module: nobody can ask the server any more."""
    logs = server_logs(uri_of(written))
    written.stop()
    with pytest.raises(LostError, match="cannot connect"):
        list(scan(logs))
    result = CliRunner().invoke(main, ["rows", uri_of(written)])
    assert result.exit_code == 75
    assert json.dumps(result.stderr).startswith('"error: mysql://127.0.0.1')
