"""Prometheus watches the mirror of a real server: each panel of the board has values."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
import yaml

from tests import HANG_SECONDS
from tests.monitoring import BOARD, DEPLOYMENT, expressions
from tests.replication.conftest import Start, execute, uri_of
from tests.replication.test_live_archive import WORK
from tests.test_deployment import yaml_of

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(shutil.which("prometheus") is None, reason="Prometheus is not installed"),
]

# during a snapshot, while changes wait for current tables, and for an alert
SOMETIMES = re.compile("snapshot_|current_timestamp|== 0|> [0-9]")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def until(found: Callable[[], Any]) -> Any:
    end = time.monotonic() + HANG_SECONDS
    while True:
        try:
            result = found()
        except OSError:  # it does not answer yet
            result = None
        if result:
            return result
        assert time.monotonic() < end
        time.sleep(0.5)


def test_each_panel_has_values(start: Start, tmp_path: Path) -> None:
    server = start("mysql97")
    execute(server, *WORK)
    ports = [free_port(), free_port()]
    settings = yaml_of("prometheus.yml")
    settings["global"]["scrape_interval"] = "1s"
    settings["scrape_configs"][0]["static_configs"] = [{"targets": [f"127.0.0.1:{ports[0]}"]}]
    (tmp_path / "prometheus.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    shutil.copy(DEPLOYMENT / "alerts.yml", tmp_path)
    mirror = [sys.executable, "-m", "binlog_kaitai", "mirror", "--out", "lake", "--every", "0.2"]
    mirror += ["--metrics", str(ports[0]), uri_of(server)]
    prometheus = ["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data"]
    prometheus += [f"--web.listen-address=127.0.0.1:{ports[1]}"]

    def ask(expression: str) -> Any:
        for name, value in (("$instance", ".*"), ("$__rate_interval", "10s")):
            expression = expression.replace(name, value)
        address = f"http://127.0.0.1:{ports[1]}/api/v1/query?{urlencode({'query': expression})}"
        with urlopen(address, timeout=30) as answer:
            return json.load(answer)["data"]["result"]

    def waits() -> Any:
        return ask('binlog_kaitai_state{state="waiting"} == 1')

    with (
        (tmp_path / "output").open("w") as output,
        subprocess.Popen(mirror, cwd=tmp_path, stdout=output, stderr=output) as program,
        subprocess.Popen(
            prometheus, cwd=tmp_path, stdout=output, stderr=output, env=os.environ | {"TZ": "UTC"}
        ) as watcher,
    ):
        try:
            until(lambda: "rows are equal" in (tmp_path / "output").read_text(encoding="utf-8"))
            until(waits)
            execute(server, *WORK)
            server.stop()
            until(lambda: ask("binlog_kaitai_retries_total > 0"))
            server.start()
            until(waits)
            time.sleep(3)
            titles = {
                target["expr"]: panel["title"]
                for panel in BOARD["panels"]
                for target in panel["targets"]
            }
            empty = [one for one in expressions() if not SOMETIMES.search(one) and not ask(one)]
            assert empty == [], [titles.get(one) for one in empty]
            assert not ask('ALERTS{alertstate="firing"}')
            program.send_signal(signal.SIGTERM)
            program.wait(HANG_SECONDS)
            assert until(lambda: ask('up{job="binlog-kaitai"} == 0'))
        finally:
            program.kill()
            watcher.kill()
