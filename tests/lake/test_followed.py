"""Current tables through DDL that moves, alters or deletes rows, beside the servers' SELECT."""

from __future__ import annotations

import contextlib
import json
import shutil
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable
from pyiceberg.catalog.sql import SqlCatalog

from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.lake.aside import TYPES, Aside
from binlog_kaitai.lake.columns import columns_of
from binlog_kaitai.lake.current.effects import take_effects
from binlog_kaitai.lake.current.keys import keys_of
from binlog_kaitai.lake.current.lineage import (
    MAX_ERAS,
    Altered,
    Era,
    Lineage,
    Origin,
    Parted,
    Passage,
)
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.facts import Ddl, Facts, Layout
from binlog_kaitai.lake.iceberg import identifier_of
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.lake.tables import FORMATS, Format
from binlog_kaitai.model.definitions import (
    ColumnDefinition,
    Definition,
    Partition,
    PartitionFunction,
    Partitioning,
)
from binlog_kaitai.model.schema import ABSENT
from tests.marks import mostly_long
from tests.servers import SERVERS, RunningServer

FOLDER = Path(__file__).parent / "followed"
PLAIN = "(id INT PRIMARY KEY, v INT)"
PARTS = (
    f"{PLAIN} PARTITION BY RANGE (id)"
    " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20))"
)
TABLES = {
    **dict.fromkeys(("part_emptied", "part_dropped", "exchanged"), PARTS),
    **dict.fromkeys(("other", "one", "two", "moved", "chained", "online", "narrowed"), PLAIN),
    **dict.fromkeys(("column_renamed", "added", "dropped", "swapped", "widened", "timed"), PLAIN),
    "hashed": f"{PLAIN} PARTITION BY LINEAR KEY (id) PARTITIONS 3",
    "texts": "(id VARCHAR(9) PRIMARY KEY, v INT) PARTITION BY KEY (id) PARTITIONS 2",
    "pair": "(id INT PRIMARY KEY, v INT, w INT)",
}
DDL = [
    "ALTER TABLE part_emptied TRUNCATE PARTITION p1",
    "ALTER TABLE part_dropped DROP PARTITION p1",
    "ALTER TABLE hashed TRUNCATE PARTITION p0",
    "INSERT INTO other VALUES (5, 50)",
    "DELETE FROM other WHERE id IN (11, 12)",
    "ALTER TABLE exchanged EXCHANGE PARTITION p0 WITH TABLE other",
    "RENAME TABLE one TO three, two TO one, three TO two",
    "RENAME TABLE moved TO followed2.moved",
    "ALTER TABLE chained RENAME TO middle",
    "ALTER TABLE middle ADD COLUMN x INT NOT NULL DEFAULT 6, RENAME TO last",
    "CREATE TABLE _online_gho LIKE online",
    "ALTER TABLE _online_gho ADD COLUMN x VARCHAR(9) DEFAULT 'new'",
    "INSERT INTO _online_gho (id, v) SELECT id, v FROM online WHERE id < 3",
    "UPDATE online SET v = 100 WHERE id = 2",
    "REPLACE INTO _online_gho (id, v) VALUES (2, 100)",
    "INSERT INTO _online_gho (id, v) SELECT id, v FROM online WHERE id >= 3",
    "RENAME TABLE online TO _online_del, _online_gho TO online",
    "ALTER TABLE column_renamed CHANGE v w BIGINT",
    "ALTER TABLE added ADD COLUMN d DECIMAL(6,2) DEFAULT 1.5 FIRST, ADD COLUMN n DATE",
    "ALTER TABLE added ADD COLUMN t DATETIME NOT NULL DEFAULT '2024-02-29 01:02:03'",
    "ALTER TABLE dropped ADD COLUMN w INT DEFAULT 4, DROP COLUMN v",
    "ALTER TABLE swapped CHANGE v w INT, ADD COLUMN v BIGINT NOT NULL",
    "ALTER TABLE pair CHANGE v w INT, CHANGE w v INT",
    "ALTER TABLE widened MODIFY v BIGINT NOT NULL",
    "ALTER TABLE narrowed MODIFY v DOUBLE",
    "ALTER TABLE narrowed MODIFY v SMALLINT",
    "ALTER TABLE timed ADD COLUMN at DATETIME DEFAULT CURRENT_TIMESTAMP",
    "ALTER TABLE texts TRUNCATE PARTITION p0",
]
AFTER = [
    *("part_emptied", "part_dropped", "hashed", "exchanged", "other", "one", "two", "last"),
    *("online", "added", "swapped", "widened", "pair", "followed2.moved", "narrowed", "timed"),
]
SQL = [
    *(f"DROP DATABASE IF EXISTS {name}" for name in ("followed", "followed2")),
    *(f"CREATE DATABASE {name}" for name in ("followed", "followed2")),
    "USE followed",
    *(f"CREATE TABLE {name} {columns}" for name, columns in TABLES.items()),
    *(f"INSERT INTO {name} (id, v) VALUES (1, {at}), (2, 2)" for at, name in enumerate(TABLES)),
    *(f"INSERT INTO {name} (id, v) VALUES (11, 1), (12, 5), (4, 4)" for name in TABLES),
    "UPDATE pair SET w = 9 WHERE id > 2",
    "FLUSH BINARY LOGS",
    *DDL,
    *(f"INSERT INTO {name} (id, v) VALUES (3, 3)" for name in AFTER if name != "online"),
    "INSERT INTO online (id, v, x) VALUES (3, 3, 'own')",
    "UPDATE online SET x = 'late' WHERE id = 11",
    "UPDATE pair SET v = 8 WHERE id = 12",
    "UPDATE one SET id = 7 WHERE id = 11",
    "DELETE FROM last WHERE id = 4",
    "INSERT INTO column_renamed VALUES (3, 3)",
    "INSERT INTO dropped VALUES (3, 3)",
    "FLUSH BINARY LOGS",
]
STALE = {"narrowed": "MODIFY v SMALLINT", "timed": "CURRENT_TIMESTAMP", "texts": "TRUNCATE"}
SERVER_NAMES = ["mysql97", "mariadb118"]


