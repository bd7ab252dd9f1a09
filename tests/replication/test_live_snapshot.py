"""Snapshots of servers' tables, compared with their logs, their SELECT, and after kills."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.interrupts import INTERRUPTED
from binlog_kaitai.lake import baseline, chunking
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.proof import prove
from binlog_kaitai.lake.summary import Summary
from binlog_kaitai.lake.tables import Format
from binlog_kaitai.replication.selects import TableSelect, begin_snapshot
from binlog_kaitai.replication.servers import connect
from binlog_kaitai.replication.uris import parse_uri
from tests.fixtures.cases import CASES
from tests.fixtures.make import INIT, run_sql
from tests.lake.test_followed import table_in
from tests.lake.test_stale_tables import property_of
from tests.replication.conftest import execute, uri_of
from tests.servers import RunningServer

pytestmark = pytest.mark.live

SEED = int(os.environ.get("SNAPSHOT_SEED", "20261126"))
ROWS = int(os.environ.get("SNAPSHOT_ROWS", "20000"))
KILLS = int(os.environ.get("SNAPSHOT_KILLS", "8"))
PATCHED = (
    "import binlog_kaitai.lake.baseline as b; b.SECONDS = 0.5;"
    "import binlog_kaitai.lake.chunking as c; c.CHUNK_ROWS = 1000;"
    "from binlog_kaitai.__main__ import main; main()"
)
"""The command with small chunks."""

TABLES = {
    "numbered": "id INT PRIMARY KEY, v INT, note LONGTEXT, d DECIMAL(20,5), t DATETIME(3)",
    "paired": "a VARCHAR(20) CHARACTER SET latin1, b DECIMAL(6,2), v INT, f FLOAT, x VARBINARY(9),"
    " PRIMARY KEY (a, b)",
    "labelled": "e ENUM('b', 'c', 'a'), day DATE, n BIGINT UNSIGNED, v INT, s SET('x', 'y'),"
    " PRIMARY KEY (e, day, n)",
    "empty": "id INT PRIMARY KEY, v INT",
}
SELECTS = {
    "numbered": "id, v, note, d, t",
    "paired": "a, b, v, f * 1e0, x",
    "labelled": "e, day, n, v, s",
    "empty": "id, v",
}


def values(random_: random.Random, table: str, number: int) -> tuple[Any, ...]:
    """Return the values of a row; its key is that of its number."""
    v = random_.randrange(10**6)
    match table:
        case "numbered":
            note = None if v % 7 == 0 else "é😀"[: v % 3] * (v % 40)
            time_ = None if v % 5 == 0 else f"2026-11-{v % 28 + 1} 01:02:03.{v % 1000:03}"
            return number, v, note, f"{v}.{v % 10**5:05}", time_
        case "paired":
            key = f"Ä{number % 97}", f"{number // 97}.{number % 100:02}"
            return *key, v, v / 7, b"\0\xff" * (v % 5)
        case "labelled":
            kind, day = "abc"[number % 3], f"2025-01-{number % 28 + 1:02}"
            return kind, day, 2**63 + number, v, "x,y" if v % 2 else ""
    return number, v


PATIENCE = "SET innodb_lock_wait_timeout = 1, lock_wait_timeout = 3"
CONFLICTS = ("Deadlock", "Record has changed", "Lock wait")


class Writers(threading.Thread):
    """Changes rows in transactions, until it is over; some change keys, some are rolled back."""

    def __init__(self, server: RunningServer, number: int) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.random = random.Random(SEED + number)
        self.is_over = threading.Event()
        self.committed = 0

    def run(self) -> None:
        while not self.is_over.is_set():
            with contextlib.closing(
                self.server.connect(autocommit=False, init_command=PATIENCE)
            ) as connection:
                try:
                    while not self.is_over.is_set():
                        self._transaction(connection)
                except Exception as error:
                    if not any(text in str(error) for text in CONFLICTS):
                        raise

    def _transaction(self, connection: Any) -> None:
        some = self.random
        with connection.cursor() as cursor:
            for _ in range(some.randint(1, 4)):
                table = some.choice(("numbered", "paired", "labelled"))
                row = values(some, table, some.randrange(int(ROWS * 1.2)))
                marks = ", ".join(["%s"] * len(row))
                match some.randrange(4):
                    case 0 | 1:
                        names = re.findall(r"\w+", SELECTS[table].replace(" * 1e0", ""))
                        columns = ", ".join(names)
                        cursor.execute(
                            f"REPLACE INTO snap.{table} ({columns}) VALUES ({marks})", row
                        )
                    case 2:
                        cursor.execute(
                            f"UPDATE snap.{table} SET v = v + 1 WHERE v %% 997 = %s LIMIT 5",
                            (some.randrange(997),),
                        )
                        cursor.execute(f"DELETE FROM snap.{table} ORDER BY v LIMIT 1")
                    case 3 if table == "numbered":
                        cursor.execute(
                            "UPDATE IGNORE snap.numbered SET id = id + %s WHERE id = %s",
                            (some.randrange(1, 9000), row[0]),
                        )
        if some.random() < 0.05:
            connection.rollback()
        else:
            connection.commit()
            self.committed += 1


class Ddl(Writers):
    """Alters, empties and swaps tables, and commits XA transactions late, until it is over."""

    def _transaction(self, connection: Any) -> None:
        some = self.random
        connection.commit()
        with connection.cursor() as cursor:
            match some.randrange(6):
                case 0:
                    added = f"c{self.committed} INT NOT NULL DEFAULT {self.committed}"
                    cursor.execute(f"ALTER TABLE snap.labelled ADD COLUMN {added}")
                case 1 if some.random() < 0.3:
                    cursor.execute("TRUNCATE TABLE snap.paired")
                case 2:
                    swap = "paired TO snap.p, snap.spare TO snap.paired, snap.p TO snap.spare"
                    cursor.execute(f"RENAME TABLE snap.{swap}")
                case _:
                    xid = f"'{self.committed}'"
                    cursor.execute(f"XA START {xid}")
                    cursor.execute(
                        "UPDATE snap.numbered SET v = v + 1 WHERE id BETWEEN %s AND %s",
                        (low := some.randrange(ROWS), low + 30),
                    )
                    cursor.execute(f"XA END {xid}")
                    cursor.execute(f"XA PREPARE {xid}")
                    time.sleep(some.random())
                    cursor.execute(f"XA {some.choice(('COMMIT', 'ROLLBACK'))} {xid}")
        self.committed += 1
        time.sleep(some.random())


def fill(server: RunningServer) -> None:
    """Fill tables."""
    some = random.Random(SEED)
    execute(server, "DROP DATABASE IF EXISTS snap", "CREATE DATABASE snap")
    with contextlib.closing(server.connect(autocommit=False)) as connection:
        with connection.cursor() as cursor:
            for table, columns in TABLES.items():
                cursor.execute(f"CREATE TABLE snap.{table} ({columns})")
                rows = [values(some, table, number) for number in range(ROWS)]
                if table != "empty":
                    marks = ", ".join(["%s"] * len(rows[0]))
                    cursor.executemany(f"REPLACE INTO snap.{table} VALUES ({marks})", rows)
        connection.commit()
    execute(server, "FLUSH BINARY LOGS")


@contextlib.contextmanager
def work(server: RunningServer) -> Iterator[list[Writers]]:
    """Fill tables, and change them meanwhile."""
    fill(server)
    writers = [Writers(server, number) for number in range(2)]
    for one in writers:
        one.start()
    try:
        yield writers
    finally:
        for one in writers:
            one.is_over.set()
            one.join(60)


def selected(server: RunningServer, name: str) -> pa.Table:
    """Return the rows of a table by the project's own SELECT."""
    database, table = name.split(".")
    with connect(parse_uri(uri_of(server))) as session:
        begin_snapshot(session)
        select = TableSelect(session, database, table)
        return pa.Table.from_batches(select.batches(2**40), select.schema)


