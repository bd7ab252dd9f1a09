"""Current tables where statements change rows of which the log holds no images."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from tests.servers import SERVERS

PARTS = (
    "(id INT PRIMARY KEY, v INT) PARTITION BY RANGE (id)"
    " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20))"
)
PLAIN = "(id INT PRIMARY KEY, v INT)"
TABLES = {
    "kept": PLAIN,
    "emptied": PARTS,
    "dropped": PARTS,
    "exchanged": PARTS,
    "other": PLAIN,
    "one": PLAIN,
    "two": PLAIN,
    "made": PLAIN,
    "old": PLAIN,
    "renamed": PLAIN,
    "changed": PLAIN,
    "again": PARTS,
}
CHANGES = [
    "ALTER TABLE emptied TRUNCATE PARTITION p1",
    "ALTER TABLE dropped DROP PARTITION p1",
    "ALTER TABLE exchanged EXCHANGE PARTITION p0 WITH TABLE other",
    "RENAME TABLE one TO three, two TO one, three TO two",
    "RENAME TABLE made TO unseen",
    "ALTER TABLE old RENAME TO `new`",
    "ALTER TABLE renamed RENAME COLUMN v TO w",
    "ALTER TABLE changed CHANGE v w INT",
    "ALTER TABLE again TRUNCATE PARTITION p1",
    "TRUNCATE TABLE again",
    "ALTER TABLE kept ADD COLUMN w INT",
]
AFTER = [*(set(TABLES) - {"made", "old", "kept"}), "unseen", "new"]
SQL = [
    "DROP DATABASE IF EXISTS moved",
    "CREATE DATABASE moved",
    "USE moved",
    *(f"CREATE TABLE {name} {columns}" for name, columns in TABLES.items()),
    *(f"INSERT INTO {name} VALUES (1, {at}), (2, 2)" for at, name in enumerate(TABLES)),
    *(f"INSERT INTO {name} VALUES (11, 1)" for name in TABLES if TABLES[name] == PARTS),
    "FLUSH BINARY LOGS",
    *CHANGES,
    *(f"INSERT INTO {name} VALUES (3, 3)" for name in sorted(AFTER)),
    "UPDATE kept SET w = 5",
    "FLUSH BINARY LOGS",
]
LOGS = [str(Path(__file__).parent / f"moved/binlog.00000{number}") for number in (1, 2)]


def current(out: Path, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table as it stands."""
    rows = pq.read_table(out / f"{table}.current", partitioning=None).to_pylist()
    return sorted(rows, key=lambda row: row["id"])


def expected() -> dict[str, list[dict[str, Any]]]:
    """Return the rows that the server has in the end."""
    numbers = dict(zip(TABLES, range(len(TABLES)), strict=True))

    def rows(name: str, column: str = "v") -> list[dict[str, Any]]:
        first = [{"id": 1, column: numbers[name]}, {"id": 2, column: 2}]
        return [*first, {"id": 3, column: 3}]

    last = {"id": 11, "v": 1}
    return {
        "emptied": rows("emptied"),
        "dropped": rows("dropped"),
        "exchanged": [*rows("other"), last],
        "other": rows("exchanged"),
        "one": rows("two"),
        "two": rows("one"),
        "unseen": rows("made"),
        "new": rows("old"),
        "renamed": rows("renamed", "w"),
        "changed": rows("changed", "w"),
        "again": [{"id": 3, "v": 3}],
        "kept": [{"id": 1, "v": 0, "w": 5}, {"id": 2, "v": 2, "w": 5}],
    }


@pytest.mark.parametrize("steps", [[2], [1, 2], [1, 2, 2]])
def test_tables_follow_ddl_if_they_are_known(tmp_path: Path, steps: list[int]) -> None:
    for count in steps:
        arguments = ["export", "--current", "--out", str(tmp_path), *LOGS[:count]]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
    for name, rows in expected().items():
        assert current(tmp_path, f"moved.{name}") == rows, name