def logs_of(server: str) -> list[str]:
    return [str(FOLDER / f"{server}.{number}.binlog") for number in (1, 2)]


def plain(value: Any) -> Any:
    """Return a value as JSON has it, numbers as numbers, times as texts."""
    if isinstance(value, Decimal):
        return float(value)
    return str(value) if isinstance(value, date | datetime) else value


def sorted_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    plain_rows = [{name: plain(value) for name, value in row.items()} for row in rows]
    return sorted(plain_rows, key=lambda row: str(row["id"]))


def table_in(out: Path, folder: str, file_format: Format) -> pa.Table:
    """Return a current table as readers of its format have it."""
    if file_format == "parquet":
        table = pq.read_table(out / folder, partitioning=None)
    elif file_format == "delta":
        table = pa.table(DeltaTable(str(out / folder)).to_pyarrow_table())
    else:
        catalog = SqlCatalog("binlog", uri=f"sqlite:///{out / 'catalog.db'}")
        table = catalog.load_table(identifier_of(folder)).scan().to_arrow()
    names = [name for name in table.column_names if name != "log_bucket"]
    return table.select(names)


def rows_of(out: Path, folder: str, file_format: Format) -> list[dict[str, Any]]:
    return sorted_rows(table_in(out, folder, file_format).to_pylist())


@pytest.mark.parametrize(
    ("file_format", "steps", "server"),
    mostly_long(
        [
            ("parquet", (1, 2, 2), "mysql97"),
            ("delta", (1, 2), "mariadb118"),
            ("iceberg", (1, 2), "mysql97"),
            *((one, (2,), server) for one in FORMATS for server in SERVER_NAMES),
        ],
        short=4,
    ),
)
def test_a_table_is_the_servers_select_or_stale(
    tmp_path: Path, file_format: Format, steps: tuple[int, ...], server: str
) -> None:
    truth = json.loads((FOLDER / f"{server}.json").read_text())
    for count in steps:
        logs = logs_of(server)[:count]
        summary = export(
            logs, tmp_path, table="followed*.*", current=Asked(), file_format=file_format
        )
    check(summary, truth, tmp_path, file_format)


def check(summary: Any, truth: dict[str, Any], out: Path, file_format: Format = "parquet") -> None:
    aside = {name: str(why) for name, why in summary.set_aside.items()}
    assert aside.keys() == {f"followed.{name}" for name in STALE}
    for name, part in STALE.items():
        assert part in aside[f"followed.{name}"]
    for name, rows in truth.items():
        if name not in aside:
            assert rows_of(out, summary.current[name], file_format) == rows, name


def run(server: RunningServer, sql: list[str]) -> dict[str, Any]:
    """Run statements. Returns the rows of all tables after them."""
    truth = {}
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        for statement in sql:
            cursor.execute(statement)
        cursor.execute(
            "SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES"
            " WHERE TABLE_SCHEMA LIKE 'followed%'"
        )
        for database, table in cursor.fetchall():
            cursor.execute(f"SELECT * FROM {database}.{table}")
            names = [column[0] for column in cursor.description]
            rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
            truth[f"{database}.{table}"] = sorted_rows(rows)
    return truth


