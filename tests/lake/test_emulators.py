"""Exports into stores that are not S3, by emulators of them, where these are installed.

Google's is `gcp-storage-emulator` of PyPI, of the extra `dev`. Azure's is `azurite` of npm, found
by PATH.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pyarrow.fs import AzureFileSystem, FileSelector, FileType, GcsFileSystem

from binlog_kaitai.io import paths
from binlog_kaitai.lake.job import export
from tests.lake.datasets import archive
from tests.lake.test_again import FILES

pytestmark = pytest.mark.long

SECONDS = 120

# it would take one request at a time
GOOGLE = """
import sys
from http.server import ThreadingHTTPServer
from gcp_storage_emulator import server
server.server.HTTPServer = ThreadingHTTPServer
server.create_server("127.0.0.1", int(sys.argv[1]), in_memory=True, default_bucket="lake").run()
"""

# of all emulators of Azure: documented, and no secret
ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


@contextmanager
def running(*command: str) -> Iterator[int]:
    """Run a server, whose command ends with its port, until it is no longer needed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen(
        [*command, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            _wait_for(port)
            yield port
        finally:
            process.terminate()


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"no server at port {port}")


def copy(filesystem: Any, folder: str, target: Path) -> None:
    for info in filesystem.get_file_info(FileSelector(folder, recursive=True)):
        if info.type == FileType.File:
            path = target / info.path.removeprefix(folder).strip("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            with filesystem.open_input_stream(info.path, compression=None) as stream:
                path.write_bytes(stream.read())


def check(out: str, filesystem: Any, tmp_path: Path) -> None:
    """Check that logs are added in a store as in a folder."""
    export(FILES, tmp_path / "clean")
    for count in (1, 3):
        export(FILES[:count], out)
    copy(filesystem, "lake/out", tmp_path / "found")
    assert archive(tmp_path / "found") == archive(tmp_path / "clean")
    names = {path.name for path in (tmp_path / "found" / "_export").rglob("*")}
    assert names == {"state.json"}


def test_google(tmp_path: Path) -> None:
    pytest.importorskip("gcp_storage_emulator")
    with running(sys.executable, "-c", GOOGLE) as port:
        endpoint = f"127.0.0.1:{port}"
        filesystem = GcsFileSystem(anonymous=True, scheme="http", endpoint_override=endpoint)
        query = f"scheme=http&endpoint_override={endpoint}"
        check(f"gs://anonymous@lake/out?{query}", filesystem, tmp_path)


def test_azure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A URI cannot name an emulator with its key: pyarrow takes keys by other ways only."""
    server = shutil.which("azurite-blob")
    if server is None:
        pytest.skip("azurite is not installed: npm install --global azurite")
    options = ("--location", str(tmp_path / "azure"), "--loose", "--skipApiVersionCheck")
    with running(server, *options, "--disableTelemetry", "--blobPort") as port:
        endpoint = {
            f"{kind}_storage_{part}": value
            for kind in ("blob", "dfs")
            for part, value in (("authority", f"127.0.0.1:{port}"), ("scheme", "http"))
        }
        filesystem = AzureFileSystem(ACCOUNT, account_key=KEY, **endpoint)
        filesystem.create_dir("lake")
        monkeypatch.setattr(paths, "_file_system", lambda _: (filesystem, "lake"))
        check(f"abfss://lake@{ACCOUNT}.dfs.core.windows.net/out", filesystem, tmp_path)
