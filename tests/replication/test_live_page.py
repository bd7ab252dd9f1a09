"""Runs the commands of the page "Follow a server" against real servers."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from binlog_kaitai.replication.archive import Archive
from tests.replication.conftest import execute
from tests.replication.test_live_archive import WORK, assert_same
from tests.servers import RunningServer
from tests.test_docs import DOCS, text_of
from tests.test_readme import blocks

pytestmark = pytest.mark.live

PAGE = text_of(DOCS / "servers.md")


def test_the_page_runs_as_written(server: RunningServer, tmp_path: Path) -> None:
    execute(server, "DROP USER IF EXISTS ''@'localhost'", *WORK)
    for block in blocks(PAGE, "sql"):
        execute(server, *filter(str.strip, block.text.replace("'...'", "'hunter2'").split(";")))
    first = server.binary_log_files()[0].name
    commands = [line for block in blocks(PAGE, "sh") for line in block.text.splitlines()]
    for line in commands:
        if not line.startswith("binlog-kaitai"):
            continue
        asked = re.sub(r"db\.example\.com(:3306)?", f"127.0.0.1:{server.port}", line)
        words = shlex.split(asked.replace("binlog.000042", first))
        command = [sys.executable, "-m", "binlog_kaitai", *words[1:]]
        environment = {**os.environ, "MYSQL_PWD": "hunter2"}
        with subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE
        ) as process:
            expected = 0
            if "--follow" in words and "export" in words:
                execute(server, *WORK)
                assert process.stdout is not None
                assert b"row images of" in process.stdout.readline()
                process.send_signal(signal.SIGINT)
                process.wait()
                continue
            if "--follow" in words:
                execute(server, *WORK)
                _wait_for(server, tmp_path / "binlogs")
                process.send_signal(signal.SIGINT)
                expected = 130
            printed, _ = process.communicate()
        assert process.returncode == expected, line
        assert printed, line
    assert_same(server, tmp_path / "binlogs")


def _wait_for(server: RunningServer, folder: Path) -> None:
    last = server.binary_log_files()[-1]
    end = time.monotonic() + 60
    while True:
        place = Archive(folder).place
        if place and (place.log, place.position) == (last.name, last.stat().st_size):
            return
        assert time.monotonic() < end, place
        time.sleep(0.1)
