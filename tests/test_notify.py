"""Messages of followers to systemd."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from binlog_kaitai.cli.watching import watching
from binlog_kaitai.io import notify
from binlog_kaitai.io.status import STUCK, WRITE_SECONDS, Status, StatusWriter
from tests import HANG_SECONDS
from tests.replay import FIXTURES

PAGE = Path(__file__).parents[1] / "binlog_kaitai" / "docs" / "export-operations.md"
LOG = FIXTURES / "mysql97" / "rotated.1.binlog"


@pytest.fixture(params=["file", "@"])
def manager(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[socket.socket]:
    """Return the socket at which a service manager listens."""
    address = str(tmp_path / "notify") if request.param == "file" else f"@{tmp_path}"
    monkeypatch.setenv(notify.SOCKET, address)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(address.replace("@", "\0"))
        listener.settimeout(HANG_SECONDS)
        yield listener


def received(manager: socket.socket) -> dict[str, str]:
    return dict(line.split("=", 1) for line in manager.recv(65536).decode().split("\n"))


def test_messages(manager: socket.socket) -> None:
    """A program that is stuck does not feed the watchdog."""
    status = Status("export", "lake", log="logs/binlog.000001", position=4)
    notify.notify(status)
    assert received(manager) == {
        "READY": "1",
        "WATCHDOG": "1",
        "STATUS": "running at binlog.000001 byte 4",
    }
    status.progress_time -= STUCK + timedelta(seconds=1)
    notify.notify(status)
    assert received(manager) == {"READY": "1", "STATUS": "no progress for 301 s"}
    status.stop("no\nroute")
    notify.notify(status)
    assert received(manager) == {"STOPPING": "1", "STATUS": "no\\nroute"}


@pytest.mark.parametrize(
    ("watchdog", "seconds"),
    [("", WRITE_SECONDS), ("3000000", 1.5), ("900000000", WRITE_SECONDS), ("x", WRITE_SECONDS)],
)
def test_the_interval_is_that_of_the_watchdog(
    watchdog: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(notify.WATCHDOG, watchdog)
    assert notify.interval() == seconds


def test_without_a_manager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A manager that is gone is warned of once; without one, there is no writer."""
    monkeypatch.delenv(notify.SOCKET, raising=False)
    status = Status("archive", "binlogs")
    with watching(status, status=None, metrics=None) as watch:
        watch.end()
    assert status.state == "running"
    monkeypatch.setenv(notify.SOCKET, str(tmp_path / "gone"))
    with StatusWriter(status, None, interval=0.01, tell=notify.notify) as writer:
        status.commit(1)
        writer.end()
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("cannot write the status: ")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_unit_of_the_page(tmp_path: Path) -> None:
    unit = re.search(r"```text\n(\[Unit\].*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert unit is not None
    path = tmp_path / "lake.service"
    program = "/opt/binlog-kaitai/bin/binlog-kaitai"
    assert program in unit[1]
    path.write_text(unit[1].replace(program, sys.executable))
    command = ["systemd-analyze", "verify", "--man=no", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    of_unit = [line for line in done.stderr.splitlines() if "lake" in line]
    assert (of_unit, done.returncode) == ([], 0)


def test_a_program(tmp_path: Path, manager: socket.socket) -> None:
    """It is ready, feeds the watchdog, and says when it stops."""
    (tmp_path / "logs").mkdir()
    shutil.copy(LOG, tmp_path / "logs" / "binlog.000001")
    command = [sys.executable, "-m", "binlog_kaitai", "export", "--follow", "--out", "lake"]
    environment = os.environ | {notify.WATCHDOG: "500000", "BINLOG_KAITAI_ENGINE": "auto"}
    with subprocess.Popen(
        [*command, "logs"], cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL
    ) as program:
        try:
            assert received(manager)["READY"] == "1"
            at_end = f"waiting at binlog.000001 byte {LOG.stat().st_size}"
            while (message := received(manager))["STATUS"] != at_end:
                assert message["WATCHDOG"] == "1"
            assert received(manager)["WATCHDOG"] == "1"  # while nothing happens
            program.send_signal(signal.SIGTERM)
            while "STOPPING" not in (message := received(manager)):
                pass
            assert message["STATUS"].startswith("stopped")
            assert program.wait(60) == -signal.SIGTERM
        finally:
            program.kill()