def in_order(table: pa.Table) -> list[str]:
    names = sorted(table.column_names)
    return sorted(map(repr, table.select(names).to_pylist()))


def mirrored(server: RunningServer, out: Path, **options: Any) -> Summary:
    """Export a server from its last log on, with snapshots until these are complete."""
    paths = [uri_of(server, query="?start=latest")]
    spool = out.with_suffix(".spool")
    while True:
        options |= {"current": Asked(), "snapshot": True}
        summary = export(paths, out, spool=spool, **options)
        if not summary.baselines:
            return summary


def test_snapshots_have_the_values_of_logs(server: RunningServer, tmp_path: Path) -> None:
    cases = [one for one in CASES if one.name in {"types", "charsets", "nested", "hashes"}]
    with contextlib.closing(server.connect(init_command=INIT)) as connection:
        for case in cases:
            for name in case.files(server.name):
                run_sql(connection, name)
    execute(server, "FLUSH BINARY LOGS")
    logged, read = tmp_path / "logged", tmp_path / "read"
    expected = export([uri_of(server)], logged, spool=tmp_path / "spool", current=Asked())
    found = mirrored(server, read)
    assert expected.current.keys() - found.current.keys() <= {"hashes.kept"}  # versioned
    assert len(found.current) > 30
    assert not found.incomplete
    for name, folder in found.current.items():
        one, other = (table_in(out, folder, "parquet") for out in (logged, read))
        kinds = [
            dict(zip(each.column_names, each.schema.types, strict=True)) for each in (one, other)
        ]
        assert kinds[0] == kinds[1]
        assert in_order(one) == in_order(other), name
        assert in_order(selected(server, name)) == in_order(other), name


