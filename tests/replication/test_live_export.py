"""Exports what real servers have, once and as they go on."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest
from click.testing import CliRunner

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake.following import follow
from tests.replication.conftest import execute, uri_of
from tests.replication.test_live_archive import WORK
from tests.replication.test_live_failover import Pair, pair
from tests.replication.test_live_kills import load
from tests.servers import RunningServer

__all__ = ["pair"]

pytestmark = pytest.mark.live

TABLES = ("orders", "items")


def exported(out: Path, table: str) -> list[Any]:
    found = ds.dataset(out / table, partitioning="hive").to_table(columns=["_position", "_ordinal"])
    return sorted((row["_position"], row["_ordinal"]) for row in found.to_pylist())


def logged(logs: list[Path], table: str) -> list[Any]:
    batches = scan(logs, table, is_typed=False)
    return sorted((r["position"], r["ordinal"]) for b in batches for r in b.to_pylist())


def test_what_a_server_has(server: RunningServer, tmp_path: Path) -> None:
    out, spool = tmp_path / "out", tmp_path / "spool"
    options = ["--master", "threads[1]", "--out", str(out), "--spool", str(spool)]
    for _ in range(2):
        execute(server, *WORK)
        result = CliRunner().invoke(main, ["export", *options, uri_of(server)])
        assert result.exit_code == 0, result.output
        assert exported(out, "shop.orders") == logged(server.binary_log_files(), "shop.orders")
    assert len(list(spool.glob("*/binlog.0*"))) == 1 < len(server.binary_log_files())
    result = CliRunner().invoke(main, ["export", *options[:-2], uri_of(server)])
    assert "an export from a server requires --spool DIR" in result.output


def test_a_server_that_is_followed_and_lost(pair: Pair, tmp_path: Path) -> None:
    out = tmp_path / "out"
    is_over = threading.Event()

    def run() -> None:
        runs = follow([pair.uri], out, spool=tmp_path / "spool", is_over=is_over.is_set)
        for _ in runs:
            pass

    following = threading.Thread(target=run, daemon=True)
    following.start()
    while not (out / "_SUCCESS").exists():
        time.sleep(0.2)
    pair.fail()
    with load(pair.replica, pause=0.01):
        time.sleep(2)
    expected = {name: logged(pair.replica.binary_log_files(), f"live.{name}") for name in TABLES}
    end = time.monotonic() + 90
    while any(len(exported(out, f"live.{name}")) < len(expected[name]) for name in TABLES):
        assert time.monotonic() < end
        time.sleep(1)
    is_over.set()
    following.join(60)
    for name in TABLES:
        assert len(exported(out, f"live.{name}")) == len(expected[name])