@pytest.mark.live
@pytest.mark.parametrize("name", SERVER_NAMES)
def test_servers_have_the_rows_of_the_fixtures(tmp_path: Path, name: str) -> None:
    options = ["--binlog-format=ROW", "--binlog-row-metadata=FULL"]
    with SERVERS[name].run(options) as server:
        truth = run(server, SQL)
        logs = [str(shutil.copy(log, tmp_path)) for log in server.binary_log_files()]
    expected = json.loads((FOLDER / f"{name}.json").read_text())
    times = {"followed.timed"}  # of the statements
    assert truth.keys() == expected.keys()
    assert all(truth[table] == expected[table] for table in truth.keys() - times)
    out = tmp_path / "out"
    check(export(logs, out, table="followed*.*", current=Asked()), truth, out)


def test_a_lineage_is_kept_as_json() -> None:
    function = PartitionFunction("range", "id")
    parts = Partitioning(function, (Partition("p0", ("10",), subpartitions=("s",)),))
    definition = Definition("", (ColumnDefinition("id", "int"),), partitioning=parts)
    operations = (
        Altered({"v": "w"}, ("x",), {"y": ""}),
        Parted(definition, ("p0",), keeps=False, family="mysql"),
    )
    era = Era(("d", "t"), None, ("binlog.000001", 7), operations)
    lineage = Lineage((era, Era(("d", "u"), ("binlog.000001", 7))), ("id",))
    assert Lineage.from_json(json.loads(json.dumps(lineage.to_json()))) == lineage


def test_partial_images_have_the_new_names_of_columns() -> None:
    batch = pa.RecordBatch.from_pylist(
        [
            {ABSENT: ["V", "x"], "id": 1, "V": None, "x": None, "z": 1},
            {ABSENT: ["x"], "id": 2, "V": 5, "x": None, "z": 2},
            {ABSENT: None, "id": 3, "V": 6, "x": 7, "z": 3},
        ]
    )
    operation = Altered({"v": "z", "z": "v"}, ("x",), {"y": "9"})
    passage = Passage(("id", "V", "x", "z"), operations=(operation,))
    target = pa.schema([("id", pa.int64()), ("v", pa.int64()), ("z", pa.int64()), ("y", pa.int8())])
    assert passage.passed(batch, target).to_pylist() == [
        {ABSENT: ["z"], "id": 1, "v": 1, "z": None, "y": 9},
        {ABSENT: None, "id": 2, "v": 2, "z": 5, "y": 9},
        {ABSENT: None, "id": 3, "v": 3, "z": 6, "y": 9},
    ]


def ddl(*statements: str) -> list[Ddl]:
    """Return statements of one session, in the order of a log."""
    session = Session(database="d")
    return [
        Ddl("binlog.000001", 100 * number, None, 0, one, session)
        for number, one in enumerate(statements, 1)
    ]


def test_statements_without_changes_between_are_not_kept() -> None:
    """Of a table that has no rows yet, any number of statements is followed."""
    state = State({"format": "parquet", "current": "{}", "table": None})
    renames = [f"ALTER TABLE t RENAME COLUMN c{at} TO c{at + 1}" for at in range(MAX_ERAS + 9)]
    create = "CREATE TABLE t (id INT PRIMARY KEY, c0 INT)"
    take_effects(Facts(ddl=ddl(create, *renames)), state)
    assert not state.aside
    (lineage,) = state.lineages.values()
    assert len(lineage.eras) == 1


def test_a_table_without_names_has_no_keys_by_its_lineage() -> None:
    """The lineage names the key, and the columns have numbers."""
    columns = columns_of(pa.schema([("@1", pa.int32())]))
    layouts = [Layout(columns, False, "binlog.000001", 9)]
    dataset = Dataset("d.t", columns, "d", "t", layouts, wiped=("binlog.000001", 4))
    lineage = Lineage((Era(("d", "t")),), ("id",))
    assert keys_of(dataset, {}, None, lineage) == ((), None)


