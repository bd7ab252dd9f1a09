"""Tables that are set aside, or are new, get snapshots while an export follows a server."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.io.status import Status
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.following import follow
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.proof import prove
from binlog_kaitai.lake.summary import Summary
from binlog_kaitai.lake.tables import Format
from tests.lake.test_followed import table_in
from tests.replication.conftest import Start, execute, uri_of
from tests.servers import RunningServer

pytestmark = pytest.mark.live

SECONDS = 90
SERVERS = {"mysql97": ["--innodb-native-foreign-keys=ON"], "mariadb118": []}
"""With native foreign keys, MySQL logs no rows of cascades either."""

CHILD = "(id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES heal.parent (id) ON DELETE CASCADE)"
MADE = [
    "DROP DATABASE IF EXISTS heal",
    "CREATE DATABASE heal",
    *(
        f"CREATE TABLE heal.{name} (id INT PRIMARY KEY, k INT NOT NULL, v INT DEFAULT 7)"
        for name in ("types", "keyed", "valued", "stated", "quiet", "parent")
    ),
    f"CREATE TABLE heal.child {CHILD}",
    "CREATE TABLE heal.generated (id INT PRIMARY KEY, v INT, g INT AS (v * 2) STORED)",
    "INSERT INTO heal.generated (id, v) VALUES (1, 1), (2, 2), (3, 3)",
    *(
        f"INSERT INTO heal.{name} VALUES (1, 1, 1), (2, 2, 2), (3, 3, 3)"
        for name in ("types", "keyed", "valued", "stated", "quiet", "parent")
    ),
    "INSERT INTO heal.child VALUES (1, 1), (2, 2), (3, 3)",
    "FLUSH BINARY LOGS",
]
CAUSES = {
    "types": [
        "UPDATE heal.types SET v = v + 1",
        "ALTER TABLE heal.types MODIFY v VARCHAR(20)",
        "UPDATE heal.types SET v = 'text' WHERE id = 2",
    ],
    "keys": [
        "ALTER TABLE heal.keyed DROP PRIMARY KEY, ADD PRIMARY KEY (id, k)",
        "INSERT INTO heal.keyed VALUES (1, 9, 9)",
    ],
    "values": [
        "SET SESSION binlog_row_image = 'MINIMAL'",
        "INSERT INTO heal.valued (id, k) VALUES (4, 4)",
    ],
    "statement": [
        "SET SESSION binlog_format = 'STATEMENT'",
        "UPDATE heal.stated SET v = v * 10 WHERE id < 3",
    ],
    "cascade": ["DELETE FROM heal.parent WHERE id = 2"],
}
"""Statements that set a table aside, by the cause."""

NEW = [
    "CREATE TABLE heal.empty (id INT PRIMARY KEY, v TEXT)",
    "CREATE TABLE heal.copied (PRIMARY KEY (id)) SELECT id, k FROM heal.quiet",
]


@contextmanager
def followed(
    server: RunningServer, out: Path, **options: Any
) -> Iterator[tuple[Status, list[Summary]]]:
    """Follow a server in a thread, with snapshots."""
    is_over, status, seen = threading.Event(), Status("export", str(out)), list[Summary]()
    paths = [uri_of(server, query="?start=latest")]
    options |= {"current": Asked(), "table": "heal.*", "spool": out.with_suffix(".spool")}

    def run() -> None:
        seen.extend(follow(paths, out, every=0.2, is_over=is_over.is_set, status=status, **options))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield status, seen
        assert thread.is_alive()
    finally:
        is_over.set()
        thread.join(SECONDS)


def wait_for(condition: Callable[[], bool], what: object = "") -> None:
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def statuses(server: RunningServer, out: Path) -> dict[str, tuple[str, str]]:
    return {
        one.table: (one.status, one.reason) for one in prove(uri_of(server), str(out), "heal.*")
    }


@pytest.mark.parametrize("file_format", ["parquet", "delta", "iceberg"])
@pytest.mark.parametrize("name", SERVERS)
def test_each_cause_is_healed(
    start: Start, tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, file_format: Format
) -> None:
    server, out = start(name, *SERVERS[name]), tmp_path / "out"
    execute(server, *MADE)
    with followed(server, out, snapshot=True, file_format=file_format) as (status, _):
        wait_for(lambda: status.state == "waiting" and status.bytes_behind == 0)
        for cause, statements in CAUSES.items():
            caplog.clear()
            execute(server, *statements)
            wait_for(lambda: "complete, from a snapshot" in caplog.text, (cause, caplog.text))
            begins = [one for one in caplog.messages if "a new snapshot begins" in one]
            assert any("attempt 1 of 4" in one and "set aside" in one for one in begins), begins
            wait_for(lambda: not (status.set_aside or status.stale or status.healing), status)
            execute(
                server, "UPDATE heal.quiet SET v = v + 1", "UPDATE heal.generated SET v = v + 1"
            )
        execute(server, *NEW)
        wait_for(lambda: len(statuses(server, out)) == 10)
        execute(
            server,
            "UPDATE heal.types SET v = 'last' WHERE id = 1",
            *(
                f"INSERT INTO heal.{one} (id, k) VALUES (8, 8)"
                for one in ("keyed", "valued", "stated", "copied")
            ),
        )
        wait_for(lambda: all(one == ("equal", "") for one in statuses(server, out).values()))
    rows = table_in(out, "heal.types.current", file_format).to_pylist()
    assert sorted((row["id"], row["v"]) for row in rows) == [(1, "last"), (2, "text"), (3, "4")]
    if file_format == "parquet":
        (earlier,) = out.glob("heal.types.until.*")
        assert list(earlier.rglob("*.parquet"))


@pytest.mark.parametrize("name", SERVERS)
def test_a_table_that_is_dropped_while_it_is_set_aside(
    start: Start, tmp_path: Path, name: str
) -> None:
    """It is empty, and that it lacks changes is said once; a table of its name begins anew."""
    server, out = start(name, *SERVERS[name]), tmp_path / "out"
    execute(server, *MADE)
    paths = [uri_of(server, query="?start=latest")]
    options: dict[str, Any] = {"current": Asked(), "table": "heal.*"}
    options["spool"] = out.with_suffix(".spool")
    while export(paths, out, snapshot=True, **options).baselines:
        pass
    execute(server, *CAUSES["types"])
    assert list(export(paths, out, **options).set_aside) == ["heal.types"]
    changes = table_in(out, "heal.types", "parquet")
    execute(server, "DROP TABLE heal.types")
    (why,) = export(paths, out, **options).set_aside.values()
    assert "lacks its changes from then until it was dropped in" in why.reason
    assert statuses(server, out).pop("heal.types") == ("equal", "")
    assert table_in(out, "heal.types.current", "parquet").num_rows == 0
    assert table_in(out, "heal.types", "parquet").equals(changes)
    execute(
        server,
        "CREATE TABLE heal.types (id INT PRIMARY KEY, v VARCHAR(20))",
        "INSERT INTO heal.types VALUES (5, 'five')",
    )
    assert list(export(paths, out, **options).set_aside) == ["heal.types"]
    with followed(server, out, snapshot=True) as (status, _):
        wait_for(lambda: status.state == "waiting" and not status.set_aside, status)
        wait_for(lambda: all(one == ("equal", "") for one in statuses(server, out).values()))
    rows = table_in(out, "heal.types.current", "parquet").to_pylist()
    assert [(row["id"], row["v"]) for row in rows] == [(5, "five")]


@pytest.mark.parametrize("file_format", ["parquet", "delta"])
@pytest.mark.parametrize("name", SERVERS)
def test_logs_that_are_purged_while_a_mirror_is_down(
    start: Start, tmp_path: Path, name: str, file_format: Format
) -> None:
    """An export ends loudly; a mirror reads the tables again, and proves them."""
    server, out = start(name, *SERVERS[name]), tmp_path / "out"
    execute(server, *MADE)
    command = ["mirror", "--once", "--table", "heal.*", "--format", file_format]
    command += ["--out", str(out), uri_of(server)]
    assert CliRunner().invoke(main, command).exit_code == 0
    execute(server, "INSERT INTO heal.keyed VALUES (9, 9, 9)", "FLUSH BINARY LOGS")
    execute(
        server,
        "UPDATE heal.quiet SET v = v + 1",
        "DELETE FROM heal.keyed WHERE id = 1",
        "ALTER TABLE heal.valued ADD COLUMN w INT DEFAULT 5",
        "DROP TABLE heal.types",
        "CREATE TABLE heal.made (id INT PRIMARY KEY)",
        "INSERT INTO heal.made VALUES (1), (2)",
        "RENAME TABLE heal.stated TO heal.renamed",
        "FLUSH BINARY LOGS",
    )
    (*_, last) = server.binary_log_files()
    execute(server, f"PURGE BINARY LOGS TO '{last.name}'", "UPDATE heal.quiet SET v = v + 1")
    spool = f"{out}-spool"
    plain = ["export", "--current", "--table", "heal.*", "--format", file_format, "--spool", spool]
    done = CliRunner().invoke(main, [*plain, "--out", str(out), uri_of(server)])
    assert done.exit_code == 1
    assert "may have been purged" in done.output
    done = CliRunner().invoke(main, command)
    assert "may have been purged" in done.output
    assert "its changes are missing" in done.output
    assert done.exit_code == 0, done.output
    found = statuses(server, out)
    assert set(found.values()) == {("equal", "")}, found
    assert found.keys() >= {"heal.made", "heal.renamed"}


@pytest.mark.parametrize("name", SERVERS)
def test_a_decision_in_logs_that_are_purged(start: Start, tmp_path: Path, name: str) -> None:
    """A transaction that was prepared before has ended, though no log says how.

    Its number is used again, so a later decision is not its own.
    """
    server, out = start(name, *SERVERS[name]), tmp_path / "out"
    execute(server, *MADE)
    command = ["mirror", "--once", "--table", "heal.*", "--out", str(out), uri_of(server)]
    prepare = ["XA START 'x'", "UPDATE heal.quiet SET v = {}", "XA END 'x'", "XA PREPARE 'x'"]
    execute(server, *(one.format(100) for one in prepare))
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    execute(server, "XA COMMIT 'x'", "UPDATE heal.quiet SET v = 200", "FLUSH BINARY LOGS")
    (*_, last) = server.binary_log_files()
    execute(server, f"PURGE BINARY LOGS TO '{last.name}'")
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    assert set(statuses(server, out).values()) == {("equal", "")}
    again = [one.replace("quiet", "keyed").format(300) for one in prepare]
    execute(server, *again)
    execute(server, "XA COMMIT 'x'")
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    assert set(statuses(server, out).values()) == {("equal", "")}
