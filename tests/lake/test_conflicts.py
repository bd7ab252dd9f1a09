"""One table that cannot go on does not stop the others; it stays as it was, until it is reset."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from binlog_kaitai import BinlogError
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.following import follow
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.tables import Format
from binlog_kaitai.model.names import narrows
from tests.servers import SERVERS

CREATED = {
    "other": "(id INT PRIMARY KEY, v INT)",
    "texts": "(id INT PRIMARY KEY, v INT)",
    "times": "(id INT PRIMARY KEY, v DATETIME)",
    "made": "(id INT PRIMARY KEY, v INT)",
    "keyed": "(id INT PRIMARY KEY, k INT NOT NULL, v INT)",
    "unkeyed": "(id INT PRIMARY KEY, v INT)",
    "widened": "(id INT PRIMARY KEY, v VARCHAR(20))",
    "partial": "(id INT PRIMARY KEY, a INT, b INT DEFAULT 7)",
}
FIRST = [
    "DROP DATABASE IF EXISTS conflicts",
    "CREATE DATABASE conflicts",
    "USE conflicts",
    *(f"CREATE TABLE {name} {columns}" for name, columns in CREATED.items()),
    "INSERT INTO other VALUES (1, 1)",
    "INSERT INTO texts VALUES (1, 1), (2, 2)",
    "INSERT INTO times VALUES (1, '2026-01-02 03:04:05')",
    "INSERT INTO made VALUES (1, 1)",
    "INSERT INTO keyed VALUES (1, 11, 1), (2, 12, 2)",
    "INSERT INTO unkeyed VALUES (1, 1)",
    "INSERT INTO widened VALUES (1, 'a')",
    "SET SESSION binlog_row_image = 'MINIMAL'",
    "INSERT INTO partial (id, a) VALUES (1, 1), (2, 2)",
    "UPDATE partial SET b = 8 WHERE id = 1",
    "DELETE FROM partial WHERE id = 2",
    "SET SESSION binlog_row_image = 'FULL'",
    "FLUSH BINARY LOGS",
]
GOOD = [
    "ALTER TABLE widened MODIFY v VARBINARY(20)",  # for which its text is read anew
    "INSERT INTO widened VALUES (2, 0xff)",
    "INSERT INTO texts VALUES (3, 3)",
    "UPDATE keyed SET v = 5 WHERE id = 2",
    "UPDATE partial SET a = 4",
]
BAD = {
    "texts": ["ALTER TABLE texts MODIFY v VARCHAR(20)", "INSERT INTO texts VALUES (4, 'x')"],
    "times": ["ALTER TABLE times MODIFY v TIMESTAMP", "UPDATE times SET v = '2026-02-02 00:00:00'"],
    "made": [
        "DROP TABLE made",
        "CREATE TABLE made (id INT PRIMARY KEY, v DATE)",
        "INSERT INTO made VALUES (7, '2026-01-01')",
    ],
    "keyed": [
        "ALTER TABLE keyed DROP PRIMARY KEY, ADD PRIMARY KEY (k)",
        "INSERT INTO keyed VALUES (1, 13, 6)",
    ],
    "unkeyed": ["ALTER TABLE unkeyed DROP PRIMARY KEY", "INSERT INTO unkeyed VALUES (1, 2)"],
    "widened": [
        "ALTER TABLE widened DROP COLUMN v, ADD COLUMN v INT",
        "INSERT INTO widened VALUES (3, 3)",
    ],
    "partial": [
        "SET SESSION binlog_row_image = 'MINIMAL'",
        "BEGIN",
        "INSERT INTO partial VALUES (5, 5, 5)",
        "INSERT INTO partial (id, a) VALUES (6, 6)",
        "COMMIT",
        "UPDATE partial SET a = 9 WHERE id = 6",
        "UPDATE partial SET a = 10 WHERE id = 6",
        "SET SESSION binlog_row_image = 'FULL'",
    ],
}
SECOND = [
    *GOOD,
    *(statement for some in BAD.values() for statement in some),
    "INSERT INTO other VALUES (2, 2)",
    "FLUSH BINARY LOGS",
]
THIRD = [
    "INSERT INTO texts VALUES (5, 'y')",
    "UPDATE other SET v = v + 10",
    "INSERT INTO keyed VALUES (9, 19, 9)",
    "FLUSH BINARY LOGS",
]
LOGS = [str(Path(__file__).parent / f"conflicts/binlog.00000{number}") for number in (1, 2, 3)]
CAUSES = {
    **dict.fromkeys(("texts", "times", "made", "widened"), "types"),
    "keyed": "keys",
    "unkeyed": "keys",
    "partial": "values",
}
EXACT: dict[str, list[tuple[Any, ...]]] = {
    "texts": [(1, 1), (2, 2), (3, 3)],
    "made": [],  # it was dropped
    "keyed": [(1, 11, 1), (2, 12, 5)],
    "unkeyed": [(1, 1)],
    "widened": [(1, b"a"), (2, b"\xff")],
    "partial": [(1, 4, 8)],
}
FORMATS: list[Format] = ["parquet", "delta", "iceberg"]


def current(out: Path, table: str, file_format: Format = "parquet") -> list[tuple[Any, ...]]:
    """Return the rows of a table as it stands, by their first columns."""
    return sorted(tuple(row.values()) for row in read(out, f"{table}.current", file_format))


def changes(out: Path, table: str, file_format: Format = "parquet") -> list[tuple[str, int]]:
    """Return the places of a table's changes."""
    return sorted((row["_file"], row["_position"]) for row in read(out, table, file_format))


