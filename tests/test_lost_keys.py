"""Keys that parents lose, by rows of logs, without Spark's session."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from binlog_kaitai import scan
from binlog_kaitai.catalog.references import Reference
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.read.foreign_keys import foreign_key_flags
from binlog_kaitai.read.lost_keys import ANY, Link, LostKeys, keys_of
from binlog_kaitai.read.table_versions import numbered
from tests import documented_bytes as doc
from tests.lake import test_cascades as cascades
from tests.servers import SERVERS
from tests.test_documented_bytes import start_of, write

ROUNDS = int(os.environ.get("BINLOG_CASCADE_ROUNDS", "2"))

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


Rows: TypeAlias = dict[Any, tuple[dict[str, Any], tuple[int, int, int]]]
"""Images of rows by their keys, with the places of these."""


def records_of(logs: list[str]) -> list[dict[str, Any]]:
    return [
        one | {"file": numbered(number)}
        for number, log in enumerate(logs)
        for batch in scan(log, is_typed=False)
        for one in batch.to_pylist()
        if one["change_type"] != "statement"
    ]


def place_of(one: Mapping[str, Any]) -> tuple[int, int, int]:
    return int(one["file"]), one["position"], one["ordinal"]


def rows_of(records: list[dict[str, Any]], table: TableName, key: str) -> Rows:
    """Return the rows of a table by the images in logs."""
    rows: Rows = {}
    for one in records:
        if (one["database"], one["table"]) == table:
            image = json.loads(one["data"])
            if one["change_type"] in {"delete", "update_preimage"}:
                rows.pop(image[key], None)
            else:
                rows[image[key]] = image, place_of(one)
    return rows


def touched(
    records: list[dict[str, Any]], logs: list[str], links: list[Link], rows: Rows
) -> set[str]:
    """Return the GTIDs of changes that may have changed one of some rows."""
    follower = LostKeys(links)
    return {
        str(loss.gtid)
        for one in records
        for loss in follower.take(one)
        if links[loss.link].is_own
        and any(
            since < place_of(loss._asdict())
            and not {loss.key, ANY}.isdisjoint(keys_of(image, links[loss.link]))
            for image, since in rows.values()
        )
        and foreign_key_flags(logs[int(loss.file)], loss.position) == (True, False)
    }


@pytest.mark.live
@pytest.mark.truth
@pytest.mark.parametrize("name", cascades.SERVER_NAMES)
def test_rows_without_a_lost_key_are_the_servers_select(name: str) -> None:
    """A table with such rows differs from SELECT: there is no false alarm."""
    name, _, native = name.partition(" ")
    family = SERVERS[name].family
    options = ["--binlog-format=ROW", *cascades.OPTIONS["mariadb" if family == "mariadb" else name]]
    options += cascades.OPTIONS["native"] if native else []
    key = "@1" if name == "mysql56" else "id"
    counts = Counter[str]()
    with SERVERS[name].run(options) as server, contextlib.closing(server.connect()) as connection:
        for seed in range(cascades.SEED, cascades.SEED + ROUNDS):
            database = f"round{seed}"
            with connection.cursor() as cursor:
                cursor.execute("FLUSH BINARY LOGS")
            first = len(server.binary_log_files()) - 1
            for moments in cascades.run_round(connection, database, seed, family):
                logs = [str(log) for log in server.binary_log_files()[first:-1]]
                records, keys = records_of(logs), scan(logs).foreign_keys()
                for table, expected in moments[-1].rows.items():
                    rows = rows_of(records, TableName(database, table), key)
                    found = sorted((list(image.values()) for image, _ in rows.values()), key=repr)
                    is_equal = found == sorted((list(one.values()) for one in expected), key=repr)
                    links = keys.links_to(TableName(database, table))
                    is_touched = bool(touched(records, logs, links, rows))
                    counts[f"equal {is_equal}, touched {is_touched}"] += 1
                    assert is_equal != is_touched, (database, table, moments[-1])
    sys.stdout.write(f"\n{name} {native}: {dict(counts)}\n")


@pytest.mark.parametrize(
    ("server", "flags", "are_checked", "are_logged"),
    [
        (doc.MYSQL, 0x01, True, False),
        (doc.MYSQL, 0x01 | 0x10, True, True),
        (doc.MYSQL, 0x01 | 0x02 | 0x10, False, True),
        # MariaDB's pull request 5521: the next statement may be another session's
        (doc.MARIADB, 0x01 | 0x02 | 0x10, False, False),
    ],
)
def test_flags_of_foreign_keys(
    tmp_path: Path, server: str, flags: int, are_checked: bool, are_logged: bool
) -> None:
    extra = doc.extra_data(b"") if server == doc.MYSQL else b""
    body = doc.rows(extra, doc.HAS_ONE, doc.FIVE, flags=flags)
    parts = start_of(server), doc.INT_TABLE, doc.event(32 if extra else 25, body)
    path = write(tmp_path, *parts)
    position = len(parts[0]) + len(parts[1])
    assert foreign_key_flags(str(path), position) == (are_checked, are_logged)
