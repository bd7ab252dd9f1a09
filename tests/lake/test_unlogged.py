"""Generated columns, which MariaDB leaves out of the images of updates."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from tests.servers import SERVERS

SQL = [
    "CREATE DATABASE computed",
    "USE computed",
    "CREATE TABLE t (id INT PRIMARY KEY, a INT, kept INT, note TEXT, s INT AS (a * 2) STORED)",
    "ALTER TABLE t ADD v INT AS (a * 3) VIRTUAL",
    "INSERT INTO t (id, a, kept, note) VALUES (1, 1, 7, 'x'), (2, 2, 8, 'y')",
    "FLUSH BINARY LOGS",
    "UPDATE t SET a = 5 WHERE id = 1",
    "UPDATE t SET id = 3 WHERE id = 2",
    "FLUSH BINARY LOGS",
]
SERVER_IMAGES = [
    (name, image)
    for name in ("mysql97", "mariadb118", "mariadb1011")
    for image in ("FULL", "NOBLOB", "MINIMAL", "FULL_NODUP")
    if image != "FULL_NODUP" or name == "mariadb118"
    if image != "MINIMAL" or name != "mariadb118"  # whose images do not tell
]


LOGS = [str(Path(__file__).parent / f"computed/binlog.00000{number}") for number in (1, 2)]


@pytest.mark.parametrize("steps", [[2], [1, 2]])
def test_columns_that_updates_leave_out_are_null(tmp_path: Path, steps: list[int]) -> None:
    """Also in rows that no update changed: the export may have read them before."""
    for count in steps:
        arguments = ["export", "--current", "--out", str(tmp_path), *LOGS[:count]]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
    rows = pq.read_table(tmp_path / "computed.t.current", partitioning=None).to_pylist()
    nulls = {"s": None, "v": None}
    assert sorted(rows, key=lambda row: row["id"]) == [
        {"id": 1, "a": 5, "kept": 7, "note": "x"} | nulls,
        {"id": 3, "a": 2, "kept": 8, "note": "y"} | nulls,
    ]
    record = json.loads((tmp_path / "computed.t.current/_export.json").read_text())
    assert record["unlogged"] == ["s", "v"]
    line = "does not log them in updates: computed.t.s, computed.t.v"
    assert line in " ".join(result.output.split())


@pytest.mark.live
@pytest.mark.parametrize(("name", "image"), SERVER_IMAGES)
def test_a_column_is_the_servers_select_or_null(tmp_path: Path, name: str, image: str) -> None:
    options = [
        "--binlog-format=ROW",
        "--binlog-row-metadata=FULL",
        f"--binlog-row-image={image}",
    ]
    with SERVERS[name].run(options) as server:
        with server.connect() as connection, connection.cursor() as cursor:
            for statement in SQL:
                if image == "MINIMAL" and "VIRTUAL" in statement:
                    continue  # inserts leave it out, which fails the export
                cursor.execute(statement)
            connection.commit()
            cursor.execute("SELECT * FROM t ORDER BY id")
            names = [column[0] for column in cursor.description]
            truth = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        logs = [shutil.copy(log, tmp_path) for log in server.binary_log_files()]
    for count in range(1, len(logs) + 1):
        summary = export(map(str, logs[:count]), tmp_path / "out", current=Asked(), follows=True)
    unlogged = summary.unlogged.get("computed.t", [])
    assert set(unlogged) <= {"s", "v"}
    found = pq.read_table(tmp_path / "out/computed.t.current", partitioning=None)
    rows = sorted(found.to_pylist(), key=lambda row: row["id"])
    assert rows == [row | dict.fromkeys(unlogged) for row in truth]
