"""A table that is set aside names the first GTID that it lacks, never a later one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from binlog_kaitai.lake.aside import TYPES, Aside
from binlog_kaitai.lake.columns import columns_of
from binlog_kaitai.lake.current import planning
from binlog_kaitai.lake.current.effects import take_effects
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.facts import Facts, Gap, Layout
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.lake.summary import Summary
from tests.lake import test_conflicts
from tests.servers import SERVERS

HERE = Path(__file__).parent
LOGS = [str(HERE / f"stale_from/mysql97.{number}.binlog") for number in (1, 2, 3)]
TABLES = ("texts", "ints", "ints2", "one", "two", "twice", "parted")
FIRST = {
    "texts": "INSERT INTO texts VALUES (2, 'b')",
    "one": "ALTER TABLE one ADD COLUMN t DATETIME DEFAULT CURRENT_TIMESTAMP",
    "two": "ALTER TABLE two ADD COLUMN t DATETIME DEFAULT CURRENT_TIMESTAMP",
    "twice": "ALTER TABLE twice ADD COLUMN t DATETIME DEFAULT CURRENT_TIMESTAMP",
    "parted": "INSERT INTO parted (id, v) VALUES (0, 0)",
}
"""The first statements that the tables lack in the end."""

PARTS = (
    "PARTITION BY RANGE (id)"
    " (PARTITION p0 VALUES LESS THAN (1), PARTITION p1 VALUES LESS THAN (100))"
)
SQL = [
    "RESET BINARY LOGS AND GTIDS",
    "CREATE DATABASE ended",
    "USE ended",
    "CREATE TABLE texts (id INT PRIMARY KEY, v VARCHAR(9))",
    *(f"CREATE TABLE {name} (id INT PRIMARY KEY, v INT)" for name in TABLES[1:-1]),
    f"CREATE TABLE parted (id INT PRIMARY KEY, v INT, w INT DEFAULT 5) {PARTS}",
    *(f"INSERT INTO {name} (id, v) VALUES (1, {at})" for at, name in enumerate(TABLES)),
    "SET SESSION binlog_row_image = MINIMAL",
    "FLUSH BINARY LOGS",
    *FIRST.values(),
    "ALTER TABLE parted TRUNCATE PARTITION p1",
    "RENAME TABLE texts TO texts2, ints TO texts",
    "FLUSH BINARY LOGS",
    "RENAME TABLE texts TO ints, ints2 TO texts",
    "RENAME TABLE one TO three, two TO one, three TO two",
    "ALTER TABLE twice MODIFY v VARCHAR(9)",
    "INSERT INTO twice (id, v) VALUES (2, 'x')",
    "FLUSH BINARY LOGS",
]


def number_of(statement: str) -> int:
    """Return the number of a statement's transaction."""
    verbs = {"ALTER", "CREATE", "INSERT", "RENAME"}
    return [one for one in SQL if one.split()[0] in verbs].index(statement) + 1


def exported(out: Path, logs: list[str]) -> Summary:
    return export(logs, out, current=Asked(), table="ended.*")


def check(summary: Summary, out: Path) -> None:
    for name, statement in FIRST.items():
        gtid = summary.set_aside[f"ended.{name}"].stale_from
        assert gtid is not None, name
        assert int(gtid.rpartition(":")[2]) == number_of(statement), name
        rows = pq.read_table(out / f"ended.{name}.current", partitioning=None).to_pylist()
        first = str(TABLES.index(name)) if name == "texts" else TABLES.index(name)
        assert [(row["id"], row["v"]) for row in rows] == [(1, first)], name


@pytest.mark.parametrize("steps", [[1, 2, 3], [1, 3]])
def test_a_stale_table_names_the_first_gtid_that_it_lacks(tmp_path: Path, steps: list[int]) -> None:
    """Rows that do not fit, or of stale tables, or removed later; and types that do not merge."""
    for count in steps:
        summary = exported(tmp_path, LOGS[:count])
    check(summary, tmp_path)


@pytest.mark.live
def test_a_server_writes_the_logs_of_the_fixtures(tmp_path: Path) -> None:
    options = ["--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--binlog-row-metadata=FULL"]
    with SERVERS["mysql97"].run(options) as server:
        with server.connect() as connection, connection.cursor() as cursor:
            for statement in SQL:
                cursor.execute(statement)
        paths = server.binary_log_files()[:3]
        logs = [shutil.copy(one, tmp_path / f"mysql97.{at}.binlog") for at, one in enumerate(paths)]
        for count in (1, 2, 3):
            summary = exported(tmp_path / "out", [str(one) for one in logs[:count]])
        check(summary, tmp_path / "out")


def test_a_table_that_lacks_values_too_often_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first change of this run, which is exact, is not in it either."""
    monkeypatch.setattr(planning, "ATTEMPTS", 1)
    for count in (1, 2):
        summary = export(test_conflicts.LOGS[:count], tmp_path, current=Asked())
    changes = test_conflicts.read(tmp_path, "partial", "parquet")
    new = [one for one in changes if one["_file"] == "binlog.000002"]
    first = min(new, key=lambda one: one["_position"])
    assert summary.set_aside["conflicts.partial"].stale_from == first["_gtid"]


def test_missing_logs_before_types_that_do_not_merge_leave_no_gtid() -> None:
    state = State({"format": "parquet", "current": "{}", "table": None})
    columns = columns_of(pa.schema([("id", pa.int32())]))
    layouts = [Layout(columns, True, "binlog.000001", 50, ("id",))]
    state.datasets["d.t"] = Dataset("d.t", columns, "d", "t", layouts)
    row = ("binlog.000003", 400)
    state.put_aside(Aside("d", "t", *row, "u:9", None, cause=TYPES, until=(row[0], 399)))
    take_effects(Facts(), state, gaps=[Gap("binlog.000003", "binlog.000002", 4)])
    (aside,) = state.aside.values()
    assert (aside.bound, aside.stale_from) == (("binlog.000003", 4), None)
