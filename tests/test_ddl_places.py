"""`Ddl`: definitions at a place of the logs, followed forward and back by the DDL in them.

In each direction from the dump, two columns of one type change their names. Behind its first rows,
the second log drops a column.
"""

from __future__ import annotations

import json
import pickle
import re
import shutil
import struct
import warnings
import zlib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from binlog_kaitai import Ddl, diff, history, read_batches, read_events, scan, undo
from binlog_kaitai.catalog.dumps import read_dump
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.diff_rows import rows_that_differ
from binlog_kaitai.forensics.schema_history import history_of
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.lake.job import export
from binlog_kaitai.model.changes import Statement
from binlog_kaitai.model.definitions import Definitions
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.ddl import with_ddl
from binlog_kaitai.read.ddl_places import AtPosition, PlaceError
from binlog_kaitai.read.ddl_watch import DdlWatch, UnplacedWarning
from binlog_kaitai.read.outline import outline_of
from binlog_kaitai.read.table_versions import GapWarning, KnownTables, VersionReader
from binlog_kaitai.tree.log.seek import read_head

FOLDER = Path(__file__).parent / "catalog" / "dumped"
SERVERS = ["mysql97", "mariadb118"]
TRUTH = json.loads((FOLDER / "truth.json").read_text())


def logs_of(server: str, *numbers: int) -> list[Path]:
    return [FOLDER / f"{server}.{number}.binlog" for number in numbers]


def dump_of(server: str) -> Path:
    return FOLDER / f"{server}.sql"


def rows_of(paths: Any, ddl: Any, engine: Any = "tree") -> list[list[Any]]:
    """Return the table and the columns of each inserted row."""
    return [
        [row["table"], list(json.loads(row["data"]))]
        for batch in scan(paths, is_typed=False, engine=engine, ddl=ddl)
        for row in batch.to_pylist()
        if row["change_type"] == "insert"
    ]


def position_in(dump: Path) -> str:
    found = re.search(r"LOG_FILE='(.*)', \w+LOG_POS=(\d+);", dump.read_text())
    assert found is not None
    return f"{found[1]}:{found[2]}"


def gtids_in(dump: Path) -> str:
    found = re.search(r"(?:GTID_PURGED=.* |gtid_slave_pos=)'(.*)';", dump.read_text())
    assert found is not None
    return found[1]


@pytest.mark.parametrize("engine", ["kernels", "tree"])
@pytest.mark.parametrize("server", SERVERS)
def test_dump_is_followed_both_ways_from_the_place_in_its_header(server: str, engine: Any) -> None:
    truth = TRUTH[server]
    assert rows_of(logs_of(server, 3), dump_of(server), engine) == truth[13:17]
    later = rows_of(logs_of(server, 2, 3, 4), dump_of(server), engine)
    # the table lost a column behind its first row, of which nothing else is known
    assert later == [["t", ["@1", "@2", "@3", "@4"]], *truth[4:]]
    assert rows_of(logs_of(server, 1, 2, 3, 4), dump_of(server), engine) == truth


def without_place(server: str, tmp_path: Path) -> Path:
    """Return the dump without the lines of its header that have its place."""
    lines = dump_of(server).read_text().splitlines()
    lines = [one for one in lines if not re.search("LOG_POS|GTID_PURGED|gtid_slave_pos", one)]
    path = tmp_path / "dump.sql"
    path.write_text("\n".join(lines))
    return path


@pytest.mark.parametrize("engine", ["kernels", "tree"])
@pytest.mark.parametrize("server", SERVERS)
def test_ddl_that_contradicts_a_dump_without_a_place_is_told(
    server: str, engine: Any, tmp_path: Path
) -> None:
    # two columns of one type change their names at the log's beginning, before its rows
    dump, logs = without_place(server, tmp_path), logs_of(server, 3)
    with pytest.warns(UnplacedWarning, match=r"d\.u .* holds on one side only") as told:
        rows_of(logs, dump, engine)
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rows_of(logs, Ddl(dump, at="all"), engine)
        rows_of(logs, Ddl(dump, at="start"), engine)


