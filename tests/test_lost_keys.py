"""Keys that parents lose, by rows of logs, without Spark's session."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from binlog_kaitai.catalog.references import Reference
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.read.lost_keys import ANY, Link, LostKeys, keys_of

PARENT, CHILD, GRANDCHILD = (TableName("d", name) for name in ("parent", "child", "grandchild"))
CASCADE = {"on_delete": "cascade", "on_update": "cascade"}
OWN = Link(Reference(CHILD, ("p",), PARENT, ("id",), **CASCADE), is_own=True)
BELOW = [
    Link(Reference(GRANDCHILD, ("c",), CHILD, ("id",), on_delete="cascade"), is_own=True),
    OWN._replace(is_own=False, is_whole=True),
]


def change(table: TableName, kind: str, data: dict[str, Any], position: int = 1) -> dict[str, Any]:
    place = {"file": "b.1", "position": position, "ordinal": 0, "gtid": "u:1"}
    names = {"database": table.database, "table": table.table}
    return place | names | {"change_type": kind, "data": json.dumps(data)}


def lost(links: list[Link], *changes: dict[str, Any]) -> list[tuple[int, str]]:
    follower = LostKeys(links)
    found = [loss for one in changes for loss in follower.take(one)]
    return [(one.link, one.key) for one in found]


def update(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    kinds = ("update_preimage", "update_postimage")
    return [change(PARENT, kind, data) for kind, data in zip(kinds, (before, after), strict=True)]


@pytest.mark.parametrize(
    ("before", "after", "keys"),
    [
        ({"id": 1, "v": 1}, {"id": 1, "v": 2}, []),
        ({"id": 1, "v": 1}, {"id": 2, "v": 1}, ['["1"]']),
        ({"ID": 1}, {"v": 2}, []),
        ({"other": 1}, {"v": 2}, []),
        ({"other": 1}, {"id": 2}, [ANY]),
        ({"id": None}, {"id": 2}, []),
        ({"@1": 1}, {"@1": 1}, []),
    ],
)
def test_updates(before: dict[str, Any], after: dict[str, Any], keys: list[str]) -> None:
    named = OWN._replace(referenced=("@1",))
    assert [key for _, key in lost([named], *update(before, after))] == keys


def test_columns_without_known_numbers_may_have_any_key() -> None:
    assert lost([OWN], *update({"@1": 1}, {"@1": 1})) == [(0, ANY)]
    assert lost([OWN], change(PARENT, "delete", {"@1": 1})) == [(0, ANY)]


def test_a_foreign_key_counts_between_its_places() -> None:
    made = OWN.reference
    link = OWN._replace(reference=Reference(CHILD, ("p",), PARENT, ("id",), "cascade"))
    link = link._replace(
        reference=Reference(
            CHILD, ("p",), PARENT, made.referenced, "cascade", after=("b.1", 3), until=("b.1", 8)
        )
    )
    deletes = [change(PARENT, "delete", {"id": at}, at) for at in (3, 4, 8, 9)]
    assert lost([link], *deletes) == [(0, '["4"]'), (0, '["8"]')]


def test_keys_of_children_that_a_cascade_deletes() -> None:
    rows = [change(CHILD, "insert", {"id": id_, "p": p}) for id_, p in ((5, 1), (6, 2), (7, None))]
    delete = change(PARENT, "delete", {"id": 1}, 2)
    assert lost(BELOW, *rows, delete) == [(1, '["1"]'), (0, '["5"]')]
    older = [BELOW[0], BELOW[1]._replace(is_whole=False)]
    assert lost(older, *rows, delete) == [(1, '["1"]'), (0, ANY)]


def test_a_cascade_through_a_table_that_refers_to_itself_ends() -> None:
    tree = Link(Reference(CHILD, ("p",), CHILD, ("id",), "cascade"), is_own=True, is_whole=True)
    rows = [change(CHILD, "insert", {"id": 1, "p": 2}), change(CHILD, "insert", {"id": 2, "p": 1})]
    assert {key for _, key in lost([tree], *rows, change(CHILD, "delete", {"id": 1, "p": 2}))} == {
        *('["1"]', '["2"]')
    }


@pytest.mark.parametrize(
    ("logged", "typed"),
    [
        (1, 1),
        (1, Decimal(1)),
        ("1.50", Decimal("1.5")),
        ("\u00c9a ", "ea"),
        ("text", b"TEXT"),
        ("\u00c9", "\u00c9".encode()),
        ("AQI=", b"\x01\x02"),
        ("AQI=", b"\x01\x02\0\0"),
        ({"base64": "/w=="}, b"\xff"),
    ],
)
def test_values_of_parents_and_children_have_one_text(logged: Any, typed: Any) -> None:
    ((_, key),) = lost([OWN], change(PARENT, "delete", {"id": logged}))
    assert key in set(keys_of({"p": typed}, OWN))


def test_rows_without_a_certain_key() -> None:
    assert list(keys_of({"p": None}, OWN)) == []
    assert list(keys_of({"p": 1.5}, OWN)) == [ANY]
    assert list(keys_of({"other": 1}, OWN)) == [ANY]
    assert list(keys_of({"@2": 1}, OWN._replace(columns=("@2",)))) == ['["1"]']