@pytest.mark.parametrize("file_format", ["parquet", "delta", "iceberg"])
def test_killed_snapshots_are_what_the_server_selects(
    server: RunningServer, tmp_path: Path, file_format: Format
) -> None:
    """Under random work, and each time killed at a random moment."""
    out, some = tmp_path / "out", random.Random(SEED)
    command = [sys.executable, "-c", PATCHED, "export", "--current", "--snapshot", "--format"]
    command += [file_format, "--out", str(out), "--spool", str(out.with_suffix(".spool"))]
    command += ["--table", "snap.*", uri_of(server, query="?start=latest")]
    kills = 0
    with work(server) as writers:
        for number in range(100):
            with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
                if number < KILLS:
                    time.sleep(some.uniform(1, 8))
                    running.kill()
                _, errors = running.communicate(timeout=300)
            kills += running.returncode == -9
            assert running.returncode in {0, -9}, errors
            if running.returncode == 0:
                break
        assert all(one.is_alive() for one in writers)
    final = mirrored(server, out, table="snap.*", file_format=file_format)
    committed = [one.committed for one in writers]
    print(f"\n{server.name} {file_format}: {kills} kills, {committed}")  # noqa: T201
    assert (final.set_aside, final.incomplete) == ({}, ())
    arguments = ["prove", "--table", "snap.*", uri_of(server), str(out)]
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.output.count("rows are equal")) == (0, len(TABLES))
    for name, columns in SELECTS.items():
        found = table_in(out, final.current[f"snap.{name}"], file_format)
        assert in_order(found) == in_order(selected(server, f"snap.{name}")), name
        plain = execute(server, "SET time_zone = '+00:00'", f"SELECT {columns} FROM snap.{name}")
        names = re.findall(r"\w+", columns.replace(" * 1e0", ""))
        read = zip(*(found.column(one).to_pylist() for one in names), strict=True)
        assert in_texts(read) == in_texts(plain), name