@pytest.mark.parametrize("server", SERVERS)
def test_ddl_that_contradicts_a_dump_is_an_error_elsewhere(server: str, tmp_path: Path) -> None:
    """The warnings of other processes, such as Spark's tasks, reach nobody."""
    logs = [str(one) for one in logs_of(server, 3)]
    for given in (logs, None):
        scope = with_ddl(Scope("d.u"), without_place(server, tmp_path), given)
        scope = pickle.loads(pickle.dumps(scope))
        with pytest.raises(BinlogError, match="to hold in all logs, or its place"):
            list(read_batches(logs, "d.u", scope=scope))


def test_status_says_that_a_dump_without_a_place_is_in_doubt(tmp_path: Path) -> None:
    [log], dump = logs_of("mysql97", 3), without_place("mysql97", tmp_path)
    for options, status in (((), INCOMPLETE), (("--ddl-at", "all"), 0)):
        arguments = ["rows", "-T", "d.u", "--ddl", str(dump), *options, str(log)]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == status, result.output
        assert ("pass its place with --ddl-at" in result.stderr) == bool(status)


KEPT = [
    # (the table at one moment, the statement, whether rows with other names would be an error)
    ("a INT, b INT, KEY (b)", "ALTER TABLE d.t ADD KEY (b)", True),
    ("a INT, b INT", "ALTER TABLE d.t ADD KEY (b)", True),
    ("a INT, b INT", "ALTER TABLE d.t ENGINE=InnoDB, COMMENT 'x'", True),
    ("a INT, b INT", "ALTER TABLE d.t MODIFY b INT", True),
    ("a INT, b INT", "ALTER TABLE d.t ADD b INT", True),
    ("a INT, b INT", "ALTER TABLE d.t ADD c INT", True),
    ("a INT, b INT", "ALTER TABLE d.t CHANGE b c BIGINT", True),
    ("a INT, b INT", "CREATE TABLE d.t (a INT, b INT)", True),
    ("a INT, b INT", "CREATE TABLE d.t (c INT)", True),
    ("a INT, b INT", "CREATE TABLE d.t SELECT 1 AS a, 2 AS b", True),
    ("a INT, b INT", "TRUNCATE TABLE d.t", True),
    ("a INT, b INT", "DROP TABLE d.t", True),
    ("a INT, b INT", "CREATE TABLE d.x (b INT)", True),
    ("a INT, b INT", "CREATE TEMPORARY TABLE d.t (b INT, a INT)", True),
    ("a INT, b INT", "INSERT INTO d.t VALUES (1, 2)", True),
    ("a INT, b INT", "CREATE TABLE d.t (b INT, a INT)", False),
    ("a INT, b INT", "ALTER TABLE d.t RENAME COLUMN a TO b, RENAME COLUMN b TO a", False),
    ("a INT, b INT", "ALTER TABLE d.t CHANGE a b INT, CHANGE b a INT", False),
    ("a INT, b INT", "ALTER TABLE d.t CHANGE b c INT", False),
    ("a INT, c INT", "ALTER TABLE d.t CHANGE b c INT", False),
    ("a INT, b INT", "ALTER TABLE d.t MODIFY b INT FIRST", False),
    ("a INT, b INT", "ALTER TABLE d.t DROP c", False),
    ("a INT, e ENUM('x', 'y')", "ALTER TABLE d.t MODIFY e ENUM('y', 'x')", False),
    ("a INT, b INT", "RENAME TABLE d.t TO d.old, d.new TO d.t", False),
    (
        "a INT, b INT",
        "SET STATEMENT lock_wait_timeout=1 FOR ALTER TABLE d.t DROP c",
        False,
    ),
]


@pytest.mark.parametrize(("columns", "statement", "is_kept"), KEPT)
def test_statements_that_contradict_a_definition(
    columns: str, statement: str, is_kept: bool, tmp_path: Path
) -> None:
    dump = tmp_path / "dump.sql"
    dump.write_text(f"USE d; CREATE TABLE t ({columns});")
    watch = DdlWatch(read_dump(dump).tables)
    with LogFile(logs_of("mariadb118", 1)[0]) as log:
        log_format = read_head(log).state.format
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for _ in range(2):
            watch.see(Statement(statement, "d"), 1, log_format, ("log", 4))
        assert not told  # the log may have names
        for _ in range(2):
            watch.use("d.t")
    assert len(told) == (not is_kept)


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("place_in", [position_in, gtids_in])
def test_place_of_a_dump_may_be_given(server: str, place_in: Any, tmp_path: Path) -> None:
    dump = tmp_path / "dump.sql"
    dump.write_text(
        re.sub(r"(?m)^(-- )?(SET @@GLOBAL|SET GLOBAL|CHANGE).*", "", dump_of(server).read_text())
    )
    ddl = Ddl(dump, place_in(dump_of(server)))
    assert rows_of(logs_of(server, 3, 4), ddl) == TRUTH[server][13:]


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize(
    ("numbers", "place"),
    [
        ((4,), None),
        ((2,), None),
        ((2,), "2026-12-01"),
        ((3,), "2026-01-01"),
        ((3,), "binlog.000009:4"),
        ((3,), "binlog.000004:99999"),
        ((2, 4), None),
    ],
)
@pytest.mark.filterwarnings("ignore::binlog_kaitai.read.table_versions.GapWarning")
def test_place_that_is_not_in_the_logs_is_refused(
    server: str, numbers: tuple[int, ...], place: str | None
) -> None:
    with pytest.raises(PlaceError):
        rows_of(logs_of(server, *numbers), Ddl(dump_of(server), place))


