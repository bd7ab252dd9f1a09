"""A proof of many tables while a server is written to, and a difference of one cell in it."""

from __future__ import annotations

import contextlib
import json
import os
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.following import follow
from tests.replication.conftest import OPTIONS, Start, execute, uri_of
from tests.servers import RunningServer

pytestmark = [pytest.mark.live, pytest.mark.long]

TABLES = int(os.environ.get("PROOF_TABLES", "100"))
ROWS = int(os.environ.get("PROOF_ROWS", "2000"))
RATE = int(os.environ.get("PROOF_RATE", "500"))
"""Tables, rows of each, and rows that are written in a second."""

WRITERS, SECONDS = 4, 600
FAST = {
    "mysql97": ["--sync-binlog=0", "--innodb-flush-log-at-trx-commit=2"],
    "mariadb118": ["--sync-binlog=0", "--innodb-flush-log-at-trx-commit=2"],
}
COLUMNS = (
    "(id INT AUTO_INCREMENT PRIMARY KEY, k INT NOT NULL DEFAULT 0, c CHAR(120) NOT NULL DEFAULT '',"
    " pad CHAR(60) NOT NULL DEFAULT '', KEY k_1 (k))"
)
FILL = (
    "INSERT INTO bench.{} (k, c, pad) WITH RECURSIVE n (i) AS"
    " (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
    " SELECT i * 7 % {rows}, LEFT(SHA2(i, 512), 119), LEFT(SHA2(i, 256), 59) FROM n"
)


class Writer(threading.Thread):
    """Writes rows like sysbench, at a rate, until it is over."""

    def __init__(self, server: RunningServer, number: int) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.random = random.Random(number)
        self.is_over = threading.Event()
        self.written = 0

    def run(self) -> None:
        started = time.monotonic()
        connection = self.server.connect()
        with contextlib.closing(connection), connection.cursor() as cursor:
            while not self.is_over.is_set():
                self._write(cursor)
                early = started + self.written * WRITERS / RATE - time.monotonic()
                time.sleep(max(0.0, early))

    def _write(self, cursor: Any) -> None:
        some = self.random
        table, number = f"bench.sbtest{some.randrange(TABLES)}", some.randrange(1, ROWS + 1)
        match some.randrange(4):
            case 0:
                statement = f"UPDATE {table} SET k = k + 1 WHERE id = {number}"
            case 1:
                statement = (
                    f"UPDATE {table} SET c = LEFT(SHA2(RAND(), 512), 119) WHERE id = {number}"
                )
            case 2:
                statement = f"DELETE FROM {table} WHERE id = {number}"
            case _:
                values = f"({number}, {number % 97}, LEFT(SHA2(RAND(), 512), 119), 'pad')"
                statement = f"REPLACE INTO {table} (id, k, c, pad) VALUES {values}"
        self.written += cursor.execute(statement) > 0


@contextlib.contextmanager
def written(server: RunningServer) -> Iterator[list[Writer]]:
    """Fill tables, and write to them meanwhile."""
    execute(server, "DROP DATABASE IF EXISTS bench", "CREATE DATABASE bench")
    for number in range(TABLES):
        name = f"sbtest{number}"
        filled = [FILL.format(name, rows=ROWS)] * (ROWS // 1000)
        execute(server, "USE bench", f"CREATE TABLE {name} {COLUMNS}", *filled)
    execute(server, "FLUSH BINARY LOGS")
    writers = [Writer(server, number) for number in range(WRITERS)]
    for one in writers:
        one.start()
    try:
        yield writers
    finally:
        for one in writers:
            one.is_over.set()
            one.join(60)


def proved(server: RunningServer, out: Path) -> tuple[int, dict[str, Any], float]:
    """Return the exit status of a proof, its certificate, and its seconds."""
    path, started = out.with_suffix(".json"), time.monotonic()
    arguments = ["--certificate", str(path), "--certificate", f"{path}.html", uri_of(server)]
    result = CliRunner().invoke(main, ["prove", *arguments, str(out)])
    assert path.exists(), result.output
    return result.exit_code, json.loads(path.read_text()), time.monotonic() - started


@pytest.mark.parametrize("name", OPTIONS)
def test_many_tables_are_proved_under_writes_and_one_cell_is_found(
    start: Start, tmp_path: Path, name: str
) -> None:
    server, out = start(name, *FAST[name]), tmp_path / "out"
    options: dict[str, Any] = {"current": Asked(), "snapshot": True, "table": "bench.*"}
    is_over, is_whole = threading.Event(), threading.Event()

    def run() -> None:
        paths, spool = [uri_of(server, query="?start=latest")], tmp_path / "spool"
        for one in follow(paths, out, spool=spool, is_over=is_over.is_set, **options):
            if len(one.current) == TABLES and not one.baselines:
                is_whole.set()

    follower = threading.Thread(target=run, daemon=True)
    with written(server) as writers:
        began = time.monotonic()
        follower.start()
        assert is_whole.wait(SECONDS)
        snapshot = time.monotonic() - began
        code, report, seconds = proved(server, out)
        rate = sum(one.written for one in writers) / (time.monotonic() - began)
        assert all(one.is_alive() for one in writers)
        statuses = {one["status"] for one in report["tables"]}
        assert (code, statuses, len(report["tables"])) == (0, {"equal"}, TABLES)
        changed = sum(one["changed"] for one in report["tables"])
        is_over.set()
        follower.join(SECONDS)
        assert not follower.is_alive()
        key, value = plant(out / "bench.sbtest7.current")
        code, report, again = proved(server, out)
    print(  # noqa: T201
        f"\n{name}: {TABLES} tables, {report['rows']:,} rows, {report['cells']:,} cells;"
        f" {rate:.0f} writes/s; snapshot {snapshot:.1f} s; proof {seconds:.1f} s,"
        f" {report['rows'] / seconds:,.0f} rows/s, {changed:,} rows from logs; again {again:.1f} s"
    )
    assert code == 1
    (one,) = (one for one in report["tables"] if one["status"] != "equal")
    assert (one["table"], one["status"], one["differing"]) == ("bench.sbtest7", "different", 1)
    ((mine,), (other,)) = one["only_in_lake"], one["only_on_server"]
    assert (mine["id"], mine["k"]) == (key, value)
    assert {name for name in mine if mine[name] != other[name]} == {"k"}
    assert "<mark>&quot;k&quot;" in out.with_suffix(".json.html").read_text()


def plant(folder: Path) -> tuple[int, int]:
    """Change one cell of a current table. Returns the key of its row, and the wrong value."""
    path = max(folder.glob("*.parquet"), key=lambda one: one.stat().st_size)
    rows = pq.read_table(path)
    values, at = rows.column("k").to_pylist(), rows.schema.get_field_index("k")
    values[3] += 1
    changed = rows.set_column(at, rows.schema.field(at), pa.array(values, pa.int32()))
    pq.write_table(changed, path)
    return rows.column("id")[3].as_py(), values[3]
