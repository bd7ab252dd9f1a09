"""Status files of programs that follow real servers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.io.status import Status, StatusWriter
from binlog_kaitai.read.executed import ExecutedTransactions
from binlog_kaitai.replication.archive import Archive
from tests.replication.conftest import Start, execute, followed, uri_of
from tests.replication.test_live_archive import WORK
from tests.servers import RunningServer
from tests.test_status import until

pytestmark = pytest.mark.live


def place_of(server: RunningServer) -> tuple[str, int, str]:
    """Return the end of a server's last log, and its GTIDs, by its own statements."""
    is_mariadb = server.name.startswith("mariadb")
    ((name, size, *_),) = execute(server, "SHOW BINARY LOGS")[-1:]
    ((gtids,),) = execute(
        server, f"SELECT @@{'gtid_binlog_pos' if is_mariadb else 'gtid_executed'}"
    )
    return name, size, gtids.replace("\n", "")


def is_at(values: dict[str, Any], server: RunningServer) -> bool:
    """Return whether a status is at the end of a server's logs, and waits there."""
    place = (Path(values["log"]).name, values["position"], values["gtids"])
    return values["state"] == "waiting" and place == place_of(server)


def test_an_archive(server: RunningServer, tmp_path: Path) -> None:
    path = tmp_path / "status.json"
    status = Status("archive", "binlogs")
    kept = Archive(tmp_path / "binlogs", status=status)
    writer = StatusWriter(status, path, ExecutedTransactions().complete, interval=0.2)
    with writer, followed(kept, server):
        for _ in range(2):
            execute(server, *WORK)
            first = until(path, lambda values: is_at(values, server))
        assert (first["seconds_behind"], first["bytes_behind"], first["problem"]) == (0, 0, None)
        size = sum(log.stat().st_size for log in server.binary_log_files())
        assert first["bytes_written"] == size
        quiet = until(path, lambda values: values["progress_time"] > first["progress_time"])
        assert (quiet["commits"], quiet["retries"]) == (first["commits"], 0)
        dumps = "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'"
        execute(server, *(f"KILL {number}" for (number,) in execute(server, dumps)))
        lost = until(path, lambda values: values["retries"] == 1 and is_at(values, server))
        assert lost["failing"] == {}
        assert lost["error_time"] is not None


def test_an_export(start: Start, tmp_path: Path) -> None:
    """A program follows the server, which is stopped, and started again."""
    server = start("mysql97")
    path = tmp_path / "lake.status.json"
    command = [sys.executable, "-m", "binlog_kaitai", "export", "--follow", "--current"]
    command += ["--out", "lake", "--spool", "spool", "--status", str(path), uri_of(server)]
    environment = os.environ | {"BINLOG_KAITAI_ENGINE": "auto"}
    execute(server, *WORK)
    with (
        (tmp_path / "output").open("w") as output,
        subprocess.Popen(
            command, cwd=tmp_path, stdout=output, stderr=output, env=environment
        ) as program,
    ):
        try:
            first = until(path, lambda values: is_at(values, server))
            assert (first["bytes_behind"], first["problem"]) == (0, None)
            assert first["rows"] > 0
            server.stop()
            lost = until(path, lambda values: values["state"] == "retrying", seconds=150)
            assert lost["failing"].keys() == {"server"}
            server.start()
            execute(server, *WORK)
            again = until(path, lambda values: is_at(values, server), seconds=150)
            assert again["failing"] == {}
            assert again["commits"] > first["commits"]
            time.sleep(0.2)
            program.send_signal(signal.SIGTERM)
            assert program.wait(60) in {-signal.SIGTERM, 3}
        finally:
            program.kill()
    assert until(path, lambda values: values["state"] == "stopped")["pid"] == program.pid
