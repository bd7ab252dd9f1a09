"""Generated columns, which MariaDB leaves out of the images of updates."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.current.unlogged import take_columns, take_definition
from binlog_kaitai.lake.facts import Generated
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.state import State
from tests.servers import SERVERS

CREATE = (
    "CREATE TABLE t (id INT PRIMARY KEY, a INT, kept INT, note TEXT, s INT AS (a * 2) STORED,"
    " x TEXT AS (concat('n', a)) STORED, y BLOB AS (concat('m', a)) STORED)"
)
SQL = [
    "CREATE DATABASE computed",
    "USE computed",
    CREATE,
    "FLUSH BINARY LOGS",
    "ALTER TABLE t ADD v INT AS (a * 3) VIRTUAL",
    "INSERT INTO t (id, a, kept, note) VALUES (1, 1, 7, 'x'), (2, 2, 8, 'y')",
    "FLUSH BINARY LOGS",
    "UPDATE t SET a = 5 WHERE id = 1",
    "UPDATE t SET id = 3 WHERE id = 2",
    "FLUSH BINARY LOGS",
]
IMAGES = ("FULL", "NOBLOB", "MINIMAL", "FULL_NODUP")
SERVER_IMAGES = [
    (name, image, metadata)
    for name in ("mysql97", "mariadb118", "mariadb1011")
    for image in IMAGES
    if image != "FULL_NODUP" or name == "mariadb118"
    for metadata in ("FULL", "MINIMAL")
]
FOLDER = Path(__file__).parent / "computed"
LOGS = [str(FOLDER / f"binlog.00000{number}") for number in (1, 2)]
GENERATED = ("s", "v", "x", "y")


def rows_of(out: Path) -> list[dict[str, Any]]:
    """Return the rows of the current table."""
    rows = pq.read_table(out / "computed.t.current", partitioning=None).to_pylist()
    return sorted(rows, key=lambda row: row.get("id", row.get("@1")))


def run(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["export", "--current", "--out", str(out), *arguments])


@pytest.mark.parametrize("steps", [[2], [1, 2]])
def test_columns_that_updates_leave_out_are_null(tmp_path: Path, steps: list[int]) -> None:
    """Also in rows that no update changed: the export may have read them before."""
    for count in steps:
        result = run(tmp_path, *LOGS[:count])
        assert result.exit_code == 0, result.output
    nulls = {"s": None, "v": None}
    assert rows_of(tmp_path) == [
        {"id": 1, "a": 5, "kept": 7, "note": "x"} | nulls,
        {"id": 3, "a": 2, "kept": 8, "note": "y"} | nulls,
    ]
    record = json.loads((tmp_path / "computed.t.current/_export.json").read_text())
    assert (record["unlogged"], record["stale"]) == (["s", "v"], [])
    line = "because updates do not log them: computed.t.s, computed.t.v"
    assert line in " ".join(result.output.split())


@pytest.mark.parametrize("metadata", ["FULL", "MINIMAL"])
@pytest.mark.parametrize("image", IMAGES)
@pytest.mark.parametrize("definition", ["log", "ddl", "none"])
def test_generated_columns_are_null_or_may_be_old(
    tmp_path: Path, image: str, metadata: str, definition: str
) -> None:
    """By the definition in the logs, in a dump, or without one; no column is old in silence."""
    logs = [str(FOLDER / f"{image}-{metadata}.{number}") for number in (1, 2, 3)]
    keys = () if metadata == "FULL" or definition == "ddl" else ("--keys", "computed.t=@1")
    arguments = {
        "log": [*keys, *logs],
        "ddl": ["--ddl", str(FOLDER / "t.sql"), *logs[1:]],
        "none": [*keys, *logs[1:]],
    }[definition]
    result = run(tmp_path, *arguments)
    if image == metadata == "MINIMAL" and definition == "none":
        assert result.exit_code != 0  # generated columns are not known
        return
    rows = rows_of(tmp_path)
    values = [list(row.values())[:4] for row in rows]
    assert values[0][:3] == [1, 5, 7]
    record = json.loads((tmp_path / "computed.t.current/_export.json").read_text())
    doubtful = {*record["unlogged"], *record["stale"]}
    names = dict(zip(("id", "a", "kept", "note", "s", "x", "y", "v"), rows[0], strict=True))
    assert {names[name] for name in GENERATED} <= doubtful
    assert all(row[name] is None for row in rows for name in record["unlogged"])
    assert not {names[name] for name in ("id", "a")} & doubtful
    assert result.exit_code == (INCOMPLETE if record["stale"] else 0), result.output
    if record["stale"]:
        line = f"error: computed.t may have old values in {', '.join(record['stale'])}: "
        assert line in result.stderr
    is_known = definition == "ddl" or (metadata == "FULL" and definition == "log")
    if is_known or (image == "FULL" and metadata == "FULL"):
        assert record["unlogged"] == sorted(GENERATED)
        assert not record["stale"]


@pytest.mark.live
@pytest.mark.parametrize(("name", "image", "metadata"), SERVER_IMAGES)
def test_a_column_is_the_servers_select_or_null(
    tmp_path: Path, name: str, image: str, metadata: str
) -> None:
    options = [
        "--binlog-format=ROW",
        f"--binlog-row-metadata={metadata}",
        f"--binlog-row-image={image}",
    ]
    with SERVERS[name].run(options) as server:
        with server.connect() as connection, connection.cursor() as cursor:
            for statement in SQL:
                # inserts of other servers leave virtual columns out with MINIMAL
                is_stored = image == "MINIMAL" and name != "mariadb118"
                cursor.execute(statement.replace("VIRTUAL", "STORED" if is_stored else "VIRTUAL"))
            connection.commit()
            cursor.execute("SELECT * FROM t ORDER BY id")
            names = [column[0] for column in cursor.description]
            truth = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        logs = [shutil.copy(log, tmp_path) for log in server.binary_log_files()]
    if image == metadata == "MINIMAL":
        return  # images after updates lack the key
    keys = {} if metadata == "FULL" else {"computed.t": ["@1"]}
    for count in range(1, len(logs) + 1):
        summary = export(
            map(str, logs[:count]), tmp_path / "out", current=Asked(keys=keys), follows=True
        )
    doubtful = {*summary.unlogged.get("computed.t", ()), *summary.stale.get("computed.t", ())}
    for row, one in zip(rows_of(tmp_path / "out"), truth, strict=True):
        for (column, value), (true_name, true) in zip(row.items(), one.items(), strict=True):
            expected = true.encode() if isinstance(value, bytes) and isinstance(true, str) else true
            assert column in doubtful or value == expected
            assert column not in doubtful or (true_name in GENERATED or summary.stale)
    assert name == "mariadb118" or not doubtful


def test_generated_columns_of_definitions() -> None:
    state, session = State({}), Session(database="d")
    create = (
        "CREATE TABLE t (id INT, `S` INT GENERATED ALWAYS AS (id) STORED, d INT DEFAULT (cast(1 as"
        " INT)), KEY (id), period INT AS (1)) ENGINE=InnoDB"
    )
    (step,) = Catalog().apply(create, session, "")
    assert step.after is not None
    take_definition(("d", "t"), step.after, state)
    names = ["s", "period", "@2", "@4"]
    assert state.generated["d\0t"] == Generated(names, is_whole=True, is_ordered=True)
    alter = "ALTER TABLE u ADD v INT AS (a), MODIFY COLUMN s INT AS (1), ADD (q INT AS (1), r INT)"
    (step,) = Catalog().apply(alter, session, "")
    assert step.edits is not None
    take_columns(("d", "u"), (*step.edits.added, *step.edits.changed), state)
    names = ["q", "s", "v"]
    assert state.generated["d\0u"] == Generated(names, is_whole=False, is_ordered=False)


@pytest.mark.parametrize(("key", "is_right"), [("@1", True), ("@2", False), ("@2,@1", True)])
def test_keys_by_numbers_are_held_against_the_definition(
    tmp_path: Path, key: str, is_right: bool
) -> None:
    """By another column, rows that are not the same would become one."""
    logs = [str(FOLDER / f"FULL-MINIMAL.{number}") for number in (1, 2, 3)]
    result = run(tmp_path, "--keys", f"computed.t={key}", *logs)
    assert result.exit_code == (0 if is_right else INCOMPLETE), result.output
    reason = "expected a key of computed.t, id, found --keys @2 (a), in the statement: CREATE TABLE"
    told = reason in result.stderr
    assert told == (not is_right)
    assert (tmp_path / "computed.t.current").exists() == is_right