def read(out: Path, name: str, file_format: Format) -> list[dict[str, Any]]:
    folder = out / f"conflicts.{name}"
    if file_format == "delta":
        rows = pa.table(pytest.importorskip("deltalake").DeltaTable(folder).to_pyarrow_table())
    elif file_format == "iceberg":
        sql = pytest.importorskip("pyiceberg.catalog.sql")
        catalog = sql.SqlCatalog(
            "binlog", uri=f"sqlite:///{out / 'catalog.db'}", warehouse=f"file://{out}"
        )
        rows = catalog.load_table(("conflicts", name)).scan().to_arrow()
    else:
        rows = pq.read_table(folder, partitioning=None)
    parts = [one for one in ("log_bucket", "log_date") if one in rows.schema.names]
    found: list[dict[str, Any]] = rows.drop_columns(parts).to_pylist()
    return found


def run(out: Path, count: int, *arguments: str, is_current: bool = True) -> Any:
    """Export some of the logs by the command."""
    kind = ["--current"] if is_current else []
    return CliRunner().invoke(main, ["export", *kind, "--out", str(out), *arguments, *LOGS[:count]])


def check_others(out: Path, count: int, file_format: Format = "parquet") -> None:
    expected = [[(1, 1)], [(1, 1), (2, 2)], [(1, 11), (2, 12)]][count - 1]
    assert current(out, "other", file_format) == expected


@pytest.mark.parametrize(
    ("file_format", "steps"),
    [("parquet", [3]), ("parquet", [1, 2, 3]), ("delta", [1, 2, 3]), ("iceberg", [2, 3])],
)
def test_each_cause_concerns_one_table(
    tmp_path: Path, file_format: Format, steps: list[int]
) -> None:
    if file_format != "parquet":
        pytest.importorskip({"delta": "deltalake", "iceberg": "pyiceberg"}[file_format])
    for count in steps:
        result = run(tmp_path, count, "--format", file_format)
        assert result.exit_code == (0 if count == 1 else INCOMPLETE), result.output
        check_others(tmp_path, count, file_format)
    for name, cause in CAUSES.items():
        why = json.loads((tmp_path / f"conflicts.{name}/_export.json").read_text())["set_aside"]
        assert why["cause"] == cause
        assert why["gtid"]
        place = f"({why['log']} at byte {why['position']}, GTID {why['gtid']}"
        if why["first"] is not None:  # ALTER TABLE, which has another GTID than the first row
            place += f"; the current table is as before GTID {why['first']}"
        assert f"error: conflicts.{name} is set aside: {why['reason']} {place})\n" in result.output
        record = json.loads((tmp_path / f"conflicts.{name}.current/_export.json").read_text())
        assert record["set_aside"] == why
    for name, rows in EXACT.items():
        assert current(tmp_path, name, file_format) == rows
        if CAUSES[name] == "types":
            assert not [one for one in changes(tmp_path, name, file_format) if one[0][-1] == "3"]
        else:
            assert changes(tmp_path, name, file_format)[-1][0][-1] == (
                "3" if name == "keyed" else "2"
            )
    assert "found an insert that omits it" in result.output
    assert "found the primary key k" in result.output
    assert "found the primary key (none)" in result.output
    assert len(changes(tmp_path, "texts", file_format)) == 3