def in_texts(rows: Iterable[tuple[Any, ...]]) -> list[str]:
    """Return rows of any client in order."""

    def plain(value: Any) -> Any:
        if isinstance(value, int):
            return Decimal(value)
        return float(np.float32(value)) if isinstance(value, float) else value

    return sorted(repr(tuple(map(plain, row))) for row in rows)


@pytest.mark.parametrize("file_format", ["parquet", "delta", "iceberg"])
def test_an_incomplete_table_becomes_whole(
    server: RunningServer, tmp_path: Path, file_format: Format
) -> None:
    """Also with keys that the caller names. A reset builds it from its changes, with these rows."""
    execute(server, "DROP DATABASE IF EXISTS mid", "CREATE DATABASE mid")
    execute(server, "CREATE TABLE mid.t (id INT PRIMARY KEY, v INT)", "FLUSH BINARY LOGS")
    execute(server, "CREATE TABLE mid.k (a INT, v INT)", "INSERT INTO mid.k VALUES (1, 1), (2, 2)")
    execute(server, "INSERT INTO mid.t VALUES (1, 1), (2, 2), (3, 3)", "FLUSH BINARY LOGS")
    execute(server, "UPDATE mid.t SET v = 9 WHERE id = 2", "UPDATE mid.k SET v = 9 WHERE a = 2")
    out, query = tmp_path / "out", "?start=latest"
    options: Any = {"spool": tmp_path / "spool", "file_format": file_format, "table": "mid.*"}
    options["current"] = Asked(keys={"mid.k": ["a"]})
    for reset in ((), ("mid.t",)):
        summary = export([uri_of(server, query=query)], out, reset=reset, **options)
        assert set(summary.incomplete) == (set() if reset else {"mid.k", "mid.t"})
        options["snapshot"] = True
        while summary.incomplete or summary.baselines:
            summary = export([uri_of(server, query=query)], out, **options)
        options["snapshot"] = False
        if file_format != "parquet":
            assert not property_of(out, "mid.t.current", file_format)
        proofs = {one.table: one for one in prove(uri_of(server), str(out), "mid.*")}
        assert {name: (one.status, one.rows) for name, one in proofs.items()} == {
            "mid.t": ("equal", 3),
            "mid.k": ("equal", 2),
        }
        execute(server, "UPDATE mid.t SET v = v + 1 WHERE id = 3")


