"""Metrics and health by HTTP of programs that follow logs."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta, timezone
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from prometheus_client.parser import text_string_to_metric_families

from binlog_kaitai.cli import metrics as metrics_module
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.interrupts import INTERRUPTED
from binlog_kaitai.cli.metrics import MAX_CLIENTS, Address, MetricsServer, shown, transactions_of
from binlog_kaitai.cli.watching import LOOPBACK
from binlog_kaitai.io.status import STUCK, Status
from tests import HANG_SECONDS
from tests.monitoring import exported
from tests.replay import FIXTURES

PAGE = Path(__file__).parents[1] / "binlog_kaitai" / "docs" / "export-operations.md"
LOG = FIXTURES / "mysql97" / "rotated.1.binlog"
UUID = "fbde3e80-e58c-11f1-9cc5-02fc00000001"


@pytest.fixture
def status() -> Status:
    return Status(
        *("export", "s3://key:secret@lake/shop?scheme=http"),
        state="waiting",
        log="logs/binlog.000012",
        position=1695,
        gtids=f"{UUID}:1-5:7,{UUID}:tag:1-3",
        event_time=datetime(2026, 11, 21, tzinfo=timezone.utc),
        bytes_behind=0,
        rows=7,
        commits=2,
        bytes_written=1000,
        retries=1,
        set_aside={"a.b": "why"},
        stale={"a.c": ["d"], "a.e": ["f"]},
    )


@pytest.fixture
def server(status: Status) -> Iterator[MetricsServer]:
    with MetricsServer(status, Address(LOOPBACK, 0)) as running:
        yield running


def ask(address: Address, path: str, method: str = "GET") -> tuple[int, str]:
    with closing(HTTPConnection(*address, timeout=30)) as connection:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def samples_of(address: Address) -> dict[tuple[str, ...], float]:
    """Return the values of metrics by their names and the values of their labels."""
    code, text = ask(address, "/metrics")
    assert code == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_metrics_of_a_status(server: MetricsServer, status: Status) -> None:
    samples = samples_of(server.address)
    own = {key: value for key, value in samples.items() if key[0].startswith("binlog_kaitai_")}
    times = {key: own.pop(key) for key in list(own) if key[0].endswith("timestamp_seconds")}
    states = {key[1]: own.pop(key) for key in list(own) if key[0] == "binlog_kaitai_state"}
    assert own == {
        ("binlog_kaitai_info", "export", "s3://lake/shop", status.version): 1,
        ("binlog_kaitai_healthy",): 1,
        ("binlog_kaitai_incomplete_tables", "set_aside"): 1,
        ("binlog_kaitai_incomplete_tables", "stale"): 2,
        ("binlog_kaitai_incomplete_tables", "unread"): 0,
        ("binlog_kaitai_incomplete_tables", "healing"): 0,
        ("binlog_kaitai_seconds_behind",): 0,
        ("binlog_kaitai_bytes_behind",): 0,
        ("binlog_kaitai_log_number",): 12,
        ("binlog_kaitai_log_position_bytes",): 1695,
        ("binlog_kaitai_gtid_transactions", UUID): 6,
        ("binlog_kaitai_gtid_transactions", f"{UUID}:tag"): 3,
        ("binlog_kaitai_rows_total",): 7,
        ("binlog_kaitai_commits_total",): 2,
        ("binlog_kaitai_written_bytes_total",): 1000,
        ("binlog_kaitai_retries_total",): 1,
    }
    assert {name for name, value in states.items() if value} == {"waiting"}
    assert states.keys() == {"running", "waiting", "retrying", "stopped", "failed"}
    assert times[("binlog_kaitai_event_timestamp_seconds",)] == 1795219200
    assert times.keys() == {
        (f"binlog_kaitai_{name}_timestamp_seconds",) for name in ("start", "event", "progress")
    }
    assert samples[("process_resident_memory_bytes",)] > 0
    status.run({"stage": "snapshot", "done": 5, "total": 20, "name": "a.b"})
    status.fail("lost")
    assert ("binlog_kaitai_error_timestamp_seconds",) in samples_of(server.address)
    status.run({"stage": "snapshot", "done": 6, "total": 20, "name": "a.b"})
    status.rows, status.bytes_behind = None, None
    samples = samples_of(server.address)
    assert samples[("binlog_kaitai_step_done", "snapshot")] == 6
    assert ("binlog_kaitai_snapshot_paused",) not in samples
    assert samples[("binlog_kaitai_step_total", "snapshot")] == 20
    assert samples[("binlog_kaitai_seconds_behind",)] > 0
    assert not {("binlog_kaitai_rows_total",), ("binlog_kaitai_bytes_behind",)} & samples.keys()


def test_health(server: MetricsServer, status: Status) -> None:
    """A quiet server is healthy; a program that is stuck, or fails, is not."""
    late = datetime.now(timezone.utc) - STUCK - timedelta(seconds=1)
    assert ask(server.address, "/health?verbose") == (200, "healthy\n")
    assert ask(server.address, "/health", "HEAD") == (200, "")
    status.progress_time = late
    assert ask(server.address, "/health") == (503, "no progress for 301 s\n")
    status.fail("no\nroute")
    assert ask(server.address, "/health")[0] == 503
    status.progress()
    status.failing["server"] = late
    assert ask(server.address, "/health") == (503, "failing for 301 s: no\nroute\n")
    status.recover()
    status.run()
    assert ask(server.address, "/health") == (200, "healthy\n")
    status.stop("purged")
    assert ask(server.address, "/health") == (503, "purged\n")
    assert samples_of(server.address)[("binlog_kaitai_healthy",)] == 0


def test_status_and_other_paths(server: MetricsServer, status: Status) -> None:
    code, text = ask(server.address, "/status")
    assert code == 200
    values = json.loads(text)
    assert values["gtids"] == status.gtids
    assert values.keys() == status.to_json().keys()
    assert "secret" not in text
    assert ask(server.address, "/metrics", "HEAD") == (200, "")
    assert ask(server.address, "/") == (404, "expected /metrics, /health or /status\n")
    assert ask(server.address, "/metrics", "POST")[0] == 501
    assert shown("a?b@c") == "a?b@c"  # a folder


def test_the_page_lists_all_metrics() -> None:
    own = {name for name in exported() if name.startswith("binlog_")}
    text = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"`(binlog_kaitai_\w+)", text)) == own


@pytest.mark.parametrize(
    ("gtids", "counts"),
    [
        ("", {}),
        (f"{UUID}:1-5", {UUID: 5}),
        ("0-1-100,2-1-7", {"0-1": 100, "2-1": 7}),
    ],
)
def test_transactions_of_a_gtid_set(gtids: str, counts: dict[str, int]) -> None:
    assert transactions_of(gtids) == counts


def test_many_sources_of_gtids_have_few_time_series() -> None:
    sources = [f"{number:08x}-0000-0000-0000-000000000000" for number in range(1000)]
    counts = transactions_of(",".join(f"{source}:1-2" for source in sources))
    assert len(counts) == metrics_module.MAX_SOURCES + 1
    assert counts["others"] == 2 * (1000 - metrics_module.MAX_SOURCES)


HOSTILE = [
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\n" + b"x: y\r\n" * 1000 + b"\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    b"GET /metrics?name[]=" + b"%00" * 1000 + b" HTTP/1.1\r\n\r\n",
    b"GET /health HTTP/9\r\n\r\n",
    b"POST /metrics HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
    b"",
]


@pytest.mark.parametrize("request_", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_requests(
    request_: bytes, server: MetricsServer, capfd: pytest.CaptureFixture[str]
) -> None:
    with (
        socket.create_connection(server.address, 30) as client,
        suppress(OSError),  # the server does not read all of it
    ):
        client.sendall(request_)
        client.shutdown(socket.SHUT_WR)
        while client.recv(2**16):
            pass
    with socket.create_connection(server.address, 30) as client, suppress(OSError):
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.sendall(request_)  # and is gone
    assert ask(server.address, "/health")[0] == 200
    assert capfd.readouterr() == ("", "")


def test_slow_clients(
    server: MetricsServer, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """They are disconnected, also if they send a byte from time to time; others are served."""
    monkeypatch.setattr(metrics_module, "ANSWER_SECONDS", 1.0)
    began = time.monotonic()
    slow = [socket.create_connection(server.address, 30) for _ in range(MAX_CLIENTS)]
    is_over = threading.Event()

    def drip() -> None:
        while not is_over.wait(0.05):
            for client in slow:
                try:
                    client.send(b"G")
                except OSError:
                    return

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        with socket.create_connection(server.address, 30) as client:
            assert client.recv(1) == b""  # one too many
        code = None
        while code is None:
            try:
                code, _ = ask(server.address, "/health")
            except OSError:
                assert time.monotonic() < began + 30
                time.sleep(0.05)
        assert code == 200
        assert time.monotonic() - began >= 1
    finally:
        is_over.set()
        thread.join()
        for client in slow:
            client.close()
    assert capfd.readouterr() == ("", "")


def test_ipv6() -> None:
    try:
        running = MetricsServer(Status("archive", "binlogs"), Address("::1", 0))
    except OSError:
        pytest.skip("this machine has no IPv6")
    with running:
        assert ask(running.address, "/health")[0] == 200


@pytest.mark.parametrize(
    ("option", "code", "error"),
    [
        ("x", 2, "expected [HOST:]PORT, found 'x'"),
        ("65536", 2, "expected [HOST:]PORT, found '65536'"),
        ("::1:80", 2, "expected [HOST:]PORT, found '::1:80'"),
        ("-1", 2, "expected [HOST:]PORT, found '-1'"),
        ("192.0.2.1:9470", 1, "Cannot assign requested address: 'http://192.0.2.1:9470'"),
        ("[2001:db8::1]:9470", 1, "'http://[2001:db8::1]:9470'"),
        ("nowhere.invalid:9470", 1, "'http://nowhere.invalid:9470'"),
        (None, 1, "Address already in use: 'http://127.0.0.1:"),
    ],
)
def test_addresses_that_cannot_be_served(
    option: str | None, code: int, error: str, tmp_path: Path
) -> None:
    with socket.create_server((LOOPBACK, 0)) as taken:
        option = option or str(taken.getsockname()[1])
        arguments = ["export", "--follow", "--metrics", option, "--out", str(tmp_path / "lake")]
        result = CliRunner().invoke(main, [*arguments, str(LOG)])
    assert result.exit_code == code
    assert error in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_program_that_follows_a_folder(number: signal.Signals, tmp_path: Path) -> None:
    """It ends at a signal while clients are connected."""
    (tmp_path / "logs").mkdir()
    shutil.copy(LOG, tmp_path / "logs" / "binlog.000001")
    command = [sys.executable, "-m", "binlog_kaitai", "export", "--follow", "--out", "lake"]
    command += ["--metrics", "0", "--every", "0.1", "logs"]
    environment = os.environ | {"BINLOG_KAITAI_ENGINE": "auto"}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, **pipes) as program:
        try:
            match = re.fullmatch(
                r"metrics at http://127\.0\.0\.1:(\d+)/metrics\n", program.stderr.readline()
            )
            assert match is not None
            address = Address(LOOPBACK, int(match[1]))
            end = time.monotonic() + HANG_SECONDS
            while ("binlog_kaitai_gtid_transactions", UUID) not in (got := samples_of(address)):
                assert time.monotonic() < end
                time.sleep(0.1)
            assert got[("binlog_kaitai_rows_total",)] == 7
            assert got[("binlog_kaitai_log_position_bytes",)] == LOG.stat().st_size
            assert got[("binlog_kaitai_gtid_transactions", UUID)] == 5
            with socket.create_connection(address, 30) as slow:
                slow.send(b"GET /metrics")
                began = time.monotonic()
                program.send_signal(number)
                usual = INTERRUPTED if number == signal.SIGINT else -number
                assert program.wait(60) == usual
                assert time.monotonic() - began < 5
        finally:
            program.kill()
