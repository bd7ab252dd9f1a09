"""Archives and mirrors of real servers in a bucket that throttles, drops, hangs and loses answers.

`OUTAGE_SEED` chooses the faults.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from binlog_kaitai.cli.endings import TRANSIENT
from tests.conftest import Bucket
from tests.failing_bucket import FailingBucket, failing_bucket
from tests.replication.conftest import execute, uri_of
from tests.servers import RunningServer

pytestmark = pytest.mark.live

SEED = int(os.environ.get("OUTAGE_SEED", "20261128"))
RATE = 0.08
MAX_RUNS = 10
ROWS = 5000
SECONDS = 180

NUMBERS = (
    "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < {})"
    " SELECT {} FROM n"
)


@pytest.fixture
def failing(bucket: Bucket) -> Iterator[FailingBucket]:
    with failing_bucket(bucket.query.partition("=")[2].partition("&")[0], SEED) as proxy:
        yield proxy


@contextlib.contextmanager
def written(server: RunningServer) -> Iterator[None]:
    """Fill two tables, and change them meanwhile, in a database `outage`."""
    depth = (
        "cte_max_recursion_depth" if server.name.startswith("mysql") else "max_recursive_iterations"
    )
    execute(
        server,
        f"SET SESSION {depth} = {ROWS}",
        "DROP DATABASE IF EXISTS outage",
        "CREATE DATABASE outage",
        "CREATE TABLE outage.a (id INT PRIMARY KEY, v INT, t VARCHAR(99))",
        "CREATE TABLE outage.b (x VARCHAR(9), y DECIMAL(9, 2), v INT, PRIMARY KEY (x, y))",
        "INSERT INTO outage.a " + NUMBERS.format(ROWS, "i, i * 7, REPEAT('é', i % 90)"),
        "INSERT INTO outage.b " + NUMBERS.format(ROWS, "CONCAT('k', i % 50), i / 4, i"),
    )
    is_over, some = threading.Event(), random.Random(SEED)

    def write() -> None:
        with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
            while not is_over.wait(0.05):
                number = some.randrange(2 * ROWS)
                cursor.execute("REPLACE INTO outage.a VALUES (%s, 0, 'new')", (number,))
                cursor.execute("UPDATE outage.b SET v = v + 1 WHERE x = %s", (f"k{number % 50}",))
                cursor.execute("DELETE FROM outage.a WHERE id = %s", (number // 2,))
                if number % 20 == 0:
                    cursor.execute("FLUSH BINARY LOGS")

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        yield
    finally:
        is_over.set()
        writer.join(60)


def run(*command: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "binlog_kaitai", *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={**os.environ, **more},
    )


def run_until_done(proxy: FailingBucket, *command: str, **more: str) -> int:
    """Run a command under faults, again as long as it says that these are temporary."""
    for number in range(1, MAX_RUNS):
        with proxy.failing(RATE):
            done = run(*command, **more)
        if done.returncode == 0:
            told = ", ".join(f"{count} {kind}" for kind, count in sorted(proxy.counts.items()))
            sys.stdout.write(f"{command[0]}: {proxy.requests} requests, {told}; {number} runs\n")
            return number
        assert done.returncode == TRANSIENT, done.stderr
        assert done.stderr.splitlines()[-1].startswith("error: "), done.stderr
    pytest.fail(f"it does not end: {done.stderr}")


def stored(bucket: Bucket, path: str) -> bytes:
    with bucket.filesystem.open_input_file(f"logs/{path}") as stream:
        content: bytes = stream.read()
        return content


def test_archives_are_the_servers_own_bytes(
    server: RunningServer, bucket: Bucket, failing: FailingBucket
) -> None:
    folder = f"archive-{uuid4().hex}"
    uri = failing.uri(folder)
    with written(server):
        for _ in range(4):
            run_until_done(failing, "archive", uri_of(server), uri)
    run_until_done(failing, "archive", uri_of(server), uri)
    for log in server.binary_log_files():
        assert stored(bucket, f"{folder}/{log.name}") == log.read_bytes()


def test_one_that_follows_outlasts_an_outage(
    server: RunningServer, bucket: Bucket, failing: FailingBucket
) -> None:
    folder = f"followed-{uuid4().hex}"
    command = [sys.executable, "-m", "binlog_kaitai", "archive", "--follow"]
    command += ["--checkpoint-every", "0.5", uri_of(server)]
    with subprocess.Popen(
        [*command, failing.uri(folder)], stderr=subprocess.PIPE, text=True
    ) as running:
        with written(server):
            with failing.failing(RATE):
                time.sleep(10)
            with failing.failing(1.0, "throttled", "dropped"):
                time.sleep(20)
            assert running.poll() is None
        execute(server, "FLUSH BINARY LOGS")
        *closed, _ = server.binary_log_files()
        end = time.monotonic() + SECONDS
        path = f"logs/{folder}/{closed[-1].name}"
        while bucket.filesystem.get_file_info(path).size != closed[-1].stat().st_size:
            assert time.monotonic() < end
            assert running.poll() is None
            time.sleep(0.5)
        running.terminate()
        _, errors = running.communicate(timeout=60)
    assert "retrying within" in errors or "tried again" in errors, errors
    for log in closed:
        assert stored(bucket, f"{folder}/{log.name}") == log.read_bytes()


@pytest.mark.parametrize("file_format", ["parquet", "delta", "iceberg"])
def test_mirrors_are_equal(
    server: RunningServer, failing: FailingBucket, tmp_path: Path, file_format: str
) -> None:
    out, certificate = failing.uri(f"mirror-{uuid4().hex}"), tmp_path / "proof.json"
    command = ["mirror", "--format", file_format, "--out", out, "--table", "outage.*", "--once"]
    command += ["--spool", str(tmp_path / "spool"), "--certificate", str(certificate)]
    more = {}
    if file_format == "iceberg":
        command += ["--catalog", "outage"]
        settings = {
            "TYPE": "sql",
            "URI": f"sqlite:///{tmp_path / 'catalog.db'}",
            "S3__ENDPOINT": f"http://127.0.0.1:{failing.port}",
            "S3__REGION": "us-east-1",
        }
        more = {f"PYICEBERG_CATALOG__OUTAGE__{name}": text for name, text in settings.items()}
    with written(server):
        run_until_done(failing, *command, uri_of(server), **more)
    tables = json.loads(certificate.read_text())["tables"]
    assert {one["table"]: one["status"] for one in tables} == {
        "outage.a": "equal",
        "outage.b": "equal",
    }
    assert all(one["rows"] > ROWS / 2 for one in tables)


def test_one_that_stays_is_temporary(
    server: RunningServer, failing: FailingBucket, tmp_path: Path
) -> None:
    patched = "import binlog_kaitai.io.outages as o; o.PATIENCE = (0.5,) * 2;"
    patched += "from binlog_kaitai.__main__ import main; main()"
    for command in (
        ["archive", uri_of(server), failing.uri("gone")],
        ["mirror", "--out", failing.uri("gone"), "--spool", str(tmp_path), uri_of(server)],
        ["prove", uri_of(server), failing.uri("gone")],
    ):
        with failing.failing(1.0, "throttled"):
            done = subprocess.run(
                [sys.executable, "-c", patched, *command],
                capture_output=True,
                text=True,
                check=False,
                timeout=SECONDS,
            )
        assert done.returncode == TRANSIENT, done.stderr
        assert done.stderr.splitlines()[-1].startswith("error: "), done.stderr
        assert "503" in done.stderr or "SLOW_DOWN" in done.stderr