@pytest.mark.parametrize("seed", range(int(os.environ.get("SNAPSHOT_SEEDS", "1"))))
def test_ddl_and_xa_during_snapshots(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(baseline, "SECONDS", 0.2)
    monkeypatch.setattr(chunking, "CHUNK_ROWS", 300)
    out = tmp_path / "out"
    with work(server):
        execute(server, f"CREATE TABLE snap.spare ({TABLES['paired']})")
        execute(server, "INSERT INTO snap.spare SELECT * FROM snap.paired LIMIT 3000")
        execute(server, "FLUSH BINARY LOGS")
        ddl = Ddl(server, 100 + seed)
        ddl.start()
        threading.Timer(30, ddl.is_over.set).start()
        summary = mirrored(server, out, table="snap.*")
        ddl.is_over.set()
        ddl.join(60)
        summary = mirrored(server, out, table="snap.*")
        proofs = list(prove(uri_of(server), str(out)))
    print(f"\n{server.name}: {ddl.committed} statements, {summary.set_aside}")  # noqa: T201
    print([(one.table, one.status, one.reason, one.rows) for one in proofs])  # noqa: T201
    assert {one.status for one in proofs} <= {"equal", "not compared"}
    assert {one.table for one in proofs if one.status == "not compared"} <= summary.set_aside.keys()
    assert sum(one.status == "equal" for one in proofs) >= 4


def test_a_planted_difference_is_found(server: RunningServer, tmp_path: Path) -> None:
    """While the server goes on to write, and behind changes that the lake does not have."""
    out, proof = tmp_path / "out", tmp_path / "proof.json"
    with work(server):
        summary = mirrored(server, out, table="snap.*")
        time.sleep(2)
        arguments = ["prove", "--table", "snap.*", "--certificate", str(proof)]
        arguments += [uri_of(server), str(out)]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
        assert [one["status"] for one in json.loads(proof.read_text())["tables"]] == ["equal"] * 4
        assert any(one["changed"] for one in json.loads(proof.read_text())["tables"])
        path = next((out / summary.current["snap.numbered"]).glob("*.parquet"))
        rows = pq.read_table(path)
        at = rows.schema.get_field_index("v")
        changed = [*rows.column("v").to_pylist()]
        changed[3] += 1
        row, gone = rows.slice(3, 1).to_pylist()[0], rows.slice(5, 1).to_pylist()[0]
        rows = rows.set_column(at, rows.schema.field(at), pa.array(changed, pa.int32()))
        pq.write_table(pa.concat_tables([rows.slice(0, 5), rows.slice(6)]), path)
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 1, result.output
    lines = [line for line in result.output.splitlines() if line[0] in "+-"]
    found = [(line[0], json.loads(line[2:])) for line in lines]
    assert {(sign, one["id"], one["v"]) for sign, one in found} == {
        ("-", row["id"], row["v"] + 1),
        ("+", row["id"], row["v"]),
        ("+", gone["id"], gone["v"]),
    }


def test_tables_that_were_altered_or_dropped_are_not_compared(
    server: RunningServer, tmp_path: Path
) -> None:
    """A value of the new type need not fit the old one."""
    for name in ("alt", "dropped"):
        execute(server, f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name}")
    execute(
        server, "CREATE TABLE dropped.t (id INT PRIMARY KEY)", "INSERT INTO dropped.t VALUES (1)"
    )
    tables = ("gone", "gone_before", "kept", "other", "typed")
    for name in tables:
        execute(server, f"CREATE TABLE alt.{name} (id INT PRIMARY KEY, v DOUBLE)")
        execute(server, f"INSERT INTO alt.{name} VALUES (1, 1.5), (2, NULL)")
    execute(server, "DROP TABLE alt.gone_before")
    export([uri_of(server)], tmp_path / "out", spool=tmp_path / "spool", current=Asked())
    execute(
        server,
        "DROP DATABASE dropped",
        "DROP TABLE alt.gone",
        "ALTER TABLE alt.other DROP COLUMN v",
    )
    execute(server, "ALTER TABLE alt.typed MODIFY v VARCHAR(9)", "UPDATE alt.typed SET v = 't'")
    found = {one.table: one for one in prove(uri_of(server), str(tmp_path / "out"))}
    found = {name: one for name, one in found.items() if name.startswith(("alt.", "dropped."))}
    assert {name: (one.status, one.rows) for name, one in found.items() if not one.reason} == {
        "alt.kept": ("equal", 2),
        "alt.gone_before": ("equal", 0),
    }
    altered = {one.table for one in found.values() if "was altered since" in one.reason}
    assert altered == {"alt.gone", "alt.other", "alt.typed", "dropped.t"}


def test_newer_values_of_a_type_that_was_widened_before(
    server: RunningServer, tmp_path: Path
) -> None:
    """The lake's column has the wider type with the first row that needs it."""
    execute(server, "DROP DATABASE IF EXISTS wide", "CREATE DATABASE wide")
    execute(server, "CREATE TABLE wide.t (id INT PRIMARY KEY, v DECIMAL(8,2))")
    execute(server, "INSERT INTO wide.t VALUES (1, 1.5)")
    execute(server, "ALTER TABLE wide.t MODIFY v DECIMAL(12,4)")
    export([uri_of(server)], tmp_path / "out", spool=tmp_path / "spool", current=Asked())
    execute(server, "INSERT INTO wide.t VALUES (2, 2.1234)")
    (proof,) = prove(uri_of(server), str(tmp_path / "out"), "wide.*")
    assert proof.status == "not compared"
    assert "do not fit the lake's types" in proof.reason


def test_a_table_that_is_dropped_before_its_snapshot(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute(server, "DROP DATABASE IF EXISTS dropped", "CREATE DATABASE dropped")
    for name in ("gone", "kept"):
        execute(server, f"CREATE TABLE dropped.{name} (id INT PRIMARY KEY)")
        execute(server, f"INSERT INTO dropped.{name} VALUES (1)")
    execute(server, "FLUSH BINARY LOGS")  # so that their rows are not in the logs that are read
    begin = baseline.begin_behind

    def drop_first(*arguments: Any) -> None:
        execute(server, "DROP TABLE IF EXISTS dropped.gone")
        begin(*arguments)

    monkeypatch.setattr(baseline, "begin_behind", drop_first)
    summary = mirrored(server, tmp_path / "out", table="dropped.*")
    assert table_in(tmp_path / "out", summary.current["dropped.kept"], "parquet").num_rows == 1
    assert "dropped.gone" not in summary.incomplete


def test_a_deadlock_ends_no_snapshot(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rename waits for a table that was read, and the next read for one that is renamed."""
    execute(server, "DROP DATABASE IF EXISTS locked", "CREATE DATABASE locked")
    for name in ("b", "z"):
        execute(server, f"CREATE TABLE locked.{name} (id INT PRIMARY KEY)")
        execute(server, f"INSERT INTO locked.{name} VALUES (1)")
    execute(server, "FLUSH BINARY LOGS")  # so that their rows are not in the logs that are read
    begin = baseline.begin_behind
    renames: list[threading.Thread] = []

    def lock(session: Any, *arguments: Any) -> None:
        begin(session, *arguments)
        if renames:
            return
        session.rows("SELECT * FROM locked.z")
        rename = "RENAME TABLE locked.b TO locked.c, locked.z TO locked.y"
        renames.append(threading.Thread(target=execute, args=(server, rename)))
        renames[0].start()
        while not any("metadata lock" in str(one) for one in execute(server, "SHOW PROCESSLIST")):
            time.sleep(0.01)

    monkeypatch.setattr(baseline, "begin_behind", lock)
    summary = mirrored(server, tmp_path / "out", table="locked.*")
    renames[0].join()
    for name in ("c", "y"):
        rows = table_in(tmp_path / "out", summary.current[f"locked.{name}"], "parquet")
        assert rows.column("id").to_pylist() == [1]


@pytest.mark.parametrize("decided", ["before the read", "during the read", "later"])
@pytest.mark.parametrize("how", ["COMMIT", "ROLLBACK"])
def test_a_snapshot_does_not_wait_for_a_prepared_transaction(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, decided: str
) -> None:
    execute(server, "DROP DATABASE IF EXISTS pre", "CREATE DATABASE pre")
    execute(server, "CREATE TABLE pre.seats (id INT PRIMARY KEY, v INT)")
    execute(
        server, "INSERT INTO pre.seats VALUES (1, 1), (2, 2), (3, 3), (4, 4)", "FLUSH BINARY LOGS"
    )
    execute(
        server,
        *(
            "XA START 'p'",
            "UPDATE pre.seats SET v = 9 WHERE id = 1",
            "INSERT INTO pre.seats VALUES (5, 5)",
        ),
        *("DELETE FROM pre.seats WHERE id = 2", "UPDATE pre.seats SET id = 6 WHERE id = 3"),
        *("XA END 'p'", "XA PREPARE 'p'"),
    )
    out, begin, reads = tmp_path / "out", baseline.begin_behind, []

    def decide(*arguments: Any) -> None:
        if not reads and decided == "before the read":
            execute(server, f"XA {how} 'p'")
        begin(*arguments)
        if not reads and decided == "during the read":
            execute(server, f"XA {how} 'p'")
        reads.append(arguments[1])

    monkeypatch.setattr(baseline, "begin_behind", decide)
    summary = mirrored(server, out, table="pre.*")
    assert len(set(reads)) == 1
    for is_last in (False, True):
        found = table_in(out, summary.current["pre.seats"], "parquet")
        assert in_order(found) == in_order(selected(server, "pre.seats")), is_last
        if not is_last and decided == "later":
            execute(server, f"XA {how} 'p'", "INSERT INTO pre.seats VALUES (7, 7)")
        (proof,) = prove(uri_of(server), str(out), "pre.*")
        assert (proof.status, proof.reason) == ("equal", "")
        summary = mirrored(server, out, table="pre.*")


@pytest.mark.parametrize("file_format", ["parquet", "delta", "iceberg"])
def test_one_command_makes_a_mirror_that_is_proved_and_follows(
    server: RunningServer, tmp_path: Path, file_format: Format
) -> None:
    out, proof = tmp_path / "out", tmp_path / "proof.json"
    command = [sys.executable, "-m", "binlog_kaitai", "mirror", "--format", file_format]
    command += ["--table", "snap.*", "--out", str(out), "--certificate", str(proof)]
    command += ["--spool", str(out.with_suffix(".spool"))]
    with work(server):
        done = subprocess.run(
            [*command, "--once", uri_of(server)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout.count("rows are equal")) == (0, len(TABLES)), done
        told = json.loads(proof.read_text())
        assert {one["status"] for one in told["tables"]} == {"equal"}
        assert told["rows"] > ROWS
        with subprocess.Popen([*command, uri_of(server)], stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout is not None
            seen = []
            for line in run.stdout:
                seen.append(line)
                if "row images of" in line and sum("are equal" in one for one in seen) == 4:
                    break
            run.send_signal(signal.SIGINT)
            run.stdout.read()
    assert run.returncode == INTERRUPTED, seen
    final = mirrored(server, out, table="snap.*", file_format=file_format)
    for name in SELECTS:
        found = table_in(out, final.current[f"snap.{name}"], file_format)
        assert in_order(found) == in_order(selected(server, f"snap.{name}")), name


def test_a_snapshot_pauses_while_the_server_is_loaded(
    server: RunningServer, tmp_path: Path
) -> None:
    """It says so on stderr and in the status, exports the logs meanwhile, and ends afterwards."""
    execute(server, "DROP DATABASE IF EXISTS busy", "CREATE DATABASE busy")
    execute(server, "CREATE TABLE busy.t (id INT PRIMARY KEY)", "INSERT INTO busy.t VALUES (1)")
    execute(server, "FLUSH BINARY LOGS", "INSERT INTO busy.t VALUES (2)")
    out, status = tmp_path / "out", tmp_path / "status.json"
    command = [sys.executable, "-m", "binlog_kaitai", "export", "--current", "--snapshot"]
    command += ["--max-load", "Threads_running=1", "--status", str(status), "--out", str(out)]
    command += ["--spool", str(tmp_path / "spool"), uri_of(server, query="?start=latest")]
    sleepers = [
        threading.Thread(target=execute, args=(server, "SELECT SLEEP(40)"), daemon=True)
        for _ in range(4)
    ]
    for one in sleepers:
        one.start()
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        seen = ""
        while "snapshot paused" not in seen:
            seen = running.stderr.readline()
        assert re.fullmatch(
            r"snapshot paused: Threads_running is \d+, above 1 \(--max-load\)\n", seen
        )
        while not (out / "busy.t").exists():  # the rows that the log has
            time.sleep(0.2)
        assert not (out / "busy.t.current").exists()
        while "snapshot paused: Threads_running is" not in (
            CliRunner().invoke(main, ["status", str(status)]).output
        ):
            time.sleep(0.2)
        assert all(one.is_alive() for one in sleepers)
        _, errors = running.communicate(timeout=120)
    assert running.returncode == 0
    assert "snapshot of busy.t: 2 of about 2 rows" in errors
    assert table_in(out, "busy.t.current", "parquet").column("id").to_pylist() == [1, 2]
    assert json.loads(status.read_text())["snapshot"] is None
