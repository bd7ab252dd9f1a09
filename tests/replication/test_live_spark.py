"""Mirrors whose snapshots are read by Spark's tasks, in one process and on a cluster."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.replication.conftest import uri_of
from tests.replication.test_live_snapshot import TABLES, work
from tests.servers import RunningServer

pytestmark = pytest.mark.live

REPOSITORY = Path(__file__).resolve().parents[2]
SECONDS = 120
PATCHED = (
    "import binlog_kaitai.lake.chunking as c; c.CHUNK_ROWS = 5000;"
    "from binlog_kaitai.__main__ import main; main()"
)
"""The command with small chunks."""

HOST = "127.0.0.1"
ENVIRONMENT = {
    **os.environ,
    "SPARK_LOCAL_IP": HOST,
    "PYTHONPATH": os.pathsep.join([str(REPOSITORY), os.environ.get("PYTHONPATH", "")]),
    "PYSPARK_PYTHON": sys.executable,
}


@contextlib.contextmanager
def started(log: Path, text: str, *arguments: str) -> Iterator[None]:
    """Run one of Spark's own programs, from when its log has a text."""
    pyspark = pytest.importorskip("pyspark")
    command = [str(Path(pyspark.__file__).parent / "bin" / "spark-class"), *arguments]
    with (
        log.open("w") as output,
        subprocess.Popen(
            command, stdout=output, stderr=subprocess.STDOUT, env=ENVIRONMENT, cwd=log.parent
        ) as process,
    ):
        try:
            end = time.monotonic() + SECONDS
            while re.search(text, log.read_text()) is None:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < end, log.read_text()
                time.sleep(0.2)
            yield
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a master and a worker of two cores; return the master's URL."""
    folder = tmp_path_factory.mktemp("spark")
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    url = f"spark://{HOST}:{port}"
    own, room = "org.apache.spark.deploy", ["--host", HOST, "--webui-port", "0"]
    master = (f"{own}.master.Master", *room, "--port", str(port))
    worker = (f"{own}.worker.Worker", *room, "--cores", "2", "--memory", "1g", url)
    with (
        started(folder / "master.log", "I have been elected leader", *master),
        started(folder / "worker.log", "Successfully registered with master", *worker),
    ):
        yield url


@pytest.mark.parametrize("kind", ["local", "cluster"])
def test_mirrors_are_equal(
    server: RunningServer, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    master = "local[2]" if kind == "local" else request.getfixturevalue("cluster")
    certificate, out = tmp_path / "proof.json", tmp_path / "out"
    command = [sys.executable, "-c", PATCHED, "mirror", "--once", "--table", "snap.*"]
    command += ["--out", str(out), "--certificate", str(certificate), "--master", master]
    with work(server) as writers:
        done = subprocess.run(
            [*command, uri_of(server)],
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
            env=ENVIRONMENT,
        )
        assert all(one.is_alive() for one in writers)
    assert done.returncode == 0, done.stderr
    tables = json.loads(certificate.read_text())["tables"]
    found = {one["table"]: one["status"] for one in tables}
    assert found == {f"snap.{name}": "equal" for name in TABLES}
    rows = {one["table"]: one["rows"] for one in tables}
    assert min(rows[f"snap.{name}"] for name in TABLES if name != "empty") > 10_000, rows