@pytest.mark.parametrize("server", SERVERS)
def test_time_in_the_second_of_ddl_is_refused(server: str) -> None:
    (first, *_) = scan(logs_of(server, 3), is_typed=False, columns=["timestamp"])
    time = first.to_pylist()[0]["timestamp"].isoformat()
    with pytest.raises(PlaceError, match="same second"):
        rows_of(logs_of(server, 2, 3, 4), Ddl(dump_of(server), time))


@pytest.mark.parametrize("server", SERVERS)
def test_missing_log_ends_what_is_known(server: str) -> None:
    with pytest.warns(GapWarning, match="does not follow"):
        rows = rows_of(logs_of(server, 1, 3), Ddl(in_logs=True))
    assert {row[1][0] for row in rows[3:]} == {"@1"}
    with pytest.warns(GapWarning):
        rows = rows_of(logs_of(server, 1, 3, 4), dump_of(server))
    assert rows == [*TRUTH[server][:3], *TRUTH[server][13:]]


@pytest.mark.filterwarnings("ignore::binlog_kaitai.read.table_versions.GapWarning")
@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("engine", ["kernels", "tree"])
def test_typed_rows_take_no_names_of_before_a_missing_log(server: str, engine: Any) -> None:
    read = partial(scan, logs_of(server, 1, 3), "d.t", ddl=Ddl(in_logs=True), engine=engine)
    for columns in (None, ["id"]):
        with pytest.raises(BinlogError, match=r"the columns of d\.t by their names"):
            read(columns=columns).to_table()
    rows = read(merge_schema=True).to_table().to_pylist()
    assert [one["@1"] for one in rows] == [None, None, 7, 8]
    assert read(columns=["_change_type"]).to_table().num_rows == len(rows)


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("engine", ["kernels", "tree"])
def test_dump_at_another_place_than_its_own_is_an_error(server: str, engine: Any) -> None:
    with pytest.raises(BinlogError, match=r"expected d\.[tu] with .*, found .*sql, line"):
        rows_of(logs_of(server, 1, 2, 3, 4), Ddl(dump_of(server), "end"), engine)


@pytest.mark.parametrize("server", SERVERS)
def test_typed_rows_undo_history_and_diff_have_the_names(server: str) -> None:
    ddl, logs = dump_of(server), logs_of(server, 3, 4)
    schema = scan(logs, "d.u", ddl=ddl, merge_schema=True).schema
    assert sorted(schema.names)[-5:] == ["a", "b", "c", "d", "id"]
    script = "\n".join(undo(logs[:1], "d.u", ddl=ddl, is_best_effort=True))
    assert "DELETE FROM `d`.`u` WHERE `id` IN (" in script
    (entry, *_) = history(logs, "d.u", {"id": 9}, ddl=ddl)
    assert list(entry.after or {}) == ["c", "id", "d", "a", "b"]
    other = logs_of(server, 3)
    comparison = diff(logs, other, ddl=ddl)
    assert not list(comparison.differences())
    assert not list(rows_that_differ([], comparison.scans))


@pytest.mark.parametrize("server", SERVERS)
def test_history_of_the_table_begins_with_the_table_before(server: str) -> None:
    selection = scan(logs_of(server, 3), "d.u", is_typed=False, ddl=dump_of(server))
    added, _renamed = history_of(selection, "d.u")
    assert [(line.mark, line.name) for line in added.difference if line.name] == [("+", "d")]


