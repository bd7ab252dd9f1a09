"""A mirror whose current tables are merged at an interval of their own, against its server."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.interrupts import INTERRUPTED
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.loading import load_state
from binlog_kaitai.lake.proof import prove
from binlog_kaitai.lake.state import State
from binlog_kaitai.lake.store import Store
from tests.replication.conftest import OPTIONS, Start, execute, uri_of

pytestmark = pytest.mark.live


def state_of(out: Path) -> State:
    state = load_state(Store.at(out))
    assert state is not None
    return state


def proved(uri: str, out: Path) -> list[tuple[str, int]]:
    """Return the status and the position of each table of a proof."""
    path = out.with_suffix(".proof.json")
    CliRunner().invoke(main, ["prove", "--certificate", str(path), uri, str(out)])
    tables = json.loads(path.read_text(encoding="utf-8"))["tables"]
    return [(one["status"], one["position"]) for one in tables]


def test_tables_that_wait_are_proved_as_of_their_place(start: Start, tmp_path: Path) -> None:
    """The first signal lets the mirror merge what waits."""
    server = start("mysql97")
    execute(server, "CREATE DATABASE shop", "CREATE TABLE shop.t (id INT PRIMARY KEY, v INT)")
    execute(server, "INSERT INTO shop.t VALUES (1, 1), (2, 2), (3, 3)")
    uri, out = uri_of(server), tmp_path / "lake"
    command = [sys.executable, "-m", "binlog_kaitai", "mirror", "--out", str(out)]
    command += ["--every", "0.2", "--current-every", "3600", "--table", "shop.*", uri]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        end = time.monotonic() + 120
        number = 10
        while time.monotonic() < end:
            execute(server, f"INSERT INTO shop.t VALUES ({number}, 0)")
            execute(
                server, "UPDATE shop.t SET v = v + 1 WHERE id = 1", "DELETE FROM shop.t LIMIT 1"
            )
            number += 1
            time.sleep(0.5)
            if (out / "_export/state.json").exists() and state_of(out).pending is not None:
                break
        state = state_of(out)
        assert state.pending is not None
        assert int(state.current_place()["position"]) < int(state.place()["position"])
        assert proved(uri, out) == [("equal", int(state.current_place()["position"]))]
        program.send_signal(signal.SIGINT)
        assert program.wait(120) == INTERRUPTED
    state = state_of(out)
    assert state.pending is None
    assert proved(uri, out) == [("equal", int(state.place()["position"]))]


@pytest.mark.parametrize("name", OPTIONS)
def test_transactions_that_are_decided_while_tables_wait(
    start: Start, tmp_path: Path, name: str
) -> None:
    """The rows that were prepared before the last merge are as before, whatever happened since."""
    server, out = start(name), tmp_path / "out"
    execute(server, "CREATE DATABASE pre", "CREATE TABLE pre.seats (id INT PRIMARY KEY, v INT)")
    values = ", ".join(f"({number}, {number})" for number in range(1, 10))
    execute(server, f"INSERT INTO pre.seats VALUES {values}", "FLUSH BINARY LOGS")
    uri, waits = uri_of(server), replace(Asked(), waits=True)

    def exported(current: Asked) -> None:
        export([uri], out, current=current, table="pre.*", spool=tmp_path / "spool", follows=True)
        (proof,) = prove(uri, str(out))
        assert (proof.status, proof.reason) == ("equal", "")

    def prepare(xid: str, *statements: str) -> None:
        execute(server, f"XA START '{xid}'", *statements, f"XA END '{xid}'", f"XA PREPARE '{xid}'")

    prepare("a", "UPDATE pre.seats SET v = 10 WHERE id = 1", "DELETE FROM pre.seats WHERE id = 2")
    prepare("b", "UPDATE pre.seats SET v = 30 WHERE id = 3", "INSERT INTO pre.seats VALUES (20, 0)")
    prepare("c", "UPDATE pre.seats SET id = 40, v = 0 WHERE id = 4")
    partial = ["SET SESSION binlog_row_image = 'MINIMAL'", "XA START 'e'"]
    partial += ["UPDATE pre.seats SET v = 60 WHERE id = 6", "XA END 'e'", "XA PREPARE 'e'"]
    execute(server, *partial)
    exported(Asked())
    execute(server, "XA COMMIT 'a'", "XA ROLLBACK 'b'", "UPDATE pre.seats SET v = 11 WHERE id = 1")
    exported(waits)
    execute(server, "UPDATE pre.seats SET v = 50 WHERE id = 5")
    prepare("d", "UPDATE pre.seats SET v = 55 WHERE id = 5")
    exported(waits)
    execute(server, "XA COMMIT 'd'")
    exported(waits)
    state = state_of(out)
    assert state.pending is not None
    assert state.pending.runs == 3
    execute(server, "UPDATE pre.seats SET v = 12 WHERE id = 1")
    exported(Asked())
    assert state_of(out).pending is None
    execute(server, "UPDATE pre.seats SET v = 13 WHERE id = 1", "XA COMMIT 'c'")
    exported(Asked())
    execute(server, "XA ROLLBACK 'e'")
    exported(Asked())
