"""Definitions of tables against the servers' own logs, and what logs lack with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.catalog.dumps import read_definitions
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.kernels.walk.found_rows import Rows
from binlog_kaitai.model.definitions import Definitions, MisfitError, completed
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import ColumnType, Table
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.tree.log.reader import read_log
from tests.records import read_rows
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows, in_order, replay_typed

FULL = ("mysql97", "mariadb1011", "mariadb118")

NAMELESS = FIXTURES / "mysql56" / "rotated.1.binlog"


def dump_of(server: str, case: str) -> Path:
    return FIXTURES / server / f"{case}.sql"


def tables_of(path: Path) -> Iterator[Table]:
    for found in ChangeWalk(path).found():
        if isinstance(found, Rows):
            yield from (table for table, _ in found.tables())


def bare(table: Table) -> Table:
    """The table as a log would describe it that tells the least."""
    columns = [
        replace(column, name=f"@{i}", is_unsigned=None, charset=None, labels=None)
        for i, column in enumerate(table.columns, 1)
    ]
    return replace(table, columns=tuple(columns), has_names=False, primary_key=())


def as_dumped(table: Table) -> Table:
    """The table without what SHOW CREATE TABLE does not tell of it."""
    columns = []
    for column in table.columns:
        # MariaDB logs a charset of geometries; a label of four bytes is dumped as one `?`
        is_geometry = column.type == ColumnType.geometry
        labels = column.labels and tuple(label.replace("😀", "?") for label in column.labels)
        charset = None if is_geometry else column.charset
        columns.append(replace(column, labels=labels, charset=charset))
    return replace(table, columns=tuple(columns))


@pytest.mark.parametrize("server", FULL)
@pytest.mark.parametrize("case", ["types", "charsets"])
def test_definitions_hold_what_full_metadata_do(server: str, case: str) -> None:
    definitions = read_definitions(dump_of(server, case)).tables
    names = set()
    for table in tables_of(FIXTURES / server / f"{case}.binlog"):
        names.add(table.full_name)
        assert completed(bare(table), definitions[table.full_name]) == as_dumped(table)
    assert names == set(load_truth(server, case)["tables"])


@pytest.mark.parametrize("server", FULL)
def test_columns_are_as_many_as_in_the_log(server: str) -> None:
    """Those that are computed, invisible, compressed, or hidden by the server among them."""
    path = FIXTURES / server / "definitions.binlog"
    definitions = read_definitions(dump_of(server, "definitions"))
    tables = {table.full_name: table for table in tables_of(path)}
    assert tables.keys() == definitions.tables.keys()
    assert not any(table.has_names for table in tables.values())
    truth = load_truth(server, "definitions")["tables"]
    for name, table in tables.items():
        columns = completed(table, definitions.tables[name]).columns
        assert [column.name for column in columns] == [c["name"] for c in truth[name]["columns"]]


def typed_rows(path: Path, table: str, definitions: Definitions, engine: Engine) -> list[Any]:
    scope = Scope(definitions=definitions)
    batches = read_batches(path, table, scope=scope, engine=engine)
    return replay_typed(row for batch in batches for row in batch.to_pylist())


MINIMAL = [
    *((server, "types_minimal", "types") for server in (*FULL, "mysql56")),
    *((server, "definitions", "definitions") for server in FULL),
    ("mysql56", "charsets", "charsets"),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("server", "case", "dump"), MINIMAL)
def test_typed_rows_replay_to_the_servers_select(server: str, case: str, dump: str) -> None:
    path = FIXTURES / server / f"{case}.binlog"
    definitions = read_definitions(dump_of(server, dump))
    tables = load_truth(server, case)["tables"]
    for name, truth in tables.items():
        expected = expected_rows(truth, has_names=True, has_charsets=True)
        if name == "charsets.labels":
            # a label of four bytes is dumped as one `?`
            for row in expected:
                row |= {e: row[e] and row[e].replace("😀", "?") for e in ("eu", "su")}
        rows = typed_rows(path, name, definitions, "kernels")
        assert in_order(rows) == in_order(expected), name
    assert len(tables) > 2


TREES = [
    ("mysql56", "types", "types.integers"),
    ("mysql56", "types", "types.labels"),
    ("mysql56", "types", "types.wide"),
    ("mysql97", "definitions", "definitions.computed"),
    ("mariadb118", "definitions", "definitions.kept"),
]


@pytest.mark.parametrize(("server", "case", "table"), TREES)
def test_trees_read_the_same(server: str, case: str, table: str) -> None:
    path = FIXTURES / server / f"{case}.binlog"
    definitions = read_definitions(dump_of(server, case))
    rows = typed_rows(path, table, definitions, "tree")
    assert rows == typed_rows(path, table, definitions, "kernels")
    assert rows


def collect(batches: Iterable[pa.RecordBatch], into: list[dict[str, Any]]) -> None:
    for batch in batches:
        into += batch.to_pylist()


@pytest.mark.parametrize("engine", ENGINES)
def test_flat_records_have_names_and_labels(engine: Engine) -> None:
    path, ddl = FIXTURES / "mysql56/types.binlog", dump_of("mysql56", "types")
    found: list[dict[str, Any]] = []
    collect(read_batches(path, "types.labels", is_typed=False, ddl=ddl, engine=engine), found)
    assert found[0]["data"].startswith('{"id": 1, "e": "small", "en": "x y", "e300": "m1"')


def position_of_map(path: Path, table: str) -> int:
    for event in read_log(path):
        if event.tree.is_table_map:
            body = event.tree.body
            if f"{body.database}.{body.table}" == table:
                return event.position
    raise AssertionError(table)


# the definition of rotated.other, which has an INT and an ENUM of two labels, and the departure
MISFITS = [
    ("id int", "the 1 columns of rotated.other in {}, line 2", "2 columns"),
    (
        "id int, e enum('a','b'), added int",
        "the 3 columns of rotated.other in {}, line 2",
        "2 columns",
    ),
    (
        "id bigint, e enum('a','b')",
        "column 1 of rotated.other as defined in {}, line 2, id bigint",
        "long",
    ),
    (
        "id int not null, e set('a','b')",
        "column 2 of rotated.other as defined in {}, line 2, e set",
        "enum",
    ),
    (
        f"id int not null, e enum({','.join(repr(str(i)) for i in range(256))})",
        "column 2 of rotated.other as defined in {}, line 2, e enum",
        "enum with the length 1",
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("columns", "expected", "found"), MISFITS)
def test_table_that_is_not_as_defined_raises(
    tmp_path: Path, engine: Engine, columns: str, expected: str, found: str
) -> None:
    dump = tmp_path / "dump.sql"
    dump.write_text(f"USE `rotated`;\nCREATE TABLE `other` ({columns});")
    with pytest.raises(BinlogError) as raised:
        list(read_batches(NAMELESS, "rotated.other", ddl=dump, engine=engine))
    assert raised.value.position == position_of_map(NAMELESS, "rotated.other")
    assert raised.value.expected == expected.format(dump)
    assert raised.value.found == found


@pytest.mark.parametrize("engine", ENGINES)
def test_misfit_raises_after_the_rows_before_it_and_for_wanted_tables_only(
    tmp_path: Path, engine: Engine
) -> None:
    dump = tmp_path / "dump.sql"
    dump.write_text(
        "USE `rotated`; CREATE TABLE `other` (`id` int); CREATE TABLE `events` (\n"
        "`id` int NOT NULL, `v` varchar(20) CHARACTER SET utf8mb4, `n` bigint unsigned);"
    )
    found: list[dict[str, Any]] = []
    with pytest.raises(BinlogError) as raised:
        collect(read_batches(NAMELESS, ddl=dump, engine=engine), found)
    position = position_of_map(NAMELESS, "rotated.other")
    assert raised.value.position == position
    records = list(read_rows(NAMELESS))
    assert [(row["position"], row["ordinal"]) for row in found] == [
        (r.position, r.ordinal) for r in records if r.position < position
    ]
    events: list[dict[str, Any]] = []
    collect(read_batches(NAMELESS, "rotated.events", ddl=dump, engine=engine), events)
    values = [r.data["@2"] for r in records if r.table == "events"]
    assert [row["v"] for row in events] == values


# what MINIMAL metadata tell of definitions.parted, an INT, a BIGINT UNSIGNED and a CHAR in utf8mb4
TOLD = [
    ("`id` int unsigned, `b` bigint unsigned, `c` char(3)", "long, signed"),
    ("`id` int NOT NULL, `b` bigint, `c` char(3)", "longlong, unsigned"),
    ("`id` int NOT NULL, `b` bigint unsigned, `c` char(3) COLLATE latin1_bin", "string in utf8mb4"),
    ("`id` int NOT NULL, `b` bigint unsigned, `c` binary(12)", "string in utf8mb4"),
    ("`id` int NOT NULL, `b` bigint unsigned, `c` char(5)", "string with the length 12"),
    ("`id` int, `b` bigint unsigned, `c` char(3)", "long NOT NULL"),
]


@pytest.mark.parametrize(("columns", "found"), TOLD)
def test_what_the_log_tells_is_held_against_the_definition(
    tmp_path: Path, columns: str, found: str
) -> None:
    dump = tmp_path / "dump.sql"
    dump.write_text(f"CREATE TABLE `parted` ({columns}) DEFAULT CHARSET=utf8mb4;")
    path = FIXTURES / "mysql97" / "definitions.binlog"
    with pytest.raises(BinlogError) as raised:
        list(read_batches(path, "definitions.parted", ddl=dump))
    assert raised.value.found == found


def test_table_whose_names_the_log_holds_is_left_as_it_is() -> None:
    (other, *_) = (
        table
        for table in tables_of(FIXTURES / "mysql97" / "rotated.1.binlog")
        if table.name == "other"
    )
    definition = read_definitions(dump_of("mysql97", "rotated")).tables["rotated.other"]
    assert completed(other, definition) is other
    with pytest.raises(MisfitError):
        completed(bare(other), definition)


NAMES = [
    ("CREATE TABLE `d`.`t` (`a` int);", None, "d.t"),
    ("CREATE TABLE `t` (`a` int);", "x.t", "x.t"),
    (
        "-- Current Database: `a``b`\n\nCREATE TABLE IF NOT EXISTS `t` (`a` int);",
        None,
        "`a``b`.`t`",
    ),
    ("-- Host: localhost    Database: my shop\nCREATE TABLE `t` (`a` int);", None, "my shop.t"),
    ("USE `d`; CREATE OR REPLACE TABLE `T``é` (`a` int);", None, "`d`.`T``é`"),
    ("USE d; CREATE TABLE t (a int);", None, "d.t"),
    ("USE `d`; CREATE TABLE `t` (`a` int) COMMENT='; USE x;';", None, "d.t"),
    (
        (
            "USE `d`;\nDELIMITER ;;\nCREATE PROCEDURE p() BEGIN CREATE TABLE x (y int); END ;;\n"
            "DELIMITER ;\nCREATE TABLE `t` (`a` int);"
        ),
        None,
        "d.t",
    ),
]


@pytest.mark.parametrize(("dump", "table", "full_name"), NAMES)
def test_tables_have_full_names(
    tmp_path: Path, dump: str, table: str | None, full_name: str
) -> None:
    path = tmp_path / "dump.sql"
    path.write_text(dump)
    definitions = read_definitions(path, table)
    assert [*definitions.tables] == [full_name]
    assert [column.name for column in definitions.tables[full_name].columns] == ["a"]


# what stands behind a column's name, and its charset, signedness and labels
COLUMNS = [
    ("varchar(3)", ("utf8mb3", None, None)),
    ("varchar(3) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL", ("latin1", None, None)),
    ("text COLLATE utf8mb4_uca1400_ai_ci", ("utf8mb4", None, None)),
    ("varchar(3) DEFAULT (convert('a' using latin1) COLLATE latin1_bin)", ("utf8mb3", None, None)),
    ("varchar(3) COMMENT 'CHARACTER SET latin1'", ("utf8mb3", None, None)),
    ("varchar(3) /*!80023 INVISIBLE */", ("utf8mb3", None, None)),
    ("longtext CHARACTER SET binary", (None, None, None)),
    ("varbinary(3) DEFAULT 'x'", (None, None, None)),
    ("int(10) unsigned zerofill NOT NULL", (None, True, None)),
    ("decimal(10,2)", (None, False, None)),
    ("bigint AS (cast(1 as unsigned)) VIRTUAL", (None, False, None)),
    (
        r"enum('it''s','a\\b',',;','tab\t','') DEFAULT ''",
        ("utf8mb3", None, ("it's", "a\\b", ",;", "tab\t", "")),
    ),
    ("set('a','b') CHARACTER SET ucs2", ("ucs2", None, ("a", "b"))),
    ("json", (None, None, None)),
]


@pytest.mark.parametrize(("written", "told"), COLUMNS)
def test_columns_have_what_logs_lack(tmp_path: Path, written: str, told: tuple[Any, ...]) -> None:
    path = tmp_path / "dump.sql"
    path.write_text(
        f"USE `d`; CREATE TABLE `t` (\n `a` {written},\n `key` int,\n PRIMARY KEY (`key`,`a`(3)),\n"
        " CONSTRAINT `c` CHECK (`a` in ('x','y'))\n) DEFAULT CHARSET=utf8 COMMENT='(';"
    )
    definition = read_definitions(path).tables["d.t"]
    column, other = definition.columns
    assert (column.charset, column.is_unsigned, column.labels) == told
    assert column.fits
    assert other.name == "key"
    assert definition.primary_key == ("key", "a")


REFUSED = [
    ("CREATE TABLE `t` (`a` int);", None, ", line 1: expected a database for the table, in the"),
    ("CREATE TABLE `t` (`a` int);", "d.x", ": expected a definition of d.x, found d.t"),
    ("", "d.x", ": expected a definition of d.x, found none"),
    ("USE `d`;\nCREATE TABLE `t` LIKE `u`;", None, ", line 2: LIKE d.u, which is not known"),
    ("USE `d`;\nCREATE TABLE `t` (`a`);", None, ", line 2: expected a type of columns, found the"),
    ("USE `d`; CREATE TABLE `t` (`a` xmltype);", None, "line 1: expected a type of columns, found"),
    ("USE `d`; CREATE TABLE `t` (`a` text COLLATE klingon_bin);", None, "klingon_bin is not known"),
    ("CREATE TABLE `t` (`a` int", "d.t", ": expected a definition of d.t, found none"),
    ("SELECT 'open", None, ", line 1: expected the end of a text, found the end of the file"),
    (b"\xff", None, ": expected SQL in UTF-8, found 'utf-8' codec can't decode"),
]


@pytest.mark.parametrize(("dump", "table", "message"), REFUSED)
def test_what_is_no_dump_is_refused(
    tmp_path: Path, dump: str | bytes, table: str | None, message: str
) -> None:
    path = tmp_path / "dump.sql"
    path.write_bytes(dump if isinstance(dump, bytes) else dump.encode())
    with pytest.raises(ValueError, match=r"dump\.sql") as raised:
        read_definitions(path, table)
    assert message in str(raised.value)


def test_example_of_the_page_prints_what_it_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = FIXTURES.parents[1]
    page = (repository / "binlog_kaitai/docs/values.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", page, re.DOTALL)
    code, printed = example
    monkeypatch.chdir(repository)
    exec(compile(code, "values.md", "exec"), {})
    assert capsys.readouterr().out == printed