def test_a_table_of_other_types_names_the_statement_that_it_ends_before() -> None:
    """A column got another type behind a statement that cannot be followed for this reason."""
    state = State({"format": "parquet", "current": "{}", "table": None})
    columns = columns_of(pa.schema([("id", pa.int32()), ("v", pa.int32()), ("w", pa.string())]))
    layouts = [Layout(columns, True, "binlog.000001", 150, ("id",))]
    state.datasets["d.t"] = Dataset("d.t", columns, "d", "t", layouts)
    row = ("binlog.000001", 400, "u:4")
    state.put_aside(Aside("d", "t", *row, None, cause=TYPES, reason="", until=(row[0], 399)))
    create = "CREATE TABLE t (id INT PRIMARY KEY, v INT, w TEXT)"
    swap = "ALTER TABLE t RENAME COLUMN v TO w, RENAME COLUMN w TO v"
    statements = ddl(create, "FLUSH PRIVILEGES", swap)
    take_effects(Facts(ddl=[one._replace(gtid="u:3") for one in statements]), state)
    (aside,) = state.aside.values()
    assert (aside.bound, aside.stale_from) == (("binlog.000001", 300), "u:3")
    assert "the current table is as before GTID u:3" in str(aside)


@pytest.mark.parametrize(
    ("runs", "is_left"),
    [
        ([["DROP TABLE t"]], False),
        ([["DROP DATABASE d"]], False),
        ([["DROP TABLE t"], ["CREATE TABLE t (id INT PRIMARY KEY, v TEXT)"]], False),
        ([["CREATE TABLE u (id INT)", "RENAME TABLE t TO s"]], False),
        ([["TRUNCATE TABLE t"]], True),
        ([["DROP TABLE t", "CREATE TABLE t (id INT PRIMARY KEY, v TEXT)"]], True),
        ([["CREATE TABLE u (id INT)", "DROP TABLE t", "RENAME TABLE u TO t"]], True),
    ],
)
def test_a_table_of_other_types_is_set_aside_until_it_is_dropped(
    runs: list[list[str]], is_left: bool
) -> None:
    """If it is made again in the same run, its changes since were not read."""
    state = State({"format": "parquet", "current": "{}", "table": None})
    columns = columns_of(pa.schema([("id", pa.int32()), ("v", pa.int32())]))
    layouts = [Layout(columns, True, "binlog.000001", 50, ("id",))]
    state.datasets["d.t"] = Dataset("d.t", columns, "d", "t", layouts)
    cause = Aside("d", "t", "binlog.000001", 90, "u:4", None, cause=TYPES, reason="INT and TEXT")
    state.put_aside(cause._replace(until=("binlog.000001", 89)))
    emptied = [take_effects(Facts(ddl=ddl(*statements)), state).emptied for statements in runs]
    assert (("d", "t") in state.aside) == is_left
    assert (emptied[0] == {"d.t"}) != is_left
    reasons = [one.reason for one in state.dropped.values()]
    if is_left:
        assert not reasons
    else:
        (reason,) = reasons
        assert reason.startswith("INT and TEXT; the export lacks its changes from then until")
        assert State.from_json(json.loads(json.dumps(state.to_json()))).dropped == {}


def test_an_added_column_has_the_type_of_its_last_name() -> None:
    operations = (
        Altered({}, (), {"x": "3"}),
        Altered({"x": "y"}),
        Altered({}, (), {"x": "2020-01-02 03:04:05"}),
    )
    batch = pa.RecordBatch.from_pylist([{"id": 1}])
    target = pa.schema([("id", pa.int64()), ("x", pa.timestamp("us")), ("y", pa.int32())])
    (row,) = Passage(("id",), operations=operations).passed(batch, target).to_pylist()
    assert row == {"id": 1, "y": 3, "x": datetime.fromisoformat("2020-01-02T03:04:05")}


def test_a_table_that_a_statement_sets_aside_keeps_its_rows_of_before() -> None:
    """RENAME moves its rows away, and gives it those of a table that is set aside."""
    state = State({"format": "parquet", "current": "{}", "table": None})
    columns = columns_of(pa.schema([("id", pa.int32())]))
    for name in ("a", "b"):
        layouts = [Layout(columns, True, "binlog.000001", 50, ("id",))]
        state.datasets[f"d.{name}"] = Dataset(f"d.{name}", columns, "d", name, layouts)
    state.put_aside(Aside("d", "b", "binlog.000001", 60, None, "UPDATE b SET id = 1", True))
    swap = "RENAME TABLE b TO t, a TO b, t TO a"
    effects = take_effects(Facts(ddl=ddl(swap)), state)
    assert [one.table for one in state.aside.values()] == ["a"]
    assert effects.emptied == {"d.b"}
    assert effects.origins["d", "b"] == (Origin(("d", "a")),)
