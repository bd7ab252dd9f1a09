"""Random work, rewritten, on replicas: tables are what SELECT and the rules say together.

`REWRITE_MINUTES` says for how long each server works, `TRUTH_SEED` what it does.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from tests.replication.conftest import execute
from tests.servers import RunningServer
from tests.test_rewrite import check
from tests.test_rewrite_live import GTIDS, METADATA, PARALLEL, follow, serving
from tests.truth import rewriting
from tests.truth.rewriting import Tables, Worked, cloned, hide

pytestmark = pytest.mark.truth

SECONDS = 60 * float(os.environ.get("REWRITE_MINUTES", "1"))
SEED = int(os.environ.get("TRUTH_SEED", time.time_ns() % 2**32))
APPLY_SECONDS = 300 + 10 * SECONDS

NAMES = {"work": "trial", "followed": "re named"}
WAYS: Mapping[str, tuple[str, ...]] = {
    "compressed": ("--compress", "--merge"),
    "decompressed": ("--decompress", "--split-at", "100K", "--no-checksums"),
    "small": ("--merge", "--split-at", "20K"),
    "as_read": (),
    "in_blocks": (),
}
BY_TREES = ("compressed", "as_read")
"""Ways of which transactions of short logs do not pass as a whole, or in blocks."""


@pytest.fixture(scope="module", params=["mysql97", "mariadb118"])
def worked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Worked:
    server = rewriting.installed(request.param)
    if server is None:
        pytest.skip(f"{request.param} is not installed: python -m tests.servers {request.param}")
    found = Worked(server, tmp_path_factory.mktemp("worked"), SECONDS / 2, SEED)
    workload = found.rows.workload
    size = sum(log.stat().st_size for log in found.logs)
    rows = sum(map(len, found.tables.rows.values()))
    sys.stdout.write(
        f"\n{request.param}, seed {SEED}: {len(found.logs)} logs, {size:,} bytes, {rows:,} rows in"
        f" {len(found.tables.rows)} tables; {workload.done}, {workload.errors}\n"
    )
    return found


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    least = 2**20 if request.param in BY_TREES else 0
    monkeypatch.setattr("binlog_kaitai.rewrite.logs.PASSES_FROM", least)
    return WAYS[request.param]


def test_a_replica_of_rewritten_work(worked: Worked, way: tuple[str, ...], tmp_path: Path) -> None:
    logs = rewritten(worked.logs, tmp_path, hiding(worked), way)
    options = (*GTIDS[worked.server.name], *METADATA)
    with worked.server.run((*options, *PARALLEL[worked.server.name], "--server-id=7")) as replica:
        applied(worked, logs, replica)
        compare(replica, worked.tables.redacted().renamed(NAMES))
    search(worked, logs, tmp_path)


@pytest.mark.parametrize("way", [*BY_TREES, "in_blocks"], indirect=True)
def test_a_replica_of_work_that_is_cut(
    worked: Worked, way: tuple[str, ...], tmp_path: Path
) -> None:
    options = (*GTIDS[worked.server.name], *METADATA, *PARALLEL[worked.server.name])
    cut = ("--start-position", str(worked.place[1]))
    logs = rewritten(worked.later_logs, tmp_path, hiding(worked), (*way, *cut))
    with cloned(worked, (*options, "--server-id=7")) as replica:
        hide(replica, NAMES)
        if worked.server.family == "mariadb":
            execute(replica, f"SET GLOBAL gtid_slave_pos = '{worked.gtids_halfway}'")
        applied(worked, logs, replica)
        compare(replica, worked.tables.redacted().renamed(NAMES))
    search(worked, logs, tmp_path)


def hiding(worked: Worked) -> list[str]:
    """Return the options that rename databases and redact columns."""
    options = [f"--rewrite-db={old}={new}" for old, new in NAMES.items()]
    return [*options, *(f"--redact={rule}" for rule in rewriting.rules_of(worked.server.name))]


def rewritten(logs: Sequence[Path], folder: Path, *options: Sequence[str]) -> list[Path]:
    key, out = folder / "key", folder / "out"
    key.write_bytes(rewriting.KEY)
    arguments = [
        *("rewrite", "--out", str(out), "--redact-key", str(key)),
        *(one for some in options for one in some),
        *map(str, logs),
    ]
    began = time.process_time()
    result = CliRunner().invoke(main, arguments)
    sys.stdout.write(f"{time.process_time() - began:.1f} s: {result.output[-1000:]}\n")
    lines = [line for line in result.output.splitlines() if line.startswith("error: ")]
    # a definition has labels of redacted columns, and a trigger a text
    assert len(lines) <= len(("items", "watch"))
    assert all("a statement that names a redacted column has texts" in line for line in lines)
    assert result.exit_code == (3 if lines else 0), result.output
    found = sorted(out.glob("binlog.0*"))
    for log in found:
        check(log)
    return found


def applied(worked: Worked, logs: Sequence[Path], replica: RunningServer) -> None:
    with (
        serving(worked.server, logs) as upstream,
        contextlib.closing(replica.connect()) as connection,
    ):
        follow(connection.cursor(), worked.server, upstream, worked.gtids, APPLY_SECONDS)


def compare(replica: RunningServer, expected: Tables) -> None:
    found = Tables.of(replica)
    assert found.columns == expected.columns
    for name, rows in expected.rows.items():
        assert found.rows[name] == rows, name


def search(worked: Worked, logs: Sequence[Path], folder: Path) -> None:
    """Find no value that was redacted in any byte of logs, decompressed."""
    secrets = secrets_of(worked)
    assert secrets
    arguments = ["rewrite", "--out", str(folder / "clear"), "--decompress", *map(str, logs)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    for log in (folder / "clear").glob("binlog.0*"):
        content = log.read_bytes()
        assert [secret for secret in secrets if secret in content] == []
    for log in logs:
        text = worked.server.decode(log)
        assert [secret for secret in secrets if secret in text] == []


def secrets_of(worked: Worked) -> set[bytes]:
    """Return the long values of redacted columns, of all images."""
    found: set[bytes] = set()
    for column in rewriting.RULES:
        table, _, name = column.rpartition(".")
        if table == "work.documents":
            continue
        for value in scan(worked.logs, table).to_table()[name].to_pylist():
            if isinstance(value, str | bytes):
                found.add(value if isinstance(value, bytes) else value.encode())
    return {secret for secret in found if len(secret) >= rewriting.LONG_ENOUGH}
