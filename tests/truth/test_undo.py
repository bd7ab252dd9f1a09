"""Scripts of `undo` and `redo`, run by servers, against what tables held.

Work is done in one database; scripts are run in a copy of it, by `--rewrite-db`. Behind each round
of work the copy is led to what the work left, back to what was before, and there again. Between
rounds there is work with partial images, which do not hold what undoing takes: behind it the copy
is only led there.

`UNDO_ROUNDS` says how many rounds there are, `TRUTH_SEED` what work.
"""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.read import wanted_spans
from tests.servers import SERVERS, RunningServer
from tests.truth.columns import Values
from tests.truth.shuffle import COPY, DATABASE, Shuffle

pytestmark = pytest.mark.truth

ROUNDS = int(os.environ.get("UNDO_ROUNDS", "8"))
STEPS = int(os.environ.get("UNDO_STEPS", "60"))
SEED = int(os.environ.get("TRUTH_SEED", time.time_ns() % 2**32))
ELSEWHERE_ROUNDS = 3
ANEW = 25
"""After how many rounds tables are made anew."""

PARTIAL = 0.25
BY_PROCESS = 0.02
BY_CLIENT = 0.1
"""How often a round is one of partial images, a process prints, a client runs."""

MODES = ("", "ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "TRADITIONAL", "PIPES_AS_CONCAT,ANSI")
ZONES = ("+00:00", "+05:30", "-08:00")
CHARSETS = ("utf8mb4", "latin1", "ujis")
KEPT = (
    "SELECT @@autocommit, @@sql_mode, @@time_zone, @@character_set_client, @@collation_connection"
)

# what is lost when the machine fails is made anew
EACH = ("--binlog-format=ROW", "--sync-binlog=0", "--innodb-flush-log-at-trx-commit=0")
FULL = "--binlog-row-metadata=FULL"
OPTIONS = {
    "mysql97": (FULL, "--gtid-mode=ON", "--enforce-gtid-consistency=ON"),
    "mysql56": (),
    "mariadb1011": (FULL,),
    "mariadb118": (FULL, "--binlog-annotate-row-events=ON"),
}


ELSEWHERE = [("mysql97", "mariadb118"), ("mariadb118", "mysql97"), ("mysql56", "mysql97")]


@contextlib.contextmanager
def running_server(name: str) -> Iterator[RunningServer]:
    kind = SERVERS[name]
    if not kind.installed():
        pytest.skip(f"{kind.name} is not installed: python -m tests.servers {kind.name}")
    with kind.run([*EACH, *OPTIONS[kind.name]]) as running:
        yield running


@pytest.fixture(params=OPTIONS)
def server(request: pytest.FixtureRequest) -> Iterator[RunningServer]:
    with running_server(request.param) as running:
        yield running


def test_scripts_lead_there_and_back(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = time.monotonic()
    done: Counter[str] = Counter()
    for first in range(0, ROUNDS, ANEW):
        # tables that are made anew have other keys, and their seed alone leads there again
        shuffle = Shuffle(server, random.Random(SEED + first))
        shuffle.set_up()
        scripts = Scripts(shuffle, tmp_path)
        for number in range(first, min(first + ANEW, ROUNDS)):
            # of small logs, trees read all, unless they are said to be large
            monkeypatch.setattr(wanted_spans, "SMALL", shuffle.random.choice((0, 2**18)))
            if shuffle.random.random() < PARTIAL:
                go_there(shuffle, scripts, shuffle.random.choice(("MINIMAL", "NOBLOB")))
                done["rounds of partial images"] += 1
            try:
                go_there_and_back(shuffle, scripts)
            except BaseException:
                sys.stdout.write(f"{server.name}, TRUTH_SEED={SEED + first}, round {number}\n")
                raise
            done["rounds"] += 1
        done.update(shuffle.done)
        done.update(scripts.done)
        sys.stdout.write(
            f"{server.name}, seed {SEED}, {time.monotonic() - seconds:.0f} s: {dict(done)}\n"
        )
    assert {"transaction", "autocommitted", "xa"} <= done.keys()


def without_negative_zero(values: Values) -> Values:
    """Return what makes the same values, but for one that MariaDB does not have."""

    def value(r: random.Random) -> str:
        found = values(r)
        return "0e0" if found == "-0e0" else found

    return value


@pytest.mark.parametrize(("one", "other"), ELSEWHERE)
def test_scripts_lead_there_and_back_on_another_server(
    one: str, other: str, tmp_path: Path
) -> None:
    with running_server(one) as server, running_server(other) as elsewhere:
        # TIMESTAMP of MariaDB goes on behind 2038, which MySQL refuses
        shuffle = Shuffle(server, random.Random(SEED), zones=("+00:00",))
        for name in [name for name in shuffle.tables if name.startswith("own")]:
            del shuffle.tables[name], shuffle.definitions[name]
        for values in shuffle.tables.values():
            for column in {"f", "d"} & values.keys():
                values[column] = without_negative_zero(values[column])
        copy = Shuffle(elsewhere, random.Random(SEED))
        copy.tables, copy.definitions = shuffle.tables, shuffle.definitions
        shuffle.set_up()
        copy.set_up()
        scripts = Scripts(shuffle, tmp_path, elsewhere)
        for _ in range(ELSEWHERE_ROUNDS):
            before = shuffle.look(DATABASE)
            logs = worked(shuffle, "FULL")
            redo, undo = (scripts.printed(command, logs, 3) for command in ("redo", "undo"))
            for script, expected in (redo, shuffle.look(DATABASE)), (undo, before), (redo, None):
                scripts.run(script)
                if expected is not None:
                    assert_same_rows(copy.look(COPY), expected)
    sys.stdout.write(f"{one} to {other}, seed {SEED}: {shuffle.done}\n")


def go_there_and_back(shuffle: Shuffle, scripts: Scripts) -> None:
    """Work, then lead the copy to what the work left, to what was before, and there again."""
    before = shuffle.look(DATABASE)
    logs = worked(shuffle, "FULL")
    after = shuffle.look(DATABASE)
    batch = shuffle.random.choice((1, 3, 100))
    redo = scripts.printed("redo", logs, batch)
    scripts.run(redo)
    assert_same(shuffle.look(COPY), after)
    scripts.run(scripts.printed("undo", logs, batch))
    assert_same(shuffle.look(COPY), before)
    scripts.run(redo)
    assert_same(shuffle.look(COPY), after)


def go_there(shuffle: Shuffle, scripts: Scripts, image: str) -> None:
    logs = worked(shuffle, image)
    scripts.run(scripts.printed("redo", logs, shuffle.random.choice((1, 100))))
    assert_same(shuffle.look(COPY), shuffle.look(DATABASE))


def worked(shuffle: Shuffle, image: str) -> list[Path]:
    """Do some work, and return its logs; those before are gone."""
    server = shuffle.server
    execute(server, "FLUSH BINARY LOGS")
    first = server.binary_log_files()[-1].name
    execute(server, f"PURGE BINARY LOGS TO '{first}'")
    shuffle.work(STEPS, image)
    execute(server, "FLUSH BINARY LOGS")
    return [log for log in server.binary_log_files()[:-1] if log.name >= first]


def execute(server: RunningServer, statement: str) -> None:
    with contextlib.closing(server.connect()) as connection:
        connection.cursor().execute(statement)


def assert_same_rows(found: dict[str, Any], expected: dict[str, Any]) -> None:
    for table, (_, rows) in expected.items():
        assert found[table][1] == rows, table


def assert_same(found: dict[str, Any], expected: dict[str, Any]) -> None:
    for table, (checksum, rows) in expected.items():
        assert found[table][1] == rows, table
        assert found[table][0] == checksum, table


class Scripts:
    """Prints scripts by the command line, and runs them in sessions with settings of any kind.

    Now and then a process of its own prints, and the server's own client runs.
    """

    def __init__(
        self, shuffle: Shuffle, folder: Path, elsewhere: RunningServer | None = None
    ) -> None:
        source = shuffle.server
        self.server = elsewhere or source
        self.random = shuffle.random
        self.path = folder / "script.sql"
        dump = folder / "dump.sql"
        arguments = ["--databases", DATABASE]
        dump.write_bytes(SERVERS[source.name].dump(source.port, arguments))
        # the logs tell all but which columns are generated
        needed = folder / "needed.sql"
        needed.write_text(
            "".join(
                f"CREATE TABLE {DATABASE}.{table} ({definition});\n"
                for table, definition in shuffle.definitions.items()
                if " GENERATED " in definition
            )
        )
        # MySQL 5.6 logs no names of columns
        self.definitions = [dump] if source.name == "mysql56" else [dump, needed, needed]
        self.done: Counter[str] = Counter()

    def printed(self, command: str, logs: list[Path], batch: int) -> bytes:
        words = [command, f"--database={DATABASE}", f"--rewrite-db={DATABASE}={COPY}"]
        words.append(f"--for={SERVERS[self.server.name].family}")
        definitions = self.random.choice(self.definitions)
        words += [f"--ddl={definitions}", f"--batch={batch}", *map(str, logs)]
        if self.random.random() < BY_PROCESS:
            self.done["printed by a process"] += 1
            program = [sys.executable, "-m", "binlog_kaitai", *words]
            return subprocess.run(program, capture_output=True, check=True).stdout
        done = CliRunner().invoke(main, [*words, f"--out={self.path}"])
        assert done.exit_code == 0, done.output
        return self.path.read_bytes()

    def run(self, script: bytes) -> None:
        if self.random.random() < BY_CLIENT:
            self.done["run by the client"] += 1
            self._run_by_client(script)
            return
        mode, zone = self.random.choice(MODES), self.random.choice(ZONES)
        charset = self.random.choice(CHARSETS)
        with contextlib.closing(
            self.server.connect(sql_mode=mode, runs_scripts=True)
        ) as connection:
            cursor = connection.cursor()
            cursor.execute(f"SET NAMES {charset}")
            cursor.execute(f"SET time_zone = '{zone}'")
            cursor.execute(KEPT)
            before = cursor.fetchall()
            cursor.execute(script.decode())
            while cursor.nextset():
                pass
            cursor.execute(KEPT)
            assert cursor.fetchall() == before

    def _run_by_client(self, script: bytes) -> None:
        # MySQL 5.6 is installed without a client
        kind = SERVERS["mysql97" if self.server.name == "mysql56" else self.server.name]
        client = "mysql" if kind.family == "mysql" else "mariadb"
        account = ("--host=127.0.0.1", f"--port={self.server.port}", "--user=root")
        done = subprocess.run(
            kind.command(client, "--no-defaults", *account),
            input=script,
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
    with kind.run([*EACH, FULL]) as server:
        shuffle = Shuffle(server, random.Random(SEED))
        monkeypatch.setattr(shuffle, "_xa", lambda _: None)
        for table in [name for name in shuffle.tables if name.startswith(("own", "bytes"))]:
            del shuffle.tables[table]
        shuffle.set_up()
        before = shuffle.look(DATABASE)
        logs = worked(shuffle, "FULL")
        seen = ["/" + str(log.relative_to(kind.root)) for log in logs]
        tool = kind.command("mariadb-binlog", "--no-defaults", "--flashback", "-d", DATABASE, *seen)
        script = subprocess.run(tool, env=kind.environment(), capture_output=True, check=True)
        account = ("--host=127.0.0.1", f"--port={server.port}", "--user=root")
        client = kind.command("mariadb", "--no-defaults", *account)
        subprocess.run(client, input=script.stdout, env=kind.environment(), check=True)
        assert_same(shuffle.look(DATABASE), before)
