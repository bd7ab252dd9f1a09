"""Names of tables with dots and backticks in them: no table is taken for another."""

from __future__ import annotations

from pathlib import Path

import pytest

from binlog_kaitai import BinlogError, read_batches
from binlog_kaitai.catalog.dumps import read_definitions
from binlog_kaitai.model.layouts import PlacedLayout, match_columns, merged_schema
from binlog_kaitai.model.names import (
    asked_among,
    asks_for,
    full_name,
    is_pattern,
    parts_of,
    quoted_name,
)
from binlog_kaitai.model.schema import table_schema
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.views import transaction_batches
from tests.records import read_rows

AMBIGUOUS = Path(__file__).parent / "made_up" / "found" / "ambiguous_names.binlog"

NAMES = [
    ("shop", "orders", "shop.orders"),
    ("a.b", "c", "`a.b`.`c`"),
    ("a", "b.c", "`a`.`b.c`"),
    ("", "t", "``.`t`"),
    (".", "", "`.`.``"),
    ("a`", "`.`", "`a```.```.```"),
    ("漢 字", "x*", "漢 字.x*"),
]


@pytest.mark.parametrize(("database", "table", "name"), NAMES)
def test_each_table_has_a_name_of_its_own(database: str, table: str, name: str) -> None:
    assert full_name(database, table) == name
    assert parts_of(name) == parts_of(quoted_name(database, table)) == (database, table)
    quoted = quoted_name(database, table)
    assert not is_pattern(quoted)
    found = [other for *_, other in NAMES if asks_for(quoted, other)]
    assert found == [name]


# what is asked for, whether it is a pattern, and which of the tables it means
ASKED = [
    ("a.b.c", False, ["`a.b`.`c`", "`a`.`b.c`"]),
    ("`a.b`.c", False, ["`a.b`.`c`"]),
    ("a.`b.c`", False, ["`a`.`b.c`"]),
    ("`a.b`.*", True, ["`a.b`.`c`"]),
    ("a*", True, ["`a.b`.`c`", "`a`.`b.c`", "`a```.```.```"]),
    ("*.`x*`", True, ["漢 字.x*"]),
    ("`*`.`*`", False, []),
    ("`a.b.c", False, []),
    ("shop.orders", False, ["shop.orders"]),
    ("`shop`.orders", False, ["shop.orders"]),
    ("a`.`.`", False, ["`a```.```.```"]),
]


@pytest.mark.parametrize(("wanted", "may_be_several", "names"), ASKED)
def test_what_is_asked_for(wanted: str, may_be_several: bool, names: list[str]) -> None:
    assert [name for *_, name in NAMES if asks_for(wanted, name)] == names
    every = [name for *_, name in NAMES]
    for among in (every, [name for name in every if "`" not in name]):
        asked = asked_among(wanted, among)
        assert asked == [asks_for(wanted, name) for name in among]
    assert is_pattern(wanted) == may_be_several


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("table", "rows"),
    [("`a.b`.`c`", [{"id": 1, "v": 11}]), ("a.`b.c`", [{"id": 2, "w": 22}])],
)
def test_a_table_is_read_by_its_quoted_name(
    table: str, rows: list[dict[str, int]], engine: Engine
) -> None:
    batches = read_batches(AMBIGUOUS, table, engine=engine)
    found = [row for batch in batches for row in batch.to_pylist()]
    assert [{key: row[key] for key in row if key[0] != "_"} for row in found] == rows
    assert [record.data for record in read_rows(AMBIGUOUS, table)] == rows


@pytest.mark.parametrize("engine", ENGINES)
def test_a_transaction_tells_the_tables_apart(engine: Engine) -> None:
    batches = transaction_batches(AMBIGUOUS, engine=engine)
    tables = [one["table"] for b in batches for row in b.to_pylist() for one in row["tables"]]
    assert sorted(tables) == ["`a.b`.`c`", "`a`.`b.c`"]


def test_definitions_tell_the_tables_apart(tmp_path: Path) -> None:
    dump = tmp_path / "dump.sql"
    dump.write_text("CREATE TABLE `b.c` (x INT);\nUSE `a.b`;\nCREATE TABLE `c` (y INT);\n")
    definitions = read_definitions(dump, "`a`.`b.c`")
    assert {name: one.columns[0].name for name, one in definitions.tables.items()} == {
        "`a`.`b.c`": "x",
        "`a.b`.`c`": "y",
    }
    with pytest.raises(ValueError, match="expected a definition of"):
        read_definitions(dump, "`a.b.c`.`d`")


def table_of(*names: str) -> Table:
    columns = tuple(Column(name, ColumnType.long, is_nullable=True) for name in names)
    return Table("d", "t", columns, has_names=True)


def test_no_column_is_dropped_for_another() -> None:
    """`ß` and `ss` are names of two columns to MySQL and to Spark; `a` and `A` are not."""
    several = PlacedLayout(table_of("straße", "strasse"), "log", 4)
    assert merged_schema([several]).names[-2:] == ["straße", "strasse"]
    with pytest.raises(
        BinlogError, match=r"log: at byte 4: .* do not differ in case only, found a"
    ):
        merged_schema([PlacedLayout(table_of("a", "b", "A"), "log", 4)])
    renamed = [PlacedLayout(table_of("a"), "log", 4), PlacedLayout(table_of("A"), "log", 9)]
    assert merged_schema(renamed).names[-1:] == ["a"]
    both = table_of("A", "a")
    schema = table_schema(table_of("a"))
    assert match_columns(both, schema) == {"a": both.columns[1]}
    assert match_columns(table_of("A"), schema) == {"a": table_of("A").columns[0]}
