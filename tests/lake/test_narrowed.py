"""Tables with rows of another table, whose columns are narrower after it was rebuilt."""

from __future__ import annotations

import shutil
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.tables import FORMATS, Format
from tests.lake.test_followed import table_in
from tests.servers import SERVERS

NARROW = "(id INT PRIMARY KEY, n DECIMAL(8,2), t INT)"
STEPS = [
    [
        "DROP DATABASE IF EXISTS narrowed",
        "CREATE DATABASE narrowed",
        "USE narrowed",
        "CREATE TABLE wide (id INT PRIMARY KEY, n DECIMAL(12,4), t INT)",
        "INSERT INTO wide VALUES (1, 1.2345, 1), (4, 4.5, 4)",
        f"CREATE TABLE moved {NARROW}",
        "INSERT INTO moved VALUES (9, 9.25, 9)",
        "DROP TABLE moved",
        "RENAME TABLE wide TO moved",
        f"CREATE TABLE wide {NARROW}",
    ],
    [
        "INSERT INTO wide VALUES (1, 1.25, 1)",
        "ALTER TABLE wide MODIFY t VARCHAR(20)",
        "INSERT INTO wide VALUES (2, 2.5, 'x')",
    ],
    ["UPDATE moved SET t = 3 WHERE id = 1", "INSERT INTO wide VALUES (3, 3.5, 'y')"],
]
LOGS = [str(Path(__file__).parent / f"narrowed/binlog.00000{number}") for number in (1, 2, 3)]


def rows_in(out: Path, table: str, file_format: Format) -> list[tuple[Any, ...]]:
    found = table_in(out, f"narrowed.{table}.current", file_format).to_pylist()
    return sorted((row["id"], row["n"], str(row["t"])) for row in found)


def check(logs: list[str], out: Path, file_format: Format) -> list[tuple[Any, ...]]:
    """Export logs one after the other, and rebuild a table. Returns the rows of the other one."""
    options: Any = {"current": Asked(), "file_format": file_format, "table": "narrowed.*"}
    export(logs[:1], out, **options)
    assert export(logs[:2], out, **options).set_aside.keys() == {"narrowed.wide"}
    summary = export(logs, out, reset=["narrowed.wide"], **options)
    assert summary.set_aside == {}
    behind = [(2, Decimal("2.50"), "x"), (3, Decimal("3.50"), "y")]
    assert rows_in(out, "wide", file_format) == behind
    return rows_in(out, "moved", file_format)


@pytest.mark.parametrize("file_format", FORMATS)
def test_rows_keep_the_types_that_they_had(file_format: Format, tmp_path: Path) -> None:
    assert check(LOGS, tmp_path, file_format) == [
        (1, Decimal("1.2345"), "3"),
        (4, Decimal("4.5"), "4"),
    ]


def test_a_reset_keeps_rows_of_another_name(tmp_path: Path) -> None:
    options: Any = {"current": Asked(), "table": "narrowed.*"}
    for reset in ([], ["narrowed.moved"]):
        export(LOGS, tmp_path, reset=reset, **options)
        assert [row[0] for row in rows_in(tmp_path, "moved", "parquet")] == [1, 4]


def test_rows_that_are_no_longer_there_are_not_left_out(tmp_path: Path) -> None:
    """The table has the rows of before, and says so."""
    check(LOGS, tmp_path, "parquet")
    options: Any = {"current": Asked(), "table": "narrowed.*"}
    summary = export(LOGS, tmp_path, reset=["narrowed.moved"], **options)
    (reason,) = (one.reason for one in summary.set_aside.values())
    assert reason == "narrowed.wide, whose rows it has, was rebuilt without them"


@pytest.mark.live
@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_rows_are_the_servers_select(name: str, tmp_path: Path) -> None:
    options = ["--binlog-format=ROW", "--binlog-row-metadata=FULL"]
    with SERVERS[name].run(options) as server:
        with server.connect() as connection, connection.cursor() as cursor:
            for statement in (one for some in STEPS for one in [*some, "FLUSH BINARY LOGS"]):
                cursor.execute(statement)
            cursor.execute("SELECT id, n, CONCAT(t) FROM moved")
            expected = list(cursor.fetchall())
        logs = [str(shutil.copy(log, tmp_path)) for log in server.binary_log_files()]
    found = check([logs[0], logs[1], *logs[2:]], tmp_path / "out", "parquet")
    assert found == expected
