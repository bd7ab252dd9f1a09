"""Foreign keys that change rows of tables, through the statements that change them."""

from __future__ import annotations

import json

import pytest

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.references import Reference, References
from binlog_kaitai.catalog.steps import Session, TableName

PARENT = "CREATE TABLE p (id INT PRIMARY KEY, code INT)"
KEY = "FOREIGN KEY (a) REFERENCES p (id)"
CHILD = f"CREATE TABLE c (id INT PRIMARY KEY, a INT, CONSTRAINT k {KEY} ON DELETE CASCADE)"
MARIADB = Session(database="d", family="mariadb", version=(11, 8, 9))
MYSQL = Session(database="d", version=(9, 5, 0))


def followed(statements: list[str], session: Session = MYSQL) -> References:
    catalog, references = Catalog(), References()
    for number, statement in enumerate(statements):
        references.follow(catalog.apply(statement, session, "here"), ("log", number))
    return references


def shown(one: Reference) -> str:
    """Return a foreign key in words; places are the numbers of statements."""
    after, until = (place and place[1] for place in (one.after, one.until))
    columns, referenced = ",".join(one.columns), ",".join(one.referenced)
    return (
        f"{'.'.join(one.child)}({columns}) {'.'.join(one.parent)}({referenced})"
        f" {one.on_delete}/{one.on_update} {after}-{until}"
    )


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ([CHILD], ["d.c(a) d.p(id) cascade/no action 0-None"]),
        ([CHILD.replace("CASCADE", "RESTRICT")], []),
        ([f"{CHILD} ENGINE=MyISAM"], []),
        ([CHILD, "DROP TABLE c"], []),
        ([CHILD, "DROP DATABASE d"], []),
        ([CHILD, "TRUNCATE c"], ["d.c(a) d.p(id) cascade/no action 0-None"]),
        ([CHILD, "ALTER TABLE c ADD b INT"], ["d.c(a) d.p(id) cascade/no action 0-None"]),
        ([CHILD, "ALTER TABLE c DROP FOREIGN KEY K"], ["d.c(a) d.p(id) cascade/no action 0-1"]),
        (
            [CHILD.replace("CONSTRAINT k ", ""), "ALTER TABLE c DROP FOREIGN KEY c_ibfk_1"],
            ["d.c(a) d.p(id) cascade/no action 0-1"],
        ),
        (
            [CHILD.replace("CONSTRAINT k ", ""), "ALTER TABLE c DROP CONSTRAINT c_chk_1"],
            ["d.c(a) d.p(id) cascade/no action 0-None"],
        ),
        (
            [CHILD, f"ALTER TABLE c DROP FOREIGN KEY k, ADD {KEY} ON UPDATE SET NULL"],
            [
                "d.c(a) d.p(id) cascade/no action 0-1",
                "d.c(a) d.p(id) no action/set null 1-None",
            ],
        ),
        (
            [CHILD, "ALTER TABLE c CHANGE a b INT", "RENAME TABLE c TO e.f"],
            ["e.f(b) d.p(id) cascade/no action 0-None"],
        ),
        (
            [PARENT, CHILD, "RENAME TABLE p TO q"],
            ["d.c(a) d.p(id) cascade/no action 1-None", "d.c(a) d.q(id) cascade/no action 2-None"],
        ),
        (
            [PARENT, CHILD, "ALTER TABLE p CHANGE id n INT"],
            ["d.c(a) d.p(id) cascade/no action 1-None", "d.c(a) d.p(n) cascade/no action 2-None"],
        ),
        (
            [f"ALTER TABLE c ADD {KEY} ON DELETE SET NULL"],
            ["d.c(a) d.p(id) set null/no action 0-None"],
        ),
        (["CREATE TABLE c (a INT REFERENCES p (id) ON DELETE CASCADE)"], None),
    ],
)
def test_foreign_keys_follow_statements(statements: list[str], expected: list[str] | None) -> None:
    if expected is None:  # which MySQL ignores before 9.0
        inline = ["d.c(a) d.p(id) cascade/no action 0-None"]
        old = Session(database="d", version=(8, 4, 0))
        assert list(followed(statements, old)) == []
        assert [shown(one) for one in followed(statements, MARIADB)] == inline
        expected = inline
    found = followed(statements)
    assert [shown(one) for one in found] == expected
    assert list(References.from_json(json.loads(json.dumps(found.to_json())))) == list(found)


def test_children_change_with_all_tables_above_them() -> None:
    below = CHILD.replace("TABLE c", "TABLE e").replace("REFERENCES p", "REFERENCES C")
    tree = CHILD.replace("TABLE c", "TABLE p")
    found = followed([tree, CHILD, below])
    names = {TableName("d", name) for name in "pce"}
    assert found.children_of(TableName("D", "P")) == names
    assert found.children_of(TableName("d", "c")) == {TableName("d", "e")}
    assert found.children_of(TableName("d", "")) == names
