"""Current tables of a server that takes names as equal in any case."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from tests.lake.test_followed import rows_of, sorted_rows
from tests.servers import SERVERS

FOLDER = Path(__file__).parent / "cased"
NAMES = ["emptied", "dropped", "altered", "kept", "new", "old", "gone.one"]
SQL = [
    *(f"DROP DATABASE IF EXISTS {name}" for name in ("Cased", "Gone")),
    "CREATE DATABASE Cased",
    "CREATE DATABASE Gone",
    "USE Cased",
    *(
        f"CREATE TABLE {name} (id INT PRIMARY KEY, v INT)"
        for name in ("Emptied", "Dropped", "Altered", "Kept", "Old", "Gone.One")
    ),
    *(
        f"INSERT INTO {name} VALUES (1, 1), (2, 2)"
        for name in ("Emptied", "DROPPED", "Altered", "Kept", "old", "gone.one")
    ),
    "TRUNCATE Emptied",
    "DROP TABLE Dropped",
    "CREATE TABLE Dropped (id INT PRIMARY KEY, v INT)",
    "ALTER TABLE Altered DROP COLUMN v, ADD COLUMN v INT",
    "RENAME TABLE Old TO New",
    "DROP DATABASE Gone",
    "CREATE DATABASE Gone",
    "CREATE TABLE gone.one (id INT PRIMARY KEY, v INT)",
    *(f"INSERT INTO {name} (id, v) VALUES (3, 3)" for name in ("dropped", "kept", "new")),
    "UPDATE Altered SET v = 5 WHERE id = 1",
    "CREATE TABLE old (id INT PRIMARY KEY, v INT)",
    "FLUSH BINARY LOGS",
]
SET_ASIDE = {"cased.emptied", "cased.altered", "cased.new"}


def full(name: str) -> str:
    return name if "." in name else f"cased.{name}"


def check(out: Path, log: str, truth: dict[str, Any]) -> None:
    summary = export([log], out, current=Asked())
    assert summary.set_aside.keys() >= SET_ASIDE
    assert "cased.kept" not in summary.set_aside
    reason = str(summary.set_aside["cased.emptied"])
    assert "cased.Emptied may be cased.emptied in another case" in reason
    for name, folder in summary.current.items():
        if name not in summary.set_aside:
            assert rows_of(out, folder, "parquet") == truth[name], name


def test_a_table_is_the_servers_select_or_stale(tmp_path: Path) -> None:
    truth = json.loads((FOLDER / "mariadb118.json").read_text())
    check(tmp_path, str(FOLDER / "mariadb118.binlog"), truth)


@pytest.mark.live
def test_a_server_that_folds_names(tmp_path: Path) -> None:
    """With BINLOG_WRITE, the fixture is written."""
    options = ["--binlog-format=ROW", "--binlog-row-metadata=FULL"]
    options.append("--lower-case-table-names=1")
    with SERVERS["mariadb118"].run(options) as server:
        with server.connect() as connection, connection.cursor() as cursor:
            cursor.execute("FLUSH BINARY LOGS")
            for statement in SQL:
                cursor.execute(statement)
            truth = {}
            for name in map(full, NAMES):
                cursor.execute(f"SELECT * FROM {name}")
                names = [column[0] for column in cursor.description]
                rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
                truth[name] = sorted_rows(rows)
        log = str(shutil.copy(server.binary_log_files()[-2], tmp_path))
    if "BINLOG_WRITE" in os.environ:
        FOLDER.mkdir(exist_ok=True)
        shutil.copyfile(log, FOLDER / "mariadb118.binlog")
        (FOLDER / "mariadb118.json").write_text(json.dumps(truth, indent=1) + "\n")
    check(tmp_path / "out", log, truth)
