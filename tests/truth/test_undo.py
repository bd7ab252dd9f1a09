"""Scripts of `undo` and `redo`, run by the servers' own clients, against what tables held.

Work is done in one database; scripts are run in a copy of it, by `--rewrite-db`. Behind each round
of work the copy is led to what the work left, back to what was before, and there again. With
partial images, which do not hold what undoing takes, it is only led there.

`UNDO_ROUNDS` says how many rounds there are, `TRUTH_SEED` what work.
"""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.read import wanted_spans
from tests.servers import SERVERS, RunningServer
from tests.truth.shuffle import COPY, DATABASE, Shuffle

pytestmark = pytest.mark.truth

ROUNDS = int(os.environ.get("UNDO_ROUNDS", "8"))
STEPS = int(os.environ.get("UNDO_STEPS", "60"))
SEED = int(os.environ.get("TRUTH_SEED", time.time_ns() % 2**32))
IMAGES = ("FULL", "FULL", "MINIMAL", "NOBLOB")

OPTIONS = {
    "mysql97": ("--gtid-mode=ON", "--enforce-gtid-consistency=ON"),
    "mariadb118": ("--binlog-annotate-row-events=ON",),
}


@pytest.fixture(params=OPTIONS)
def server(request: pytest.FixtureRequest) -> Iterator[RunningServer]:
    kind = SERVERS[request.param]
    if not kind.installed():
        pytest.skip(f"{kind.name} is not installed: python -m tests.servers {kind.name}")
    options = ["--binlog-format=ROW", "--binlog-row-metadata=FULL", *OPTIONS[kind.name]]
    with kind.run(options) as running:
        yield running


def test_scripts_lead_there_and_back(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shuffle = Shuffle(server, random.Random(SEED))
    shuffle.set_up()
    definitions = tmp_path / "tables.sql"
    arguments = ["--databases", DATABASE]
    definitions.write_bytes(SERVERS[server.name].dump(server.port, arguments))
    scripts = Scripts(server, definitions, tmp_path / "script.sql")
    for number in range(ROUNDS):
        image = shuffle.random.choice(IMAGES)
        sys.stdout.write(f"{server.name}, seed {SEED}, round {number}, {image}\n")
        # of small logs, trees read all, unless they are said to be large
        monkeypatch.setattr(wanted_spans, "SMALL", shuffle.random.choice((0, 2**18)))
        before = shuffle.look(DATABASE)
        first = current_log(server)
        shuffle.work(STEPS, image)
        logs = [log for log in logs_before(server, current_log(server)) if log.name >= first.name]
        after = shuffle.look(DATABASE)
        batch = shuffle.random.choice((1, 3, 100))
        scripts.run("redo", logs, batch)
        assert_same(shuffle.look(COPY), after)
        if image == "FULL":
            scripts.run("undo", logs, batch)
            assert_same(shuffle.look(COPY), before)
            scripts.run("redo", logs, batch)
            assert_same(shuffle.look(COPY), after)
    sys.stdout.write(f"{shuffle.done}, {shuffle.errors}\n")
    assert {"transaction", "autocommitted", "xa"} <= shuffle.done.keys()


def assert_same(found: dict[str, Any], expected: dict[str, Any]) -> None:
    for table, (checksum, rows) in expected.items():
        assert found[table][1] == rows, table
        assert found[table][0] == checksum, table


def current_log(server: RunningServer) -> Path:
    """Return the log that the next change is written to, a new one."""
    with contextlib.closing(server.connect()) as connection:
        connection.cursor().execute("FLUSH BINARY LOGS")
    return server.binary_log_files()[-1]


def logs_before(server: RunningServer, log: Path) -> list[Path]:
    return [path for path in server.binary_log_files() if path.name < log.name]


class Scripts:
    """Prints scripts by the command line, and runs them by the server's own client."""

    def __init__(self, server: RunningServer, definitions: Path, path: Path) -> None:
        self.server = server
        self.definitions = definitions
        self.path = path

    def run(self, command: str, logs: list[Path], batch: int) -> None:
        words = [command, f"--database={DATABASE}", f"--rewrite-db={DATABASE}={COPY}"]
        words += [f"--ddl={self.definitions}", f"--batch={batch}", f"--out={self.path}"]
        printed = CliRunner().invoke(main, [*words, *map(str, logs)])
        assert printed.exit_code == 0, printed.output
        kind = SERVERS[self.server.name]
        client = "mysql" if kind.family == "mysql" else "mariadb"
        account = ("--host=127.0.0.1", f"--port={self.server.port}", "--user=root")
        with self.path.open("rb") as script:
            done = subprocess.run(
                kind.command(client, "--no-defaults", *account),
                stdin=script,
                env=kind.environment(),
                capture_output=True,
                check=False,
            )
        assert done.returncode == 0, done.stderr.decode()[-2000:]


def test_flashback_leads_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """MariaDB's own tool refuses logs with rows of GEOMETRY, and repeats XA's statements."""
    kind = SERVERS["mariadb118"]
    if not kind.installed():
        pytest.skip(f"{kind.name} is not installed: python -m tests.servers {kind.name}")
    options = ["--binlog-format=ROW", "--binlog-row-metadata=FULL"]
    with kind.run(options) as server:
        shuffle = Shuffle(server, random.Random(SEED))
        monkeypatch.setattr(shuffle, "_xa", lambda _: None)
        for table in [name for name in shuffle.tables if name.startswith(("own", "bytes"))]:
            del shuffle.tables[table]
        shuffle.set_up()
        before = shuffle.look(DATABASE)
        first = current_log(server)
        shuffle.work(STEPS, "FULL")
        logs = [log for log in logs_before(server, current_log(server)) if log.name >= first.name]
        seen = ["/" + str(log.relative_to(kind.root)) for log in logs]
        tool = kind.command("mariadb-binlog", "--no-defaults", "--flashback", "-d", DATABASE, *seen)
        script = subprocess.run(tool, env=kind.environment(), capture_output=True, check=True)
        account = ("--host=127.0.0.1", f"--port={server.port}", "--user=root")
        client = kind.command("mariadb", "--no-defaults", *account)
        subprocess.run(client, input=script.stdout, env=kind.environment(), check=True)
        assert_same(shuffle.look(DATABASE), before)