def test_options_of_the_command() -> None:
    arguments = ["rows", "--format", "json", "-T", "d.u", "--ddl", str(dump_of("mysql97"))]
    done = CliRunner().invoke(main, [*arguments, str(logs_of("mysql97", 4)[0])])
    assert done.exit_code == 1
    assert "in the logs, found a log that begins behind it" in done.output
    done = CliRunner().invoke(main, [*arguments[:-2], "--ddl-at", "end", "binlog.000001"])
    assert done.exit_code == 2


@pytest.mark.parametrize("server", SERVERS)
def test_tables_that_ddl_changed_while_they_were_read_are_not_used(server: str) -> None:
    """The tables are as behind the log; those of its second statement may be from before it."""
    logs = [str(log) for log in logs_of(server, 3)]
    tables = read_dump(dump_of(server)).tables
    place = AtPosition(logs, 0, 9999, (0, 300))
    found = VersionReader(logs, KnownTables(Definitions(tables), place), verify_checksums=True)
    with pytest.raises(PlaceError):
        found.read()
    place = replace(place, position=outline_of(logs[0]).end)
    found = VersionReader(logs, KnownTables(Definitions(tables), place), verify_checksums=True)
    versions = found.read()
    assert all(version.definition is None for version in versions["d.u"])
    assert [version.definition for version in versions["d.t"]] == [tables["d.t"]]


@pytest.mark.parametrize("server", SERVERS)
def test_export_has_the_names_of_each_part(server: str, tmp_path: Path) -> None:
    """Columns of one type that change their names keep their values apart."""
    summary = export(
        [str(log) for log in logs_of(server, 3)], tmp_path / "out", ddl=dump_of(server)
    )
    assert sum(summary.images.values()) == 4
    (file,) = (tmp_path / "out" / "d.u").glob("**/*.parquet")
    assert {"c", "id", "d", "a", "b"} < set(pq.read_schema(file).names)
    (file,) = (tmp_path / "out" / "d.t").glob("**/*.parquet")
    assert {"id", "x"} < set(pq.read_schema(file).names)


@pytest.mark.parametrize("server", SERVERS)
def test_status_behind_a_missing_log_says_that_names_are_in_doubt(server: str) -> None:
    arguments = ["rows", "--ddl-in-logs", "--columns", "table,change_type"]
    for numbers, status in (((1, 2, 3), 0), ((1, 3), INCOMPLETE)):
        logs = map(str, logs_of(server, *numbers))
        result = CliRunner().invoke(main, [*arguments, *logs])
        assert result.exit_code == status, result.output
        assert ("does not follow" in result.stderr) == bool(status)


def with_another_value(log: bytes, position: int, size: int, old: int, new: int) -> bytes:
    """Return a log with another INT in the event at a position, and its checksum."""
    event = log[position : position + size - 4]
    assert event.count(struct.pack("<i", old)) == 1
    event = event.replace(struct.pack("<i", old), struct.pack("<i", new))
    return log[:position] + event + struct.pack("<I", zlib.crc32(event)) + log[position + size :]


@pytest.mark.parametrize("server", SERVERS)
def test_diff_compares_by_the_names_of_the_ddl_in_each_set(server: str, tmp_path: Path) -> None:
    """Of two sets, in which one row differs, this row has the names of its moment."""
    for log in logs_of(server, 1, 2, 3):
        shutil.copy(log, tmp_path / log.name)
    arguments = ["diff", "--ddl-in-logs", "--json", str(FOLDER / f"{server}.[123].binlog")]
    same = CliRunner().invoke(main, [*arguments, str(tmp_path)])
    assert same.exit_code == 0, same.output
    assert json.loads(same.stdout)["num_differ"] == 0
    last = tmp_path / f"{server}.3.binlog"
    *_, event = (one for one in read_events(last) if one.type.startswith("WRITE_ROWS"))
    last.write_bytes(with_another_value(last.read_bytes(), event.position, event.size, 9, 90))
    other = CliRunner().invoke(main, [*arguments, str(tmp_path)])
    assert other.exit_code == 1, other.output
    (found,) = json.loads(other.stdout)["differ"]
    sides = [*found["only_in_first"], *found["only_in_second"]]
    rows = [json.loads(one["data"]) for one in sides]
    assert [list(row) for row in rows] == 2 * [["c", "id", "d", "a", "b"]]
    assert [row["id"] for row in rows] == [9, 90]