def test_tables_that_are_not_known_are_set_aside(tmp_path: Path) -> None:
    """The second log has no CREATE TABLE."""
    arguments = ["export", "--current", "--out", str(tmp_path), LOGS[1]]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == INCOMPLETE, result.output
    lines = [line for line in result.stderr.splitlines() if line]
    assert len(lines) == 2
    assert all("found a table whose partitions are not known" in line for line in lines)
    for name, rows in expected().items():
        if name not in {"exchanged", "other"}:
            last = rows if name == "kept" else rows[-1:]
            assert current(tmp_path, f"moved.{name}") == last, name


@pytest.mark.live
@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_each_table_is_the_servers_select(tmp_path: Path, name: str) -> None:
    options = ["--binlog-format=ROW", "--binlog-row-metadata=FULL"]
    if name == "mysql97":
        options += ["--gtid-mode=ON", "--enforce-gtid-consistency=ON"]
    with SERVERS[name].run(options) as server:
        with server.connect() as connection, connection.cursor() as cursor:
            for statement in SQL:
                cursor.execute(statement)
            connection.commit()
            cursor.execute("SHOW TABLES")
            truth = {}
            for (table,) in cursor.fetchall():
                cursor.execute(f"SELECT * FROM `{table}` ORDER BY id")
                names = [column[0] for column in cursor.description]
                rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
                truth[f"moved.{table}"] = rows
        logs = [shutil.copy(log, tmp_path) for log in server.binary_log_files()]
    summary = export(map(str, logs), tmp_path / "out", table="moved.*", current=Asked())
    assert not summary.set_aside
    assert truth == {f"moved.{table}": rows for table, rows in expected().items()}
    for table, rows in truth.items():
        assert current(tmp_path / "out", table) == rows
    assert not summary.keyless


@pytest.mark.parametrize(
    ("statement", "tables"),
    [
        ("/* why */ truncate table `a``b`.`c`", "a`b.c"),
        ("DROP TABLE IF EXISTS `t`, other.u /* generated by server */", "d.t other.u"),
        ("/*!40000 DROP TABLE t */", "d.t"),
        ("SET STATEMENT max_statement_time = 5 FOR TRUNCATE t", "d.t"),
        ("CREATE OR REPLACE TABLE t (id INT, u INT)", "d.t"),
        ("DROP DATABASE IF EXISTS `x`", "x."),
        ("DROP VIEW t", ""),
        ("CREATE TABLE IF NOT EXISTS t (id INT)", "d.t"),
        ("CREATE UNIQUE INDEX x ON t (id)", "d.t"),
        ("ALTER TABLE t RENAME INDEX a TO b, RENAME KEY c TO d, RENAME COLUMN e TO f", "d.t"),
        ("ALTER TABLE t CHANGE COLUMN `a` A BIGINT, CONVERT TO CHARACTER SET utf8mb4", "d.t"),
        ("ALTER TABLE t COMMENT 'x, RENAME TO y', MODIFY c INT COMMENT 'change a b'", "d.t"),
        ("alter online table if exists e.t nowait DROP PARTITION IF EXISTS p", "e.t"),
        ("ALTER TABLE t EXCHANGE PARTITION p WITH TABLE e.u", "d.t e.u"),
        ("ALTER TABLE t CONVERT PARTITION p TO TABLE u", "d.t d.u"),
        ("ALTER TABLE t CONVERT TABLE u TO PARTITION p", "d.t d.u"),
        ("ALTER TABLE t COMMENT 'a', RENAME u", "d.t d.u"),
        ("ALTER IGNORE TABLE t RENAME AS `e`.`u`", "d.t e.u"),
        ("ALTER TABLE t RENAME = u", "d.t d.u"),
        ("RENAME TABLES a TO b -- why\n, c WAIT 5 TO e.d", "d.a d.b d.c e.d"),
        ("RENAME USER a TO b", ""),
    ],
)
def test_tables_that_a_failed_statement_names(statement: str, tables: str) -> None:
    session = Session(database="d", error_code=1)
    steps = Catalog().apply(statement, session, "log at 4")
    assert " ".join(f"{one.name.database}.{one.name.table}" for one in steps) == tables