def test_changes_alone_stop_by_their_types(tmp_path: Path) -> None:
    """The first run decides nothing: all logs at once, or one by one, lead to the same."""
    for steps in ([3], [1, 2, 3]):
        out = tmp_path / str(len(steps))
        for count in steps:
            result = run(out, count, is_current=False)
        assert result.exit_code == INCOMPLETE
        aside = {
            name for name in CAUSES if f"error: conflicts.{name} is set aside" in result.output
        }
        assert aside == {name for name, cause in CAUSES.items() if cause == "types"}
        assert not list(out.glob("*.current"))
        for name in CREATED:
            assert changes(out, name) == changes(tmp_path / "1", name)
        assert len(changes(out, "texts")) == 3
        assert changes(out, "other")[-1][0] == "binlog.000003"


BEHIND: dict[str, list[tuple[Any, ...]]] = {
    "other": [(1, 11), (2, 12)],
    "texts": [(4, "x"), (5, "y")],
    "keyed": [(1, 13, 6), (9, 19, 9)],
    "widened": [(3, 3)],
    "partial": [(1, 4, 8), (5, 5, 5), (6, 10, 7)],
}
"""Tables that began anew behind what set them aside; one with all changes, as it got a default."""


@pytest.fixture
def defaults(tmp_path: Path) -> str:
    """The path of values that inserts leave out."""
    path = tmp_path / "defaults.json"
    path.write_text('{"conflicts.partial": {"b": 7}}')
    return str(path)


@pytest.mark.parametrize("file_format", FORMATS)
def test_a_reset_begins_a_table_anew(tmp_path: Path, file_format: Format, defaults: str) -> None:
    if file_format != "parquet":
        pytest.importorskip({"delta": "deltalake", "iceberg": "pyiceberg"}[file_format])
    out, options = tmp_path / "out", ("--format", file_format, "--defaults", defaults)
    assert run(out, 2, "--format", file_format).exit_code == INCOMPLETE
    one = run(out, 3, *options, "--reset", "conflicts.texts")
    assert one.exit_code == INCOMPLETE
    assert "conflicts.texts is set aside" not in one.output
    assert current(out, "texts", file_format) == BEHIND["texts"]
    assert current(out, "keyed", file_format) == EXACT["keyed"]
    rest = run(out, 3, *options, "--reset", "conflicts.*")
    again = run(out, 3, *options)
    assert (rest.exit_code, again.exit_code) == (0, 0), rest.output
    assert "contain no primary key (set --keys): conflicts.unkeyed" in " ".join(
        again.output.split()
    )
    assert not list((out / "conflicts.unkeyed.current").rglob("*.parquet"))
    for name, rows in BEHIND.items():
        assert current(out, name, file_format) == rows
    assert [row[0] for row in current(out, "times", file_format)] == [1]
    assert [row[0] for row in current(out, "made", file_format)] == [7]
    places = changes(out, "texts", file_format)
    assert [file for file, _ in places] == ["binlog.000002", "binlog.000003"]
    record = json.loads((out / "conflicts.texts.current/_export.json").read_text())
    assert record["begins"] == [places[0][0], places[0][1] - 1]
    assert "set_aside" not in record


def test_a_reset_reads_the_logs_that_are_there(tmp_path: Path) -> None:
    export(LOGS[:2], tmp_path, current=Asked(), follows=True)
    summary = export(LOGS[2:], tmp_path, current=Asked(), follows=True, reset=["conflicts.texts"])
    assert "conflicts.texts" not in summary.set_aside
    assert current(tmp_path, "texts") == [(5, "y")]
    with pytest.raises(ValueError, match=r"--reset conflicts\.nope: expected a table"):
        export(LOGS[2:], tmp_path, current=Asked(), follows=True, reset=["conflicts.nope"])


def test_a_reset_may_name_other_keys(tmp_path: Path) -> None:
    run(tmp_path, 3)
    keys = ("--keys", "conflicts.keyed=k")
    assert run(tmp_path, 3, *keys).exit_code == 2
    result = run(tmp_path, 3, *keys, "--reset", "conflicts.keyed")
    assert "conflicts.keyed is set aside" not in result.output
    assert current(tmp_path, "keyed") == BEHIND["keyed"]


def test_tables_may_be_left_out_later(tmp_path: Path) -> None:
    assert run(tmp_path, 2).exit_code == INCOMPLETE
    without = [argument for name in CAUSES for argument in ("--exclude-table", f"conflicts.{name}")]
    result = run(tmp_path, 3, *without)
    assert result.exit_code == 0, result.output
    shown = " ".join(result.output.split())
    assert (
        "not updated, because options exclude them (--table, --exclude-table): conflicts.texts"
        in shown
    )
    check_others(tmp_path, 3)
    assert current(tmp_path, "keyed") == EXACT["keyed"]
    assert changes(tmp_path, "keyed")[-1][0] == "binlog.000002"
    wider = run(tmp_path, 3, *without[:-2])
    assert wider.exit_code == 2
    assert "an export with exclude" in " ".join(wider.output.replace("│", " ").split())
    assert run(tmp_path, 3, "--exclude-table", "texts").exit_code == 2


