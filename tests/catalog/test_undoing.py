"""Tables before a statement, from those behind it."""

from __future__ import annotations

import pytest

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.steps import Session, TableName
from binlog_kaitai.catalog.undoing import TablesBefore
from binlog_kaitai.model.definitions import Definition

SESSION = Session(database="d")
BEGIN = (
    "CREATE TABLE t (a INT NOT NULL, b INT, c VARCHAR(9), PRIMARY KEY (a), KEY k (b))"
    " CHARSET utf8mb4 PARTITION BY HASH (a) PARTITIONS 2"
)
UNDONE = [
    "ALTER TABLE t ADD x INT",
    "ALTER TABLE t ADD COLUMN (x INT, y TEXT)",
    "ALTER TABLE t ADD x INT FIRST, ADD y INT AFTER b, RENAME COLUMN c TO `C c`",
    "ALTER TABLE t RENAME COLUMN b TO c, RENAME COLUMN c TO b",
    "ALTER TABLE t RENAME u",
    "ALTER TABLE t ADD x INT, RENAME TO other.u",
    "RENAME TABLE t TO x, x TO u",
    "ALTER TABLE t ADD UNIQUE (c), DROP KEY k, ENGINE=InnoDB, COMMENT='x'",
    "ALTER TABLE t DEFAULT CHARSET latin1",
    "ALTER TABLE t COALESCE PARTITION 1",
    "ALTER TABLE t ALTER INDEX k INVISIBLE",
    "CREATE INDEX i ON t (c)",
    "DROP INDEX k ON t",
    "TRUNCATE t",
    "CREATE TABLE IF NOT EXISTS t (z INT)",
    "INSERT INTO t VALUES (1, 2, 'x')",
]
DOUBTFUL = [
    "ALTER TABLE t DROP b",
    "ALTER TABLE t MODIFY b BIGINT",
    "ALTER TABLE t CHANGE b bb INT",
    "ALTER TABLE t CONVERT TO CHARACTER SET latin1",
    "ALTER TABLE t ALTER b SET DEFAULT 1",
    "ALTER TABLE t ADD COLUMN IF NOT EXISTS x INT",
    "ALTER TABLE t DROP PRIMARY KEY",
    "ALTER TABLE t DROP INDEX `PRIMARY`",
    "DROP INDEX `PRIMARY` ON t",
    "ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (b)",
    "ALTER TABLE t ADD SYSTEM VERSIONING",
    "ALTER TABLE t ENGINE=InnoDB unknown words",
    "CREATE OR REPLACE TABLE t (a INT)",
]


def undone(statement: str, *, is_known: bool) -> tuple[Definition, TablesBefore]:
    """Return the table before a statement, and the tables that follow from those behind it."""
    catalog, other = Catalog(), Catalog()
    for known in (catalog, other):
        known.apply("CREATE DATABASE d", SESSION, "log")
    catalog.apply(BEGIN, SESSION, "log")
    before = catalog.find(TableName("d", "t"))
    assert isinstance(before, Definition)
    catalog.apply(statement, SESSION, "log")
    if not is_known:  # of a log that begins later
        other = Catalog()
    steps = other.apply(statement, SESSION, "log")
    known = {name: one for name, one in catalog.tables.items() if isinstance(one, Definition)}
    tables = TablesBefore(known)
    tables.undo(statement, SESSION, steps)
    return before, tables


@pytest.mark.parametrize("statement", UNDONE)
def test_table_before_a_statement(statement: str) -> None:
    before, found = undone(statement, is_known=False)
    assert list(found.tables) == [("d", "t")]
    table = found.tables[TableName("d", "t")]
    assert table.columns == before.columns
    assert table.primary_key == before.primary_key


@pytest.mark.parametrize("statement", DOUBTFUL)
def test_statements_that_leave_the_table_before_open(statement: str) -> None:
    _, found = undone(statement, is_known=False)
    assert not found.tables


def test_table_is_not_there_before_its_creation() -> None:
    _, found = undone("CREATE TABLE u (a INT)", is_known=True)
    assert TableName("d", "u") not in found.tables
    _, found = undone("DROP DATABASE d", is_known=True)
    assert not found.tables
