"""Random DDL among random rows: current tables are the servers' SELECT, or are set aside."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
from collections import Counter
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.summary import Summary
from tests.servers import SERVERS, RunningServer
from tests.truth.random_tables import RandomTables

SEEDS = int(os.environ.get("FOLLOWED_SEEDS", "8"))
PARTS, STEPS = 3, 60
SERVER_OPTIONS = ["--binlog-format=ROW", "--binlog-row-metadata=FULL"]
DDL = {"ALTER", "CREATE", "DROP", "RENAME", "TRUNCATE"}


def plain(value: Any) -> Any:
    """Return a value that equals those of other types: numbers as numbers, dates as times."""
    if isinstance(value, int | float | Decimal):
        return float(value)
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time())
    return value


def rows_of(names: list[str], rows: Any) -> list[dict[str, Any]]:
    found = [dict(zip(names, map(plain, row), strict=True)) for row in rows]
    return sorted(found, key=lambda row: float(row["id"]))


@pytest.mark.truth
@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_current_tables_follow_random_ddl(tmp_path: Path, name: str) -> None:
    counts: Counter[str] = Counter()
    with SERVERS[name].run(SERVER_OPTIONS) as server:
        for seed in range(SEEDS):
            follow(server, seed, tmp_path / str(seed), counts)
    print(f"\n{name}: {dict(counts)}")  # noqa: T201 - for the record of the run
    assert counts["equal"] > counts["set aside"]
    assert counts["equal"]


def follow(server: RunningServer, seed: int, out: Path, counts: Counter[str]) -> None:
    """Run random statements, and export after each log."""
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        cursor.execute("FLUSH BINARY LOGS")
        first = len(server.binary_log_files()) - 1
        tables = RandomTables(random.Random(seed), cursor, is_mariadb="mariadb" in server.name)
        tables.begin()
        for _ in range(PARTS):
            for _ in range(STEPS):
                tables.step()
            cursor.execute("FLUSH BINARY LOGS")
            logs = [str(log) for log in server.binary_log_files()[first:-1]]
            summary = export(logs, out, table="followed*.*", current=Asked(), follows=True)
            for database, table in tables.tables:
                check(cursor, f"{database}.{table}", summary, out, counts, tables.statements)
        counts["DDL"] += sum(one.split()[0] in DDL for one in tables.statements)
    shutil.rmtree(out)


def check(  # noqa: PLR0913, PLR0917
    cursor: Any,
    name: str,
    summary: Summary,
    out: Path,
    counts: Counter[str],
    statements: list[str],
) -> None:
    cursor.execute(f"SELECT * FROM {name}")
    truth = rows_of([column[0] for column in cursor.description], cursor.fetchall())
    if name in summary.set_aside:
        counts["set aside"] += 1
    elif name not in summary.current:
        counts["without changes"] += 1
        assert not truth, (name, statements)
    else:
        table = pq.read_table(out / summary.current[name], partitioning=None)
        rows = rows_of(table.column_names, zip(*table.to_pydict().values(), strict=True))
        assert rows == truth or not (rows or truth), (name, rows, truth, statements)
        counts["equal"] += 1