def test_a_pattern_may_be_narrower_later(tmp_path: Path) -> None:
    for count, table in enumerate((None, "conflicts.*", "conflicts.o*", "conflicts.other"), 1):
        arguments = () if table is None else ("--table", table)
        result = run(tmp_path, min(count, 3), *arguments)
        assert result.exit_code == (INCOMPLETE if count == 2 else 0), result.output
    check_others(tmp_path, 3)
    result = run(tmp_path, 3, "--table", "conflicts.*")
    assert result.exit_code == 2
    shown = " ".join(result.output.replace("│", " ").split())
    assert "an export with table conflicts.o*, found conflicts.*" in shown


@pytest.mark.parametrize(
    ("text", "other", "is_narrower"),
    [
        ("a.b", "a.b", True),
        ("a.b", "a.*", True),
        ("`a`.`b`", "a.?", True),
        ("a.b*", "a.*", True),
        ("a.?c*", "a.*c*", True),
        ("a.*", "a.b*", False),
        ("a.b?", "a.b[cd]", False),
        ("a.[bc]", "a.*b*", False),
        ("`a`.*", "a.*", False),
        ("b.b", "a.*", False),
    ],
)
def test_patterns_that_ask_for_less(text: str, other: str, *, is_narrower: bool) -> None:
    assert narrows(text, other) is is_narrower


def test_a_follower_goes_on_and_says_so(tmp_path: Path) -> None:
    """Also one that is started again, and finds nothing new."""
    folder = tmp_path / "logs"
    folder.mkdir()
    for number, log in enumerate(LOGS, 1):
        shutil.copy(log, folder)
        for _ in range(2):
            is_over = iter([False, True]).__next__
            (summary, *_) = [
                *follow(
                    [str(folder)],
                    tmp_path / "out",
                    every=0.01,
                    is_over=is_over,
                    current=Asked(),
                ),
                None,
            ]
            if number > 1:
                assert summary is not None
                assert {f"conflicts.{name}" for name in CAUSES} == set(summary.set_aside)
        check_others(tmp_path / "out", number)


def test_a_damaged_log_still_stops_all(tmp_path: Path) -> None:
    content = bytearray(Path(LOGS[1]).read_bytes())
    content[1700] ^= 1
    (tmp_path / "binlog.000002").write_bytes(content)
    with pytest.raises(BinlogError, match="checksum"):
        export([LOGS[0], str(tmp_path / "binlog.000002")], tmp_path / "out", current=Asked())


@pytest.mark.live
@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_tables_are_the_servers_select_before_their_causes(tmp_path: Path, name: str) -> None:
    options = ["--binlog-format=ROW", "--binlog-row-metadata=FULL"]
    if name == "mysql97":
        options += ["--gtid-mode=ON", "--enforce-gtid-consistency=ON"]
    last = {some[-1]: table for table, some in BAD.items()}
    before = {"made": "INSERT INTO made VALUES (7, '2026-01-01')"}
    first = {before.get(table, some[0]): table for table, some in BAD.items()}
    truth: dict[str, list[Any]] = {}
    with SERVERS[name].run(options) as server:
        with server.connect() as connection, connection.cursor() as cursor:

            def select(table: str) -> list[Any]:
                cursor.execute(f"SELECT * FROM {table}")
                return sorted(cursor.fetchall())

            for statement in [*FIRST, *SECOND, *THIRD]:
                if statement in first:
                    truth[first[statement]] = select(first[statement])
                cursor.execute(statement)
            assert set(last.values()) == set(truth)
            truth["other"] = select("other")
            partial = select("partial")
        logs = [str(shutil.copy(log, tmp_path)) for log in server.binary_log_files()]
    for out, steps in (("once", [len(logs)]), ("steps", range(1, len(logs) + 1))):
        for count in steps:
            summary = export(
                logs[:count], tmp_path / out, table="conflicts.*", current=Asked(), follows=True
            )
        assert {f"conflicts.{table}" for table in CAUSES} == set(summary.set_aside)
        for table, rows in truth.items():
            assert current(tmp_path / out, table) == rows, table
        asked = Asked(defaults={"conflicts.partial": {"b": 7}})
        summary = export(
            logs,
            tmp_path / out,
            table="conflicts.*",
            current=asked,
            follows=True,
            reset=["conflicts.*"],
        )
        assert not summary.set_aside
        assert current(tmp_path / out, "partial") == partial
        assert current(tmp_path / out, "other") == truth["other"]
