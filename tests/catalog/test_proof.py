"""Definitions from DDL in logs, held against the table maps of the rows behind it."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.proof import check_fit
from binlog_kaitai.catalog.steps import Session, TableName
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.definitions import Definition, MisfitError
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.scopes import EVERYTHING
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.read.logged_ddl import server_of, statements_in
from binlog_kaitai.tree.changes import read_changes
from binlog_kaitai.tree.output.batches import batches_of_changes
from tests.marks import mostly_long
from tests.replay import FIXTURES

LOGS = sorted(
    path
    for server in ("mysql97", "mysql56", "mariadb1011", "mariadb118")
    for path in (FIXTURES / server).glob("*.binlog")
)


def case_of(path: Path) -> tuple[str, str]:
    return path.parent.name, path.name.split(".")[0]


CASES = [pytest.param(list(paths), id="/".join(case)) for case, paths in groupby(LOGS, key=case_of)]
FEW = [
    case
    for case in CASES
    if case.id in {"mysql97/altered", "mariadb118/versioned", "mariadb118/hashes", "mysql56/types"}
]


def proven_in(paths: list[Path]) -> tuple[set[str], set[str]]:
    """Return the tables that fit their definitions, and those that have none."""
    catalog = Catalog()
    proven, unknown = set(), set()
    seen: set[Table] = set()
    for path in paths:
        server = server_of(str(path))
        for change in read_changes(str(path), EVERYTHING):
            assert isinstance(change, Change)
            if change.table is None:
                (batch,) = batches_of_changes(str(path), [change], RowFormat())
                for one in statements_in(batch, server):
                    catalog.apply(one.text, one.session, f"{path.name} at byte {one.position}")
                seen.clear()
            elif change.table not in seen:
                seen.add(change.table)
                name = TableName(change.table.database, change.table.name)
                known = catalog.find(name)
                if isinstance(known, Definition):
                    check_fit(change.table, known)
                    proven.add(change.table.full_name)
                else:
                    unknown.add(change.table.full_name)
    return proven, unknown


@pytest.mark.parametrize("paths", mostly_long([*FEW, *CASES], short=len(FEW)))
def test_definitions_fit_all_tables_of_a_log(paths: list[Path]) -> None:
    proven, unknown = proven_in(paths)
    assert proven
    assert unknown == set()


DEFINED = "CREATE TABLE t (a INT NOT NULL, b INT UNSIGNED, c ENUM('x', 'y'), d CHAR(3))"
MISFITS = [
    ("name", "z", "a column z"),
    ("is_nullable", True, "long NULL"),
    ("is_unsigned", True, "long, unsigned"),
    ("type", ColumnType.longlong, "longlong"),
]


@pytest.mark.parametrize(("attribute", "value", "found"), MISFITS)
def test_misfit_has_both_sides(attribute: str, value: object, found: str) -> None:
    catalog = Catalog()
    catalog.apply(DEFINED, Session(database="d"), "log at byte 4")
    known = catalog.find(TableName("d", "t"))
    assert isinstance(known, Definition)
    columns = (
        Column("a", ColumnType.long, is_nullable=False, is_unsigned=False),
        Column("b", ColumnType.long, is_nullable=True, is_unsigned=True),
        Column("c", ColumnType.enum, is_nullable=True, labels=("x", "y"), length=1),
        Column("d", ColumnType.string, is_nullable=True, length=12),
    )
    table = Table("d", "t", columns, has_names=True)
    check_fit(table, known)
    wrong = replace(table, columns=(replace(columns[0], **{attribute: value}), *columns[1:]))
    with pytest.raises(MisfitError) as raised:
        check_fit(wrong, known)
    assert raised.value.expected == "d.t with the column a int (log at byte 4)"
    assert raised.value.found == found


def test_misfit_of_labels_and_of_the_number_of_columns() -> None:
    catalog = Catalog()
    catalog.apply("CREATE TABLE t (c ENUM('x', 'y'))", Session(database="d"), "log at byte 4")
    known = catalog.find(TableName("d", "t"))
    assert isinstance(known, Definition)
    column = Column("c", ColumnType.enum, is_nullable=True, labels=("y", "x"), length=1)
    with pytest.raises(MisfitError, match="c enum"):
        check_fit(Table("d", "t", (column,), has_names=True), known)
    with pytest.raises(MisfitError, match="the columns c "):
        check_fit(Table("d", "t", (column, replace(column, name="e")), has_names=True), known)
